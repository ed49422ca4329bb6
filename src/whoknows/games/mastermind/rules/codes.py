"""Mastermind: find the secret code from black and white answers.

The maker hides a code of colored pegs, repeats allowed or not.  A guess is answered with
one black per peg right in color and place, and one white per further peg right in color
alone [Knuth1976]; or, if so agreed, with the blacks alone.

>>> classic = Rules(pegs=4, colors=6)
>>> classic.answer(guess=(0, 0, 1, 1), secret=(0, 1, 1, 2))
Answer(black=2, white=1)
>>> classic.parse_code("1123"), classic.code_name((0, 0, 1, 2))
((0, 0, 1, 2), '1123')
"""

from dataclasses import dataclass
from functools import cached_property
from math import perm
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.asking.option import check_options, option
from whoknows.edge import checked
from whoknows.errors import BadSetup, IllegalMove, TooLarge, is_whole
from whoknows.wording import plural

Code: TypeAlias = tuple[int, ...]  # the color at each peg
Secret: TypeAlias = Code  # empty where no chance decides the code
Codes: TypeAlias = NDArray[np.int8]  # one code per row

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # colors as people type them
TEN = "1234567890"  # those of Bulls and Cows; what was written with an A is read as well
MOST_CODES = 4_000_000  # that fit the memory, with what is computed for each
MOST_PEGS = 32
MOST_ROWS = 1000


MAKERS = {
    "referee": "a code drawn at random",
    "evil": "no code at all: answers that keep the most codes",
    "mind": "a second seat, with a code in mind",
    "checked": "a second seat, with a code that the referee knows and checks",
}


class Answer(NamedTuple):
    """What the maker says to a guess."""

    black: int
    white: int


class Line(NamedTuple):
    """One line of the board: a guess and what was answered."""

    guess: Code
    answer: Answer


Lines: TypeAlias = tuple[Line, ...]


class Hidden(NamedTuple):
    """The maker's move that tells the referee the code; the others see no code."""

    code: Code | None


class Correction(NamedTuple):
    """The maker's move that answers some lines anew: their places, and the answers."""

    changes: tuple[tuple[int, Answer], ...]


Move: TypeAlias = Code | Answer | Hidden | Correction


