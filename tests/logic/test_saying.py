"""What can be said, by a group or at all: by the definition, and by the known laws."""

from itertools import chain, combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadFormula, BadSetup, TooLarge, UnknownName
from whoknows.logic import every_world, from_cells, parse
from whoknows.logic.bisimulation.contraction import contracted
from whoknows.logic.models.links import generated, relational
from whoknows.logic.reasoning.what_to_say import what_to_say
from whoknows.logic.satisfiability import find
from whoknows.logic.satisfiability.exercises import random_formula, random_model

AGENTS = ("a", "b")
SEEDS = st.integers(0, 2**32)


def some_model(seed, worlds=4):
    rng = np.random.default_rng(seed)
    model = random_model(rng, worlds=worlds, agents=AGENTS, facts=("p", "q"))
    claim = random_formula(rng, depth=2, agents=AGENTS, facts=("p", "q"))
    return model, claim


def subsets(items):
    items = list(items)
    return chain.from_iterable(combinations(items, k) for k in range(1, len(items) + 1))


def can_say(model, who, claim, at):
    """By the definition: in a contracted model, every set of worlds, or of cells."""
    if not who:
        choices = [[set(some) for some in subsets(model)]]
    else:
        choices = []
        for agent in who:
            cells = {}
            for world, label in zip(model, model.looks(agent).tolist(), strict=True):
                cells.setdefault(label, set()).add(world)
            choices.append([set().union(*some) for some in subsets(cells.values())])
    for chosen in product(*choices):
        kept = set.intersection(*chosen)
        if at in kept and model.restrict(model.claim_of(kept)).true(claim, at):
            return True
    return False


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.sampled_from([(), ("a",), ("b",), ("a", "b")]))
def test_it_is_what_the_definition_says(seed, who):
    model, claim = some_model(seed)
    near = contracted(generated(model, 0))
    sign = f"say {', '.join(who)}" if who else "!"
    for world in near:
        wanted = can_say(near, who, claim, world)
        assert near.true(f"<{sign}> ({claim})", world) == wanted
        assert near.true(f"[{sign}] ~({claim})", world) != wanted


def test_bisimilar_worlds_can_say_the_same():
    """Worlds 0 and 2 differ in nothing: so nobody can say anything of one alone."""
    cells = {"a": ["01", "23"], "b": ["03", "12"]}
    ring = from_cells("0123", {"p": "02"}, cells)
    assert len(contracted(ring)) == 2
    for claim in ("<say a> K b p", "<say a, b> K b p", "<!> (K a p & ~K b p)"):
        assert not ring.names(claim)
        assert not contracted(ring).names(claim)
    assert len(ring.names("<!> K b p")) == 2


LAWS = [
    "{0} -> <!> {0}",
    "[!] {0} -> {0}",
    "[!] {0} -> [!] [!] {0}",
    "<!> [!] {0} -> [!] <!> {0}",
    "<say a> {0} -> <!> {0}",
    "<say a> {0} -> <say a, b> {0}",
    "<say a> <say a> {0} -> <say a> {0}",
    "p -> <!> C{{a, b}} p",
    "<!> p <-> p",
    "p & ~K a p -> ~<!> K a (p & ~K a p)",
    "K a p -> <say a> C{{a, b}} p",
    "~K a p & ~K b p & ~D{{a, b}} p -> ~<say a, b> K a p",
]


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.sampled_from(LAWS))
def test_the_known_laws_hold(seed, law):
    model, claim = some_model(seed)
    assert model.valid(law.format(f"({claim})"))


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from([(), ("a",), ("a", "b")]))
def test_what_to_say_does_it(seed, who):
    model, claim = some_model(seed)
    said = what_to_say(model, claim, 0, who)
    sign = f"say {', '.join(who)}" if who else "!"
    assert (said is not None) == model.true(f"<{sign}> ({claim})", 0)
    if said is not None:
        assert model.true(said, 0)
        assert model.announce(said).true(claim, 0)


THREE = every_world("pq", sees={"ann": "p", "bob": "q", "cat": ""})


def test_in_words():
    assert str(what_to_say(THREE, "K cat p & ~Kw cat q", 3)) == "p"
    assert (
        str(what_to_say(THREE, "K cat (p & q)", 3, ["ann", "bob"])) == "K ann p & K bob q"
    )
    assert what_to_say(THREE, "K cat q", 3, ["ann"]) is None
    why = THREE.explain("<say ann> K cat p", 3)
    assert "say: K ann p; 2 of 4 worlds are left after it" in why
    none = THREE.explain("<say ann> K cat q", 3)
    assert "nothing that can be said makes it so" in none
    assert "nothing that can be said undoes it" in THREE.explain("[say ann] p", 3)
    undone = THREE.explain("[say ann] ~K cat p", 3)
    assert "say: K ann p; 2 of 4 worlds are left after it" in undone


def test_written_and_read_back():
    for text in ("<!> K a p", "[!] p", "<say a, b> p", "[say a] (p | q)"):
        assert str(parse(text)) == text
    with pytest.raises(BadFormula):
        parse("<say a, b")
    with pytest.raises(BadFormula):
        parse("[")
    assert str(parse("<say, yes> p")) == "<say, yes> p"  # an event, as before


def test_what_cannot_be_done_is_said():
    with pytest.raises(UnknownName, match="no agent 'dan'"):
        THREE.where("<say dan> p")
    large = every_world([f"p{k}" for k in range(5)], sees={"a": []})
    with pytest.raises(TooLarge, match="2\\^32 things can be said in 32 worlds"):
        large.where("<!> p0")
    with pytest.raises(BadSetup, match="not in the language that is decided"):
        find("<!> p")
    wrong = relational(from_cells("uv", {"p": "u"}, {"a": ["uv"]}))
    assert wrong.valid("<!> p <-> p")
