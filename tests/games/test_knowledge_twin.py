"""What seats hold possible, in all games, is what the definition says: a model of `logic`.

A world is every way that chance may have dealt, and that moves which nobody saw may have
been made.  It is gone once it would have told the public anything else, and two worlds
look alike to a seat that would see the same in both.  The games keep compact pictures of
this; here it is spelled out, world by world, and `logic` says what a seat then thinks.
Where a rule asks what somebody knows, the referee here asks these worlds too.
"""

from contextlib import suppress
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest

from tests.test_conformance import small_setups
from whoknows.catalog import GAMES, PLACES
from whoknows.errors import BadSetup, IllegalMove, TooLarge
from whoknows.games.balance import rules as balance
from whoknows.games.balance.knowledge.evil import evil_after
from whoknows.games.davinci import rules as davinci
from whoknows.games.davinci.rules import Arrange, Deal, Guess
from whoknows.games.egghead import rules as egghead
from whoknows.games.mastermind.rules import Hidden
from whoknows.games.muddy import rules as muddy
from whoknows.logic import Table as Model
from whoknows.play import fold
from whoknows.play.table.referee import Table

MOST = 5000
TURNS = 6
FULL = {"egghead": {"analysing": None}, "davinci": {"semantics": "del"}}
HIDDEN = (Arrange(), Hidden(None))  # how all see a move that nobody sees
WORLD = {  # what a world is in the models, by the state that the referee has
    "balance": lambda state: state.secret,
    "davinci": lambda state: tuple(
        (*code, state.position.drawn) if drawn(state, seat) else code
        for seat, code in enumerate(state.position.codes)
    ),
    "egghead": lambda state: state.world,
    "hats": lambda state: state.setup.code(state.secret),
    "mastermind": lambda state: state.code,
    "muddy": lambda state: state.secret,
    "written": lambda state: state.world,
}


def drawn(state, seat):
    return state.position.seat == seat and state.position.drawn is not None


def every_secret(name, setup, table):
    """All that chance may have decided at a table, by the rules of each game."""
    if name == "balance":
        return list(setup.rules.worlds()) if setup.keeper == "referee" else [()]
    if name == "hats":
        return [setup.hats(c) for c in range(setup.size) if setup.chance(c)]
    if name == "muddy":
        faces = product([False, True], repeat=setup.children)
        return [some for some in faces if sum(some) >= setup.least]
    if name == "mastermind":
        codes = product(range(setup.colors), repeat=setup.pegs)
        fit = [code for code in codes if setup.repeats or len({*code}) == len(code)]
        return fit if setup.maker == "referee" else [()]
    if name == "egghead":
        return tapes(setup, table)
    if name == "written":
        return list(range(setup.book.worlds.size))
    return deals(setup, table.secret)


def tapes(setup, table):
    """The questions are asked as they are; stacks, and new stacks to come, may be any."""
    tape, state = table.secret, table.state
    questions = tuple(tape.question(setup, k) for k in range(state.round + 1))
    stacks = product(setup.box.all, repeat=setup.players)
    new = [*product(setup.box.all, repeat=state.dealt)]
    return [
        replace(tape, stacks=first, questions=questions, new=later, stream=None)
        for first in stacks
        if enough_cards(setup, first)
        for later in new
    ]


def enough_cards(setup, stacks):
    """Whether these stacks can lie on the table at once."""
    shown = [value for stack in stacks for value in stack]
    return not setup.copies or all(shown.count(v) <= setup.copies for v in shown)


def deals(setup, deal):
    """Every way to deal the tiles, when all have seen who begins."""
    found = []

    def hand_out(hands, left):
        if len(hands) == setup.players:
            piles = permutations(left) if setup.drawing else [tuple(left)]
            found.extend(replace(deal, hands=hands, pile=pile) for pile in piles)
            return
        for hand in combinations(left, setup.hand):
            hand_out((*hands, hand), [tile for tile in left if tile not in hand])

    hand_out((), list(setup.deck()))
    assert all(isinstance(one, Deal) for one in found)
    return found


def alternatives(table):
    """Every way things may be, for who has seen nothing but what is public."""
    game = table.game
    now = table.undo(len(table.turns))
    public = now.sight(None)
    states = [
        game.start(table.setup, s) for s in every_secret(game.name, table.setup, table)
    ]
    states = [state for state in states if game.sight(state, None) == public]
    for turn, event in zip(table.turns, table.history, strict=True):
        now, play = now.play(turn), REFEREES.get(game.name, trusting)(game, states)
        states = [
            after
            for state in states
            for moves in unseen(game, state, turn, event)
            if (after := played(game, play, state, moves)) is not None
            and game.history(after)[-1] == event
            and seen(game, after, None) == seen(game, now.state, None)
        ]
    return states


