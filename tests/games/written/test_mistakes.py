"""Every mistake that a text can have is shown in our words; what is none, is read."""

from fractions import Fraction

import pytest

from whoknows.errors import BadFile, IllegalMove, TooLarge, UnknownName, WhoknowsError
from whoknows.games.written.game import WrittenGame
from whoknows.games.written.rules import read_book
from whoknows.games.written.rules.fold import value_text
from whoknows.games.written.rules.read_game import book_in
from whoknows.games.written.solve import prospects
from whoknows.play.table.referee import Table

MISTAKES = """
move go/move go | BadFile | move 'go' is named twice
move pass(a: 1 2) | BadFile | move 'pass' is named twice
facts p/ends | BadFile | there is no move
phases day/move go in night | UnknownName | no phase 'night'
move go(a: 1 2, a: 1 2) | BadFile | 'a' is named twice
move go "{y}" | UnknownName | no parameter 'y'
move go(a:) | BadFile | the values of the parameter are wanted
move go(a: nosuch) | UnknownName | no set or word 'nosuch'
move go by | BadFile | a seat is wanted
move go by bob | UnknownName | no seat 'bob'
phases day night/turns in night: ann/move go in day | BadFile | ann has no move in night
seats ann | BadFile | 'ann' is no new name of a seat
seats 3 | BadFile | '3' is no new name of a seat
seats b c d e f g h i j k l m | BadFile | 13 seats; wanted 1 to 12
set s: 1 2/set s: 3 | BadFile | set 's' is named twice
set s: | BadFile | the values of the set are wanted
parts x | BadFile | ':' and the values are wanted
parts x: | BadFile | values are wanted
facts p[] | BadFile | a set is wanted
facts p[1..30, 1..30] | TooLarge | 900 columns; at most 400
facts p[1..300], q[1..300] | TooLarge | more than 400 facts
facts p[1..200], q[1..201] | TooLarge | 2:18: more than 400 facts
facts p, p | BadFile | 'p' is named twice
facts p/let p = true | BadFile | 'p' is named twice
let f = 1/let f = 2 | BadFile | 'f' is named twice
facts p/board b: 1 2/start b := if p then 1 else 2 | BadFile | a value that is fixed
board b: 1 2/start b := 3 | BadFile | no place of the board that can have this
parts x: 1 2/start x := 2 | BadFile | no place of the board that can have this
parts x: 1 2; c: red blue/law distinct{x, c} | BadFile | values of one kind
board b: 1 2/law b = 1 | BadFile | a law is about the deal alone, not about the board (b)
facts p/law K ann p | BadFile | a law is about the deal alone, not about what somebody
facts p/weight if K ann p then 1 else 2 | BadFile | a weight is about the deal alone
all see k + j for k: 1..50, j: 1..50 | TooLarge | more than 2,000 things
board b: 1 2/move go/  makes b := 1 for k: 1..50, j: 1..50 | TooLarge | 2,000 changes
move go/  makes ann := ann | BadFile | a fact, a part, or a place of the board is wanted
move go/  makes round := 1 | BadFile | the round is counted by the referee
facts p/always p := true | BadFile | 'makes' is wanted
parts x: 1 2/facts p[1..3]/law p[k] for k: 1..3 but x | BadFile | 'x' is no value
parts x: 1 2/facts p[1..2]/law p[x] | BadFile | an index is the same in all worlds
facts p_1/parts p_2: 1 2/law or{p[k] = p[k] for k: 1 2} | BadFile | of several kinds
facts p[1..2]/law or{p[k] for k: 1..3} | UnknownName | no fact or part 'p_3'
facts p[1..2]/law p[0 - 9] | BadFile | an index is a word, or a number from 0 up, not -9
facts p[seats]/law p[1 - 2] | BadFile | an index is a word, or a number from 0 up, not -1
facts p[0..2]/law p[k - 1] for k: 0..3 | BadFile | a number from 0 up, not -1
board b[seats]/move go/  makes b[0 - 1] := true | BadFile | a number from 0 up, not -1
law f(1) | UnknownName | no let 'f'
let f(a) = a/law f(1, 2) = 1 | BadFile | 'f' takes 1, and 2 are given
parts x: 1 2/law x in nosuch | UnknownName | no set 'nosuch'
parts x: 1 2/law x div x = 1 | BadFile | 'div' wants a number from 1 up
parts x: 1 2/law x mod (x - x) = 1 | BadFile | 'mod' wants a number from 1 up
parts x: 1 2/law x div (1 - 1) = 1 | BadFile | 'div' wants a number from 1 up
parts x: 1 2/law x * 900000 * 900000 = 1 | TooLarge | may reach 1.6e+12
parts x: 1 2/law sum{x * 900000 * 900 for k: 1..900} = 1 | TooLarge | may reach 1.5e+12
parts x: 1 2/law min{} = 1 | BadFile | min has no values
parts x: 1 2/law max{k for k: 1 2 but 1} = 2 | BadFile | max may have no values
facts p/move go/  if K (nobody) p | BadFile | 'nobody' is no seat
parts x: 1 2/move go/  if K (if x = 1 then ann else ann) x = 1 | BadFile | this is no seat
facts p/move go/  if E{nobody} p | BadFile | 'nobody' is no seat
facts p/move go/  if E{} p | BadFile | a seat is wanted
facts p/move go/  tells nobody: p | BadFile | 'nobody' is no seat
let f(a) = count{true for k: 1 2 but a} = 1/law f(1 + 1) | BadFile | only a name can be
phases day/turns in night: ann | UnknownName | no phase 'night'
turns in order/turns together | BadFile | these turns are named twice
turns in day: ann | UnknownName | no phase 'day'
turns together now | BadFile | nothing more is wanted
facts p[1..2]/law p[true & 1 < 2] | UnknownName | no fact or part 'p_0'
facts p[1..2]/law p[false | 1 < 2] | UnknownName | no fact or part 'p_0'
turns in circles | BadFile | 'in order' is wanted
turns ann 3 | BadFile | '3' does not fit here
phases day/phase night | UnknownName | no phase 'night'
score 1/score 2 | BadFile | there are two scores
picture true: "x" | BadFile | a value, or the name of a fact
picture nosuch: "x" | UnknownName | no value 'nosuch'
picture ann: "123456789" | BadFile | one to eight characters
picture ann: "" | BadFile | one to eight characters
picture ann: "x" "#12345" | BadFile | is no color
about "never closed | BadFile | the quote is not closed
parts x: 1 2/law x = 12345678 | BadFile | a number is at most 1,000,000
parts x: 1..y | BadFile | the last number of the range is wanted
parts x: 3..1 | BadFile | 3..1 goes down
facts p/law p for k: | BadFile | what the variable runs over is wanted
facts p/law p & "p" | BadFile | a claim, a number, or a name is wanted
facts p, q/law p <-> q <-> p | BadFile | say with parentheses
facts p/law p p | BadFile | nothing more is wanted
facts p/law p = 1 | BadFile | a claim (true or false) is compared with
facts p/law (p | BadFile | ')' is wanted
parts x: 1 2/law if x then x else x | BadFile | and this is a number
parts x: 1 2/weight 1 - x | BadFile | a weight is a number from 0 up
parts x: 1 2/weight 0 | BadFile | in every world the weight is 0
parts x: 1..100/parts y: 1..100/weight 1000000 * 1000000 | BadFile | add up to 2^53 or more
parts x: 1 2/weight true | BadFile | a number is wanted here
parts x: 1 2/weight x/weight 2 | BadFile | there are two weights
  facts p | BadFile | 'facts' begins a statement, which is not indented
facts p/if p | BadFile | 'if' begins a clause of a move, which is indented
move go/  when 1 < 2 | BadFile | a clause starts with one of: if, says, right, answer,
move go/ when 1 < 2 | BadFile | a clause starts with one of: if, says, right, answer,
facts p/law !p | BadFile | '!' does not fit here: '~' is wanted
facts p/law p && p | BadFile | '&&' does not fit here: '&' is wanted
parts x: 1 2/law x == 1 | BadFile | '==' does not fit here: '=' is wanted
parts x: J Q K | BadFile | 'K', a word of the language, does not fit here
parts x: 1 -1 | BadFile | values are words, and numbers from 0 up
facts p[players] | UnknownName | no set 'players'; there are seats
set cards: 1 2/parts x: card | UnknownName | no set 'card'; did you mean 'cards'?
set a: b/set b: 1 a | BadFile | set 'a' holds itself
set a: a 1 | BadFile | set 'a' holds itself
facts hit[1..2]/move go/  answer if hit[1] then hit else nobody | BadFile | as in hit[1]
facts p/move go/  answer if p then wet else nobody | UnknownName | as in: set answers: wet
facts p[seats]/law p[me] | UnknownName | 'me' is nobody here
facts p/move go/  if K cat p | UnknownName | no seat 'cat'; there are me, ann
facts p/move go/  tells cat: p | UnknownName | no seat 'cat'; there are me, ann
facts p/move go/  tells me p | BadFile | ':' and what is told are wanted
board b: nobody/move go/  makes b := ann | BadFile | 'b' is never ann: it has nobody
board b: 1 x y/move go/  makes b := 1 < 2 | BadFile | 'b' cannot be true or false
parts c: 1 x y/law c < 2 | BadFile | '<' compares numbers
parts c: 1 x y/law c = 1 - 2 | BadFile | a number or a word is compared with a number
parts c: 1 2/law c = x | UnknownName | no name 'x'
parts c: 1 2/move go/  answer if c = 1 then 0 - c else nobody | BadFile | beside a word
parts c: 1 2/move go/  answer if c = 1 then 1 - c + c else nobody | BadFile | beside a word
facts p/law p q | BadFile | 'q' does not fit here
parts c: 1 2/score if c = 1 then 2 else nobody | BadFile | and this is a number or a word
facts p/law p in seats | BadFile | a value is wanted, and this is a claim
"""
KINDS = {"BadFile": BadFile, "UnknownName": UnknownName, "TooLarge": TooLarge}


