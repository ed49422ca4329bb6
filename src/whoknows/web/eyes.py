"""What others think, as far as a seat can tell: a table to look through their eyes."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from whoknows.play.face.face import Face
from whoknows.play.game import AnySight, Seat
from whoknows.play.knowing.through_eyes import Glimpse, Thing
from whoknows.wording import percent, plural

MOST_VALUES = 12  # of a thing that are named


def choices(seat: Seat, names: Sequence[str]) -> dict[str, str]:
    """Whose eyes there are: one's own, each other's, and what each thinks of one's own."""
    others = [other for other in range(len(names)) if other != seat]
    return (
        {"": "you"}
        | {str(other): f"{names[other]}: what {names[other]} can tell" for other in others}
        | {
            f"{other},{seat}": f"what {names[other]} thinks that you think"
            for other in others
        }
    )


def chain_of(choice: str) -> list[Seat]:
    """The seats that a choice goes through."""
    return [int(seat) for seat in choice.split(",") if seat]


def glimpse_html(
    found: Glimpse | None,
    face: Face,
    sight: AnySight,
    names: Sequence[str],
    chain: Sequence[Seat],
) -> str:
    """What somebody makes of every hidden thing, as a table."""
    who = names[chain[0]]
    if found is None:
        return f"<p>There is nothing to tell yet of what {escape(who)} thinks.</p>"
    about = "you would give" if chain[1:] else f"{who} gives"
    knower = f"you, {who} thinks, know" if chain[1:] else f"{who} knows"
    shares = f"the chances that {about}, on average"
    if found.by_public:
        knower, shares = "all know", "its share of these ways"
    rows = "".join(
        f'<tr><th scope="row">{escape(face.thing_text(sight, thing.name, names))}</th>'
        f"<td>{escape(knowing(thing.knows))}</td><td>{values(thing, face)}</td></tr>"
        for thing in found.things
    )
    return (
        f'<p>{escape(held_text(found, who))}</p><table class="wk-table wk-eyes"><thead><tr>'
        f'<th scope="col">what</th><th scope="col">{escape(knower)} it</th>'
        f'<th scope="col">{escape(shares)}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def held_text(found: Glimpse, who: str) -> str:
    """How much somebody holds possible, or why only what all have heard is told."""
    if found.by_public:
        ways = plural(found.most, "way", ",") + (" is" if found.most == 1 else " are")
        return (
            f"There are too many worlds to go through all that {who} may see. This is what "
            f"all have heard, and {who} can tell at least as much: {ways} left."
        )
    least = f"{found.least:,} to " if found.most > found.least else ""
    worlds = least + plural(found.most, "world", ",")
    return (
        f"{who} holds {worlds} possible, as far as you can tell: counted over the "
        "worlds that you hold possible."
    )


def knowing(part: Fraction) -> str:
    """In how many of the viewer's worlds somebody knows something."""
    if part in (0, 1):
        return "for certain" if part else "no"
    return f"in {percent(part)} of your worlds"


def values(thing: Thing, face: Face) -> str:
    """The values with their chances, the likeliest of many."""
    likely = sorted(thing.chances, key=lambda value: -thing.chances[value])
    kept = [value for value in thing.chances if value in likely[:MOST_VALUES]]
    more = f" and {len(likely) - len(kept)} more" if len(likely) > len(kept) else ""
    return (
        "".join(
            f'<span class="wk-chip" style="--share:{thing.chances[value]:.3f}">'
            f"{escape(face.value_text(value))} <b>{share(thing.chances[value])}</b></span>"
            for value in kept
            if thing.chances[value]
        )
        + more
    )


def share(chance: float) -> str:
    """A mean share in few letters; what is certain is so in all worlds."""
    return percent(Fraction(chance).limit_denominator(10**9))
