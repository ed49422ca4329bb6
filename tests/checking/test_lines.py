"""The page says how much there is to read for a claim: so many lines are there."""

import re
from pathlib import Path

import whoknows.checking

PAGE = Path(__file__).parents[2] / "docs" / "proofs.md"
FOLDER = Path(whoknows.checking.__file__).parent


def test_the_page_states_how_many_lines_the_checker_has():
    lines = {
        path.relative_to(FOLDER).as_posix(): len(
            path.read_text(encoding="utf-8").splitlines()
        )
        for path in FOLDER.rglob("*.py")
    }
    text = PAGE.read_text(encoding="utf-8")
    assert f"The checker has {sum(lines.values()):,} lines with comments." in text
    rows = re.findall(r"^\| [^|]+ \| (`[^|]+\.py`) \| (\d+) \|$", text, re.MULTILINE)
    named = [re.findall(r"`([\w/]+\.py)`", files) for files, _ in rows]
    assert [sum(map(lines.get, files)) for files in named] == [int(n) for _, n in rows]
    assert {*lines} - {"__main__.py", "layers/__init__.py"} == {
        name for row in named for name in row
    }
