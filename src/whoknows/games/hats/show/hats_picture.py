"""The leprechauns under their hats, as one seat sees them."""

from collections.abc import Mapping, Sequence
from html import escape

from whoknows.games.hats.rules import LETTERS, PASS, answer_letter
from whoknows.games.hats.rules.fold import Sight
from whoknows.play.face.cards import initials, label, small_board
from whoknows.wording import cut_short

COLORS = {
    "R": ("red", "#c8372d"), "B": ("blue", "#2463b4"), "G": ("green", "#2e8b57"),
    "Y": ("yellow", "#e0b400"), "W": ("white", "#f4f4f0"), "O": ("orange", "#e0761f"),
    "V": ("violet", "#7d4fb0"), "C": ("cyan", "#2aa7b8"),
}  # fmt: skip
ROW = 4  # side by side
WIDE, TALL = 132, 196


def color_word(color: int) -> str:
    """A color in a word, or its letter."""
    return COLORS.get(LETTERS[color], (LETTERS[color],))[0]


def color_fill(color: int) -> str:
    """The paint of a color."""
    return COLORS.get(LETTERS[color], ("", "#777777"))[-1]


def answer_word(answer: int) -> str:
    """An answer in a word."""
    return "pass" if answer == PASS else color_word(answer - 1)


def hats_in_sight(sight: Sight) -> list[int | None]:
    """The hat on each head as far as it is seen; all of them when the game is over."""
    players = sight.rules.players
    if sight.hats is not None:
        return list(sight.hats)
    if sight.seat is None or sight.rules.views == "counts":
        return [None] * players
    return list(sight.seen)


def team_svg(
    sight: Sight, names: Sequence[str], said: Mapping[int, int], title: str
) -> str:
    """All players, each always in one place, with what was said in the last round."""
    rules, hats = sight.rules, hats_in_sight(sight)
    across = min(ROW, rules.players)
    width, height = WIDE * across, TALL * -(-rules.players // ROW)
    bodies = "".join(
        f'<g transform="translate({WIDE * (k % ROW)} {TALL * (k // ROW)})">'
        f"{person_svg(hats[k], names[k], said.get(k), k == sight.seat)}</g>"
        for k in range(rules.players)
    )
    worn = "; ".join(
        f"{names[k]}{' (you)' if k == sight.seat else ''}: "
        f"{'a hat not in sight' if hat is None else color_word(hat)}"
        for k, hat in enumerate(hats)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        f'font-family="system-ui, sans-serif"><title>{escape(title)}</title>'
        f"<desc>{escape(worn)}</desc>{bodies}</svg>"
    )


def person_svg(hat: int | None, name: str, said: int | None, own: bool) -> str:
    """One player: beard, face, hat, name, and what was said."""
    x = WIDE // 2
    ring = (
        f'<rect x="6" y="46" width="{WIDE - 12}" height="106" rx="14" fill="none" '
        'stroke="#d9a514" stroke-width="3"/>'
        if own
        else ""
    )
    fill = "#666c75" if hat is None else color_fill(hat)
    ink = "#fff" if hat is None or color_word(hat) not in ("white", "yellow") else "#222"
    letter = "?" if hat is None else LETTERS[hat]
    dark = 'stroke="#0005" stroke-width="1.5"'
    body = (
        f'<path d="M{x - 30} 104 q-4 44 30 44 q34 0 30 -44 z" fill="#c8642b"/>'
        f'<ellipse cx="{x}" cy="104" rx="25" ry="22" fill="#f1c8a0"/>'
        f'<circle cx="{x - 9}" cy="102" r="2.8" fill="#2a1c14"/>'
        f'<circle cx="{x + 9}" cy="102" r="2.8" fill="#2a1c14"/>'
        f'<path d="M{x - 8} 114 q8 6 16 0" fill="none" stroke="#2a1c14" stroke-width="2"/>'
        f'<rect x="{x - 24}" y="54" width="48" height="34" rx="4" fill="{fill}" {dark}/>'
        f'<rect x="{x - 40}" y="84" width="80" height="9" rx="4" fill="{fill}" {dark}/>'
        f'<text x="{x}" y="78" text-anchor="middle" font-size="19" font-weight="700" '
        f'fill="{ink}">{letter}</text>'
    )
    label = f"{escape(cut_short(name, 12))}{' (you)' if own else ''}"
    word = "hat not seen" if hat is None else f"{color_word(hat)} hat"
    return (
        f"{ring}{body}{bubble_svg(x, said)}"
        f'<text x="{x}" y="170" text-anchor="middle" font-size="14" font-weight="600" '
        f'fill="currentColor">{label}</text>'
        f'<text x="{x}" y="187" text-anchor="middle" font-size="13" fill="currentColor">'
        f"{word}</text>"
    )


def bubble_svg(x: int, said: int | None) -> str:
    """What was said in the last round."""
    if said is None:
        return ""
    text = "I pass." if said == PASS else f"{answer_word(said).capitalize()}!"
    fill = "#fdfbf5"
    return (
        f'<path d="M{x - 46} 4 h92 a8 8 0 0 1 8 8 v14 a8 8 0 0 1 -8 8 h-38 l-8 9 l-8 -9 '
        f'h-38 a8 8 0 0 1 -8 -8 v-14 a8 8 0 0 1 8 -8 z" fill="{fill}" stroke="#7d8590"/>'
        f'<text x="{x}" y="24" text-anchor="middle" font-size="14" fill="#222">{text}'
        f"<title>{answer_letter(said)}</title></text>"
    )


def small_hats(hats: Sequence[int], names: Sequence[str]) -> str:
    """A world as a small board: the hats in a row, each with the letter of its owner."""
    parts = []
    for k, (hat, name) in enumerate(zip(hats, initials(names), strict=True)):
        x = 30 * k + 16
        ink = "#222" if color_word(hat) in ("white", "yellow") else "#fff"
        parts.append(
            f'<path d="M{x - 9} 20v-14q9 -6 18 0v14h5v4h-28v-4z" '
            f'fill="{color_fill(hat)}" stroke="#0006"/>'
            + label(x, 18, LETTERS[hat], ink)
            + label(x, 40, name, "currentColor")
        )
    return small_board(30 * len(hats) + 2, 43, "".join(parts))
