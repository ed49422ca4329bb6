"""What a page shows of an experiment's report: its measures, and who did how in each."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Report: TypeAlias = Mapping[str, Any]
Line: TypeAlias = tuple[str, str, Mapping[str, Any]]  # setup, who, and a summary

SCORE, TURNS = "score", "turns"


def measures(report: Report) -> list[str]:
    """What can be charted: the score, the turns, and the figures."""
    names = {name for series in report["cells"] for name in series["figures"]}
    return [SCORE, TURNS, *sorted(names - {SCORE, TURNS})]


def varying(report: Report) -> list[str]:
    """The options of the setup that are not the same everywhere."""
    setups = [series["setup"] for series in report["cells"]]
    keys = dict.fromkeys(key for setup in setups for key in setup)
    return [k for k in keys if len({str(setup.get(k)) for setup in setups}) > 1]


def labels_of(report: Report) -> list[str]:
    """A short name for each series: what its setup has of its own."""
    keys = varying(report)
    return [
        ", ".join(f"{key} {series['setup'].get(key)}" for key in keys)
        for series in report["cells"]
    ]


def entries_of(
    report: Report, measure: str
) -> Iterator[tuple[Mapping[str, Any], str, Mapping[str, Any]]]:
    """Series, who, and summary of one measure: of every seat if it is the score."""
    for series in report["cells"]:
        names = [seat["strategy"].rpartition(":")[2] for seat in series["seats"]]
        if measure == SCORE:
            for k, (name, seat) in enumerate(zip(names, series["seats"], strict=True), 1):
                yield series, f"{k}: {name}" if len(names) > 1 else name, seat
            continue
        summary = series["turns"] if measure == TURNS else series["figures"].get(measure)
        if summary:
            yield series, " · ".join(dict.fromkeys(names)), summary


def lines_of(report: Report, measure: str) -> list[Line]:
    """Setup, who, and summary, line by line, of one measure."""
    labels = {
        id(series): label
        for series, label in zip(report["cells"], labels_of(report), strict=True)
    }
    return [
        (labels[id(c)], who, summary) for c, who, summary in entries_of(report, measure)
    ]
