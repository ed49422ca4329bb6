"""Belief after news: what is left of a model in layers is a model in layers.

Models are lopsided: layers with gaps, more of them than worlds that stay, cells of one
world beside large ones.  Each is compared with a fresh model of the columns that are left,
and with the definitions, spelled out world by world.
"""

import json
from itertools import product as pairs
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import models
from whoknows.errors import BadSetup
from whoknows.learn.notebook.cells import cells_of, worked_out
from whoknows.logic import contraction, every_world, product, relational
from whoknows.logic.draw import draw
from whoknows.logic.events.usual_events import private, public
from whoknows.logic.files import loads
from whoknows.logic.files.json_model import from_json, to_json
from whoknows.logic.files.write_text import to_text
from whoknows.logic.models.plausibility import Plausible, plausible
from whoknows.logic.models.symbolic_beliefs import belief_structure
from whoknows.logic.planning import plan

AGENTS = ("ann", "bob")
FACTS = ("p", "q", "r")
CLAIMS = ("p", "q", "p & q", "q -> r", "~p", "true", "false")
SAID = ("p", "p & q", "p | r", "~p & ~q", "K ann p | q", "B ann p", "S bob q | r")
FORMULAS = (
    "B {who} {one}",
    "B{{{who} | {two}}} {one}",
    "S {who} {one}",
    "B {who} S ann {one}",
    "S {who} B bob {one}",
    "<S {who}> {one}",
)


@st.composite
def layered(draw):
    """A model of many layers, most of them of one world, and with gaps between them."""
    size = draw(st.integers(1, 24))
    column = st.lists(st.booleans(), min_size=size, max_size=size)
    cells = st.lists(st.sampled_from([0, 0, 0, 1, 2]), min_size=size, max_size=size)
    wide = st.integers(0, 10 * size)
    ranks = st.one_of(
        st.permutations([10 * k for k in range(size)]),
        st.lists(wide, min_size=size, max_size=size),
        st.lists(st.integers(0, 2), min_size=size, max_size=size),
    )
    return Plausible(
        {fact: draw(column) for fact in FACTS},
        {agent: draw(cells) for agent in AGENTS},
        {agent: draw(ranks) for agent in AGENTS},
    )


@st.composite
def after_news(draw):
    """What announcements, one or two, leave of such a model, and the model before."""
    before = draw(layered())
    after = before
    for said in draw(st.lists(st.sampled_from(SAID), min_size=1, max_size=2)):
        after = after.announce(said) if after.where(said).any() else after
    return before, after


def fresh(before, after):
    """The model that the columns of the worlds that are left make."""
    kept = before.rows(after.worlds().tolist())
    return Plausible(
        {fact: column[kept] for fact, column in before.facts.items()},
        {agent: view[kept] for agent, view in before.views.items()},
        {agent: rank[kept] for agent, rank in before.ranks.items()},
        rows=len(kept),
    )


class Twin:
    """A model in layers as its definition has it: plain lists, and loops over worlds."""

    def __init__(self, model):
        self.facts = {name: column.tolist() for name, column in model.facts.items()}
        self.cells = {agent: view.tolist() for agent, view in model.views.items()}
        self.ranks = {agent: rank.tolist() for agent, rank in model.ranks.items()}
        self.worlds = range(len(model))

    def cell(self, agent, here):
        return [w for w in self.worlds if self.cells[agent][w] == self.cells[agent][here]]

    def best(self, agent, worlds):
        rank = self.ranks[agent]
        return [w for w in worlds if not any(rank[v] < rank[w] for v in worlds)]

    def believes(self, agent, claim, given):
        """Where it holds in the best worlds of the cell among those with `given`."""
        near = [[w for w in self.cell(agent, here) if given[w]] for here in self.worlds]
        return [all(claim[w] for w in self.best(agent, some)) for some in near]

    def safe(self, agent, claim):
        """Where it holds in all worlds of the cell that are no less plausible."""
        rank = self.ranks[agent]
        return [
            all(claim[w] for w in self.cell(agent, here) if rank[w] <= rank[here])
            for here in self.worlds
        ]

    def upgraded(self, said, conservative):
        """Ranks as pairs: whether a world is left behind, and its rank before."""
        found = Twin.__new__(Twin)
        found.facts, found.cells, found.worlds = self.facts, self.cells, self.worlds
        found.ranks = {}
        for agent, rank in self.ranks.items():
            lifted = [
                w in self.best(agent, [v for v in self.cell(agent, w) if said[v]])
                if conservative
                else said[w]
                for w in self.worlds
            ]
            found.ranks[agent] = [
                (not up, old) for up, old in zip(lifted, rank, strict=True)
            ]
        return found


