"""The evil codemaker, who has no code in mind and answers so as to keep the most."""

from whoknows.games.mastermind.knowledge.cells import problem
from whoknows.games.mastermind.rules import Answer, Code, Rules
from whoknows.inquiry.problem import Cell


def evil_answer(rules: Rules, cell: Cell, guess: Code) -> Answer:
    """The answer that leaves the most codes; among equals the one with the fewest blacks.

    >>> import numpy as np
    >>> rules = Rules(pegs=4, colors=6)
    >>> evil_answer(rules, np.arange(rules.size, dtype=np.int32), (0, 0, 1, 1))
    Answer(black=0, white=0)
    """
    parts = problem(rules).split(rules.place(guess), cell)
    label, _ = max(parts, key=lambda part: (len(part[1]), -part[0]))
    return rules.answer_of(label)
