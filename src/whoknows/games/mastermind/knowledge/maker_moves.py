"""What a maker may do, and what the evil one does, who has no code and keeps the most."""

from collections.abc import Sequence

import numpy as np

from whoknows.games.mastermind.knowledge.codes_left import (
    consistent,
    culprits,
    possible_codes,
    problem,
)
from whoknows.games.mastermind.rules import (
    Answer,
    Code,
    Correction,
    Hidden,
    Line,
    Lines,
    Move,
    Rules,
    Sight,
)
from whoknows.games.mastermind.rules.fold import Reckoning
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


def evil_reply(rules: Rules, lines: Lines, guess: Code) -> Answer:
    """The evil answer to a guess when these lines stand on the board."""
    return evil_answer(rules, possible_codes(rules, lines), guess)


RECKONING = Reckoning(culprits, evil_reply)


def maker_moves(sight: Sight) -> list[Move]:
    """What a maker may do now; corrections are those of one line that settle a dispute."""
    if not sight.ready:
        codes = sight.rules.codes.tolist()
        return [Hidden(tuple(code)) for code in codes]
    if sight.disputed is not None:
        return list(corrections(sight.rules, sight.every_line))
    if sight.code is not None and sight.pending is not None:
        return [sight.rules.answer(sight.pending, sight.code)]
    return list(sight.rules.every_answer)


def corrections(rules: Rules, lines: Sequence[Line]) -> list[Correction]:
    """The corrections of one line with which some code agrees with all."""
    agrees = [consistent(rules, line) for line in lines]
    found: list[Correction] = []
    for place, line in enumerate(lines):
        left = np.ones(rules.size, bool)
        for other, mask in enumerate(agrees):
            left = left & mask if other != place else left
        found += [
            Correction(((place, answer),))
            for answer in rules.every_answer
            if answer != line.answer
            and (left & consistent(rules, Line(line.guess, answer))).any()
        ]
    return found
