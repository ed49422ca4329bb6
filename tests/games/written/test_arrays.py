"""A game in Python is the same game as its text: moves, worlds, answers, and scores."""

import numpy as np
import pytest

from whoknows.catalog import own_game
from whoknows.errors import BadSetup
from whoknows.games.written import Act, ArrayGame, ArrayRules
from whoknows.games.written.game import WrittenGame
from whoknows.games.written.show.judge import by_arrays
from whoknows.play.table import transcript
from whoknows.play.table.referee import Table

FILE = "docs/examples/arrays.py:GAME"
TEXT = """
seats ann, bob
parts number: 1..15
board won: nobody ann bob
set   said: higher lower found
move  guess(n: 1..15) "Is it {n}?"
  if     <K me> number = n
  right  number = n
  answer if number > n then higher else if number < n then lower else found
  makes  won := if number = n then me else nobody
ends  if won != nobody
score if won = me then 1 else 0
"""


@pytest.mark.parametrize("seed", range(8))
def test_arrays_and_text_are_one_game(seed):
    arrays, text = own_game(FILE), WrittenGame(TEXT)
    rng = np.random.default_rng(seed)
    world = int(rng.integers(15))
    one, two = (Table.with_secret(game, game.setup(), world) for game in (arrays, text))
    while not one.over:
        [seat] = one.turn
        moves = arrays.moves(one.sight(seat))
        assert moves == text.moves(two.sight(seat))
        assert arrays.worlds(one.sight(seat)) == text.worlds(two.sight(seat)) == len(moves)
        for name in arrays.strategies:
            assert one.choice(seat, arrays.strategies[name]) == two.choice(
                seat, text.strategies[name]
            )
        move = moves[int(rng.integers(len(moves)))]
        one, two = one.play({seat: move}), two.play({seat: move})
        assert one.history == two.history
        assert one.turn == two.turn
    assert one.result == two.result
    assert sum(one.result.values()) == 1


def test_a_game_in_python_can_be_kept_and_has_no_options():
    game = own_game(FILE)
    table = Table.dealt(game, game.setup(), 1)
    table = table.play({0: game.moves(table.sight(0))[3]})
    assert transcript.read(transcript.written(table), lambda _: game).table == table
    with pytest.raises(BadSetup, match="no options"):
        game.setup(most=3)


class Cards(ArrayRules):
    """Numbers from 0 on, words, and claims; some worlds are dealt more often."""

    seats, words = ("ann", "bob"), ("low", "high")
    board = {"last": ("nobody", "ann", "bob"), "open": (False, True)}  # noqa: RUF012

    def worlds(self):
        colors = np.array(["red", "blue", "red", "blue"])
        return {"n": np.arange(4), "c": colors, "odd": np.arange(4) % 2 == 1}

    def weight(self, w):
        return np.where(w["c"] == "red", 2, 1)

    def sees(self, w, me):
        return (w["c"],) if me == "ann" else (w["n"] > 1, w["n"] == 0)

    def acts(self):
        return {
            "tell": Act(
                {"k": [0, 1, "blue"]},
                allowed=lambda w, me, k: ~w.knows(me, lambda w: w["n"] == 0),
                says=lambda w, me, k: w.knows_whether(me, lambda w: w["odd"]),
                tells=lambda w, me, k: w["n"] if k == 0 else w["c"],
                answer=lambda w, me, k: np.where(w["n"] < 2, "low", "high"),
                makes={"last": lambda w, me, k: me, "open": lambda w, me, k: k == 1},
                again=lambda w, me, k: k == 1,
                by=["bob"],
            ),
            "wait": Act(),
        }

    def ends(self, w):
        return w["round"] == 3

    def score(self, w, me):
        return w["n"] if me == "ann" else -w["n"]


@pytest.mark.parametrize("light", [-1, 2**52])
def test_weights_are_numbers_from_0_whose_sums_are_exact(light):
    class Heavy(Cards):
        def weight(self, w):
            return np.where(w["c"] == "red", light, 1)

    with pytest.raises(BadSetup, match="2\\^53"):
        ArrayGame(Heavy).setup()


@pytest.mark.parametrize("n", range(4))
def test_numbers_words_and_claims_of_arrays(n):
    game = ArrayGame(Cards)
    table = Table.with_secret(game, game.setup(), n)
    assert table.setup.book.worlds.weights.tolist() == [2, 1, 2, 1]
    held = {seat: game.worlds(table.sight(seat)) for seat in (0, 1, None)}
    assert held == {0: 2, 1: 1 if n < 2 else 2, None: 4}
    assert [game.move_name(move) for move in game.moves(table.sight(0))] == ["wait"]
    table = table.play({0: game.parse_move("wait", table.setup)})
    names = [game.move_name(move) for move in game.moves(table.sight(1))]
    assert names == ["tell 0", "tell 1", "tell blue", "wait"][3 if n == 0 else 0 :]
    for name in names:
        after = table.play({1: game.parse_move(name, table.setup)})
        assert after.turn == ((1,) if name == "tell 1" else (0,))
        if name != "wait":
            answer = after.history[-1].answer
            assert [value for _, value in answer.said] == ["low" if n < 2 else "high"]
            assert answer.not_so == ((1,) if n > 1 else ())
            told = str(n) if name == "tell 0" else "blue" if n % 2 else "red"
            [whisper] = after.sight(1).whispers
            assert told in whisper.text
            assert game.worlds(after.sight(1)) == 1
            assert dict(after.sight(0).seen)["last"] == "bob"
            assert dict(after.sight(0).seen)["open"] == (
                "yes" if name == "tell 1" else "no"
            )
    while not table.over:
        table = table.play({table.turn[0]: game.parse_move("wait", table.setup)})
    assert table.result == {0: n, 1: -n}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("worlds", {"n": np.arange(3), "m": np.arange(4)}, "columns of one length"),
        ("worlds", {"n": np.zeros((2, 2), int)}, "columns of one length"),
        ("worlds", {"n": np.arange(0)}, "0 worlds; wanted 1 to"),
        ("worlds", {"n": np.array([0.5])}, "whole numbers, words, or claims"),
        ("worlds", {"n": np.array([1, -2])}, "numbers from 0 up are wanted, and -2 came"),
    ],
)
def test_columns_that_are_none(name, value, said):
    rules = type("Bad", (Cards,), {name: lambda self: value})
    with pytest.raises(BadSetup, match=said):
        ArrayGame(rules).setup()


