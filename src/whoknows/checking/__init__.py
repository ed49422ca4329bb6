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
         `four_colors` go on from there)
counts   maximal deals and Psi: all minimal dominating sets; polynomials by Sturm
codes    words that cover the cube, and bounds by counting

From a shell: `whoknows verify FILE`, or `python -m whoknows.checking FILE`.
"""

from whoknows.checking.certificate import FORMAT, Refused, Verdict, read
from whoknows.checking.kinds import verify

__all__ = ["FORMAT", "Refused", "Verdict", "read", "verify"]