def trusting(game, states):
    """The referee of a game in which no rule asks what anybody knows."""
    return game.play


def weigher(game, states):
    """The referee of Balance, who ends a game when the goal is known."""

    def goals_left(rules, lines):
        fit = [
            rules.goal_of(w)
            for w in rules.worlds()
            if all(rules.answer(line.weighing, w) == line.answer for line in lines)
        ]
        return len({*fit})

    return lambda state, moves: balance.play(state, moves, goals_left, evil_after)


def guessing(game, states):
    """The referee of the Da Vinci Code, where people insist on what they know is wrong."""
    sights = [(game.sight(s, s.position.seat), s.position.codes) for s in states]

    def holds_possible(sight, guess):
        return any(
            codes[guess.seat][guess.place] == guess.tile
            for other, codes in sights
            if other == sight
        )

    return lambda state, moves: davinci.play(state, moves, holds_possible)


class Faces:
    """What all can work out about the faces: those that may be, one by one."""

    def __init__(self, setup, worlds, waiting, quiet=False):
        self.setup, self.worlds = setup, {*worlds}
        self.waiting, self.quiet = waiting, quiet

    @property
    def stuck(self):
        doubts = [len({w[seat] for w in self.worlds}) == 2 for seat in self.waiting]
        return self.quiet and all(doubts)

    def knows(self, seat, seen):
        return len({w[seat] for w in self.worlds if same_others(w, seen, seat)}) == 1

    def after(self, event):
        now = fold.Public(self.setup, (), lambda *_: self)
        kept = [w for w in self.worlds if muddy.answer(now, w, event.moves) == event.answer]
        waiting = [seat for seat in self.waiting if event.answer.shown[seat] is None]
        return Faces(self.setup, kept, waiting, len(kept) == len(self.worlds))


def same_others(one, two, seat):
    """Whether all but one seat are the same."""
    return all(a == b for k, (a, b) in enumerate(zip(one, two, strict=True)) if k != seat)


def parent(game, states):
    """The parent, who says who could have known."""
    one = states[0]
    public = Faces(one.setup, [state.secret for state in states], one.turn)

    def play(state, moves):
        now = fold.Public(state.setup, state.history, lambda *_: public)
        event = game.rules.event(now, state.secret, moves)
        history = (*state.history, event)
        later = fold.Public(state.setup, history, lambda *_: public.after(event))
        return game.rules.start(later, state.secret)

    return play


class Tables:
    """What all can work out in EggHead about the stacks: those that may be, one by one."""

    forgotten = frozenset()  # nobody errs here

    def __init__(self, setup, worlds):
        self.setup, self.worlds = setup, {*worlds}

    def tells_more_than(self, before):
        return self.worlds != before.worlds

    def knows(self, seat, world):
        return sum(same_others(w, world, seat) for w in self.worlds) == 1

    def after(self, step):
        """Once all have heard who called: what is shown is replaced by any stack."""
        numbers = self.setup.box.places
        moved = [(seat, move) for seat, move in enumerate(step.moves) if move is not None]
        kept = [
            w
            for w in self.worlds
            if all(self.knows(seat, w) == bool(move) for seat, move in moved)
            and all(w[seat] == numbers[move] for seat, move in moved if move)
        ]
        new = [
            range(len(self.setup.box)) if step.shown[seat] else None
            for seat in self.setup.seats
        ]
        worlds = [product(*(a or [b] for a, b in zip(new, w, strict=True))) for w in kept]
        return Tables(self.setup, [w for some in worlds for w in some])


def moderator(game, states):
    """The referee of EggHead, who asks anew when nobody can learn anything more."""
    log = states[0].log
    public = Tables(states[0].setup, [state.world for state in states])

    def known(setup, now):
        return public if now == log else public.after(now[-1])

    return lambda state, moves: egghead.play(state, moves, known)


REFEREES = {
    "balance": weigher,
    "davinci": guessing,
    "egghead": moderator,
    "muddy": parent,
}


def unseen(game, state, turn, event):
    """The moves of a turn, where those that all saw are as they were."""
    ways = {
        seat: game.moves(game.sight(state, seat)) if event.moves[seat] in HIDDEN else [move]
        for seat, move in turn.items()
    }
    return [dict(zip(ways, moves, strict=True)) for moves in product(*ways.values())]


