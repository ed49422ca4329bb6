"""The evil keeper, who has no coin in mind and answers so as to keep the most cases."""

from whoknows.games.balance.knowledge.after_weighings import position_after
from whoknows.games.balance.knowledge.position import Position
from whoknows.games.balance.rules import Answer, Rules, Weighing
from whoknows.games.balance.rules.fold import Lines


def evil_after(rules: Rules, lines: Lines, weighing: Weighing) -> Answer:
    """What an evil keeper answers to a weighing after these lines."""
    return evil_answer(position_after(rules, lines), weighing)


def evil_answer(position: Position, weighing: Weighing) -> Answer:
    """The answer that leaves the most cases; among equals EQ.

    >>> from whoknows.games.balance.knowledge import at_start
    >>> from whoknows.games.balance.rules import Rules
    >>> rules = Rules(coins=12)
    >>> evil_answer(at_start(rules), rules.parse_weighing("1-5 : 6-10"))
    'LT'
    """
    parts = position.split(weighing)
    return max(parts, key=lambda answer: (parts[answer].size, answer == "EQ"))
