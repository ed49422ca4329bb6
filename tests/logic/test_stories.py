"""Stories: textbook tales with their known answers, and errors with line and reason."""

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import AGENTS, formulas, models
from whoknows.errors import WhoknowsError
from whoknows.logic import from_parts
from whoknows.logic.events import product as events
from whoknows.logic.events.product import Event, EventModel
from whoknows.logic.events.situation import Situation
from whoknows.logic.events.usual_events import private, whether
from whoknows.logic.files import load, loads
from whoknows.logic.models.links import relational

EXAMPLES = Path(__file__).parents[2] / "examples"
YES, NO = True, False
TEXTS = [
    path.read_text() for path in sorted(EXAMPLES.glob("*.txt")) if "smcdel" not in path.name
]

# name, the kind of model at the end, worlds at the start and after each event, answers;
# the reason for every answer stands beside its question in the file.
STORIES = [
    ("secret_coin", "relational", [2, 3, 3], [YES, YES, YES, YES, YES, NO, YES, YES]),
    ("hexa", "table", [6, 12, 12], [YES, YES, NO, NO, NO, NO, YES, NO, YES]),
    ("gossip", "table", [8, 8, 8, 8], [YES, NO, YES, YES, NO, YES, YES, YES]),
    (
        "prisoners",
        "table",
        [1, 3, 9, 27, 81, 243],
        [YES, YES, NO, YES, NO, NO, YES, NO, YES, YES, YES],
    ),
    ("letter", "table", [2, 4, 2], [YES, NO, NO, YES, YES, YES, NO]),
    ("sally", "relational", [2, 2], [NO, YES, YES, YES, YES]),
]


KEPT = {"symbolic": ["symbolic", "beliefs"], "cube": ["cube"], "auto": ["cube"]}


@pytest.mark.parametrize("engine", ["auto", "table", "cube", "symbolic"])
@pytest.mark.parametrize(("name", "kind", "worlds", "answers"), STORIES)
def test_textbook_stories_end_as_in_the_textbooks(engine, name, kind, worlds, answers):
    script = load(EXAMPLES / f"{name}.txt", engine=engine)
    assert [script.answer(query) for query in script.queries] == answers
    assert [len(model) for model in script.models] == worlds
    # events keep diagrams as diagrams, and a cube where it does not become too sparse
    assert script.model.engine in (kind, *KEPT.get(engine, ()))
    assert script.models[0].engine in (kind, engine, *KEPT.get(engine, ()))


def bulb(days):
    """What is so after these days, and what each prisoner has seen: the rules, played."""
    light, turned, seen = False, set(), {name: [] for name in ("ann", "bob", "cat")}
    for today in days:
        for name in seen:
            seen[name].append(light if name == today else None)
        if today == "ann":
            light = False
        elif not light and today not in turned:
            light = True
            turned.add(today)
    return light, turned, {name: tuple(some) for name, some in seen.items()}


@pytest.mark.parametrize("days", range(1, 6))
def test_the_prisoners_know_what_all_that_might_have_been_tells_them(days):
    """Every run of so many days, played out, against the story's product of events."""
    real = ("bob", "ann", "bob", "cat", "ann")[:days]
    runs = [bulb(run) for run in product(("ann", "bob", "cat"), repeat=days)]
    now = bulb(real)
    scene = load(EXAMPLES / "prisoners.txt").scenes[days]
    assert len(scene.model) == len(runs)
    for agent in ("ann", "bob", "cat"):
        alike = [run for run in runs if run[2][agent] == now[2][agent]]
        known = {
            "light": all(light for light, _, _ in alike),
            "~light": not any(light for light, _, _ in alike),
            "bob_was & cat_was": all(len(turned) == 2 for _, turned, _ in alike),
            "bob_was | cat_was": all(turned for _, turned, _ in alike),
        }
        for claim, so in known.items():
            asked = f"K {agent} ({claim})"
            assert scene.model.true(asked, scene.actual) == so, (agent, claim)


# ------------------------------------------------------- the action model of Da Vinci Code

HIDDEN = {"a2": (6, 7), "a4": (9, 11), "b2": (6, 7, 9)}


def hidden_blocks():
    """Example 3 of the paper: [5, ?, 8, ?] and [4, ?, 10, -]; c sees none of it."""
    return from_parts(
        HIDDEN,
        {"a": ["a2", "a4"], "b": ["b2"], "c": []},
        law=lambda a2, a4, b2: (a2 != b2) & (a4 != b2),
    )


