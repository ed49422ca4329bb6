"""The game as the catalog has it: stated games, wrong calls, silences, and their repair."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.egghead.test_knowledge import answers_in, honest, setups, worlds_in
from tests.games.egghead.twin import SMALL_DECK, Explicit
from whoknows.catalog import find_game
from whoknows.errors import Contradiction, IllegalMove, TooLarge
from whoknows.games.egghead import GAME
from whoknows.games.egghead.knowledge import public_worlds as pictures
from whoknows.games.egghead.knowledge.answers_only import row_by_questions
from whoknows.games.egghead.knowledge.notebook import Call, Notebook
from whoknows.games.egghead.knowledge.public_worlds import picture_of
from whoknows.games.egghead.knowledge.why_ruled_out import reason_text, reasons
from whoknows.games.egghead.knowledge.world_bits import Worlds
from whoknows.games.egghead.rules.log import PASS, Asked
from whoknows.games.egghead.rules.setup import Setup, Tape, deal
from whoknows.games.egghead.show.stack_board import board_svg
from whoknows.games.egghead.show.text import reasons_text, seat_names
from whoknows.games.egghead.strategies import STRATEGIES
from whoknows.play.table import transcript
from whoknows.play.table.referee import Table, finish
from whoknows.play.table.transcript import retold, worlds_left

play, start, turn = GAME.play, GAME.start, GAME.turn

EXAMPLE = {
    "game": "egghead",
    "setup": {"players": 3},
    "deal": {
        "stacks": ["122", "456", "333"],
        "questions": ["How many values are missing?", "count(cards: value is even)"],
        "new": ["112"],
    },
    "moves": [
        {"seat": 0, "move": "pass"},
        {"seat": 1, "move": "456"},
        {"seat": 2, "move": "pass"},
    ],
}


def test_the_example_of_the_paper_replays_as_it_is_stated():
    table = transcript.read(EXAMPLE, find_game).table
    assert by_seat(worlds_left(table.undo())) == [6, 1, 21]
    *_, last = retold(table, knowledge=True)
    assert by_seat(last["worlds"]) == [3, 56, 6]
    assert last["answer"]["solved"] == [1]
    assert table.turn == (0, 2)  # who called waits for the next question
    assert json.dumps(transcript.written(table))


def by_seat(worlds):
    return [count for who, count in worlds.items() if who != "public"]


def test_when_the_stated_questions_end_so_does_the_game():
    table = transcript.read(EXAMPLE, find_game).table
    logicians = [GAME.strategies["logician"]] * 3
    table = finish(table, logicians)
    assert [step.round for step in table.state.log if isinstance(step, Asked)] == [1, 2]
    assert table.result[1] >= 1


def test_reasons_name_the_question_and_the_call():
    table = transcript.read(EXAMPLE, find_game).table
    sight = table.sight(0)
    why = reasons(sight.setup, 0, sight.stacks, sight.log)
    assert why.left == ((1, 1, 2), (1, 2, 2), (1, 2, 3))
    names = seat_names(sight.setup, 0)
    assert reason_text(sight.setup, why.against[(1, 1, 1)], names) == (
        "round 1: How many values are missing? 0"
    )
    assert reason_text(sight.setup, why.against[(1, 2, 4)], names) == (
        "round 1: B could not have called 456"
    )
    lines = list(reasons_text(sight.setup, why, names))
    assert lines[0] == "3 left: 112 122 123"
    assert all(len(line) <= 80 for line in lines)
    svg = board_svg(sight.setup, why, {(1, 1, 1): "a < b"})
    assert svg.count("<rect") == 56
    assert "a &lt; b" in svg


def test_a_silence_is_a_reason_too():
    """Two cards 1 to 3, "how many values are missing": 1.  Both 3s: each would know."""
    setup = Setup(
        2, 1, 3, deck=("missing := count(values: times = 0)", "sum := sum(cards: value)")
    )
    state = start(setup, Tape(((1,), (2,)), questions=(0, 0)))
    state = play(state, {0: PASS, 1: PASS})
    why = reasons(setup, 0, (None, (2,)), state.log)
    assert why.left == ((1,), (3,))
    assert why.against[(2,)].question == 0


def test_a_wrong_call_shows_the_stack_and_tells_nothing_else():
    setup = Setup(3, 2, 3, deck=SMALL_DECK)
    state = start(setup, deal(setup, np.random.default_rng(2)))
    while any(honest(state).values()):
        state = play(state, honest(state))
    wrong = next(stack for stack in setup.box.all if stack != state.stacks[0])
    seats = turn(state)
    after = play(state, {s: wrong if s == 0 else PASS for s in seats})
    step = next(s for s in reversed(after.log) if not isinstance(s, Asked))
    assert step.guessed == (0,)
    assert step.shown[0] == state.stacks[0]
    assert after.scores == state.scores
    assert after.events[-1].answer.wrong == (0,)
    picture = picture_of(setup, after.log[: after.log.index(step) + 1])
    assert picture.row(0, after.world).all()  # a new stack: everything is possible


@settings(max_examples=10, deadline=None)
@given(setups(), st.integers(0, 10**6), st.data())
def test_repair_is_the_retelling_by_definition(setup, seed, data):
    """After any misplay, M is what the definition gives: see `forgetting`."""
    tape = deal(setup, np.random.default_rng(seed))
    check_repair(setup, tape, lambda: data.draw(st.integers(0, 4)) == 0)


@pytest.mark.parametrize(
    ("seed", "size"), [(72, (3, 2, 3)), (306, (3, 2, 3)), (82, (4, 1, 3)), (89, (4, 1, 3))]
)
def test_repair_where_a_call_was_right_only_in_some_of_the_worlds(seed, size):
    """Games in which it matters that a caller's one stack is the one that was called."""
    setup = Setup(*size, deck=SMALL_DECK, points=0, rounds=12)
    rng = np.random.default_rng(seed)
    check_repair(setup, deal(setup, rng), lambda: rng.integers(5) == 0)


