"""The laws of knowledge, on random models: a law's name is its formula.

X, Y, Z stand for any formulas.  [Fagin1995, ch. 3], [vanDitmarsch2007, ch. 4].
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.logic.random_models import formulas, models
from whoknows.errors import ImpossibleAnnouncement
from whoknows.logic import every_world, parse
from whoknows.logic.language.formula import substitute

LAWS = [
    # K is S5
    "K ann (X -> Y) -> (K ann X -> K ann Y)",
    "K ann X -> X",
    "K ann X -> K ann K ann X",
    "~K ann X -> K ann ~K ann X",
    # D is S5, and knows what each of the group knows
    "D{ann, bob} (X -> Y) -> (D{ann, bob} X -> D{ann, bob} Y)",
    "D{ann, bob} X -> X",
    "D{ann, bob} X -> D{ann, bob} D{ann, bob} X",
    "~D{ann, bob} X -> D{ann, bob} ~D{ann, bob} X",
    "K ann X -> D{ann, bob} X",
    "D{ann} X <-> K ann X",
    # C is a fixed point, and the greatest
    "C{ann, bob} X <-> (X & E{ann, bob} C{ann, bob} X)",
    "C{ann, bob} (X -> E{ann, bob} X) -> (X -> C{ann, bob} X)",
    "C{ann} X <-> K ann X",
    "C{} X <-> X",
    "E{} X",
    # by definition
    "E{ann, bob} X <-> (K ann X & K bob X)",
    "Kw ann X <-> (K ann X | K ann ~X)",
    "Cw{ann, bob, cat} X <-> (C{ann, bob, cat} X | C{ann, bob, cat} ~X)",
    "Dw{ann, bob} X <-> (D{ann, bob} X | D{ann, bob} ~X)",
    "Kv ann x <-> (K ann x=red | K ann x=green | K ann x=blue)",
    "<K ann> X <-> ~K ann ~X",
    "<E{ann, bob}> X <-> ~E{ann, bob} ~X",
    "<C{ann, bob}> X <-> ~C{ann, bob} ~X",
    "<D{ann, bob}> X <-> ~D{ann, bob} ~X",
    "oneof{X, Y} <-> (X ^ Y)",
    # announcements reduce
    "[! X] p <-> (X -> p)",
    "[! X] x=red <-> (X -> x=red)",
    "[! X] ~Y <-> (X -> ~[! X] Y)",
    "[! X] (Y & Z) <-> ([! X] Y & [! X] Z)",
    "[! X] K ann Y <-> (X -> K ann (X -> [! X] Y))",
    "[! X] D{ann, bob} Y <-> (X -> D{ann, bob} (X -> [! X] Y))",
    "[! X] [! Y] Z <-> [! X & [! X] Y] Z",
    "<! X> Y <-> (X & [! X] Y)",
    "[?! X] Y <-> ((X -> [! X] Y) & (~X -> [! ~X] Y))",
    "[?! p, q] X <-> [?! p] [?! q] X",
    "[?! ] X <-> X",
    "[= x] Y <-> ((x=red -> [! x=red] Y) & (x=green -> [! x=green] Y)"
    " & (x=blue -> [! x=blue] Y))",
    "[! p] C{ann, bob, cat} p",
]

NOT_LAWS = [
    ("X -> K ann X", "q"),
    ("K ann X -> K bob X", "p"),
    ("K ann X -> C{ann, bob} X", "p"),
    ("Kw ann X", "q"),
    ("[! X] X", "q & ~K ann q"),
]


def with_claims(law, claims):
    for name, claim in claims.items():
        law = substitute(law, name, claim)
    return law


@pytest.mark.parametrize("law", LAWS)
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_law(law, data):
    model, _ = data.draw(models(data.draw(st.sampled_from(["table", "cube", "symbolic"]))))
    claims = {name: data.draw(formulas(depth=4)) for name in "XYZ" if name in law}
    assert model.valid(with_claims(parse(law), claims))


@pytest.mark.parametrize(("law", "claim"), NOT_LAWS)
def test_what_is_no_law_fails_somewhere(law, claim):
    two = every_world("pq", sees={"ann": "p", "bob": "q"})
    assert not two.valid(with_claims(parse(law), {"X": parse(claim)}))


@pytest.mark.parametrize("engine", ["table", "cube"])
def test_a_falsehood_cannot_be_announced(engine):
    two = every_world("pq", sees={"ann": "p"}, engine=engine)
    with pytest.raises(
        ImpossibleAnnouncement, match="'p & ~p' is true in none of 4 worlds"
    ):
        two.announce("p & ~p")
