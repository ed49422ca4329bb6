"""Worlds as a diagram are the worlds of a table: the same answers, move for move.

Texts of the gallery are played at random on both engines at the same time; what anybody
may do, sees, hears, holds possible, and knows of any order must agree at every turn.
"""

import sys
from collections import Counter
from math import factorial, log2
from pathlib import Path

import numpy as np
import pytest

from tests.games.written.test_formulas import FORMULAS, clause
from tests.games.written.test_prospects import COIN, SHOWN
from whoknows.analysis import review
from whoknows.errors import TooLarge
from whoknows.games.written.game import GAME, WrittenGame
from whoknows.games.written.knowledge import picture_of
from whoknows.games.written.knowledge.as_model import held_at
from whoknows.games.written.rules import Book, Setup, gallery, gallery_text, spread
from whoknows.games.written.rules.deal_diagram import DiagramWorlds
from whoknows.games.written.rules.read_game import book_in
from whoknows.games.written.rules.rules_of_text import Worlds
from whoknows.games.written.show.chances import doubts
from whoknows.games.written.solve import prospects
from whoknows.play.table import transcript
from whoknows.play.table.referee import Table

BOOKS: dict[str, Book] = {}
CLUEDO = Path("docs/examples/cluedo21.game").read_text(encoding="utf-8")
EVENTS = ("turn", "history", "over", "result")


class Diagrammed(Setup):
    """A text whose worlds are a diagram in any case."""

    @property
    def book(self):
        if self.text not in BOOKS:
            BOOKS[self.text] = book_in(self.text, "text", "symbolic")
        return BOOKS[self.text]


WHISPERED = """
seats ann, bob, cat
parts card[seats]: 1..5; joker[seats]: yes no
law   distinct{card[x] for x: seats}
law   oneof{joker[x]=yes for x: seats}
weight if joker[ann]=yes then 3 else card[bob]
let   known(x) = count{Kv y card[x], K y card[x] < 4 for y: seats but x}
each  sees card[me]
cat   sees joker[bob]=yes, card[ann] + card[bob] if round > 1
board out[seats]; tries: 0..3
turns in order unless out[me]
move  peek(x: seats but me) "What has {x}?"
  tells me, x: card[x] mod 3, joker[me]
  makes card[me] := if joker[x]=yes then card[x] else card[me]
move  swap(x: seats but me)
  if    <K me> card[x] > card[me]
  says  ~K me joker[x]=yes
  makes joker[x] := joker[me], joker[me] := joker[x], tries := tries + 1
move  claim(c: 1..5)
  if    Kv me card[me] | D{seats} card[me] = c
  right max{card[y] for y: seats} = c
  answer max{card[y] for y: seats} = c, twice: 2 * count{card[y] < c for y: seats}
  again if card[me] = c
  makes out[me] := card[me] != c
ends  if and{out[x] for x: seats} | round = 8 | C{ann, bob} joker[ann]=yes
score if K me joker[me]=yes then card[me] else known(me) - tries
"""
ORDERS = {
    "muddy": FORMULAS["muddy"],
    "liar": FORMULAS["liar"],
    "whispered": [
        "K ann K bob joker_ann = no",
        "Kv cat card_bob | Kv bob card_cat",
        "<K ann> K cat card_ann = 3",
        "E{ann, bob} joker_cat = no",
        "C{ann, bob, cat} card_ann + card_bob + card_cat > 6",
        "D{ann, cat} card_bob = 2",
        "Dw{bob, cat} joker_ann = yes",
        "Cw{ann, cat} joker_bob = yes",
        "K bob ~Kw ann (card_bob < card_cat)",
        "card_ann mod 2 = 1 ^ joker_bob = yes",
        "card_ann * card_bob div 3 = card_cat - 1",
        "min{card_ann, card_bob, card_cat} = 2",
        "K ann (if 1 < 2 then true else joker_ann = no)",
        "Kw bob false & ~<K cat> false & <K cat> true",
        "Cw{ann, bob} false & D{ann} true & ~E{cat} false",
        "Kv ann (1 + 1) & Kv cat (card_ann + card_bob)",
    ],
}


