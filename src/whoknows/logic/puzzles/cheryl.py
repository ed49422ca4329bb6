"""Cheryl's birthday: one is told the month, the other the day.

Cheryl gives ten dates, then tells Albert the month and Bernard the day of her birthday.
Albert: I don't know it, but I know that Bernard doesn't either.  Bernard: I didn't, but
now I do.  Albert: then I do too [SASMO2015].

>>> birthday().worlds, birthday().answer
((10, 5, 3, 1), {'dates': ['July 16']})
"""

from __future__ import annotations

from collections.abc import Sequence

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.logic.language.formula import And, Is, Know, KnowValue, Not, Or
from whoknows.logic.models.build import from_parts
from whoknows.logic.models.model import Model
from whoknows.logic.puzzles.telling import Talk, Telling
from whoknows.wording import listing

DATES = (
    *("May 15", "May 16", "May 19", "June 17", "June 18"),
    *("July 14", "July 16", "August 14", "August 15", "August 17"),
)
ALBERT = KnowValue("albert", "day")  # he is told the month, so the day is all he lacks
BERNARD = KnowValue("bernard", "month")


@checked
def birthday(
    dates: Sequence[str] = DATES, *, date: Sequence[str] = (), engine: str = "auto"
) -> Telling:
    """The talk of Albert and Bernard about these dates, each a month and a day.

    They may be called `date`, too, as at the command.
    """
    dates = date or dates
    model = calendar(dates, engine)
    talk = Talk(model).say(
        "Albert: I don't know it, but I know that Bernard doesn't either.",
        And((Not(ALBERT), Know("K", ("albert",), Not(BERNARD)))),
    )
    talk = talk.say("Bernard: I didn't know it, but now I do.", BERNARD)
    talk = talk.say("Albert: then I know it too.", ALBERT)
    possible = [date_name(talk.model, world) for world in talk.model]
    tail = "is" if len(possible) == 1 else "can be"
    return Telling(
        puzzle="cheryl",
        options={"dates": list(dates)},
        start=talk.start,
        steps=talk.steps,
        answer={"dates": possible},
        outcome=f"Cheryl's birthday {tail} {listing(possible)}.",
        engine=model.engine,
    )


def calendar(dates: Sequence[str], engine: str = "auto") -> Model:
    """The dates as worlds; Albert sees the month, Bernard the day."""
    pairs = [parse_date(date) for date in dates]
    if len(set(pairs)) < len(pairs) or not pairs:
        raise BadSetup("there must be one or more dates, all different")
    months, days = (tuple(dict.fromkeys(some)) for some in zip(*pairs, strict=True))
    one = Or(tuple(And((Is("month", month), Is("day", day))) for month, day in pairs))
    parts = {"month": months, "day": days}
    sees = {"albert": ["month"], "bernard": ["day"]}
    return from_parts(parts, sees, law=one, engine=engine)


def parse_date(date: str) -> tuple[str, str]:
    """A month and a day, out of text such as `May 15`."""
    words = date.split()
    if len(words) != 2:
        raise BadSetup(f"a date is a month and a day, such as 'May 15'; not {date!r}")
    return words[0], words[1]


def date_name(model: Model, world: int) -> str:
    """A date as it was written."""
    so = model.describe(world)
    return f"{so['month']} {so['day']}"
