"""The world of the thesis: how many agents and colors, their odds, and what wins.

Every agent wears a hat, sees the hats of the others and not its own, and all answer at
the same time: a color, or pass.  In the standard world the team wins if somebody is
right and nobody is wrong [Janssen2017, section 2.1.1].  Rules never change once made.

>>> standard = Rules(players=3)
>>> standard.name(3), standard.view(player=0, code=3)
('RBB', 3)
>>> standard.chance(3)
Fraction(1, 8)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.asking.option import option
from whoknows.edge import checked
from whoknows.errors import BadSetup, TooLarge, exact_number, shortened

Hats: TypeAlias = tuple[int, ...]  # the color on each head, 0, 1, ...
Code: TypeAlias = int  # a configuration as a number in base `colors`, agent 1 first
Views: TypeAlias = NDArray[np.intp]  # one row per agent: the label of each configuration
Seen: TypeAlias = Literal["seats", "counts"]

LETTERS = "RBGYWOVCKMATDEFHIJLNQSUXZ"  # the colors in order; P is for passing
WORDS_OF_COLORS = ("red", "blue", "green", "yellow", "white", "orange", "violet", "cyan")
COLOR_WORDS = dict(zip(LETTERS, WORDS_OF_COLORS, strict=False))  # no words for the rest
NUMBER = re.compile(r"-?(\d{1,99}/\d{1,99}|\d{0,99}\.?\d{0,99})", re.ASCII)
MOST_PLAYERS = 3000  # at a table, and where chances are written out as fractions
MOST_AGENTS = 1_000_000  # of whom games are drawn
MOST_ROUNDS = 1000
VIEWS = {"seats": "every hat", "counts": "only how many of each color"}
TABLE_LIMIT = 1 << 22  # configurations that may be written out in full


@dataclass(frozen=True, slots=True)
class Rules:
    """A world of the thesis: its values and its rules, fixed when it is made.

    `odds` holds one row of color probabilities per agent, `chances` one probability per
    configuration; both empty means that all configurations are equally likely.  `agreed` is
    the deal that the table has agreed on, as it is written, or nothing.
    """

    players: int = option(
        3, "Leprechauns", min=2, max=MOST_PLAYERS, help="the team, you among them"
    )
    colors: int = option(2, "Colors", min=2, max=len(LETTERS), help="that a hat can have")
    odds: tuple[tuple[Fraction, ...], ...] = option(
        (),
        "Chance of the first color",
        kind="text",
        shown="",
        help="such as 1/3, or one for each leprechaun: 1/2; 2/3; 0.9",
    )
    chances: tuple[Fraction, ...] = ()
    need: int = option(
        1, "Right answers that win", min=1, max=MOST_PLAYERS, help="at least so many"
    )
    wrong: int = option(
        0, "Wrong answers allowed", min=0, max=MOST_PLAYERS, help="one more, and all lose"
    )
    passing: bool = option(
        True, "Passing is allowed", help="without it, everybody has to name a color"
    )
    rounds: int = option(
        1,
        "Rounds, if all pass",
        min=1,
        max=MOST_ROUNDS,
        help="if nobody has spoken, all are asked again",
    )
    views: Seen = option(
        "seats", "You see", choices=VIEWS, help="of the hats of the others"
    )
    agreed: str = option(
        "",
        "The deal agreed on",
        help="a word for each leprechaun, a letter for each view: BPPR BPPR BPPR",
        spare=True,
    )

    def __post_init__(self) -> None:
        check_values(self)
        check_odds(self)

    @property
    def size(self) -> int:
        """The number of configurations, which the thesis calls rounds."""
        return int(self.colors**self.players)

    @property
    def view_count(self) -> int:
        """How many views an agent may have: one logic rule is needed for each."""
        if self.views == "counts":
            return comb(self.players + self.colors - 2, self.colors - 1)
        return int(self.colors ** (self.players - 1))

    @property
    def is_standard(self) -> bool:
        """Whether somebody right and nobody wrong wins, with seats seen and one round."""
        standard = Rules(self.players, self.colors)
        return replace(self, odds=(), chances=(), agreed="") == standard

    def hats(self, code: Code) -> Hats:
        """The hats of a configuration, agent 1 first."""
        if not 0 <= code < self.size:
            raise BadSetup(f"configuration {code} is not one of 0 to {self.size - 1}")
        found = []
        for _ in range(self.players):
            code, color = divmod(code, self.colors)
            found.append(color)
        return tuple(reversed(found))

    def code(self, hats: Sequence[int]) -> Code:
        """The configuration with these hats: `hats` the other way round."""
        code = 0
        for color in hats:
            code = code * self.colors + color
        return code

    def name(self, code: Code) -> str:
        """A configuration as people write it: `RBB`."""
        return "".join(LETTERS[color] for color in self.hats(code))

    def parse_code(self, text: str) -> Code:
        """The configuration that people mean by `RBB`, `{Red Blue Blue}`, or a number.

        A number that may as well be a digit for each hat is refused.
        """
        code, word = self.written_code(text), text.strip("{} ")
        digits = [int(digit) for digit in word] if is_decimal(word) else []
        by_hat = len(digits) == self.players and max(digits) < self.colors
        if by_hat and self.code(digits) != code:
            raise BadSetup(
                f"{text!r} may be configuration {int(word)}, {self.name(code)}, or hat by"
                f" hat {self.name(self.code(digits))}: write the letters"
            )
        return code

    def written_code(self, text: str) -> Code:
        """The configuration of a document: in letters, or by its number."""
        word = text.strip("{} ")
        if is_decimal(word):
            return self.code(self.hats(parse_whole(word)))
        letters = (
            [part[0] for part in word.upper().split()] if " " in word else word.upper()
        )
        known = LETTERS[: self.colors]
        for place, letter in enumerate(letters, 1):
            if letter not in known:
                raise BadSetup(f"hat {place} of {text!r} is {letter!r}, not one of {known}")
        if len(letters) != self.players:
            raise BadSetup(f"{text!r} has {len(letters)} hats; there are {self.players}")
        return self.code([known.index(letter) for letter in letters])

    def view(self, player: int, code: Code) -> int:
        """What an agent sees of a configuration, as one label (the paper's Scode)."""
        hats = self.hats(code)
        return self.seen(hats[:player] + hats[player + 1 :])

    def seen(self, others: Sequence[int]) -> int:
        """The label of the others' hats, in the natural order of agents."""
        if self.views == "counts":
            return count_views(self.players, self.colors).index(tuple(sorted(others)))
        return self.code(others)

    def view_name(self, label: int) -> str:
        """A view as people write it: the others' hats, or their counts."""
        if self.views == "counts":
            others = count_views(self.players, self.colors)[label]
            return "+".join(f"{others.count(c)}{LETTERS[c]}" for c in range(self.colors))
        return Rules(max(self.players - 1, 2), self.colors).name(label)[1 - self.players :]

    def chance(self, code: Code) -> Fraction:
        """The probability of a configuration, exact."""
        if self.chances:
            return self.chances[code]
        if not self.odds:
            return Fraction(1, self.size)
        return prod(
            (row[color] for row, color in zip(self.odds, self.hats(code), strict=True)),
            start=Fraction(1),
        )

    def table(self) -> NDArray[np.intp]:
        """All configurations, one per row: the color on each head."""
        check_table(self)
        grid = np.indices((self.colors,) * self.players)
        return grid.reshape(self.players, -1).T

    def view_table(self) -> Views:
        """What every agent sees of every configuration, one agent per row."""
        table = self.table()
        rows = []
        for player in range(self.players):
            others = np.delete(table, player, axis=1)
            if self.views == "counts":
                rows.append(self.count_labels(others))
            else:
                rows.append(others @ (self.colors ** np.arange(self.players - 2, -1, -1)))
        return np.array(rows)

    def count_labels(self, others: NDArray[np.intp]) -> NDArray[np.intp]:
        """The labels of many views when only counts are seen."""
        order = {view: k for k, view in enumerate(count_views(self.players, self.colors))}
        return np.array([order[tuple(sorted(row))] for row in others.tolist()])


def check_table(rules: Rules) -> None:
    """Refuse a world with more configurations than can be written out."""
    if rules.players > 64 or rules.size > TABLE_LIMIT:
        raise TooLarge(
            f"{rules.colors}^{rules.players} configurations do not fit a table;"
            f" at most {TABLE_LIMIT} do"
        )


@lru_cache
def count_views(players: int, colors: int) -> tuple[Hats, ...]:
    """What may be seen of the others when only counts are: sorted hats, in order."""
    return tuple(combinations_with_replacement(range(colors), players - 1))


def check_written(rules: Rules) -> None:
    """Refuse a world whose chances are too long to be written."""
    if rules.players > MOST_PLAYERS:
        raise TooLarge(
            f"{rules.players:,} players; more than {MOST_PLAYERS:,} play `hats simulate` by"
            " 'hamming' or 'plan' only"
        )


def check_values(rules: Rules) -> None:
    """Refuse a world that cannot be."""
    check_kinds(rules)
    if not 2 <= rules.players <= MOST_AGENTS:
        raise BadSetup(
            f"a hat game has 2 to {MOST_AGENTS} players, not {shortened(rules.players)}"
        )
    if not 2 <= rules.colors <= len(LETTERS):
        raise BadSetup(f"there are 2 to {len(LETTERS)} colors, not {rules.colors}")
    if not 1 <= rules.need <= rules.players:
        raise BadSetup(f"need is 1 to {rules.players} right answers, not {rules.need}")
    if not 0 <= rules.wrong <= rules.players:
        raise BadSetup(f"wrong is 0 to {rules.players} wrong answers, not {rules.wrong}")
    if not 1 <= rules.rounds <= MOST_ROUNDS:
        raise BadSetup(
            f"a game has 1 to {MOST_ROUNDS} rounds, not {shortened(rules.rounds)}"
        )
    if not isinstance(rules.views, str) or rules.views not in VIEWS:
        raise BadSetup(f"views are 'seats' or 'counts', not {rules.views!r}")


def check_kinds(rules: Rules) -> None:
    """Refuse numbers that are none, and words where yes or no is wanted."""
    for name in ("players", "colors", "need", "wrong", "rounds"):
        value = getattr(rules, name)
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            raise BadSetup(f"{name} is a whole number, not {shortened(value)}")
    if not isinstance(rules.passing, bool | np.bool_):
        raise BadSetup(f"passing is true or false, not {shortened(rules.passing)}")
    if not isinstance(rules.agreed, str):
        raise BadSetup(f"agreed is a deal in letters, not {shortened(rules.agreed)}")


def check_odds(rules: Rules) -> None:
    """Refuse probabilities of the wrong number, below 0, or that do not sum to 1."""
    if rules.odds and rules.chances:
        raise BadSetup("give odds per color or chances per configuration, not both")
    if rules.odds and len(rules.odds) != rules.players:
        raise BadSetup(f"{len(rules.odds)} rows of odds for {rules.players} players")
    for row in rules.odds:
        check_distribution(row, rules.colors, "colors")
    if rules.chances:
        check_distribution(rules.chances, rules.size, "configurations")


def check_distribution(row: Sequence[Fraction], length: int, kind: str) -> None:
    """Refuse a row of probabilities that is none."""
    shown = ", ".join(map(str, row[:8])) + (", ..." if len(row) > 8 else "")
    if len(row) != length:
        raise BadSetup(f"{len(row)} probabilities for {length} {kind}: {shown}")
    if any(chance < 0 for chance in row):
        raise BadSetup(f"a probability is below 0: {shown}")
    if sum(row) != 1:
        raise BadSetup(f"the probabilities sum to {sum(row)}, not 1: {shown}")


def same_odds(players: int, row: Sequence[Fraction]) -> tuple[tuple[Fraction, ...], ...]:
    """Color probabilities, one row of them for every agent alike."""
    return (tuple(row),) * players


@checked
def parse_odds(text: str, players: int, colors: int) -> tuple[tuple[Fraction, ...], ...]:
    """Color odds as people write them: `0.9` (two colors), `1/2,1/3,1/6`, or `a,b;c,d`.

    Decimals are taken exactly; rows after `;` are the agents' own.
    """
    Rules(players, colors)  # refuses what cannot be
    if text.count(";") >= players:
        raise BadSetup(f"{text.count(';') + 1} rows of odds for {players} players")
    if text.count(",") >= players * colors:
        raise BadSetup(f"more odds than {players} players with {colors} colors have")
    rows = [[parse_chance(part) for part in row.split(",")] for row in text.split(";")]
    rows = [[row[0], 1 - row[0]] if len(row) == 1 and colors == 2 else row for row in rows]
    if len(rows) == 1:
        rows *= players
    return tuple(map(tuple, rows))


def is_decimal(text: str) -> bool:
    """Whether a text is a number in plain digits, however long."""
    return text.isascii() and text.isdecimal()


def parse_whole(text: str) -> int:
    """A whole number as people write it, of a sensible length."""
    if not is_decimal(text) or len(text) > 30:
        raise BadSetup(f"{text[:40]!r} is not a whole number of at most 30 digits")
    return int(text)


def parse_chance(value: object) -> Fraction:
    """A probability as people write it, a fraction or a decimal, exactly; or a number."""
    text = value.strip() if isinstance(value, str) else value
    try:
        if isinstance(text, str) and not NUMBER.fullmatch(text):
            raise ValueError
        chance = exact_number(text)
    except (ValueError, ZeroDivisionError):
        raise BadSetup(f"{shortened(value)} is not a fraction or a decimal") from None
    if not 0 <= chance <= 1:
        raise BadSetup(f"{text} is not a probability: it is not within 0 and 1")
    return chance
