"""The verdict about numbers that come from random games, by one test with its power said.

Ours is a mean over deals.  The test is Welch's: what a paper prints has the noise of its
own games, and half a unit of its last digit is allowed for rounding.  The chances of the
lines of a table are corrected for their number [Holm1979], so that of a table in which
nothing differs one in twenty at most shows a difference anywhere.

>>> [line] = judged([Gap(6.0, error=1.0, n=300, other=0.5)], see=5.0)
>>> line.verdict, line.reason
(<Verdict.DIFFERS: 'differs'>, "Welch's test: z = 5.4, p < 0.001")
>>> [line] = judged([Gap(1.0, error=1.0, n=300, other=0.5)], see=5.0)
>>> line.verdict, line.reason.partition("; ")[2]
(<Verdict.AGREES: 'agrees'>, '5 points would be seen with power 0.99 or more')
>>> [line] = judged([Gap(1.0, error=5.0, n=12, other=0.5)], see=5.0)
>>> line.verdict, line.reason.partition("; ")[2]
(<Verdict.UNDECIDED: 'undecided'>, 'to see 5 points takes about 141 deals, not 12')
"""

from collections.abc import Sequence
from math import ceil, floor, hypot, inf, sqrt
from statistics import NormalDist
from typing import NamedTuple

from whoknows.asking.statistics import holm, t_chance
from whoknows.experiments.reproduce.verdict import Verdict

LEVEL = 0.05  # the chance that a table without any difference shows one
POWER = 0.9  # with which a difference worth seeing must be seen, or nothing is decided
FEWEST = 30  # deals below which their spread is too little known
LARGEST_SPREAD = 50.0  # of a percentage: where half of the deals have 0 and half 100
MOST_FREEDOM = 1e6  # where Student's distribution is the normal one
NORMAL = NormalDist()


class Gap(NamedTuple):
    """How far a mean of ours is above what it is held against, in points."""

    gap: float
    error: float
    """The standard error of ours; infinite if there is only one deal."""
    n: int
    """Our deals."""
    other: float = 0.0
    """The standard error of the other side."""
    slack: float = 0.0
    """How far rounding may have moved the other side."""

    @property
    def total(self) -> float:
        """The standard error of the difference."""
        return hypot(self.error, self.other)

    @property
    def z(self) -> float:
        """The difference less what rounding explains, in standard errors."""
        beyond = max(0.0, abs(self.gap) - self.slack)
        size = beyond / self.total if self.total else (inf if beyond else 0.0)
        return size if self.gap > 0 else -size

    @property
    def freedom(self) -> float:
        """Welch's degrees of freedom; the other side's noise is known."""
        if self.n < 2 or not self.error:
            return MOST_FREEDOM
        share = (self.total / self.error) ** 4 if self.error < inf else 1.0
        return min(MOST_FREEDOM, (self.n - 1) * share)

    @property
    def chance(self) -> float:
        """The chance of a difference as large if there is none."""
        return 0.0 if abs(self.z) == inf else t_chance(self.freedom, self.z)

    def power(self, see: float, lines: int) -> float:
        """The chance to find a difference of so many points, among so many lines.

        It is that of the strictest step of the correction, so that none is smaller.
        """
        limit = strictest(lines)
        if not self.total:
            return float(see > self.slack)
        above = NORMAL.cdf((see - self.slack) / self.total - limit)
        return above + NORMAL.cdf((-see - self.slack) / self.total - limit)

    def deals_needed(self, see: float, lines: int) -> int | None:
        """How many deals it takes to see so many points; none if no number is enough."""
        most = (see - self.slack) / (strictest(lines) + NORMAL.inv_cdf(POWER))
        room = most**2 - self.other**2
        if room <= 0:
            return None
        spread = self.error * sqrt(self.n) if self.n > 1 else LARGEST_SPREAD
        return max(FEWEST, ceil(spread**2 / room))


class Judged(NamedTuple):
    """What the test says of a line."""

    verdict: Verdict
    reason: str


def strictest(lines: int) -> float:
    """The standard errors beyond which the strictest step of the correction rejects."""
    return NORMAL.inv_cdf(1 - LEVEL / (2 * lines))


def judged(gaps: Sequence[Gap], see: float) -> list[Judged]:
    """The verdicts of the lines of a table; so many points are worth seeing."""
    chances = holm([gap.chance for gap in gaps])
    return [
        verdict_of(gap, chance, see, len(gaps))
        for gap, chance in zip(gaps, chances, strict=True)
    ]


def verdict_of(gap: Gap, chance: float, see: float, lines: int) -> Judged:
    """The verdict of one of several lines, its chance being corrected for their number."""
    found = found_text(gap, chance)
    power = gap.power(see, lines)
    if chance < LEVEL:
        return Judged(Verdict.DIFFERS, found)
    if power >= POWER and gap.n >= FEWEST:
        at_least = floor(100 * power) / 100
        said = f"{see:g} points would be seen with power {min(at_least, 0.99):.2f}"
        return Judged(Verdict.AGREES, f"{found}; {said} or more")
    return Judged(Verdict.UNDECIDED, f"{found}; {needed_text(gap, see, lines)}")


def found_text(gap: Gap, chance: float) -> str:
    """The test and what it finds."""
    p = f"p = {chance:.2g}" if chance >= 0.001 else "p < 0.001"
    return f"Welch's test: z = {gap.z:.1f}, {p}"


def needed_text(gap: Gap, see: float, lines: int) -> str:
    """How many deals it would take."""
    needed = gap.deals_needed(see, lines)
    if needed is None:
        return f"the paper's own games are too few to see {see:g} points"
    return f"to see {see:.2g} points takes about {needed:,} deals, not {gap.n:,}"
