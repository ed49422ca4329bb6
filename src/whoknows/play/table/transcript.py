"""A transcript: one run as JSON that people can read, mail, and replay.

    {"format": "whoknows transcript", "version": 1, "program": "0.2.0",
     "game": "mastermind", "setup": {"pegs": 4, "colors": 6},
     "seed": 7, "deal": null, "seats": ["knuth"],
     "moves": [{"seat": 0, "move": "1122", "answer": {"black": 1, "white": 0}}, ...],
     "results": [-5.0]}

The secret is drawn from `seed`, unless `deal` states it outright.  `seats` tells who moved,
strategies by their names; `names`, which may be left out, what they were called at the
table.  Moves made at the same time follow each other.  `answer` and `results` may be left
out; where they stand they are checked, and a transcript in which any move is not what the
rules give is refused.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from whoknows import __version__
from whoknows.edge import checked
from whoknows.errors import BadFile, IllegalMove, UnknownName, WhoknowsError, shortened
from whoknows.play.documents import json_document, plain, read_setup, setup_json
from whoknows.play.face.face import answer_text
from whoknows.play.game import Game, Seat
from whoknows.play.knowing.world_counts import world_count
from whoknows.play.table.referee import Table, score_line

__all__ = ["as_text", "load", "padded", "read", "save", "written"]

FORMAT = "whoknows transcript"
VERSION = 1
KEYS = "format version program game setup seed deal seats names moves results".split()
ENTRY_KEYS = "seat move answer".split()

FindGame: TypeAlias = Callable[[str], Game]


@dataclass(frozen=True)
class Transcript:
    """A run that was read and checked: its table at the end, and who sat where."""

    table: Table
    seats: tuple[str, ...]
    names: tuple[str, ...] = ()


@checked
def written(
    table: Table, seats: Sequence[str] = (), names: Sequence[str] = ()
) -> dict[str, Any]:
    """The transcript of a table, as plain JSON; `seats` says who sat where."""
    game = table.game
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": __version__,
        "game": game.name,
        "setup": setup_json(table.setup),
        "seed": table.seed,
        "deal": plain(game.to_json(table.secret)) if table.stated else None,
        "seats": list(seats),
        **({"names": list(names)} if names else {}),
        "moves": [
            {"seat": seat, "move": game.move_name(move), "answer": plain(event.answer)}
            for turn, event in zip(table.turns, padded(table), strict=True)
            for seat, move in sorted(turn.items())
        ],
        "results": score_line(table) if table.over else None,
    }


@checked
def save(table: Table, path: Path, seats: Sequence[str] = ()) -> None:
    """Write the transcript of a table to a file, all of it or nothing."""
    text = as_text(written(table, seats))
    try:
        with TemporaryDirectory(prefix=".part-", dir=path.parent) as own:
            part = Path(own, path.name)
            part.write_text(text, encoding="utf-8")
            part.replace(path)
    except OSError as error:
        raise BadFile(f"cannot write {path}: {error.strerror}") from error


@checked
def as_text(document: dict[str, Any]) -> str:
    """A transcript as JSON for people: a line for each key and each move."""
    lines = {key: json.dumps(value, ensure_ascii=False) for key, value in document.items()}
    moves = [json.dumps(move, ensure_ascii=False) for move in document.get("moves", ())]
    if moves:
        lines["moves"] = "[\n  " + ",\n  ".join(moves) + "\n ]"
    return "{\n" + ",\n".join(f' "{key}": {line}' for key, line in lines.items()) + "\n}\n"


def retold(table: Table, *, knowledge: bool = False) -> Iterator[dict[str, Any]]:
    """Every move of a run as plain JSON; with `knowledge`, the worlds left to each seat.

    Moves made at the same time share their answer and what it leaves possible.
    """
    now = table.undo(len(table.turns))
    for turn, event in zip(table.turns, padded(table), strict=True):
        now = now.play(turn)
        left = {"worlds": worlds_left(now)} if knowledge else {}
        for seat, move in sorted(turn.items()):
            yield {
                "seat": seat,
                "move": table.game.move_name(move),
                "answer": plain(event.answer),
                **left,
            }


def worlds_left(table: Table) -> dict[str, int | None]:
    """The worlds that each seat holds possible now, and who sees only what is public.

    `None` is said where there are too many to count.
    """
    eyes = [*table.seats, None]
    return {"public" if s is None else str(s): world_count(table, s) for s in eyes}


def answers_in_words(table: Table) -> list[str]:
    """The answer to each move, in the order of `retold`, as people say it."""
    return [
        "" if event.answer is None else answer_text(table.game, event.answer)
        for turn, event in zip(table.turns, padded(table), strict=True)
        for _ in turn
    ]


@checked
def load(path: Path, find_game: FindGame) -> Transcript:
    """The run that a file tells of; `find_game` gives a game by its name."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is not JSON: {error}") from error
    return read(json_document(text, str(path)), find_game)


@checked
def read(document: Any, find_game: FindGame) -> Transcript:
    """The run that a document tells of, every move checked."""
    check_form(document)
    game = find_game(document["game"])
    setup = read_setup(game, document.get("setup", {}))
    table = read_start(game, setup, document)
    seats, names = (read_names(table, document.get(key)) for key in ("seats", "names"))
    table = read_moves(table, document.get("moves", []))
    check_results(table, document.get("results"))
    return Transcript(table, seats, names)


