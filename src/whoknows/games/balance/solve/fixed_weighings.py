"""Weighings fixed in advance for one odd coin, after [Dyson1946].

Each coin gets a word of w letters: left, beside, or right, one for each weighing.  If the
coin is heavy the scales spell its word, if it is light the opposite word (left for right);
so words must differ from each other and from each other's opposites.  Words of one letter
are left out, and of the rest those whose first change of letter runs left, beside, right,
left are taken; their opposites run the other way.  Turning all letters of a word in this
circle gives three words of the same kind, which are one coin in each place at every
weighing: so the pans hold equally many.  That is (3^w - 3)/2 coins.

>>> design = fixed_weighings(3)
>>> design.coins, len(design.weighings)
(12, 3)
>>> design.decode(("GT", "EQ", "LT"))[0]
0
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any, TypeAlias

from whoknows.errors import BadSetup, Contradiction, TooLarge
from whoknows.games.balance.rules import ANSWERS, Answer, Rules, Weighing, World, world_name

Word: TypeAlias = tuple[int, ...]  # of each weighing: 1 left, 0 beside, -1 right

MOST_WEIGHINGS = 9
POOL = 4  # triples of words from which a rest of coins is taken


@dataclass(frozen=True)
class Design:
    """Weighings that are all fixed before the first."""

    words: tuple[Word, ...]
    """Where each coin goes."""

    @property
    def coins(self) -> int:
        """How many coins there are."""
        return len(self.words)

    @cached_property
    def weighings(self) -> tuple[Weighing, ...]:
        """The weighings, one after the other."""
        return tuple(
            Weighing(*(pan_of(self.words, place, pan) for pan in (1, -1)))
            for place in range(len(self.words[0]))
        )

    @cached_property
    def cases(self) -> dict[Word, World]:
        """The case that each answer, as a word, gives away."""
        found = {}
        for coin, word in enumerate(self.words):
            for kind in (1, -1):
                world = [0] * self.coins
                world[coin] = kind
                found[tuple(kind * letter for letter in word)] = tuple(world)
        return found

    def decode(self, answers: Sequence[Answer]) -> World:
        """The case that the answers give away."""
        word = tuple(ANSWERS.index(answer) - 1 for answer in answers)
        if word not in self.cases:
            raise Contradiction(f"no case is answered {' '.join(answers)}")
        return self.cases[word]

    def document(self) -> dict[str, Any]:
        """The weighings, and what each answer gives away, as plain JSON."""
        return {
            "coins": self.coins,
            "weighings": [
                {"left": list(pans.left), "right": list(pans.right)}
                for pans in self.weighings
            ],
            "decode": {
                " ".join(ANSWERS[letter + 1] for letter in word): world_name(world)
                for word, world in sorted(self.cases.items())
            },
        }

    def key_lines(self) -> list[str]:
        """What each answer gives away, a line for each."""
        return [f"  {said}  {case}" for said, case in self.document()["decode"].items()]

    def check(self) -> int:
        """How many cases are told apart; an error if one is not decoded as it should be."""
        rules = Rules(coins=self.coins)
        weighings = [rules.legal(*pans) for pans in self.weighings]
        count = 0
        for world in rules.worlds():
            answers = [rules.answer(weighing, world) for weighing in weighings]
            if self.decode(answers) != world:
                raise BadSetup(f"{answers} does not give away {world}")
            count += 1
        return count


def fixed_weighings(weighings: int, coins: int | None = None) -> Design:
    """Weighings for (3^w - 3)/2 coins, or for fewer."""
    if weighings < 2:
        raise BadSetup(f"{weighings} weighings cannot tell one odd coin; wanted 2 or more")
    if weighings > MOST_WEIGHINGS:
        raise TooLarge(f"{weighings} weighings; designs are made for {MOST_WEIGHINGS}")
    most = (3**weighings - 3) // 2
    number = most if coins is None else coins
    if not 3 <= number <= most:
        raise BadSetup(f"{number} coins in {weighings} fixed weighings; wanted 3 to {most}")
    triples = [turned(word) for word in first_words(weighings)]
    rest = rest_of(triples[:POOL], number, len(triples))
    whole = (number - len(rest)) // 3
    taken = triples[:whole] if not rest else triples[POOL : POOL + whole]
    return Design((*rest, *(word for triple in taken for word in triple)))


def first_words(weighings: int) -> list[Word]:
    """One word of each triple: the first change of letter is from left to beside."""
    return [
        word
        for word in product((1, 0, -1), repeat=weighings)
        if next((pair for pair in zip(word, word[1:]) if pair[0] != pair[1]), 0) == (1, 0)  # noqa: RUF007, B905
    ]


def turned(word: Word) -> tuple[Word, Word, Word]:
    """A word with its letters turned by no, one, and two steps: left, beside, right."""
    step = {1: 0, 0: -1, -1: 1}
    once = tuple(step[letter] for letter in word)
    return word, once, tuple(step[letter] for letter in once)


def rest_of(
    pool: list[tuple[Word, Word, Word]], coins: int, triples: int
) -> tuple[Word, ...]:
    """Words for the coins that whole triples leave over; pans hold equally many still."""
    if coins % 3 == 0:
        return ()
    words = [(1,) * len(pool[0][0]), *(word for triple in pool for word in triple)]
    for size in range(coins % 3 + 3, len(words), 3):
        if size <= coins and (coins - size) // 3 <= triples - len(pool):
            for some in combinations(words, size):
                for signs in product((1, -1), repeat=size - 1):
                    signed = [
                        tuple(s * x for x in w)
                        for s, w in zip((1, *signs), some, strict=True)
                    ]
                    if not any(map(sum, zip(*signed, strict=True))):
                        return tuple(signed)
    raise BadSetup(f"no fixed weighings are known for {coins} coins")


def pan_of(words: Sequence[Word], place: int, pan: int) -> tuple[int, ...]:
    """The coins on one pan at one weighing."""
    return tuple(coin for coin, word in enumerate(words, start=1) if word[place] == pan)
