"""The factorised knowledge is the table model of `logic`, on whole deals, move by move.

A world here is a whole deal: the codes and the order of the pile.  Its row says how the
deal stands after the moves so far; an agent's view is what the agent holds there.  Facts
are announced; what the guesser knew is asked of the model itself.
"""

import re
from itertools import permutations, product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.davinci.test_knowledge import holding, some_move
from tests.games.davinci.twin import Twin, changed, tiles_of
from whoknows.games.davinci import GAME, rules
from whoknows.games.davinci.knowledge import (
    as_model,
    outlook,
    possible_hands,
    public_knowledge,
)
from whoknows.games.davinci.knowledge.as_model import (
    codes_of,
    joint_worlds,
    model,
    public_model,
)
from whoknows.games.davinci.rules.turns import first_position, next_position
from whoknows.logic import Table
from whoknows.logic.reasoning.nearby_worlds import steps
from whoknows.play.table import referee

SETUPS = [
    {"players": 2, "tiles": 8, "hand": 3},
    {"players": 3, "tiles": 8, "hand": 2},
    {"players": 4, "tiles": 8, "hand": 2},
    {"players": 2, "tiles": 6, "hand": 1, "drawing": True},
    {"players": 2, "tiles": 6, "hand": 2, "drawing": True},
    {"players": 3, "tiles": 6, "hand": 1, "drawing": True},
    {"players": 2, "tiles": 4, "hand": 1, "drawing": True, "jokers": True},
    {"players": 2, "tiles": 4, "hand": 2, "drawing": True, "jokers": True},
    {"players": 3, "tiles": 4, "hand": 2, "jokers": True},
]


class Deals:
    """All deals that fit what was seen, each as (holdings, pile), as a logic model."""

    def __init__(self, setup, fact):
        self.setup = setup
        hands = Twin.dealt(setup, fact).worlds
        self.rows = [
            (world, pile) for world in hands for pile in permutations(self.closed(world))
        ]

    def closed(self, world):
        """The tiles in nobody's hand; where nothing is drawn, their order is one."""
        held = {tile for one in world for tile in tiles_of(one)}
        rest = [tile for tile in self.setup.deck() if tile not in held]
        return rest if self.setup.drawing else []

    def model(self, **facts):
        """The deals as a table: each agent sees its own holding."""
        views = {}
        for seat in range(self.setup.players):
            labels = {}
            views[rules.agent_name(seat)] = [
                labels.setdefault(world[seat], len(labels)) for world, _ in self.rows
            ]
        return Table(facts, views)

    def keep(self, model):
        self.rows = [self.rows[number] for number in model.worlds()]

    def learn(self, fact):
        match fact:
            case rules.Right():
                self.keep(self.model(there=self.there(fact)).announce("there"))
            case rules.Wrong():
                agent = rules.agent_name(fact.asker)
                said = f"~there & ~(K {agent} ~there)"
                self.keep(self.model(there=self.there(fact)).announce(said))
            case rules.Drew():
                self.draw(fact.seat)
                fits = [
                    rules.tile_color(w[fact.seat][1]) == fact.color for w, _ in self.rows
                ]
                self.keep(self.model(fits=fits).announce("fits"))
            case rules.Shown():
                shown = [world[fact.seat][1] == fact.tile for world, _ in self.rows]
                self.keep(self.model(shown=shown).announce("shown"))
            case rules.Placed():
                self.place(fact.seat, fact.place)
                fits = [rules.setup.ordered(w[fact.seat][0]) for w, _ in self.rows]
                self.keep(self.model(fits=fits).announce("fits"))

    def there(self, fact):
        return [w[fact.seat][0][fact.place] == fact.tile for w, _ in self.rows]

    def draw(self, seat):
        self.rows = [
            (changed(world, seat, (world[seat][0], pile[0])), pile[1:])
            for world, pile in self.rows
        ]

    def place(self, seat, place):
        rows = []
        for world, pile in self.rows:
            code, drawn = world[seat]
            code = (*code[:place], drawn, *code[place:])
            rows.append((changed(world, seat, (code, None)), pile))
        self.rows = rows


