"""EggHead as SVG: the question of the round, and all stacks as the viewer sees them."""

from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap

from whoknows.games.egghead.rules.log import Reacted
from whoknows.games.egghead.rules.sight import Sight
from whoknows.games.egghead.rules.stacks import Stack, stack_name
from whoknows.logic.draw.colors import PALETTE
from whoknows.play.face.cards import label, small_board

WIDE, EDGE, HIGH = 480, 16, 78
CARD, GAP = (40, 54), 6
STYLE = """\
.eg{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;\
--eg-felt:#ece6f2;--eg-rim:#cfc3dd;--eg-ink:#211a2b;--eg-quiet:#564b63;--eg-lane:#ddd3e8;\
--eg-card:#fffefb;--eg-back:#7a6a94;--eg-gold:#8a6400}
html[data-theme=dark] .eg{--eg-felt:#241e2d;--eg-rim:#463a57;--eg-ink:#f1ecf7;\
--eg-quiet:#bcafcc;--eg-lane:#342a42;--eg-card:#fffefb;--eg-back:#6d5d87;--eg-gold:#ffd75e}
.eg text{dominant-baseline:central}
.eg .eg-felt{fill:var(--eg-felt);stroke:var(--eg-rim)}
.eg .eg-lane{fill:var(--eg-lane)}
.eg .eg-name{fill:var(--eg-ink);font-size:16px;font-weight:600}
.eg .eg-note{fill:var(--eg-quiet);font-size:16px}
.eg .eg-ask{fill:var(--eg-ink);font-size:16px}
.eg .eg-answer{font-weight:700}
.eg .eg-card{fill:var(--eg-card);stroke:var(--eg-quiet)}
.eg .eg-back{fill:var(--eg-back);stroke:var(--eg-quiet)}
.eg .eg-value{fill:#1b1f24;font-size:24px;font-weight:650;text-anchor:middle}
.eg .eg-hidden{fill:#fff;font-size:22px;text-anchor:middle}
.eg .eg-end{text-anchor:end}
.eg .eg-point{fill:#fffdf5;stroke:var(--eg-gold);stroke-width:1.5}
"""


def table_svg(sight: Sight, names: Sequence[str] = (), own: Stack | None = None) -> str:
    """The table as the viewer sees it; `own` is a stack to show where there is none."""
    head = question_lines(sight, names)
    top = EDGE + 22 * len(head) + 10
    seats = sight.setup.seats
    body = [
        f'<text class="eg-ask{" eg-answer" if strong else ""}" x="{EDGE}" '
        f'y="{EDGE + 10 + 22 * k}">{escape(line)}</text>'
        for k, (line, strong) in enumerate(head)
    ]
    for row, seat in enumerate(seats):
        body += lane(sight, seat, top + row * (HIGH + 6), names, own)
    high = top + len(seats) * (HIGH + 6) + EDGE - 6
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="eg" viewBox="0 0 {WIDE} {high}" '
        'role="group" aria-label="The table of EggHead"><title>The table of EggHead</title>'
        f"<desc>{escape(described(sight, names))}</desc><style>{STYLE}</style>"
        f'<rect class="eg-felt" x="1" y="1" width="{WIDE - 2}" height="{high - 2}" '
        f'rx="18"/>{"".join(body)}</svg>'
    )


def question_lines(sight: Sight, names: Sequence[str]) -> list[tuple[str, bool]]:
    """The question of the round in lines, the answer last and strong."""
    asked = sight.asked
    if asked is None:
        return []
    question = sight.setup.questions[asked.question]
    who = (
        "" if asked.moderator is None else f", {named(sight, asked.moderator, names)} asks"
    )
    lines = wrap(f"Round {asked.round}{who}: {question.text}", 52)
    answer = f"Answer: {question.answer_name(asked.answer)}"
    return [*((line, False) for line in lines), (answer, True)]


