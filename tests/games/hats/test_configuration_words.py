"""Words for configurations: each has one reading, and is printed as it is read."""

from itertools import product

import pytest
from click import UsageError

import whoknows as wk
from whoknows.cli.main import app
from whoknows.errors import BadSetup, WhoknowsError
from whoknows.games.balance.rules import Rules as Coins
from whoknows.games.hats.game import GAME
from whoknows.games.hats.rules import Rules
from whoknows.games.mastermind.rules import Rules as Codes
from whoknows.games.mastermind.rules.codes import parse_correction

LETTERS = "RBGYWOVCKM"


def readings(word, rules):
    """The configurations that a word of digits may mean: as a number, and hat by hat."""
    number, found = int(word), set()
    if number < rules.colors**rules.players:
        digits = []
        for _ in range(rules.players):
            number, digit = divmod(number, rules.colors)
            digits.append(digit)
        found.add("".join(LETTERS[digit] for digit in reversed(digits)))
        if len(word) == rules.players and all(int(digit) < rules.colors for digit in word):
            found.add("".join(LETTERS[int(digit)] for digit in word))
    return found


@pytest.mark.parametrize("colors", [2, 3, 10])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_word_of_digits_has_one_reading_or_is_refused(players, colors):
    rules = Rules(players, colors)
    for length in range(1, 6):
        for word in map("".join, product("0129", repeat=length)):
            wanted = readings(word, rules)
            if len(wanted) == 1:
                code = rules.parse_code(word)
                assert {rules.name(code)} == wanted, word
                assert rules.parse_code(rules.name(code)) == code
                continue
            with pytest.raises(BadSetup) as refused:
                rules.parse_code(word)
            assert all(name in str(refused.value) for name in wanted), word


@pytest.mark.parametrize("word", ["٠٠١١", "٣", "１", "²", "{٠٠١١}"])
def test_digits_of_other_scripts_are_no_digits(word):
    with pytest.raises(BadSetup, match="not one of RB"):
        Rules(4).parse_code(word)


NUMBERS = {
    "coins": lambda digit: Coins().parse_weighing(f"{digit} : 2"),
    "a range of coins": lambda digit: Coins().parse_weighing(f"1-{digit} : 5-7"),
    "an answer": lambda digit: Codes().parse_answer(f"{digit},0"),
    "a correction": lambda digit: parse_correction(f"{digit}:1,1", Codes()),
    "need": lambda digit: app(
        ["hats", "best", "--players", "4", "--need", digit], standalone_mode=False
    ),
}


@pytest.mark.parametrize("digit", ["٣", "３"])
@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_said_in_plain_digits(name, digit):
    NUMBERS[name]("3")
    with pytest.raises((WhoknowsError, UsageError)):
        NUMBERS[name](digit)


DOORS = [
    "hats tell --players 4 --hats 0011",
    "hats chains 0011 --players 4",
    "hats matrix 0011 --players 4",
    "play hats --players 4 --deal 0011",
    "watch hats --players 4 --deal 0011",
]


@pytest.mark.parametrize("words", DOORS)
def test_every_door_refuses_a_word_with_two_readings(words):
    with pytest.raises(BadSetup, match=r"BRBB.*RRBB"):  # eleven, and hat by hat
        app(words.split(), standalone_mode=False)


def test_the_library_refuses_a_word_with_two_readings():
    with pytest.raises(WhoknowsError, match=r"BRBB.*RRBB"):
        wk.deal("hats", secret="0011", players=4)
    assert wk.deal("hats", secret="11", players=4).secret == (1, 0, 1, 1)


def test_documents_are_read_as_they_were_written():
    """As version 0.2 read the deals of transcripts and of rooms."""
    assert GAME.from_json("11", Rules(4)) == (1, 0, 1, 1)
    assert GAME.from_json("0011", Rules(4)) == (1, 0, 1, 1)
    document = wk.play("hats", "adequate", players=4, secret=[1, 0, 1, 1]).to_json()
    as_list = wk.review(document)
    assert wk.review(document | {"deal": "0011"}).moves == as_list.moves
    assert wk.review(document | {"deal": "BRBB"}).moves == as_list.moves
