"""`whoknows hats chains`: the chains of the thesis, and what a combination does."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from whoknows.cli.console import Json, say, say_json, say_table, write_text
from whoknows.cli.hats_options import Players, Svg, players_or, world
from whoknows.wording import plural

if TYPE_CHECKING:
    from whoknows.games.hats.rules import Code, Rules

MOST_NAMED, MOST_LETTERS = 64, 2000  # rounds and letters written to people


def chains(
    rounds: Annotated[
        list[str] | None, typer.Argument(help="Incorrect rounds to combine: RRR BBB.")
    ] = None,
    players: Players = None,
    svg: Svg = None,
    json: Json = False,
) -> None:
    """The chains of the thesis: what they make correct, and combinations as strategies.

    Example: whoknows hats chains RRRR BRRR
    """
    from whoknows.games.hats.show.board_picture import check_drawn, crossings_svg

    rules = world(players_or(players, len(rounds[0]) if rounds else 3))
    codes = read_chains(rounds or [], rules)
    if svg:
        write_text(svg, crossings_svg(rules.players))
    if not codes:
        check_drawn(rules)
        say_chains(rules, json=json)
        return
    found = combination_document(codes, rules)
    if json:
        say_json(found)
    else:
        say_combination(found, codes, rules)


def read_chains(words: list[str], rules: "Rules") -> "tuple[Code, ...]":
    """The chains of a combination, each once."""
    from whoknows.errors import BadSetup

    codes = tuple(rules.parse_code(word) for word in words)
    for place, code in enumerate(codes):
        if code in codes[:place]:
            raise BadSetup(
                f"{rules.name(code)} is given twice; a combination has each chain once"
            )
    return codes


def say_chains(rules: "Rules", *, json: bool) -> None:
    """All chains, and those that each crosses."""
    from whoknows.games.hats.solve.maximal.chains import Chain
    from whoknows.games.hats.solve.maximal.disjoint_chains import (
        claimed_chains,
        disjoint_chains,
        most_right,
    )

    each = [Chain(code, rules.players) for code in range(rules.size)]
    rows = [(rules.name(c.code), " ".join(map(rules.name, c.correct))) for c in each]
    apart = [rules.name(code) for code in disjoint_chains(rules.players)]
    claimed = claimed_chains(rules.players)
    right = most_right(rules.players, claimed)
    if json:
        every = [{"incorrect": a, "correct": b.split()} for a, b in rows]
        theorem = {"chains": claimed, "right": claimed * rules.players, "most": right}
        say_json({"chains": every, "disjoint": apart, "theorem_6": theorem})
        return
    say_table(["incorrect", "correct: the chains that cross"], rows)
    say(f"Without treating a round twice: {plural(len(apart), 'chain')} at most, such as"
        f" {' '.join(apart)}.")  # fmt: skip
    many = plural(claimed, "chain")
    say(f"By Theorem 6 of the thesis {claimed * rules.players} of {rules.size} rounds are"
        f" right with {many}; the most with {many} is {right}.")  # fmt: skip


def combination_document(codes: "tuple[Code, ...]", rules: "Rules") -> dict[str, Any]:
    """What a combination of chains makes of the rounds, as JSON."""
    from whoknows.games.hats.rules import deal_name
    from whoknows.games.hats.solve.maximal.chains import chain_deal, untreated

    deal = deal_name(chain_deal(codes, rules), rules)  # refuses what is too large
    left = untreated(codes, rules.players)
    return {
        "incorrect": list(codes),
        "deal": deal,
        "complete": not left,
        "untreated": list(left),
        "correct": rules.size - len(codes) - len(left),
    }


def say_combination(
    found: dict[str, Any], codes: "tuple[Code, ...]", rules: "Rules"
) -> None:
    """A combination for people: its strategies, and the cube."""
    from whoknows.games.hats.show.board_picture import MOST_DRAWN, cube_text

    left, deal = found["untreated"], found["deal"]
    say(deal if len(deal) <= MOST_LETTERS else "the deal is long; see --json")
    say(f"{found['correct']} of {rules.size} rounds correct, {len(codes)} incorrect")
    if left:
        say(f"incomplete: {len(left)} treated by no chain, where all pass and lose")
    else:
        say("complete: every round is treated")
    if rules.players <= MOST_DRAWN:
        say(cube_text(codes, rules, untreated=left))
    elif left:
        names = " ".join(rules.name(code) for code in left[:MOST_NAMED])
        say(f"untreated: {names}{' ...' if len(left) > MOST_NAMED else ''}")
