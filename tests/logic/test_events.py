"""Event models, belief, and bisimulation, against their definitions."""

import itertools
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import AGENTS, formulas, models
from whoknows.errors import BadSetup, ImpossibleAnnouncement, UnknownName
from whoknows.logic import Table, every_world, from_cells, from_parts, parse
from whoknows.logic.bisimulation import partition
from whoknows.logic.bisimulation.contraction import (
    by_facts,
    contracted,
    difference,
    neighbors_of,
    refine,
    relational_row,
)
from whoknows.logic.bisimulation.partition import coarsest, stable
from whoknows.logic.events.product import Event, EventModel, compose, product
from whoknows.logic.events.situation import Situation
from whoknows.logic.events.usual_events import (
    change,
    claimed,
    private,
    public,
    secret_look,
    whether,
)
from whoknows.logic.language import formula as f
from whoknows.logic.models.labels import bound
from whoknows.logic.models.links import from_links, generated, relational, table_of
from whoknows.logic.models.symbolic_beliefs import belief_structure


def coin():
    return every_world(["heads"], sees={"ann": [], "bob": []})


def groups_within(formula):
    """Whether every C in the formula has a group (of none, belief and knowledge differ)."""
    if getattr(formula, "how", "") in ("C", "Cw") and not formula.who:
        return False
    found = []
    f.rebuilt(formula, lambda inner: found.append(groups_within(inner)) or inner)
    return all(found)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_links_and_cells_say_the_same(data):
    model, _ = data.draw(models("table"))
    formula = data.draw(formulas().filter(groups_within))
    linked = relational(model)
    assert linked.where(formula).tolist() == model.where(formula).tolist()
    again = table_of(linked)
    assert again.where(formula).tolist() == model.where(formula).tolist()


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_the_public_event_is_the_public_announcement(data):
    model, _ = data.draw(models("cube"))
    said, then = data.draw(formulas(depth=3)), data.draw(formulas(depth=4))
    if not model.count(said):
        with pytest.raises(ImpossibleAnnouncement, match="every precondition fails"):
            product(model, public(said, AGENTS))
        return
    step = product(model, public(said, AGENTS))
    left = model.announce(said)
    found = model.worlds(step.back(step.model.where(then), "said"))
    assert found.tolist() == left.worlds(left.where(then)).tolist()


@pytest.mark.parametrize("engine", ["table", "cube", "symbolic", "beliefs"])
def test_a_claim_goes_back_to_where_its_event_leads_to_it(engine):
    """Three events, the second also a change: two axes more, where there are axes."""
    model = from_parts(
        {"x": range(3)}, sees={"ann": ["p"], "bob": ["x"]}, facts=["p", "q"],
        engine="symbolic" if engine == "beliefs" else engine,
    )  # fmt: skip
    model = belief_structure(model) if engine == "beliefs" else model
    names = ["one", "two", "three"]
    events = EventModel(
        (Event("one", "p"), Event("two", "x=1 | q", {"q": "~p"}), Event("three")),
        {
            "ann": [(name, name) for name in names],
            "bob": [(here, there) for here in names for there in names],
        },
    )
    step = product(model, events)
    for (place, name), then in itertools.product(
        enumerate(names), ["q", "x=2 & K bob ~p", "~Kw bob q", "K ann (p | q)"]
    ):
        found = model.worlds(step.back(step.model.where(then), name)).tolist()
        assert found == [
            was
            for was in model.worlds().tolist()
            if place in step.can(was) and step.model.true(then, step.world(was, place))
        ]


@pytest.mark.parametrize("engine", ["cube", "symbolic"])
def test_what_was_so_before_an_event_is_no_fact(engine):
    model: Any = from_parts({}, sees={"ann": ["p"]}, facts=["p", "q"], engine=engine)
    after: Any = product(model, change({"q": "p"}, model.agents)).model
    assert after.count("q <-> p") == after.count("true")
    assert after.hidden
    for name in after.hidden:
        with pytest.raises(UnknownName):
            after.fact(name)


def test_a_private_word_leaves_the_others_wrong():
    here = Situation(relational(coin()), 1)
    told = here.happens(private("heads", to=["ann"], agents=["ann", "bob"]), "told")
    assert told.true("K ann heads")
    assert told.true("K bob ~Kw ann heads")  # bob believes what is false
    assert told.true("K ann K bob ~Kw ann heads")
    assert not told.true("K bob heads")


def test_private_events_need_links():
    with pytest.raises(
        BadSetup, match="not an equivalence: make the model relational first"
    ):
        product(coin(), private("heads", to=["ann"], agents=["ann", "bob"]))


