"""`whoknows hats`: worlds, deals, and all maximal deals of the hat game."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli import (
    hats_best,
    hats_chains,
    hats_codes,
    hats_graph,
    hats_line,
    hats_psi,
    hats_sets,
    hats_simulate,
    hats_tables,
    hats_tell,
)
from whoknows.cli.console import (
    Json,
    Seed,
    refuse_unused,
    say,
    say_json,
    say_table,
    write_text,
)
from whoknows.cli.hats_chance import evaluate_mixed
from whoknows.cli.hats_options import (
    Colors,
    NoPassing,
    Players,
    SeenAs,
    SeesWhom,
    Svg,
    WorldOptions,
    counted_players,
    players_or,
    read_deals,
    world,
)
from whoknows.cli.play import doors
from whoknows.cli.shared_options import sharing
from whoknows.wording import exact_percent

if TYPE_CHECKING:
    from whoknows.games.hats.knowledge import Deals
    from whoknows.games.hats.rules import Rules, Score

app = typer.Typer(
    cls=doors("hats"),
    help="The hat game: deals, the Chain-Method, adequate sets, maximal deals.",
    epilog="Example: whoknows hats maximal --players 4",
    invoke_without_command=True,
)
app.command()(hats_sets.maximal)
app.command()(hats_sets.adequate)
app.command()(hats_sets.matrix)
app.command()(hats_best.best)
app.command()(hats_psi.psi)
app.command()(hats_tables.tables)
app.command()(hats_simulate.simulate)
app.command()(hats_codes.codes)
app.command()(hats_tell.tell)
app.command()(hats_chains.chains)
app.command()(hats_graph.graph)
app.command()(hats_line.line)

DealWords = Annotated[
    list[str],
    typer.Argument(help="A deal: BPPR BPPR BPPR; rounds after '/'; or a matrix as JSON."),
]
ViewOrder = Annotated[
    str,
    typer.Option("--order", help="How views are listed: 'natural' or 'reversed'."),
]


@app.callback()
def start(context: typer.Context, seed: Seed = None) -> None:
    """The hat game: deals, the Chain-Method, adequate sets, maximal deals.

    Without a command, three rounds are played before your eyes.
    """
    if context.invoked_subcommand is None:
        from whoknows.cli import alone

        alone.hats(seed)


@app.command()
def count(
    players: Players = 3,
    colors: Colors = 2,
    views: SeenAs = "seats",
    no_passing: NoPassing = False,
    json: Json = False,
) -> None:
    """The quantities of section 2.1.9 of the thesis, exact.

    Example: whoknows hats count --players 4
    """
    from whoknows.games.hats.rules import quantities

    rules = world(players_or(players, 3), colors=colors, views=views, no_passing=no_passing)
    found = quantities(rules)
    if json:
        head = {"players": rules.players, "colors": rules.colors}
        say_json(head | {name: size.exact() for name, size in found.items()})
    else:
        rows = [(name.replace("_", " "), size) for name, size in found.items()]
        say_table(["quantity", "number"], rows)


@app.command()
@sharing(WorldOptions)
def evaluate(
    asked: WorldOptions,
    context: typer.Context,
    deal: DealWords,
    sees: SeesWhom = None,
    order: ViewOrder = "natural",
    weights: Annotated[
        str, typer.Option(help="Strong answering: points for right, wrong, pass.")
    ] = "1,-1,0",
    repeats: Annotated[
        int,
        typer.Option(
            min=1, help="Times that a chance-based deal is played, for the median."
        ),
    ] = 101,
    against: Annotated[
        str | None, typer.Option(help="Another deal, to compare by set correct.")
    ] = None,
    better: Annotated[
        bool,
        typer.Option("--better", help="Say if it is maximal; if not, show a better deal."),
    ] = False,
    words: Annotated[
        bool, typer.Option("--words", help="The deal as rules in words, agent by agent.")
    ] = False,
    reduce: Annotated[
        bool,
        typer.Option(
            "--reduce", help="Also a deal with fewer free choices that wins no less."
        ),
    ] = False,
    svg: Svg = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """What a deal wins: rounds correct, their set, and strong answering.

    Example: whoknows hats evaluate BPPR BPPR BPPR

    A rule may be chance-based, commas between rules: R:3/4+B:1/4,P,P,P PPPP PPPP
    """
    from whoknows.games.hats.knowledge import evaluate_rounds

    text = " ".join(deal)
    read_weights(weights)  # what cannot be read is refused before anything is said
    rules = asked.rules(counted_players(text), text)
    if ":" in text:
        refuse_unused(
            context, "with a chance-based deal", "against", "svg", "weights", "order",
            "rounds", "words", "reduce", "sees",
        )  # fmt: skip
        evaluate_mixed(text, rules, repeats=repeats, seed=seed, better=better, json=json)
        return
    refuse_unused(context, "with a deal without chance", "repeats", "seed")
    if sees is not None:
        refuse_unused(context, "with --sees", "order", "better", "reduce")
    deals = read_deals(text, rules, order, sees)
    score = evaluate_rounds(deals, rules)
    if svg:
        draw_score(deals, rules, score, svg)
    more: dict[str, Any] = {}
    if against:
        more["against"] = set_correct(score, read_deals(against, rules, order, sees), rules)
    if better:
        more["better"] = better_document(score, rules)
    if reduce:
        more["reduced"] = reduced_document(deals, rules)
    if words:
        more["words"] = [deal_words(deal, rules) for deal in deals]
    if json:
        say_json(score_document(score, weights) | more)
        return
    say_score(deals, rules, score, weights)
    if against:
        say(f"\nby set correct, {more['against']} (first deal against the other)")
    if better:
        say_better(more["better"])
    if reduce:
        found = more["reduced"]
        say(f"\nreduced   {found['deal']}")
        say(f"          wins {found['won']}: all these rounds, or more, and guesses away"
            f" from {' and '.join(found['away_from'])}")  # fmt: skip
    for number, lines in enumerate(more.get("words", []), 1):
        say(f"\nround {number}" if len(deals) > 1 else "")
        say("\n".join(lines))


def better_document(score: "Score", rules: "Rules") -> dict[str, Any]:
    """Whether no deal wins all that is won and more; else such a deal, itself maximal."""
    from whoknows.games.hats.rules import deal_name
    from whoknows.games.hats.solve.maximal.worlds import bettered, winning_deals

    won = bettered(score.won_set, rules)
    if len(won) == score.won:
        return {"maximal": True}
    deals = winning_deals(won, rules)
    more = sorted(set(won) - set(score.won_set))
    return {
        "maximal": False,
        "deal": " / ".join(deal_name(deal, rules) for deal in deals),
        "won": len(won),
        "also_wins": [rules.name(code) for code in more],
    }


def say_better(found: dict[str, Any]) -> None:
    """Whether a deal is maximal, for people."""
    if found["maximal"]:
        say("\nmaximal   no deal wins all these rounds and another one")
        return
    say(f"\nbetter    {found['deal']}")
    say(f"          wins {found['won']}: all these rounds, and"
        f" {' '.join(found['also_wins'][:64])}")  # fmt: skip


def deal_words(deal: Any, rules: "Rules") -> list[str]:
    """A deal as rules in words: who says what to which views."""
    from whoknows.games.hats.rules import answer_letter

    lines = []
    for player, row in enumerate(deal.answers, 1):
        views: dict[int, list[str]] = {}
        for view, answer in enumerate(row):
            views.setdefault(max(answer, 0), []).append(rules.view_name(view))
        said = [
            f"says {answer_letter(answer)} to {', '.join(seen)}"
            for answer, seen in sorted(views.items())
            if answer
        ]
        others = "passes otherwise" if said else "always passes"
        lines.append(f"Agent {player} " + "; ".join(said + [others] * (0 in views)) + ".")
    return lines


def reduced_document(deals: "Deals", rules: "Rules") -> dict[str, Any]:
    """The deal with two answers of each agent fixed, and how many such deals there are."""
    from whoknows.errors import BadSetup
    from whoknows.games.hats.rules import deal_name
    from whoknows.games.hats.solve.fixed_answers import krzywkowski, reduced

    if len(deals) > 1:
        raise BadSetup(f"deals of one round are reduced, not of {len(deals)}")
    found = reduced(deals[0], rules)
    return {
        "deal": deal_name(found.deal, rules),
        "won": found.won,
        "away_from": [rules.name(code) for code in found.away_from],
        "deals": krzywkowski(rules.players),
    }


def set_correct(score: "Score", other: "Deals", rules: "Rules") -> str:
    """How a score ranks against another deal: Theorem 1 of the thesis."""
    from whoknows.games.hats.knowledge import evaluate_rounds
    from whoknows.games.hats.rules import compared

    return compared(score, evaluate_rounds(other, rules))


def score_document(score: "Score", weights: str) -> dict[str, Any]:
    """A score as JSON."""
    return {
        "won": score.won,
        "rounds": score.rounds,
        "fitness": score.fitness,
        "won_set": list(score.won_set),
        "strong": {
            "score": score.strong(read_weights(weights)),
            "right": score.right,
            "wrong": score.wrong,
            "pass": score.passed,
            "weights": weights.split(","),
        },
    }


def read_weights(text: str) -> Any:
    """What right, wrong, and pass are worth."""
    from fractions import Fraction

    from whoknows.errors import BadSetup
    from whoknows.games.hats.rules import Weights

    try:
        right, wrong, passed = map(Fraction, text.split(","))
        return Weights(right, wrong, passed)
    except (ValueError, TypeError, ZeroDivisionError):
        raise BadSetup(f"weights are three numbers, 1,-1,0, not {text!r}") from None


def say_score(deals: "Deals", rules: "Rules", score: "Score", weights: str) -> None:
    """A score for people, with the cube where it can be drawn."""
    from whoknows.games.hats.rules import deal_name

    say(f"deal      {' / '.join(deal_name(deal, rules) for deal in deals)}")
    say(f"won       {score.won} of {score.rounds} rounds")
    say(f"fitness   {score.fitness} = {exact_percent(score.fitness)}")
    say(f"strong    {score.strong(read_weights(weights))} ({score.right} right,"
        f" {score.wrong} wrong, {score.passed} passed)")  # fmt: skip
    lost = sorted(set(range(rules.size)) - set(score.won_set))
    if rules.colors == 2 and rules.players <= 5:
        from whoknows.games.hats.show.board_picture import cube_text

        say()
        say(cube_text(lost, rules))
    elif 0 < len(lost) <= 64:
        say(f"lost      {' '.join(rules.name(code) for code in lost)}")


def draw_score(deals: "Deals", rules: "Rules", score: "Score", path: Any) -> None:
    """The cube of a score, to a file."""
    from whoknows.games.hats.show.board_picture import cube_svg, deal_title

    lost = sorted(set(range(rules.size)) - set(score.won_set))
    write_text(path, cube_svg(lost, rules, title=deal_title(deals[0], rules, score.won)))
