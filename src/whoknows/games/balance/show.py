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

from whoknows.games.balance.rules import Answer, Weighing, coin_list

ARM = 4
FEW = 9  # coins on a pan that are all named
TILT = 14  # how far a pan of the picture moves
STALK = 24  # from the beam to a pan
COIN = 15  # the radius of a coin
ROW = 6  # coins in a row on a pan
FILLS = {"good": "#d9dde3", "suspect": "#edae49"}


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
    return " ".join(map(str, coins)) if len(coins) <= FEW else coin_list(coins)


def scales_svg(
    weighing: Weighing, answer: Answer | None = None, good: tuple[int, ...] = ()
) -> str:
    """The scales as a picture; coins known to be good are gray."""
    return picture([(weighing, answer)], good)


def picture(
    lines: "list[tuple[Weighing, Answer | None]]", good: tuple[int, ...] = ()
) -> str:
    """Several weighings, one below the other."""
    most = max((len(weighing.left) for weighing, _ in lines), default=1)
    pan = 2 * COIN * min(ROW, most) + 24
    width = 2 * pan + 130
    body, tall = "", 0
    for weighing, answer in lines:
        height = 150 + 2 * COIN * ((len(weighing.left) - 1) // ROW)
        scales = one_svg(weighing, answer, good, pan, width, height)
        body += f'<g transform="translate(0 {tall})">{scales}</g>'
        tall += height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {tall}" '
        f'width="{width}" height="{tall}" font-family="sans-serif">'
        f'<rect width="{width}" height="{tall}" rx="10" fill="#f7f5f0"/>{body}</svg>'
    )


def one_svg(
    weighing: Weighing,
    answer: Answer | None,
    good: tuple[int, ...],
    pan: int,
    width: int,
    height: int,
) -> str:
    """One pair of scales: post, beam, two pans with coins, and the answer below."""
    tilt = {"LT": -TILT, "GT": TILT}.get(answer or "EQ", 0)
    middle, base = width // 2, height - 62
    ends = [(15 + pan // 2, base + tilt), (width - 15 - pan // 2, base - tilt)]
    beam = (
        f'<path d="M{middle} {base} l-14 44 h28 z" fill="#8a8f98"/>'
        f'<path d="M{ends[0][0]} {ends[0][1]} L{ends[1][0]} {ends[1][1]}" '
        'stroke="#4a4f57" stroke-width="5" stroke-linecap="round"/>'
    )
    pans = "".join(
        f'<path d="M{x} {y} v-{STALK}" stroke="#4a4f57" stroke-width="5"/>'
        f'<path d="M{x - pan // 2 + 4} {y - STALK} h{pan - 8} l-10 9 h-{pan - 28} z" '
        f'fill="#4a4f57"/>{coins_svg(coins, good, x, y - STALK)}'
        for (x, y), coins in zip(ends, weighing, strict=True)
    )
    word = f'<text x="{middle}" y="{height - 4}" text-anchor="middle" font-size="14" ' + (
        f'fill="#333">{answer or "?"}</text>'
    )
    return beam + pans + word


def coins_svg(coins: tuple[int, ...], good: tuple[int, ...], x: int, y: int) -> str:
    """Coins that lie on a pan, in rows."""
    parts = []
    for k, coin in enumerate(coins):
        row = coins[ROW * (k // ROW) : ROW * (k // ROW + 1)]
        across = x + COIN * (2 * (k % ROW) + 1 - len(row))
        up = y - COIN * (2 * (k // ROW) + 1)
        fill = FILLS["good" if coin in good else "suspect"]
        parts.append(
            f'<circle cx="{across}" cy="{up}" r="{COIN - 1}" fill="{fill}" '
            'stroke="#6b5b2e"/>'
            f'<text x="{across}" y="{up + 5}" text-anchor="middle" font-size="13" '
            f'fill="#222">{coin}</text>'
        )
    return "".join(parts)
