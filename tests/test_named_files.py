"""What a document names never runs, and is not read: only a person names files.

Transcripts, kept rooms, experiments, texts, and certificates that name files of Python, a
deck, and a game are given to every command, to the library, and to the API.  The files
lie where they are named; a trace is left by whoever runs or opens one.
"""

import json
import re
import sys
from io import StringIO
from pathlib import Path

import pytest
from typer.main import get_command

import whoknows as wk
from tests.cli.test_fuzz import at_most, commands
from tests.toy import TOY
from tests.web.test_api import Api
from whoknows.catalog import FILES as OWN_GAMES
from whoknows.cli.main import app, main
from whoknows.errors import NotAllowed, UnknownName, WhoknowsError
from whoknows.experiments.experiment import from_file
from whoknows.store import open_store
from whoknows.store.experiment_rows import add_experiment
from whoknows.store.kept_room import kept_room
from whoknows.store.rooms import add_room, recent_rooms
from whoknows.store.sitting import resumed
from whoknows.web.rooms.host import Host
from whoknows.web.server import workers

OWN_STRATEGIES = "WHOKNOWS_STRATEGIES"  # the variable for strategies in files
SECONDS = 20.0  # of the processor, for one command
PLANTED = ("evil.py", "deck.toml", "planted.game")
STRATEGY = "evil.py:S"
EVIL = """
from pathlib import Path
Path({trace!r}).touch()
from tests.toy import TOY as GAME
def S(sight, history, rng):
    raise AssertionError
"""
DECK = '[[question]]\nask = "count(cards)"\n'
FORMAT = {"format": "whoknows transcript", "version": 1, "seed": 1, "moves": []}
SETUPS = {  # of which no document may name a file
    "egghead": {"players": 2, "deck": "deck.toml"},
    "written": {"text": "planted.game"},
}
watched: list[tuple[Path, list[str]]] = []  # the folder of a test, and what was opened


def note_opened(event, arguments):
    """Note what is opened of the files that are planted."""
    if event == "open" and watched and isinstance(arguments[0], str | Path):
        folder, opened = watched[-1]
        path = Path(arguments[0])
        if path.name in PLANTED and (not path.is_absolute() or path.parent == folder):
            opened.append(path.name)


sys.addaudithook(note_opened)


def transcripts():
    """Transcripts that name files."""
    yield "game", FORMAT | {"game": "evil.py:GAME", "setup": {}}
    yield "text", FORMAT | {"game": "planted.game", "setup": {}}
    yield "seats", FORMAT | {"game": "mastermind", "setup": {}, "seats": [STRATEGY]}
    for game, setup in SETUPS.items():
        yield game, FORMAT | {"game": game, "setup": setup}


def plans():
    """Experiments that name files, as they are before they are begun."""
    usual = {"game": "davinci", "games": 1, "strategies": ["random"]}
    yield "game", usual | {"game": "evil.py:GAME"}
    yield "text", usual | {"game": "planted.game"}
    yield "strategies", usual | {"strategies": [["random", STRATEGY]]}
    yield "seatings", usual | {"strategies": [], "seatings": [[STRATEGY] * 4]}
    for game, setup in SETUPS.items():
        yield f"setup-{game}", usual | {"game": game, "setup": setup}


def as_toml(plan):
    setup = plan.get("setup", {})
    lines = [f"{key} = {json.dumps(plan[key])}" for key in plan if key != "setup"]
    lines += ["[setup]", *(f"{key} = {json.dumps(setup[key])}" for key in setup)]
    return "\n".join(lines) + "\n"