def text_of(name):
    own = {"whispered": WHISPERED, "shown": SHOWN, "coin": COIN}
    return own.get(name) or gallery_text(name)


def tables(text, seed):
    """The same deal on both engines."""
    game = WrittenGame(text)
    plain, setup = Setup(text), Diagrammed(text)
    rng = np.random.default_rng(seed)
    row = game.deal(plain, rng)
    so = {c.name: plain.book.worlds.value(c.name, row) for c in plain.book.dealt}
    world = setup.book.worlds.fitting(so)
    assert world[0] == 1
    return (
        Table.with_secret(game, plain, row),
        Table.with_secret(game, setup, world[1]),
        rng,
    )


def check(game, one, two, name, rng):
    """Everything that is said of a moment."""
    for what in EVENTS[: 4 if one.over else 3]:
        assert getattr(one, what) == getattr(two, what), what
    for seat in (None, *one.seats):
        here, there = one.sight(seat), two.sight(seat)
        assert game.worlds(here) == game.worlds(there)
        assert here.seen == there.seen
        assert here.whispers == there.whispers
        assert doubts(here) == doubts(there)
        check_held(held_at(here), held_at(there), name)
    check_formulas(one, two, name)
    for seat in one.turn:
        here, there = one.sight(seat), two.sight(seat)
        moves = game.moves(here)
        assert moves == game.moves(there)
        some = [
            moves[int(k)] for k in rng.choice(len(moves), min(5, len(moves)), replace=False)
        ]
        assert all(p.public == p.score == 0 for p in prospects(here, some))
        for options in ({}, {"telling": True}, {"scoring": True}):
            assert prospects(here, some, **options) == prospects(there, some, **options)


def check_held(here, there, name):
    """How likely claims are to who holds some worlds possible, and the parts of a value."""
    for text in ORDERS.get(name, ()):
        means = [s.mean(clause(s.picture.book, text).work(s)) for s in (here, there)]
        assert means[0] == means[1], text
    for column in here.picture.book.dealt[:3]:
        shares = here.shares(column.name)
        assert shares == there.shares(column.name)
        for scope in (here, there):
            values = [scope.column(column.name)]
            parts = scope.parted(values, len(shares))
            assert sorted(share for share, _ in parts) == sorted(shares.values())
            assert scope.parted(values, len(shares) - 1) is None


def check_formulas(one, two, name):
    """Where claims hold of what seats know, counted, and in the world that is so."""
    table, diagram = (picture_of(t.setup, t.state.record) for t in (one, two))
    assert table.size == diagram.size
    for text in ORDERS.get(name, ()):
        term = clause(table.book, text)
        here = term.work(table.everywhere({}))
        there = clause(diagram.book, text).work(diagram.everywhere({}))
        assert table.count(here) == diagram.count(there), text
        assert table.holds(term, one.state.world, {}) == diagram.holds(
            term, two.state.world, {}
        )


def compared(text, seed, turns, name=""):
    """A game at random on both engines, which must agree in everything at every turn."""
    game = WrittenGame(text)
    one, two, rng = tables(text, seed)
    for _ in range(turns):
        check(game, one, two, name, rng)
        if one.over:
            return
        moves = {}
        for seat in one.turn:
            legal = game.moves(one.sight(seat))
            moves[seat] = legal[int(rng.integers(len(legal)))]
        one, two = one.play(moves), two.play(moves)


@pytest.mark.parametrize("name", ["whispered", "shown", *gallery()])
def test_both_engines_play_the_same_game(name):
    for seed in range(2 if name == "whispered" else 1):
        compared(text_of(name), seed, 2 if name in ("mastermind", "cluedo") else 5, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["whispered", "shown", *gallery()])
def test_both_engines_play_the_same_games(name):
    for seed in range(1, 4 if name == "mastermind" else 12):
        compared(text_of(name), seed, 12, name)


