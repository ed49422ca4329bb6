"""M as bits, the paper's tables, and explicit sets of worlds tell the same game."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.egghead.twin import (
    SMALL_DECK,
    Explicit,
    Literal,
    fits,
    slow_answer,
    stacks_of,
)
from whoknows.errors import Contradiction
from whoknows.games.egghead import GAME
from whoknows.games.egghead.knowledge.answers_only import row_by_questions
from whoknows.games.egghead.knowledge.public_worlds import picture_of
from whoknows.games.egghead.knowledge.question_tables import packed, sieve, unpacked
from whoknows.games.egghead.knowledge.why_ruled_out import reason_text, reasons
from whoknows.games.egghead.knowledge.world_bits import Worlds
from whoknows.games.egghead.rules.log import PASS, Asked, Reacted
from whoknows.games.egghead.rules.setup import Setup, deal
from whoknows.games.egghead.rules.stacks import Stacks
from whoknows.logic.models.build import from_parts

play, start, turn = GAME.play, GAME.start, GAME.turn

SIZES = [(2, 2, 3), (3, 2, 3), (3, 1, 4), (4, 1, 3), (2, 3, 7)]  # players, cards, values


@st.composite
def setups(draw, **fixed):
    players, cards, values = draw(st.sampled_from(SIZES[:4]))
    options = {
        "analysing": draw(st.integers(0, players)),
        "moderator": draw(st.sampled_from(["external", "rotating"])),
        "copies": draw(st.sampled_from([0, 0, *enough(players * cards, values)])),
    } | fixed
    return Setup(players, cards, values, deck=SMALL_DECK, points=0, rounds=12, **options)


def enough(cards, values):
    """Numbers of cards of each value that just do, or leave a few over."""
    least = -(-cards // values)
    return [least, least + 1]


def honest(state):
    """Everybody calls as soon as they know."""
    picture = picture_of(state.setup, state.log)
    return {
        seat: state.stacks[seat] if picture.knows(seat, state.world) else PASS
        for seat in turn(state)
    }


def answers_in(setup, step):
    """The answer to the question of a step in any world, from the definition."""
    stacks = stacks_of(setup.cards, setup.values)
    ask = setup.questions[step.question].ask

    def answer(world):
        seen = [stacks[own] for seat, own in enumerate(world) if seat != step.moderator]
        return slow_answer(ask, seen, values=setup.values)

    return answer


def follow(state, twin, log):
    """Take a twin through the steps of a log, after `log` steps of it."""
    for step in state.log[log:]:
        twin(state, step)
    return len(state.log)


@settings(max_examples=25, deadline=None)
@given(setups(), st.integers(0, 10**6))
def test_the_picture_is_the_explicit_model(setup, seed):
    box = setup.box
    analysed = Explicit(setup.players, len(box))
    analysed.fit(box.all, setup.copies)
    plain = analysed.copy()
    state, done = start(setup, deal(setup, np.random.default_rng(seed))), 0

    def explicit(state, step):
        if isinstance(step, Asked):
            answer = answers_in(setup, step)
            analysed.ask(answer, step.answer)
            plain.ask(answer, step.answer)
            return
        heard = {s: m for s, m in enumerate(step.moves) if m is not None}
        held = {s: (analysed if s in setup.analysts else plain).copy() for s in heard}
        analysed.react(heard, held)
        for seat, stack in enumerate(step.shown):
            if stack is not None:
                for model in (analysed, plain):
                    model.free(seat, box.number(stack))
        analysed.fit(box.all, setup.copies)
        plain.fit(box.all, setup.copies)

    while not state.over:
        done = follow(state, explicit, done)
        assert fits(state.stacks, setup.copies)
        picture = picture_of(setup, state.log)
        if picture.analysed is not None:
            assert worlds_in(picture.analysed) == analysed.worlds
        if picture.plain is not None:
            assert worlds_in(picture.plain) == plain.worlds
        for seat in setup.seats:
            held = analysed if seat in setup.analysts else plain
            row = set(np.flatnonzero(picture.row(seat, state.world)).tolist())
            assert row == held.row(seat, state.world)
            if seat in setup.listeners:
                seen = [None if s == seat else n for s, n in enumerate(state.stacks)]
                heard = row_by_questions(setup, seat, seen, state.log)
                assert set(np.flatnonzero(heard).tolist()) == row
        state = play(state, honest(state))


@settings(max_examples=15, deadline=None)
@given(setups(analysing=None, copies=0), st.integers(0, 10**6))
def test_the_picture_is_a_model_of_logic_until_the_first_call(setup, seed):
    """Answers and reactions are public announcements; a new stack is not."""
    agents, size = setup.seats, range(len(setup.box))
    model = from_parts(
        {f"s{seat}": size for seat in agents},
        sees={f"p{seat}": [f"s{s}" for s in agents if s != seat] for seat in agents},
        engine="table",
    )
    state, done = start(setup, deal(setup, np.random.default_rng(seed))), 0

    def world_of(row):
        return tuple(model.describe(row)[f"s{seat}"] for seat in agents)

    while not state.over:
        for step in state.log[done:]:
            if isinstance(step, Asked):
                answer = answers_in(setup, step)
                told = [row for row in model if answer(world_of(row)) == step.answer]
                model = model.announce(model.claim_of(told))
                continue
            claim = model.everywhere.copy()
            for seat, move in enumerate(step.moves):
                if move is not None:
                    knows = model.knows_value(f"p{seat}", f"s{seat}")
                    claim &= knows if move else ~knows
            model = model.announce(claim)
            if step.callers:
                return
        done = len(state.log)
        picture = picture_of(setup, state.log)
        assert {world_of(row) for row in model} == worlds_in(picture.analysed)
        state = play(state, honest(state))


def test_rows_of_several_words_play_as_sets_of_worlds_do():
    setup = Setup(2, 2, 11, deck=SMALL_DECK, points=0, rounds=4)
    assert len(setup.box) == 66
    state = start(setup, deal(setup, np.random.default_rng(5)))
    model, done = Explicit(2, 66), 0
    while not state.over:
        for step in state.log[done:]:
            if isinstance(step, Asked):
                model.ask(answers_in(setup, step), step.answer)
            else:
                model.react({s: m for s, m in enumerate(step.moves) if m is not None}, None)
                for seat in step.callers:
                    model.free(seat, setup.box.number(step.shown[seat]))
        done = len(state.log)
        assert worlds_in(picture_of(setup, state.log).analysed) == model.worlds
        state = play(state, honest(state))


def worlds_in(worlds):
    return set(map(tuple, np.argwhere(worlds.table()).tolist()))


@settings(max_examples=25, deadline=None)
@given(setups(analysing=None, copies=0), st.integers(0, 10**6))
def test_the_literal_tables_react_the_same_and_have_the_same_actual_rows(setup, seed):
    literal = Literal(setup.players, len(setup.box))
    state = start(setup, deal(setup, np.random.default_rng(seed)))
    while not state.over:
        literal.ask(mask_of(setup, state.log[-1]))
        round_ = state.round
        while not state.over and state.round == round_:
            picture, world = picture_of(setup, state.log), state.world
            for seat in setup.seats:
                expected = literal.row(seat, world).tolist()
                assert picture.row(seat, world).tolist() == expected
            moderator = setup.moderator_of(round_)  # reacts not, and has no eq. 3
            seats = [seat for seat in setup.seats if seat != moderator]
            reactions = {s: literal.reaction(s, world) for s in seats}
            moves = honest(state)
            assert {s: bool(m) for s, m in moves.items()} == {
                s: bool(r) for s, r in reactions.items() if s in moves
            }
            assert not any(r for s, r in reactions.items() if s not in moves)
            state = play(state, moves)
            changed = literal.behave(reactions)
            for seat, reaction in reactions.items():
                if reaction:
                    literal.reset(seat, world[seat])
            if not state.over and state.round == round_:
                assert changed or any(reactions.values())


def mask_of(setup, step):
    answer = answers_in(setup, step)
    mask = np.zeros((len(setup.box),) * setup.players, dtype=bool)
    for world in np.ndindex(mask.shape):
        mask[world] = answer(world) == step.answer
    return mask


@settings(max_examples=30, deadline=None)
@given(setups(), st.integers(0, 10**6), st.data())
def test_the_true_world_survives_people_who_guess_and_miss(setup, seed, data):
    state = start(setup, deal(setup, np.random.default_rng(seed)))
    while not state.over:
        moves = honest(state)
        for seat in moves:
            whim = data.draw(st.sampled_from(["honest"] * 4 + ["silent", "guess"]))
            if whim == "silent":
                moves[seat] = PASS
            elif whim == "guess":
                moves[seat] = data.draw(st.sampled_from(setup.box.all))
        state = play(state, moves)
        picture = picture_of(setup, state.log)
        assert all(state.world in picture.of(seat) for seat in setup.seats)
        if picture.analysed is not None and picture.plain is not None:
            assert worlds_in(picture.analysed) <= worlds_in(picture.plain)


@settings(max_examples=15, deadline=None)
@given(setups(), st.integers(0, 10**6), st.data())
def test_reasons_leave_what_the_picture_leaves(setup, seed, data):
    state = start(setup, deal(setup, np.random.default_rng(seed)))
    while not state.over:
        for seat in setup.seats:
            seen = [None if s == seat else stack for s, stack in enumerate(state.stacks)]
            found = reasons(setup, seat, seen, state.log)
            row = picture_of(setup, state.log).row(seat, state.world)
            expected = [setup.box.all[n] for n in np.flatnonzero(row)]
            assert list(found.left) == expected
            assert set(found.against) | set(found.left) == set(setup.box.all)
            for why in found.against.values():
                check_question(setup, state.log, why)
        moves = honest(state)
        if data.draw(st.integers(0, 5)) == 0:
            moves = dict.fromkeys(moves, PASS)
        state = play(state, moves)


def check_question(setup, log, why):
    """A question that rules a stack out was asked in that round, and the words say it."""
    if why.question is None:
        return
    asked = {(s.round, s.question, s.answer) for s in log if isinstance(s, Asked)}
    assert (why.round, why.question, why.answer) in asked
    question = setup.questions[why.question]
    said = f"round {why.round}: {question.text} {question.answer_name(why.answer)}"
    assert reason_text(setup, why, "ABCD") == said


@pytest.mark.parametrize("silences", ["checked", "believed"])
@pytest.mark.parametrize("analysing", [0, 1, None])
def test_an_answer_that_fits_no_world_is_refused(silences, analysing):
    setup = Setup(2, 1, 3, analysing, deck=SMALL_DECK, silences=silences)
    with pytest.raises(Contradiction, match="'1' to 'missing' fits no cards"):
        picture_of(setup, (Asked(1, 1, 6), Asked(2, 0, 1)))  # two 3 miss two values


@pytest.mark.parametrize("analysing", [1, None])
def test_who_believed_a_silence_and_is_told_better_goes_by_answers(analysing):
    """Both have a 2, an even sum tells them so, and neither calls; then a 2 is said."""
    deck = ("even := sum(cards: value) is even", "two := any(cards: value = 2)")
    log = (Asked(1, 0, 1), Reacted(((), ()), (None, None)), Asked(2, 1, 1))
    setup = Setup(2, 1, 3, analysing, deck=deck, silences="believed")
    for seat in setup.seats:
        assert picture_of(setup, log).row(seat, (1, 1)).tolist() == [False, True, False]
    with pytest.raises(Contradiction, match="'yes' to 'two' fits no cards"):
        picture_of(replace(setup, silences="checked"), log)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SIZES), st.integers(0, 10**6))
def test_plain_and_compiled_loops_and_booleans_agree(size, seed):
    players, cards, values = size
    box, rng = Stacks(cards, values), np.random.default_rng(seed)
    shape = (len(box),) * players
    bits = rng.random(shape) < rng.choice([0.02, 0.3, 0.9])
    for compiled in (False, True):
        worlds = Worlds.all(players, len(box), compiled=compiled)
        worlds.words[:] = packed(bits)
        assert (worlds.table() == bits).all()
        assert len(worlds) == bits.sum()
        for seat in range(players):
            for solved in (False, True):
                kept = worlds.copy()
                gone = kept.keep(seat, worlds.sole(seat), solved=solved)
                expected = bits & ((bits.sum(seat, keepdims=True) == 1) == solved)
                assert (kept.table() == expected).all()
                assert gone == (expected != bits).any()
            stack = int(rng.integers(len(box)))
            freed = worlds.copy()
            freed.free(seat, stack)
            assert (
                freed.table() == np.take(bits, [stack], seat) & np.ones_like(bits)
            ).all()
            world = tuple(rng.integers(0, len(box), players).tolist())
            place = (*world[:seat], slice(None), *world[seat + 1 :])
            assert (worlds.row(seat, world) == bits[place]).all()
            assert (world in worlds) == bits[world]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SIZES), st.sampled_from(SMALL_DECK), st.integers(0, 10**6))
def test_sieves_give_the_answers_of_the_definition(size, line, seed):
    from whoknows.games.egghead.rules.deck import parse_line

    players, cards, values = size
    box, ask = Stacks(cards, values), parse_line(line).ask
    rng = np.random.default_rng(seed)
    for moderator in (None, *range(players)):
        seen = players - (moderator is not None)
        table = sieve(ask, seen, box).past(moderator, players)
        for world in rng.integers(0, len(box), (20, players)).tolist():
            stacks = [box.all[n] for s, n in enumerate(world) if s != moderator]
            assert table.answer(tuple(world)) == slow_answer(ask, stacks, values=values)
            for compiled in (False, True):
                worlds = Worlds.all(players, len(box), compiled=compiled)
                worlds.ask(table, table.answer(tuple(world)))
                assert tuple(world) in worlds
        other = next((a for a in table.answers if a != table.answer(tuple(world))), None)
        if other is not None:
            worlds.ask(table, other)
            assert len(worlds) == 0


def test_words_come_back_as_they_were():
    rng = np.random.default_rng(1)
    for size in (1, 56, 64, 65, 130):
        bits = rng.random((3, size)) < 0.5
        assert (unpacked(packed(bits), size) == bits).all()
