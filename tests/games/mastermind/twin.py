"""Mastermind from the definition: codes as tuples, answers counted peg by peg."""

from collections import Counter
from itertools import permutations, product


def codes(rules):
    colors = range(rules.colors)
    if rules.repeats:
        return list(product(colors, repeat=rules.pegs))
    return list(permutations(colors, rules.pegs))


def answer(rules, guess, secret):
    """Cross off what agrees in place; then match what is left, color by color."""
    left_guess, left_secret, black = [], [], 0
    for one, two in zip(guess, secret, strict=True):
        if one == two:
            black += 1
        else:
            left_guess.append(one)
            left_secret.append(two)
    white = 0
    for color in left_guess:
        if color in left_secret:
            left_secret.remove(color)
            white += 1
    return (black, 0) if rules.blacks_only else (black, white)


def left(rules, lines):
    return [
        code
        for code in codes(rules)
        if all(answer(rules, line.guess, code) == tuple(line.answer) for line in lines)
    ]


def shape(rules, guess, possible):
    """The sizes of the split, and whether the guess may be the code."""
    sizes = Counter(answer(rules, guess, code) for code in possible)
    return tuple(sorted(sizes.values(), reverse=True)), guess in possible
