"""Scales as text and as SVG.

>>> from whoknows.games.balance.rules import Weighing
>>> print(scales_text(Weighing((1, 2), (3, 4)), "EQ"))
  1 2          3 4
 ╰───╯────▲───╰───╯
>>> print(scales_text(Weighing((1, 2), (3, 4)), "LT"))
  1 2
 ╰───╯────┐
          ▲    3 4
          └───╰───╯
"""

from collections.abc import Collection, Sequence
from html import escape

from whoknows.games.balance.rules import Answer, Sight, Weighing, World, coin_list

ARM = 4
MOST_NAMED = 9  # coins on a pan that are all named


def scales_text(weighing: Weighing, answer: Answer | None = None) -> str:
    """The scales with their coins; the lighter pan is up."""
    left, right = (pan_text(pan) for pan in weighing)
    pans = [f"╰{'─' * len(coins)}╯" for coins in (left, right)]
    start = len(pans[0]) + 1 + ARM  # where the post is
    gap = " " * (start + ARM)
    if answer == "LT":
        return (
            f"  {left}\n {pans[0]}{'─' * ARM}┐\n{' ' * start}▲{' ' * ARM}{right}\n"
            f"{' ' * start}└{'─' * (ARM - 1)}{pans[1]}"
        )
    if answer == "GT":
        return (
            f"{gap} {right}\n{' ' * start}┌{'─' * (ARM - 1)}{pans[1]}\n"
            f"  {left}{' ' * (start - 2 - len(left))}▲\n {pans[0]}{'─' * ARM}┘"
        )
    space = " " * (2 * ARM + 2)
    return f"  {left}{space}{right}\n {pans[0]}{'─' * ARM}▲{'─' * (ARM - 1)}{pans[1]}"


def pan_text(coins: tuple[int, ...]) -> str:
    """The coins on a pan: each by its number if they are few."""
    return " ".join(map(str, coins)) if len(coins) <= MOST_NAMED else coin_list(coins)


# ------------------------------------------------------------------------ as a picture

GOLD, RIM, HEAVY, LIGHT = "#f2c14e", "#6b5b2e", "#b3401f", "#256a99"
GOOD = "#d9dde3"  # a coin that is known to be good
PAN_ROW = 7  # coins side by side on a pan
MOST_DISCS = 42  # coins on a pan that are drawn; more are only counted
DISC = 13  # the radius of a coin
SPAN = 440  # the width of the picture
QUESTION = 56  # the height of what is asked
KIND_WORDS = {
    "heavy": "too heavy",
    "light": "too light",
    "either": "too heavy or too light",
    "mixed": "too heavy or too light, each on its own",
}
STYLE = (
    "<style>@keyframes wk-lean-left{from{transform:rotate(0deg)}}"
    ".wk-fresh .wk-beam{transform-box:view-box;animation:wk-lean-left .7s ease-out}</style>"
)


def picture(
    lines: Sequence[tuple[Weighing, Answer | None]],
    good: Collection[int] = (),
    *,
    paper: bool = False,
) -> str:
    """Several weighings, one below the other; coins known to be good are gray.

    On light paper it can be read as a file too, on a page of any color.
    """
    body, tall = weighings_svg(lines, good)
    if paper:
        sheet = f'<rect width="{SPAN}" height="{tall}" rx="10" fill="#f7f5f0"/>'
        body = f'{sheet}<g color="#222">{body}</g>'
    return framed("The scales", body, tall, lines)


