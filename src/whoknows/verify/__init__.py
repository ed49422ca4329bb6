"""A checker of certificates that shares no code with what wrote them.

Nothing of the rest of the package is imported here: each game is defined anew, as its page
in the docs has it, with the standard library and numpy.  A certificate is a JSON document,
plain or compressed, with three parts:

claim    the question in full (game, sizes, rules) and the value that is claimed
witness  what reaches the value: a plan, a deal, a set, a code
proof    why nothing does better, in steps that are checked one by one

`verify` reads the claim and the witness and checks the witness from the definition of
the game, then the proof, and says what is so; or it raises `Refused`.

asking   Mastermind, tables of questions, and coins: plans, and bounds for cells
hats     deals in every configuration; a tree of cases with a weighted sum at each leaf
layers   more colors: what is won in a layer, counted; stacks of layers
counts   maximal deals and Psi: all minimal dominating sets, found by the checker itself
codes    words that cover the cube, and bounds by counting

From a shell: `whoknows verify FILE`, or `python -m whoknows.verify FILE`.
"""

from whoknows.verify.files import FORMAT, Refused, Verdict, read
from whoknows.verify.games import verify

__all__ = ["FORMAT", "Refused", "Verdict", "read", "verify"]