def check_repair(setup, tape, silent):
    """Play a tape with players who are silent at a whim, and look after each step."""
    state = start(setup, tape)
    held = []  # for each step of the log, what each seat reasoned with before it
    while not state.over:
        moves = honest(state)
        for seat in moves:
            if silent():
                moves[seat] = PASS
        before = picture_of(setup, state.log)
        models = {seat: explicit_of(before.of(seat)) for seat in setup.seats}
        held += [models] * (len(state.log) + 1 - len(held))
        after = play(state, moves)
        log = after.log[: len(state.log) + 1]  # before the next question
        picture = picture_of(setup, log)
        if picture.analysed is not None:
            expected = forgetting(setup, log, held, picture.forgotten)
            assert worlds_in(picture.analysed) == expected.worlds
            assert after.world in expected.worlds
        state = after


def explicit_of(worlds):
    model = Explicit(worlds.players, worlds.size)
    model.worlds = worlds_in(worlds)
    return model


def forgetting(setup, log, held, forgotten):
    """All worlds in which those listened to, holding what they held, would have done so."""
    box = setup.box
    model = Explicit(setup.players, len(box))
    model.fit(box.all, setup.copies)
    for step, models in zip(log, held, strict=True):
        if isinstance(step, Asked):
            model.ask(answers_in(setup, step), step.answer)
            continue
        for seat, move in enumerate(step.moves):
            if move is None or seat in forgotten or seat in step.guessed:
                continue
            called = {box.number(move)} if move else None

            def fits(world, seat=seat, called=called, models=models):
                row = models[seat].row(seat, world)
                return row == called if called else len(row) != 1

            model.worlds = {world for world in model.worlds if fits(world)}
        for seat, stack in enumerate(step.shown):
            if stack is not None:
                model.free(seat, box.number(stack))
        model.fit(box.all, setup.copies)
    return model


def test_a_missed_call_is_told_and_put_right():
    state = start(
        Setup(3), Tape(((1, 2, 2), (4, 5, 6), (3, 3, 3)), questions=(2, 2), stream=1)
    )
    question = next(n for n, q in enumerate(Setup(3).questions) if "missing" in q.text)
    state = start(Setup(3), Tape(state.stacks, questions=(question,), stream=1))
    after = play(state, {0: PASS, 1: PASS, 2: PASS})
    assert after.events[0].answer.missed == (1,)
    picture = picture_of(after.setup, after.log[:2])
    assert picture.forgotten == {1}
    # Only what the two others' silence tells is drawn: as if p2 had not been there.
    assert [int(picture.row(seat, after.world).sum()) for seat in (0, 2)] == [6, 21]
    assert after.world in picture.of(0)


