"""Strategies of the breaker, as functions of what the breaker sees; as makers all are evil.

| strategy | asks | source |
|---|---|---|
| `first` | the first code still possible | exercise 1 of [vanEijck2014] |
| `worst-case` | for the smallest largest cell | [Knuth1976] |
| `expected-size` | for the smallest cell on average | [Irving1979] |
| `entropy` | for the most bits | [Neuwirth1982] |
| `parts` | for the most cells | [Kooi2005] |
| `entropy-base-parts` | for the most even split: exercise 5, and bad | [Kooi2005] |
| `experience` | for the fewest guesses to come, learned from its own plans | our own |
| `any-possible` | a possible code, drawn at random | |
| `sampled` | for the most bits in a sample, where codes are too many to list | our own |

The other scores of `whoknows.inquiry.by_score.scores` are strategies as well.
"""

from collections.abc import Mapping

import numpy as np

from whoknows.edge import checked
from whoknows.games.mastermind.knowledge import possible_codes, problem
from whoknows.games.mastermind.knowledge.maker_moves import corrections, evil_reply
from whoknows.games.mastermind.knowledge.sampled_codes import agreeing
from whoknows.games.mastermind.rules import MAKER, Code, Hidden, Lines, Move, Rules, Sight
from whoknows.games.mastermind.solve.ranked_guesses import sampled_suggestions
from whoknows.inquiry.by_score.strategies import (
    FIRST,
    LEARNING,
    NAMES,
    WORDS,
    check_name,
    chooser,
)
from whoknows.play.game import History, Strategy

__all__ = ["COMPARED", "STRATEGIES", "next_guess", "tuned"]

PAPERS = (FIRST, "worst-case", "expected-size", "entropy", "parts")  # the five
FAMILIES = ("entropy+", "power:")  # of scores, with a number in the name
COMPARED = (*PAPERS, "entropy-base-parts", LEARNING)


def by_name(name: str) -> Strategy[Sight, Move]:
    """The strategy that asks by the score of that name."""

    def strategy(sight: Sight, history: History, rng: np.random.Generator) -> Move:
        if sight.seat == MAKER:
            return maker_move(sight, rng)
        return next_guess(sight.rules, sight.lines, name)

    strategy.__doc__ = WORDS.get(name)
    return strategy


def maker_move(sight: Sight, rng: np.random.Generator) -> Move:
    """What a strategy does in the maker's seat: it has no code, unless one is asked for.

    It answers as the evil maker does, or by the code that it told the referee.
    """
    rules = sight.rules
    if not sight.ready:
        return Hidden(rules.draw(rng))
    if sight.disputed is not None:  # only where somebody else sat here before
        return corrections(rules, sight.every_line)[-1]
    assert sight.pending is not None, "a maker answers guesses"
    if sight.code is not None:
        return rules.answer(sight.pending, sight.code)
    return evil_reply(rules, sight.lines, sight.pending)


@checked
def tuned(name: str) -> Strategy[Sight, Move] | None:
    """The strategy of a family of scores: `entropy+1/2`, `power:3/2`."""
    if not name.startswith(FAMILIES):
        return None
    check_name(name)
    return by_name(name)


@checked
def next_guess(rules: Rules, lines: Lines, name: str) -> Code:
    """What the strategy guesses after these lines."""
    choose = chooser(problem(rules), name)
    asked = tuple(rules.place(line.guess) for line in lines)
    return rules.code(choose(possible_codes(rules, lines), asked))


def sampled(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """Asks the most telling of a few possible codes, by a sample of them: any size."""
    if sight.seat == MAKER:
        return maker_move(sight, rng)
    ranked = sampled_suggestions(sight.rules, sight.lines, rng, top=1)
    return sight.rules.parse_code(ranked.rows[0].guess)


def any_possible(sight: Sight, history: History, rng: np.random.Generator) -> Move:
    """A code that is still possible, drawn at random."""
    if sight.seat == MAKER:
        return maker_move(sight, rng)
    rules = sight.rules
    if not rules.listed:
        return tuple(rng.choice(agreeing(rules, sight.lines, rng).codes).tolist())
    return rules.code(int(rng.choice(possible_codes(rules, sight.lines))))


STRATEGIES: Mapping[str, Strategy[Sight, Move]] = {
    **{name: by_name(name) for name in NAMES},
    "any-possible": any_possible,
    "sampled": sampled,
}