def guess(who, block, number):
    """A right and a wrong guess, as in section 2.2: public, equal for all agents."""
    right = Event("right", f"{block}={number}")
    wrong = Event("wrong", f"{block}!={number} & ~K {who} {block}!={number}")
    apart = frozenset([("right", "right"), ("wrong", "wrong")])
    return EventModel((right, wrong), dict.fromkeys("abc", apart))


def test_a_wrong_guess_gives_the_guesser_away():
    start = hidden_blocks()
    assert len(start) == 6  # "For him, there are six possible states."
    here = Situation(start, start.world(a2=6, a4=11, b2=9))
    assert here.true("~Kv c a2 & ~Kv c b2 & ~Kv b a2")
    after = here.happens(guess("b", "a2", 7), "wrong")
    # Who has the 6 or the 7 would have known: so b has the 9, and everybody knows it.
    assert after.true("C{a, b, c} (a2=6 & a4=11 & b2=9)")
    assert after.true("K c b2=9 & K a b2=9")


def test_a_right_guess_tells_only_that_it_is_right():
    start = hidden_blocks()
    here = Situation(start, start.world(a2=7, a4=11, b2=9))
    after = here.happens(guess("b", "a2", 7), "right")
    assert after.true("C{a, b, c} a2=7 & ~Kv c b2 & ~Kv a b2")
    assert after.true("Kv b a4")  # b has the 9 himself
    # b may have known (with the 6) or been lucky: c cannot tell.
    assert after.true("<K c> b2=6 & <K c> b2=9")
    with pytest.raises(
        WhoknowsError, match=r"'wrong' cannot happen in .*; what can: right"
    ):
        here.happens(guess("b", "a2", 7), "wrong")


def test_the_action_model_is_the_public_announcement_of_its_precondition():
    start = hidden_blocks()
    for which, said in (("right", "a2=7"), ("wrong", "a2!=7 & ~K b a2!=7")):
        place = ("right", "wrong").index(which)
        step = events.product(start, guess("b", "a2", 7))
        left = start.announce(said)
        assert step.came_from[step.event == place].tolist() == left.worlds().tolist()


# ---------------------------------------------------------------------------------- laws


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_shown_to_all_is_said_aloud(data):
    model, _ = data.draw(models("table"))
    # What nobody sees together is all worlds, also those where the answer is another.
    said, then = (data.draw(formulas(depth=size, least=1)) for size in (3, 4))
    step = events.product(model, whether(said, AGENTS, AGENTS))
    found = step.came_from[step.model.where(f"({then})")]
    wanted = model.worlds(model.where(f"[?! {said}] ({then})"))
    assert sorted(found.tolist()) == wanted.tolist()


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_who_is_told_learns_it_and_the_others_nothing(data):
    model = relational(data.draw(models("table"))[0])
    said, fact = data.draw(formulas(depth=3)), data.draw(st.sampled_from(["p", "q", "r"]))
    if not model.count(said):
        return
    step = events.product(model, private(said, ["ann"], AGENTS))
    told = step.event == 0
    for after, before in (
        (f"K ann {fact}", f"K ann (({said}) -> {fact})"),
        (f"K bob {fact}", f"K bob {fact}"),
        (f"K cat K ann {fact}", f"K cat K ann {fact}"),
    ):
        found = step.came_from[told & step.model.where(after)]
        wanted = model.worlds(model.where(f"({said}) & {before}"))
        assert found.tolist() == wanted.tolist()


# -------------------------------------------------------------------------------- errors

