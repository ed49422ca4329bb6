"""A small picture of each game, for cards: drawn in the colors of the page's theme.

What they show is so: pins are the answers of the rules, crosses a losing set, the tipped
scales and the open tiles fit their words.
"""

from collections.abc import Callable
from html import escape

from whoknows.logic.draw.colors import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION

WIDE, HIGH = 320, 170
INK, QUIET, CARD, LINE, RIM = (
    f"var(--wk-{name})" for name in ("ink", "quiet", "card", "line", "rim")
)
LEAF, PLUM = "#00704f", "#8a4472"  # white can be read on them
PLATE = 'fill="#cfd5dc" stroke="none"'  # black and white pins stand out on it
PEGS = (VERMILION, BLUE, ORANGE, GREEN, PURPLE, SKY)


def game_picture(name: str) -> str:
    """The picture of a game; an empty one for a game that has none."""
    said, draw = PICTURES.get(name, (name, str))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" '
        f'width="{WIDE}" height="{HIGH}" font-family="system-ui,sans-serif">'
        f"<title>{escape(said)}</title>{draw()}</svg>"
    )


def mastermind() -> str:
    """Three guesses and their pins; the code is the last one."""
    from whoknows.games.mastermind.rules import Rules

    rules, code = Rules(pegs=4, colors=6), (2, 1, 0, 3)
    parts = []
    for row, guess in enumerate([(0, 0, 1, 1), (2, 0, 4, 1), code]):
        y = 35 + 50 * row
        answer = rules.answer(guess, code)
        parts.append(f'<rect x="234" y="{y - 22}" width="46" height="44" rx="8" {PLATE}/>')
        parts += [circle(60 + 46 * k, y, 18, PEGS[c]) for k, c in enumerate(guess)]
        pins = ["#222"] * answer.black + ["#fff"] * answer.white
        parts += [
            circle(248 + 18 * (k % 2), y - 9 + 18 * (k // 2), 6.5, pin, "#222")
            for k, pin in enumerate(pins)
        ]
    return "".join(parts)


def balance() -> str:
    """Scales that tip to the left: a coin there is heavy, or one on the right is light."""
    beam = line(62, 96, 258, 72, INK, 5) + f'<path d="M160 84l-20 66h40z" fill="{RIM}"/>'
    pans = "".join(
        f'<path d="M{x - 52} {y}h104l-14 12h-76z" fill="{INK}"/>'
        + line(x, y, x, y + 22, INK, 4)
        for x, y in ((62, 78), (258, 54))
    )
    coins = "".join(
        circle(x + 27 * k, y, 12.5, fill, INK) + label(x + 27 * k, y + 5, number)
        for x, y, first, fill in ((35, 65, 1, ORANGE), (231, 41, 4, SKY))
        for k, number in enumerate(range(first, first + 3))
    )
    return beam + pans + coins


def davinci() -> str:
    """Two rows of tiles, some of them open, in order, black before white."""
    rows = ["b0 w2 b? w5 b9", "w? b4 w7 b? w?"]
    parts = []
    for place, row in enumerate(rows):
        for k, (color, shown) in enumerate(zip(row[::3], row[1::3], strict=True)):
            x, y = 28 + 54 * k, 14 + 76 * place
            fill, ink = ("#222222", "#f5f5f5") if color == "b" else ("#fdfdf8", "#222222")
            parts.append(
                f'<rect x="{x}" y="{y}" width="46" height="66" rx="7" fill="{fill}" '
                f'stroke="{RIM}" stroke-width="2"/>' + label(x + 23, y + 42, shown, ink, 26)
            )
    return "".join(parts)


def egghead() -> str:
    """Three heads with their cards on the forehead; the last sees all but its own."""
    return "".join(
        egg(58 + 102 * k, hue, cards)
        for k, (hue, cards) in enumerate([(BLUE, "135"), (LEAF, "246"), (PLUM, "???")])
    )


def egg(x: int, hue: str, cards: str) -> str:
    """A head like an egg, with three cards."""
    head = f'<ellipse cx="{x}" cy="112" rx="38" ry="48" fill="#f1c9a0" stroke="#a8754a"/>'
    eyes = circle(x - 13, 112, 4, "#222") + circle(x + 13, 112, 4, "#222")
    mouth = f'<path d="M{x - 9} 134h18" stroke="#222" {ROUND}/>'
    worn = "".join(
        f'<rect x="{x - 43 + 29 * k}" y="34" width="28" height="40" rx="5" '
        f'fill="{hue}" stroke="{CARD}" stroke-width="2"/>'
        + label(x - 29 + 29 * k, 60, value, "#fff", 18)
        for k, value in enumerate(cards)
    )
    return head + eyes + mouth + worn


def hats() -> str:
    """The cube of three hats: two corners are lost, the other six are won."""
    from whoknows.games.hats.rules import Rules, parse_deal
    from whoknows.games.hats.solve.cube import losing_set

    rules = Rules(players=3)
    lost = losing_set(parse_deal("BPPR BPPR BPPR", rules), rules)
    at = [(88 + 110 * (c >> 2) + 48 * (c >> 1 & 1), 138 - 86 * (c & 1) - 30 * (c >> 1 & 1))
          for c in range(8)]  # fmt: skip
    edges = "".join(
        line(*at[c], *at[c ^ k], RIM, 2) for c in range(8) for k in (1, 2, 4) if not c & k
    )
    return edges + "".join(corner(*at[c], c in lost) for c in range(8))


def corner(x: int, y: int, is_lost: bool) -> str:
    """A corner of the cube: a circle won, a cross lost."""
    if not is_lost:
        return circle(x, y, 9, CARD, GREEN, 4)
    cross = line(x - 9, y - 9, x + 9, y + 9, VERMILION, 5)
    return circle(x, y, 13, CARD) + cross + line(x - 9, y + 9, x + 9, y - 9, VERMILION, 5)


def muddy() -> str:
    """Three children, two of them muddy."""
    return "".join(face(62 + 98 * k, 88, mud=k != 1) for k in range(3))


def face(x: int, y: int, *, mud: bool) -> str:
    """A child's face; mud is on the forehead, where its owner cannot see it."""
    eyes = circle(x - 14, y - 4, 4, "#222") + circle(x + 14, y - 4, 4, "#222")
    mouth = f'<path d="M{x - 14} {y + 14}q14 12 28 0" fill="none" stroke="#222" {ROUND}/>'
    path = f"M{x - 20} {y - 22}q6 -16 20 -12t20 6q2 12 -14 10t-26 -4z"
    spot = f'<path d="{path}" fill="#6b4a2b"/>'
    return circle(x, y, 40, "#f1c9a0", "#a8754a") + eyes + mouth + spot * mud


def logic() -> str:
    """Four worlds, and who cannot tell which apart."""
    spots = {"a b": (85, 40), "a": (235, 40), "b": (85, 130), "–": (235, 130)}
    ways = [
        ("a b", "a", BLUE),
        ("b", "–", BLUE),
        ("a b", "b", VERMILION),
        ("a", "–", VERMILION),
    ]
    links = "".join(line(*spots[one], *spots[two], hue, 4) for one, two, hue in ways)
    return links + "".join(
        circle(x, y, 24, "var(--wk-actual)" if name == "a b" else CARD, RIM, 2)
        + label(x, y + 5, name, INK, 15)
        for name, (x, y) in spots.items()
    )


ROUND = 'stroke-width="3" stroke-linecap="round"'


def circle(
    x: float, y: float, r: float, fill: str, edge: str = "none", wide: float = 2
) -> str:
    """A disk."""
    rim = "" if edge == "none" else f' stroke="{edge}" stroke-width="{wide}"'
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"{rim}/>'


def line(x: float, y: float, u: float, v: float, ink: str, wide: float) -> str:
    """A straight line."""
    return (
        f'<path d="M{x} {y}L{u} {v}" stroke="{ink}" stroke-width="{wide}" '
        'stroke-linecap="round"/>'
    )


def label(x: float, y: float, text: object, ink: str = "#222", size: int = 14) -> str:
    """A word in the middle of something."""
    return (
        f'<text x="{x}" y="{y}" fill="{ink}" font-size="{size}" font-weight="600" '
        f'text-anchor="middle">{escape(str(text))}</text>'
    )


PICTURES: dict[str, tuple[str, Callable[[], str]]] = {
    "mastermind": (
        "Three guesses of Mastermind with their black and white pins",
        mastermind,
    ),
    "balance": ("Scales with three coins on each pan, the left one down", balance),
    "davinci": ("Two rows of black and white tiles, some of them still hidden", davinci),
    "egghead": ("Three heads with cards on their foreheads, one stack hidden", egghead),
    "hats": ("A cube whose corners are hats on three heads; two are lost", hats),
    "muddy": ("Three children, two of them with a muddy forehead", muddy),
    "logic": ("Four worlds joined where an agent cannot tell them apart", logic),
}
