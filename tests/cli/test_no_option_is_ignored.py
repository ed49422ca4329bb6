"""Every option changes what a command says, or is refused with the reason.

Each command is called as in `BASES`, then with one further option, then with two.  Whatever
is taken without a word and changes nothing was ignored, unless `RIGHTLY` says why not.
Options that only bound the work, or that a document holds anyway, are named once for all.
"""

import hashlib
import re
import shlex
import shutil
from itertools import combinations
from pathlib import Path

import pytest
import typer
from tests.cli.test_fuzz import Late, at_most
from typer.testing import CliRunner

from whoknows.cli.main import app

CHANCE = "'R:3/4+B:1/4,P,P,P PPPP PPPP'"
SMALL = "--game mastermind --set colors=3 --set pegs=2 --strategy random --games 6 --seed 1"
KEPT = "kept.db"  # a database with an experiment, in the folder of every call
BASES = [
    "strategies mastermind",
    "replay examples/davinci.json",
    "review examples/davinci.json",
    "check examples/muddy.txt",
    "draw examples/muddy.txt -o drawn.svg",
    "draw examples/letter.txt -o drawn.svg --events",
    "valid 'K ann p -> K bob p'",
    "find 'p & ~K ann p & K bob p'",
    "find --random 3 --seed 1",
    "plan examples/transfer.txt",
    "examples",
    "examples muddy.txt",
    "hats maximal -n 3",
    "hats adequate -n 4",
    "hats matrix -n 3",
    "hats matrix 1,6,9,14 -n 4",
    "hats best -n 3",
    "hats psi -n 4",
    "hats tables -n 3",
    "hats simulate -n 3 --games 300 --seed 1",
    "hats simulate BPPR BPPR BPPR --games 300 --seed 1",
    "hats codes -n 6 --search --time-limit 0.3 --seed 1",
    "hats codes -n 4 --radius 2 --time-limit 0.3 --seed 1",
    "hats tell BPPR BPPR BPPR --seed 1",
    "hats tell BPPR BPPR BPPR --hats RBB",
    "hats chains -n 3",
    "hats chains RRRR BRRR",
    "hats graph --sees path:3",
    "hats line --seed 1",
    "hats line --hats RBGRB --colors 3",
    "hats count -n 3",
    "hats evaluate BPPR BPPR BPPR",
    f"hats evaluate {CHANCE}",
    "mastermind break --secret 1323 --pegs 4 --colors 4",
    "mastermind suggest --history 1122:1,1 --history 3345:1,0",
    "mastermind evaluate --pegs 3 --colors 4",
    "mastermind compare --pegs 3 --colors 4",
    "mastermind optimal --pegs 3 --colors 4",
    "mastermind plan --pegs 3 --colors 4",
    "mastermind static --pegs 2 --colors 3 --seed 1",
    "balance different --coins 4",
    "balance solve --coins 5",
    "balance ask --coins 5",
    "balance compare --coins 5",
    "balance capacity --weighings 2",
    "balance design --weighings 3",
    "davinci examples",
    "egghead notes",
    "egghead simulate --players 2 --cards 1 --values 3 --rounds 5 --seed 1 --workers 1",
    "puzzle new --kind numbers --level 2 --seed 5",
    "puzzle day --date 2026-12-24",
    "puzzle muddy",
    "puzzle hats",
    "puzzle cheryl",
    "puzzle consecutive",
    "puzzle logicians",
    "puzzle russian-cards",
    "puzzle cryptographers",
    "puzzle pardon",
    "puzzle prisoners --prisoners 5 --games 20 --seed 3",
    "lesson check examples/coin-lesson.md",
    "inquiry solve examples/animals.csv",
    f"experiment show kept --db {KEPT}",
    f"experiment list --db {KEPT}",
    f"experiment export kept -o out.csv --db {KEPT}",
    f"experiment game kept 1 -o out.json --db {KEPT}",
    f"experiment run {SMALL} --workers 1 --name new --db new.db",
    "davinci experiment --strategies random,aggressive --players 3 --tiles 8 --hand 2"
    " --games 30 --seed 1 --workers 1 --name new --db new.db",
    "tournament mastermind --strategies random,entropy --games 4 --seed 1 --workers 1",
    "tournament hats --strategies leader,random --games 6 --seed 1 --workers 1",
    "tournament davinci --strategies random,aggressive --games 4 --seed 1 --workers 1"
    " --set players=2 --set tiles=6 --set hand=2",
    *(
        call
        for game in (
            "mastermind --seed 1 --pegs 3 --colors 3",
            "balance --seed 1",
            "muddy --seed 1",
            "hats --seed 1",
            "davinci --seed 1 --players 2 --tiles 6 --hand 2",
            "egghead --seed 1 --players 2 --cards 1 --values 3",
        )
        for call in (f"watch {game}", f"play {game} --save game.json")
    ),
]
VALUES = {  # values that should matter; the first that is taken and does is used in pairs
    "--seed": ["4", "5", "6"], "--players": ["4", "2"], "--colors": ["3", "4", "b"],
    "--p": ["0.7"], "--chances": ["0,1/8,1/8,1/8,1/8,1/8,1/8,1/4"], "--need": ["2"],
    "--wrong": ["1"], "--rounds": ["2", "3"], "--views": ["counts"],
    "--sees": ["1-2,2-3", "path:4"], "--order": ["reversed"], "--weights": ["2,-1,0"],
    "--repeats": ["5"], "--against": ["BPPP BPPP BPPP", "random", "logician"],
    "--output": ["out.svg", "out.json", "out.txt"], "-o": ["out.svg", "out.html", "o.csv"],
    "--svg": ["out.svg"], "--draw": ["out.svg", "shuffle"], "--board": ["out.svg"],
    "--certificate": ["cert.json"], "--time-limit": ["0.5"], "--method": ["brute"],
    "--workers": ["2"], "--size": ["5"], "--limit": ["2"], "--file": ["deal.txt"],
    "--by": ["leader"], "--games": ["7"], "--syndrome": ["1"], "--target": ["9"],
    "--radius": ["2"], "--check": ["code.txt"], "--plot": ["plot.svg"], "--length": ["6"],
    "--hats": ["BRR", "RBGRB", "wb"], "--first": ["112", "12"], "--ties": ["last"],
    "--strategy": ["worst-case", "parts", "random"], "--top": ["2"],
    "--strategies": ["random", "random,careful", "random,random"], "--pegs": ["2"],
    "--history": ["123:1,1", "1 : 2 LT"], "--worst": ["2", "4"], "--minimize": ["worst"],
    "--keep": ["aggregates", "kept"], "--depth": ["1"], "--coins": ["6"], "--odd": ["3"],
    "--kind": ["heavy", "muddy"], "--goal": ["K bob secret", "coin"],
    "--references": ["1"], "--weighings": ["3"], "--table": ["1"], "--tiles": ["10"],
    "--hand": ["4"], "--lowest": ["3"], "--semantics": ["original"], "--name": ["called"],
    "--going-on": ["never"], "--db": ["y.db"], "--cards": ["2"], "--values": ["4"],
    "--analysing": ["0"], "--analysing-at": ["1"], "--moderator": ["rotating"],
    "--dealing": ["slow", "stacks"], "--copies": ["1", "8"], "--deck": ["deck.toml"],
    "--figures": ["figs"], "--journal": ["j.db"], "--seat": ["1"], "--turns": ["1"],
    "--turn": ["2"], "--given": ["p", "K bob p"], "--level": ["3"], "--answer": ["7"],
    "--date": ["2026-12-25", "July 16"], "--children": ["4"], "--muddy": ["1"],
    "--engine": ["symbolic", "table"], "--men": ["4"], "--bound": ["70"], "--anne": ["3"],
    "--bill": ["2"], "--logicians": ["4"], "--without": ["1"], "--hands": ["6"],
    "--announcement": ["012 034 056 135 246 146"],
    "--deal": ["013.245.6", "RBB", "BBR", "b1 w1"],
    "--diners": ["4"], "--payer": ["2"], "--prisoners": ["4"], "--exercise": ["1"],
    "--style": ["grid", "rings"], "--at": ["1"], "--after": ["1"], "--agents": ["ann", "3"],
    "--title": ["Title"], "--theme": ["dark"], "--same-as": ["p"], "--logic": ["K"],
    "--most": ["1"], "--like": ["examples/muddy.txt"], "--random": ["2"],
    "--facts": ["3"], "--worlds": ["3"], "--longest": ["1"], "--as": ["ann"],
    "--domain": ["d"], "--library": ["l"], "--many": ["2"], "--game": ["balance"],
    "--set": ["colors=2"], "--cluster": ["tcp://127.0.0.1:1"], "--move-limit": ["5"],
    "--figure": ["curve"], "--series": ["1"], "--save": ["saved.json"], "--rows": ["1"],
    "--maker": ["evil"], "--keeper": ["evil"], "--points": ["1"], "--secret": ["1222"],
    "--plan": ["plan.json"], "--agreed": ["BPPR BPPR BPPR"], "--least": ["2"],
}  # fmt: skip
WORLD = {"--need", "--wrong", "--rounds", "--views", "--no-passing", "--p", "--chances"}
ANYWHERE = {  # options that may rightly change nothing that is said
    "--time-limit": "bounds the work",
    "--workers": "bounds the work",
    "--move-limit": "bounds the work",
    "--most": "bounds the search, which may end before",
    "--worst": "bounds a plan that may need less",
    "--engine": "another way to the same answer",
    "--trust": "only allows what is not wanted here",
    "--yes": "only allows what is not wanted here",
    "--keep": "where the search, or every row, is kept",
    "--db": "where games are kept",
    "--repeats": "as it is by default",
    "--undo": "as it is by default",
    "--spoilers": "as it is by default",
}
IN_DOCUMENTS = {"--formulas", "--solve", "--matrices", "--title"}  # or that have no title
RIGHTLY = {  # by the beginning of a call; of a pair, the first is idle beside the other
    "check": {"--empty": "is for laws without a world"},
    "draw examples/letter.txt": {"--after": "one step alone has events"},
    "plan": {
        "--knowing": "all acts of the plan are known to be possible",
        "--longest --goal": "the plan is short",
        "--longest --as": "there is no plan at all",
    },
    "hats best": {"--chances --shared": "two levels have the same chance as before"},
    "hats simulate": {
        "--wrong": "all err together, or nobody does",
        "--rounds": "in later rounds the deal passes",
        "--sees": "everybody is seen",
        "--syndrome --p": "the likeliest round is given up by no syndrome chosen",
        "--views --by": "the leader looks at nobody",
    },
    "hats codes": {"--target": "no code is so small"},
    "hats tell": {"--wrong": "all err together", "--rounds": "the deal passes then"},
    "hats chains RRRR": {"--players": "as many as the rounds have letters"},
    "hats evaluate": {
        "--wrong": "all err together, or nobody does",
        "--rounds": "in later rounds the deal passes",
        "--sees": "everybody is seen",
        "--order": "the deal reads the same from behind",
        "--seed": "the median of many rounds may be the same",
    },
    "mastermind evaluate": {"--ties --first": "after that guess nothing is tied"},
    "mastermind optimal": {"--minimize": "one plan is best in both ways"},
    "mastermind plan": {
        "--strategy --repeats": "both strategies make the same guesses",
        "--strategy --no-repeats": "both strategies make the same guesses",
        "--strategy --depth": "they begin alike",
    },
    "balance": {
        "--minimize": "one plan is best in both ways",
        "--goal --kind": "who knows the coin knows the case",
        "--strategy": "five coins leave no choice",
        "--kind --odd": "two weighings are too few for two odd coins",
        "--odd": "as it is by default",
    },
    "egghead": {
        "--moderator": "nobody has asked yet, or a round is as long",
        "--draw": "nothing was drawn yet",
        "--dealing": "a stack is one card, or none was dealt",
        "--journal": "is a file of results",
    },
    "inquiry solve": {
        "--minimize": "one plan is best in both ways",
        "--ends": "as it is by default",
        "--knows": "as it is by default",
    },
    "davinci experiment": {
        "--lowest": "numbers are names, and few games are won as often",
        "--drawing --going-on": "few games are won as often",
        "--jokers --going-on": "few games are won as often",
    },
    **{
        f"{door} {game}": whys
        for door in ("watch", "play")
        for game, whys in {
            "mastermind": {"--maker --evil": "says the same twice"},
            "balance": {"--keeper --evil": "says the same twice"},
            "davinci": {
                "--jokers --full": "says the same twice",
                "--drawing --full": "says the same twice",
            },
        }.items()
    },
    "play": {"--against": "the others have not moved yet"},
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with what options name: a deal, a code, and a finished experiment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    Path("deal.txt").write_text("BPPR BPPR BPPP\n")
    Path("code.txt").write_text("000\n111\n")
    words = ["experiment", "run", *SMALL.split(), "--name", "kept", "--db", KEPT]
    CliRunner().invoke(app, [*words, "--workers", "1"], catch_exceptions=False)
    return tmp_path


def outcome(words, folder):
    """What a call says and writes, without times and random names; whether it was taken."""
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    kept = Path(KEPT).read_bytes()
    try:
        with at_most(30):
            result = CliRunner().invoke(app, words, input=said_to(words))
    except Late:
        return False, "late"
    said = f"{result.stdout}\n{result.stderr}\n{result.exception}"
    said = re.sub(r"\d+(\.\d+)? ?(s|ms|seconds?)\b|resume [0-9a-f]{8}", "", said)
    said = re.sub(r'"seconds": [\d.e-]+|\b[0-9a-f]{12}\b', "", said)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path in before or not path.exists():
            continue
        if path.is_file() and path.suffix != ".db":
            said += f"{path} {hashlib.md5(path.read_bytes()).hexdigest()}"
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    Path(KEPT).write_bytes(kept)
    return result.exit_code == 0, said


def said_to(words):
    """What is said to a game, so that it tells its rules and its setup, and then ends."""
    asked = "rules\nleft\nhint\n" if words[0] == "play" else ""
    return asked + "quit\n" * 3


def command_of(words):
    """The command that the first words name."""
    node = typer.main.get_command(app)
    context = node.make_context("whoknows", ["games"], resilient_parsing=True)
    for word in words:
        if not hasattr(node, "get_command"):
            break
        node = node.get_command(context, word)
    return node


def further(words):
    """Each option that a call does not have yet, with the values to try."""
    for param in command_of(words).params:
        if param.param_type_name != "option" or {*param.opts} & {*words}:
            continue
        if getattr(param, "is_flag", False):
            yield param.opts[0], [[name] for name in (*param.opts, *param.secondary_opts)]
        else:
            name = param.opts[0]
            yield name, [[name, value] for value in VALUES.get(name, ["1"])]


def ignored(base, folder):
    """What changes nothing beside a call: options, and pairs of options."""
    words = shlex.split(base)
    taken, plain = outcome(words, folder)
    assert taken, plain
    alone = {}
    for name, tries in further(words):
        found = [(more, *outcome([*words, *more], folder)) for more in tries]
        good = [(more, said) for more, taken, said in found if taken]
        matter = [(more, said) for more, said in good if said != plain]
        if matter:
            alone[name] = matter[0]
        elif good:
            yield name
    for (one, (some, first)), (two, (others, second)) in combinations(alone.items(), 2):
        taken, said = outcome([*words, *some, *others], folder)
        if taken and said in (first, second):
            yield f"{one} {two}" if said == second else f"{two} {one}"


def is_right(base, found):
    """Whether an option may change nothing there; of a pair, the first was ignored."""
    idle, *beside = found.split()
    listed = {n for key, names in RIGHTLY.items() if base.startswith(key) for n in names}
    if idle in ANYWHERE or found in listed or idle in listed:
        return True
    if beside == ["--json"] and idle in IN_DOCUMENTS:
        return True
    return bool(base.startswith("hats ") and beside and {idle, *beside} <= WORLD)


@pytest.mark.slow
@pytest.mark.parametrize("base", BASES)
def test_every_option_matters_or_is_refused(base, folder):
    assert [found for found in ignored(base, folder) if not is_right(base, found)] == []


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("find p --agents 3 --seed 1", "--agents and --seed have no use without --random"),
        ("find p --at 1", "--at has no use without --like"),
        ("find --random 2 --most 3", "--most has no use without a FORMULA"),
        ("review examples/davinci.json --workers 2", "--workers has no use without --many"),
        ("review examples/davinci.json --db x.db", "--db has no use with a FILE"),
        ("review examples/davinci.json --no-spoilers", "--spoilers has no use without a"),
        ("hats adequate --json --limit 3", "--limit has no use with --json"),
        ("davinci experiment --table 1 --players 4", "--players has no use with --table"),
        (f"experiment run {SMALL} --rotate", "--rotate has no use where everybody sits"),
        ("tournament mastermind --strategies random,first --teams", "1 seat has no teams"),
        ("davinci experiment --full --lowest 2", "--lowest has no use with --full"),
        ("egghead notes --analysing-at 1 --analysing 0", "--analysing has no use with"),
        ("egghead simulate --figures f --analysing 2", "--analysing has no use with"),
        ("watch mastermind --evil --make", "--make means --maker mind, and not evil"),
        ("puzzle hats --hats wb --men 4", "--men has no use with --hats"),
        ("puzzle russian-cards --hands 6", "--hands has no use without --find"),
        ("puzzle russian-cards --find --formulas", "--formulas has no use with --find"),
        ("inquiry solve examples/animals.csv --strategy entropy --worst 3", "--worst has"),
        ("inquiry solve examples/animals.csv --json --depth 1", "--depth has no use where"),
    ],
)
def test_what_would_change_nothing_is_refused(call, said):
    result = CliRunner().invoke(app, shlex.split(call))
    assert result.exit_code != 0
    assert said in f"{result.exception}"