GOOD = """facts heads
parts x: 1 2
ann, bob see nothing
actual heads, x=1
relational
tell ann: heads
event flip when heads makes heads := ~heads
event rest
ann confuses flip, rest
bob takes flip for rest
happens flip
true? heads
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("relational\n", "", "text:5: tell: somebody is deceived here"),
        ("relational", "relational now", "text:5:12: nothing more is wanted"),
        ("tell ann: heads", "tell ann: ~heads", "text:6: '~heads' is false at the actual"),
        ("tell ann: heads", "tell anm: heads", "text:6:6: no agent 'anm'; did you mean"),
        ("tell ann: heads", "tell ann: head", "text:6:11: no fact 'head'; did you mean"),
        ("tell ann: heads", "tell heads", "text:6:6: who is wanted, and what: tell NAME"),
        ("tell ann: heads", "tell ann:", "text:6:10: a formula is wanted"),
        ("tell ann: heads", "tell ann: (heads", "text:6:17: the formula ends too soon"),
        ("tell ann: heads", "lie ann: heads", "text:6: 'heads' is true at the actual"),
        ("tell ann: heads", "lie ann, bob: heads", "text:6:5: one speaker is wanted"),
        ("tell ann: heads", "show ann: value y", "text:6:17: no part 'y'"),
        ("tell ann: heads", "show ann: value x x", "one name is wanted"),
        ("tell ann: heads", "change", "text:6:7: what is changed is wanted"),
        ("tell ann: heads", "change heads", "text:6:8: NAME := FORMULA is wanted"),
        ("tell ann: heads", "change x := true", "text:6:8: x is a part; events change"),
        ("tell ann: heads", "change hads := true", "text:6:8: no fact 'hads'; did you"),
        ("when heads", "when ~heads", "text:11: 'flip' cannot happen in [heads x=1]"),
        ("when heads", "when hads", "text:7:17: no fact 'hads'; did you mean 'heads'?"),
        ("heads := ~heads", "heads := ", "text:7:37: a formula is wanted"),
        ("event rest", "event flip", "text:8:7: event 'flip' is described twice"),
        ("event rest", "event", "text:8:6: a name is wanted"),
        ("ann confuses flip, rest\n", "", "text:8: the events do not say what ann notices"),
        ("ann confuses", "cat confuses", "text:9:1: no agent 'cat'"),
        ("confuses flip", "confuses flop", "text:9:14: no event 'flop'; did you mean"),
        ("takes flip for", "takes flip to", "text:10:23: 'for' is wanted"),
        ("happens flip", "happens flop", "text:11:9: no event 'flop'; did you mean"),
        ("happens flip", "hapens flip", "text:11:1: a statement starts with one of"),
        ("actual heads, x=1\n", "", "depends on the actual world"),
        (
            "happens flip",
            "tell bob: heads\nlie ann: ~heads",
            "text:12: bob has nothing left to believe: this can happen in none",
        ),
    ],
)
def test_a_story_that_cannot_be_is_an_error_at_its_line(old, new, said):
    assert loads(GOOD)
    with pytest.raises(WhoknowsError) as error:
        loads(GOOD.replace(old, new, 1))
    assert said in str(error.value)


def test_events_without_any_event_described():
    for line in ("happens flip", "ann confuses flip"):
        with pytest.raises(WhoknowsError, match="text:3:1: no event is described"):
            loads(f"facts p\nann sees p\n{line}\n")


def test_a_claim_is_true_or_a_lie_as_the_world_has_it():
    text = "facts p\nann sees p\nbob sees nothing\nrelational\nactual {}\nclaim ann: p\n"
    ask = "true? K bob p\ntrue? K ann p\n"
    for actual, answers in (("p", [YES, YES]), ("nothing", [YES, NO])):
        script = loads(text.format(actual) + ask)
        assert [script.answer(query) for query in script.queries] == answers


def test_without_an_actual_world_all_see_and_change_for_all_worlds():
    script = loads("facts p q\nann, bob see nothing\nshow ann: p, q\nchange p := ~p\n")
    assert [len(model) for model in script.models] == [4, 4, 4]
    assert script.model.valid("Kw ann p & Kw ann q & ~Kw bob p & K bob Kw ann p")


def test_a_converted_file_says_the_same():
    """SMCDEL's muddy children, and the file the docs make of it."""
    name = {1: "ann_muddy", 2: "bob_muddy"}
    ours, theirs = (
        load(EXAMPLES / file) for file in ("muddy_converted.txt", "muddy.smcdel.txt")
    )
    first, second = ([s.answer(q) for q in s.queries] for s in (ours, theirs))
    assert second == [True, [[1]], True]
    assert first == [True, [[name[1]]], True]


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_garbled_story_is_read_or_is_an_error_of_ours(data):
    """Words are taken out, doubled, or swapped; nothing but our own errors comes of it."""
    text = data.draw(st.sampled_from(TEXTS))
    words = re.split(r"(\s+|[:,=~&|{}()]+)", text)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(words) - 1))
        other = data.draw(st.integers(0, len(words) - 1))
        match data.draw(st.sampled_from(["out", "twice", "swap"])):
            case "out":
                words[place] = ""
            case "twice":
                words[place] *= 2
            case "swap":
                words[place], words[other] = words[other], words[place]
    try:
        script = loads("".join(words))
        for query in script.queries:
            script.answer(query)
            script.explain(query)
    except WhoknowsError as error:
        assert str(error)  # noqa: PT017 -- most garbled stories are errors