def lane(
    sight: Sight, seat: int, top: int, names: Sequence[str], own: Stack | None
) -> Iterator[str]:
    """One player: the name, the points, what they did last, and the stack."""
    if seat == sight.seat:
        yield (
            f'<rect class="eg-lane" x="{EDGE - 8}" y="{top}" height="{HIGH}" '
            f'width="{WIDE - 2 * EDGE + 16}" rx="12"/>'
        )
    yield text(EDGE + 2, top + 20, named(sight, seat, names), "eg-name")
    yield text(EDGE + 2, top + 42, doing(sight, seat), "eg-note")
    yield from points(sight.scores[seat], top + 62)
    stack = sight.stacks[seat] or (own if seat == sight.seat else None)
    count = sight.setup.cards
    wide = min(CARD[0], (WIDE // 2 - EDGE) // count - GAP)
    start = WIDE - EDGE - count * (wide + GAP) + GAP - 4
    for k in range(count):
        value = None if stack is None else stack[k]
        yield card(start + k * (wide + GAP), top + (HIGH - CARD[1]) // 2, wide, value)


def card(left: int, top: int, wide: int, value: int | None) -> str:
    """One card: its value over a stripe of the value's color, or its back."""
    high, middle = CARD[1], left + wide / 2
    if value is None:
        return (
            f'<g><rect class="eg-back" x="{left}" y="{top}" width="{wide}" '
            f'height="{high}" rx="7"/>'
            f"{text(middle, top + high / 2, '?', 'eg-hidden')}</g>"
        )
    color = PALETTE[(value - 1) % len(PALETTE)]
    return (
        f'<g><rect class="eg-card" x="{left}" y="{top}" width="{wide}" height="{high}" '
        f'rx="7"/><rect x="{left + 5}" y="{top + high - 11}" width="{wide - 10}" '
        f'height="5" rx="2.5" fill="{color}"/>'
        f"{text(middle, top + high / 2 - 4, str(value), 'eg-value')}</g>"
    )


def points(score: int, y: int) -> Iterator[str]:
    """The points as eggs, up to ten; more as a number."""
    if score > 10:
        yield text(EDGE + 2, y, f"{score} points", "eg-note")
        return
    for k in range(score):
        yield f'<ellipse class="eg-point" cx="{EDGE + 8 + 16 * k}" cy="{y}" rx="5" ry="7"/>'


def doing(sight: Sight, seat: int) -> str:
    """What a seat did last in this round."""
    asked = sight.asked
    if asked is not None and asked.moderator == seat:
        return "asks the question"
    for step in reversed(sight.log):
        if not isinstance(step, Reacted):
            break
        if step.moves[seat]:
            name, right = stack_name(step.moves[seat] or ()), seat in step.solvers
            return f"called {name}: {'right' if right else 'wrong'}"
    last = sight.log[-1] if sight.log else None
    if isinstance(last, Reacted) and last.moves[seat] is not None:
        return "was silent"
    return ""


def named(sight: Sight, seat: int, names: Sequence[str]) -> str:
    """How a player is called: the letter of the seat and the name."""
    letter = chr(ord("A") + seat)
    name = names[seat] if names and names[seat] != letter else ""
    you = " (you)" if seat == sight.seat else ""
    return f"{letter} {name}".strip() + you


def described(sight: Sight, names: Sequence[str]) -> str:
    """The table in words, for who hears it."""
    lines = [line for line, _ in question_lines(sight, names)]
    for seat, stack in enumerate(sight.stacks):
        cards = " ".join(map(str, stack)) if stack else "hidden"
        lines.append(f"{named(sight, seat, names)}: {cards}, {sight.scores[seat]} points.")
    return " ".join(lines)


def text(x: float, y: float, words: str, kind: str) -> str:
    """A line of text."""
    return (
        f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(words)}</text>' if words else ""
    )


def small_stacks(sight: Sight, stacks: Sequence[Stack]) -> str:
    """A world as a small board: the letter of each player, and the cards of the stack.

    Where the others have what the viewer sees, the viewer's own stack is enough.
    """
    rows = list(enumerate(stacks))
    if all(sight.stacks[seat] in (None, stack) for seat, stack in rows):
        rows = [row for row in rows if row[0] == sight.seat] or rows
    parts = []
    for row, (seat, stack) in enumerate(rows):
        y = 27 * row + 2
        parts.append(label(9, y + 17, chr(ord("A") + seat), "currentColor"))
        for k, value in enumerate(stack):
            x, color = 22 + 20 * k, PALETTE[(value - 1) % len(PALETTE)]
            parts.append(
                f'<rect x="{x}" y="{y}" width="18" height="24" rx="3" fill="#fffefb" '
                f'stroke="#564b63"/><rect x="{x + 2}" y="{y + 20}" width="14" height="3" '
                f'fill="{color}"/>{label(x + 9, y + 16, value)}'
            )
    wide = 24 + 20 * max(map(len, stacks))
    return small_board(wide, 27 * len(rows) + 1, "".join(parts))
