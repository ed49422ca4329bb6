"""The chance-based world: a logic rule is a distribution over answers.

The chance to win is linear in each single distribution (it is multilinear), so replacing
one distribution after another by its best answer never lowers it: mixing never beats the
best pure deal.  `purified` does exactly that.

>>> rules = Rules(players=3)
>>> mixed = parse_mixed("R:3/4+B:1/4,*,*,* PPPP PPPP", rules)
>>> expected_fitness(mixed, rules)
Fraction(1, 8)
>>> expected_fitness(mixed_from(purified(mixed, rules), rules), rules)
Fraction(1, 8)
"""

from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import TypeAlias

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules.deal import PASS, Answer, Deal, answer_letter, parse_answer
from whoknows.games.hats.rules.fitness import check_fit
from whoknows.games.hats.rules.world import Code, Rules, check_distribution, parse_chance

MOST_CONFIGURATIONS = 1024
MOST_ANSWERS = 10_000_000  # drawn in one evaluation

Distribution: TypeAlias = tuple[Fraction, ...]  # of passing, then of each color


@dataclass(frozen=True, slots=True)
class MixedDeal:
    """One distribution over answers for every agent and view."""

    rules: tuple[tuple[Distribution, ...], ...]

    def answer(self, player: int, view: int, rng: np.random.Generator) -> Answer:
        """An answer drawn from the logic rule, exactly by its fractions."""
        row = self.rules[player][view]
        whole = int(np.lcm.reduce([chance.denominator for chance in row]))
        drawn = int(rng.integers(whole))
        for answer, chance in enumerate(row):
            drawn -= int(chance * whole)
            if drawn < 0:
                return answer
        raise AssertionError("a distribution sums to 1")


@checked
def parse_mixed(text: str, rules: Rules) -> MixedDeal:
    """A chance-based deal as people write it: plain words, or rules split by commas.

    A rule is a letter, or letters with their chances: `R:3/4+B:1/4`.
    """
    words = text.split()
    if len(words) != rules.players:
        raise BadSetup(
            f"{text!r} is not a rule for each of {rules.players} players:"
            f" it has {len(words)}"
        )
    rows = []
    for player, word in enumerate(words, 1):
        parts = word.split(",") if "," in word else list(word)
        if len(parts) != rules.view_count:
            raise BadSetup(
                f"player {player}'s strategy {word!r} has {len(parts)} rules;"
                f" there are {rules.view_count} views"
            )
        rows.append(tuple(parse_distribution(part, rules, player) for part in parts))
    return MixedDeal(tuple(rows))


def parse_distribution(text: str, rules: Rules, player: int) -> Distribution:
    """The distribution that `B`, `*`, or `R:3/4+B:1/4` stands for."""
    found = [Fraction(0)] * (rules.colors + 1)
    for part in text.split("+"):
        letter, _, chance = part.partition(":")
        where = f"{part!r} of player {player}"
        answer = max(parse_answer(letter.strip().upper(), rules, where), PASS)
        found[answer] += parse_chance(chance) if chance else Fraction(1)
    check_distribution(found, rules.colors + 1, "answers")
    return tuple(found)


@checked
def mixed_name(mixed: MixedDeal, rules: Rules) -> str:
    """A chance-based deal as people write it; `parse_mixed` reads it."""
    words = []
    for row in mixed.rules:
        parts = [distribution_name(rule, rules) for rule in row]
        words.append(("" if all(len(part) == 1 for part in parts) else ",").join(parts))
    return " ".join(words)


def distribution_name(rule: Distribution, rules: Rules) -> str:
    """A logic rule as a letter, or as letters with their chances, colors first."""
    order = [*range(PASS + 1, rules.colors + 1), PASS]
    likely = [(answer_letter(answer), rule[answer]) for answer in order if rule[answer]]
    if len(likely) == 1:
        return likely[0][0]
    return "+".join(f"{letter}:{chance}" for letter, chance in likely)


@checked
def mixed_from(deal: Deal, rules: Rules) -> MixedDeal:
    """A pure deal as a chance-based one; a free choice passes."""
    check_fit(deal, rules)
    width = range(rules.colors + 1)
    return MixedDeal(
        tuple(
            tuple(tuple(Fraction(k == max(answer, PASS)) for k in width) for answer in row)
            for row in deal.answers
        )
    )