@checked
@dataclass(frozen=True)
class Rules:
    """A size of the game; the classic is 4 pegs in 6 colors with repeats."""

    pegs: int = 4
    colors: int = 6
    repeats: bool = True
    """Whether a color may come more than once; not so in Bulls and Cows."""
    blacks_only: bool = False
    """Whether the whites are kept silent."""

    def __post_init__(self) -> None:
        if self.pegs < 1 or self.colors < 1:
            raise BadSetup(f"{self}: there must be a peg and a color at least")
        if self.pegs > MOST_PEGS:
            raise BadSetup(f"{self.pegs:,} pegs; at most {MOST_PEGS} are possible")
        if self.colors > len(DIGITS):
            raise BadSetup(f"{self}: at most {len(DIGITS)} colors have a name")
        if not self.repeats and self.colors < self.pegs:
            raise BadSetup(f"{self}: without repeats, no fewer colors than pegs")

    def __str__(self) -> str:
        kind = "" if self.repeats else " without repeats"
        pegs = plural(self.pegs, "peg")
        return f"{pegs} in {plural(self.colors, 'color')}{kind}"

    @property
    def size(self) -> int:
        """How many codes there are."""
        return self.colors**self.pegs if self.repeats else perm(self.colors, self.pegs)

    @property
    def listed(self) -> bool:
        """Whether all codes fit the memory; else some of them are drawn."""
        return self.size <= MOST_CODES

    def check_listed(self) -> None:
        """Refuse what looks at all codes where they do not fit the memory."""
        if not self.listed:
            raise TooLarge(f"{self} has {self.size:,} codes; {MOST_CODES:,} fit the memory")

    def draw(self, rng: np.random.Generator) -> Code:
        """A code, all being alike."""
        if self.listed:
            return self.code(int(rng.integers(self.size)))
        if self.repeats:
            return tuple(rng.integers(self.colors, size=self.pegs).tolist())
        return tuple(rng.permutation(self.colors)[: self.pegs].tolist())

    @cached_property
    def codes(self) -> Codes:
        """Every code, in counting order: the secrets and the guesses."""
        self.check_listed()
        grid = np.indices((self.colors,) * self.pegs, dtype=np.int8)
        codes = grid.reshape(self.pegs, -1).T
        if not self.repeats:
            ordered = np.sort(codes, axis=1)
            codes = codes[(ordered[:, 1:] != ordered[:, :-1]).all(1)]
        return np.ascontiguousarray(codes)

    @property
    def labels(self) -> int:
        """Answers are labels below this."""
        return self.pegs + 1 if self.blacks_only else self.pegs * (self.pegs + 1) + 1

    def label(self, answer: Answer) -> int:
        """An answer as one number: `black * pegs + black + white`, or the blacks alone."""
        if self.blacks_only:
            return answer.black
        return answer.black * (self.pegs + 1) + answer.white

    def answer_of(self, label: int) -> Answer:
        """The answer with that label."""
        if self.blacks_only:
            return Answer(label, 0)
        return Answer(*divmod(label, self.pegs + 1))

    def answer(self, guess: Code, secret: Code) -> Answer:
        """The answer to `guess` when the code is `secret`."""
        black = sum(a == b for a, b in zip(guess, secret, strict=True))
        if self.blacks_only:
            return Answer(black, 0)
        shared = sum(min(guess.count(color), secret.count(color)) for color in {*guess})
        return Answer(black, shared - black)

    @cached_property
    def every_answer(self) -> tuple[Answer, ...]:
        """Every answer that can be given to some guess, the least informative last."""
        full = self.pegs
        if self.blacks_only:
            return tuple(Answer(black, 0) for black in range(full + 1))
        return tuple(
            Answer(black, white)
            for black in range(full + 1)
            for white in range(full + 1 - black)
            if (black, white) != (full - 1, 1)
            and (self.repeats or black + white >= 2 * full - self.colors)
        )

    def parse_code(self, text: str) -> Code:
        """The code that people mean by `text`: one digit or letter per peg."""
        letters = [letter for letter in text.upper() if letter not in " ,-"]
        if not letters:
            raise IllegalMove(f"no {self.what} is chosen yet; a code has {self.pegs}")
        if len(letters) != self.pegs:
            count = plural(len(letters), self.what)
            raise IllegalMove(f"{text!r} has {count}; a code has {self.pegs}")
        known, older = self.digits, DIGITS[: self.colors]
        for letter in letters:
            if letter not in known and letter not in older:
                wrong = f"{text!r}: {letter!r} is no {self.what}"
                raise IllegalMove(f"{wrong}; they are {self.span}")
        code = tuple(
            known.index(letter) if letter in known else older.index(letter)
            for letter in letters
        )
        if not self.repeats and len({*code}) < self.pegs:
            raise IllegalMove(f"{text!r} repeats a {self.what}; here none may be repeated")
        return code

    def code_name(self, code: Code) -> str:
        """A code as people type it."""
        return "".join(self.digits[color] for color in code)

    @property
    def is_bulls_and_cows(self) -> bool:
        """Whether this is the game of ten digits, none of which comes twice."""
        return self.colors == len(TEN) and not self.repeats

    @property
    def digits(self) -> str:
        """The colors as people type them; in Bulls and Cows the ten digits."""
        return TEN if self.is_bulls_and_cows else DIGITS[: self.colors]

    @property
    def what(self) -> str:
        """What a code is made of, in a word."""
        return "digit" if self.is_bulls_and_cows else "color"

    @property
    def span(self) -> str:
        """The colors in words: `1 to 6`."""
        return "0 to 9" if self.is_bulls_and_cows else f"1 to {self.digits[-1]}"

    def parse_answer(self, text: str) -> Answer:
        """The answer that people mean by `text`: `1,2` or `12` is 1 black and 2 white."""
        digits = text.replace(",", " ").split()
        if len(digits) == 1 and len(digits[0]) == 2 and not self.blacks_only:
            digits = list(digits[0])
        if len(digits) == 1 and self.blacks_only:
            digits = [digits[0], "0"]
        if self.blacks_only and len(digits) == 2 and digits[1].strip("0"):
            raise IllegalMove(
                f"{text!r} counts whites, and these rules answer {self.answer_form}"
            )
        short = all(is_whole(digit) and len(digit) < 5 for digit in digits)
        if len(digits) != 2 or not short:
            raise IllegalMove(f"{text!r} is no answer; wanted {self.answer_form}")
        answer = Answer(*map(int, digits))
        if answer not in self.every_answer:
            raise IllegalMove(f"{self.answer_name(answer)} can never be answered to {self}")
        return answer

    @property
    def answer_form(self) -> str:
        """How an answer is typed."""
        return "blacks, like 2" if self.blacks_only else "black,white, like 1,2"

    def answer_name(self, answer: Answer) -> str:
        """An answer as people type it."""
        return str(answer.black) if self.blacks_only else f"{answer.black},{answer.white}"

    def place(self, code: Code) -> int:
        """The place of a code in counting order."""
        if self.repeats:
            return int(np.ravel_multi_index(code, (self.colors,) * self.pegs))
        return int(np.flatnonzero((self.codes == code).all(1))[0])

    def code(self, place: int) -> Code:
        """The code at a place in counting order."""
        return tuple(self.codes[place].tolist())