@pytest.mark.parametrize("case", MISTAKES.strip().splitlines())
def test_a_mistake_is_told_in_words(case):
    text, kind, said = case.rsplit(" | ", 2)
    text += "" if "ends" in text else "/ends" if "move" in text else "/move go/ends"
    with pytest.raises(KINDS[kind]) as error:
        read_book("seats ann\n" + text.replace("/", "\n"))
    assert said in str(error.value)


POINTED = {  # the last line of a text, and what the caret stands below
    "parts x: 1 2/law x < 3/law x > 2": ">",
    "parts x: 1 2/law x < 3/weight 0": "0",
    'set s: red blue/picture red: "r" "#1"': '"#1"',
    "phases day/move run in day, night": "night",
}


@pytest.mark.parametrize("text", POINTED)
def test_an_error_points_at_what_is_wrong(text):
    """The law that leaves no world, the weight, the color, the phase."""
    for engine in ("auto", "symbolic"):
        with pytest.raises(WhoknowsError) as error:
            book_in(f"seats ann/move go/ends/{text}".replace("/", "\n"), "text", engine)
        *_, line, caret = str(error.value).split("\n")
        assert line[caret.index("^") :].startswith(POINTED[text])


PARTS = "parts x: 1..3; y: 1..3; E: 1 2; z: 5\nfacts p[1..2]\n"
SIZES = {  # laws, and how many of the 72 worlds keep them
    "E = 1": 36,
    "x + z = 6": 24,
    "p[1] <-> p_2": 36,
    "p[k] -> x = y for k: 1..2": 3 * 2 * 4 + 6 * 2,
    "p[if 1 < 2 then 2 else 1]": 36,
    "p[k] for k: 1 2 but 2": 36,
    "p[1 + k] for k: 1..2 but 2": 36,
    "x in small & y in small": 4 * 2 * 4,
    "low(x, y)": 3 * 2 * 4,
    "and{low(k, x) for k: 1 2}": 8 * 3 * 1,
    "near(1)": 8 * 3 * 2,
    "distinct{x, y}": 6 * 8,
    "distinct{k + x for k: 1 2}": 72,
    "and{distinct{x, k} for k: 1 2}": 8 * 3,
    "¬p_1 ∧ (x ≤ 2 ∨ y ≠ 1) → x ≥ 2": 72 - 3 * 2 * 2,
}
LETS = """set small: 1 2
let low(a, b) = or{a = k & k < b for k: 1..2}
let near(a) = count{x = k for k: 1..3 but a} = 1
"""