def test_a_word_that_is_not_listed_is_refused():
    rules = type("Bad", (Cards,), {"words": ("low",)})
    game = ArrayGame(rules)
    table = Table.with_secret(game, game.setup(), 1)
    table = table.play({0: game.parse_move("wait", table.setup)})
    with pytest.raises(BadSetup, match="'high' is new: list the words of answers"):
        table.play({1: game.parse_move("tell 0", table.setup)})


def test_what_is_plain_is_known_by_who_moves():
    class Plain(Cards):
        def acts(self):
            return {
                f"{how} {said}": Act(
                    allowed=lambda w, me, how=how, said=said: getattr(w, how)(
                        me, lambda w: said
                    )
                )
                for how in ("knows", "knows_whether", "possible")
                for said in (True, False)
            }

    game = ArrayGame(Plain)
    names = [
        game.move_name(m) for m in game.moves(Table.dealt(game, game.setup(), 0).sight(0))
    ]
    assert names == [
        "knows True",
        "knows_whether True",
        "knows_whether False",
        "possible True",
    ]


def test_an_end_in_python_may_ask_what_somebody_knows():
    """So the judge does not take what a move shows for plain from the columns."""

    class Known(Cards):
        def ends(self, w):
            return w.knows("bob", lambda w: w["n"] == 0)

    game = ArrayGame(Known)
    assert [Table.with_secret(game, game.setup(), n).over for n in range(4)] == [
        True, False, False, False
    ]  # fmt: skip
    assert not by_arrays(game.setup().book)
    assert by_arrays(WrittenGame(TEXT).setup().book)


class Hands(ArrayRules):
    """Two cards of 1 to 3; each sees their own, and may be shown another's."""

    seats = ("ann", "bob", "cat")
    board = {"done": (False, True)}  # noqa: RUF012

    def worlds(self):
        one, two = (column.ravel() for column in np.meshgrid([1, 2, 3], [1, 2, 3]))
        return {"card_ann": one, "card_bob": two}

    def sees(self, w, me):
        return () if me == "cat" else (w[f"card_{me}"],)

    def acts(self):
        def card(w, me, x):
            return w["card_ann"]

        def claims(how):
            return lambda w, me: w.group_knows(how, self.seats, lambda w: w["card_ann"] > 1)

        return {
            "show": Act({"x": self.seats}, tells={"x": card}, by=["ann"]),
            "spy": Act(tells={"cat": lambda w, me: w["card_ann"] - w["card_bob"] + 2}),
            "sure": Act(allowed=lambda w, me: w.knows_value(me, lambda w: w["card_ann"])),
            **{how: Act(allowed=claims(how)) for how in ("E", "C", "D")},
        }

    def ends(self, w):
        return w["done"]


def test_python_tells_any_seat_and_asks_what_groups_know():
    game = ArrayGame(Hands)
    table = Table.with_secret(game, game.setup(), 7)  # Ann has 2, Bob has 3
    names = {
        seat: [game.move_name(m) for m in game.moves(table.sight(seat))]
        for seat in (0, 1, 2)
    }
    assert names == {
        0: ["show ann", "show bob", "show cat", "spy", "sure", "D"], 1: ["spy"], 2: ["spy"]
    }  # fmt: skip
    assert game.face.board_text(table.sight(1), ["Ann", "Bob", "Cat"]) == (
        "table: card ann ?   card bob 3   done no"
    )
    shown = table.play({0: game.parse_move("show cat", table.setup)})
    assert [game.worlds(shown.sight(seat)) for seat in (0, 1, 2)] == [3, 3, 3]
    assert [w.text for w in shown.sight(2).whispers] == ["2"]
    spied = table.play({0: game.parse_move("spy", table.setup)})
    assert [game.worlds(spied.sight(seat)) for seat in (0, 1, 2)] == [3, 3, 2]


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (Act(tells={"dan": lambda w, me: 1}), "'dan' is told something, but no seat"),
        (Act(says=lambda w, me: w.group_knows("K", ["ann"], lambda w: True)), "not 'K'"),
        (Act(answer=lambda w, me: w["card_ann"] - 3), "0 up are wanted, and -2 came"),
    ],
)
def test_a_mistake_in_python_is_told_in_words(act, said):
    def go():
        game = ArrayGame(type("Bad", (Hands,), {"acts": lambda self: {"go": act}}))
        Table.dealt(game, game.setup(), 1).play({0: game.parse_move("go", game.setup())})

    with pytest.raises(BadSetup, match=said):
        go()
