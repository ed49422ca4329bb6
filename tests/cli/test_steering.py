"""Nothing in a document steers the terminal of who reads it, whatever command reads it.

Every command that takes a document gets one whose every text would take over the screen,
and its output goes to a terminal, as a person has it.
"""

import ast
import asyncio
import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from tests.machine import PATIENCE, in_time
from tests.test_named_files import NEEDED, READERS, as_toml, called, stored
from tests.tui.screen import press, shown

import whoknows as wk
from whoknows.catalog import GAMES
from whoknows.errors import BadFile, WhoknowsError
from whoknows.experiments.experiment import from_document
from whoknows.experiments.running.run import begin, run_experiment
from whoknows.games.written.rules import gallery_text
from whoknows.play.own_files import TEXT
from whoknows.play.table.room import Chair
from whoknows.store import open_store
from whoknows.store.experiment_rows import add_experiment, find_entry
from whoknows.store.rooms import add_room
from whoknows.store.sitting import begun
from whoknows.work import Here

STEER = "\x1b]0;x\x07\x1b[2J\u202e\x9b31m\u2066"
SIGNS = ("\x1b]", "\x07", "\x1b[2J", "\u202e", "\x9b", "\u2066")
CLI = Path(__file__).parents[2] / "src" / "whoknows" / "cli"
HOUSE = {"undo": True, "spectators": "public", "practice": False}


# --------------------------------------------------------------- one way to the terminal


