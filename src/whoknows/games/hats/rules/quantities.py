"""The quantities of section 2.1.9 of the thesis, exact for any size.

>>> quantities(Rules(players=3))["thoughts"]
Size(base=3, exponent=12, times=24)
>>> quantities(Rules(players=3))["thoughts"].value()
12754584
"""

from math import log10
from typing import NamedTuple

from whoknows.edge import checked
from whoknows.games.hats.rules.world import Rules

DIGITS = 4300  # longer numbers are written as a power; other programs cannot read them


class Size(NamedTuple):
    """An exact whole number `times * base**exponent`, small or beyond all writing."""

    base: int
    exponent: int
    times: int = 1

    def digits(self) -> int:
        """About how many digits the number has."""
        whole = self.exponent * int(log10(self.base) * 10**12) // 10**12
        return whole + int(log10(self.times)) + 1

    def value(self) -> int:
        """The number itself."""
        return int(self.times * self.base**self.exponent)

    def exact(self) -> int | str:
        """The number, or its formula where it has more than 4300 digits."""
        return self.value() if self.digits() <= DIGITS - 1 else self.formula()

    def formula(self) -> str:
        """The number as a power: `24 * 3^12`."""
        power = f"{self.base}^{self.exponent}"
        return power if self.times == 1 else f"{self.times} * {power}"

    def __str__(self) -> str:
        if self.digits() <= 24:
            return f"{self.value():,}"
        if self.exponent > 10**9:
            return self.formula()
        whole = self.exponent * log10(self.base) + log10(self.times)
        return f"{10 ** (whole % 1):.2f}e{int(whole)} = {self.formula()}"


@checked
def quantities(rules: Rules) -> dict[str, Size]:
    """How many others, logic rules, result colors, rounds, strategies, deals, thoughts."""
    answers = rules.colors + rules.passing
    rounds = Size(rules.colors, rules.players)
    return {
        "other_agents": Size(1, 1, rules.players - 1),
        "logic_rules": Size(1, 1, rules.view_count),
        "result_colors": Size(1, 1, answers),
        "rounds": rounds,
        "strategies": Size(answers, rules.view_count),
        "deals": Size(answers, rules.view_count * rules.players),
        "thoughts": Size(
            answers, rules.view_count * rules.players, rounds.value() * rules.players
        ),
    }