def table_svg(sight: Sight, total: int) -> str:
    """All weighings from the first to the last, each in its place, and what came of it."""
    body, tall = weighings_svg(sight.lines, top=8, moving=True)
    if sight.world is not None:
        body += verdict_svg(sight.world, tall + 6)
        tall += 24 * (1 + len([w for w in sight.world if w]) // 8) + 40
    else:
        below = f'<g transform="translate(0 {QUESTION})">{body}</g>'
        body, tall = question_svg(sight) + below, tall + QUESTION
    return framed(f"{total} coins and the scales", STYLE + body, tall, sight.lines)


def weighings_svg(
    lines: Sequence[tuple[Weighing, Answer | None]],
    good: Collection[int] = (),
    *,
    top: int = 0,
    moving: bool = False,
) -> tuple[str, int]:
    """Weighings one below the other from a height on, and the height at which they end."""
    parts, tall = [], top
    for number, (weighing, answer) in enumerate(lines, 1):
        last = moving and number == len(lines)
        parts.append(
            f'<g transform="translate(0 {tall})">'
            f"{leaning(weighing, answer, number, good, moving=last)}</g>"
        )
        tall += scales_height(weighing)
    return "".join(parts), tall


def framed(
    title: str, body: str, tall: int, lines: Sequence[tuple[Weighing, Answer | None]]
) -> str:
    """A picture with its words."""
    told = "; ".join(f"{k}: {told_line(*line)}" for k, line in enumerate(lines, 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SPAN} {tall}" '
        f'width="{SPAN}" height="{tall}" role="img" font-family="system-ui, sans-serif">'
        f"<title>{title}</title><desc>{told or 'nothing weighed yet'}</desc>{body}</svg>"
    )


def question_svg(sight: Sight) -> str:
    """What is asked of the one who weighs."""
    return "".join(
        f'<text x="{SPAN / 2:g}" y="{24 + 21 * k}" text-anchor="middle" font-size="15" '
        f'fill="currentColor">{escape(line)}</text>'
        for k, line in enumerate(question(sight))
    )


def question(sight: Sight) -> tuple[str, str]:
    """What is odd among the coins, and in how many weighings it is to be found."""
    rules, most = sight.rules, sight.weighings
    odd = "one is" if rules.odd == 1 else f"{rules.odd} are"
    often = f"{'at most ' * rules.at_most}{odd}"
    kind = KIND_WORDS[rules.kind]
    times = {1: "one weighing", 2: "two weighings", 3: "three weighings"}
    told = times.get(most, f"{most} weighings")
    return f"{rules.coins} coins: {often} {kind}.", f"Can you find it in {told}?"


def told_line(weighing: Weighing, answer: Answer | None) -> str:
    """A weighing and its answer in words."""
    left, right = (coin_list(pan) for pan in weighing)
    relation = {"LT": "is lighter than", "GT": "is heavier than", "EQ": "balances"}
    return f"{left} {relation.get(answer or '', 'against')} {right}"


def scales_height(weighing: Weighing) -> int:
    """How much room one weighing takes."""
    coins = len(weighing.left)
    rows = max(1, -(-coins // PAN_ROW)) if coins <= MOST_DISCS else 1
    return 98 + 2 * DISC * rows


def leaning(
    weighing: Weighing,
    answer: Answer | None,
    number: int,
    good: Collection[int] = (),
    *,
    moving: bool = False,
) -> str:
    """One pair of scales, leaning to the heavier side, with the answer below."""
    high = scales_height(weighing)
    x, y = SPAN / 2, high - 44
    angle = {"LT": 7, "GT": -7}.get(answer or "EQ", 0)
    arm = 105
    pans = ""
    for side, coins in zip((-1, 1), weighing, strict=True):
        at, half = x + side * arm, DISC * min(max(3, len(coins)), PAN_ROW) + 9
        pans += (
            f'<g transform="rotate({-angle} {at:g} {y:g})">'
            f'<path d="M{at:g} {y:g}v-22" stroke="currentColor" stroke-width="4"/>'
            f'<path d="M{at - half:g} {y - 22:g}h{2 * half}l-9 7h-{2 * half - 18}z" '
            f'fill="currentColor"/>{discs(coins, good, at, y - 22)}</g>'
        )
    beam = (
        f'<g transform="rotate({angle} {x:g} {y:g})"><g class="{"wk-beam" * moving}">'
        f'<path d="M{x - arm:g} {y:g}h{2 * arm}" stroke="currentColor" stroke-width="5" '
        f'stroke-linecap="round"/>{pans}</g></g>'
    )
    sign = {"LT": "<", "EQ": "=", "GT": ">"}.get(answer or "", "?")
    said = {"LT": "left is lighter", "EQ": "balance", "GT": "left is heavier"}
    return (
        f'<path d="M{x:g} {y:g}l-13 34h26z" fill="#4d535b" stroke="currentColor"/>{beam}'
        f'<text x="10" y="{y + 30:g}" font-size="14" fill="currentColor">{number}.</text>'
        f'<text x="{SPAN - 10}" y="{y + 30:g}" font-size="14" text-anchor="end" '
        f'fill="currentColor">{said.get(answer or "", "")}</text>'
        f'<text x="{x:g}" y="{y + 28:g}" font-size="15" font-weight="700" '
        f'text-anchor="middle" fill="#fff">{escape(sign)}</text>'
    )


def discs(coins: Sequence[int], good: Collection[int], x: float, y: float) -> str:
    """Coins that lie on a pan, in rows; very many are only counted."""
    if len(coins) > MOST_DISCS:
        return (
            f'<text x="{x:g}" y="{y - DISC + 5:g}" text-anchor="middle" font-size="14" '
            f'fill="currentColor">{len(coins)} coins</text>'
        )
    parts = []
    for k, coin in enumerate(coins):
        row = coins[PAN_ROW * (k // PAN_ROW) : PAN_ROW * (k // PAN_ROW + 1)]
        across = x + DISC * (2 * (k % PAN_ROW) + 1 - len(row))
        fill = GOOD if coin in good else GOLD
        parts.append(disc(coin, across, y - DISC * (2 * (k // PAN_ROW) + 1), fill))
    return "".join(parts)


def disc(coin: int, x: float, y: float, fill: str = GOLD, ink: str = "#222") -> str:
    """One coin."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{DISC - 1}" fill="{fill}" stroke="{RIM}"/>'
        f'<text x="{x:g}" y="{y + 4:g}" text-anchor="middle" font-size="14" '
        f'font-weight="600" fill="{ink}">{coin}</text>'
    )


def verdict_svg(world: World, y: float) -> str:
    """The odd coins, when all may know them."""
    odd = [(coin, kind) for coin, kind in enumerate(world, 1) if kind]
    parts = [
        f'<text x="10" y="{y + 18:g}" font-size="14" font-weight="600" '
        f'fill="currentColor">{"Odd:" if odd else "No coin is odd."}</text>'
    ]
    for k, (coin, kind) in enumerate(odd):
        x, down = 70 + 100 * (k % 4), y + 14 + 26 * (k // 4)
        fill = HEAVY if kind > 0 else LIGHT
        parts.append(
            disc(coin, x, down, fill, "#fff") + f'<text x="{x + 20:g}" y="{down + 5:g}" '
            f'font-size="14" fill="currentColor">{"heavy" if kind > 0 else "light"}</text>'
        )
    return "".join(parts)