def room_documents():
    """Rooms that name files."""
    house = {"undo": True, "spectators": "public", "practice": False}
    usual = {"seed": 1, "deal": None, "house": house, "host": None}
    setup = {"players": 2, "tiles": 8, "hand": 2}
    for seat in (0, 1):  # one of them is to move first
        chairs = [["Ann", None], ["Eve", STRATEGY]]
        chairs = chairs if seat == 0 else chairs[::-1]
        document = usual | {"setup": setup, "chairs": chairs}
        yield f"lab{seat}", "davinci", document | {"host": seat}
        yield f"terminal{seat}", "davinci", document | {"terminal": seat}
    for game, named in {"evil.py:GAME": {}, "planted.game": {}, **SETUPS}.items():
        chairs = [["Ann", None], ["Bob", "random"]]
        document = usual | {"setup": named, "chairs": chairs, "terminal": 0}
        yield f"game {game}"[:12], game, document


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of documents that name the files beside them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv(OWN_GAMES, "")
    monkeypatch.setenv(OWN_STRATEGIES, "")
    (tmp_path / "evil.py").write_text(EVIL.format(trace=str(tmp_path / "ran")))
    (tmp_path / "deck.toml").write_text(DECK)
    (tmp_path / "planted.game").write_text(wk.GAMES["written"].setup().text)
    for name, document in transcripts():
        (tmp_path / f"{name}.json").write_text(json.dumps(document))
    for name, plan in plans():
        (tmp_path / f"{name}.toml").write_text(as_toml(plan))
    claim = {"game": "evil.py:GAME", "strategy": STRATEGY, "text": "planted.game"}
    certificate = {"format": "whoknows certificate", "version": 1, "kind": "table"}
    (tmp_path / "certificate.json").write_text(json.dumps(certificate | {"claim": claim}))
    (tmp_path / "lesson.md").write_text("# A lesson\n\n```game\nplanted.game\n```\n")
    with open_store("planted.db") as store:
        for name, game, document in room_documents():
            add_room(store, name, game, document, {}, over=False)
        for name, plan in plans():
            add_experiment(store, name, name, stored(plan), 1)
    opened: list[str] = []
    watched.append((tmp_path, opened))
    yield tmp_path
    watched.pop()
    assert not (tmp_path / "ran").exists(), "a file that a document names was run"
    assert not opened, "a file that a document names was read"


def stored(plan):
    """An experiment as a database has it, without the text of its files."""
    usual = {"seed": 0, "seatings": [], "rotate": False, "setup": {}, "sources": {}}
    strategies = [[s] if isinstance(s, str) else s for s in plan["strategies"]]
    setup = {name: [value] for name, value in plan.get("setup", {}).items()}
    return usual | plan | {"strategies": strategies, "setup": setup}


def called(monkeypatch, *words):
    """The exit code of a command in this very process; nobody is at the keyboard."""
    monkeypatch.setattr(sys, "argv", ["whoknows", *map(str, words)])
    monkeypatch.setattr(sys, "stdin", StringIO())
    with at_most(SECONDS), pytest.raises(SystemExit) as end:
        main()
    return end.value.code or 0


def readers():
    """Every command that takes a document: a file, or the name of what is kept."""
    for words, command in commands(get_command(app)):
        arguments = [p for p in command.params if p.param_type_name == "argument"]
        kept = any("--db" in p.opts for p in command.params)
        if arguments or kept:
            yield words, arguments, kept


PERSONS = {"strategies", "tournament"}  # whose word names a game: a person says it
READERS = [each for each in readers() if each[0][0] not in PERSONS]
NEEDED = {  # options without which a command reads nothing
    ("experiment", "plot"): ["-o", "out.svg"],
    ("experiment", "export"): ["-o", "out.csv"],
    ("experiment", "game"): ["0", "-o", "out.json"],
    ("egghead", "why"): ["--seat", "0"],
}


@pytest.mark.parametrize("words", [w for w, a, _ in READERS if a], ids=" ".join)
def test_no_command_runs_or_reads_what_a_file_names(folder, words, monkeypatch):
    for file in sorted(folder.glob("*.json")) + sorted(folder.glob("*.[tm][od]*")):
        if file.name not in PLANTED:
            called(monkeypatch, *words, file.name, *NEEDED.get(words, []))