@pytest.mark.parametrize(
    "name",
    [
        "coin",
        "shown",
        "muddy",
        "guesswho",
        pytest.param("whispered", marks=pytest.mark.slow),
    ],
)
def test_both_engines_judge_the_same_game_alike(name):
    """What is told at once, what is played since it asks what seats know, and calls."""
    one, two, rng = tables(text_of(name), 3)
    while not one.over and len(one.turns) < 4:
        legal = {seat: one.game.moves(one.sight(seat)) for seat in one.turn}
        moves = {seat: some[int(rng.integers(len(some)))] for seat, some in legal.items()}
        one, two = one.play(moves), two.play(moves)
    for seat in one.seats:
        here, there = (review(table, seat=seat) for table in (one, two))
        assert here.moves
        for each, other in zip(here.moves, there.moves, strict=True):
            assert each.to_json() == other.to_json()
            assert each.value is not None


def test_a_picture_of_few_worlds_is_the_same_model():
    game = WrittenGame(WHISPERED)
    one, two, _ = tables(WHISPERED, 5)
    move = game.parse_move("peek bob", one.setup)
    one, two = one.play({0: move}), two.play({0: move})
    for seat in (None, 0, 1, 2):
        here, there = (game.model(table.sight(seat), 1000) for table in (one, two))
        assert there is not None
        assert len(here.held) == len(there.held) == game.worlds(one.sight(seat))
        assert here.home == there.home
        for text in ORDERS["whispered"][:9]:
            assert here.model.count(text) == there.model.count(text)
    sights = [{seat: table.sight(seat) for seat in table.seats} for table in (one, two)]
    here, there = (game.whole(each, 1000) for each in sights)
    assert (here.actual is None) == (there.actual is None)
    assert game.model(two.sight(0), 10) is None


def test_every_world_is_dealt_as_often_as_its_weight():
    plain, worlds = (each(WHISPERED).book.worlds for each in (Setup, Diagrammed))
    assert isinstance(plain, Worlds)
    assert isinstance(worlds, DiagramWorlds)
    assert plain.weights is not None
    whole = int(plain.weights.sum())
    assert worlds.size == plain.size
    assert worlds.weight(worlds.alive) == whole
    numbers = range(-1, 2**worlds.space.size + 1)
    assert sum(worlds.has(number) for number in numbers) == plain.size
    found = Counter(worlds.random_world(Ranks(rank)) for rank in range(whole))
    for row in range(plain.size):
        so = {name: plain.value(name, row) for name in plain.columns}
        _, world = worlds.fitting(so)
        assert worlds.has(world)
        assert found[world] == plain.weights[row]


class Ranks:
    """A generator that gives one number."""

    def __init__(self, rank):
        self.rank = rank

    def bytes(self, many):
        return self.rank.to_bytes(many, "little")


def test_cluedo_with_all_its_cards():
    game = WrittenGame(CLUEDO)
    setup = game.setup()
    hands = factorial(18) // factorial(6) ** 3
    assert setup.book.worlds.size == 6 * 6 * 9 * hands > 2**32
    table = Table.dealt(game, setup, 3)
    assert game.worlds(table.sight(0)) == 4 * 5 * 6 * hands_left(12)
    for _ in range(4):
        [seat] = table.turn
        move = table.choice(seat, game.strategies["logician"])
        before = game.worlds(table.sight(seat))
        table = table.play({seat: move})
        assert game.worlds(table.sight(seat)) < before
    first = picture_of(setup, ())
    assert "after" not in first.found  # else all pictures of a game would be kept
    names = ["Ann", "Bob", "Cat"]
    assert "worlds possible" in game.face.hint(table.sight(0), "know")
    assert "A logician would play" in game.face.hint(table.sight(table.turn[0]), "move")
    assert "after the deal" in game.face.hint(table.sight(0), "why")
    assert game.face.hidden_svg(table.sight(0), names).count("<rect") > 15
    assert game.model(table.sight(0), 1000) is None
    [seat] = table.turn
    judged = game.judge(setup).judged(table.sight(seat), seat, move)
    assert 0 < judged.value <= judged.best < log2(game.worlds(table.sight(seat)))
    again = transcript.read(transcript.written(table), lambda _: GAME).table
    assert again.history == table.history


