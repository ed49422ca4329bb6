"""Plant small errors, one at a time, and see whether the default tests notice.

An error is a comparison turned, a number one off, a plus for a minus, `and` for `or`, a
yes for a no.  The tests that guard the module are run against it (`scripts/planted.py`
says how that is quick), and if it survives, tests that look at it from further away; a test
that fails kills the error.  An error outside of functions, or in one that only other
processes enter, is planted in a copy of the package, and a new process runs the tests.

Kernels run as plain Python here: what is planted in them is never compiled.  A test that
takes longer than a few seconds of the processor that way is left out, so that an error may
survive here and yet be killed by the whole of the default tests; never the other way.

Lines where an error changes no answer are listed below with the reason, and what survived
and was looked at by hand is listed in `scripts/survivors.txt`, with the reason too.
Options: --all, --seed N, --number N, --parts N, --module PART ..., --again LOG, --quick,
--near, --cores N.
"""

import argparse
import ast
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy as shallow
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "whoknows"
SURVIVORS = Path(__file__).with_name("survivors.txt")
NUMBER, PARTS = 40, 5  # errors of a sample, and parts it is taken of
PATIENCE = 900  # seconds until tests that do not end count as failed
ENOUGH = 0.95  # the share of errors that must be killed
UNENTERED = "SURVIVED (no test enters it)"  # in this process; perhaps in another
MARK = "planted:"  # how the plugin begins its lines
RUNNING: set[subprocess.Popen[str]] = set()  # the processes of pytest

NO_TESTS = (4, 5)  # what pytest says where a file is not there, or has no test


def modules_at(place: str) -> list[str]:
    """The modules of a folder, or the one module of that name."""
    files = [SOURCE / f"{place}.py"]
    if (SOURCE / place).is_dir():
        files = sorted((SOURCE / place).rglob("[!_]*.py"))
    return [str(file.relative_to(SOURCE)) for file in files]