@pytest.mark.parametrize("law", SIZES)
def test_a_law_leaves_so_many_worlds(law):
    text = f"seats ann\n{LETS}{PARTS}law {law}\nmove go\nends"
    for engine in ("auto", "symbolic"):
        assert book_in(text, "text", engine).worlds.size == SIZES[law]


@pytest.mark.parametrize(
    "law",
    [
        "r[true & 1 < 2]",
        "r[false | 2 = 2]",
        "~r[~(1 < 2)]",
        "~r[if 1 < 2 then 0 else 1]",
        "r[if 1 > 2 then 0 else 1]",
        "r[oneof{true, 1 = 2}] & ~r[oneof{true, 1 = 1}]",
        "x < 1000000",
    ],
)
def test_an_index_may_be_a_claim_that_is_the_same_in_all_worlds(law):
    head = "seats ann\nfacts r[0..1]\nparts x: 1 40000\nlaw r[1] & ~r[0]\n"
    for engine in ("auto", "symbolic"):
        book = book_in(f"{head}law {law}\nmove go\nends", "text", engine)
        assert book.worlds.size == 2


def opened(*lines, seats="ann, bob", so=None):
    """A game of these lines, and its table with what is dealt so."""
    game = WrittenGame("\n".join([f"seats {seats}", *lines]))
    setup = game.setup()
    return game, Table.with_secret(game, setup, game.from_json(so or {}, setup))