def hands_left(cards):
    """How many ways there are to deal so many cards to two in halves."""
    return factorial(cards) // factorial(cards // 2) ** 2


def test_what_is_too_large_as_a_diagram_is_refused_in_words(monkeypatch):
    game = WrittenGame(CLUEDO)
    monkeypatch.setattr(spread, "MOST_MADE", 20_000)
    with pytest.raises(TooLarge, match="works on more than 20,000 nodes of diagrams"):
        book_in(CLUEDO, "text")
    monkeypatch.undo()
    table = Table.dealt(game, game.setup(), 3)
    monkeypatch.setattr(spread, "MOST_MADE", 2_000)
    with pytest.raises(TooLarge, match="let laws and answers speak of few parts"):
        table.play({0: game.parse_move("suggest scarlet rope hall", table.setup)})


def test_worlds_beyond_the_numbers_of_a_machine_are_refused_in_words():
    text = "seats ann\nparts x[1..346]: 1..8\nmove go\nends if round = 1"
    many = r"2.9e\+312"  # 2 to the power of 3 * 346
    with pytest.raises(TooLarge, match=f"{many} combinations.*; {many} worlds.*1e.300"):
        book_in(text, "text")


def test_a_move_of_very_many_answers_can_be_made():
    text = "seats ann\nparts x[1..13]: 1..8\nmove look\n  tells me: x[k] for k: 1..13\n"
    game = WrittenGame(f"{text}move guess(k: 1..9)\n  right x[1] = k\nends if round = 1")
    table = Table.dealt(game, game.setup(), 1)
    assert game.face.warning(table.sight(0), "look") is None
    assert (
        game.face.warning(table.sight(0), "guess 9") == "You can know that this is wrong."
    )
    table = table.play({0: game.parse_move("look", table.setup)})
    assert game.worlds(table.sight(0)) == 1
    [move] = review(table).moves
    assert (move.before, move.after, move.value) == (8**13, 1, None)  # it is not judged


def test_without_the_library_the_table_says_what_it_takes(monkeypatch):
    monkeypatch.setitem(sys.modules, "oxidd.bcdd", None)
    with pytest.raises(TooLarge, match=r"1.1e\+12 combinations.*symbolic"):
        book_in("seats ann\nfacts p[1..40]\nmove go\nends if round = 1", "text")


def test_axes_to_see_by_are_used_again():
    space = spread.Space(Setup("hats").book.dealt)
    one, two, both = (space.diagrams.variable(axis) for axis in (0, 1, 2))
    first = space.lens(one & two, ["hat_ann"])
    assert space.lens(~(one & two), []) is first  # it tells the same
    axis = first.axis
    assert space.lens(one & both, ["hat_bob"]).axis == axis + 1
    del first
    assert space.lens(two | both, ["hat_cat"]).axis in (axis, axis + 1)
    assert space.diagrams.size == space.size + 2


def test_a_claim_that_holds_everywhere_or_nowhere_is_plain():
    space = spread.Space(Setup("hats").book.dealt)
    some = space.diagrams.variable(0)
    for yes, plain in ((space.everything, True), (space.nothing, False)):
        assert spread.spread(space, {1: yes}, claim=True) is plain
    assert isinstance(spread.spread(space, {1: some}, claim=True), spread.Spread)


def test_who_sees_everything_holds_one_world_possible_and_knows_it():
    text = "seats ann, bob\nparts x: 1..4; y: 1..3\nann sees everything\nmove go\nends"
    one, two, _ = tables(text, 1)
    for table in (one, two):
        held = held_at(table.sight(0))
        assert held.many == 1
        assert held.some_world() == table.state.world


def test_a_number_on_the_board_stays_within_its_values():
    text = "seats ann\nboard up: 0..2; down: 0..2\nmove go\n"
    text += "  makes up := up + 1, down := down - 1\nends if round = 4"
    game = WrittenGame(text)
    for table in tables(text, 1)[:2]:
        for _ in range(4):
            table = table.play({0: game.parse_move("go", table.setup)})
        seen = dict(table.sight(0).seen)
        assert (seen["up"], seen["down"]) == ("2", "0")