def played(game, play, state, moves):
    try:
        return play(state, moves) if {*game.turn(state)} == {*moves} else None
    except (IllegalMove, BadSetup):  # not to be played, or no cards for the next stack
        return None


def thought_possible(table, states, seat):
    """The worlds that a seat holds possible, by the model of all worlds."""
    game, world = table.game, WORLD[table.game.name]
    sights = [seen(game, state, seat) for state in states]
    labels = [next(k for k, s in enumerate(sights) if s == sight) for sight in sights]
    model = Model({}, {"seat": np.array(labels)}, {})
    [so, *_] = [k for k, s in enumerate(sights) if s == seen(game, table.state, seat)]
    looks = model.looks("seat")
    alike = model.worlds(looks == looks[so]).tolist()
    return {world(states[k]) for k in alike}


def tables(game, setup, seed):
    """A game turn by turn, of moves that let it go on; logicians play EggHead."""
    table, rng = Table.dealt(game, setup, seed), np.random.default_rng(seed)
    for _ in range(TURNS):
        yield table
        if table.over or (game.name == "egghead" and table.state.dealt > 2):
            return
        table = table.play({seat: some_move(table, seat, rng) for seat in table.turn})


def some_move(table, seat, rng):
    """A move at random, but rather a silence or a wrong guess, after which more follows."""
    game, sight = table.game, table.sight(seat)
    if game.name == "egghead":
        return table.choice(seat, game.strategies["logician"])
    moves = list(game.moves(sight))
    if game.name == "davinci" and any(isinstance(move, Guess) for move in moves):
        codes = table.state.position.codes
        guesses = [move for move in moves if isinstance(move, Guess)]
        wrong = [g for g in guesses if codes[g.seat][g.place] != g.tile]
        moves = wrong or moves
    if game.name in ("hats", "muddy") and rng.random() < 0.8:
        return moves[0]
    return moves[int(rng.integers(len(moves)))]


def worth_asking(table):
    """Whether there is a world, and it is not shown to all: hats stay on in this test."""
    if WORLD[table.game.name](table.state) in (None, ()):
        return False  # an evil keeper or maker has nothing in mind
    return not table.over or table.game.name == "hats"


def seen(game, state, seat):
    """What a seat sees, the hats of the end left on."""
    sight = game.sight(state, seat)
    return replace(sight, over=False, secret=None) if game.name == "hats" else sight


@pytest.mark.parametrize("name", PLACES)
def test_a_seat_holds_possible_what_the_definition_says(name):
    game, checked = GAMES[name], 0
    for setup in small_setups(game):
        if name in FULL:  # who listens less holds more possible
            setup = replace(setup, **FULL[name])
        for seed in range(2):
            for table in tables(game, setup, seed):
                checked += check_table(table)
    assert checked > 10


def check_table(table):
    """How many seats were asked at this table; none where all is shown."""
    game, states = table.game, alternatives(table)
    public = seen(game, table.state, None)
    assert public in [seen(game, state, None) for state in states]
    if not worth_asking(table):
        return 0
    asked = 0
    for seat in (None, *table.seats):
        found = game.model(table.sight(seat), MOST)
        if found is not None:
            held = found.held_keys
            assert {*held} == thought_possible(table, states, seat), (table, seat)
            assert game.worlds(table.sight(seat)) == len(held)
            asked += 1
    return asked


def test_a_maker_without_a_code_leaves_the_codes_that_fit_the_answers():
    game: Any = GAMES["mastermind"]
    for maker in ("evil", "mind"):
        setup = game.setup(pegs=2, colors=3, rows=4, maker=maker)
        for table in tables(game, setup, 1):
            sight = table.sight(0)
            fit = {
                code
                for code in product(range(3), repeat=2)
                if all(sight.rules.answer(g, code) == answer for g, answer in sight.lines)
            }
            assert {*game.model(sight, MOST).held_keys} == fit
            assert game.worlds(sight) == len(fit)


def test_an_evil_keeper_leaves_the_cases_that_fit_the_scales():
    game: Any = GAMES["balance"]
    for table in tables(game, game.setup(coins=5, kind="heavy", keeper="evil"), 1):
        sight = table.sight(0)
        fit = {
            world
            for world in sight.rules.worlds()
            if all(sight.rules.answer(w, world) == answer for w, answer in sight.lines)
        }
        assert {*game.model(sight, MOST).held_keys} == fit
        assert game.worlds(sight) == len(fit)


def test_games_too_large_to_draw_give_no_model():
    for name in PLACES:
        game: Any = GAMES[name]
        table = Table.dealt(game, game.setup(), 1)
        with suppress(TooLarge):
            assert game.model(table.sight(None), 1) is None
