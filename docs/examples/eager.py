"""A strategy for the Da Vinci Code: ask where the fewest answers are left, never stop."""

from collections import Counter

from whoknows.games.davinci import GAME
from whoknows.games.davinci.rules import Guess


def eager(sight, history, rng):
    guesses = [move for move in GAME.moves(sight) if isinstance(move, Guess)]
    if not guesses:
        return GAME.moves(sight)[0]
    left = Counter((guess.seat, guess.place) for guess in guesses)
    return min(guesses, key=lambda guess: left[guess.seat, guess.place])
