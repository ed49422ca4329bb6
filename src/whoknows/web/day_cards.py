"""The card to share of a puzzle of the day, as text and as a picture, without spoilers."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from whoknows.errors import BadSetup, WhoknowsError
from whoknows.learn.puzzles import FIRST_DAY, of_day
from whoknows.web import query
from whoknows.web.learn_work import LEARNERS, limited
from whoknows.wording import plural

FULL = 5  # stars for a puzzle solved at once, without a step shown
MOST_TOLD = 9999  # tries, steps, and days in a row, that a card tells
NAMES = {
    "dates": "Dates",
    "numbers": "Two numbers",
    "crowd": "Crowds",
    "codes": "Codes",
    "coins": "Coins",
    "davinci": "Tiles",
    "egghead": "Silence",
}
COUNTS = ("tries", "steps", "streak")
TYPES = {"svg": "image/svg+xml", "png": "image/png"}


def card_text(day: date, stars: int, tries: int, steps: int, streak: int) -> str:
    """A card to share, in which nothing of the puzzle stands.

    >>> print(card_text(date(2026, 11, 16), 3, 1, 1, 4))
    whoknows, puzzle of 2026-11-16: Tiles, level 1
    ★★★☆☆
    1 wrong answer, 1 step shown
    4 days in a row
    """
    about = of_day(day)
    lines = [
        f"whoknows, puzzle of {day}: {NAMES[about.kind]}, level {about.level}",
        f"{'★' * stars}{'☆' * (FULL - stars)}",
    ]
    wrong = plural(tries, "wrong answer") if tries else "no wrong answer"
    shown = f"{plural(steps, 'step')} shown" if steps else "no step shown"
    lines.append(f"{wrong}, {shown}")
    if streak > 1:
        lines.append(f"{streak} days in a row")
    return "\n".join(lines)


def card_address(
    kind: str, day: date, stars: int, tries: int, steps: int, streak: int
) -> str:
    """Where the picture of a card is."""
    return query.address(
        f"/puzzles/day/card.{kind}",
        date=day,
        stars=stars,
        tries=min(tries, MOST_TOLD),
        steps=steps,
        streak=streak,
    )


def read_day(asked: str, today: date) -> date:
    """The day that an address asks for: none to come, and none before the first."""
    if not asked:
        return today
    try:
        day = date.fromisoformat(asked[:20])
    except ValueError:
        raise BadSetup(f"date: a day such as {today}, not {asked[:20]!r}") from None
    if not FIRST_DAY <= day <= today:
        raise BadSetup(f"date: a day from {FIRST_DAY} to {today}, not {day}")
    return day


def parse_card(words: Mapping[str, str], today: date) -> str:
    """The text of the card that an address asks for."""
    count = range(MOST_TOLD + 1)
    return card_text(
        read_day(words.get("date", ""), today),
        query.whole(words.get("stars", ""), range(FULL + 1), "stars", 0),
        *(query.whole(words.get(name, ""), count, name, 0) for name in COUNTS),
    )


async def card_file(kind: str, words: Mapping[str, str]) -> Any:
    """The picture of a card, drawn elsewhere."""
    from fastapi import Response

    try:
        text = parse_card(words, datetime.now(UTC).date())
        made = await LEARNERS.ask(
            limited, card_picture, (text, kind), who="cards", keep=True
        )
    except WhoknowsError as error:
        return Response(str(error), 404, media_type="text/plain")
    return Response(made, media_type=TYPES[kind])


def card_picture(text: str, kind: str) -> bytes:
    """A card as a file; for a worker process."""
    from whoknows.analysis.share_card import day_card_bytes

    return day_card_bytes(text, kind)
