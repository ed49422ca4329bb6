"""A deal: what the team agreed on, one answer for each agent and view.

The thesis writes it agent by agent, one letter a view, in the order of the views:
`BPPR BPPR BPPR`.  The hat-game paper writes the same as a decision matrix of 1 (guess
white, our R), -1 (guess black, our B), 0 (pass), and `*` (free: nothing hangs on it).

>>> classic = parse_deal("BPPR BPPR BPPR", Rules(players=3))
>>> classic.matrix()
[[-1, 0, 0, 1], [-1, 0, 0, 1], [-1, 0, 0, 1]]
>>> parse_matrix(classic.matrix(), Rules(players=3)) == classic
True
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from whoknows.edge import checked
from whoknows.errors import BadSetup, shortened
from whoknows.games.hats.rules.world import LETTERS, Rules

Answer: TypeAlias = int  # 0 passes, color k is answered as k + 1, -1 is free
Order: TypeAlias = Literal["natural", "reversed"]
Entry: TypeAlias = int | str  # of a decision matrix: -1, 0, 1, or "*"

PASS: Final = 0
FREE: Final = -1
ENTRY_ANSWERS: Final[dict[Entry, Answer]] = {1: 1, -1: 2, 0: PASS, "*": FREE}
ANSWER_ENTRIES: Final = {answer: entry for entry, answer in ENTRY_ANSWERS.items()}


@dataclass(frozen=True, slots=True)
class Deal:
    """The answers of every agent, one row each, one answer per view."""

    answers: tuple[tuple[Answer, ...], ...]

    def matrix(self) -> list[list[Entry]]:
        """The deal as a decision matrix; for two colors only."""
        if any(answer > 2 for row in self.answers for answer in row):
            raise BadSetup("a decision matrix has two colors, and this deal has more")
        return [[ANSWER_ENTRIES[answer] for answer in row] for row in self.answers]

    def settled(self) -> "Deal":
        """The deal with every free choice taken as a pass, as the thesis has it."""
        return Deal(tuple(tuple(max(a, PASS) for a in row) for row in self.answers))


@checked
def deal_name(deal: Deal, rules: Rules, *, order: Order = "natural") -> str:
    """A deal in the thesis' notation: `BPPR BPPR BPPR`."""
    rows = [reordered(row, rules, order) for row in deal.answers]
    return " ".join("".join(map(answer_letter, row)) for row in rows)


@checked
def parse_deal(text: str, rules: Rules, *, order: Order = "natural") -> Deal:
    """The deal that people mean by `text`; braces and commas are ignored.

    `order` says how the views are listed: natural order of agents (Table 5.2 of the
    thesis), or highest-numbered other agent first (its Tables 5.5 to 5.8).
    """
    if ":" in text:
        raise BadSetup(
            f"{shortened(text)} is chance-based, and here every answer is fixed;"
            " `hats tell`, `evaluate`, and `simulate` take such deals"
        )
    words = text.upper().replace("{", " ").replace("}", " ").replace(",", " ").split()
    if len(words) != rules.players:
        raise BadSetup(
            f"{shortened(text)} is not a rule for each of {rules.players} players:"
            f" it has {len(words)}"
        )
    rows = []
    for player, word in enumerate(words, 1):
        if len(word) != rules.view_count:
            raise BadSetup(
                f"player {player}'s strategy {shortened(word)} has {len(word)} answers;"
                f" there are {rules.view_count} views"
            )
        answers = [
            parse_answer(
                letter, rules, f"answer {place} of player {player} in {shortened(text)}"
            )
            for place, letter in enumerate(word, 1)
        ]
        rows.append(reordered(answers, rules, order))
    return Deal(tuple(rows))


def with_deal(rules: Rules) -> Rules:
    """The rules with their agreed deal as we write it, if there is one that fits them."""
    if not rules.agreed.strip():
        return replace(rules, agreed="")
    if rules.rounds > 1:
        raise BadSetup(f"agreed: a deal is for one round, and there are {rules.rounds}")
    return replace(rules, agreed=deal_name(agreed_deal(rules), rules))


@lru_cache(maxsize=64)
def agreed_deal(rules: Rules) -> Deal:
    """The deal that the table has agreed on."""
    return parse_deal(rules.agreed, rules)


def parse_matrix(rows: Sequence[Sequence[Entry]] | str, rules: Rules) -> Deal:
    """The deal of a decision matrix, given as rows or as JSON text."""
    if isinstance(rows, str):
        try:
            rows = json.loads(rows)
        except (ValueError, RecursionError) as error:
            raise BadSetup(f"this is no matrix: {error}") from None
    if rules.colors != 2:
        raise BadSetup(f"a decision matrix has two colors, not {rules.colors}")
    if not isinstance(rows, (list, tuple)) or len(rows) != rules.players:
        raise BadSetup(f"a decision matrix for {rules.players} players has as many rows")
    deal = []
    for player, row in enumerate(rows, 1):
        if not isinstance(row, (list, tuple)) or len(row) != rules.view_count:
            raise BadSetup(
                f"row {player} is not of {rules.view_count} entries: {shortened(row)}"
            )
        for place, entry in enumerate(row):
            if not isinstance(entry, int | str) or entry not in ENTRY_ANSWERS:
                raise BadSetup(
                    f"row {player}, column {place}: {shortened(entry)} is not -1, 0, 1, *"
                )
        deal.append(tuple(ENTRY_ANSWERS[entry] for entry in row))
    return Deal(tuple(deal))


def answer_letter(answer: Answer) -> str:
    """An answer as one letter: a color, `P`, or `*`."""
    return {PASS: "P", FREE: "*"}.get(answer) or LETTERS[answer - 1]


def parse_answer(letter: str, rules: Rules, where: str = "this answer") -> Answer:
    """The answer that a letter stands for; `where` is for the error."""
    known = LETTERS[: rules.colors]
    if letter == "P":
        if not rules.passing:
            raise BadSetup(f"{where} is P, and these rules allow no passing")
        return PASS
    if letter == "*":
        return FREE
    if len(letter) != 1 or letter not in known:
        raise BadSetup(f"{where} is {letter!r}, not one of {known}, P, *")
    return known.index(letter) + 1


def reordered(row: Sequence[Answer], rules: Rules, order: Order) -> tuple[Answer, ...]:
    """A strategy with its views listed in the other order; its own inverse."""
    if order == "natural" or rules.views == "counts":
        return tuple(row)
    return tuple(row[mirrored(view, rules)] for view in range(len(row)))


def mirrored(view: int, rules: Rules) -> int:
    """The view with its hats read from the last agent to the first."""
    turned = 0
    for _ in range(rules.players - 1):
        view, color = divmod(view, rules.colors)
        turned = turned * rules.colors + color
    return turned
