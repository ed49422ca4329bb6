"""Positions: what is still possible, where coins of one role are only counted.

Coins that can be exchanged without changing what is possible have one *role*.  An *orbit*
says how many coins of each role are heavy and how many are light; it stands for all
worlds with those numbers.  With one odd coin the roles are: heavy or light, only heavy,
only light, good; and a position is how many coins are in each.  With several odd coins
roles are found by merging those whose coins can be exchanged.

>>> from whoknows.games.balance.rules import Rules
>>> rules = Rules(coins=12)
>>> position = at_start(rules).split(rules.parse_weighing("1-4 : 5-8"))["LT"]
>>> position.roles, position.size, len(position.good)
(((1, 2, 3, 4), (5, 6, 7, 8)), 8, 4)
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb, prod
from typing import TypeAlias

from whoknows.edge import checked
from whoknows.errors import Contradiction
from whoknows.games.balance.knowledge.canonical_form import Key, canonical
from whoknows.games.balance.rules import (
    ANSWERS,
    Answer,
    Line,
    Rules,
    Weighing,
    World,
    weighing_name,
)

Role: TypeAlias = tuple[int, ...]  # coins that can be exchanged
Code: TypeAlias = int  # how many coins of a role are heavy, plus UNIT times how many light
Orbit: TypeAlias = tuple[Code, ...]  # one code for each role

UNIT = 16


@dataclass(frozen=True)
class Position:
    """What is possible, and the coins known to be good."""

    coins: int
    """How many coins the game has; larger numbers are references."""
    roles: tuple[Role, ...]
    orbits: tuple[Orbit, ...]
    good: Role
    by_coin: bool = False
    """Whether the goal is to know which coins are odd, and not their kind."""
    sizes: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sizes", tuple(map(len, self.roles)))

    @cached_property
    def size(self) -> int:
        """How many worlds are possible."""
        return sum(orbit_size(self.sizes, orbit) for orbit in self.orbits)

    @cached_property
    def goals(self) -> int:
        """How many things are still to be told apart."""
        if not self.by_coin:
            return self.size
        sets = {tuple(map(odd_of, orbit)) for orbit in self.orbits}
        return sum(prod(map(comb, self.sizes, odd)) for odd in sets)

    @cached_property
    def key(self) -> tuple[Key, bool]:
        """The canonical form: positions with the same key are the same but for names.

        What is to be found belongs to it: to find the coin alone is less.
        """
        good = min(len(self.good), sum(self.sizes))
        return canonical(self.sizes, self.orbits, good), self.by_coin

    def split(self, weighing: Weighing) -> dict[Answer, "Position"]:
        """The position after each answer that is possible."""
        parts = [pans_of(role, weighing) for role in self.roles]
        kept = [(k, pan) for k, role in enumerate(parts) for pan in range(3) if role[pan]]
        found: dict[Answer, list[Orbit]] = {}
        for orbit in self.orbits:
            for tilt, codes in spread(orbit, tuple(tuple(map(len, p)) for p in parts)):
                answer = ANSWERS[(tilt > 0) - (tilt < 0) + 1]
                found.setdefault(answer, []).append(tuple(codes[k][p] for k, p in kept))
        roles = tuple(parts[k][pan] for k, pan in kept)
        return {
            answer: position_of(self.coins, roles, found[answer], self.good, self.by_coin)
            for answer in ANSWERS
            if answer in found
        }

    def after(self, line: Line) -> "Position":
        """The position once the scales have said so; raises `Contradiction`."""
        parts = self.split(line.weighing)
        if line.answer not in parts:
            raise Contradiction(
                f"{weighing_name(line.weighing)} can never be {line.answer}"
            )
        return parts[line.answer]

    def worlds(self) -> Iterator[World]:
        """Every world that is possible."""
        for orbit in self.orbits:
            ways = [
                chosen(role, code) for role, code in zip(self.roles, orbit, strict=True)
            ]
            for choice in product(*ways):
                world = [0] * self.coins
                for heavy, light in choice:
                    for coin in heavy:
                        world[coin - 1] = 1
                    for coin in light:
                        world[coin - 1] = -1
                yield tuple(world)


@checked
def at_start(rules: Rules) -> Position:
    """What is possible before the first weighing."""
    coins = tuple(range(1, rules.coins + 1))
    orbits: list[Orbit] = [
        (heavy + UNIT * light,)
        for odd in rules.counts
        for heavy, light in rules.splits(odd)
    ]
    references = tuple(range(rules.coins + 1, rules.coins + rules.references + 1))
    by_coin = rules.goal == "coin"
    return position_of(rules.coins, (coins,), orbits, references, by_coin)


def position_of(
    coins: int, roles: tuple[Role, ...], orbits: list[Orbit], good: Role, by_coin: bool
) -> Position:
    """The position, with good coins put aside and roles merged."""
    doubted = [k for k in range(len(roles)) if any(orbit[k] for orbit in orbits)]
    if len(doubted) < len(roles):
        sure = [coin for k, r in enumerate(roles) if k not in doubted for coin in r]
        good = tuple(sorted((*good, *sure)))
        roles = tuple(roles[k] for k in doubted)
        orbits = [tuple(orbit[k] for k in doubted) for orbit in orbits]
    roles, kept = merged(roles, set(orbits))
    return Position(coins, roles, tuple(sorted(kept)), good, by_coin)


def merged(
    roles: tuple[Role, ...], orbits: set[Orbit]
) -> tuple[tuple[Role, ...], set[Orbit]]:
    """The roles joined wherever coins of one can be exchanged for coins of another."""
    k = 0
    while k < len(roles):
        for j in range(k + 1, len(roles)):
            if alike(roles, orbits, k, j):
                both = tuple(sorted((*roles[k], *roles[j])))
                roles = (*roles[:k], both, *roles[k + 1 : j], *roles[j + 1 :])
                orbits = {(*o[:k], o[k] + o[j], *o[k + 1 : j], *o[j + 1 :]) for o in orbits}
                break
        else:
            k += 1
    return roles, orbits


def alike(roles: tuple[Role, ...], orbits: set[Orbit], k: int, j: int) -> bool:
    """Whether coins of two roles can be exchanged: every share of odd coins is possible."""
    shares: dict[tuple[int, ...], int] = {}
    for o in orbits:
        joint = (o[k] + o[j], *o[:k], *o[k + 1 : j], *o[j + 1 :])
        shares[joint] = shares.get(joint, 0) + 1
    one, two = len(roles[k]), len(roles[j])
    return all(count == share_count(joint[0], one, two) for joint, count in shares.items())


@lru_cache(100_000)
def share_count(code: Code, one: int, two: int) -> int:
    """In how many ways odd coins can be shared out among two roles of these sizes."""
    light, heavy = divmod(code, UNIT)
    return sum(
        here <= one and heavy + light - here <= two
        for h in range(heavy + 1)
        for here in range(h, h + light + 1)
    )


@lru_cache(100_000)
def spread(
    orbit: Orbit, pans: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, tuple[tuple[Code, ...], ...]], ...]:
    """How the odd coins may lie on the left, on the right, and beside; with the tilt."""
    ways = [shares(code, *pan) for code, pan in zip(orbit, pans, strict=True)]
    return tuple(
        (sum(tilt for tilt, _ in way), tuple(codes for _, codes in way))
        for way in product(*ways)
    )


@lru_cache(100_000)
def shares(
    code: Code, left: int, right: int, beside: int
) -> tuple[tuple[int, tuple[Code, Code, Code]], ...]:
    """How the odd coins of one role, so many on each pan, may lie, with the tilt."""
    light, heavy = divmod(code, UNIT)
    found = []
    for heavy_left, heavy_right in pairs(heavy):
        for light_left, light_right in pairs(light):
            off = heavy - heavy_left - heavy_right, light - light_left - light_right
            if heavy_left + light_left > left or heavy_right + light_right > right:
                continue
            if sum(off) > beside:
                continue
            codes = (
                heavy_left + UNIT * light_left,
                heavy_right + UNIT * light_right,
                off[0] + UNIT * off[1],
            )
            found.append((heavy_left - light_left - heavy_right + light_right, codes))
    return tuple(found)


def pairs(most: int) -> Iterator[tuple[int, int]]:
    """Two numbers of sum `most` at most."""
    for one in range(most + 1):
        for two in range(most - one + 1):
            yield one, two


def pans_of(role: Role, weighing: Weighing) -> tuple[Role, Role, Role]:
    """The coins of a role on the left, on the right, and beside the scales."""
    left = tuple(coin for coin in role if coin in weighing.left)
    right = tuple(coin for coin in role if coin in weighing.right)
    beside = tuple(c for c in role if c not in weighing.left and c not in weighing.right)
    return left, right, beside


def odd_of(code: Code) -> int:
    """How many coins are odd."""
    return code % UNIT + code // UNIT


@lru_cache(100_000)
def orbit_size(sizes: tuple[int, ...], orbit: Orbit) -> int:
    """How many worlds an orbit stands for."""
    size = 1
    for coins, code in zip(sizes, orbit, strict=True):
        light, heavy = divmod(code, UNIT)
        size *= comb(coins, heavy) * comb(coins - heavy, light)
    return size


def chosen(role: Role, code: Code) -> list[tuple[Role, Role]]:
    """The ways to choose the heavy and the light coins of a role."""
    light, heavy = divmod(code, UNIT)
    return [
        (one, two)
        for one in combinations(role, heavy)
        for two in combinations([coin for coin in role if coin not in one], light)
    ]
