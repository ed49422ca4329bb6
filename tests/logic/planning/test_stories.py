"""Planning problems in files: the classics with their lengths, mistakes at their spot."""

from pathlib import Path

import pytest

from whoknows.errors import WhoknowsError
from whoknows.logic.files.source import Source
from whoknows.logic.planning import plan
from whoknows.logic.planning.branching_plan import branching_plan
from whoknows.logic.planning.story_problem import load_story, read_story

EXAMPLES = Path(__file__).parents[3] / "examples"


def planned(story, **options):
    return plan(
        story.script.model, story.goal, story.acts, at=story.script.actual, **options
    )


# The length of a shortest plan: of gossip 2n - 4 calls [Tijdeman1971], else by hand.
LENGTHS = {"transfer": 2, "gossip_plan": 4, "sally_plan": 2, "two_doors": 2}


@pytest.mark.parametrize(("name", "length"), LENGTHS.items())
def test_the_examples_have_plans_of_their_lengths(name, length):
    found = planned(load_story(EXAMPLES / f"{name}.txt"))
    assert len(found.steps) == length
    assert found.none_within == length - 1


def test_every_planning_example_is_tested():
    stories = [p for p in EXAMPLES.glob("*.txt") if "\ngoal " in p.read_text("utf-8")]
    assert {path.stem for path in stories} == set(LENGTHS)


def test_the_knight_plans_for_what_he_may_hear():
    story = load_story(EXAMPLES / "two_doors.txt")
    tree = branching_plan(
        story.script.model, story.goal, story.acts, at=story.script.actual, planner="knight"
    )
    assert tree.text().splitlines() == [
        "knight: listen",
        "  yes: knight: open_left",
        "  no: knight: open_right",
    ]


STORY = """\
facts  p q
ann    sees p
bob    sees q
actual p
{}
goal   K bob p
"""


def read(lines):
    return read_story(Source("text", STORY.format(lines)))


def test_variables_of_one_list_stand_for_different_names():
    story = read("$x may show $y: p for x, y: ann, bob; z: p, q")
    assert [act.name for act in story.acts] == ["ann: show bob: p", "bob: show ann: p"]
    every = read("may announce $x -> $y for x: p, q; y: p, q")
    assert len(every.acts) == 4


def test_who_speaks_knows():
    """Ann does not see q: she cannot say it, though it is false that she may not."""
    story = read("ann may announce ~q\nann may announce p")
    assert planned(story).steps == ("ann: announce p",)
    assert planned(read("ann may announce ~q")).none_at_all
    assert planned(read("may announce ~q & p")).steps == ("announce ~q & p",)


def test_what_has_happened_has_happened():
    story = read("announce p\nmay announce q")
    assert planned(story).steps == ()
    assert len(story.script.scenes) == 2


def test_every_kind_of_event_can_be_planned_with():
    lines = """relational
may announce p
may announce whether p, q
may tell bob: p
may show bob: p, q
may look bob: p
may claim ann: p
may lie ann: ~p
may change p := ~p
may flip
event flip makes p := ~p
event rest
ann, bob confuse nothing
bob takes flip for rest"""
    story = read(lines)
    assert len(story.acts) == 9
    assert planned(story).steps == ("announce p",)


def test_names_in_quotes_name_acts():
    story = read('ann may "speak up" announce p')
    assert [act.name for act in story.acts] == ["ann: speak up"]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("may", "what may happen is wanted"),
        ("may facts r", "this cannot happen"),
        ("may announce r", "text:5:14: no fact 'r'"),
        ("cat may announce p", "no agent 'cat'"),
        ("may announce $x", "$x is not named after 'for'"),
        ("may tell bob: p", "say so with a line 'relational'"),
        ("may announce p for x: ", "a name is wanted"),
        ("may jump", "a statement starts with one of"),
        ("goal p", "the goal is named twice"),
        ("may announce p$x for x: " + ", ".join("abc" * 999), ""),
    ],
)
def test_mistakes_are_said_with_their_spot(lines, said):
    with pytest.raises(WhoknowsError) as error:
        read(lines)
    assert said in str(error.value)
    assert "text" in str(error.value)
