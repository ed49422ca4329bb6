"""How `whoknows mastermind` shows what a plan costs, and its demonstration."""

from pathlib import Path
from typing import TYPE_CHECKING

from whoknows.cli.console import note, say, say_json
from whoknows.cli.output import put_line
from whoknows.errors import needs

if TYPE_CHECKING:
    from whoknows.games.mastermind.rules import Rules
    from whoknows.games.mastermind.solve import Costs


def forewarn(rules: "Rules", yes: bool = False) -> None:
    """Say how long a long optimum will take, before it is begun."""
    from whoknows.games.mastermind.solve.effort import forewarning

    if warning := forewarning(rules, yes=yes):
        note(warning)


def show_costs(costs: "Costs", json: bool, **question: object) -> None:
    """What a plan costs, as JSON with what else was asked, or for people."""
    from whoknows.games.mastermind.show.board_picture import histogram_text

    if json:
        say_json(costs.document() | question)
        return
    say(f"{costs.rules}, {costs.strategy}: first {costs.first}")
    average = f"{costs.total / costs.rules.size:.4f}"
    say(f"total {costs.total:,}   average {average}   worst {costs.worst}")
    put_line(histogram_text(costs.histogram))
    if costs.strategy == "optimal":
        say(
            "proven optimal"
            if costs.proven
            else f"not proven; no plan below {costs.bound:,}"
        )


def row_of(costs: "Costs") -> list[object]:
    """One row of the comparison."""
    average = f"{costs.total / costs.rules.size:.3f}"
    histogram = " ".join(map(str, costs.histogram))
    return [costs.strategy, costs.first, costs.total, average, costs.worst, histogram]


def write_plot(path: Path, rules: "Rules", rows: "list[Costs]") -> None:
    """The histograms as a picture file."""
    from whoknows.errors import BadFile
    from whoknows.games.mastermind.show.board_picture import histogram_plot

    if path.suffix not in (".png", ".svg", ".pdf"):
        raise BadFile(f"{path}: wanted a name that ends in .png, .svg, or .pdf")
    with needs("plot"):
        from matplotlib import rc_context

    figure = histogram_plot({costs.strategy: costs.histogram for costs in rows}, str(rules))
    dateless = {} if path.suffix == ".png" else {"metadata": {DATES[path.suffix]: None}}
    try:
        with rc_context({"svg.hashsalt": "whoknows"}):
            figure.savefig(path, dpi=150, **dateless)
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error


DATES = {".svg": "Date", ".pdf": "CreationDate"}


def demonstrate(seed: int | None) -> None:
    """Hide a code and break it, line by line; then say what else there is."""
    import numpy as np

    from whoknows.games.mastermind.knowledge import possible_codes
    from whoknows.games.mastermind.rules import Line, Rules
    from whoknows.games.mastermind.show.board_picture import line_text
    from whoknows.games.mastermind.strategies import next_guess

    rules = Rules()
    secret = rules.code(int(np.random.default_rng(seed).integers(rules.size)))
    put_line(f"A code of {rules} is hidden: one of {rules.size:,}.  Watch it be found.\n")
    lines: list[Line] = []
    while not lines or lines[-1].guess != secret:
        guess = next_guess(rules, tuple(lines), "parts")
        lines.append(Line(guess, rules.answer(guess, secret)))
        left = len(possible_codes(rules, lines))
        said = "found" if guess == secret else f"{left:,} left"
        put_line(f"  {line_text(rules, lines[-1]):<16}{said}")
    put_line(
        "\nYour turn:  whoknows mastermind play     break a code\n"
        "            whoknows mastermind break    have yours broken\n"
        "            whoknows mastermind --help   strategies, optimal plans, and more"
    )