def test_a_look_that_is_seen_and_one_that_is_not():
    seen = product(coin(), whether("heads", to=["ann"], agents=["ann", "bob"])).model
    assert seen.valid("Kw ann heads & C{ann, bob} Kw ann heads & ~Kw bob heads")
    unseen = Situation(relational(coin()), 0)
    unseen = unseen.happens(secret_look("heads", to=["ann"], agents=["ann", "bob"]), "no")
    assert unseen.true("K ann ~heads & K bob ~Kw ann heads")


def test_a_lie_is_believed_and_the_liar_knows_better():
    tails = Situation(
        relational(every_world(["heads"], sees={"ann": ["heads"], "bob": []})), 0
    )
    lied = tails.happens(claimed("heads", by="ann", agents=["ann", "bob"]), "lie")
    assert lied.true("~heads & K ann ~heads & K bob heads & K bob K ann heads")


def test_facts_change_before_all_eyes():
    turned = product(coin(), change({"heads": "~heads"}, ["ann", "bob"]))
    assert [turned.model.true("heads", at=world) for world in (0, 1)] == [True, False]
    assert turned.came_from.tolist() == [0, 1]


@pytest.mark.parametrize("engine", ["table", "cube", "symbolic"])
def test_every_world_says_where_it_came_from(engine):
    model = every_world("abc", sees={"ann": "a", "bob": "b"}, engine=engine)
    some = Event("told", "a | b"), Event("turned", "~a", {"c": "~c"}), Event("rest", "~c")
    whole = [["told", "turned", "rest"]]
    step = product(model, EventModel(some, {"ann": whole, "bob": whole}))
    can = [[model.true(event.when, at=world) for world in range(8)] for event in some]
    pairs = {(world, k) for k in range(3) for world in range(8) if can[k][world]}
    found = list(zip(step.came_from.tolist(), step.event.tolist(), strict=True))
    assert len(found) == len(pairs)
    assert {*found} == pairs
    for row, (was, place) in zip(step.model.worlds().tolist(), found, strict=True):
        assert step.world(was, place) == row
        assert step.can(was) == [k for k in range(3) if can[k][was]]
        turned = model.true("c", at=was) != (place == 1)
        assert step.model.true("c", at=row) == turned
        assert step.model.true("a & b", at=row) == model.true("a & b", at=was)


def test_an_event_adds_facts_of_new_names():
    both = {"ann": [["look"]], "bob": [["look"]]}
    after = product(
        coin(), EventModel((Event("look", adds={"new": "~heads"}),), both)
    ).model
    assert [after.true("new", at=world) for world in (0, 1)] == [True, False]
    with pytest.raises(BadSetup, match="heads is there already"):
        product(coin(), EventModel((Event("look", adds={"heads": "true"}),), both))


def test_an_event_is_named_unless_only_one_can_happen():
    heads = Situation(coin(), 1)
    seen = whether("heads", ["ann"], ["ann", "bob"])
    assert heads.happens(seen).true("K ann heads & ~K bob heads")
    both = [["one", "two"]]
    two = EventModel((Event("one"), Event("two")), {"ann": both, "bob": both})
    with pytest.raises(ImpossibleAnnouncement, match="what can: one, two"):
        heads.happens(two)


def test_a_model_is_described_by_its_names_or_their_number():
    few = every_world("abcdef", sees={"ann": []})
    assert repr(few).endswith("64 worlds; a, b, c, d, e, f; seen by ann>")
    many = every_world("abcdefg", sees={f"a{k}": [] for k in range(7)})
    assert repr(many).endswith("128 worlds; 7 facts; seen by 7 agents>")
    lone = every_world("a", sees={}).announce("a")
    assert repr(lone).endswith(" model: 1 world; a; seen by nobody>")


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_composition_is_one_after_the_other(data):
    """Bisimilar at every world and pair of events that can happen."""
    model = relational(data.draw(models("table"))[0])
    makers = [
        lambda said: private(said, ["ann"], AGENTS),
        lambda said: whether(said, ["bob"], AGENTS),
        lambda said: change({"p": said}, AGENTS),
        lambda said: claimed(said, "cat", AGENTS),
    ]
    first, second = (
        data.draw(st.sampled_from(makers))(data.draw(formulas(depth=2))) for _ in "12"
    )
    step = product(model, first)
    together = product(model, compose(first, second))
    apart = product(step.model, second)
    assert len(together.model) == len(apart.model)
    for row in range(0, len(apart.model), 7):
        was = int(apart.came_from[row])
        world, one, two = step.came_from[was], step.event[was], apart.event[row]
        same = together.world(int(world), int(one) * len(second.events) + int(two))
        assert difference(apart.model, row, together.model, same) is None


