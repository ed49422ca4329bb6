"""The classics of planning with knowledge, with the lengths that are published for them."""

import pytest

from whoknows.logic.events.usual_events import change, public
from whoknows.logic.language.formula import And, Know
from whoknows.logic.models.table import Table
from whoknows.logic.planning import Act, plan
from whoknows.logic.puzzles import cards


def announcements(hands):
    """Anne says that she has one of some hands that Bill can tell apart, such as 012."""
    every = list(cards.informative_sets(("012",), hands))
    said = {" ".join(some): cards.one_of(some) for some in every}
    return [
        Act.of(name, public(Know("K", ("anne",), claim), cards.PLAYERS), by="anne")
        for name, claim in said.items()
    ]


GOOD = And((cards.commonly(cards.INFORMED), cards.commonly(cards.ignorant())))


@pytest.mark.parametrize("hands", [4, 5])
def test_a_good_announcement_of_russian_cards_is_found_and_has_five_hands(hands):
    """Four hands are too few, five will do [vanDitmarsch2003]."""
    model = cards.all_deals()
    at = model.world(anne="012", bill="345", cathy="6")
    acts = announcements(hands)
    if hands == 5:  # of the many, those of five
        acts = [act for act in acts if len(act.name.split()) == 5][:200]
    found = plan(model, GOOD, acts, at=at, longest=1)
    if hands == 4:
        assert found.steps is None
        assert found.none_within == 1
    else:
        [said] = found.steps
        assert cards.is_good(said.split(), "012")


def gossip(friends):
    """Friends who call each other and tell all; `ab` is: a has the secret of b."""
    facts = [x + y for x in friends for y in friends if x != y]
    model = Table({fact: [False] for fact in facts}, {x: [0] for x in friends})

    def has(x, y):
        return "true" if x == y else x + y

    acts = {}
    for place, x in enumerate(friends):
        for y in friends[place + 1 :]:
            makes = {
                one + secret: f"{has(one, secret)} | {has(two, secret)}"
                for secret in friends
                for one, two in ((x, y), (y, x))
                if one != secret
            }
            acts[f"{x} calls {y}"] = change(makes, model.agents)
    return model, acts, " & ".join(facts)


@pytest.mark.parametrize(
    ("friends", "calls"), [("ab", 1), ("abc", 3), ("abcd", 4), ("abcde", 6)]
)
def test_gossip_takes_two_n_minus_four_calls(friends, calls):
    """Of four friends or more; two need one call, and three three [Tijdeman1971]."""
    model, acts, goal = gossip(friends)
    found = plan(model, goal, acts, at=0)
    assert len(found.steps) == calls
    assert found.none_within == calls - 1


@pytest.mark.slow
def test_six_gossips_need_eight_calls():
    """Proven over 1,074,533 situations, which a program of twenty lines counts too."""
    model, acts, goal = gossip("abcdef")
    found = plan(model, goal, acts, at=0)
    assert len(found.steps) == 8
    assert found.looked_at == 1_074_533