@given(st.sampled_from(SETUPS), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_lists_of_hands_are_the_logic_model_after_every_move(options, seed):
    setup = GAME.setup(**options)
    rng = np.random.default_rng(seed)
    deal = GAME.deal(setup, rng)
    state = GAME.start(setup, deal)
    _, facts = first_position(setup, deal)
    deals = None
    while True:
        for fact in facts:
            if isinstance(fact, rules.Dealt):
                deals = Deals(setup, fact)
            else:
                deals.learn(fact)
        if deals is not None:
            compare(state, deals)
        if not (turn := GAME.turn(state)):
            return
        moves = {seat: some_move(state, seat, rng, 0.0) for seat in turn}
        _, facts = next_position(state.position, moves)
        state = GAME.play(state, moves)


def compare(state, deals):
    worlds = {world for world, _ in deals.rows}
    assert outlook(public_knowledge(state), None, 0).worlds == len(worlds)
    for seat, hands in enumerate(possible_hands(public_knowledge(state))):
        assert set(hands.codes()) == {tiles_of(world[seat]) for world in worlds}
        mine = {world for world in worlds if world[seat] == holding(state, seat)}
        assert GAME.worlds(GAME.sight(state, seat)) == len(mine)
    model = public_model(public_knowledge(state), most=10**6)
    assert len(model) == len(worlds)
    for seat in range(state.position.setup.players):
        cells = len(set(model.looks(rules.agent_name(seat)).tolist()))
        assert cells == len({world[seat] for world in worlds})


NEAR_FORMULAS = [
    "K a b1=w2",
    "K a ~K b a1=b1",
    "K b K a b2=b2",
    "K c (K a b1=w1 | ~a2=w3)",
    "K a K b ~K a b2=w2",
    "E{a, b, c} ~b1=w3",
    "C{a, b, c} ~a1=b4",
]


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    turns=st.integers(0, 6),
    most=st.integers(1, 120),
    formula=st.sampled_from(NEAR_FORMULAS),
)
def test_the_near_model_answers_like_the_whole_one(seed, turns, most, formula):
    table = referee.Table.dealt(GAME, GAME.setup(players=3, tiles=8, hand=2), seed)
    for _ in range(turns):
        table = table if table.over else table.step([GAME.strategies["random"]] * 3)
    found = GAME.model(table.sight(0), most)
    if found is None:
        assert GAME.worlds(table.sight(0)) > most
        return
    far = steps(formula, found.home)
    if found.reach is not None and (far is None or far > found.reach):
        return
    knowledge = public_knowledge(table.state)
    worlds = joint_worlds(knowledge, {}, 10**6)
    whole = model(knowledge, worlds, every=True)
    holds = dict(
        zip(
            [codes_of(knowledge, world) for world in worlds],
            whole.where(formula).tolist(),
            strict=True,
        )
    )
    spelt = re.sub(r"=b(\d)", r"=black\1", re.sub(r"=w(\d)", r"=white\1", formula))
    claim = found.every.where(spelt).tolist()
    assert [claim[n] for n in found.held] == [holds[found.keys[n]] for n in found.held]
    assert len(found.held) == GAME.worlds(table.sight(0))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), turns=st.integers(0, 6), drawing=st.booleans())
def test_every_seat_has_its_worlds_in_the_global_model(seed, turns, drawing):
    setup = GAME.setup(players=3, tiles=8, hand=2, drawing=drawing)
    table = referee.Table.dealt(GAME, setup, seed)
    for _ in range(turns):
        table = table if table.over else table.step([GAME.strategies["random"]] * 3)
    sights = {seat: table.sight(seat) for seat in table.seats}
    found = GAME.whole(sights, 5000)
    for seat, sight in sights.items():
        look = found.model.looks("abc"[seat])
        alike = np.flatnonzero(look == look[0])
        assert len(alike) == GAME.worlds(sight)
        assert {found.keys[n][seat] for n in alike} == {found.keys[0][seat]}


def test_worlds_are_those_of_disjoint_hands_in_whatever_blocks(monkeypatch):
    setup = GAME.setup(players=3, tiles=8, hand=2)
    knowledge = public_knowledge(referee.Table.dealt(GAME, setup, 1).state)
    words = [hands.words.tolist() for hands in knowledge.hands]
    codes = knowledge.hands[1].codes()
    every = [
        world
        for world in product(*(range(len(hands)) for hands in words))
        if all(
            words[i][world[i]] & words[j][world[j]] == 0 for i in range(3) for j in range(i)
        )
    ]
    for block in (1, 50, as_model.BLOCK):
        monkeypatch.setattr(as_model, "BLOCK", block)
        assert joint_worlds(knowledge, {}, 10**6) == every
        for row, code in enumerate(codes):
            held = [world for world in every if world[1] == row]
            assert joint_worlds(knowledge, {1: code}, 10**6) == held