def read_names(table: Table, names: Any) -> tuple[str, ...]:
    """What a transcript calls the seats, if it does."""
    if not isinstance(names or [], list):
        raise BadFile(f"seats and names are lists, not {shortened(names)}")
    found = tuple(map(str, names or ()))
    for name in found:
        if any("\ud800" <= letter <= "\udfff" for letter in name):  # half of a character
            raise BadFile(f"the name of a seat is no text: {shortened(name)}")
    if found and len(found) != len(table.seats):
        raise BadFile(f"names for {len(found)} of {len(table.seats)} seats")
    return found


def check_form(document: Any) -> None:
    """Refuse what is not a transcript of this version, or says what nobody understands."""
    if not isinstance(document, dict) or document.get("format", FORMAT) != FORMAT:
        raise BadFile(f'not a transcript: wanted an object with "format": "{FORMAT}"')
    if "game" not in document:
        raise BadFile("not a transcript: it names no game")
    if not isinstance(document["game"], str):
        raise BadFile(f"a game has a name, not {shortened(document['game'])}")
    version = document.get("version", VERSION)
    if version != VERSION:
        raise BadFile(
            f"a transcript of version {version!r}; this program reads version {VERSION}"
        )
    for key in document:
        if key not in KEYS:
            raise UnknownName.among("key of a transcript", key, KEYS)


def read_start(game: Game, setup: Any, document: Mapping[str, Any]) -> Table:
    """The table before the first move."""
    seed, deal = document.get("seed"), document.get("deal")
    if seed is not None and (not isinstance(seed, int) or seed < 0):
        raise BadFile(f"a seed is a number from 0 up, not {shortened(seed)}")
    if deal is not None:
        return Table.with_secret(game, setup, read_deal(game, deal, setup), seed or 0)
    if seed is None:
        raise BadFile("a transcript states a seed or a deal; this one has neither")
    return Table.dealt(game, setup, seed)


def read_deal(game: Game, deal: Any, setup: Any) -> Any:
    """The secret that a transcript states; a game may stumble over what is none."""
    try:
        return game.from_json(deal, setup)
    except WhoknowsError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise BadFile(f"the deal {shortened(deal)} cannot be read: {error}") from error


def read_moves(table: Table, entries: Any) -> Table:
    """The table after the moves of a transcript, each checked."""
    if not isinstance(entries, list):
        raise BadFile(f"moves are a list, not {shortened(entries)}")
    place = 0
    while place < len(entries):
        turn = table.turn
        if not turn:
            raise BadFile(f"{spot(entries, place)} comes after the end of the game")
        group = entries[place : place + len(turn)]
        table = read_turn(table, group, entries, place)
        place += len(group)
    return table


def read_turn(table: Table, group: list[Any], entries: list[Any], place: int) -> Table:
    """The table after the moves of one turn, which begin at `place`."""
    moves: dict[Seat, Any] = {}
    for offset, entry in enumerate(group):
        here = spot(entries, place + offset)
        seat, text = read_entry(entry, here)
        if seat in moves or seat not in table.turn:
            wanted = " or ".join(str(s) for s in table.turn if s not in moves)
            raise BadFile(f"{here}: it is the turn of seat {wanted}")
        try:
            moves[seat] = table.game.parse_move(text, table.setup)
        except WhoknowsError as error:
            raise BadFile(f"{here}: {error}") from error
    if len(moves) < len(table.turn):
        missing = " and ".join(str(s) for s in table.turn if s not in moves)
        raise BadFile(f"{spot(entries, place)}: the move of seat {missing} is missing")
    try:
        table = table.play(moves)
    except IllegalMove as error:
        raise BadFile(f"{spot(entries, place)} is illegal: {error}") from error
    check_answers(table, group, entries, place)
    return table


def read_entry(entry: Any, here: str) -> tuple[Seat, str]:
    """The seat and the text of one move."""
    if not isinstance(entry, dict) or not {"seat", "move"} <= set(entry):
        raise BadFile(f'{here}: a move is {{"seat": 0, "move": "..."}}, not {entry!r}')
    for key in entry:
        if key not in ENTRY_KEYS:
            raise UnknownName.among("key of a move", key, ENTRY_KEYS)
    seat = entry["seat"]
    if isinstance(seat, bool) or not isinstance(seat, int):
        raise BadFile(f"{here}: a seat is a number, not {shortened(seat)}")
    return seat, str(entry["move"])


def check_answers(table: Table, group: list[Any], entries: list[Any], place: int) -> None:
    """Refuse a turn whose stated answer is not the one that the rules give."""
    answer = plain(padded(table)[-1].answer)
    for offset, entry in enumerate(group):
        if "answer" in entry and entry["answer"] != answer:
            raise BadFile(
                f"{spot(entries, place + offset)}: the answer is {json.dumps(answer)}, "
                f"not {json.dumps(entry['answer'])}"
            )


def check_results(table: Table, results: Any) -> None:
    """Refuse results that the moves do not give."""
    if results is None:
        return
    last = len(table.turns) and sum(map(len, table.turns))
    if not table.over:
        raise BadFile(f"results are given, but the game is not over after move {last}")
    if not isinstance(results, list) or results != score_line(table):
        raise BadFile(
            f"the results are {score_line(table)} after move {last}, "
            f"not {shortened(results)}"
        )


def spot(entries: list[Any], place: int) -> str:
    """How a message names a move: its number, who made it, and what it was."""
    entry = entries[place]
    if not isinstance(entry, dict):
        return f"move {place + 1}"
    return f"move {place + 1} (seat {entry.get('seat')}: {entry.get('move')})"


@dataclass(frozen=True)
class Silence:
    """What stands for the event of a turn that left no trace in the public history."""

    answer: Any = None


def padded(table: Table) -> list[Any]:
    """One public event for each turn; a game that tells none has silences."""
    events = list(table.history)
    if len(events) == len(table.turns):
        return events
    return [Silence()] * len(table.turns)
