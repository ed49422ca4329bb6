"""What the breaker knows: the codes that are still possible, as fast as can be.

`layers` holds the answers as small tables, `symmetry` says which guesses are of one kind,
`cells` follows a history of guesses and answers, and `course` a whole game.
"""

from whoknows.games.mastermind.knowledge.cells import (
    Line,
    consistent,
    culprits,
    possible_codes,
    problem,
)

__all__ = ["Line", "consistent", "culprits", "possible_codes", "problem"]
