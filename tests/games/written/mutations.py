"""Texts of games with mistakes: every one is an error of ours, or a game within the limits.

`python -m tests.games.written.mutations 100000` tries so many; the tests try a few.
A number behind it is the first seed, and a word the engine: `symbolic` keeps the worlds of
every text as a diagram, `both` plays each game on both engines and compares all.
"""

import re
import resource
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

from tests.games.written.test_symbolic import BOOKS, Diagrammed, compared
from whoknows.errors import TooLarge, WhoknowsError
from whoknows.games.written.game import WrittenGame
from whoknows.games.written.rules import gallery, gallery_text
from whoknows.games.written.rules.read_game import read_book
from whoknows.play.face.face import HINTS
from whoknows.play.table.referee import Table

LARGE = Path("docs/examples/cluedo21.game").read_text(encoding="utf-8")
TOKENS = re.compile(r"\w+|[^\w\s]|\s+")
ODD = (
    *"~&|^()[]{}<>=,:;+*-\"'#\\\n\t 0179",
    *(
        "..",
        ":=",
        "->",
        "<->",
        "!=",
        " if ",
        " then ",
        " else ",
        " for x: seats",
        " but me",
        "K me ",
    ),
    *(
        "<K ann> ",
        "C{seats} ",
        "count{",
        "sum{",
        "}",
        "999999",
        "100000000000",
        "1..1000",
        "0..999",
    ),
    *(
        " mod 0",
        " div ",
        "round",
        "me",
        "nobody",
        "seats",
        "pass",
        "é",
        "\N{SNOWMAN}",
        "\x00",
        "\u202e",
    ),
)
MOST_COMPARED = 20_000  # worlds of a game that is played on both engines
SLOWEST = 20.0  # seconds of a processor for one text
TURNS = 3


def mutated(rng):
    """A text of the gallery, or of very many worlds, with one to six mistakes in it."""
    texts = [*(gallery_text(name) for name in gallery()), LARGE]
    text = texts[int(rng.integers(len(texts)))]
    for _ in range(int(rng.integers(1, 7))):
        text = CHANGES[int(rng.integers(len(CHANGES)))](text, texts, rng)
    return text


def place(text, rng):
    return int(rng.integers(len(text) + 1))


def insert(text, texts, rng):
    at = place(text, rng)
    return text[:at] + ODD[int(rng.integers(len(ODD)))] + text[at:]


def cut(text, texts, rng):
    at = place(text, rng)
    return text[:at] + text[at + int(rng.integers(1, 30)) :]


def swap_tokens(text, texts, rng):
    tokens = TOKENS.findall(text) or [""]
    other = TOKENS.findall(texts[int(rng.integers(len(texts)))])
    tokens[int(rng.integers(len(tokens)))] = other[int(rng.integers(len(other)))]
    return "".join(tokens)


def swap_own_tokens(text, texts, rng):
    tokens = TOKENS.findall(text) or [""]
    words = [k for k, token in enumerate(tokens) if re.fullmatch(r"\w+", token)] or [0]
    one, two = (words[int(rng.integers(len(words)))] for _ in range(2))
    tokens[one], tokens[two] = tokens[two], tokens[one]
    return "".join(tokens)


def lines_about(text, texts, rng):
    lines = text.split("\n")
    one, two = (int(rng.integers(len(lines))) for _ in range(2))
    if rng.random() < 0.5:
        lines[one], lines[two] = lines[two], lines[one]
    else:
        lines.insert(one, lines[two])
    return "\n".join(lines)


def foreign_line(text, texts, rng):
    lines = text.split("\n")
    other = texts[int(rng.integers(len(texts)))].split("\n")
    lines.insert(int(rng.integers(len(lines))), other[int(rng.integers(len(other)))])
    return "\n".join(lines)


def numbers(text, texts, rng):
    found = [match.span() for match in re.finditer(r"\d+", text)]
    if not found:
        return text
    start, end = found[int(rng.integers(len(found)))]
    return (
        text[:start] + str(int(rng.integers(0, 12)) ** int(rng.integers(1, 5))) + text[end:]
    )


def doubled(text, texts, rng):
    at = place(text, rng)
    return text[:at] + text[at : at + 40] * int(rng.integers(2, 8)) + text[at + 40 :]


CHANGES = (
    insert, cut, swap_tokens, swap_own_tokens, lines_about, foreign_line, numbers, doubled
)  # fmt: skip


def tried(text, rng, engine="auto"):
    """Whether a text is a game; it is read and played a little, and nothing may break."""
    try:
        game = WrittenGame(text)
        setup = Diagrammed(text) if engine == "symbolic" else game.setup()
        setup.book  # noqa: B018 -- a diagram is made when it is asked for
    except WhoknowsError:
        return False
    with suppress(TooLarge):  # a game of very many worlds may say so at a move, in words
        if engine != "both":
            played(game, setup, rng)
        elif setup.book.worlds.size < MOST_COMPARED:
            compared(text, int(rng.integers(1000)), TURNS)
    read_book.cache_clear()
    BOOKS.clear()
    return True


def played(game, setup, rng):
    """Play a little of a game: pictures, hints, strategies, and what is known."""
    table = Table.dealt(game, setup, int(rng.integers(1000)))
    names = list(setup.book.seats)
    for turn in range(TURNS):
        if table.over:
            break
        seat = table.turn[0]
        sight = table.sight(seat)
        game.face.board_svg(sight, names)
        game.face.small_svg(sight, 0, names)
        if turn == int(rng.integers(8)):
            for kind in HINTS:
                game.face.hint(sight, kind)
            strategy = list(game.strategies)[int(rng.integers(len(game.strategies)))]
            game.face.warning(sight, game.move_name(game.moves(sight)[0]))
            table.choice(seat, game.strategies[strategy])
            game.judge(setup).judged(sight, seat, game.moves(sight)[0])
        moves = {}
        for mover in table.turn:
            legal = game.moves(table.sight(mover))
            moves[mover] = legal[int(rng.integers(len(legal)))]
        table = table.play(moves)
        assert all(game.worlds(table.sight(s)) for s in (None, *table.seats))
    if table.over:
        game.face.ending(table.sight(0), table.result, names)


def main(many, first=0, engine="auto"):
    """Try so many texts, and say how it went."""
    began, games, slowest = time.time(), 0, (0.0, -1)
    for number in range(first, first + many):
        rng = np.random.default_rng(number)
        text = mutated(rng)
        start = time.process_time()
        try:
            games += tried(text, rng, engine)
        except BaseException as error:
            print(f"text {number}: {type(error).__name__}: {error}", flush=True)
            if not isinstance(error, Exception):
                raise
        slowest = max(slowest, (time.process_time() - start, number))
        if number % 5000 == 4999:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
            print(f"{number + 1}: {games} games; slowest {slowest}; {peak:.0f} MiB; "
                  f"{time.time() - began:.0f} s", flush=True)  # fmt: skip
    print(f"{many} texts, {games} games, {time.time() - began:.0f} s, slowest {slowest}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])