@checked
def expected_fitness(mixed: MixedDeal, rules: Rules) -> Fraction:
    """The exact chance to win, over hats and over the agents' own chances."""
    check_mixed(rules)
    return sum(
        (rules.chance(code) * win_chance(mixed, rules, code) for code in range(rules.size)),
        start=Fraction(0),
    )


def check_mixed(rules: Rules) -> None:
    """Refuse a chance-based world whose exact fitness would take too long."""
    if rules.size > MOST_CONFIGURATIONS:
        raise TooLarge(
            f"{rules.size} configurations; chance-based deals are evaluated exactly for at"
            f" most {MOST_CONFIGURATIONS}"
        )


def win_chance(mixed: MixedDeal, rules: Rules, code: Code) -> Fraction:
    """The chance that the answers win a configuration: (right, wrong) counted exactly."""
    counts = {(0, 0): Fraction(1)}
    for player, color in enumerate(rules.hats(code)):
        row = mixed.rules[player][rules.view(player, code)]
        right, passed = row[color + 1], row[PASS]
        after: dict[tuple[int, int], Fraction] = {}
        for (good, bad), chance in counts.items():
            for key, factor in (
                ((good + 1, bad), right),
                ((good, bad), passed),
                ((good, bad + 1), 1 - right - passed),
            ):
                if factor:
                    after[key] = after.get(key, Fraction(0)) + chance * factor
        counts = after
    return sum(
        (
            chance
            for (good, bad), chance in counts.items()
            if good >= rules.need and bad <= rules.wrong
        ),
        start=Fraction(0),
    )


@checked
def purified(mixed: MixedDeal, rules: Rules) -> Deal:
    """A pure deal at least as good: rule by rule, the best answer of those mixed."""
    check_mixed(rules)
    rows = [list(row) for row in mixed.rules]
    for player in range(rules.players):
        for view in range(rules.view_count):
            rows[player][view] = best_rule(rows, player, view, rules)
    return Deal(tuple(tuple(rule.index(Fraction(1)) for rule in row) for row in rows))


def best_rule(
    rows: list[list[Distribution]], player: int, view: int, rules: Rules
) -> Distribution:
    """The answer of one rule that wins most, all other rules being as they are."""
    mixed_rule = rows[player][view]
    touched = [code for code in range(rules.size) if rules.view(player, code) == view]

    def worth(rule: Distribution) -> Fraction:
        rows[player][view] = rule
        trial = MixedDeal(tuple(map(tuple, rows)))
        return sum(
            (rules.chance(code) * win_chance(trial, rules, code) for code in touched),
            start=Fraction(0),
        )

    width = range(rules.colors + 1)
    pure = [tuple(Fraction(k == answer) for k in width) for answer in width]
    allowed = [rule for rule, chance in zip(pure, mixed_rule, strict=True) if chance]
    return max(allowed, key=worth)


def play_round(mixed: MixedDeal, rules: Rules, rng: np.random.Generator) -> Fraction:
    """One play round of the thesis: every configuration once, answers drawn."""
    won = sum(round_won(mixed, rules, code, rng) for code in range(rules.size))
    return Fraction(won, rules.size)


def round_won(mixed: MixedDeal, rules: Rules, code: Code, rng: np.random.Generator) -> bool:
    """Whether the answers drawn in one configuration win it."""
    right = wrong = 0
    for player, color in enumerate(rules.hats(code)):
        answer = mixed.answer(player, rules.view(player, code), rng)
        right += answer == color + 1
        wrong += answer not in (PASS, color + 1)
    return right >= rules.need and wrong <= rules.wrong


@checked
def median_fitness(
    mixed: MixedDeal, rules: Rules, rng: np.random.Generator, *, repeats: int = 101
) -> Fraction:
    """The median over repeated play rounds, the thesis' fitness of a chance-based deal."""
    if repeats < 1:
        raise BadSetup(f"at least 1 repeat is needed, not {repeats}")
    if repeats * rules.size * rules.players > MOST_ANSWERS:
        answers = repeats * rules.size * rules.players
        raise TooLarge(f"{answers:.2g} answers to draw; at most {MOST_ANSWERS:,} are")
    return Fraction(median(play_round(mixed, rules, rng) for _ in range(repeats)))