@dataclass(frozen=True, slots=True)
class Setup:
    """A table: the rules, how many rows the board has, and who answers."""

    pegs: int = option(4, "Pegs", min=1, max=MOST_PEGS, help="the length of the code")
    colors: int = option(
        6, "Colors", min=1, max=len(DIGITS), help="how many a peg can have"
    )
    repeats: bool = option(
        True, "A color may come again", help="without it, this is Bulls and Cows"
    )
    blacks_only: bool = option(
        False, "Only blacks are told", help="harder: there are no white pins"
    )
    rows: int = option(
        12, "Rows of the board", min=1, max=MOST_ROWS, help="how many guesses there are"
    )
    maker: str = option("referee", "The code", choices=MAKERS, help="who hides it, and how")

    def __post_init__(self) -> None:
        check_options(self)
        if self.maker != "referee":
            self.rules.check_listed()

    @property
    def rules(self) -> Rules:
        """The rules of the code."""
        return Rules(self.pegs, self.colors, self.repeats, self.blacks_only)

    @property
    def seated(self) -> bool:
        """Whether the maker has a seat."""
        return self.maker in ("mind", "checked")


def move_name(move: Move) -> str:
    """A move as people type it; a guess is just its code.

    >>> move_name(Answer(1, 2)), move_name(Correction(((0, Answer(1, 0)),)))
    ('answer 1,2', 'correct 1:1,0')
    """
    if isinstance(move, Answer):
        return f"answer {move.black},{move.white}"
    if isinstance(move, Hidden):
        return f"code {code_text(move.code)}" if move.code else "code"
    if isinstance(move, Correction):
        changes = [f"{k + 1}:{answer.black},{answer.white}" for k, answer in move.changes]
        return f"correct {' '.join(changes)}"
    return code_text(move)


def parse_move(text: str, setup: Setup) -> Move:
    """The move that people mean: a code, or what a maker says."""
    word, _, rest = text.strip().partition(" ")
    if setup.seated and word.lower() == "answer":
        return setup.rules.parse_answer(rest)
    if setup.seated and word.lower() == "code":
        return Hidden(setup.rules.parse_code(rest))
    if setup.seated and word.lower() == "correct":
        return parse_correction(rest, setup.rules)
    return setup.rules.parse_code(text)


def parse_correction(text: str, rules: Rules) -> Correction:
    """The lines that are answered anew: `2:1,1 4:0,2`."""
    changes: dict[int, Answer] = {}
    for part in text.split():
        line, _, answer = part.partition(":")
        if not is_whole(line) or len(line) > 4 or int(line) < 1:
            raise IllegalMove(f"{part!r} corrects no line; wanted something like 2:1,1")
        changes[int(line) - 1] = rules.parse_answer(answer)
    if not changes:
        raise IllegalMove("nothing is corrected; wanted something like correct 2:1,1")
    return Correction(tuple(sorted(changes.items())))


def code_text(code: Code) -> str:
    """A code as people type it."""
    return "".join(DIGITS[color] for color in code)