def check_as_defined(model, twin):
    """Every belief of a model is as the twin spells it out."""
    for agent, one, two in pairs(AGENTS, ("p", "q"), CLAIMS):
        claim, given = model.where(one).tolist(), model.where(two).tolist()
        assert model.where(f"B {agent} {one}").tolist() == twin.believes(
            agent, claim, [True] * len(model)
        )
        believed = model.where(f"B{{{agent} | {two}}} {one}").tolist()
        assert believed == twin.believes(agent, claim, given)
        assert model.where(f"S {agent} ({two})").tolist() == twin.safe(agent, given)


def check_reason(model):
    """Nobody believes what cannot be; what cannot fail is believed safely."""
    for agent in model.agents:
        assert model.names(f"B {agent} false") == []
        assert model.valid(f"S {agent} true")


def check_alike(one, other):
    """Two models of the same worlds, in which the same is believed."""
    assert len(one) == len(other)
    for text, who, first, second in pairs(FORMULAS, AGENTS, ("p", "q"), CLAIMS):
        formula = text.format(who=who, one=first, two=second)
        assert one.where(formula).tolist() == other.where(formula).tolist(), formula


@given(after_news())
@settings(deadline=None, max_examples=25)
def test_what_is_left_is_as_a_fresh_model_of_its_columns(models):
    before, after = models
    other = fresh(before, after)
    check_reason(after)
    check_alike(after, other)
    check_as_defined(after, Twin(other))
    for said, conservative in pairs(("p", "~q", "r | p"), (False, True)):
        if after.where(said).any():
            new = after.upgrade(said, conservative=conservative)
            check_reason(new)
            check_alike(new, other.upgrade(said, conservative=conservative))
            said_rows = other.where(said).tolist()
            check_as_defined(new, Twin(other).upgraded(said_rows, conservative))


@given(layered(), st.sampled_from(SAID))
@settings(deadline=None, max_examples=60)
def test_news_within_a_formula_is_news(model, said):
    """`[!f] g` is `f -> g` in the model after f, and in that of its columns."""
    spoken = model.where(said)
    if not spoken.any():
        return
    other = fresh(model, model.announce(said))
    for text, who, one in pairs(FORMULAS, AGENTS, ("p", "q")):
        formula = text.format(who=who, one=one, two="p | r")
        within = model.where(f"[! {said}] ({formula})")
        assert within[~spoken].all()
        assert within[spoken].tolist() == other.where(formula).tolist()


@given(layered())
@settings(deadline=None, max_examples=40)
def test_ranks_are_counted_from_0_without_gaps_however_worlds_go(model):
    """What all that follows may rely on: as many ranks as there are layers."""
    some = model.where("p | q")
    left = [
        model.restrict(some),
        model.announce("p -> p"),
        contraction(model).model,
        model.define("s", "p & q"),
        *[model.announce(said) for said in ("p", "~q") if model.where(said).any()],
    ]
    for one in left:
        for rank in one.ranks.values():
            assert sorted({*rank.tolist()}) == list(range(len({*rank.tolist()})))
        if len(one):
            check_reason(one)


@given(after_news())
@settings(deadline=None, max_examples=60)
def test_laws_of_belief_hold_after_news(models):
    """KD45; revision; what is safe is S4.3; what belief and knowledge share."""
    _, model = models
    for who in AGENTS:
        for law in (
            # KD45, under a condition too
            "B a (p -> q) -> (B a p -> B a q)",
            "B a p -> ~B a ~p",
            "B a p -> B a B a p",
            "~B a p -> B a ~B a p",
            "B{a | r} (p -> q) -> (B{a | r} p -> B{a | r} q)",
            "B{a | r} p -> K a B{a | r} p",
            "~B{a | r} p -> K a ~B{a | r} p",
            # revision
            "B{a | q} q",
            "B{a | q} false <-> K a ~q",
            "B{a | q} r -> B a (q -> r)",
            "~B a ~q & B a r -> B{a | q} r",
            "B{a | q & p} r -> B{a | q} (p -> r)",
            "~B{a | q} ~p & B{a | q} r -> B{a | q & p} r",
            "B{a | p} r & B{a | q} r -> B{a | p | q} r",
            "B{a | true} p <-> B a p",
            # safe belief
            "S a (p -> q) -> (S a p -> S a q)",
            "S a p -> p",
            "S a p -> S a S a p",
            "S a (S a p -> q) | S a (S a q -> p)",
            # all together
            "K a p -> S a p",
            "S a p -> B a p",
            "B a p -> K a B a p",
            "B a p <-> ~K a ~S a p",
            "K a p <-> B{a | ~p} false",
            "S a p & q -> B{a | q} p",
        ):
            formula = law.replace(" a ", f" {who} ").replace("{a ", f"{{{who} ")
            assert model.valid(formula), formula


