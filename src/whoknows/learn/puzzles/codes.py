"""Codes: Mastermind and Bulls and Cows, with one code left.

From level 4 on the last answers are whispered: one is told the first half of each answer,
the other the second half, and they talk.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product

import numpy as np

from whoknows.learn.puzzles.draft import Draft, Remark, Stage, fact
from whoknows.learn.puzzles.people import some_people
from whoknows.learn.puzzles.remarks import Window, converse
from whoknows.wording import plural

SIZES = {  # pegs and colors, by level; the second of each is Bulls and Cows
    1: ((2, 5), (2, 6)),
    2: ((3, 4), (3, 5)),
    3: ((3, 6), (4, 6)),
    4: ((3, 5), (3, 6)),
    5: ((3, 6), (4, 6)),
}


@dataclass(frozen=True, slots=True)
class Game:
    """A size of the game; without repeats it is Bulls and Cows."""

    pegs: int
    colors: int
    repeats: bool

    def codes(self) -> list[str]:
        """Every code that may be hidden."""
        digits = "123456789"[: self.colors]
        if self.repeats:
            return ["".join(code) for code in product(digits, repeat=self.pegs)]
        return ["".join(code) for code in permutations(digits, self.pegs)]


def answer(guess: str, code: str) -> tuple[int, int]:
    """How many digits are in the right place, and how many more are in the code."""
    right = sum(a == b for a, b in zip(guess, code, strict=True))
    shared = sum(min(guess.count(digit), code.count(digit)) for digit in set(guess))
    return right, shared - right


def draft(level: int, rng: np.random.Generator) -> Draft | None:
    """A position with one code left; none if this try failed."""
    which = int(rng.integers(2))
    game = Game(*SIZES[level][which], repeats=which == 0)
    codes = game.codes()
    secret = int(rng.integers(len(codes)))
    guesses = some_guesses(codes, secret, whispered=level >= 4, rng=rng)
    if guesses is None:
        return None
    public, hidden = guesses
    facts = {
        f"guess {guess}": np.array(
            [answer(guess, c) == answer(guess, codes[secret]) for c in codes]
        )
        for guess in public
    }
    people = some_people(2, rng)
    looks = {
        person: tuple(whisper(k, hidden, code, game) for code in codes)
        for k, person in enumerate(people)
    }
    stage = Stage(tuple(codes), looks if hidden else {}, facts)
    clues = tuple(
        Remark(
            f"{guess}: {answer_name(answer(guess, codes[secret]), game)}",
            fact(f"guess {guess}"),
        )
        for guess in public
    )
    talk: tuple[Remark, ...] = ()
    if hidden:
        model = stage.model()
        for clue in clues:
            model = model.announce(clue.formula)
        window = Window.of(level).after(len(codes), len(clues))
        said = converse(model, people, "the code", level - 2, window, rng)
        if not said:
            return None
        talk = said
    return Draft(
        title="Mastermind: one code left"
        if game.repeats
        else "Bulls and Cows: one code left",
        story=story(game, people, hidden),
        stage=stage,
        remarks=clues + talk,
        question="What is the code?",
        given={
            "pegs": game.pegs,
            "colors": game.colors,
            "repeats": game.repeats,
            "guesses": [[guess, list(answer(guess, codes[secret]))] for guess in public],
            "whispered": hidden,
            "told": dict(zip(people, ("first", "second"), strict=True)) if hidden else {},
        },
    )


def some_guesses(
    codes: list[str], secret: int, *, whispered: bool, rng: np.random.Generator
) -> tuple[list[str], list[str]] | None:
    """Guesses that fit what was answered before, and those answered in a whisper."""
    left, public = list(codes), list[str]()
    enough = 8 if whispered else 1
    while len(left) > enough:
        guess = left[int(rng.integers(len(left)))]
        if guess == codes[secret] and len(left) > 1:
            continue
        after = [c for c in left if answer(guess, c) == answer(guess, codes[secret])]
        if whispered and len(after) < 4:
            break
        public.append(guess)
        left = after
    if not whispered:
        return public, []
    hidden = [
        codes[k]
        for k in rng.choice(len(codes), size=1 + int(rng.integers(2)), replace=False)
    ]
    return (
        (public, hidden)
        if len(left) > 2 and not set(hidden) & {*public, codes[secret]}
        else None
    )


def whisper(which: int, hidden: list[str], code: str, game: Game) -> str:
    """What one of the two is told of the answers, in words."""
    nouns = ("black", "white") if game.repeats else ("bull", "cow")
    return " and ".join(
        plural(answer(guess, code)[which], nouns[which]) for guess in hidden
    )


def answer_name(given: tuple[int, int], game: Game) -> str:
    """An answer as people say it."""
    first, second = ("black", "white") if game.repeats else ("bull", "cow")
    return f"{plural(given[0], first)}, {plural(given[1], second)}"


def story(game: Game, people: list[str], hidden: list[str]) -> str:
    """The game in words."""
    right, other = ("black", "white") if game.repeats else ("bull", "cow")
    repeats = "the same digit may stand twice" if game.repeats else "all digits differ"
    text = (
        f"A secret code has {game.pegs} digits from 1 to {game.colors}; {repeats}. To a"
        f" guess, the answer is a {right} for every digit in its right place, and a {other}"
        " for every further digit that is in the code at another place."
    )
    if not hidden:
        return f"{text} These guesses were answered:"
    asked = " and ".join(hidden)
    each = "to the guess" if len(hidden) == 1 else "to each of the guesses"
    return (
        f"{text} {people[0]} and {people[1]} hear all that is said here. Besides,"
        f" {people[0]} is told in private the number of {right}s {each} {asked}, and"
        f" {people[1]} the number of {other}s. Both know this, and are perfect logicians."
        " All hear this:"
    )