@pytest.mark.parametrize("engine", ["table", "cube"])
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_contracted_model_satisfies_the_same_formulas(engine, data):
    model, _ = data.draw(models(engine))
    small = contracted(model)
    assert len(small) <= len(model)
    assert len(contracted(small)) == len(small)
    formula = data.draw(formulas(depth=5))
    classes = refine(table_of(model))[-1]
    _, first = np.unique(classes, return_index=True)
    order = np.argsort(np.argsort(first))  # the row of each class in the small model
    where = np.zeros(len(model), dtype=bool)
    where[
        [relational_row(model, world) for world in model.worlds(model.where(formula))]
    ] = True
    assert where.tolist() == small.where(formula)[order[classes]].tolist()


@pytest.mark.parametrize("few", [0, 8, 64])
@given(size=st.integers(1, 40), data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_fast_partition_is_that_of_the_rounds(few, size, data):
    labels = st.lists(st.integers(0, size), min_size=size, max_size=size)
    model = Table(
        {"p": data.draw(st.lists(st.booleans(), min_size=size, max_size=size))},
        {agent: data.draw(labels) for agent in ("ann", "bob")},
    )
    rounds = refine(model)[-1]
    near = [neighbors_of(model, agent) for agent in model.agents]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partition, "FEW_ROWS", few)  # by arrays alone, by both, by rows alone
        fast = coarsest(by_facts(model), near)
    assert len(set(zip(rounds.tolist(), fast.tolist(), strict=True))) == bound(rounds)
    assert bound(fast) == bound(rounds)
    assert all(stable(fast, some) for some in near)
    if bound(fast) > bound(by_facts(model)):
        assert not all(stable(by_facts(model), some) for some in near)


def test_marks_that_confuse_two_sets_are_drawn_anew(monkeypatch):
    """With equal marks, sets of as many classes have the same sum: {p, q}, and {p, r}."""
    model = Table({"p": [1, 0, 1, 0, 1], "q": [0, 1, 0, 0, 0]}, {"ann": [0, 0, 1, 1, 2]})
    near = [neighbors_of(model, "ann")]
    drawn = []

    def generator(salt):
        drawn.append(salt)
        if len(drawn) > 1:
            return np.random.Generator(np.random.PCG64(salt))
        return SimpleNamespace(integers=lambda *_, dtype: np.ones(6, dtype))

    monkeypatch.setattr(np.random, "default_rng", generator)
    assert len(set(coarsest(by_facts(model), near).tolist())) == 5
    assert len(set(drawn)) == 2


