"""What is wrong in the papers, as one page of Markdown, from the games' own data.

`docs/errata.md` is what `errata_page` gives; a test holds them equal, and
`scripts/pictures` writes it anew.
"""

from collections.abc import Iterable, Iterator, Mapping

from whoknows.experiments.reproduce import TITLES
from whoknows.experiments.reproduce.corrections import corrections
from whoknows.experiments.reproduce.verdict import value_text
from whoknows.games.balance import paper as balance
from whoknows.games.davinci import paper as davinci
from whoknows.games.egghead import paper as egghead
from whoknows.games.hats.paper import JANSSEN, VAN_UEM, Erratum
from whoknows.games.mastermind import paper as mastermind

HEAD = (
    "# Errata of the papers\n\n"
    "The games come from five documents, and what is right in them is reproduced number by "
    "number: `whoknows reproduce` computes every table, example, and figure anew and sets "
    "it beside what is printed.\n"
    "This page lists what is wrong, and what is right instead, each with a proof or an "
    "exact computation; what only samples speak for stands apart, as a hypothesis.\n"
    "It is made from the data of the games, `paper` in each; the [reproduction]"
    "(reproduce.md) shows the numbers.\n"
    "There a line blames the paper only if it comes out as it stands here, line by line.\n"
)


def errata_page() -> str:
    """The whole page."""
    parts = [HEAD]
    for paper, lines in sections():
        parts.append(f"\n## {TITLES[paper].split(', ')[-2]}\n\n{TITLES[paper]}.\n\n")
        parts += lines
        parts += line_by_line(paper)
    return "".join(parts)


def sections() -> Iterator[tuple[str, Iterable[str]]]:
    """The errata of every paper, as lines."""
    yield "hats-thesis", table(JANSSEN)
    yield "hat-game", table(VAN_UEM)
    yield "davinci", [*listed(davinci.ERRATA), HYPOTHESES, *listed(davinci.HYPOTHESES)]
    exercises = [f"- {text}\n" for text in balance.ERRATA]
    yield "mastermind", [*listed(mastermind.ERRATA), *exercises]
    yield "egghead", listed(egghead.ERRATA)


HYPOTHESES = (
    "\n### Hypotheses\n\nNothing of this is proven, and no line blames the paper.\n\n"
)


def table(errata: Iterable[Erratum]) -> Iterator[str]:
    """Errata that say four things, as a table."""
    yield row("where", "it says", "so it is", "evidence") + "|---|---|---|---|\n"
    for erratum in errata:
        yield row(*erratum)


def row(*cells: str) -> str:
    """A row of a table."""
    return "| " + " | ".join(cells).replace("*", "\\*") + " |\n"


def listed(errata: Mapping[str, str]) -> Iterator[str]:
    """Errata with their places, as a list."""
    for where, text in errata.items():
        yield f"- **{where}**: {text}\n"


def line_by_line(paper: str) -> Iterator[str]:
    """What is right at each line of the reproduction that a paper has wrong."""
    proven = corrections().get(paper, {})
    if proven:
        yield "\nLine by line:\n\n"
        yield row("line", "so it is", "by the erratum") + "|---|---|---|\n"
    for item, (where, value, _) in proven.items():
        yield row(item, value_text(value), where)


if __name__ == "__main__":
    import sys

    sys.stdout.write(errata_page())
