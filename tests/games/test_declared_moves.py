"""Forms say the moves of every game: they list, write, and read as the game itself does."""

import json
import re
from random import Random
from typing import Any

import pytest

from tests.games.declared_moves import DECLARED
from tests.test_conformance import small_setups
from whoknows.catalog import GAMES
from whoknows.errors import IllegalMove, WhoknowsError
from whoknows.play.game import Listed, called_in
from whoknows.play.table.referee import Table

GAMES_EACH, MOST_TURNS, MOST_MOVES, WRONG_EACH = 2, 20, 40, 80
MOST_LISTED = 20_000
MORE: dict[str, list[dict[str, Any]]] = {
    "hats": [{"players": 3}, {"players": 4, "colors": 4}],
    "mastermind": [
        {"pegs": 4, "colors": 6},
        {"pegs": 4, "colors": 10, "repeats": False},
        {"maker": "mind"},
    ],
    "davinci": [{}, {"players": 4}, {"jokers": True, "drawing": True}],
    "egghead": [{}, {"values": 12, "cards": 2}],
    "balance": [
        {"naming": True},
        {"coins": 6, "odd": 2, "naming": True},
        {"coins": 5, "kind": "light", "naming": True},
        {"coins": 5, "odd": 2, "goal": "coin", "naming": True},
        {"coins": 5, "at_most": True, "naming": True},
    ],
    "written": [
        {"text": text} for text in ("cluedo", "liar", "mastermind", "russian", "guesswho")
    ],
}
UNORDERED = ("balance", "written")  # games that list their moves in another order
NARROWER = ("written",)  # and that leave out what no state ever allows
ODD_TEXTS = """
    ? 0 -1 99999999999999999999 pass none name stop place arrange answer code correct 1:1
    \u0663 a=b () pass() name_none name_1 answer_1
"""


def setups(name):
    """Small setups of the game, and some more."""
    game: Any = GAMES[name]
    return [*small_setups(game), *(game.setup(**options) for options in MORE.get(name, []))]


def sights(name, setup):
    """Sights of random games, with some of the legal moves."""
    for seed in range(GAMES_EACH):
        table, rng = Table.dealt(GAMES[name], setup, seed), Random(seed)
        for _ in range(MOST_TURNS):
            if table.over:
                break
            moves = {}
            for seat in table.turn:
                legal = list(table.game.moves(table.sight(seat)))
                moves[seat] = rng.choice(legal)
                yield seat, rng.sample(legal, min(len(legal), MOST_MOVES)), legal
            try:
                table = table.play(moves)
            except WhoknowsError:
                break  # no tile is left


@pytest.mark.parametrize("name", DECLARED)
def test_the_list_of_moves_is_the_games_own(name):
    compared = 0
    for setup in setups(name):
        forms = DECLARED[name](setup)
        if forms.count > MOST_LISTED:
            continue
        every = forms.every()
        assert len(every) == forms.count == len({(type(move), move) for move in every})
        for place in range(0, len(every), 1 + len(every) // 50):
            assert forms.code(every[place]) == place
        game = GAMES[name]
        if isinstance(game, Listed):
            own = tuple(game.all_moves(setup))
            known = {*own}
            assert known <= {*every}
            assert len(own) == len(every) or name in NARROWER, setup
            in_order = tuple(move for move in every if move in known)
            assert own == in_order or name in UNORDERED, setup
            compared += 1
    assert compared


@pytest.mark.parametrize("name", DECLARED)
def test_a_legal_move_is_written_as_the_game_writes_it_and_read_back(name):
    for setup in setups(name):
        game, forms = called_in(GAMES[name], setup), DECLARED[name](setup)
        for seat, some, legal in sights(name, setup):
            for move in some:
                text = forms.write(move)
                assert text == game.move_name(move)
                assert forms.read(text) == move
                forms.check(move)
                document = json.loads(json.dumps(forms.to_json(move)))
                assert forms.from_json(document) == move
                assert forms.label(move)
            now = forms.narrowed(legal)
            assert {*now.every()} == {*legal}
            for move in some:
                now.check(move)
            docks = [dock for dock in now.dock(seat) if dock.open]
            assert docks, "who is to move has something to press"


@pytest.mark.parametrize("name", DECLARED)
def test_what_people_type_is_read_as_the_game_reads_it(name):
    both = 0
    for number, setup in enumerate(setups(name)):
        game, forms, rng = GAMES[name], DECLARED[name](setup), Random(number)
        moves = {move for _, some, _ in sights(name, setup) for move in some[:10]}
        texts = sorted({called_in(game, setup).move_name(move) for move in moves})
        tried = [each for text in texts for each in variants(text)]
        tried = rng.sample(tried, min(len(tried), 4 * WRONG_EACH))
        tried += [spoiled(rng.choice(texts), rng) for _ in range(WRONG_EACH)]
        tried += [text.replace("_", " ") for text in ODD_TEXTS.split()] + ["", " "]
        for text in tried:
            own = read_by(lambda t: game.parse_move(t, setup), text)  # noqa: B023
            ours = read_by(forms.read, text)
            both += bool(own and ours)
            if own and ours:
                assert own == ours, text
            elif ours:
                assert same_letters(text, forms.write(ours[0])), text
            elif own:
                assert odd(text) or not fits(forms, own[0]), text
    assert both > 10


def read_by(read, text):
    """The move that is read, alone in a list; none if it is refused."""
    try:
        return [read(text)]
    except WhoknowsError:
        return []


def fits(forms, move):
    """Whether a move is one of this setup."""
    try:
        forms.check(move)
    except IllegalMove:
        return False
    return True


def same_letters(one, other):
    """Whether texts differ in blanks, signs, and capitals only; or one is a call."""
    letters = (sorted(filter(str.isalnum, text.lower())) for text in (one, other))
    return len({*map(tuple, letters)}) == 1


def odd(text):
    """Whether a text has a sign or a script that moves do not have, or a glued word."""
    return not text.isascii() or re.search(r"[()]|(^|\s)-|[a-z]\d|\d[a-z]", text.lower())


def variants(text):
    """The same text as others type it."""
    yield text.upper()
    yield f"  {text}  "
    pairs = [(" ", "  "), (",", " "), ("=", " "), ("=", " = "), (":", " : "), ("-", " ")]
    for one, other in [*pairs, (" : ", ":"), (" : ", " v ")]:
        yield text.replace(one, other)
    if " " not in text and text.isalnum():
        yield " ".join(text)
        yield "-".join(text)
        yield ",".join(text)
    word, _, rest = text.partition(" ")
    if rest:
        yield f"{word}({rest.replace(' ', ', ')})"


def spoiled(text, rng):
    """The text with one or two things wrong."""
    letters = list(text)
    for _ in range(rng.choice((1, 1, 2))):
        place = rng.randrange(len(letters) + 1)
        letter = rng.choice("0123456789abcwxRBP =:,-!?()heavylightnone²٣\u00e9")
        match rng.randrange(4):
            case 0:
                letters.insert(place, letter)
            case 1 if letters:
                letters.pop(place % len(letters))
            case 2 if letters:
                letters[place % len(letters)] = letter
            case _:
                letters = [*letters, " ", *letters[: rng.randrange(3)]]
    return "".join(letters)
