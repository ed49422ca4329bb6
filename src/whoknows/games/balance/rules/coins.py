"""Balance: find the odd coins with a pair of scales.

There are n coins, numbered from 1, and some of them are odd: exactly d, or at most d.  All
good coins weigh the same; a heavy coin is heavier, and a light coin lighter, by one and
the same difference.  The kind says what odd coins are: `heavy`, `light`, `either` (all
heavy or all light, nobody knows which), or `mixed` (each heavy or light on its own).
Reference coins are known to be good; they are numbered on from n + 1.  A weighing puts k
coins against k, and is answered LT (the left pan is lighter), EQ, or GT (the left pan is
heavier).  The goal is to know which coins are odd, or that and the kind of each.

>>> rules = Rules(coins=12)
>>> weighing = rules.parse_weighing("1 2 3 4 : 5-8")
>>> rules.answer(weighing, rules.parse_world("7 heavy"))
'LT'
>>> Rules(coins=2)
Traceback (most recent call last):
whoknows.errors.BadSetup: 2 coins, 1 odd, either: 1 heavy or 2 light? no weighing can tell \
without a reference coin
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import NamedTuple, TypeAlias

from whoknows.edge import checked
from whoknows.errors import (
    BadSetup,
    IllegalMove,
    TooLarge,
    UnknownName,
    is_whole,
    shortened,
)

Answer: TypeAlias = str  # LT, EQ, or GT
World: TypeAlias = tuple[int, ...]  # of each coin: 0 good, 1 heavy, -1 light

ANSWERS: tuple[Answer, ...] = ("LT", "EQ", "GT")
WORDS = {"LT": "lighter", "EQ": "balance", "GT": "heavier"}  # what the left pan is
TYPED = {
    "LT": ("lt", "<", "l", "lighter", "up", "right"),
    "EQ": ("eq", "=", "e", "balance", "equal", "even", "=="),
    "GT": ("gt", ">", "g", "heavier", "down", "left", "h"),
}
KINDS = {
    "heavy": "heavier",
    "light": "lighter",
    "either": "all heavier or all lighter, nobody knows which",
    "mixed": "each heavier or lighter on its own",
}
GOALS = {"coin": "which coins are odd", "coin-and-kind": "which, and how"}
MOST_CASES = 1_000_000  # worlds that a game may have
MOST_COINS = 100_000  # on one pan
MOST_DIGITS = 20  # of a coin, or of a range of them
MOST_ODD = 15
MOST_WEIGHINGS = 1000
MOST_REFERENCES = 10_000  # more good coins than any weighing can use


class Naming(NamedTuple):
    """What somebody says that the odd coins are; where the kind is not asked, all heavy."""

    world: World


class Weighing(NamedTuple):
    """The coins on the two pans, in order."""

    left: tuple[int, ...]
    right: tuple[int, ...]


@checked
@dataclass(frozen=True, slots=True)
class Rules:
    """One choice of the game; making it checks that it can be decided at all."""

    coins: int = 12
    odd: int = 1
    at_most: bool = False
    """Whether fewer coins, or none, may be odd."""
    kind: str = "either"
    references: int = 0
    goal: str = "coin-and-kind"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UnknownName.among("kind", self.kind, KINDS)
        if self.goal not in GOALS:
            raise UnknownName.among("goal", self.goal, GOALS)
        if self.coins < 1:
            raise BadSetup(f"{self.coins} coins; wanted 1 or more")
        if self.odd < 1:
            raise BadSetup(f"{self.odd} odd coins; wanted 1 or more")
        if not 0 <= self.references <= MOST_REFERENCES:
            given = f"{self.references:,} reference coins"
            raise BadSetup(f"{given}; wanted 0 to {MOST_REFERENCES:,}")
        if self.odd > self.coins:
            raise BadSetup(f"{self.odd} odd coins are more than the {self.coins} coins")
        if self.odd > MOST_ODD:
            raise TooLarge(f"{self.odd} odd coins; up to {MOST_ODD} are understood")
        if self.size > MOST_CASES:
            raise TooLarge(
                f"{self} has {self.size:,} cases; up to {MOST_CASES:,} are understood"
            )
        doubt = self.doubt()
        if doubt:
            raise BadSetup(f"{self}: {doubt}")

    def __str__(self) -> str:
        most = "at most " if self.at_most else ""
        good = f", {self.references} reference" if self.references else ""
        goal = ", coin only" if self.goal == "coin" and self.both else ""
        return f"{self.coins} coins, {most}{self.odd} odd, {self.kind}{good}{goal}"

    @property
    def both(self) -> bool:
        """Whether odd coins may be heavy and may be light."""
        return self.kind in ("either", "mixed")

    @property
    def counts(self) -> tuple[int, ...]:
        """How many coins may be odd."""
        return tuple(range(self.odd + 1)) if self.at_most else (self.odd,)

    @property
    def size(self) -> int:
        """How many worlds there are."""
        return sum(comb(self.coins, odd) * self.directions(odd) for odd in self.counts)

    @property
    def goals(self) -> int:
        """How many things are to be told apart."""
        return self.goals_with(self.coins)

    def goals_with(self, coins: int) -> int:
        """How many things are to be told apart, if there were so many coins."""
        each = (lambda _: 1) if self.goal == "coin" else self.directions
        return sum(comb(coins, odd) * each(odd) for odd in self.counts)

    def directions(self, odd: int) -> int:
        """In how many ways so many given coins may be odd."""
        if odd == 0 or not self.both:
            return 1
        return 2**odd if self.kind == "mixed" else 2

    def splits(self, odd: int) -> Iterator[tuple[int, int]]:
        """How many may be heavy and how many light, if so many are odd."""
        if odd == 0:
            yield 0, 0
            return
        for light in range(odd + 1):
            if light in {"heavy": (0,), "light": (odd,), "either": (0, odd)}.get(
                self.kind, range(odd + 1)
            ):
                yield odd - light, light

    def worlds(self) -> Iterator[World]:
        """Every way things may be."""
        for odd in self.counts:
            signs = [
                kinds
                for kinds in product((1, -1), repeat=odd)
                if (kinds.count(1), kinds.count(-1)) in self.splits(odd)
            ]
            for coins in combinations(range(self.coins), odd):
                for kinds in signs:
                    world = [0] * self.coins
                    for coin, kind in zip(coins, kinds, strict=True):
                        world[coin] = kind
                    yield tuple(world)

    def doubt(self) -> str:
        """Why no plan can reach the goal; empty if some plan can.

        Without a reference, scales tell only how coins compare with each other.  So two
        worlds look alike for ever if the same coins weigh less than the same others, by
        whatever difference, or if all coins weigh the same.
        """
        if self.references:
            return ""
        n, d = self.coins, self.odd
        needs = "no weighing can tell without a reference coin"
        if self.at_most and d == n:
            return f"none odd or all odd? {needs}"
        if d == n and self.both and self.goal == "coin-and-kind":
            return f"all heavy or all light? {needs}"
        alike = n <= 2 * d if self.at_most else n == 2 * d
        if self.both and alike and d < n:
            heavy, light = coin_list(range(1, d + 1)), coin_list(range(d + 1, n + 1))
            return f"{heavy} heavy or {light} light? {needs}"
        return ""

    def legal(self, left: tuple[int, ...], right: tuple[int, ...]) -> Weighing:
        """The weighing of these coins, if the rules allow it."""
        last = self.coins + self.references
        for coin in (*left, *right):
            if not 1 <= coin <= last:
                raise IllegalMove(f"there is no coin {coin}; they are 1 to {last}")
        for pan in (left, right):
            twice = [coin for coin, times in Counter(pan).items() if times > 1]
            if twice:
                raise IllegalMove(f"coin {twice[0]} is twice on one pan")
        both = sorted({*left} & {*right})
        if both:
            raise IllegalMove(f"coin {both[0]} is on both pans")
        if len(left) != len(right):
            raise IllegalMove(
                f"{len(left)} coins against {len(right)}; the pans must have equally many"
            )
        if not left:
            raise IllegalMove("both pans are empty; wanted a coin on each at least")
        return Weighing(tuple(sorted(left)), tuple(sorted(right)))

    def answer(self, weighing: Weighing, world: World) -> Answer:
        """What the scales say."""
        weight = dict(enumerate(world, start=1))
        tilt = sum(weight.get(coin, 0) for coin in weighing.left)
        tilt -= sum(weight.get(coin, 0) for coin in weighing.right)
        return ANSWERS[(tilt > 0) - (tilt < 0) + 1]

    def goal_of(self, world: World) -> World:
        """What is to be found: the world, or which coins are odd in it."""
        return tuple(map(abs, world)) if self.goal == "coin" else world

    def fits(self, world: World) -> bool:
        """Whether the rules allow the world."""
        heavy, light = world.count(1), world.count(-1)
        return (
            len(world) == self.coins
            and heavy + light + world.count(0) == self.coins
            and heavy + light in self.counts
            and (heavy, light) in self.splits(heavy + light)
        )

    def parse_weighing(self, text: str) -> Weighing:
        """The weighing that people mean: `1 2 3 : 4 5 6`, `1-3 v 4-6`."""
        if not text.strip():
            raise IllegalMove("nothing lies on the scales yet: put coins on both pans")
        pans = re.split(r":|/|\||against|versus|vs?\.?", text.strip().lower())
        if len(pans) != 2:
            said = shortened(text)
            raise IllegalMove(f"{said} is no weighing; wanted two pans, like 1 2 : 3 4")
        left, right = (parse_coins(pan, text) for pan in pans)
        return self.legal(left, right)

    def parse_naming(self, text: str) -> Naming:
        """The coins that people name: `name 3 heavy`, `name 3`, `name none`."""
        said = text.strip().lower().removeprefix("name").strip()
        if not said:
            raise IllegalMove("no coin is named yet; wanted something like 3 heavy")
        if said != "none" and (self.goal == "coin" or not self.both):
            coins = parse_coins(re.sub(r"heavy|light", " ", said), text)
            kind = "light" if self.kind == "light" else "heavy"
            said = f"{coin_list(coins)} {kind}"
        try:
            return Naming(self.goal_of(self.parse_world(said)))
        except BadSetup as error:
            raise IllegalMove(str(error)) from None

    def is_named(self, naming: Naming, world: World) -> bool:
        """Whether what was named is what is to be found in a world."""
        return self.goal_of(naming.world) == self.goal_of(world)

    def parse_answer(self, text: str) -> Answer:
        """The answer that people mean by `text`."""
        word = text.strip().lower()
        for answer, typed in TYPED.items():
            if word in typed:
                return answer
        raise IllegalMove(f"{text!r} is no answer; wanted LT, EQ, or GT (also < = >)")

    def parse_world(self, text: str) -> World:
        """The world that people mean: `3 heavy`, `2 heavy, 5 light`, `none`."""
        world = [0] * self.coins
        named = [] if text.strip().lower() == "none" else re.split(r"[,;]", text.lower())
        for part in named:
            *coins, kind = part.split() or [""]
            if kind not in ("heavy", "light") or not coins:
                raise BadSetup(f"{text!r} is no case; wanted something like 3 heavy")
            for coin in parse_coins(" ".join(coins), text):
                if not 1 <= coin <= self.coins:
                    raise BadSetup(f"there is no coin {coin}; they are 1 to {self.coins}")
                world[coin - 1] = 1 if kind == "heavy" else -1
        if not self.fits(tuple(world)):
            raise BadSetup(f"{text!r} does not fit {self}")
        return tuple(world)


@checked
def parse_coins(text: str, whole: str) -> tuple[int, ...]:
    """The coins on one pan: numbers and ranges."""
    coins: list[int] = []
    said = shortened(whole)
    for word in text.replace(",", " ").split():
        first, dash, last = word.partition("-")
        if len(word) > MOST_DIGITS:
            raise IllegalMove(f"{said}: {shortened(word)} are too many coins")
        if not is_whole(first) or (dash and not is_whole(last)):
            raise IllegalMove(f"{said}: {shortened(word)} is no coin; wanted numbers")
        if int(last or first) - int(first) > MOST_COINS:
            raise IllegalMove(f"{said}: {shortened(word)} are too many coins")
        coins += range(int(first), int(last or first) + 1)
        if len(coins) > MOST_COINS:
            raise IllegalMove(f"{said}: more than {MOST_COINS:,} coins on a pan")
    return tuple(coins)


def coin_list(coins: "range | tuple[int, ...]") -> str:
    """Coins as people read them; three or more in a row are a range.

    >>> coin_list((1, 2, 3, 5, 6))
    '1-3 5 6'
    """
    runs: list[list[int]] = []
    for coin in coins:
        if runs and coin == runs[-1][-1] + 1:
            runs[-1].append(coin)
        else:
            runs.append([coin])
    words = [
        f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs
    ]
    return " ".join(words)


@checked
def weighing_name(weighing: Weighing) -> str:
    """A weighing as people type it."""
    return f"{coin_list(weighing.left)} : {coin_list(weighing.right)}"


def world_name(world: World) -> str:
    """A world as people read it.

    >>> world_name((0, 1, 0, -1)), world_name((0, 0))
    ('2 heavy, 4 light', 'none')
    """
    parts = []
    for kind, word in ((1, "heavy"), (-1, "light")):
        coins = [coin for coin, odd in enumerate(world, start=1) if odd == kind]
        if coins:
            parts.append(f"{coin_list(tuple(coins))} {word}")
    return ", ".join(parts) or "none"
