"""Formulas said in Python: facts by name, and who knows what about them.

>>> p, q = atoms("p q")
>>> print(K("ann", p) >> C(["ann", "bob"], p | q))
K ann p -> C{ann, bob} (p | q)
>>> print(said(p, B("ann", q, given=~p)))
[! p] B{ann | ~p} q
"""

from __future__ import annotations

from collections.abc import Iterable

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.logic.language.formula import (
    Announce,
    AnnounceTo,
    Atom,
    Formula,
    Is,
    Know,
    KnowGiven,
    KnowValue,
    formula_of,
)


@checked
def atoms(names: str | Iterable[str]) -> tuple[Formula, ...]:
    """Facts by name: a list, or a text with blanks between the names."""
    some = names.split() if isinstance(names, str) else names
    return tuple(Atom(name) for name in some)


@checked
def value(part: str, of: str | int) -> Formula:
    """A part has a value."""
    return Is(part, str(of))


@checked
def K(agent: str, claim: Formula | str, *, given: Formula | str | None = None) -> Formula:  # noqa: N802
    """The agent knows the claim."""
    return knowing("K", [agent], claim, given)


@checked
def Kw(agent: str, claim: Formula | str) -> Formula:  # noqa: N802
    """The agent knows whether the claim holds."""
    return knowing("Kw", [agent], claim)


@checked
def Kv(agent: str, part: str) -> Formula:  # noqa: N802
    """The agent knows the value of a part."""
    return KnowValue(agent, part)


@checked
def B(agent: str, claim: Formula | str, *, given: Formula | str | None = None) -> Formula:  # noqa: N802
    """The agent believes the claim, or would if told `given`."""
    return knowing("B", [agent], claim, given)


@checked
def S(agent: str, claim: Formula | str) -> Formula:  # noqa: N802
    """The agent believes the claim safely: whatever true thing it is told."""
    return knowing("S", [agent], claim)


@checked
def E(  # noqa: N802
    group: Iterable[str], claim: Formula | str, *, given: Formula | str | None = None
) -> Formula:
    """Each of the group knows the claim."""
    return knowing("E", group, claim, given)


@checked
def C(  # noqa: N802
    group: Iterable[str], claim: Formula | str, *, given: Formula | str | None = None
) -> Formula:
    """The claim is common knowledge of the group; with `given`, relativised to it."""
    return knowing("C", group, claim, given)


@checked
def Cw(group: Iterable[str], claim: Formula | str) -> Formula:  # noqa: N802
    """It is common knowledge of the group whether the claim holds."""
    return knowing("Cw", group, claim)


@checked
def D(  # noqa: N802
    group: Iterable[str], claim: Formula | str, *, given: Formula | str | None = None
) -> Formula:
    """The group, putting all together, would know the claim."""
    return knowing("D", group, claim, given)


@checked
def Dw(group: Iterable[str], claim: Formula | str) -> Formula:  # noqa: N802
    """The group, putting all together, would know whether the claim holds."""
    return knowing("Dw", group, claim)


@checked
def said(
    claim: Formula | str, then: Formula | str, *, to: Iterable[str] | None = None
) -> Formula:
    """If the claim is true and said aloud, or told to some, `then` holds after it."""
    if to is None:
        return Announce(formula_of(claim), formula_of(then))
    return AnnounceTo(tuple(to), formula_of(claim), formula_of(then))


def knowing(
    how: str, who: Iterable[str], claim: Formula | str, given: Formula | str | None = None
) -> Formula:
    """A formula of knowledge, under a condition if one is given."""
    if isinstance(who, str):
        raise BadSetup(f"a group is a list of agents, not the text {who!r}")
    if given is None:
        return Know(how, tuple(who), formula_of(claim))
    return KnowGiven(how, tuple(who), formula_of(given), formula_of(claim))
