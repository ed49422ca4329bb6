"""Puzzles without end: one answer each, the level as measured, the same for a seed."""

import json
from datetime import date, timedelta
from math import log2

import pytest

from learn.slow_puzzles import solutions
from whoknows.errors import BadSetup, UnknownName
from whoknows.learn.puzzles import KINDS, day_puzzle, new_puzzle, of_day
from whoknows.learn.puzzles.draft import BOUNDS, Draft, Remark, Stage, modal_depth
from whoknows.learn.puzzles.puzzle import solved
from whoknows.learn.puzzles.remarks import meaning
from whoknows.logic.language.reader import parse

CHERYL = (
    *("May 15", "May 16", "May 19", "June 17", "June 18"),
    *("July 14", "July 16", "August 14", "August 15", "August 17"),
)


def cheryl():
    """Cheryl's birthday as a draft, in the words of the original."""
    looks = {
        "Albert": tuple(date.split()[0] for date in CHERYL),
        "Bernard": tuple(date.split()[1] for date in CHERYL),
    }
    said = [
        ("both-ignorant", "Albert", "Bernard"),
        ("knows", "Bernard", "Albert"),
        ("knows", "Albert", "Bernard"),
    ]
    remarks = tuple(Remark(f"{a}: ...", meaning(s, a, b), s, a, b) for s, a, b in said)
    return Draft("Cheryl", "", Stage(CHERYL, looks), remarks, "When?", {})


def test_cheryls_birthday_is_solved_and_measured_by_hand():
    puzzle = solved(cheryl(), "dates", 0)
    assert puzzle.solution == "July 16"
    assert [step.worlds for step in puzzle.steps] == [5, 3, 1]
    # "I know that Bernard does not know" nests two deep, the others one each.
    assert (puzzle.measure.depth, puzzle.measure.steps) == (4, 3)
    assert puzzle.measure.effort == pytest.approx(8 + 3 + log2(10))
    assert puzzle.level == 3


def test_two_answers_are_no_puzzle():
    draft = cheryl()
    short = Draft("", "", draft.stage, draft.remarks[:2], "", {})
    with pytest.raises(BadSetup, match="this one has 3"):
        solved(short, "dates", 0)


@pytest.mark.parametrize(
    ("formula", "depth"),
    [("p & q", 0), ("K a p", 1), ("~Kv a x & K a ~Kv b x", 2), ("<K a> K b <K a> p", 3)],
)
def test_depth_is_how_deep_knowledge_is_nested(formula, depth):
    assert modal_depth(parse(formula)) == depth


def well_formed(puzzle, kind, level, seed):
    document = json.loads(json.dumps(puzzle.document()))
    assert (document["kind"], document["level"], document["seed"]) == (kind, level, seed)
    assert {"text", "solution", "steps", "question"} <= set(document)
    ends = (0, *BOUNDS, 32)
    assert ends[level - 1] < document["measure"]["effort"] + 0.01
    assert document["measure"]["effort"] <= ends[level] + 0.01
    counts = [step["worlds"] for step in document["steps"]]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 1
    assert all(step["said"] in puzzle.text and step["why"] for step in document["steps"])
    assert puzzle.find(puzzle.solution) == puzzle.solution
    assert puzzle.verdict(puzzle.solution).startswith("Right")
    assert solutions(puzzle) == {puzzle.solution}


@pytest.mark.parametrize("kind", KINDS)
def test_every_level_has_exactly_one_answer_by_the_words(kind):
    for seed in range(6):
        for level in range(1, 6):
            if level + seed < 7:  # the hard ones are slow to check
                well_formed(new_puzzle(kind, level=level, seed=seed), kind, level, seed)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_seeds_have_exactly_one_answer(kind):
    for seed in range(1000):
        level = seed % 5 + 1
        well_formed(new_puzzle(kind, level=level, seed=seed), kind, level, seed)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_is_the_same_puzzle_and_another_is_not(kind):
    first = new_puzzle(kind, level=2, seed=11)
    assert first.document() == new_puzzle(kind, level=2, seed=11).document()
    others = {new_puzzle(kind, level=2, seed=seed).text for seed in range(12, 18)}
    assert len(others) == 6


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_answer_is_told_the_remark_that_rules_it_out(kind):
    puzzle = new_puzzle(kind, level=2, seed=1)
    for wrong in [name for name in puzzle.choices if name != puzzle.solution][:10]:
        words = puzzle.verdict(wrong)
        assert words.startswith("Not ")
        assert any(step.said in words for step in puzzle.steps)
        assert puzzle.solution not in words.replace(wrong, "") or kind in (
            "codes",
            "egghead",
        )
    assert "not one of the possible answers" in puzzle.verdict("the moon")


def test_answers_are_read_as_people_write_them():
    puzzle = solved(cheryl(), "dates", 0)
    for text in ("July 16", "july 16", "16 July", " JULY  16. "):
        assert puzzle.find(text) == "July 16"
    assert puzzle.find("July 17") is None


def test_the_puzzle_of_the_day_is_one_for_all_and_every_week_has_every_kind():
    monday = date(2026, 11, 16)
    week = [of_day(monday + timedelta(days)) for days in range(7)]
    assert {day.kind for day in week} == set(KINDS)
    assert [day.level for day in week] == [1, 2, 2, 3, 3, 4, 5]
    assert day_puzzle(monday).document() == day_puzzle(monday).document()
    assert day_puzzle(monday).level == 1


def test_what_cannot_be_is_refused():
    with pytest.raises(UnknownName, match="did you mean 'dates'"):
        new_puzzle("date", level=1, seed=1)
    for level in (0, 6):
        with pytest.raises(BadSetup, match="from 1 to 5"):
            new_puzzle("dates", level=level, seed=1)
    with pytest.raises(BadSetup, match="a seed is"):
        new_puzzle("dates", level=1, seed=-1)


def test_what_was_asked_before_does_not_matter():
    first = new_puzzle("numbers", level=3, seed=5).text
    new_puzzle("crowd", level=1, seed=5)
    assert new_puzzle("numbers", level=3, seed=5).text == first