@pytest.mark.parametrize("words", [w for w, _, kept in READERS if kept], ids=" ".join)
def test_no_command_runs_or_reads_what_a_database_names(folder, words, monkeypatch):
    names = [name for name, _ in plans()] + [name for name, *_ in room_documents()]
    options = [*NEEDED.get(words, []), "--db", "planted.db"]
    if words == ("review",):
        called(monkeypatch, *words, "--many", *options[-1:])
        called(monkeypatch, *words, "--many", "strategies", *options)
    takes = {w: a for w, a, _ in READERS}[words]
    for name in names if takes else [""]:
        called(monkeypatch, *words, *filter(None, [name]), *options)


@pytest.mark.parametrize("name", [name for name, _ in transcripts()])
def test_the_library_runs_and_reads_nothing_that_a_document_names(folder, name):
    for told in (f"{name}.json", json.loads(Path(f"{name}.json").read_text())):
        try:
            wk.review(told, seat=0)
        except WhoknowsError:
            assert name != "seats"  # which are names only
        else:
            assert name == "seats"
    for read in (wk.load, from_file, wk.experiment):
        with pytest.raises(WhoknowsError):
            read(Path(f"{name}.json") if read is not wk.experiment else name)
    with pytest.raises(WhoknowsError):
        wk.loads(Path(f"{name}.json").read_text())


@pytest.mark.parametrize("name", [name for name, _ in plans()])
def test_an_experiment_runs_and_reads_no_file_that_it_names(folder, name, monkeypatch):
    assert called(monkeypatch, "experiment", "run", f"{name}.toml") == 2


@pytest.mark.parametrize("seat", [0, 1])
def test_no_strategy_in_a_file_moves_in_a_kept_room(folder, seat):
    with open_store("planted.db") as store:
        assert kept_room(store, f"lab{seat}").room.strategies.count(STRATEGY) == 1
        sitting = resumed(store, f"terminal{seat}")
        while not sitting.room.thinkers:
            game, sight = sitting.room.game, sitting.view.sight
            sitting = sitting.moved(game.move_name(game.moves(sight)[0]))
        with pytest.raises(NotAllowed, match="only if you name it yourself"):
            sitting.answered()


@pytest.mark.parametrize(
    "room", [room for room, *_ in room_documents() if room.startswith("game")]
)
def test_a_kept_room_reads_no_file(folder, room):
    with open_store("planted.db") as store, pytest.raises(WhoknowsError):
        kept_room(store, room)


@pytest.fixture(scope="module")
def thinkers():
    some = workers.thinkers(1)
    yield some
    some.close()


def test_the_api_runs_and_reads_nothing_that_is_named(folder, thinkers):
    host = Host(open_store("planted.db"), thinkers)
    api = Api(host)
    for name, document in transcripts():
        status = api("POST", "/replay", {"transcript": document}).status_code
        assert status == (200 if name == "seats" else 422), name
        made = {"game": document["game"], "setup": document["setup"]}
        asked = [{"name": "Eve", "strategy": STRATEGY}]
        assert api("POST", "/rooms", made | {"chairs": asked}).status_code == 422
        if name != "seats":
            assert api("POST", "/rooms", made).status_code == 422
    for room, *_ in room_documents():
        for what in ("", "/transcript", "/review", "/moves"):
            api("GET", f"/rooms/{room}{what}")
    moved = [live for live in host.live.values() if live.kept.room.table.turns]
    assert not moved
    api.loop.close()
    host.store.close()


# ------------------------------------------------------------- what a person says outright


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A folder with a game, a strategy, and a deck of one's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv(OWN_GAMES, "")
    monkeypatch.setenv(OWN_STRATEGIES, "")
    (tmp_path / "own.py").write_text(
        "from tests.toy import TOY as GAME\n"
        "def S(sight, history, rng):\n    return GAME.moves(sight)[0]\n"
    )
    (tmp_path / "deck.toml").write_text(DECK)
    return tmp_path


