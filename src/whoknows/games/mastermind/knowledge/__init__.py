"""What the breaker knows: the codes that are still possible, as fast as can be.

`layers` holds the answers as small tables, `symmetry` says which guesses are of one kind,
`cells` follows a history of guesses and answers, and `maker` thinks for the other side.
"""

from whoknows.games.mastermind.knowledge.codes_left import (
    consistent,
    culprits,
    possible_codes,
    problem,
)

__all__ = ["consistent", "culprits", "possible_codes", "problem"]
