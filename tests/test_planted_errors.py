"""The lists of `scripts/mutants` speak of the sources as they are now."""

import importlib.util
from collections import defaultdict
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "scripts" / "mutants.py"


def planted():
    """The script, as a module."""
    found = importlib.util.spec_from_file_location("whoknows_planted", SCRIPT)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_every_known_survivor_names_a_line_that_is_there():
    """A line that has changed would leave a reason for nothing."""
    script = planted()
    lines = defaultdict(set)
    for name in script.known_survivors():
        module, _, planted_line = name.partition(": ")
        lines[module].add(planted_line.partition("  ->  ")[0])
    assert lines.keys() <= script.GUARDS.keys()
    for module, before in lines.items():
        source = (script.SOURCE / module).read_text(encoding="utf-8")
        assert before <= {line.strip() for line in source.splitlines()}, module


def test_every_error_that_was_missed_once_can_be_planted():
    script = planted()
    planted_now = [m for module in script.GUARDS for m in script.unnoticed(module)]
    assert len(planted_now) == len(script.UNNOTICED)
    assert all(m.before != m.after for m in planted_now)


def test_the_guards_of_every_module_are_there():
    script = planted()
    for tests in {*script.GUARDS.values(), *script.FURTHER.values()}:
        for word in tests.split():
            path = word.removeprefix("--deselect=").partition("::")[0]
            assert (SCRIPT.parents[1] / path).exists(), path
