"""Stacks, the language of questions, decks, setups, and tapes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.egghead.twin import slow_answer, stacks_of
from whoknows.errors import BadFile, BadFormula, BadSetup, IllegalMove, UnknownName
from whoknows.games.egghead.rules.answers import answers
from whoknows.games.egghead.rules.deck import (
    default_deck,
    find_question,
    load_deck,
    parse_deck,
    parse_line,
)
from whoknows.games.egghead.rules.language import (
    Deny,
    Fold,
    Join,
    Number,
    Parity,
    Word,
    parse_question,
    question_name,
)
from whoknows.games.egghead.rules.setup import (
    Setup,
    Tape,
    deal,
    tape_from_json,
    tape_to_json,
)
from whoknows.games.egghead.rules.stacks import Stacks, stack_name


def numbers(domain, top):
    """Questions whose answer is a number, inside a fold over `domain`."""
    leaves = [st.integers(0, 9).map(Number)]
    if domain in ("cards", "values"):
        leaves.append(st.sampled_from(["value", "times"]).map(Word))
    if top <= 0:
        return st.one_of(leaves)
    smaller, small = numbers(domain, top - 1), numbers(domain, 0)
    return st.one_of(
        *leaves,
        folds(domain, top, ["count", "sum", "max", "min"]),
        st.builds(Join, st.sampled_from("+-*"), smaller, small),
        st.builds(Join, st.just("mod"), smaller, st.integers(1, 5).map(Number)),
    )


def truths(domain, top):
    signs = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
    compared = st.builds(Join, signs, numbers(domain, top - 1), numbers(domain, top - 1))
    if top <= 0:
        return compared
    return st.one_of(
        compared,
        folds(domain, top, ["any", "all"]),
        st.builds(Parity, numbers(domain, top - 1), st.booleans()),
        st.builds(Deny, truths(domain, top - 1)),
        st.builds(
            Join,
            st.sampled_from(["and", "or"]),
            truths(domain, top - 1),
            truths(domain, top - 1),
        ),
    )


@st.composite
def folds(draw, domain, top, names):
    name = draw(st.sampled_from(names))
    over = draw(st.sampled_from(["cards", "values", *([] if domain else ["stacks"])]))
    if name == "count" and draw(st.booleans()):
        return Fold(name, over, None)
    kind = truths if name in ("count", "any", "all") else numbers
    return Fold(name, over, draw(kind(over, top - 1)))


questions = st.one_of(numbers("", 3), truths("", 3))


@settings(max_examples=100, deadline=None)
@given(questions)
def test_what_is_written_is_read_back(ask):
    assert parse_question(question_name(ask)) == ask


@settings(max_examples=80, deadline=None)
@given(questions, st.integers(0, 10**6))
def test_answers_are_those_of_the_definition(ask, seed):
    box, rng = Stacks(2, 4), np.random.default_rng(seed)
    tables = rng.integers(0, len(box), (5, 3))
    expected = [
        slow_answer(ask, [box.all[n] for n in row], values=4) for row in tables.tolist()
    ]
    assert answers(ask, tables, box).tolist() == expected


@pytest.mark.parametrize(
    ("text", "line", "column", "why"),
    [
        ("count(values times = 0)", 1, 14, "'times' was not expected"),
        ("count(values: 3)", 1, 15, "a number where a truth is wanted"),
        ("value + 1", 1, 1, "`value` has a sense only inside"),
        ("sum(cards)", 1, 1, "`sum` needs a body"),
        ("1 +\n  count(", 2, 9, "ends too early"),
        ("count(stacks: count(stacks) = 1)", 1, 21, "no `stacks` inside `stacks:`"),
        ("3 mod 0", 1, 7, "`mod` needs a number above 0"),
        ("", 1, 1, "ends too early"),
        ("1 = (2 = 2)", 1, 6, "a truth where a number is wanted"),
    ],
)
def test_a_bad_question_is_refused_with_line_and_caret(text, line, column, why):
    with pytest.raises(BadFormula) as caught:
        parse_question(text)
    said, shown, caret = str(caught.value).split("\n")
    assert said.startswith(f"line {line}, column {column}: ")
    assert why in said
    assert shown == "  " + text.split("\n")[line - 1]
    assert caret == "  " + " " * (column - 1) + "^"


def test_brackets_without_end_are_refused_not_fatal():
    with pytest.raises(BadFormula, match="too deeply"):
        parse_question("(1 + " * 60 + "1" + ")" * 60)
    with pytest.raises(BadFormula, match="letters"):
        parse_question("1 + " * 1000 + "1")


def test_stacks_are_combinations_with_repetition():
    for cards, values in ((1, 2), (3, 6), (2, 12)):
        box = Stacks(cards, values)
        assert list(box.all) == stacks_of(cards, values)
        assert box.odds.sum() == pytest.approx(1)
        assert all(box.parse(stack_name(stack)) == stack for stack in box.all)


def test_the_odds_are_those_of_cards_drawn_one_by_one():
    box = Stacks(3, 6)
    chances = dict(
        zip(box.names, (box.odds * 216).round().astype(int).tolist(), strict=True)
    )
    assert (chances["111"], chances["112"], chances["123"]) == (1, 3, 6)


@pytest.mark.parametrize("text", ["12", "127", "1234", "", "abc", "1.2.2", "\N{SNOWMAN}"])
def test_what_is_no_stack_is_refused(text):
    with pytest.raises(IllegalMove):
        Stacks(3, 6).parse(text)


def test_the_default_deck_has_23_questions_with_distinct_texts():
    deck = default_deck()
    assert len(deck) == len({q.text for q in deck}) == len({q.ask for q in deck}) == 23
    for question in deck:
        assert parse_line(question.line) == question


def test_a_deck_from_a_file(tmp_path):
    file = tmp_path / "deck.toml"
    file.write_text('[[question]]\ntext = "How many?"\nask = "count(cards)"\n')
    assert load_deck(str(file)) == (parse_line("How many? := count(cards)"),)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("question = 3", "1 to 1000 tables"),
        ("[[question]]\ntext = 'x'", "needs a formula"),
        ("[[questoin]]\nask = '1'", "did you mean 'question'"),
        ("[[question]]\nask = '1'\ntxt = 'x'", "did you mean 'text'"),
        ("[[question", "is not TOML"),
        (
            "[[question]]\nask = '1'\n[[question]]\nask = 'sum(cards: )'",
            r"question 2 \(line 4 of the file\): line 1, column 12: .*\n.*\n {13}\^",
        ),
    ],
)
def test_a_bad_deck_is_refused(text, why):
    with pytest.raises(BadFile, match=why):
        parse_deck(text, "deck.toml")


def test_a_deck_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(BadFile, match="cannot read"):
        load_deck(str(tmp_path / "nothing.toml"))


def test_questions_are_found_by_place_text_and_formula():
    deck = default_deck()
    assert find_question(deck, 3) == 3
    assert find_question(deck, deck[3].text) == 3
    assert find_question(deck, question_name(deck[3].ask)) == 3
    with pytest.raises(UnknownName, match="did you mean"):
        find_question(deck, deck[3].text[:-3])
    with pytest.raises(BadSetup):
        find_question(deck, 99)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 99},
        {"cards": 0},
        {"values": 1},
        {"analysing": 5},
        {"points": 0},
        {"rounds": -1},
        {"moderator": "nobody"},
        {"draw": "cheat"},
        {"dealing": "twice"},
        {"deck": ("count(",)},
        {"cards": 12, "values": 30},
    ],
)
def test_a_bad_setup_is_refused(options):
    with pytest.raises(ValueError if "deck" in options else Exception) as caught:
        Setup(**options)
    assert isinstance(caught.value, (BadSetup, UnknownName, BadFormula))


def test_a_tape_goes_on_as_it_would_whoever_looks():
    setup = Setup(draw="shuffle")
    tape = deal(setup, np.random.default_rng(3))
    size = len(setup.questions)
    drawn = [tape.question(setup, place) for place in range(3 * size)]
    for block in range(3):
        assert sorted(drawn[block * size : (block + 1) * size]) == list(range(size))
    assert tape.question(setup, 5) == drawn[5]


def test_stated_questions_and_stacks_come_first_and_then_the_tape_ends():
    setup = Setup(players=2)
    document = {"stacks": ["122", [4, 5, 6]], "questions": [0], "new": ["333"]}
    tape = tape_from_json(document, setup)
    assert tape == Tape(((1, 2, 2), (4, 5, 6)), (0,), ((3, 3, 3),))
    assert tape_from_json(tape_to_json(tape), setup) == tape
    assert tape.question(setup, 1) is None
    assert tape.stack(setup, 1, [(1, 2, 2)]) is None


@pytest.mark.parametrize(
    "document",
    [
        [],
        {},
        {"stacks": ["122"]},
        {"stacks": ["122", "127"]},
        {"stacks": ["122", "456"], "questions": [99]},
        {"stacks": ["122", "456"], "questions": "all"},
        {"stacks": ["122", 456]},
        {"stacks": ["122", "456"], "stream": -1},
        {"stacks": ["122", "456"], "piles": []},
    ],
)
def test_a_bad_tape_is_refused(document):
    with pytest.raises((BadSetup, UnknownName)):
        tape_from_json(document, Setup(players=2))