def writes(tree):
    """The places of a module that write to the terminal by themselves."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            own = name.rpartition(".")[2] in ("echo", "secho", "print", "Console")
            if own or name in ("sys.stdout.write", "sys.stderr.write", "print"):
                yield name


@pytest.mark.parametrize("path", sorted(CLI.glob("*.py")), ids=lambda path: path.stem)
def test_commands_write_by_one_way_only(path):
    found = set(writes(ast.parse(path.read_text())))
    if path.stem == "console":  # tables and markup, by the library for them
        found = {name for name in found if name.rpartition(".")[2] in ("echo", "write")}
    assert not found


# ------------------------------------------------------------------- under a real terminal


@contextmanager
def terminal(monkeypatch):
    """What is written to a terminal, as it comes out at the other end."""
    master, slave = os.openpty()
    seen = []

    def read():
        while True:
            try:
                data = os.read(master, 65536)
            except OSError:
                return
            if not data:
                return
            seen.append(data)

    reader = Thread(target=read, daemon=True)
    reader.start()
    with open(slave, "w", encoding="utf-8", errors="backslashreplace") as file:
        monkeypatch.setattr(sys, "stdout", file)
        monkeypatch.setattr(sys, "stderr", file)
        monkeypatch.setenv("TERM", "xterm-256color")
        yield seen
    reader.join(PATIENCE)
    os.close(master)


def run(monkeypatch, *words):
    """What a command wrote to a terminal; nothing of it steers."""
    with terminal(monkeypatch) as seen:
        called(monkeypatch, *words)
    said = b"".join(seen).decode("utf-8", "backslashreplace")
    found = [sign for sign in SIGNS if sign in said]
    assert not found, (words, found, said[-1500:])
    return said


def hostile(value):
    """A document with that after each of its texts; keys stay."""
    if isinstance(value, dict):
        return {key: hostile(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [hostile(each) for each in value]
    return value + STEER if isinstance(value, str) else value


def documents():
    """Documents that are read to different depths, by their names."""
    start = {"format": "whoknows transcript", "version": 1, "seed": 1}
    told = start | {"game": "muddy", "setup": {"children": 2}}
    moved = [{"seat": 0, "move": "no"}, {"seat": 1, "move": "no"}]
    yield "names.json", told | {"seats": ["a" + STEER] * 2, "names": [STEER + "b"] * 2}
    yield "key.json", told | {STEER: 1}
    yield "game.json", told | {"game": "muddy" + STEER}
    yield "setup.json", told | {"setup": {"children" + STEER: STEER}}
    yield "value.json", told | {"setup": {"children": STEER}}
    yield "move.json", told | {"moves": [{"seat": 0, "move": STEER}, moved[1]]}
    yield "entry.json", told | {"moves": [{"seat": 0, "move": "no", STEER: STEER}]}
    yield "results.json", told | {"results": [STEER]}
    yield "deal.json", told | {"deal": STEER}
    yield "text.json", start | {"game": "written", "setup": {"text": evil_game()}}
    certificate = {"format": "whoknows certificate", "version": 1, "kind": "hats"}
    claim = {"claim": {"agents": STEER, STEER: STEER}, "witness": STEER, "proof": STEER}
    yield "certificate.json", certificate | claim
    yield "kind.json", certificate | {"kind": "hats" + STEER}
    yield "all.json", hostile(certificate | claim)
    yield "list.json", [STEER]


def evil_game():
    """A written game with such letters in its title."""
    return gallery_text("muddy").replace('"', f'"{STEER}', 1)


def texts():
    """Files that are not JSON."""
    plan = {"game": "muddy", "games": 1, "strategies": ["logician"]}
    yield "plan.toml", as_toml(plan | {"name": STEER})
    yield "strategy.toml", as_toml(plan | {"strategies": [STEER]})
    yield "evil.game", evil_game()
    yield "story.txt", f"facts p q{STEER}\nsees ann: p\nwhere? p{STEER}\n"
    yield "lesson.md", f"# A lesson {STEER}\n\n```model\nfacts p{STEER}\n```\n"
    yield "problem.epddl", f"(problem {STEER} (:domain {STEER}))\n"
    yield "table.csv", f"{STEER},a,b\n{STEER},1,2\n"


def rooms():
    """Rooms whose every name would steer."""
    start = {"seed": 1, "deal": None, "house": HOUSE, "host": None, "terminal": 0}
    chairs = [["Ann" + STEER, None], ["Bob" + STEER, "logician"]]
    muddy = start | {"setup": {"children": 2}, "chairs": chairs}
    yield "names", "muddy", muddy
    yield "strategy", "muddy", muddy | {"chairs": [chairs[0], ["Bob", STEER]]}
    yield "text", "written", muddy | {"setup": {"text": evil_game()}}
    yield "game", "muddy" + STEER, muddy
    yield "uploaded", "muddy", muddy | {"uploaded": True, "told": [STEER, STEER]}


@pytest.fixture(scope="module")
def steering(tmp_path_factory):
    """A folder of such documents, and a database of such rooms and experiments."""
    folder = tmp_path_factory.mktemp("steering")
    for name, document in documents():
        text = json.dumps(document, ensure_ascii=name.startswith("n"))
        (folder / name).write_text(text)
    for name, text in texts():
        (folder / name).write_text(text)
    plan = {"game": "muddy", "games": 2, "strategies": ["logician"]}
    with open_store(str(folder / "steering.db")) as store:
        for name, game, document in rooms():
            add_room(store, name, game, document, {}, over=False)
        entry = begin(store, from_document(plan | {"setup": {"children": 2}}))
        run_experiment(store, entry, where=Here())
        add_experiment(store, "named", STEER, entry.document, 2)
        run_experiment(store, find_entry(store, "named"), where=Here())
        cells = hostile(entry.document["cells"])
        told = entry.document | {"cells": cells, "game": "muddy" + STEER}
        add_experiment(store, "hostile", "hostile", told, 2)
        add_experiment(store, "stored", STEER + "s", stored(plan | {"game": STEER}), 1)
    return folder


@pytest.fixture
def there(steering, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(steering)
    return steering


@pytest.mark.parametrize("words", [w for w, a, _ in READERS if a], ids=" ".join)
def test_no_file_steers_a_terminal(there, words, monkeypatch):
    for file in sorted(there.iterdir()):
        if file.suffix not in (".db", ".svg", ".csv") or words[0] == "inquiry":
            run(monkeypatch, *words, file.name, *NEEDED.get(words, []))


def test_the_checker_alone_steers_no_terminal(there, capsys):
    from whoknows.checking.__main__ import main as checker

    assert checker([str(file) for file in sorted(there.glob("*.json"))]) == 1
    out, _ = capsys.readouterr()
    assert "REFUSED" in out
    assert not any(sign in out for sign in SIGNS)


@pytest.mark.parametrize("words", [w for w, _, kept in READERS if kept], ids=" ".join)
def test_no_database_steers_a_terminal(there, words, monkeypatch):
    takes = {w: a for w, a, _ in READERS}[words]
    names = [name for name, *_ in rooms()] + ["named", "hostile", "stored"]
    for name in names if takes else [""]:
        said = [*words, *filter(None, [name]), *NEEDED.get(words, [])]
        run(monkeypatch, *said, "--db", "steering.db")


@pytest.mark.parametrize(
    "words",
    [
        "play resume names", "play transcript names", "play kept", "play kept --json",
        "review names --seat 0 --json", "experiment list",
        "experiment show named", "experiment show hostile --json",
    ],
)  # fmt: skip
def test_what_is_read_to_its_end_is_told(there, words, monkeypatch):
    """These commands have much to tell: the sweep above is not of errors only."""
    said = run(monkeypatch, *words.split(), "--db", "steering.db")
    assert "error" not in said
    assert "\N{REPLACEMENT CHARACTER}" in said or "\\u001b" in said


def test_a_transcript_on_a_terminal_is_the_transcript(there, monkeypatch):
    said = run(monkeypatch, "play", "transcript", "names", "--db", "steering.db")
    assert json.loads(said)["seats"] == ["Ann" + STEER, "Bob" + STEER]


@pytest.mark.parametrize("sign", ["\x1b", "\x07", "\x9b", "\u202e", "\u2066", "\u200b"])
@pytest.mark.parametrize("place", ["in a title", "in a note", "after a statement"])
def test_a_written_game_with_such_a_letter_is_refused_with_its_line(sign, place, tmp_path):
    lines = gallery_text("muddy").splitlines()
    quoted = [number for number, line in enumerate(lines) if '"' in line]
    number = {"in a title": quoted[0], "in a note": 2, "after a statement": 3}[place]
    if place == "in a title":
        lines[number] = lines[number].replace('"', f'"{sign}', 1)
    elif place == "in a note":
        lines.insert(number, f"# a note {sign}")
    else:
        lines[number] += sign
    file = tmp_path / f"mine{TEXT}"
    file.write_text("\n".join(lines))
    with pytest.raises(BadFile, match=rf"mine.game:{number + 1}:\d+: .* would steer"):
        wk.game(str(file))
    with pytest.raises(WhoknowsError, match=f":{number + 1}:"):
        GAMES["written"].setup(text="\n".join(lines))


# ------------------------------------------------------------------ on the whole screen


@pytest.mark.parametrize("name", ["muddy", "davinci", "egghead", "mastermind", "written"])
def test_no_name_steers_the_whole_screen(name, tmp_path):
    game = GAMES[name]
    setup = game.setup(maker="checked") if name == "mastermind" else game.setup()
    strategy = next(iter(game.strategies))
    chairs = [
        Chair(f"Eve{STEER}{seat}", None if seat == 0 else strategy)
        for seat in range(game.seats(setup))
    ]

    async def story():
        with open_store(str(tmp_path / "x.db")) as store:
            sitting = begun(store, game, setup, chairs, seed=1)
            async with asyncio.timeout(PATIENCE), shown(sitting) as (app, pilot):
                seen = screen_text(app)
                for key in ("f1", "escape", "f7", "escape"):
                    await press(app, pilot, key)
                    seen += screen_text(app)
                return seen

    seen = in_time(story())
    assert len(seen) > 1000
    assert not set("\x1b\x07\x9b\u202e\u2066") & set(seen)
    assert "Eve" in seen or game.seats(setup) == 1


def screen_text(app):
    """All that is on the screen, as it goes to the terminal."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text for strip in strips)
