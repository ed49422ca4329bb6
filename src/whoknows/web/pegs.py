"""Small pictures of Mastermind: pegs, pins, and a board of lines, in both themes."""

from collections.abc import Sequence
from html import escape

from whoknows.games.mastermind.rules import Answer, Code, Rules
from whoknows.games.mastermind.show import PALETTE, letter_color

STEP, HIGH = 36, 40
PLATE = "#cfd5dc"  # black and white pins stand out on it


def code_svg(rules: Rules, code: Code) -> str:
    """A code alone."""
    return framed(pegs(rules, code, 0), STEP * rules.pegs + 4, HIGH, rules.code_name(code))


def answer_svg(rules: Rules, answer: Answer) -> str:
    """The pins of an answer alone."""
    return framed(pins(rules, answer, 2, 0), pins_wide(rules) + 4, HIGH, said(answer))


def board_svg(rules: Rules, lines: Sequence[tuple[Code, Answer | None]]) -> str:
    """Guesses one below the other with their pins; the last may still wait for them."""
    wide = STEP * rules.pegs + 24 + pins_wide(rules)
    parts = []
    for row, (code, answer) in enumerate(lines):
        parts.append(pegs(rules, code, HIGH * row))
        if answer is not None:
            parts.append(pins(rules, answer, STEP * rules.pegs + 16, HIGH * row))
    words = "; ".join(
        f"{rules.code_name(code)}: {said(answer) if answer else 'asked now'}"
        for code, answer in lines
    )
    return framed("".join(parts), wide, HIGH * len(lines), words)


def framed(body: str, wide: int, high: int, title: str) -> str:
    """A picture with its words."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" '
        f'width="{wide}" height="{high}" font-family="system-ui,sans-serif">'
        f"<title>{escape(title)}</title>{body}</svg>"
    )


def pegs(rules: Rules, code: Code, top: int) -> str:
    """A row of pegs with their numbers."""
    return "".join(
        f'<circle cx="{20 + STEP * k}" cy="{top + HIGH // 2}" r="15" '
        f'fill="{PALETTE[color % len(PALETTE)]}"/>'
        f'<text x="{20 + STEP * k}" y="{top + HIGH // 2 + 5}" text-anchor="middle" '
        'font-size="14" font-weight="600" '
        f'fill="{letter_color(PALETTE[color % len(PALETTE)])}">'
        f"{rules.code_name((color,))}</text>"
        for k, color in enumerate(code)
    )


def pins_wide(rules: Rules) -> int:
    """How wide the plate of the pins is."""
    return 15 * ((rules.pegs + 1) // 2) + 8


def pins(rules: Rules, answer: Answer, left: int, top: int) -> str:
    """Black and white pins on a plate."""
    half = (rules.pegs + 1) // 2
    fills = ["#222"] * answer.black + ["#fff"] * answer.white
    dots = "".join(
        f'<circle cx="{left + 11 + 15 * (k % half)}" cy="{top + 12 + 15 * (k // half)}" '
        f'r="5.5" fill="{fill}" stroke="#222" stroke-width="1.5"/>'
        for k, fill in enumerate(fills)
    )
    plate = f'x="{left}" y="{top + 2}" width="{pins_wide(rules)}" height="{HIGH - 4}"'
    return f'<rect {plate} rx="6" fill="{PLATE}"/>{dots}'


def said(answer: Answer) -> str:
    """An answer in words."""
    return f"{answer.black} black, {answer.white} white"
