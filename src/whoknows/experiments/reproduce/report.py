"""The report: one page of HTML with tables and figures, which needs nothing else."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from whoknows import __version__
from whoknows.experiments.reproduce import TITLES, Scale, counted
from whoknows.experiments.reproduce.verdict import (
    MEANINGS,
    Figure,
    Line,
    Verdict,
    by_table,
    value_text,
)

MANY_LINES = 12  # lines of a table that agree are folded away from here on
CLASSES = {
    Verdict.AGREES: "agrees",
    Verdict.DIFFERS: "differs",
    Verdict.UNDECIDED: "undecided",
    Verdict.NOT_COMPARED: "open",
    Verdict.PAPER_IN_ERROR: "error",
}
READING = " ".join(
    f'<b class="{CLASSES[verdict]}">{verdict}</b>: {MEANINGS[verdict]}.'
    for verdict in Verdict
)


def page(found: Sequence[Line | Figure], scale: Scale) -> str:
    """The whole page."""
    lines = [one for one in found if isinstance(one, Line)]
    figures = [one for one in found if isinstance(one, Figure)]
    papers = list(dict.fromkeys(line.paper for line in lines))
    sections = [section(paper, lines, figures) for paper in papers]
    size = "full" if scale.full else "quick"
    lead = (
        f"{len(lines)} lines, computed anew by whoknows {__version__} beside what the"
        f" papers print; {size} samples, seed {scale.seed}."
    )
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>whoknows reproduce</title><style>{style}</style></head><body>"
        f'<h1>The papers, redone</h1><p class="lead">{lead}</p>'
        f'{overview(papers, lines)}<p class="reading">{READING}</p>'
        f"{''.join(sections)}</body></html>\n"
    )


def overview(papers: Sequence[str], lines: Sequence[Line]) -> str:
    """How many lines of each paper have each verdict."""
    head = "".join(f'<th class="{CLASSES[verdict]}">{verdict}</th>' for verdict in Verdict)
    rows = []
    for paper in papers:
        counts = counted(line for line in lines if line.paper == paper)
        cells = "".join(f"<td>{count or ''}</td>" for count in counts.values())
        rows.append(f'<tr><td><a href="#{paper}">{paper}</a></td>{cells}</tr>')
    total = "".join(f"<td><b>{count}</b></td>" for count in counted(lines).values())
    return (
        f'<table class="counts"><thead><tr><th>paper</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}<tr><td><b>all</b></td>{total}</tr></tbody></table>"
    )


def section(paper: str, lines: Sequence[Line], figures: Sequence[Figure]) -> str:
    """One paper: its figures, and its tables."""
    mine = by_table(line for line in lines if line.paper == paper)
    tables = map(table, mine.values())
    drawn = "".join(
        f"<figure>{one.svg}<figcaption><b>{escape(one.title)}.</b> {escape(one.caption)}"
        "</figcaption></figure>"
        for one in figures
        if one.paper == paper
    )
    return (
        f'<h2 id="{paper}">{paper}</h2><p>{escape(TITLES[paper])}</p>'
        f'<div class="figures">{drawn}</div>{"".join(tables)}'
    )


def table(lines: Sequence[Line]) -> str:
    """One table of a paper; where many of its lines agree, they are folded away."""
    name = f"<h3>{escape(lines[0].table)}</h3>"
    agreeing = [line for line in lines if line.verdict is Verdict.AGREES]
    others = [line for line in lines if line.verdict is not Verdict.AGREES]
    if len(agreeing) < MANY_LINES:
        return name + rows(lines)
    if not others:
        return folded(
            f"<b>{escape(lines[0].table)}</b>: {len(lines)} lines, all agree", lines
        )
    return name + rows(others) + folded(f"{len(agreeing)} further lines agree", agreeing)


def folded(summary: str, lines: Sequence[Line]) -> str:
    """Lines behind a summary that opens them."""
    return f"<details><summary>{summary}</summary>{rows(lines)}</details>"


def rows(lines: Sequence[Line]) -> str:
    """Lines as a table."""
    return (
        '<div class="scroll"><table class="lines"><thead><tr>'
        "<th>item</th><th>published</th><th>computed</th><th>verdict</th>"
        f"</tr></thead><tbody>{''.join(map(row, lines))}</tbody></table></div>"
    )


def row(line: Line) -> str:
    """One line."""
    note = f'<div class="note">{escape(line.note)}</div>' if line.note else ""
    return (
        f"<tr><td>{escape(line.row or line.table)}</td>"
        f'<td class="value" data-is="published">{escape(value_text(line.published))}</td>'
        f'<td class="value" data-is="computed">{escape(value_text(line.computed))}</td>'
        f'<td><span class="verdict {CLASSES[line.verdict]}">{escape(line.text)}</span>'
        f"{note}</td></tr>"
    )
