"""Plant small errors, one at a time, and see whether the default tests notice.

An error is planted in a copy of the package: a comparison turned, a number one off, a plus
for a minus, `and` for `or`, a yes for a no, a key of a generator moved.  Then the tests
that guard the module are run; a test that fails kills the error.  What survives is shown
with its line.  Lines where an error changes nothing that can be seen are listed below with
the reason.  Options: --all, --seed N, --number N, --module PART.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "whoknows"
NUMBER = 24  # errors of a sample
PATIENCE = 400  # seconds until tests that do not end count as failed

NO_TESTS = (4, 5)  # what pytest says where a file is not there, or has no test

HATS, HATS_TESTS = "games/hats", "tests/games/hats"
CHECKER = "tests/verify/test_parts.py tests/verify/test_verify.py"
LAB = "tests/web/test_strategies_play.py"
WALL = "tests/web/test_wall.py tests/web/test_secrets.py"
GUARDS = {  # a module, and the tests that guard it
    "logic/partition.py": "tests/logic/test_laws.py tests/logic/test_twin.py",
    "logic/model.py": "tests/logic/test_laws.py tests/logic/test_twin.py",
    "logic/events.py": "tests/logic/test_events.py",
    "logic/bisimulation.py": "tests/logic/test_laws.py tests/logic/test_near.py",
    "inquiry/optimum_kernel.py": "tests/inquiry tests/games/mastermind/test_paper.py",
    "inquiry/optimum.py": "tests/inquiry tests/games/mastermind/test_paper.py",
    "inquiry/static_kernel.py": "tests/inquiry/test_static.py",
    "inquiry/lemmas.py": "tests/verify",
    "inquiry/plan.py": "tests/inquiry tests/games/balance",
    "games/mastermind/knowledge/layers.py": "tests/games/mastermind",
    "games/mastermind/knowledge/symmetry.py": "tests/games/mastermind tests/verify",
    "games/balance/knowledge/position.py": "tests/games/balance",
    "games/balance/solve/search.py": "tests/games/balance tests/verify",
    "games/balance/solve/bounds.py": "tests/games/balance",
    f"{HATS}/rules/score.py": f"{HATS_TESTS}/test_rules.py {HATS_TESTS}/test_best.py",
    f"{HATS}/solve/bounds/ball_bounds.py": "tests/games/hats/test_best.py tests/verify",
    f"{HATS}/solve/maximal/dominating_sets.py": "tests/games/hats/test_maximal.py",
    f"{HATS}/solve/many_colors/layer_bound.py": "tests/games/hats/test_many_colors.py",
    f"{HATS}/solve/many_colors/layer_sets.py": "tests/games/hats/test_many_colors.py",
    f"{HATS}/solve/proofs/case_tree.py": "tests/verify",
    "games/davinci/knowledge/counting.py": "tests/games/davinci",
    "games/davinci/knowledge/public.py": "tests/games/davinci",
    "games/egghead/knowledge/kernels.py": "tests/games/egghead",
    "games/egghead/knowledge/sieve.py": "tests/games/egghead",
    "games/muddy/knowledge.py": "tests/games/muddy",
    "play/referee.py": f"tests/play tests/test_conformance.py {LAB}",
    "play/room.py": f"tests/play {LAB}",
    "store/rooms.py": "tests/store",
    "store/rows.py": "tests/store",
    "web/views.py": f"{WALL} tests/web/test_boards_played.py",
    "verify/asking.py": CHECKER,
    "verify/cases.py": CHECKER,
    "verify/hats.py": CHECKER,
    "verify/balance.py": CHECKER,
    "verify/counts.py": CHECKER,
    "verify/layers.py": CHECKER,
    "verify/codes.py": CHECKER,
}
UNSEEN = {  # parts of lines where an error changes no answer, and why
    "STEPS = ": "how often Ctrl-C is listened for",
    "PROBES = ": "places tried in the memory: speed alone",
    "SIGNS = ": "splits remembered at a node: speed alone",
    "LARGE = ": "where the search changes hands: speed alone",
    "QUICK = ": "where the search changes hands: speed alone",
    "MIDDLE = ": "where symmetry pays: speed alone",
    "MANY = ": "how many openers are tried: speed alone",
    "TRIED = ": "pairs looked at: speed alone",
    "SAMPLE = ": "pairs looked at first: speed alone",
    "CHUNK = ": "sets looked at together: speed alone",
    "MOST": "limits of size",
    "np.uint64(0x": "random words: any others do",
    "board.seen[": "statistics of a search",
    "self.steps": "statistics of a check",
    "tell(": "how progress is told",
    "progress(": "how progress is told",
    "report(": "how progress is told",
    "@lru_cache": "how much is kept: speed alone",
    "lru_cache(": "how much is kept: speed alone",
}
TURNED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


class Mutant(NamedTuple):
    """A module with one error planted."""

    module: str
    line: int
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.before}  ->  {self.after}"


def mutants(module: str) -> Iterator[Mutant]:
    """Every error that can be planted in a module."""
    source = (SOURCE / module).read_text(encoding="utf-8")
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        changed = changes(node)
        if changed is None or not hasattr(node, "lineno"):
            continue
        text = lines[node.lineno - 1]
        if any(part in text for part in UNSEEN) or node.lineno != node.end_lineno:
            continue
        start, stop = node.col_offset, node.end_col_offset
        raw = text.encode()
        planted = (raw[:start] + wrapped(changed).encode() + raw[stop:]).decode()
        whole = [*lines[: node.lineno - 1], planted, *lines[node.lineno :]]
        yield Mutant(
            module, node.lineno, text.strip(), planted.strip(), "\n".join(whole) + "\n"
        )


def wrapped(node: ast.AST) -> str:
    """The node as text that stands by itself."""
    text = ast.unparse(node)
    return text if isinstance(node, ast.Constant) else f"({text})"


def changes(node: ast.AST) -> ast.AST | None:
    """The node with an error, if there is one to plant."""
    copy = deepcopy(node)
    match copy:
        case ast.Compare(ops=[op]) if type(op) in TURNED:
            copy.ops = [TURNED[type(op)]()]
        case ast.BinOp(op=op) if type(op) in TURNED:
            copy.op = TURNED[type(op)]()
            return copy
        case ast.BoolOp(op=op):
            copy.op = TURNED[type(op)]()
        case ast.Constant(value=bool(yes)):
            return ast.Constant(not yes)
        case ast.Constant(value=int(number)) if abs(number) < 1000:
            return ast.Constant(number + 1)
        case ast.UnaryOp(op=ast.Not()):
            return copy.operand
        case _:
            return None
    return copy


def killed(mutant: Mutant, place: Path) -> bool:
    """Whether the tests that guard the module notice the error."""
    target = place / "src" / "whoknows" / mutant.module
    right = target.read_text(encoding="utf-8")
    target.write_text(mutant.text, encoding="utf-8")
    try:
        run = subprocess.run(  # noqa: S603 -- our own tests
            [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not slow", "-p",
             "no:cacheprovider", *GUARDS[mutant.module].split()],
            cwd=place,
            env={**os.environ, "PYTHONPATH": str(place / "src")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )  # fmt: skip
        if run.returncode in NO_TESTS:
            raise SystemExit(f"no tests guard {mutant.module}: {GUARDS[mutant.module]}")
        return run.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(right, encoding="utf-8")


def main() -> int:
    """Plant a sample of the errors, or all, and show what survives."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--all", action="store_true", help="every error: hours")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--number", type=int, default=NUMBER)
    options.add_argument("--module", default="", help="only modules whose path has this")
    asked = options.parse_args()
    found = [m for name in GUARDS if asked.module in name for m in mutants(name)]
    rng = random.Random(asked.seed)  # noqa: S311 -- a sample
    chosen = found if asked.all else rng.sample(found, min(asked.number, len(found)))
    survived = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "copy"
        ignored = shutil.ignore_patterns(".git", ".venv", "site", "*.nbc", "*.nbi")
        shutil.copytree(ROOT, place, ignore=ignored)
        for count, mutant in enumerate(chosen, start=1):
            dead = killed(mutant, place)
            survived += [] if dead else [mutant]
            print(
                f"{count}/{len(chosen)} {'killed  ' if dead else 'SURVIVED'} {mutant}",
                flush=True,
            )
    share = 1 - len(survived) / max(len(chosen), 1)
    print(f"{len(chosen)} of {len(found):,} errors planted; {share:.0%} killed")
    return 1 if share < 0.95 else 0


if __name__ == "__main__":
    sys.exit(main())