@pytest.mark.parametrize("move", ["127", "12", "4567", "pas", "-1-2-3"])
def test_an_impossible_call_is_refused(move):
    with pytest.raises(IllegalMove):
        GAME.parse_move(move, GAME.setup())


def test_calls_out_of_turn_are_refused():
    table = transcript.read(EXAMPLE, find_game).table
    with pytest.raises(IllegalMove):
        GAME.play(table.state, {0: PASS, 1: PASS, 2: PASS})
    with pytest.raises(IllegalMove):
        GAME.play(table.state, {0: (9, 9, 9), 2: PASS})


def test_a_mixed_strategy_table_goes_to_its_end():
    setup = Setup(3, 2, 4, analysing=2, deck=SMALL_DECK, points=3)
    names = ["logician", "daring", "plain"]
    table = finish(Table.dealt(GAME, setup, 5), [GAME.strategies[n] for n in names])
    assert max(table.result.values()) == 3
    silent = finish(
        Table.dealt(GAME, Setup(3, 2, 4, deck=SMALL_DECK, rounds=15), 5),
        [GAME.strategies[n] for n in ("silent", "logician", "logician")],
    )
    assert silent.result[0] == 0


def test_too_many_combinations_are_refused_before_anything_is_allocated():
    with pytest.raises(TooLarge, match="would need"):
        Worlds.all(8, 56)
    setup = Setup(players=8)
    with pytest.raises(TooLarge):
        start(setup, deal(setup, np.random.default_rng(0)))


def test_a_notebook_refuses_what_cannot_be_and_stays_as_it_was():
    setup = Setup(3)
    missing = next(n for n, q in enumerate(setup.questions) if "missing" in q.text)
    page = Notebook(setup, 0, (None, (4, 5, 6), (3, 3, 3)))
    asked = page.ask(missing, 0)
    assert len(asked.why.left) == 6
    called = asked.call({1: Call((4, 5, 6), (4, 5, 6))})
    assert [len(called.why.left), called.before] == [3, asked]
    with pytest.raises(Contradiction):
        page.ask(missing, 5)  # 3, 4, 5 and 6 are in sight
    with pytest.raises(Contradiction):
        page.ask(missing, 77)
    with pytest.raises(Contradiction):
        asked.call({1: Call((4, 5, 6), (1, 1, 1))})
    with pytest.raises(IllegalMove):
        called.call({1: Call((4, 5, 6), (4, 5, 6))})
    forgotten = called.dealt(1, (1, 1, 3)).forget(1)
    assert len(forgotten.why.left) == 6  # the call of 456 told all but the 6


@settings(max_examples=15, deadline=None)
@given(setups(), st.integers(0, 10**6))
def test_a_notebook_leaves_what_the_game_leaves(setup, seed):
    state = start(setup, deal(setup, np.random.default_rng(seed)))
    seen = (None, *state.stacks[1:])
    page = Notebook(setup, 0, seen)
    while not state.over:
        step = state.log[-1]
        if isinstance(step, Asked):
            page = page.ask(step.question, step.answer)
            asked = [
                [s for s in log if isinstance(s, Asked)] for log in (page.log, state.log)
            ]
            assert asked[0] == asked[1]
        row = picture_of(setup, state.log).row(0, state.world)
        assert page.why.left == tuple(setup.box.all[n] for n in np.flatnonzero(row))
        calls = {seat: Call(move, move) for seat, move in honest(state).items() if move}
        state = play(state, honest(state))
        if calls:
            page = page.call(calls)
            for seat in calls:
                if seat != 0:
                    page = page.dealt(seat, state.stacks[seat])
        elif not isinstance(state.log[-1], Asked):
            page = page.quiet()


def test_a_notebook_finds_the_moment_of_a_call_that_came_after_a_silence():
    """The highest card is a 4, and nobody calls: there are two.  Then both call."""
    setup = Setup(3, 1, 4, deck=("What is the highest card? := max(cards: value)",))
    page = Notebook(setup, 0, (None, (4,), (4,))).ask(0, 4)
    four = Call((4,), (4,))
    called = page.call({1: four, 2: four})
    assert called.why.left == ((1,), (2,), (3,))
    assert [getattr(step, "callers", None) for step in called.log] == [None, (), (1, 2)]
    assert page.quiet().call({1: four, 2: four}).why == called.why
    assert called.before == page


