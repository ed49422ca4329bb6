"""A checker of certificates that shares no code with what wrote them.

Nothing of the rest of the package is imported here: each game is defined anew, as its page
in the docs has it, with the standard library and numpy.  A certificate is a JSON document,
plain or compressed, with three parts:

claim    the question in full (game, sizes, rules) and the value that is claimed
witness  what reaches the value: a plan, a deal, a set, a code
proof    why nothing does better, in steps that are checked one by one

`verify` reads the claim and the witness and checks the witness from the definition of
the game, then the proof, and says what is so; or it raises `Refused`.

asking   Mastermind and tables of questions: plans, and bounds for cells
static   guesses fixed in advance: all smaller sets are tried
balance  coins: plans, and all weighings are tried
hats     deals in every configuration; `cases`: a tree with a weighted sum at each leaf
layers   more colors: what is won in a layer, counted; stacks of layers (`five_agents` and
         `four_colors` go on from there, by the lemmas of `layer_lists`)
counts   maximal deals and Psi: all minimal dominating sets; polynomials by Sturm
codes    words that cover the cube, and bounds by counting

From a shell: `whoknows verify FILE`, or `python -m whoknows.checking FILE`.
"""

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
    read,
    require,
    silent,
)

__all__ = ["FORMAT", "Refused", "Verdict", "read", "verify"]

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
