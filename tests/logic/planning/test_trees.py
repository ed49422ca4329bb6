"""Plans with branches: won whatever is so, shortest in the worst branch."""

from whoknows.logic import every_world
from whoknows.logic.events.product import Event, EventModel
from whoknows.logic.events.usual_events import change, public, whether
from whoknows.logic.planning import Act
from whoknows.logic.planning.branching_plan import branching_plan

BLIND = every_world(["heads"], sees={"ann": [], "bob": []})
LOOK = whether("heads", ["ann"], BLIND.agents)
TURN = change({"heads": "~heads"}, BLIND.agents)


def test_the_plan_branches_by_what_is_seen():
    tree = branching_plan(
        BLIND, "K ann heads", {"look": LOOK, "turn": TURN}, at=0, planner="ann"
    )
    assert tree.worst == 2
    assert tree.none_within == 1
    turned = {"act": "turn", "branches": [{"seen": "change", "then": None}]}
    assert tree.document() == {
        "act": "look",
        "branches": [
            {"seen": "yes", "then": None},
            {"seen": "no", "then": turned},
        ],
    }


def test_what_happens_to_be_so_does_not_count():
    """The coin shows heads, but Ann does not know; to turn it twice helps nobody."""
    tree = branching_plan(BLIND, "K ann heads", {"turn": TURN}, at=1, planner="ann")
    assert not tree.reached
    assert tree.none_at_all


def test_the_goal_may_hold_already():
    tree = branching_plan(BLIND, "~Kw ann heads", {"turn": TURN}, at=1, planner="ann")
    assert tree.reached
    assert tree.root is None
    assert tree.text() == "nothing need be done"


def test_acts_of_others_are_not_the_planners():
    acts = [Act.of("bob says", public("heads", BLIND.agents), by="bob")]
    tree = branching_plan(BLIND, "K ann heads", acts, at=1, planner="ann")
    assert not tree.reached


def switches():
    """Three switches, one of which is the right one; a switch can be tried."""
    names = ["s1", "s2", "s3"]
    model = every_world(names, sees={"ann": []}, law="oneof{s1, s2, s3}")
    acts = {f"try {name}": whether(name, ["ann"], ["ann"]) for name in names}
    return model, acts


def test_the_worst_branch_counts():
    """Of three, two must be tried at worst: the third is then known."""
    model, acts = switches()
    goal = "K ann s1 | K ann s2 | K ann s3"
    tree = branching_plan(model, goal, acts, at=next(iter(model)), planner="ann")
    assert tree.worst == 2
    short = branching_plan(
        model, goal, acts, at=next(iter(model)), planner="ann", longest=1
    )
    assert (short.reached, short.none_within, short.none_at_all) == (False, 1, False)


def test_tigers():
    """Behind one of two doors is the princess, behind the other a tiger: listen first."""
    doors = every_world(["left"], sees={"knight": []})
    opened = {
        side: EventModel(
            (Event("open", f"K knight {claim}", {}),),
            {"knight": frozenset({("open", "open")})},
        )
        for side, claim in (("left", "left"), ("right", "~left"))
    }
    saved = every_world(["left", "saved"], sees={"knight": ["saved"]})
    acts = {
        f"open {side}": EventModel(
            (Event("open", events.events[0].when, {"saved": "true"}),), events.links
        )
        for side, events in opened.items()
    }
    acts["listen"] = whether("left", ["knight"], ["knight"])
    assert len(doors) == 2
    tree = branching_plan(saved, "saved", acts, at=0, planner="knight")
    assert tree.worst == 2
    assert tree.text().splitlines() == [
        "listen",
        "  yes: open left",
        "  no: open right",
    ]