def test_who_knows_and_does_not_call_is_told_so():
    setup = Setup(2, 1, 2, deck=("Is there a pair? := any(values: times >= 2)",))
    page = Notebook(setup, 0, (None, (1,))).ask(0, 0)
    assert page.why.left == ((2,),)
    with pytest.raises(Contradiction, match="you know your stack"):
        page.ask(0, 0)
    both = {0: Call((2,), (2,)), 1: Call((1,), (1,))}
    assert page.call(both).why.left == ((1,), (2,))


def test_only_so_many_pictures_are_remembered(monkeypatch):
    """Games that look alike at their ends must not pile up."""
    monkeypatch.setattr(pictures, "KEPT_BYTES", 20 * 5000)
    setup = Setup(2, 1, 3, deck=SMALL_DECK[:3], points=0, rounds=6)
    logician = GAME.strategies["logician"]
    for seed in range(40):
        table = finish(Table.dealt(GAME, setup, seed), [logician] * 2)
        assert picture_of(setup, table.state.log).of(0) is not None
    assert sum(map(len, picture_of.kept.values())) == len(picture_of.ages) <= 25


def test_a_deck_that_tells_nothing_ends_the_game():
    """There are two stacks whatever they are: after five rounds it is looked for."""
    setup = Setup(players=2, deck=("How many? := count(stacks: all(cards: value >= 1))",))
    table = finish(Table.dealt(GAME, setup, 1), [STRATEGIES["logician"]] * 2)
    assert [event.answer.stalled for event in table.history] == [False] * 4 + [True]
    assert "tells anybody anything more" in GAME.face.event_text(
        table.history[-1], ["Ann", "Bob"], table.sight(0)
    )


@pytest.mark.parametrize("seed", range(6))
def test_where_silences_are_believed_nobody_says_who_bluffed(seed):
    """Once all see that a silence was a bluff, everybody goes by the answers alone."""
    setup = Setup(players=3, cards=2, values=4, silences="believed", points=4, rounds=40)
    cast = [STRATEGIES["bluffer"], *[STRATEGIES["logician"]] * 2]
    table = Table.dealt(GAME, setup, seed)
    while not table.over:
        table = table.step(cast)
        picture = picture_of(setup, table.sight(None).log)
        for seat in table.seats if picture.forgotten else ():
            sight = table.sight(seat)
            by_answers = row_by_questions(setup, seat, sight.stacks, sight.log)
            assert np.array_equal(picture.row(seat, sight.seen), by_answers)
    assert not any(event.answer.missed for event in table.history)
    checked = Table.dealt(GAME, replace(setup, silences="checked"), seed)
    while not checked.over:
        checked = checked.step(cast)
    assert any(event.answer.missed for event in checked.history)


def test_a_warning_before_a_silence_says_what_the_others_make_of_it():
    """At the start of Example 3.1 player 2 can tell."""
    sight = transcript.read(EXAMPLE, find_game).table.undo().sight(1)
    assert "stop drawing conclusions" in GAME.face.warning(sight, "pass")
    bluff = replace(sight, setup=replace(sight.setup, silences="believed"))
    assert "that is a bluff" in GAME.face.warning(bluff, "pass")


def test_silences_that_are_no_bluff_tell_as_much_where_they_are_believed():
    setup = Setup(players=3, cards=2, values=4, points=4, rounds=40)
    table = Table.dealt(GAME, setup, 1)
    more = 0
    while not table.over:
        table = table.step([STRATEGIES["logician"]] * 3)
        log = table.sight(None).log
        checked, believed = (
            picture_of(replace(setup, silences=how), log) for how in ("checked", "believed")
        )
        assert believed.plain is not None
        for seat in table.seats:
            world = table.sight(seat).seen
            row = checked.row(seat, world)
            assert np.array_equal(believed.row(seat, world), row)
            more += not np.array_equal(row, believed.plain.row(seat, world))
    assert more


def test_a_deck_of_your_own_is_counted_not_printed():
    deck = ("How many cards? := count(cards)", "How many ones? := count(cards: value = 1)")
    assert GAME.face.setup_text(Setup(players=2, deck=deck)) == (
        "players 2, a deck of 2 questions"
    )
    assert GAME.face.setup_text(Setup(deck=deck[:1])) == "a deck of 1 question"
    assert GAME.face.setup_text(Setup(players=3)) == "players 3"
