"""The report of an experiment as tables for people, or as JSON for programs."""

from typing import TYPE_CHECKING, Any

from whoknows.cli.batches import short
from whoknows.cli.console import plain, say, say_json, say_table

if TYPE_CHECKING:
    from whoknows.asking.statistics import Difference, Summary
    from whoknows.experiments.rows.figures import Report


def say_report(found: "Report", *, json: bool) -> None:
    """A report for people or for programs."""
    from whoknows.experiments.rows.figures import as_document

    if json:
        say_json(as_document(found))
        return
    entry = found.entry
    state = "done" if entry.done == entry.games else f"{entry.done} of {entry.games}"
    game = short(entry.document["game"])
    say(f"{plain(entry.name)} ({entry.id}): {game}, {entry.done} games, {state}")
    if not found.series:
        say("No rows yet.")
        return
    say_series(found)
    say_comparisons(found)


HEAD = ("mean ± s.e.", "95 %", "5 50 95 %")


def say_series(found: "Report") -> None:
    """The table of means, and the figures below it."""
    several = any(len(part.series.seating) > 1 for part in found.series)
    rows = [
        [
            part.series.number,
            setup_text(part.series.setup, found),
            f"{seat} {short(name)}" if several else short(name),
            *numbers(part.seats[seat]),
        ]
        for part in found.series
        for seat, name in enumerate(part.series.seating)
    ]
    who = "seat" if several else "strategy"
    say_rows(["series", "setup", who, *HEAD], rows, "Scores")
    figures = [
        [part.series.number, name, *numbers(value)]
        for part in found.series
        for name, value in ({"turns": part.turns} | part.figures).items()
    ]
    say_table(["series", "figure", *HEAD], figures, title="Figures")


def numbers(found: "Summary") -> list[str]:
    """The fields of a summary."""
    error = f" ± {found.error:.2g}" if found.n > 1 else ""
    interval = f"{found.low:.3g}..{found.high:.3g}" if found.n > 1 else "-"
    quantiles = " ".join(f"{found.quantiles[level]:g}" for level in ("0.05", "0.5", "0.95"))
    return [f"{found.mean:.4g}{error}", interval, quantiles]


def say_comparisons(found: "Report") -> None:
    """Who is better than whom, and whether chance alone would do it."""
    rows = [
        [setup_text(setup, found), short(pair.one), short(pair.two), *verdict(pair)]
        for setup, pairs in found.comparisons
        for pair in pairs
    ]
    if rows:
        head = ["setup", "strategy", "against", "above by", "95 %", "chance"]
        say_rows(head, rows, "Comparisons, on the same deals")


def say_rows(head: list[str], rows: list[list[Any]], title: str) -> None:
    """A table, without the column of the setup if there is only one."""
    place = head.index("setup")
    if all(not row[place] for row in rows):
        head = [name for name in head if name != "setup"]
        rows = [[*row[:place], *row[place + 1 :]] for row in rows]
    say_table(head, rows, title=title)


def verdict(pair: "Difference") -> list[str]:
    """A difference, and whether it is beyond noise."""
    interval = f"{pair.low:.2g}..{pair.high:.2g}" if pair.n > 1 else "-"
    word = "beyond noise" if pair.beyond_noise else "noise"
    return [f"{pair.mean:+.3g}", interval, f"{pair.chance:.2g} {word}"]


def setup_text(setup: Any, found: "Report") -> str:
    """What varies in a setup, in a few words."""
    setups = [part.series.setup for part in found.series]
    varying = [key for key in setup if any(other[key] != setup[key] for other in setups)]
    return ", ".join(f"{key} {setup[key]}" for key in varying)
