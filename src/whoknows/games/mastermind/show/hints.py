"""What is said of a game of Mastermind: moves in words, hints, warnings, and the end.

All of it follows from the board alone; the code is nowhere in it, but for the maker who
told it to the referee, and for everybody when the game is over.  Every game that has such
words takes the same arguments.  Hints are Markdown.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from whoknows.errors import WhoknowsError
from whoknows.games.mastermind.knowledge import possible_codes, problem
from whoknows.games.mastermind.knowledge.maker_moves import corrections
from whoknows.games.mastermind.rules import (
    BREAKER,
    MAKER,
    Answer,
    Caught,
    Correction,
    Hidden,
    Rules,
    Sight,
    contradiction,
)
from whoknows.games.mastermind.show.board_picture import dispute, left_after, pins_name
from whoknows.play.game import Event, Seat
from whoknows.wording import plural

NAMED = 24  # codes that a hint names
ADVISER = "entropy"
RANKED = 50_000  # codes up to which guesses are ranked


def event_text(event: Event, names: Sequence[str], sight: Sight) -> str:
    """A guess, an answer, a correction, in words."""
    rules, [(seat, move)] = sight.rules, event.moves.items()
    who = names[seat]
    if isinstance(move, Hidden):
        return f"{who} has told the referee the code."
    if isinstance(move, Correction):
        changes = [f"line {k + 1} is {pins_name(rules, a)}" for k, a in move.changes]
        return f"{who} corrects: {', '.join(changes)}."
    if isinstance(move, Answer):
        said = f"{who} answers {pins_name(rules, move)}."
        if isinstance(event.answer, Caught):
            return f"{said[:-1]}: {contradiction(event.answer.sets[0])}."
        return said
    told = f"{who} guesses {rules.code_name(move)}"
    return f"{told}: {pins_name(rules, event.answer)}." if event.answer else f"{told}."


def hint(sight: Sight, kind: str) -> str:
    """What the board tells, why, or a good guess."""
    if sight.seat == MAKER:
        return maker_hint(sight, kind)
    return {"know": known, "why": reasons, "move": advice}[kind](sight)


def warning(sight: Sight, move: str) -> str | None:
    """That a guess can tell nothing, or is the last and cannot be right."""
    if sight.seat != BREAKER:
        return None
    try:
        guess = sight.rules.parse_code(move)
    except WhoknowsError:
        return None  # which will be refused
    return doubt(sight, guess)


def ending(
    sight: Sight,
    result: Mapping[Seat, float],  # noqa: ARG001
    names: Sequence[str],
) -> str:
    """Who found the code, and in how many guesses."""
    guesses = f"{len(sight.lines)} guess{'es' if len(sight.lines) != 1 else ''}"
    code = f" {sight.rules.code_name(sight.code)}" if sight.code else ""
    if sight.found:
        code = f" {sight.rules.code_name(sight.lines[-1].guess)}"
        return f"{names[BREAKER]} found the code{code} in {guesses}."
    return f"The code{code} was not found in {guesses}."


def ending_why(sight: Sight) -> str:
    """How many codes every guess left, and what a guess more would have had to tell."""
    left = left_after(sight.rules, sight.lines)
    if not left:
        return ""
    steps = " → ".join(f"{count:,}" for count in (sight.rules.size, *left))
    said = f"Codes left after each guess: {steps}."
    before = (sight.rules.size, *left)
    best = max(range(len(left)), key=lambda k: before[k] / max(1, left[k]))
    if len(left) > 1:
        guess = sight.rules.code_name(sight.lines[best].guess)
        said += f" The guess {guess} told the most: {before[best]:,} to {left[best]:,}."
    if not sight.found and left[-1] > 1:
        said += f" {left[-1]:,} codes still agreed with every answer."
    return said


def told_by_a_sample(sight: Sight, kind: str) -> str:
    """What can be said where there are too many codes to list them all."""
    from whoknows.games.mastermind.solve.ranked_guesses import sampled_suggestions

    found = sampled_suggestions(sight.rules, sight.lines, np.random.default_rng(0), top=3)
    count = "Very many" if found.left is None else f"**{found.left:,}**"
    left = f"{count} codes are possible: {' '.join(found.examples)}"
    if kind != "move":
        return left
    rows = [f"- **{row.guess}** tells about {row.entropy:.2f} bits" for row in found.rows]
    note = "By a sample of the possible codes, these tell most:"
    return "\n".join([note, "", *rows])


def known(sight: Sight) -> str:
    """The codes that are left, and what is sure at every peg."""
    if not sight.rules.listed:
        return told_by_a_sample(sight, "know")
    rules, cell = sight.rules, possible_codes(sight.rules, sight.lines)
    names = [rules.code_name(rules.code(k)) for k in cell[:NAMED].tolist()]
    more = f" and {len(cell) - NAMED:,} more" if len(cell) > NAMED else ""
    if len(cell) == 1:
        return f"The code must be **{names[0]}**."
    codes = rules.codes[cell]
    colors = []
    for peg in range(rules.pegs):
        able = sorted({*codes[:, peg].tolist()})
        if len(able) < rules.colors:
            can = " ".join(rules.code_name((color,)) for color in able)
            colors.append(f"peg {peg + 1}: {can}")
    told = f"\n\nColors that can be at {'; at '.join(colors)}." if colors else ""
    return f"**{len(cell):,}** codes are possible: {' '.join(names)}{more}.{told}"


def reasons(sight: Sight) -> str:
    """What every line left, and codes that still agree with all."""
    if not sight.rules.listed:
        return told_by_a_sample(sight, "why")
    rules, cell = sight.rules, possible_codes(sight.rules, sight.lines)
    if not sight.lines:
        return f"Nothing has been answered yet: all {rules.size:,} codes are possible."
    left = left_after(rules, sight.lines)
    rows = [
        f"- {rules.code_name(line.guess)}, {pins_name(rules, line.answer)}"
        + (f": {left[k]:,} of {rules.size:,} codes agree so far" if left else "")
        for k, line in enumerate(sight.lines)
    ]
    some = [rules.code_name(rules.code(k)) for k in cell[:2].tolist()]
    last = (
        f"Both {some[0]} and {some[1]} would have been answered just so."
        if len(some) > 1
        else f"Only {some[0]} would have been answered just so."
    )
    return "\n".join([*rows, "", last])


def advice(sight: Sight) -> str:
    """Good guesses, with what they are worth."""
    from whoknows.games.mastermind.solve.ranked_guesses import suggestions

    rules = sight.rules
    if not rules.listed:
        return told_by_a_sample(sight, "move")
    if rules.size > RANKED:
        first = rules.code_name(rules.code(int(possible_codes(rules, sight.lines)[0])))
        return f"There are too many codes to rank; **{first}** may be the code."
    found = suggestions(rules, sight.lines, ADVISER, top=3)
    if found.left == 1:
        return f"Guess **{found.rows[0].guess}**: it must be the code."
    rows = [
        f"- **{row.guess}** {'may be the code, and ' if row.possible else ''}"
        f"tells {row.entropy:.2f} bits: {row.parts} answers may come, and "
        f"the worst leaves {row.worst:,} of {found.left:,} codes"
        for row in found.rows
    ]
    return "\n".join(
        [f"*{ADVISER}* takes the guess that tells most on average:", "", *rows]
    )


def foresight(sight: Sight, move: str) -> str | None:
    """How a guess parts the codes that are left."""
    if sight.seat == MAKER or sight.rules.size > RANKED:
        return None
    rules, cell = sight.rules, possible_codes(sight.rules, sight.lines)
    try:
        place = rules.place(rules.parse_code(move))
    except WhoknowsError:
        return None  # it is not typed to its end yet
    sizes = [len(part) for _, part in problem(rules).split(place, cell)]
    mean = Fraction(sum(size * size for size in sizes), len(cell))
    chance = f"right in 1 of {len(cell):,}" if place in cell else "it cannot be the code"
    codes = plural(len(cell), "code", ",")
    answers = plural(len(sizes), "answer")
    return (
        f"If you guess **{rules.code_name(rules.code(place))}**: {chance}; {answers} may "
        f"come. Of {codes} the worst leaves you {max(sizes):,}, the mean is "
        f"{float(mean):.1f}."
    )


def doubt(sight: Sight, guess: tuple[int, ...]) -> str | None:
    """Why a guess cannot be meant; nothing if it can."""
    if not sight.rules.listed:
        last = len(sight.lines) == sight.rows - 1
        return (against(sight, guess) or None) if last else None
    rules, cell = sight.rules, possible_codes(sight.rules, sight.lines)
    name, place = rules.code_name(guess), rules.place(guess)
    able = place in cell
    answers = len(list(problem(rules).split(place, cell)))
    if not able and len(sight.lines) == sight.rows - 1:
        return f"This is the last row, and {against(sight, guess)}"
    if answers == 1 and not able:
        return (
            f"{against(sight, guess)} Nor would the answer tell anything: all "
            f"{len(cell):,} codes that are left give the same one."
        )
    if len(cell) == 1 and not able:
        return f"{name} is not the code: only one is left."
    return None


def against(sight: Sight, guess: tuple[int, ...]) -> str:
    """The first line that says that a guess is not the code."""
    rules = sight.rules
    for k, line in enumerate(sight.lines, 1):
        would = rules.answer(line.guess, guess)
        if would != line.answer:
            return (
                f"{rules.code_name(guess)} cannot be the code: line {k} would have been "
                f"{pins_name(rules, would)}."
            )
    return ""


def maker_hint(sight: Sight, kind: str) -> str:
    """What helps a maker: what the breaker can know, and how a dispute can be settled."""
    rules = sight.rules
    if kind == "know":
        left = len(possible_codes(rules, sight.lines))
        return f"The breaker can think **{left:,}** codes possible."
    if sight.disputed:
        if kind == "why":
            sets = [f"- {contradiction(which)}" for which in dispute(sight)[:6]]
            return "\n".join(["No code agrees with all your answers:", "", *sets])
        return settling(rules, sight)
    if sight.pending is not None and sight.code is not None:
        answer = rules.answer(sight.pending, sight.code)
        return f"{rules.code_name(sight.pending)} is **{pins_name(rules, answer)}**."
    if kind == "move" and not sight.ready:
        return "Any code is as good as another against one who cannot guess your taste."
    return (
        "A black pin for each peg right in color and place; a white one for each further "
        "peg right in color alone."
    )


def settling(rules: Rules, sight: Sight) -> str:
    """The corrections of one line that settle a dispute, line by line."""
    found: dict[int, list[str]] = {}
    for change in corrections(rules, sight.every_line):
        [(place, answer)] = change.changes
        found.setdefault(place, []).append(rules.answer_name(answer))
    rows = [f"- line {k + 1}: {', '.join(names)}" for k, names in found.items()]
    return "\n".join(["One of these corrections would settle it:", "", *rows])
