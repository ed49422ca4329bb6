"""Batches of the Da Vinci Code: two strategies that share the seats, setup by setup."""

import time
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import Any

from whoknows.cli.batches import run_to_end
from whoknows.cli.console import say, say_json, say_table
from whoknows.errors import BadSetup, is_whole, shortened
from whoknows.experiments.duel import Rate, by_seat, overall, seatings
from whoknows.experiments.experiment import (
    Experiment,
    Series,
    by_setup,
    checked,
    own_experiment,
    stored_series,
)
from whoknows.experiments.running.run import begin
from whoknows.games.davinci.paper import TABLES
from whoknows.games.davinci.rules import SEMANTICS, agent_name
from whoknows.store import Store, open_store
from whoknows.store.experiment_rows import Entry, Row, rows_of
from whoknows.wording import percent


@dataclass(frozen=True)
class BatchRequest:
    """What the command was asked, as it was typed."""

    strategies: str
    table: int | None
    players: int
    tiles: str
    hand: int | None
    lowest: int | None
    full: bool
    drawing: bool
    jokers: bool
    semantics: str
    going_on: str
    games: int
    seed: int | None
    name: str | None


def experiment_of(given: BatchRequest) -> Experiment:
    """The experiment: every size, every preset, every seating of the two strategies."""
    names = [name.strip() for name in given.strategies.split(",")]
    if len(names) != 2 or names[0] == names[1]:
        raise BadSetup(f"{given.strategies}: wanted two different strategies")
    cells = [cell for cell in TABLES if cell.table == given.table]
    players = cells[0].players if cells else given.players
    tiles = [cell.tiles for cell in cells] or numbers(given.tiles)
    setup: dict[str, Any] = {
        "players": players,
        "tiles": tiles,
        "semantics": presets(given.semantics),
        "going_on": given.going_on,
    }
    full = {"lowest": 0, "jokers": True, "drawing": True} if given.full else {}
    stated = {k: v for k, v in asdict(given).items() if k in OPTIONS}
    setup |= {k: v for k, v in stated.items() if v is not None and v is not False} | full
    if given.full and given.hand is None:
        setup["hand"] = 4 if players < 4 else 3
    tables = seatings(names[0], names[1], players)
    document = {
        "game": "davinci",
        "games": -(-given.games // len(tables)),
        "seed": given.seed or 0,
        "seatings": [list(table) for table in tables],
        "setup": setup,
        "name": given.name or "",
    }
    return own_experiment(document, "the command line")


PAPERS = ["aggressive", "defensive"]  # the strategies of the paper's tables
OPTIONS = ("hand", "lowest", "jokers", "drawing")


def presets(text: str) -> list[str]:
    """The presets named; `both` names both."""
    return list(SEMANTICS) if text == "both" else text.split(",")


def numbers(text: str) -> list[int]:
    """The numbers of `12,14,16`."""
    words = text.split(",")
    if not all(is_whole(word.strip()) for word in words):
        raise BadSetup(f"--tiles {shortened(text)}: wanted numbers like 12,14,16")
    return [int(word) for word in words]


def run(
    experiment: Experiment,
    table: int | None,
    where: tuple[int | None, str | None, str | None],
    *,
    yes: bool,
    json: bool,
) -> None:
    """Play what is missing, and say the rates."""
    experiment = checked(experiment, yes=yes)
    with open_store(where[2]) as store:
        entry = begin(store, experiment)
        before, began = entry.done, time.perf_counter()
        entry = run_to_end(store, entry, *where)
        played = entry.done - before
        seconds = (time.perf_counter() - began) / played if played else None
        document = rates(store, entry, table, seconds)
    if json:
        say_json(document)
    else:
        say_rates(document)


def rates(
    store: Store, entry: Entry, table: int | None, seconds: float | None
) -> dict[str, Any]:
    """The win rates by strategy and seat for every setup, with their intervals."""
    rows: dict[int, list[Row]] = defaultdict(list)
    for row in rows_of(store, entry.id):
        rows[row.cell].append(row)
    all_series = stored_series(entry.document, entry.name)
    groups = by_setup(all_series)
    names = list(dict.fromkeys(name for series in all_series for name in series.seating))
    return {
        "game": "davinci",
        "experiment": entry.name,
        "strategies": names,
        "seed": entry.document["seed"],
        "games": entry.done,
        "seconds_per_game": seconds,
        "cells": [cell_json(group, rows, names, table) for group in groups],
    }


def cell_json(
    group: list[Series], rows: dict[int, list[Row]], names: list[str], table: int | None
) -> dict[str, Any]:
    """One cell of the table: the rates of both strategies, apart by seat and majority."""
    setup = group[0].setup
    players, tiles = setup["players"], setup["tiles"]
    found = [rate_json(overall(group, rows, name)) for name in names]
    found += [rate_json(rate) for name in names for rate in by_seat(group, rows, name)]
    apart = []
    if players % 2:
        for name in names:
            major = [series for series in group if series.seating.count(name) > players / 2]
            apart.append({"majority": name, **rate_json(overall(major, rows, names[0]))})
    published = [
        cell.aggressive / 100
        for cell in TABLES
        if (cell.table, cell.tiles) == (table, tiles) and names == PAPERS
    ]
    return {
        "setup": dict(setup),
        "tiles": tiles,
        "closed": tiles - players * setup["hand"],
        "semantics": setup["semantics"],
        "games": sum(len(rows[series.number]) for series in group),
        "rates": found,
        "apart": apart,
        "published": published[0] if published else None,
    }


def rate_json(rate: Rate | None) -> dict[str, Any]:
    """A rate as plain JSON; the seat is `null` for all seats together."""
    if rate is None:
        return {"strategy": None, "seat": None, "rate": None, "interval": None, "games": 0}
    return {
        "strategy": rate.strategy,
        "seat": None if rate.seat is None else agent_name(rate.seat),
        "rate": rate.rate,
        "interval": [rate.low, rate.high],
        "games": rate.games,
    }


def say_rates(document: dict[str, Any]) -> None:
    """The rates of the first strategy as a table for people."""
    one, two = document["strategies"]
    paper = any(cell["published"] is not None for cell in document["cells"])
    odd = any(cell["apart"] for cell in document["cells"])
    columns = ["tiles", "closed", "preset", "rate", "95 %"]
    columns += ["more", "fewer"] if odd else []  # of its kind at the table
    columns += ["paper"] if paper else []
    lines = []
    for cell in document["cells"]:
        rate = cell["rates"][0]
        line = [cell["tiles"], cell["closed"], cell["semantics"]]
        line += [percent(rate["rate"], 1), interval(rate)]
        line += [percent(some["rate"], 1) for some in cell["apart"]]
        line += [percent(cell["published"], 1)] if paper else []
        lines.append(line)
    say_table(columns, lines, title=f"Games won by {one} against {two}")
    if odd:
        say(f"more, fewer: where more or fewer of the seats are {one}")
    if document["seconds_per_game"] is not None:
        pace = 1000 * document["seconds_per_game"]
        say(f"{document['games']} games, {pace:.1f} ms a game")


def interval(rate: dict[str, Any]) -> str:
    """The interval of a rate: `48.2-51.8`."""
    if rate["interval"] is None:
        return ""
    low, high = rate["interval"]
    return f"{100 * low:.1f}-{100 * high:.1f}"