def test_a_game_and_strategies_of_ones_own_go_on_if_named_again(own, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: False, raising=False)
    begin = ["play", "own.py:GAME", "--against", "own.py:S", "--db", "own.db"]
    assert called(monkeypatch, *begin, "--seed", "1") == 0
    with open_store("own.db") as store:
        [(room, document)] = [(r.id, r.document) for r, _ in recent_rooms(store, 9)]
    assert [s for _, s in document["chairs"] if s] == ["own.py:S"]
    for name in (OWN_GAMES, OWN_STRATEGIES):  # a new process knows none of it
        monkeypatch.setenv(name, "")
    resume = ["play", "resume", room, "--db", "own.db"]
    assert called(monkeypatch, *resume) == 2
    assert called(monkeypatch, *resume, "--game", "own.py:GAME") == 2
    monkeypatch.setenv(OWN_GAMES, "")
    assert called(monkeypatch, *resume, "--against", "own.py:S") == 2
    named = ["--game", "own.py:GAME", "--against", "own.py:S"]
    assert called(monkeypatch, *resume, *named, "-o", "own.json") == 0
    monkeypatch.setenv(OWN_GAMES, "")
    assert called(monkeypatch, "replay", "own.json") == 2
    assert called(monkeypatch, "replay", "own.json", "--game", "own.py:GAME") == 0
    assert wk.review("own.json", game=TOY, seat=0).title == TOY.title


@pytest.mark.parametrize(
    "words",
    [
        ["run", "--game", "own.py:GAME", "--strategy", "own.py:S"],
        ["run", "own.toml", "--trust"],
        ["run", "own.toml", "--game", "own.py:GAME", "--strategy", "own.py:S"],
        ["run", "deck.toml.toml", "--trust"],
        ["run", "--game", "egghead", "--set", "deck=deck.toml", "--set", "rounds=1",
         "--strategy", "random"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_files_of_an_experiment_run_at_a_word(own, words, monkeypatch):
    plan = {"game": "own.py:GAME", "games": 1, "strategies": ["own.py:S"]}
    (own / "own.toml").write_text(as_toml(plan))
    deck = {"game": "egghead", "games": 1, "strategies": ["random"]}
    deck["setup"] = {"deck": "deck.toml", "rounds": 1}
    (own / "deck.toml.toml").write_text(as_toml(deck))
    more = ["--games", "1", "--workers", "1", "--db", "own.db"]
    assert called(monkeypatch, "experiment", *words, *more, "--name", "mine") == 0
    for name in ("own.py", "deck.toml"):  # what was run is what is stored
        (own / name).unlink()
    again = ["experiment", "game", "mine", "0", "-o", "x.json", "--db", "own.db"]
    assert called(monkeypatch, *again) == 0


def test_files_are_named_in_python(own):
    assert wk.game("own.py:GAME").name == TOY.name
    assert wk.play("own.py:GAME", "own.py:S", seed=1).players == ("own.py:S",) * 2
    found = wk.deal("egghead", deck="deck.toml").setup.questions
    assert [question.text for question in found] == ["count(cards)"]
    with pytest.raises(UnknownName, match="no game"):
        wk.review({"game": "own.py:GAME", "seed": 1})


PERSONS_WORD = "own_game own_strategy own_experiment files_read add_file with_decks".split()
WHERE = """catalog play/strategies play/documents library/runs library/batches
    library/tournaments experiments/experiment experiments/tournament""".split()


def test_only_commands_and_python_take_files_by_their_names():
    root = Path(wk.__file__).parent
    for path in root.rglob("*.py"):
        place = path.relative_to(root).with_suffix("").as_posix()
        if not (place in WHERE or place.startswith("cli/")):
            said = re.findall(r"\w+", path.read_text())
            assert not set(PERSONS_WORD) & set(said), place
