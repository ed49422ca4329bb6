"""The rule of the muddy children is the model's knowledge, whatever people say."""

from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadSetup, IllegalMove, WhoknowsError
from whoknows.games.muddy import GAME
from whoknows.games.muddy.rules import CLEAN, MUDDY, UNSURE, Setup
from whoknows.logic import every_world
from whoknows.logic.puzzles.muddy import muddy_children
from whoknows.play.knowing.listed import Listed, listed
from whoknows.play.table.referee import Table, finish

LOGICIAN = GAME.strategies["logician"]
MOVES = (UNSURE, MUDDY, CLEAN)
MUDDY_KNOW_IN_ROUND = {muddy: muddy for muddy in range(1, 11)}
"""By the number of muddy children, whatever the number of children [Fagin1995, 1.1]."""
WORLDS_OF_THREE = (8, 7, 4, 1)
"""Of three children: before the father speaks, after, and after one and two silent rounds
(Figures 2.2 to 2.4 of [Fagin1995] for those that are drawn; counted)."""


def known_in(setup, faces):
    """The round in which each child knows its face; None for never [Fagin1995, ch. 1].

    With m muddy children and "at least k", the muddy ones know in round m - k + 1 and the
    clean ones in the round after; if nothing is said, nobody ever knows.
    """
    if not setup.least:
        return (None,) * setup.children
    first = sum(faces) - setup.least + 1
    together = setup.least == setup.children  # said outright
    return tuple(first if face or together else first + 1 for face in faces)


def every_faces(setup):
    found = product((False, True), repeat=setup.children)
    return [faces for faces in found if sum(faces) >= setup.least]


SETUPS = [Setup(n, least) for n in range(1, 6) for least in range(n + 1)]


@st.composite
def plays(draw):
    """A table in the middle of a game in which people say anything at all."""
    n = draw(st.integers(1, 6))
    setup = Setup(n, draw(st.integers(0, n)))
    faces = draw(st.sampled_from(every_faces(setup)))
    table = Table.with_secret(GAME, setup, faces)
    for _ in range(draw(st.integers(0, n + 2))):
        if table.over:
            break
        careful = draw(st.sets(st.sampled_from(table.turn)))
        table = table.play(
            {
                seat: table.choice(seat, LOGICIAN)
                if seat in careful
                else draw(st.sampled_from(MOVES))
                for seat in table.turn
            }
        )
    return table


class Cases(Listed):
    """What all can work out: the faces that may be, and what the parent asks."""

    quiet = False

    def after(self, event):
        after = super().after(event)
        after.quiet = len(after) == len(self)
        return after

    def knows(self, seat, seen):
        """Whether a child knows its face: with the other one, all would not be as it is."""
        return len({w[seat] for w in self if same_but(seat, w, seen)}) == 1

    @property
    def waiting(self):
        gone = {
            k for e in self.history for k, f in enumerate(e.answer.shown) if f is not None
        }
        return tuple(k for k in range(self.setup.children) if k not in gone)

    @property
    def stuck(self):
        return self.quiet and all(len({w[k] for w in self}) == 2 for k in self.waiting)


def same_but(seat, one, two):
    return all(a == b for k, (a, b) in enumerate(zip(one, two, strict=True)) if k != seat)


SLOW = listed(GAME.rules, Cases)


@given(plays())
@settings(max_examples=150, deadline=None)
def test_the_rule_is_what_the_cases_say_one_by_one(table):
    assert table.secret in [*GAME.possible(table.sight(None))], (
        "what is so is never excluded"
    )
    for seat in (None, *table.seats):
        sight = table.sight(seat)
        cases = [*SLOW.possible(sight)]
        assert {*GAME.possible(sight)} == {*cases}
        assert GAME.worlds(sight) == SLOW.count(sight) == len(cases)


@given(plays())
@settings(max_examples=150, deadline=None)
def test_the_rule_is_what_the_model_knows(table):
    model = model_of(table)
    found = GAME.model(table.sight(None), 100)
    assert len(found.model) == model.size == GAME.worlds(table.sight(None))
    for seat in table.seats:
        knows = f"Kw child{seat + 1} muddy{seat + 1}"
        assert found.model.count(knows) == model.count(knows)
        so = model.world(**{f"muddy{k + 1}": face for k, face in enumerate(table.secret)})
        assert (GAME.worlds(table.sight(seat)) == 1) == model.true(knows, so)


