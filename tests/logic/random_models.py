"""Random formulas and random models with their twins, for the laws and the twin tests."""

from hypothesis import strategies as st

from tests.logic.twin import twin_of
from whoknows.errors import BadSetup
from whoknows.logic import from_parts
from whoknows.logic.language import formula as f
from whoknows.logic.models.symbolic import Symbolic

AGENTS = ("ann", "bob", "cat")
FACTS = ("p", "q", "r")
TOLD = (f.AnnounceTo, f.CanAnnounceTo, f.AnnounceWhetherTo)
PARTS = {"x": ("red", "green", "blue"), "y": (1, 2)}
MADE = {}  # what draws formulas, by what they are over


def formulas(facts=FACTS, parts=PARTS, agents=AGENTS, depth=8, events=(), least=0):
    """Formulas over these names; lopsided ones too: empty groups, empty conjunctions.

    With `events`, formulas also speak of these event models.  Groups have `least` agents.
    Each kind is made once: to build what draws a formula takes longer than to draw it.
    """
    key = (facts, tuple(parts.items()), agents, depth, tuple(map(id, events)), least)
    if key not in MADE:
        MADE[key] = recursive_formulas(facts, parts, agents, depth, events, least)
    return MADE[key]


def recursive_formulas(facts, parts, agents, depth, events, least):
    """What draws formulas over these names."""
    atoms = [st.just(f.Top()), st.just(f.Bot())]
    if facts:
        atoms.append(st.sampled_from(facts).map(f.Atom))
    for part, values in parts.items():
        names = st.sampled_from(sorted(map(str, values)))
        atoms.append(names.map(lambda value, part=part: f.Is(part, value)))
        if agents:
            atoms.append(
                st.sampled_from(agents).map(lambda who, part=part: f.KnowValue(who, part))
            )

    def extend(inner):
        several = st.lists(inner, max_size=3).map(tuple)
        somebody = st.sampled_from(agents)
        groups = st.lists(somebody, min_size=least, max_size=3, unique=True).map(tuple)
        ones = st.sampled_from(agents).map(lambda agent: (agent,))
        names = st.lists(st.sampled_from(facts), min_size=1, max_size=2).map(tuple)
        made = [
            st.builds(f.Not, inner),
            st.builds(f.And, several),
            st.builds(f.Or, several),
            st.builds(f.Xor, several),
            st.builds(f.OneOf, several),
            st.builds(f.Implies, inner, inner),
            st.builds(f.Iff, inner, inner),
            st.builds(f.Know, st.sampled_from(["K", "Kw"]), ones, inner),
            st.builds(f.Know, st.sampled_from(["E", "C", "Cw", "D", "Dw"]), groups, inner),
            st.builds(f.Possible, st.just("K"), ones, inner),
            st.builds(f.Possible, st.sampled_from(["E", "C", "D"]), groups, inner),
            st.builds(f.Announce, inner, inner),
            st.builds(f.CanAnnounce, inner, inner),
            st.builds(f.AnnounceWhether, several, inner),
            st.builds(f.KnowGiven, st.just("K"), ones, inner, inner),
            st.builds(f.KnowGiven, st.sampled_from(["E", "C", "D"]), groups, inner, inner),
            *(st.builds(kind, groups, inner, inner) for kind in TOLD),
            st.builds(f.Forall, names, inner),
            st.builds(f.Exists, names, inner),
        ]
        for some in events:
            happening = st.sampled_from([event.name for event in some.events])
            made.append(st.builds(f.After, st.just(some), happening, inner))
            made.append(st.builds(f.CanAfter, st.just(some), happening, inner))
        if parts:
            made.append(st.builds(f.AnnounceValue, st.sampled_from(sorted(parts)), inner))
        return st.one_of(made)

    return st.recursive(st.one_of(atoms), extend, max_leaves=depth)


@st.composite
def models(draw, engine):
    """A random model and its twin: facts and parts, a law, and what each agent sees."""
    seed = draw(st.integers(0, 2**16))
    sees = {
        agent: draw(st.lists(st.sampled_from([*FACTS, *PARTS]), unique=True))
        for agent in AGENTS
    }
    kept = draw(st.integers(1, 6))

    def law(**world):
        mixed = sum(
            (k + 1) * code(name, world[name]) for k, name in enumerate(sorted(world))
        )
        return (mixed * 7919 + seed) % 6 < kept

    def code(name, value):
        if name == "x":
            return sum((value == color) * (k + 1) for k, color in enumerate(PARTS["x"]))
        return value * 1

    if engine == "symbolic":
        model, twin = rows_and_twin(sees, law, "cube")
        symbolic = Symbolic.full(FACTS, PARTS, model.sees)
        return symbolic.announce(symbolic.claim_of(model)), twin
    return rows_and_twin(sees, law, engine)


def rows_and_twin(sees, law, engine):
    """The model under a law, and its twin; without the law if it allows no world."""
    try:
        model = from_parts(PARTS, sees, facts=FACTS, law=law, engine=engine)
    except BadSetup:
        model = from_parts(PARTS, sees, facts=FACTS, engine=engine)
        law = lambda **world: True  # noqa: E731
    spans = {**dict.fromkeys(FACTS, (False, True)), **PARTS}
    return model, twin_of(spans, sees, lambda world: bool(law(**dict(world))))


def world_set(model, claim):
    """The worlds of a claim as the twin writes them."""
    return {tuple(model.describe(world).items()) for world in model.worlds(claim).tolist()}
