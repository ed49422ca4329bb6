"""Mastermind: find the secret code from black and white answers.

The maker hides a code of colored pegs; the breaker guesses.  Each guess is answered with
one black pin per peg right in color and place, and one white pin per further peg right in
color alone.  One seat plays, the breaker; the code is the secret.
The breaker wins by guessing the code before the rows of the board are used up.
There may be a second seat, the maker's, whose wrong answers are caught and corrected.
"""

from whoknows.games.mastermind.game import GAME, Mastermind
from whoknows.games.mastermind.rules import Answer, Code, Line, Rules, Setup, Sight

__all__ = ["GAME", "Answer", "Code", "Line", "Mastermind", "Rules", "Setup", "Sight"]