@given(after_news(), st.sampled_from(("p", "p & q", "q | ~r")))
@settings(deadline=None, max_examples=60)
def test_laws_of_news_hold_after_news(models, said):
    """What is believed later is what would be believed now, if this were told."""
    _, model = models
    spoken = model.where(said)
    if not spoken.any():
        return
    told = model.announce(said)
    radical, careful = model.upgrade(said), model.upgrade(said, conservative=True)
    for who, one, two in pairs(AGENTS, ("p", "r", "~q"), ("true", "q", "r & ~p")):
        both, either = f"({said}) & ({two})", f"B{{{who} | {two}}} {one}"
        new = f"B{{{who} | {both}}} {one}"
        assert told.where(either).tolist() == model.where(new)[spoken].tolist()
        safe = model.where(f"S {who} (({said}) -> {one})")[spoken]
        assert told.where(f"S {who} {one}").tolist() == safe.tolist()
        possible, expected = f"~K {who} ~({both})", f"~B{{{who} | {said}}} ~({two})"
        for after, when in ((radical, possible), (careful, expected)):
            wanted = model.where(f"(({when}) & {new}) | (~({when}) & {either})")
            assert after.where(either).tolist() == wanted.tolist()


# ------------------------------------------------------------------- wherever news comes


def birds():
    """Eight worlds in eight layers; what is told leaves two, of ranks 6 and 7."""
    return plausible(
        every_world("p q r", sees={"ann": [], "bob": ["r"]}),
        expects={"ann": ["p", "q", "r"], "bob": ["~r", "p"]},
    )


TOLD = "~p & ~q"
BIRDS = """
facts p q r
ann sees nothing
bob sees r
ann expects p, q, r
bob expects ~r, p
announce ~p & ~q
"""


def test_a_file_tells_a_story_in_layers():
    script = loads(
        BIRDS
        + """
where? B ann false
valid? B ann r & ~K ann r
valid? S ann true
upgrade conservatively ~r
valid? B ann ~r
valid? [! r] K ann r
"""
    )
    answers = [script.answer(query) for query in script.queries]
    assert [answer if isinstance(answer, bool) else [*answer] for answer in answers] == [
        [], True, True, True, True,
    ]  # fmt: skip


def test_the_notebook_of_the_playground_says_so_too():
    text = BIRDS.strip() + "\n\nvalid? B ann false\n\nvalid? B ann r"
    found = worked_out(cells_of(text))
    assert [answer.words.split()[0].strip(",:;.") for answer in found.answers] == [
        "no",
        "yes",
    ]


@pytest.mark.parametrize("agents", [("ann",), ("bob",)])
def test_saved_and_drawn_it_is_the_model_that_is_left(agents):
    before = birds()
    after = before.announce(TOLD)
    other = fresh(before, after).numbered(after.worlds())
    assert to_json(after) == to_json(other)
    check_alike(after, from_json(json.loads(json.dumps(to_json(after)))))
    check_alike(after, loads(to_text(after)).model)
    assert draw(after, agents=agents) == draw(other, agents=agents)


def test_a_plan_in_layers_is_done_step_by_step_and_leaves_layers():
    model = birds()
    acts = {"not p": public("~p", model.agents), "not q": public("~q", model.agents)}
    found = plan(
        model, "K ann ~p & K bob ~q", acts, at=model.world(p=False, q=False, r=True)
    )
    assert sorted(found.steps) == ["not p", "not q"]
    for step in found.steps:
        model = product(model, acts[step]).model
        check_reason(model)
    check_alike(model, fresh(birds(), birds().announce(TOLD)))
    assert model.valid("B ann r & ~K ann r & B bob Kw bob r")
    with pytest.raises(BadSetup, match="speaks of worlds that are ranked"):
        plan(birds(), "B ann ~p", acts, at=0)


@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_belief_diagrams_after_news_are_the_links_that_are_left(data):
    """Without layers too: what the diagram says after news, the listed links say."""
    model, _ = data.draw(models("symbolic"))
    told = private("p | x=red", ["ann"], model.agents)
    diagram = product(belief_structure(model), told).model
    rows: Any = product(relational(model), told).model
    for said in data.draw(
        st.lists(st.sampled_from(["p", "q | ~K ann p", "r"]), max_size=2)
    ):
        if rows.where(said).any():
            diagram, rows = diagram.announce(said), rows.announce(said)
    other = relational(diagram)
    assert diagram.size == len(rows) == len(other)
    for who, one in pairs(("ann", "bob", "cat"), ("p", "q & ~r", "false")):
        formula, claim = f"B {who} ({one})", rows.where(one)
        wanted = rows.names(formula)
        assert sorted(diagram.names(formula)) == sorted(wanted)
        assert sorted(other.names(formula)) == sorted(wanted)
        ends = list(zip(*rows.links[who], strict=True))
        spelled = [all(claim[b] for a, b in ends if a == row) for row in range(len(rows))]
        assert rows.where(formula).tolist() == spelled
