"""The numbers and examples of [Zorn2024], and where they are off."""

import numpy as np

from tests.games.egghead.twin import slow_answer
from whoknows.games.egghead import paper
from whoknows.games.egghead.knowledge.question_tables import sieve
from whoknows.games.egghead.knowledge.world_bits import Worlds
from whoknows.games.egghead.rules.language import parse_question
from whoknows.games.egghead.rules.stacks import Stacks
from whoknows.games.egghead.solve.paper_examples import examples


def steps():
    return {step.name: step for step in examples()}


def test_the_valids_of_examples_3_1_and_4_1():
    assert steps()["3.1"].valids == paper.VALIDS == (6, 1, 21)
    assert steps()["4.1"].valids == paper.VALIDS_AFTER == (3, 1, 6)


def test_the_sizes_of_the_master_table():
    found = steps()
    assert [found[name].worlds for name in ("3.1", "4.1", "4.3")] == [19320, 1100, 3080]


def test_example_3_2_has_the_answers_of_the_hands_in_it():
    """With p2's 111 the table holds 1, 2, 3; as printed, p3's 334 adds a 4."""
    ask = parse_question(paper.MISSING)
    true, printed = (
        slow_answer(ask, [one, (1, 1, 1), three])
        for one, three in ((paper.STACKS[0], paper.STACKS[2]), ((1, 2, 3), (3, 3, 4)))
    )
    assert (true, printed) == (3, 2)
    assert f"would be {true} ({printed} as printed)" in steps()["3.2"].told


def test_how_many_stacks_and_worlds_there_are():
    assert len(Stacks(3, 6)) == paper.COMBINATIONS
    assert paper.ALL_WORLDS == 9_834_496


def test_example_4_2_has_five_kinds_of_rows():
    worlds = after_the_answer()
    sizes = np.bitwise_count(worlds.words).sum(-1)
    assert sorted(set(sizes.ravel().tolist())) == [0, 1, 6, 21, 56]


def test_example_4_3_shows_rows_from_before_the_analysis():
    box, worlds = Stacks(3, 6), after_the_answer()
    rows = {
        pair: (box.number(pair[0]), box.number(pair[1]), 0) for pair in paper.PRINTED_ROWS
    }
    before = {pair: int(worlds.row(2, at).sum()) for pair, at in rows.items()}
    assert before == paper.PRINTED_ROWS
    soles = [worlds.sole(seat) for seat in range(3)]
    for seat, sole in enumerate(soles):
        worlds.keep(seat, sole, solved=seat == 1)
    after = {pair: int(worlds.row(2, at).sum()) for pair, at in rows.items()}
    assert list(after.values()) == [0, 3, 0, 6, 6, 0, 3]


def after_the_answer():
    worlds = Worlds.all(3, 56)
    worlds.ask(sieve(parse_question(paper.MISSING), 3, Stacks(3, 6)), paper.ANSWER)
    return worlds
