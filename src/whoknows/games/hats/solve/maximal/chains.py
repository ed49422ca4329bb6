"""Chains, and the Chain-Method of the thesis.

The chain of a configuration has every agent wrong there at the same time; in return each
of the N configurations next to it is right [Janssen2017, section 4.2].  Two chains cross
where one makes right what the other makes wrong, that is, in neighboring configurations.
A deal is a combination of chains; the Chain-Method puts them together breadth first.

>>> chain = Chain(0, players=3)
>>> chain.correct, [other.code for other in crossing(chain)]
((4, 2, 1), [4, 2, 1])
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import comb
from typing import Literal

from whoknows.errors import TooLarge
from whoknows.games.hats.knowledge import chain_deal
from whoknows.games.hats.rules import Code
from whoknows.games.hats.solve.cube_bits import Mask, balls, codes_of, covered

Viability = Literal["private", "told"]


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain that is wrong in one configuration, all agents together."""

    code: Code
    players: int

    @property
    def correct(self) -> tuple[Code, ...]:
        """The configurations made right, by agent 1 first."""
        return tuple(self.code ^ (1 << k) for k in reversed(range(self.players)))


def crossing(chain: Chain) -> list[Chain]:
    """The chains that cross this one, by the agent where they do (Figure 4.2)."""
    return [Chain(code, chain.players) for code in chain.correct]


def untreated(codes: Iterable[Code], players: int) -> tuple[Code, ...]:
    """The rounds that a combination leaves alone: all pass there.

    >>> len(untreated([0, 15], 4)), untreated([0, 7], 3)
    (6, ())
    """
    chosen = set(codes)
    treated = chosen | {code for one in chosen for code in Chain(one, players).correct}
    return tuple(code for code in range(1 << players) if code not in treated)


def chain_method(players: int, *, viability: Viability = "private") -> Iterator[Mask]:
    """All maximal deals, as the losing sets of their chains, breadth first.

    Section 5.1.2: begin with every chain; a combination that treats all rounds is kept
    unless one found before is part of it; one that does not, and is viable, is extended
    by each chain of higher rank.  The thesis calls a combination viable if its last
    chain changed the set of correct rounds (`told`); that loses maximal deals, so by
    default a combination is viable if each of its chains still treats a round alone.
    """
    check_chains(players)
    everything = (1 << (1 << players)) - 1
    viable = {"told": viable_as_told, "private": viable_by_private_rounds}[viability]
    found: list[Mask] = []
    level = [1 << code for code in range(1 << players)]
    while level:
        incomplete = []
        for combination in level:
            if covered(combination, players) == everything:
                if not any(known & combination == known for known in found):
                    found.append(combination)
                    yield combination
            elif viable(combination, players):
                incomplete.append(combination)
        level = [longer for one in incomplete for longer in extensions(one, players)]


def extensions(combination: Mask, players: int) -> Iterator[Mask]:
    """The combination with one more chain, of higher rank than all it has."""
    for code in range(combination.bit_length(), 1 << players):
        yield combination | 1 << code


def viable_as_told(combination: Mask, players: int) -> bool:
    """Whether the last chain added changed the set of correct rounds."""
    before = combination & ~(1 << (combination.bit_length() - 1))
    correct: Callable[[Mask], Mask] = lambda chains: covered(chains, players) & ~chains  # noqa: E731
    return correct(combination) != correct(before)


def viable_by_private_rounds(combination: Mask, players: int) -> bool:
    """Whether each chain treats a round that no other chain of the combination treats."""
    once, twice, ball = 0, 0, balls(players)
    for code in codes_of(combination):
        twice |= once & ball[code]
        once = (once | ball[code]) & ~twice
    return all(ball[code] & once for code in codes_of(combination))


def check_chains(players: int) -> None:
    """Refuse what the thesis gave up, with the number of combinations."""
    if players > 4:
        corners = 1 << players
        size = sum(comb(corners, k) for k in range(1, corners // 2 + 1))
        raise TooLarge(
            f"the Chain-Method would put together up to {size:.3g} combinations for"
            f" {players} players; the method 'dominating' does it"
        )


__all__ = ["Chain", "chain_deal", "chain_method", "crossing", "untreated"]