def model_of(table):
    """The model of `logic` when all have heard who knew, and seen who was shown."""
    seats = range(table.setup.children)
    sees = {f"child{k + 1}": [f"muddy{j + 1}" for j in seats if j != k] for k in seats}
    model = every_world([f"muddy{k + 1}" for k in seats], sees)
    told = [w for w in model if sum(model.describe(w).values()) >= table.setup.least]
    model = model.announce(model.claim_of(told))
    for event in table.history:
        said, heard = event.answer, []
        for seat, move in event.moves.items():
            knew = seat in said.missed or (move != UNSURE and seat not in said.guessed)
            heard.append(f"{'' if knew else '~'}Kw child{seat + 1} muddy{seat + 1}")
        for seat, face in enumerate(said.shown):
            heard += [] if face is None else [f"{'' if face else '~'}muddy{seat + 1}"]
        model = model.announce(" & ".join(f"({each})" for each in heard))
    return model


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_logicians_know_when_the_books_say(setup):
    for faces in every_faces(setup):
        table = finish(Table.with_secret(GAME, setup, faces), [LOGICIAN] * setup.children)
        told = {
            seat: number
            for number, event in enumerate(table.history, 1)
            for seat, move in event.moves.items()
            if move != UNSURE
        }
        assert tuple(told.get(k) for k in range(setup.children)) == known_in(setup, faces)
        figures = GAME.figures(table.state)
        assert figures["wrong"] == figures["guessed"] == figures["missed"] == 0
        assert set(table.result.values()) == ({1.0} if setup.least else {0.0})


@pytest.mark.parametrize("muddy", MUDDY_KNOW_IN_ROUND)
def test_the_muddy_know_in_the_round_of_their_number(muddy):
    for children in (muddy, muddy + 3):
        faces = tuple(k < muddy for k in range(children))
        known = known_in(Setup(children), faces)
        assert known[0] == MUDDY_KNOW_IN_ROUND[muddy]
        told = muddy_children(children, muddy=muddy).answer
        assert (known[0], known[-1] if muddy < children else None) == (
            told["muddy_know_in_round"],
            told["clean_know_in_round"],
        )


def test_the_worlds_of_three_children():
    table = Table.with_secret(GAME, Setup(3), (True, True, True))
    left = [GAME.worlds(Table.dealt(GAME, Setup(3, 0), 1).sight(None))]
    while not table.over:
        left.append(GAME.worlds(table.sight(None)))
        table = (
            table.play(dict.fromkeys(range(3), UNSURE))
            if len(left) < 4
            else table.step([LOGICIAN] * 3)
        )
    assert tuple(left) == WORLDS_OF_THREE


def test_all_faces_that_fit_are_as_likely():
    setup, rng = Setup(3, least=1), np.random.default_rng(0)
    seen = [GAME.deal(setup, rng) for _ in range(7000)]
    counts = [seen.count(faces) for faces in every_faces(setup)]
    assert sum(counts) == 7000
    assert min(counts) > 880  # 1000 each, four deviations of 29


# ------------------------------------------------------------------- people's mistakes


def table_of(*faces, least=1):
    return Table.with_secret(GAME, Setup(len(faces), least), faces)


def verdict(table):
    return table.history[-1].answer


def test_who_misses_it_is_told_so_and_misleads_nobody():
    table = table_of(True, False, False)  # child 1 sees two clean faces
    table = table.play(dict.fromkeys(range(3), UNSURE))
    assert verdict(table).missed == (0,)
    # Everybody now knows that child 1 knew, so that child 1 alone is muddy.
    assert [table.choice(seat, LOGICIAN) for seat in table.turn] == [MUDDY, CLEAN, CLEAN]


def test_who_guesses_is_told_so_and_the_others_learn_no_more():
    table = table_of(True, True, False)
    table = table.play({0: MUDDY, 1: UNSURE, 2: UNSURE})
    assert verdict(table).guessed == (0,)
    assert verdict(table).shown == (True, None, None)
    assert table.turn == (1, 2)
    # It is public that two are muddy at least: child 2 sees one, child 1, and knows.
    assert [table.choice(seat, LOGICIAN) for seat in table.turn] == [MUDDY, UNSURE]


def test_a_wrong_face_is_shown_and_costs_a_point():
    table = table_of(True, True, False)
    table = table.play({0: CLEAN, 1: UNSURE, 2: UNSURE})
    table = finish(table, [LOGICIAN] * 3)
    assert table.result == {0: -1.0, 1: 1.0, 2: 1.0}


def test_the_wrong_face_of_one_who_could_know_is_both():
    table = table_of(True, False).play({0: CLEAN, 1: UNSURE})
    assert (verdict(table).guessed, verdict(table).missed) == ((), (0,))
    assert table.choice(1, LOGICIAN) == CLEAN


