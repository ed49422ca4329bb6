"""Certificates of covering codes: the words, and a bound by a theorem.

>>> from whoknows.games.hats.solve.codes.constructions import best_code
>>> code_certificate(best_code(7))["claim"]
{'game': 'code', 'length': 7, 'size': 16, 'least': 16}
"""

from typing import Any

from whoknows.errors import TooLarge
from whoknows.games.hats.solve.bounds.code_sizes import least_words
from whoknows.games.hats.solve.codes.coset_code import CosetCode
from whoknows.work.proof_kinds import FORMAT

LONGEST_CODE = 20


def code_certificate(code: CosetCode) -> dict[str, Any]:
    """The certificate of a code and of the best bound that a theorem gives."""
    if code.length > LONGEST_CODE:
        raise TooLarge(
            f"certificates have all words; length {code.length} is above {LONGEST_CODE}"
        )
    least = least_words(code.length)
    claim = {"length": code.length, "size": code.size, "least": least.size}
    return {
        "format": FORMAT,
        "claim": {"game": "code", **claim},
        "witness": {"words": code.words().tolist()},
        "proof": {"theorem": least.theorem},
    }
