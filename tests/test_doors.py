"""Every game has every door: lines, watching, a terminal, kept games; one of a file too."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.machine import PATIENCE, in_time
from tests.tui.screen import press, shown
from whoknows import catalog
from whoknows.catalog import GAMES, PLACES, add_file
from whoknows.cli.line_game import LineGame
from whoknows.cli.main import app
from whoknows.play.face.face import HINTS, face_of
from whoknows.play.game import called_in
from whoknows.play.table.eyes import room_view
from whoknows.store import open_store
from whoknows.store.sitting import begun, known_games, resumed, usual_chairs

FILE = "docs/examples/number.py:GAME"
FILES = {"number": FILE, "forehead": "docs/examples/forehead.py:GAME"}
SMALL: dict[str, Any] = {
    "mastermind": {"pegs": 2, "colors": 3},
    "balance": {"coins": 5, "kind": "heavy"},
    "davinci": {"players": 2, "tiles": 8, "hand": 3},
    "egghead": {"players": 2, "cards": 1, "values": 3, "points": 1},
    "hats": {},
    "muddy": {},
    "written": {"text": "davinci"},
    "number": {"most": 6},
    "forehead": {"most": 4},
}


@pytest.fixture
def strangers(monkeypatch):
    """The games of the guide, added for this test alone."""
    monkeypatch.setenv(catalog.FILES, "")
    return {name: add_file(file) for name, file in FILES.items()}


@pytest.fixture(params=SMALL)
def game(request, strangers):
    return strangers.get(request.param) or GAMES[request.param]


@pytest.fixture
def sitting(game, tmp_path):
    setup = game.setup(**SMALL[game.name])
    with open_store(str(tmp_path / "rooms.db")) as store:
        yield begun(store, game, setup, usual_chairs(game, setup), seed=5)


class Typing(io.StringIO):
    """A person who moves as a strategy of the game does, and insists if warned."""

    def __init__(self, lines):
        super().__init__()
        self.asked, self.lines = [], iter(lines)

    def play(self, line_game):
        self.line_game = line_game

    def readline(self):
        ready = next(self.lines, None)
        if ready is not None:
            return f"{ready}\n"
        view = self.line_game.sitting.view
        move = view.game.moves(view.sight)[0]
        return f"{view.game.move_name(move)}\n"


def test_a_game_is_played_line_by_line_to_its_end(sitting, monkeypatch, capsys):
    verbs = ["help", "rules", "moves", "board", "hint", "why", "left", "nonsense!"]
    typing = Typing(verbs)
    monkeypatch.setattr(sys, "stdin", typing)
    line_game = LineGame(sitting)
    typing.play(line_game)
    line_game.play()
    told = capsys.readouterr().out
    assert line_game.sitting.room.table.over
    assert "give up" in told
    assert "help: what you can type" in told  # to nonsense
    view = line_game.sitting.view
    assert face_of(view.game).ending(view.sight, view.result, view.names) in told
    [known] = known_games(sitting.kept.store)
    assert (known.id, known.over) == (sitting.id, True)


def test_a_game_that_was_left_goes_on_where_it_was(sitting, monkeypatch):
    monkeypatch.setattr(sys, "stdin", Typing(["quit"]))
    LineGame(sitting).play()
    kept = resumed(sitting.kept.store)
    assert kept.id == sitting.id
    assert kept.room.table.turns == sitting.room.table.turns


def test_every_seat_has_a_board_as_text_and_hints(sitting):
    table, face = sitting.room.table, sitting.face
    names = [f"P{seat}" for seat in table.seats]
    for seat in (None, *table.seats):
        assert face.board_text(table.sight(seat), names)
    assert face.open_text({s: table.sight(s) for s in table.seats}, names)
    sight = table.sight(table.turn[0])
    assert all(face.hint(sight, kind) for kind in HINTS)
    assert face.prompt(sight)
    assert face.rules()
    assert face.setup_text(table.setup)
    moves = [table.game.move_name(move) for move in table.game.moves(sight)[:5]]
    assert all(face.move_label(sight, move) for move in moves)


def test_a_stated_deal_is_read_as_it_is_written(sitting):
    table, face = sitting.room.table, sitting.face
    document = table.game.to_json(table.secret)
    text = face.deal_text(document, table.setup)
    if not text.startswith(("{", "[")):  # else it is JSON, which has tests of its own
        read = table.game.from_json(face.read_deal(text, table.setup), table.setup)
        assert read == table.secret


def whoknows(*words):
    """What a command gives, as a person would type it."""
    try:
        return app(list(words), standalone_mode=False)
    except SystemExit as end:
        return end.code


def test_strategies_are_watched(game, capsys):
    options = [f"--{k}={v}" for k, v in SMALL[game.name].items()]
    where = FILES.get(game.name, game.name)
    whoknows("watch", where, *options, "--seed", "3", "--json")
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["over"]) == (game.name, True)
    whoknows("watch", where, *options, "--seed", "3")
    people = capsys.readouterr().out
    title = called_in(game, game.setup(**SMALL[game.name])).title
    assert people.startswith(f"{title}: ")
    assert people.count(title) == 1
    whoknows(where, "watch", *options, "--seed", "3")
    assert capsys.readouterr().out == people


def test_a_game_is_played_on_the_screen(sitting):
    async def play():
        async with shown(sitting) as (screen, pilot):
            for _ in range(400):
                view = screen.sitting.view
                if view.over:
                    return True
                if len(screen.screen_stack) > 1:  # a warning, in spite of which we move
                    await press(screen, pilot, "y")
                elif view.game.name in ("davinci", "mastermind"):
                    move = view.game.move_name(view.game.moves(view.sight)[0])
                    screen.sitting = screen.sitting.moved(
                        screen.face.insisted(view.sight, move)
                    )
                    screen.change(lambda: screen.sitting)
                    await press(screen, pilot)
                else:
                    await press(screen, pilot, "enter")
            return False

    assert in_time(play())


def test_a_move_is_played_once_until_every_seat_has_seen_it(sitting, monkeypatch):
    while sitting.seat not in sitting.room.table.turn:
        sitting = sitting.answered()
    game, table = sitting.room.game, sitting.room.table
    move = game.move_name(game.moves(table.sight(sitting.seat))[0])
    play, played = game.play, []

    def counting(state, moves):
        played.append(moves)
        return play(state, moves)

    monkeypatch.setattr(game, "play", counting, raising=False)
    after = sitting.moved(move).room
    views = [room_view(after, seat, seat) for seat in table.seats]
    assert {view.version for view in views} == {after.version}
    assert len(played) == 1, "where others move too, to see that it is legal"


def test_the_catalog_has_installed_games(tmp_path, monkeypatch):
    (tmp_path / "strangers.py").write_text(
        "import runpy\nGAME = runpy.run_path('docs/examples/number.py')['GAME']\n"
    )
    info = tmp_path / "strangers-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[whoknows.games]\nnumber = strangers:GAME\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    catalog.installed.cache_clear()
    try:
        assert "number" in GAMES
        assert set(GAMES) == {*PLACES, "number"}
        assert GAMES["number"].title == "Higher or lower"
    finally:
        catalog.installed.cache_clear()


def test_a_file_cannot_take_the_name_of_a_game(tmp_path):
    from whoknows.errors import BadFile

    file = tmp_path / "mine.py"
    file.write_text("class G:\n    name = 'mastermind'\nGAME = G()\n")
    with pytest.raises(BadFile, match="as a game of whoknows is"):
        add_file(f"{file}:GAME")


@pytest.mark.parametrize("name", FILES)
def test_the_guides_file_is_short_and_clean(name):
    """Of its types, `test_wall_types` makes sure."""
    file = Path(f"docs/examples/{name}.py")
    assert len(file.read_text().splitlines()) <= 150
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", str(file)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert said.returncode == 0, said.stdout