def test_what_everybody_sees_and_what_several_are_told():
    game, table = opened(
        "parts x: 1..4; y: 1..3", "ann sees everything", "bob sees everything but x",
        "cat sees nothing", "move ask", "  tells seats: x > 2", "  answer nothing",
        "move show", "  tells cat, bob: y = 2", "ends if round = 4",
        seats="ann, bob, cat", so={"x": 3, "y": 2},
    )  # fmt: skip
    assert table.sight(None).cell == 0
    counts = []
    for move in ("ask", "show", None):
        counts.append([game.worlds(table.sight(seat)) for seat in (0, 1, 2, None)])
        if move:
            table = table.play({table.turn[0]: game.parse_move(move, table.setup)})
    assert counts == [[1, 4, 12, 12], [1, 2, 6, 12], [1, 2, 2, 12]]


def test_turns_of_some_and_phases():
    lines = ("board b: 0..9", "always makes b := b + 1", "move go", "ends if round = 5")
    for turns, wanted in {
        "in order": [(0,), (1,), (2,), (0,)],
        "together": [(0, 1, 2)] * 4,
        "cat, ann": [(2,), (0,), (2,), (0,)],
        "ann, cat together": [(0, 2)] * 4,
        "together unless me = bob": [(0, 2)] * 4,
        "unless me = bob": [(0,), (2,), (0,), (2,)],
        "bob, cat unless b > 2": [(1,), (2,), (1,)],
    }.items():
        game, table = opened(*lines, f"turns {turns}", seats="ann, bob, cat")
        found = []
        while not table.over and len(found) < 4:
            found.append(table.turn)
            go = game.parse_move("go", table.setup)
            table = table.play(dict.fromkeys(table.turn, go))
        assert found == wanted, turns


def test_moves_that_people_type():
    game, table = opened(
        "parts x: 1..4", "phases day night", "phase night if round > 5",
        "move look(k: 1..4, who: seats but me) by ann in day", "  if k < 3 | k = 4",
        "move wait", "  again", "move rest in night", "ends if round = 9",
        so={"x": 2},
    )  # fmt: skip
    names = [game.move_name(move) for move in game.moves(table.sight(0))]
    assert names == ["look 1 bob", "look 2 bob", "look 4 bob", "wait"]
    for text, said in {
        "look 1": "wanted look <k> <who>",
        "look 1 bob 3": "wanted look <k> <who>",
        "look 9 bob": "'9' is none of 1, 2, 3, 4",
        "look 1 cat": "'cat' is none of ann, bob",
        "": "is no move; moves are look, wait, rest",
        "pass now": "is no move; moves are",
        "jump": "is no move; moves are",
    }.items():
        with pytest.raises(IllegalMove, match=said):
            game.parse_move(text, table.setup)
    for text in ("rest", "look 3 bob", "look 1 ann", "pass"):
        with pytest.raises(IllegalMove):
            table.play({0: game.parse_move(text, table.setup)})
    with pytest.raises(IllegalMove, match="the turn is of"):
        table.play({1: game.parse_move("wait", table.setup)})
    table = table.play({0: game.parse_move("look(1, bob)", table.setup)})
    names = [game.move_name(move) for move in game.moves(table.sight(1))]
    assert (table.turn, names) == ((1,), ["wait"])
    table = table.play({1: game.parse_move("wait", table.setup)})
    assert table.turn == (1,)  # again
    for world in (True, 99, "0"):
        with pytest.raises(WhoknowsError, match="is none of the 4 worlds"):
            Table.with_secret(game, table.setup, world)


def test_sets_may_hold_sets_that_stand_below_them():
    book = read_book(
        "parts card: cards\nset cards: reds blacks\nset blacks: 3 spade\nset reds: 1 2\n"
        "seats ann\nmove go\nends"
    )
    assert [book.value_name(code) for code in book.columns["card"].values] == [
        "1", "2", "3", "spade"
    ]  # fmt: skip


