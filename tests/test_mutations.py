"""Nearly right inputs by the thousand: every reader takes them or says what is wrong."""

import json
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.mutations import NASTY, deep, mutated, mutated_text
from tests.test_growth import limited
from whoknows.catalog import GAMES
from whoknows.errors import BadFile, WhoknowsError
from whoknows.experiments.plan import checked, from_document
from whoknows.games.egghead.rules.deck import default_deck, parse_deck
from whoknows.games.egghead.rules.language import parse_question
from whoknows.games.hats.rules import Rules, parse_deal, parse_matrix, parse_odds
from whoknows.games.written.rules import gallery_text, read_book
from whoknows.logic.files import loads
from whoknows.logic.parse import parse
from whoknows.play import transcript
from whoknows.play.forms import json_document, plain, read_setup, setup_json, toml_document
from whoknows.play.referee import Table
from whoknows.play.strategies import random_moves
from whoknows.work.journal import opened

FEW, MANY = 400, 100_000
LONGEST = 2.0  # seconds of a processor for one input
ROOT = Path(__file__).parents[1]


@cache
def played(name):
    """Small games played at random, as documents."""
    game: Any = GAMES[name]
    runs = []
    strategy = random_moves(game)
    for number, setup in enumerate([*game.small()][:3]):
        table = Table.dealt(game, setup, number)
        for _ in range(20):
            if not table.over:
                table = table.step([strategy] * len(table.seats))
        stated = Table.with_secret(game, setup, table.secret, number)
        for turn in table.turns:
            stated = stated.play(turn)
        runs += [json.loads(json.dumps(transcript.written(t))) for t in (table, stated)]
    return runs


def transcripts(name):
    runs = played(name)

    def make(rng):
        return mutated(runs[int(rng.integers(len(runs)))], rng)

    return make, lambda found: transcript.read(found, lambda _: GAMES[name])


def setups(name):
    game: Any = GAMES[name]
    known = [json.loads(json.dumps(setup_json(setup))) for setup in game.small()]

    def make(rng):
        return mutated(known[int(rng.integers(len(known)))], rng)

    def reader(found):
        setup = read_setup(game, found)
        if game.seats(setup) <= 40:
            table = Table.dealt(game, setup, 0)
            for seat in (None, *table.seats):
                table.sight(seat)

    return make, reader


def moves(name):
    game: Any = GAMES[name]
    setup = next(iter(game.small()))
    texts = {entry["move"] for run in played(name)[:2] for entry in run["moves"]}

    def make(rng):
        return mutated_text(sorted(texts)[int(rng.integers(len(texts)))], rng, 1)

    return make, lambda text: game.parse_move(text, setup)


def texts(examples, reader):
    def make(rng):
        return mutated_text(examples[int(rng.integers(len(examples)))], rng, 1)

    return make, reader


FORMULAS = [
    "K ann (p & ~q)", "C{ann, bob} p -> [! q] p", "oneof{p, q, r}", "Kv ann x", "x = 3",
    "forall p, q: p | q", "<! p> K bob q", "[?! p, q] r", "p <-> q ^ r", 'K "an n" p',
]  # fmt: skip
PLAN = {
    "game": "mastermind",
    "games": 3,
    "seed": 1,
    "strategies": [["first", "entropy"]],
    "setup": {"pegs": [2, 3], "colors": 3},
    "name": "plan",
    "rotate": False,
}
DECK = ROOT / "src/whoknows/games/egghead/rules/deck.toml"
READERS = {
    "a formula": texts(FORMULAS, parse),
    "a model": texts(
        [path.read_text() for path in sorted((ROOT / "examples").glob("*.txt"))], loads
    ),
    "a written game": texts(list(map(gallery_text, ("muddy", "liar"))), read_book),
    "a question": texts(
        [q.line.rpartition(":=")[2] for q in default_deck()], parse_question
    ),
    "a deck": texts([DECK.read_text()], lambda text: parse_deck(text, "deck")),
    "a deal": texts(["BPPR BPPR BPPR"], lambda text: parse_deal(text, Rules(3))),
    "a matrix": texts(
        ["[[0,1],[1,-1]]", "[[0,0],[0,0]]"], lambda text: parse_matrix(text, Rules(2))
    ),
    "odds": texts(["1/2", "0.9", "1/2,1/2;1/3,2/3"], lambda text: parse_odds(text, 2, 2)),
    "JSON": texts(['{"a": [1, 2.5, "x"]}'], lambda text: json_document(text, "x")),
    "TOML": texts(
        ['a = 1\nb = [1, 2]\n[c]\nd = "x"\n'], lambda text: toml_document(text, "x")
    ),
    "an experiment": (
        lambda rng: mutated(PLAN, rng),
        lambda found: checked(from_document(found)),
    ),
    **{f"a transcript of {name}": partial(transcripts, name) for name in GAMES},
    **{f"a setup of {name}": partial(setups, name) for name in GAMES},
    **{f"a move of {name}": partial(moves, name) for name in GAMES},
}


@pytest.mark.parametrize("name", READERS)
def test_nearly_right_inputs_are_taken_or_refused_in_our_words(name):
    accepted = tried(name, FEW, seed=1)
    assert accepted >= FEW / 2


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", READERS)
def test_a_hundred_thousand_of_them(name):
    assert tried(name, MANY, seed=2) >= MANY / 2


@cache
def reader_of(name):
    """How inputs are made, and who reads them."""
    found = READERS[name]
    return found() if callable(found) else found


def tried(name, count, seed):
    """How many of many inputs are accepted; any foreign error is a failure."""
    make, reader = reader_of(name)
    accepted = 0
    for number in range(count):
        given = make(np.random.default_rng([seed, number]))
        try:
            with limited(LONGEST):
                reader(given)
            accepted += 1
        except WhoknowsError:
            continue
        except Exception as error:
            raise AssertionError(f"{name} number {number}: {given!r}"[:3000]) from error
    return accepted


@pytest.mark.parametrize("value", [*NASTY, deep(900)], ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("name", GAMES)
def test_any_value_at_any_place_of_a_setup(name, value):
    game = GAMES[name]
    for option in setup_json(game.setup()):
        try:
            setup = read_setup(game, {option: value})
            assert json.dumps(plain(setup_json(setup)))
        except WhoknowsError:
            continue


@pytest.mark.parametrize("value", [*NASTY, deep(900)], ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("name", GAMES)
def test_any_value_at_any_place_of_a_transcript(name, value):
    _, reader = reader_of(f"a transcript of {name}")
    for run in played(name)[:2]:
        for key in run:
            try:
                reader(run | {key: value})
            except WhoknowsError:
                continue


@pytest.mark.parametrize(
    "line", ["{", "[1]", '["a"]', "5", "null", '["a", 1, 2]', '[["a"], 1]', "[" * 2000]
)
def test_a_damaged_line_of_a_journal_is_said(tmp_path, line):
    path = tmp_path / "journal"
    path.write_text(f'{{"journal": "x"}}\n["b", 2]\n{line}\n')
    with pytest.raises(BadFile, match="line 3"):
        opened(path, "x")
