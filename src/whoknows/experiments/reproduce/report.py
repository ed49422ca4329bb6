"""The report: one page of HTML with tables and figures, which needs nothing else."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from itertools import groupby

from whoknows import __version__
from whoknows.experiments.reproduce import TITLES, Scale, counted
from whoknows.experiments.reproduce.line import KINDS, Figure, Line, value_text

MANY = 12  # rows from which on a table is folded away if all of them agree
CLASSES = dict(zip(KINDS, ("agrees", "error", "sampling", "open"), strict=True))
NAMES = dict(
    zip(
        KINDS,
        ("agrees", "paper in error", "sampling", "cannot be compared"),
        strict=True,
    )
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
        f"{overview(papers, lines)}{''.join(sections)}</body></html>\n"
    )


def overview(papers: Sequence[str], lines: Sequence[Line]) -> str:
    """How many lines of each paper have each verdict."""
    head = "".join(f'<th class="{CLASSES[kind]}">{NAMES[kind]}</th>' for kind in KINDS)
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
    mine = [line for line in lines if line.paper == paper]
    tables = [table(list(some)) for _, some in groupby(mine, key=lambda line: line.table)]
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
    """One table of a paper; a long one that agrees throughout is folded away."""
    rows = "".join(map(row, lines))
    body = (
        '<div class="scroll"><table class="lines"><thead><tr>'
        "<th>item</th><th>published</th><th>computed</th><th>verdict</th>"
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )
    name = escape(lines[0].table)
    agree = sum(line.verdict == "agrees" for line in lines)
    if len(lines) < MANY:
        return f"<h3>{name}</h3>{body}"
    state = "all agree" if agree == len(lines) else f"{agree} of {len(lines)} agree"
    is_open = "" if agree == len(lines) else " open"
    return (
        f"<details{is_open}><summary><b>{name}</b>: {len(lines)} lines, {state}</summary>"
        f"{body}</details>"
    )


def row(line: Line) -> str:
    """One line."""
    note = f'<div class="note">{escape(line.note)}</div>' if line.note else ""
    return (
        f"<tr><td>{escape(line.row or line.table)}</td>"
        f'<td class="value" data-is="published">{escape(value_text(line.published))}</td>'
        f'<td class="value" data-is="computed">{escape(value_text(line.computed))}</td>'
        f'<td><span class="verdict {CLASSES[line.kind]}">{escape(line.verdict)}</span>'
        f"{note}</td></tr>"
    )