def test_numbers_may_stand_among_words():
    game, table = opened(
        "set ranks: 9 10 jack queen", "parts card[seats]: ranks",
        "law distinct{card[x] for x: seats}", "law card[bob] != 10",
        "board best: nobody ranks", "move say(c: ranks)", "  right card[me] = c",
        "  answer if card[me] = c then card[me] else nobody",
        "  makes best := if card[me] in ranks then card[me] else nobody",
        "ends if best = 10", "score if best = jack then 1 else 0",
        so={"card_ann": 10, "card_bob": "jack"},
    )  # fmt: skip
    assert table.setup.book.worlds.size == 4 * 3 - 3
    some = prospects(table.sight(0), game.moves(table.sight(0)))
    assert [p.right for p in some] == [Fraction(many, 9) for many in (2, 3, 2, 2)]


def test_a_difference_below_zero_is_a_number_and_no_word():
    for engine in ("auto", "symbolic"):
        text = (
            "seats ann, bob\nparts x, y: 1..4\nmove ask\n  answer less: x - y\n"
            "  tells bob: x - y\nends if round = 1"
        )
        book = book_in(text, "text", engine)
        assert value_text(book, book.kinds["ask"].answers[0], -2) == "-2"
    game, table = opened(*text.split("\n")[1:], so={"x": 1, "y": 3})
    table = table.play({0: game.parse_move("ask", table.setup)})
    assert game.answer_name(table.history[-1].answer) == "less -2"
    assert [w.text for w in table.sight(1).whispers] == ["-2"]


def test_what_is_seen_of_several_things_is_shown():
    game, table = opened(
        "parts x, y: 2..9", "ann sees x + y", "bob sees product: x * y, x mod 4",
        "move go", "ends if round = 1", so={"x": 3, "y": 7},
    )  # fmt: skip
    assert game.face.board_text(table.sight(0), ["Ann", "Bob"]).splitlines() == [
        "table: x ?   y ?", "seen: x + y 10"
    ]  # fmt: skip
    assert game.face.board_text(table.sight(1), ["Ann", "Bob"]).splitlines() == [
        "table: x 3/7   y ?", "seen: product 21"
    ]  # fmt: skip


def test_a_model_has_numbers_and_words_as_values():
    game, table = opened(
        "parts n: 0..2; c: red blue",
        "move go",
        "ends if round = 1",
        so={"n": 0, "c": "red"},
    )
    pictured = game.model(table.sight(None), 10)
    assert pictured is not None
    assert {name: set(values) for name, values in pictured.model.parts.items()} == {
        "n": {0, 1, 2},
        "c": {"red", "blue"},
    }
    assert pictured.model.count("n + 1 = 2 & c=red") == 1


def test_what_a_move_leaves_to_the_mover_and_to_all():
    """Of four worlds an answer leaves one, or three: 1/4 * 1 + 3/4 * 3 on average."""
    game, table = opened(
        "parts x: 1..4", "ann sees x", "turns bob, ann", "move ask(k: 1..4)",
        "  answer x = k", "ends if round = 3", so={"x": 2},
    )  # fmt: skip
    ask = game.parse_move("ask 1", table.setup)
    [bob] = prospects(table.sight(1), [ask], telling=True)
    assert (bob.left, bob.public) == (Fraction(5, 2), Fraction(5, 2))
    table = table.play({1: ask})  # the answer is no
    [ann] = prospects(table.sight(0), [game.parse_move("ask 3", table.setup)], telling=True)
    assert (ann.left, ann.public) == (1, 2)  # she knows the answer, and so what it tells


@pytest.mark.parametrize("group", ["E", "D", "C"])
@pytest.mark.parametrize("who", ["ann", "bob", "cat"])
def test_a_let_may_be_about_a_group_with_a_seat_put_in(group, who):
    """Ann sees p, bob q, cat both: cat knows all; ann and bob do only together with cat."""
    game, table = opened(
        "facts p, q", "ann sees p", "bob sees q", "cat sees p, q",
        f"let told(a) = {group}{{a, cat}} (p & q)", "move ask", f"  answer told({who})",
        "ends if round = 1", seats="ann, bob, cat", so={"p": True, "q": True},
    )  # fmt: skip
    table = table.play({0: game.parse_move("ask", table.setup)})
    knows = who == "cat" or group == "D"
    assert game.worlds(table.sight(None)) == (1 if knows else 4)
