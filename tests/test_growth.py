"""Hostile text of growing length: every reader answers, in our words, and soon.

A reader that is worse than linear is caught by a limit on processor time that leaves a
linear one a hundred times what it needs; the slow test looks at the growth itself.
"""

import signal
from contextlib import contextmanager, suppress
from time import process_time

import pytest

from whoknows.catalog import GAMES
from whoknows.errors import WhoknowsError
from whoknows.experiments.experiment import values_apart
from whoknows.games.egghead.rules.deck import parse_deck
from whoknows.games.egghead.rules.language import parse_question
from whoknows.games.hats.rules import Rules, parse_deal, parse_matrix, parse_odds
from whoknows.logic.files import loads
from whoknows.logic.language.reader import parse

LONG = 20_000
PATIENCE = 20  # seconds of processor time

START = "facts a b\nann sees a\n"
SMCDEL = "VARS 1,2 LAW Top OBS a: 1 VALID? "

FILES = {
    "dashes": lambda n: "-" * n + "\nVAR 1",
    "lines of dashes": lambda n: "--\n" * n + "VAR 1",
    "comments": lambda n: "{--}" * n + "VAR 1",
    "comments that do not end": lambda n: "{-" * n + "VARS 1",
    "variables": lambda n: f"VARS {','.join(map(str, range(n)))} LAW Top OBS a: 1",
    "queries": lambda n: "VARS 1,2 LAW Top OBS a: 1\n" + "VALID? 1\n" * n,
    "a long number": lambda n: "VARS 1,2 LAW " + "1" * n + " OBS a: 1",
    "a chain": lambda n: SMCDEL + "1" + "&1" * n,
    "a mixed chain": lambda n: SMCDEL + "1" + "&1|2" * n,
    "a list": lambda n: SMCDEL + "AND(" + "1," * n + "1)",
    "parentheses of SMCDEL": lambda n: SMCDEL + "(" * n,
    "agents": lambda n: "VARS 1 LAW Top OBS " + " ".join(f"a{k}:1" for k in range(n)),
    "told to many": lambda n: START + "tell " + "a " * n,
    "told to blanks": lambda n: START + "tell " + " " * n + "x",
    "told to quotes": lambda n: START + "tell " + '"' * n,
    "names and no word": lambda n: START + "a " * n,
    "a name and blanks": lambda n: START + "x" + " " * n,
    "many who see": lambda n: "facts a b\nann" + ", b" * n + " sees a",
    "questions": lambda n: START + "valid? a\n" * n,
    "empty lines": lambda n: START + "\n" * n + "valid? a",
    "facts": lambda n: "facts " + " ".join(f"f{k}" for k in range(n)),
    "lines of facts": lambda n: "".join(f"facts f{k}\n" for k in range(n)),
    "worlds": lambda n: START + "true? at " + "a " * n,
    "parts": lambda n: "parts " + "".join(f"x{k}: 1..2;" for k in range(n)),
    "a part and blanks": lambda n: "parts x" + " " * n,
    "a range": lambda n: f"facts a{'1' * n}..a{'2' * n}",
    "ranges": lambda n: "facts " + "a1..a9999 " * n,
    "a long value": lambda n: "parts x: " + "1" * n + "\nann sees x",
    "changes": lambda n: START + "change " + "a := b, " * n,
    "a change of a long name": lambda n: START + "change " + "a-" * n,
    "a change and blanks": lambda n: START + "change a" + " " * n,
    "escapes": lambda n: START + 'change "' + '\\"' * n,
    "events": lambda n: START + "".join(f"event e{k}\n" for k in range(n)),
    "clauses": lambda n: START + "event e " + "when a " * n,
    "confusions": lambda n: START + "event e\n" + "ann confuses e\n" * n,
    "announcements": lambda n: START + "announce a\n" * n,
    "a long conjunction": lambda n: START + "valid? a" + "&a" * n,
}
TEXTS = {
    "parentheses": lambda n: "(" * n,
    "closed parentheses": lambda n: "(" * n + "a" + ")" * n,
    "brackets": lambda n: "[" * n,
    "braces": lambda n: '{"a":' * n,
    "nots": lambda n: "~" * n + "a",
    "implications": lambda n: "a" + "->a" * n,
    "quotes": lambda n: '"' * n,
    "escapes": lambda n: '"' + "\\" * n,
    "blanks": lambda n: "a" + " " * n + "$",
    "commas": lambda n: "," * n,
    "digits": lambda n: "1" * n,
    "digits of others": lambda n: "²" * n,
    "dashes": lambda n: "-" * n,
    "ranges": lambda n: "1-9 " * n,
    "pans": lambda n: " v" * n,
    "a pan": lambda n: "1" + " " * n + "1",
    "words": lambda n: "stop " * n,
    "slashes": lambda n: "1/" * n,
    "knowing": lambda n: "K a " * n + "b",
    "opened": lambda n: "[! " * n,
    "equals": lambda n: "= " * n,
    "zeros": lambda n: "0" * n,
    "lines": lambda n: "\n" * n + "(",
}
READERS = {
    "a formula": parse,
    "a question of EggHead": parse_question,
    "a deck": lambda text: parse_deck(text, "deck"),
    "a deal": lambda text: parse_deal(text, Rules(3)),
    "a matrix": lambda text: parse_matrix(text, Rules(3)),
    "odds": lambda text: parse_odds(text, 3, 2),
    "values of a grid": values_apart,
    **{
        f"a move of {name}": lambda text, game=game: game.parse_move(text, game.setup())
        for name, game in GAMES.items()
    },
}


@pytest.mark.parametrize("name", FILES)
def test_files_of_any_kind_are_answered(name):
    answered(loads, FILES[name](LONG))


@pytest.mark.parametrize("reader", READERS)
def test_texts_of_any_kind_are_answered(reader):
    for make in TEXTS.values():
        answered(READERS[reader], make(LONG))


@pytest.mark.slow
def test_the_time_grows_no_faster_than_the_text():
    for make in FILES.values():
        small, large = (seconds(loads, make(n)) for n in (10_000, 80_000))
        assert large < 0.5 or large < 24 * small, make(3)
    for reader in READERS.values():
        for make in TEXTS.values():
            small, large = (seconds(reader, make(n)) for n in (10_000, 80_000))
            assert large < 0.5 or large < 24 * small, make(3)


def seconds(reader, text):
    """The processor time that an answer takes."""
    before = process_time()
    answered(reader, text)
    return process_time() - before


def answered(reader, text):
    """Let a reader read; only our own errors are let pass, and no endless reading."""
    with limited(), suppress(WhoknowsError):
        reader(text)


@contextmanager
def limited(seconds=PATIENCE):
    """Fail what uses more processor time than anybody waits for."""

    def late(*_):
        raise AssertionError(f"not answered in {seconds} seconds")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