def test_a_long_chain_is_parted_end_to_end():
    place = np.arange(5000)
    chain = Table({"p": place == 0}, {"ann": place // 2, "bob": (place + 1) // 2})
    assert len(contracted(chain)) == 5000
    ring = Table({}, {"ann": place // 2, "bob": (place + 1) // 2 % 2500}, rows=5000)
    assert len(contracted(ring)) == 1


def naive_bisimilar(model, one, two):
    """The largest bisimulation of a small relational model, by throwing pairs out."""
    size = len(model)
    ends = {
        a: list(zip(*map(np.ndarray.tolist, model.links[a]), strict=True))
        for a in model.agents
    }
    near = {a: [{t for s, t in ends[a] if s == row} for row in range(size)] for a in ends}
    so = [model.describe(row)["p"] for row in range(size)]
    alive = {(u, v) for u in range(size) for v in range(size) if so[u] == so[v]}
    while True:
        kept = {
            (u, v)
            for u, v in alive
            if all(
                all(any((x, y) in alive for y in near[a][v]) for x in near[a][u])
                and all(any((x, y) in alive for x in near[a][u]) for y in near[a][v])
                for a in model.agents
            )
        }
        if kept == alive:
            return (one, two) in alive
        alive = kept


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_worlds_differ_by_a_formula_or_are_bisimilar(data):
    size = data.draw(st.integers(1, 5))
    names = [f"w{k}" for k in range(size)]
    pair = st.tuples(st.sampled_from(names), st.sampled_from(names))
    links = {agent: data.draw(st.lists(pair, max_size=8)) for agent in ("ann", "bob")}
    where = data.draw(st.lists(st.sampled_from(names), unique=True))
    model = from_links(names, {"p": where}, links)
    one, two = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1))
    told = difference(model, one, model, two)
    assert (told is None) == naive_bisimilar(model, one, two)
    if told is not None:
        assert model.true(told, one)
        assert not model.true(told, two)
        assert parse(str(told)) == told


def test_models_are_compared_by_what_is_so_and_not_by_the_names_of_worlds():
    one = from_cells("uv", {"p": "u"}, {"ann": ["uv"]})
    assert difference(one, 0, from_cells("xyz", {"p": "xz"}, {"ann": ["xyz"]}), 2) is None
    hands = [from_parts({"card": cards}, {"ann": []}) for cards in ("abc", "abd", "abc")]
    assert difference(hands[0], 1, hands[2], 1) is None
    assert str(difference(hands[0], 1, hands[2], 2)) == "card=b"
    with pytest.raises(BadSetup, match="different parts"):
        difference(hands[0], 0, hands[1], 0)


def test_a_generated_submodel_holds_what_can_be_reached():
    line = from_links("uvw", {}, {"ann": [("u", "v")], "bob": [("v", "v")]})
    assert generated(line, 0).names("true") == ["world=u", "world=v"]
    assert generated(line, 2).names("true") == ["world=w"]


def test_links_that_are_no_equivalence_have_no_cells():
    for links, law in [
        ([("u", "u")], "reflexive"),
        ([("u", "u"), ("v", "v"), ("u", "v")], "symmetric"),
    ]:
        with pytest.raises(BadSetup, match=f"not {law}"):
            table_of(from_links("uv", {}, {"ann": links}))
    chain = [(a, a) for a in "uvw"] + [("u", "v"), ("v", "u"), ("v", "w"), ("w", "v")]
    with pytest.raises(BadSetup, match="not transitive"):
        table_of(from_links("uvw", {}, {"ann": chain}))


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (
            lambda: product(coin(), public("heads", ["ann"])),
            UnknownName,
            "what bob notices",
        ),
        (
            lambda: product(coin(), public("heads & ~heads", ["ann", "bob"])),
            ImpossibleAnnouncement,
            "every precondition fails",
        ),
        (
            lambda: product(coin(), whether("heads", ["anm"], ["ann", "bob"])),
            UnknownName,
            "no agent 'anm'; did you mean 'ann'",
        ),
        (
            lambda: compose(public("heads", ["ann"]), public("heads", ["ann", "bob"])),
            UnknownName,
            "does not say what bob notices",
        ),
        (lambda: EventModel((), {}), BadSetup, "one or more different names"),
        (
            lambda: EventModel((Event("told"),), {"ann": frozenset([("told", "tod")])}),
            UnknownName,
            "did you mean 'told'",
        ),
        (
            lambda: product(coin(), change({"head": "true"}, ["ann", "bob"])),
            UnknownName,
            "did you mean 'heads'",
        ),
        (
            lambda: Situation(coin(), 0).happens(public("heads", ["ann", "bob"])),
            ImpossibleAnnouncement,
            "cannot happen in",
        ),
        (
            lambda: difference(coin(), 0, from_cells("u", {}, {"ann": []}), 0),
            BadSetup,
            "different agents",
        ),
    ],
)
def test_what_cannot_be(make, error, message):
    with pytest.raises(error, match=message):
        make()


def test_why_somebody_believes_what_is_false():
    """Reasons follow the links from the world asked about, not those that lead to it."""
    model = from_links(
        "uvw",
        {"p": "u"},
        {"ann": [("u", "v"), ("v", "v")], "bob": [("u", "u"), ("v", "w")]},
    )
    assert model.explain("K ann ~p", at=0) == (
        "K ann ~p is true at [p world=u]: "
        "so it is in the one world that ann holds possible here"
    )
    assert "ann holds [world=v] possible" in model.explain("K ann p", at=0)
    assert "K bob p is true at [world=w]: so it is in every world, there being none," in (
        model.explain("K bob p", at=2)
    )
    chain = model.explain("C{ann, bob} (p | world=v)", at=0)
    assert "ann holds [world=v] possible, and there bob holds [world=w] possible" in chain
    assert "world is v in every world that ann holds" in model.explain("Kv ann world", at=0)


@pytest.mark.parametrize("engine", ["table", "cube", "symbolic"])
def test_numbers_that_are_no_worlds_however_large(engine):
    model = every_world("ab", sees={"ann": "a"}, engine=engine)
    for number in (-1, 4, 2**63, -(2**70)):
        for ask in (lambda n: model.true("a", at=n), lambda n: model.claim_of([n])):
            with pytest.raises(BadSetup, match=f"world {number} is not among the 4 worlds"):
                ask(number)


def test_an_event_model_is_drawn_with_its_conditions():
    secret = EventModel(
        (Event("flip", "K ann heads"), Event("rest")),
        {"ann": [["flip"], ["rest"]], "bob": [("flip", "rest"), ("rest", "rest")]},
    )
    picture = secret.draw("flip")
    assert "flip: K ann" in picture
    assert "bob, in flip: K ann heads, holds rest possible" in picture