LOGIC = " ".join(
    f"tests/logic/test_{name}.py"
    for name in (
        "laws twin events links near build table table_kernels plausible cube never_die"
    ).split()
)
DIAGRAMS = " ".join(
    f"tests/logic/test_{name}.py" for name in "diagrams symbolic belief_diagrams".split()
)
INQUIRY = "tests/inquiry"
MASTERMIND = (
    "tests/games/mastermind tests/cli/test_mastermind.py"
    " tests/analysis/test_first_guesses.py"
)
BALANCE = "tests/games/balance tests/cli/test_balance.py"
DAVINCI, EGGHEAD, MUDDY = (
    f"tests/games/{game}" for game in ("davinci", "egghead", "muddy")
)
MODELS = " ".join(
    f"tests/games/test_{name}.py" for name in ("modelled", "knowledge_twin", "through_eyes")
)
HAT_RULES = " ".join(
    f"tests/games/hats/test_{name}.py" for name in ("rules", "chance", "worlds", "table")
)
HAT_BEST, HAT_CODES, HAT_ADEQUATE = (
    " ".join(f"tests/games/hats/test_{name}.py" for name in names.split())
    for names in (
        "best best_rules plans simulate sight_graphs in_turn reduction rounds",
        "codes word_codes best",
        "adequate overview psi reduction worlds",
    )
)
HAT_BOUNDS = "tests/games/hats/test_bounds.py tests/games/hats/test_ball_bounds.py"
HAT_PROOFS = "tests/games/hats/test_case_tree.py tests/games/hats/test_bounds.py"
HAT_MAXIMAL = " ".join(
    [f"tests/games/hats/test_{name}.py" for name in ("maximal", "symmetry", "worlds")]
    + ["tests/games/hats/test_chance_based.py"]
    + [  # threads count for minutes where nothing is compiled, and cannot be stopped
        f"--deselect=tests/games/hats/test_maximal.py::{name}"
        for name in (
            "test_six_players_by_size",
            "test_pieces_count_what_the_plain_search_lists[5]",
            "test_the_count_tells_how_far_it_is",
        )
    ]
)
HAT_COLORS = " ".join(
    f"tests/games/hats/test_{name}.py"
    for name in ("many_colors", "four_colors", "five_agents", "plans", "annealing")
)
HAT_ROUNDS = (
    "tests/games/hats/test_rounds.py tests/games/hats/test_worlds.py"
    f" tests/games/hats/test_chance.py tests/games/hats/test_table.py {MODELS}"
)
WRITTEN = "tests/games/written"
VERIFY = "tests/checking"
CHECKED_LAYERS = " ".join(
    f"tests/{name}.py"
    for name in (
        "games/hats/test_five_agents games/hats/test_four_colors checking/test_layers"
    ).split()
)
PLAY = "tests/play tests/test_conformance.py tests/web/test_strategies_play.py"
STORE = "tests/store/test_store.py tests/store/test_rooms.py tests/store/test_faults.py"
SITTING = (
    "tests/tui/test_sitting.py tests/cli/test_line_verbs.py tests/analysis/test_many.py"
)
WALL = "tests/web/test_api.py tests/web/test_wall.py"
GUARDED = (  # tests, and the folders and modules they guard, the narrower ones below
    (
        LOGIC,
        "logic/bisimulation/partition logic/models/model logic/events/product "
        "logic/events/situation logic/bisimulation/contraction logic/models/table "
        "logic/models/labels",
    ),
    (
        LOGIC,
        "logic/models/table_kernels logic/models/bits logic/models/plausibility "
        "logic/reasoning/nearby_worlds logic/models/combinations",
    ),
    (
        LOGIC,
        "logic/reasoning/evaluate logic/events/event_model "
        "logic/events/product_of_combinations logic/models/links",
    ),
    (DIAGRAMS, "logic/diagrams logic/models/symbolic logic/models/symbolic_beliefs"),
    ("tests/logic/satisfiability", "logic/satisfiability"),
    ("tests/logic/planning", "logic/planning"),
    (INQUIRY, "inquiry"),
    (f"{VERIFY} tests/inquiry/test_lemmas.py", "inquiry/optimum/lemmas"),
    ("tests/analysis/test_first_guesses.py", "inquiry/optimum/cell_costs"),
    (MASTERMIND, "games/mastermind/solve"),
    (f"{MASTERMIND} {MODELS}", "games/mastermind/knowledge"),
    (f"{MASTERMIND} {VERIFY}", "games/mastermind/knowledge/symmetry"),
    (f"{MASTERMIND} {VERIFY}", "games/mastermind/solve/certificate"),
    (BALANCE, "games/balance/solve"),
    (f"{BALANCE} {MODELS}", "games/balance/knowledge"),
    (HAT_RULES, "games/hats/rules/fitness"),
    (HAT_ROUNDS, "games/hats/knowledge"),
    (HAT_BEST, "games/hats/solve"),
    ("tests/cli/test_certificates.py", "games/hats/solve/documents"),
    (HAT_BOUNDS, "games/hats/solve/bounds"),
    ("tests/games/hats/test_chance_based.py", "games/hats/solve/programs/exact_program"),
    (HAT_CODES, "games/hats/solve/codes"),
    (HAT_ADEQUATE, "games/hats/solve/adequate"),
    (HAT_MAXIMAL, "games/hats/solve/maximal"),
    (HAT_COLORS, "games/hats/solve/many_colors"),
    (f"{HAT_PROOFS} {VERIFY}", "games/hats/solve/proofs"),
    (WRITTEN, "games/written/rules games/written/knowledge games/written/solve"),
    (f"{DAVINCI} {MODELS}", "games/davinci/knowledge games/davinci/solve"),
    (f"{EGGHEAD} {MODELS}", "games/egghead/knowledge games/egghead/solve"),
    (f"{MUDDY} {MODELS}", "games/muddy/knowledge games/muddy/rules"),
    (f"tests/play/test_moves.py {MUDDY}", "play/moves"),
    (f"tests/test_conformance.py {MUDDY}", "play/fold play/declared play/knowing/listed"),
    (PLAY, "play/table/referee play/table/room"),
    ("tests/games/test_through_eyes.py", "play/knowing/through_eyes"),
    (STORE, "store"),
    (SITTING, "store/sitting store/kept_room play/knowing/world_counts"),
    (WALL, "web/views"),
    ("tests/web/test_strategies_play.py", "analysis/worker_calls"),
    ("tests/web/test_keys.py", "web/server/keys"),
    ("tests/web/test_pools.py", "web/server/workers"),
    (VERIFY, "checking"),
    (
        CHECKED_LAYERS,
        "checking/layers/five_agents checking/layers/four_colors "
        "checking/layers/layer_lists",
    ),
)
TABLES = "tests/test_conformance.py tests/analysis tests/cli/test_line_verbs.py tests/play"
FURTHER = {  # tests that look from further away: only at what the guards do not notice
    "logic/": f"{LOGIC} {DIAGRAMS} {MODELS} tests/logic/satisfiability tests/logic/planning"
    " tests/logic/test_stories.py tests/logic/test_files.py tests/logic/test_check.py"
    " tests/logic/test_saying.py tests/logic/test_smcdel.py",
    "inquiry/": f"{MASTERMIND} {BALANCE} {VERIFY} tests/learn/test_puzzles.py",
    "games/mastermind/": f"{INQUIRY} {VERIFY} tests/cli/test_certificates.py {TABLES}",
    "games/balance/": f"{VERIFY} tests/cli/test_certificates.py {TABLES}",
    "games/hats/": (
        f"tests/games/hats {VERIFY} tests/cli/test_hats.py tests/cli/test_hats_codes.py"
        " tests/cli/test_hats_edges.py tests/cli/test_certificates.py tests/test_library.py"
    ),
    "games/": f"{TABLES} {MODELS} {SITTING} tests/learn",
    "checking/": f"{VERIFY} tests/cli/test_certificates.py {CHECKED_LAYERS}",
    "": f"{TABLES} {STORE} {SITTING} {WALL} tests/experiments/test_running.py"
    " tests/test_library.py::test_a_table_shows_itself_without_its_secret",
}
GUARDS = {  # a module, and the tests that guard it
    module: tests
    for tests, places in GUARDED
    for place in places.split()
    for module in modules_at(place)
}
UNNOTICED = (  # errors that no test noticed once: planted in every sample
    ("inquiry/optimum/kernel.py", "two, value, solved, frame", "two, value, True, frame"),
    ("analysis/worker_calls.py", "MOVING, seat, turn", "MOVING, turn, turn"),
    ("play/table/referee.py", "MOVING, seat, len(self.turns)", "MOVING, seat, 0"),
)
UNSEEN = {  # parts of lines where an error changes no answer, and why
    "STEPS = ": "how often Ctrl-C is listened for",
    "PROBES = ": "places tried in the memory: speed alone",
    "SIGNS = ": "splits remembered at a node: speed alone",
    "LARGE = ": "where the search changes hands: speed alone",
    "QUICK = ": "where the search changes hands: speed alone",
    "MIDDLE = ": "where symmetry pays: speed alone",
    "MANY = ": "how many openers are tried: speed alone",
    "TRIED = ": "pairs looked at: speed alone",
    "SMALL": "what is few enough to be done one by one: speed alone",
    "SAMPLE = ": "pairs looked at first: speed alone",
    "CHUNK = ": "sets looked at together: speed alone",
    "for near in ": "which weighings are tried first: speed alone",
    "(small, ": "what is compiled before the search: speed alone",
    "small = make_board(": "what is compiled before the search: speed alone",
    "self.large = ": "where the search changes hands: speed alone",
    "compiled = size": "when compiling pays: speed alone",
    "recent.": "when compiling pays: speed alone",
    "share = max(": "what is looked at together: speed alone",
    "SCALES = ": "how duals are made whole: another proof, which is checked all the same",
    "MOST": "limits of size",
    "CHECKED = ": "limits of size",
    "random_seed = ": "random numbers: any others do",
    "parameters.linearization_level": "how a solver works: speed alone",
    "parameters.num_workers": "how a solver works: speed alone",
    "np.uint64(0x": "random words: any others do",
    "board.seen[": "statistics of a search",
    "self.steps": "statistics of a check",
    "self.visited": "statistics of a search",
    "self.work(": "how much a search may do",
    "reserve(": "how much memory is asked for",
    "needed += ": "how much memory is asked for",
    "needed = ": "how much memory is asked for",
    "self.ask(": "how much memory is asked for",
    "columns = 64 + ": "how much memory is asked for",
    "tell(": "how progress is told",
    "progress(": "how progress is told",
    "report(": "how progress is told",
    "strict=": "whether lists are as long as each other, which they are",
    'number(claim, "': "how large a claim may be",
    "words = -(-size": "how much memory is asked for",
    "KEPT_BY": "how many pictures and cells are remembered: speed alone",
    "run(setup, 0, 40": "what is run before the clock starts: its outcome is not looked at",
    "@lru_cache": "how much is kept: speed alone",
    "lru_cache(": "how much is kept: speed alone",
    "@dataclass(": "whether a value can be changed: mypy's business",
    "@compiled(": "how a kernel is compiled: speed alone",
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

    @property
    def name(self) -> str:
        """What the error is called, wherever its line stands."""
        return f"{self.module}: {self.before}  ->  {self.after}"


# ----------------------------------------------------------------- which errors there are


def mutants(module: str) -> Iterator[Mutant]:
    """Every error that can be planted in a module."""
    source = (SOURCE / module).read_text(encoding="utf-8")
    lines = source.splitlines()
    tree = ast.parse(source)
    types = {id(part) for node in ast.walk(tree) for part in parts_unseen(node)}
    for node in ast.walk(tree):
        changed = None if id(node) in types else changes(node)
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


def unnoticed(module: str) -> Iterator[Mutant]:
    """The errors of a module that no test noticed once."""
    source = (SOURCE / module).read_text(encoding="utf-8")
    for name, right, wrong in UNNOTICED:
        if name == module:
            before, after = source.split(right)
            line = before.count("\n")
            text = f"{before}{wrong}{after}"
            lines = source.splitlines()[line], text.splitlines()[line]
            yield Mutant(module, line + 1, lines[0].strip(), lines[1].strip(), text)


def parts_unseen(node: ast.AST) -> Iterator[ast.AST]:
    """What no program reads: types, the words of a refusal, and how much is below zero."""
    found = [getattr(node, field, None) for field in ("annotation", "returns")]
    match node:
        case ast.Call(func=ast.Name(id="require"), args=[_, words]):
            found.append(words)
        case ast.Raise(exc=ast.Call(args=words)):
            found += words
        case ast.Call(func=ast.Attribute(attr="reshape"), args=sizes):
            found += [size for size in sizes if isinstance(size, ast.UnaryOp)]
    for part in found:
        if isinstance(part, ast.AST):
            yield from ast.walk(part)


def wrapped(node: ast.AST) -> str:
    """The node as text that stands by itself."""
    text = ast.unparse(node)
    return text if isinstance(node, ast.Constant) else f"({text})"


def changes(node: ast.AST) -> ast.AST | None:
    """The node with an error, if there is one to plant."""
    copy = shallow(node)  # what is below is shared, and not changed
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


def survived_in(line: str, mutant: Mutant) -> bool:
    """Whether a line of a log says that the error survived."""
    return "SURVIVED" in line and line.endswith(f"{mutant.before}  ->  {mutant.after}")


def known_survivors() -> dict[str, str]:
    """Errors that were looked at by hand: their names, and why they survive."""
    found, reason = {}, ""
    for line in SURVIVORS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            reason = line.strip("# ")
        elif line.strip():
            found[line.strip()] = reason
    return found


def sampled(found: list[Mutant], number: int, parts: int, seed: int) -> list[Mutant]:
    """So many errors by chance, out of so many parts: tests of few parts are looked at.

    A part is taken the more often, the more errors it has, and as many errors of each part
    that is taken: every error has the same chance.  Without parts, of all together.
    """
    rng = random.Random(seed)  # noqa: S311 -- a sample
    if not parts:
        return rng.sample(found, min(number, len(found)))
    groups = defaultdict(list)
    for mutant in found:
        groups[GUARDS[mutant.module]].append(mutant)
    sizes = [len(group) for group in groups.values()]
    taken = Counter(rng.choices([*groups], sizes, k=parts))
    return [
        mutant
        for guards, times in taken.items()
        for mutant in rng.sample(
            groups[guards], min(times * number // parts, len(groups[guards]))
        )
    ]


# --------------------------------------------------------------------- what kills them


def answers(
    chosen: list[Mutant], places: list[Path], *, quick: bool, near: bool
) -> Iterator[tuple[Mutant, str]]:
    """What became of every error; each copy of the package is one core's to work in."""
    groups = defaultdict(list)
    for mutant in chosen:
        groups[GUARDS[mutant.module]].append(mutant)
    tasks = sorted(groups.items(), key=lambda task: len(task[1]))
    told: SimpleQueue[tuple[Mutant, str] | BaseException] = SimpleQueue()

    def work(place: Path) -> None:
        try:
            while tasks:
                guards, group = tasks.pop()
                for answer in group_answers(guards, group, place, quick=quick, near=near):
                    told.put(answer)
        except BaseException as error:
            told.put(error)
        finally:
            told.put(StopIteration())

    for place in places:
        Thread(target=work, args=[place], daemon=True).start()
    at_work = len(places)
    while at_work:
        match told.get():
            case StopIteration():
                at_work -= 1
            case BaseException() as error:
                raise error
            case answer:
                yield answer


def group_answers(
    guards: str, group: list[Mutant], place: Path, *, quick: bool, near: bool
) -> Iterator[tuple[Mutant, str]]:
    """What became of errors with the same guards; those outside of functions last."""
    paths = [*guards.split(), *sorted({f"src/whoknows/{m.module}" for m in group})]
    outside, late = [], defaultdict[str, dict[Mutant, str]](dict)
    for mutant, answer in quickly(group, paths, place):
        if answer == "outside" or (answer == UNENTERED and not quick):
            outside.append(mutant)
        elif answer.startswith("SURVIVED") and not near:
            late[further(mutant.module)][mutant] = answer
        else:
            yield mutant, answer
    for tests, some in late.items():
        for mutant, answer in quickly([*some], tests.split(), place, longest=1.0):
            yield mutant, some[mutant] if answer == UNENTERED else answer
    for mutant in () if quick else outside:
        dead = killed_alone(mutant, paths, place)
        yield mutant, "killed: in a new process" if dead else "SURVIVED"


def further(module: str) -> str:
    """The tests that look at a module from further away."""
    return next(tests for place, tests in FURTHER.items() if module.startswith(place))


def quickly(
    group: list[Mutant], paths: list[str], place: Path, *, longest: float = 3.0
) -> Iterator[tuple[Mutant, str]]:
    """The answers of the plugin, by tests that take so many seconds of the processor."""
    asked = place / "planted.json"
    asked.write_text(json.dumps([mutant._asdict() for mutant in group]))
    plain = "--assert=plain"  # else functions that assert are compiled in another way
    words = ["-s", plain, "-p", "planted", "-W", "ignore::RuntimeWarning", *paths]
    around = {"PLANTED": str(asked), "NUMBA_DISABLE_JIT": "1"}
    around["PLANTED_LONGEST"] = str(longest)
    said, count = list[str](), 0
    with tests_running(words, place, around) as run:
        assert run.stdout is not None
        for line in run.stdout:
            said.append(line)
            if not line.startswith(MARK):
                continue
            found = json.loads(line.removeprefix(MARK))
            if "number" in found:
                count += 1
                yield group[found["number"]], found["answer"]
            else:
                print(found, *paths, flush=True)
        if run.wait() in NO_TESTS or count < len(group):
            raise SystemExit("".join(said[-40:]) + f"\nno tests guard: {paths}")


def killed_alone(mutant: Mutant, paths: list[str], place: Path) -> bool:
    """Whether the guards notice the error in a process of their own."""
    target = place / "src" / "whoknows" / mutant.module
    right = target.read_text(encoding="utf-8")
    target.write_text(mutant.text, encoding="utf-8")
    try:
        with tests_running(["-x", *paths], place, {}) as run:
            run.communicate(timeout=PATIENCE)
            return run.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(right, encoding="utf-8")


@contextmanager
def tests_running(
    words: list[str], place: Path, around: dict[str, str]
) -> Iterator[subprocess.Popen[str]]:
    """A process of pytest, which ends when we end, with all that it has started."""
    run = subprocess.Popen(  # noqa: S603 -- our own tests
        [sys.executable, "-m", "pytest", "-q", "-m", "not slow", "-p", "no:cacheprovider",
         *words],
        cwd=place,
        env=environment(place) | around,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )  # fmt: skip
    RUNNING.add(run)
    try:
        yield run
    finally:
        end(run)
        run.communicate()
        RUNNING.discard(run)


def end(run: subprocess.Popen[str]) -> None:
    """End a process with all that it has started, if it has not ended."""
    if run.poll() is None:
        os.killpg(run.pid, signal.SIGTERM)


@contextmanager
def copies(number: int) -> Iterator[list[Path]]:
    """So many copies of the repository, in which nothing runs any more at the end."""
    ignored = shutil.ignore_patterns(".git", ".venv", "site", "*.nbc", "*.nbi")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        places = [Path(folder) / f"copy{k}" for k in range(number)]
        for place in places:
            shutil.copytree(ROOT, place, ignore=ignored)
        try:
            yield places
        finally:
            for run in [*RUNNING]:
                end(run)


def environment(place: Path) -> dict[str, str]:
    """Where the tests find the copy of the package, and the plugin."""
    path = f"{place / 'src'}{os.pathsep}{place / 'scripts'}"
    return {**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(place / "numba")}


def main() -> int:
    """Plant a sample of the errors, or all, and show what survives."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--all", action="store_true", help="every error: an hour or two")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--number", type=int, default=NUMBER)
    options.add_argument("--parts", type=int, default=PARTS, help="0: of all together")
    options.add_argument("--cores", type=int, default=os.cpu_count() or 1)
    options.add_argument("--quick", action="store_true", help="none outside of functions")
    options.add_argument("--near", action="store_true", help="by the nearest tests alone")
    options.add_argument("--again", type=Path, help="only what survived in this log")
    options.add_argument(
        "--module", nargs="+", default=[""], help="only modules whose path has one of these"
    )
    asked = options.parse_args()
    for ending in (signal.SIGINT, signal.SIGTERM):  # and with us what we have started
        signal.signal(ending, lambda number, _: sys.exit(128 + number))
    modules = [name for name in GUARDS if any(part in name for part in asked.module)]
    first = [m for name in modules for m in unnoticed(name)]
    found = [m for name in modules for m in mutants(name)]
    if asked.again:
        text = asked.again.read_text(encoding="utf-8")
        first, found = (
            [m for m in some if any(survived_in(line, m) for line in text.splitlines())]
            for some in (first, found)
        )
    sample = found
    if not asked.all:
        sample = sampled(found, asked.number, asked.parts, asked.seed)
    chosen = first + sample
    known, planted, survived = known_survivors(), 0, list[Mutant]()
    same = [mutant for mutant in chosen if mutant.name in known]
    chosen = [mutant for mutant in chosen if mutant.name not in known]
    with copies(asked.cores) as places:
        for planted, (mutant, answer) in enumerate(
            answers(chosen, places, quick=asked.quick, near=asked.near), start=1
        ):
            survived += [mutant] if answer.startswith("SURVIVED") else []
            print(f"{planted}/{len(chosen)} {answer} | {mutant}", flush=True)
    share = 1 - len(survived) / max(planted, 1)
    print(f"{len(found):,} errors; {len(same)} of those chosen change no answer")
    print(f"{planted - len(survived):,} of {planted:,} planted are killed: {share:.1%}")
    return 1 if share < ENOUGH else 0


if __name__ == "__main__":
    sys.exit(main())
