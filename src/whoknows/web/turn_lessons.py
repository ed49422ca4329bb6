"""What the card of who knows what says in words: whose worlds, and what a turn taught."""

from collections.abc import Sequence
from itertools import pairwise

from whoknows.analysis.who_knows_what import Look
from whoknows.play.game import History, Seat
from whoknows.play.table.eyes import Moment, View
from whoknows.web import drawing
from whoknows.web.desk import Desk
from whoknows.web.moment import HistoryLine
from whoknows.web.worlds_chart import Line

COUNTS = "counts"  # the one picture that every game has at any time
CHANCES = "chances"  # what each hidden thing may be
# What people call the kinds of picture.
CALLED = {
    CHANCES: "chances",
    drawing.WORLDS: "worlds",
    "graph": "lines",
    "grid": "rows",
    "rings": "around",
    "cells": "groups",
    COUNTS: "how many",
}
# How each is read.
READ = {
    "graph": "A line joins worlds that somebody cannot tell apart; its color says who.",
    "grid": "Worlds of a row look alike to one player, worlds of a column to another.",
    "rings": "The inner ring: what is thought possible there. The outer one: what is "
    "thought to be thought possible.",
    "cells": "Worlds that look alike to somebody are one group, and are counted.",
    COUNTS: "How many worlds are left, turn by turn.",
}


def common(old: Sequence[Moment], new: Sequence[Moment]) -> int:
    """How many moments two tellings of a game share from the start."""
    count = 0
    for left, right in zip(old, new, strict=False):
        if left.history != right.history or set(left.eyes) != set(right.eyes):
            break
        if (left.end is None) != (right.end is None):
            break
        count += 1
    return count


def lines(looks: Sequence[Look], desk: Desk) -> list[Line]:
    """A line of the chart for every pair of eyes.

    What is public has none where it is just what somebody knows: both would be one line.
    """
    everybody = dict.fromkeys(who for one in looks for who in one.counts)
    worlds = {who: tuple(one.counts.get(who) for one in looks) for who in everybody}
    seats = [line for who, line in worlds.items() if who is not None]
    return [
        Line(called(who, desk), line)
        for who, line in worlds.items()
        if who is not None or line not in seats
    ]


def called(who: Seat | None, desk: Desk) -> str:
    """Whose worlds these are."""
    if who is None:
        return "all that is public"
    return "you" if desk.seated and who == desk.seat else desk.names[who]


def lessons(looks: Sequence[Look], desk: Desk) -> list[str]:
    """What each turn taught: `you 120 → 36`; nothing where nothing changed."""
    found = []
    for before, after in pairwise(looks):
        changed = {
            who: (before.counts[who], count)
            for who, count in after.counts.items()
            if who in before.counts and before.counts[who] != count
        }
        seats = [change for who, change in changed.items() if who is not None]
        parts = [
            f"{called(who, desk)} {old:,} → {new:,}"
            for who, (old, new) in changed.items()
            if who is not None or (old, new) not in seats
        ]
        found.append(", ".join(parts))
    return found


def told_lines(desk: Desk, history: History) -> list[HistoryLine]:
    """The public history, a line for each event, with what it taught."""
    taught = [*([] if desk.alone else desk.lessons), *[""] * len(history)]
    return [
        HistoryLine(desk.face.event_text(event, desk.names, desk.telling), lesson)
        for event, lesson in zip(history, taught, strict=False)
    ]


def last_event(desk: Desk, view: View) -> str:
    """What happened in the last turn that a view knows."""
    if not view.history:
        return ""
    return desk.face.event_text(view.history[-1], view.names, desk.telling)


def turn_text(
    desk: Desk, moments: Sequence[Moment], looks: Sequence[Look], turn: int
) -> str:
    """What happened in the turn that is looked at."""
    of = f"Turn {turn} of {len(looks) - 1}"
    if len(looks) == 1:
        return "The beginning"
    if turn == 0:
        return f"{of}: the beginning"
    history = moments[turn].history
    if len(history) < turn:
        return of
    said = desk.face.event_text(history[turn - 1], desk.names, desk.telling)
    taught = lessons(looks[turn - 1 : turn + 1], desk)[0]
    return f"{of}: {said}" + (f" Worlds: {taught}." if taught else "")


def noted(one: Look, style: str, *, modelled: bool = True) -> str:
    """How to read the picture, or why there is none; some games only count worlds."""
    if style == CHANCES:
        return "What each hidden thing may be, as far as these eyes can tell."
    if one.pictured is None:
        why = "There are too many worlds yet to draw them. " if modelled else ""
        return f"{why}{READ.get(style, '')}".strip()
    if style in (COUNTS, "cells"):
        return READ[style]
    return f"{outlined(one, style)} {READ.get(style, '')}".strip()


def outlined(one: Look, style: str) -> str:
    """What the outlines of a picture mean, and what a click does."""
    assert one.pictured is not None
    held = len(one.pictured.model if one.pictured.held is None else one.pictured.held)
    thought = len(one.pictured.model) - held
    click = "Click a world to see it as a board."
    if style == "rings" and one.pictured.actual is None:
        click = "Click a world to see it as a board, and to put it in the middle."
    far = one.pictured.reach == 0
    cut = "More worlds are thought possible than can be drawn yet. " if far else ""
    if one.pictured.home is None and one.pictured.actual is not None:
        around = f"; around it {counted(thought)}" if thought else ""
        return f"Gold: the actual world{around}. {cut}{click}"
    if not thought:
        return cut + click
    return (
        f"Strong outline: {held} held possible. Faint outline: {counted(thought)}. {click}"
    )


def counted(thought: int) -> str:
    """Worlds that are only thought of, in words."""
    return f"{thought} that somebody may think possible"
