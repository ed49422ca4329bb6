"""Which check a claim is given to."""

from collections.abc import Callable
from typing import TypeAlias

from whoknows.checking import (
    counts,
    covering_codes,
    fixed_guesses,
    hat_deals,
    plans,
    weighings,
)
from whoknows.checking.certificate import (
    FORMAT,
    Document,
    Fields,
    Progress,
    Refused,
    Verdict,
    require,
    silent,
)

Check: TypeAlias = Callable[[Fields, Fields, Fields, Progress], Verdict]

CHECKS: dict[str, Check] = {
    "mastermind": plans.check,
    "table": plans.check,
    "static": fixed_guesses.check,
    "balance": weighings.check,
    "hats": hat_deals.check,
    "maximal": counts.check_maximal,
    "psi": counts.check_psi,
    "code": covering_codes.check,
}


def verify(document: Document, progress: Progress = silent) -> Verdict:
    """What the certificate proves; raises `Refused` where it does not."""
    good = isinstance(document, dict) and document.get("format") == FORMAT
    require(good, f"wanted a document with 'format': {FORMAT!r}")
    whole = Fields(document, "the certificate")
    whole.value("format")
    claim, witness, proof = (
        Fields(whole.value(key), key) for key in ("claim", "witness", "proof")
    )
    whole.close()
    game = claim.value("game")
    require(isinstance(game, str) and game in CHECKS, f"nothing is known of game {game!r}")
    try:
        verdict = CHECKS[str(game)](claim, witness, proof, progress)
        for part in (claim, witness, proof):
            part.close()
        return verdict
    except (RecursionError, MemoryError, OverflowError) as error:
        raise Refused(f"the certificate is too large: {error!r}") from error
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as error:
        raise Refused(f"a part is not of the right form: {error!r}") from error