def test_where_nothing_is_said_the_game_ends_at_once():
    table = table_of(True, True, least=0).play({0: UNSURE, 1: UNSURE})
    assert table.over
    assert table.result == {0: 0.0, 1: 0.0}


# --------------------------------------------------------------------- words and bounds


@pytest.mark.parametrize("setup", [Setup(3), Setup(3, least=0), Setup(3, least=3)], ids=str)
def test_every_sight_has_its_reasons_and_a_picture(setup):
    for faces in every_faces(setup):
        table = Table.with_secret(GAME, setup, faces)
        while not table.over:
            for seat in table.seats:
                sight = table.sight(seat)
                knows = GAME.worlds(sight) == 1
                assert ("you are" in GAME.face.hint(sight, "why")) == knows
                svg = GAME.face.board_svg(sight, ["Ann", "Bob", "<Cat>"])
                assert "<Cat>" not in svg
                assert svg.count("(you)") == 2
            table = table.step([LOGICIAN] * 3)


@pytest.mark.parametrize(
    "options",
    [{"children": 0}, {"children": 101}, {"least": 4}, {"least": -1}, {"rounds": -1},
     {"children": "3"}, {"kids": 3}, {"children": 2.5}],
)  # fmt: skip
def test_setups_that_cannot_be(options):
    with pytest.raises(BadSetup):
        GAME.setup(**options)


@pytest.mark.parametrize("faces", [None, [1, 0], [0, 0, 0], [1, 2, 0], "mcm"])
def test_faces_that_cannot_be(faces):
    with pytest.raises(BadSetup):
        GAME.from_json(faces, Setup(3))


def test_what_children_may_say():
    assert [GAME.parse_move(word, Setup()) for word in ("M", " clean", "?")] == [
        MUDDY,
        CLEAN,
        UNSURE,
    ]
    with pytest.raises(WhoknowsError):
        GAME.parse_move("maybe", Setup())
    with pytest.raises(IllegalMove):
        table_of(True).play({0: "maybe"})


@pytest.mark.parametrize(("children", "least"), [(60, 25), (100, 1), (100, 97)])
def test_a_hundred_children_are_counted_and_not_listed(children, least):
    table = Table.dealt(GAME, Setup(children, least), seed=1)
    muddy = sum(table.secret)
    while not table.over:
        rounds, stranger = len(table.history) + 1, GAME.worlds(table.sight(None))
        if rounds <= muddy - least + 1:
            known = range(least + rounds - 1, children + 1)
            assert stranger == sum(comb(children, many) for many in known)
        table = table.step([LOGICIAN] * children)
    assert set(table.result.values()) == {1.0}
    told = [
        seat for event in table.history for seat, m in event.moves.items() if m != UNSURE
    ]
    assert sorted(told) == [*range(children)]


@pytest.mark.parametrize(("children", "least"), [(3, 1), (4, 2), (3, 0), (2, 2), (1, 1)])
def test_slow_deals_are_those_in_which_nobody_knows_at_once(children, least):
    setup = Setup(children, least, dealing="slow")
    first = {faces: knows_at_once(setup, faces) for faces in every_faces(setup)}
    wanted = {faces for faces, knows in first.items() if not knows} or {*first}
    rng = np.random.default_rng(1)
    assert {GAME.deal(setup, rng) for _ in range(200)} == wanted


def knows_at_once(setup, faces):
    table = Table.with_secret(GAME, setup, faces)
    return any(table.choice(seat, LOGICIAN) != UNSURE for seat in table.turn)


def test_children_are_counted_from_one_and_drawn_while_their_worlds_are_few():
    sight = Table.dealt(GAME, Setup(3, 1), 1).sight(None)
    found = GAME.model(sight, 7)
    assert found is not None
    assert sorted(found.model.agents) == ["child1", "child2", "child3"]
    assert sorted(found.model.facts) == ["muddy1", "muddy2", "muddy3"]
    assert len(found.model) == 7
    assert GAME.model(sight, 6) is None


def test_where_nothing_is_said_no_silence_tells_anything():
    table = table_of(True, False, True, least=0)
    assert GAME.worlds(table.sight(None)) == 8
    assert GAME.worlds(table.play(dict.fromkeys(range(3), UNSURE)).sight(None)) == 8


def test_another_world_is_drawn_as_it_would_be_also_when_the_game_is_over():
    table = finish(table_of(True, True, False), [LOGICIAN] * 3)
    sight, names = table.sight(0), ["Ann", "Bob", "Cat"]
    assert ">clean" in GAME.face.board_svg(sight, names)
    assert ">clean" not in GAME.face.world_svg(sight, (True, True, True), names)
