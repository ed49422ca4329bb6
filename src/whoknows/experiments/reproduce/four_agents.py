"""The thesis [Janssen2017] beyond three agents: Tables 5.1 and 5.5 to 5.10."""

from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from difflib import SequenceMatcher
from fractions import Fraction
from functools import partial
from math import comb

from whoknows.experiments.reproduce.verdict import Line, apart, exact
from whoknows.games.hats.knowledge import chain_deal
from whoknows.games.hats.paper import four_agents
from whoknows.games.hats.paper import janssen as paper
from whoknows.games.hats.rules import Rules, deal_name, parse_deal
from whoknows.games.hats.rules.deal import Order
from whoknows.games.hats.solve.adequate.adequate_sets import adequate_sets
from whoknows.games.hats.solve.cube_bits import codes_of, deal_losing, losing_set, mask_of
from whoknows.games.hats.solve.maximal.dominating_sets import minimal_sets

PAPER = "hats-thesis"
EXACT = partial(exact, PAPER)
APART = partial(apart, PAPER)


def maximal_of_four() -> Iterator[Line]:
    """Tables 5.1 and 5.5 to 5.8."""
    rules = Rules(4)
    for rounds, printed in paper.TABLE_5_1.items():
        codes = [rules.parse_code(name) for name in rounds]
        yield EXACT(
            "janssen.TABLE_5_1", "Table 5.1", f"wrong at {' and '.join(rounds)}",
            printed, deal_name(chain_deal(codes, rules), rules),
        )  # fmt: skip
    by_won: dict[int, set[int]] = {}
    for mask in minimal_sets(4):
        by_won.setdefault(16 - len(codes_of(mask)), set()).add(mask)
    for (low, high), percent in paper.FOUR_AGENTS.items():
        won = next(won for won, masks in by_won.items() if len(masks) == high - low + 1)
        yield EXACT(
            "janssen.FOUR_AGENTS", "Tables 5.5 to 5.8", f"percent, deals {low} to {high}",
            percent, rounded(Fraction(won * 100, 16)),
        )  # fmt: skip
        yield from printed_deals(low, high, by_won[won])
    yield from how_to_read()


def printed_deals(low: int, high: int, known: set[int]) -> Iterator[Line]:
    """Some rows of Tables 5.5 to 5.8, which win equally many rounds."""
    rows = four_agents.PRINTED[low - 1 : high]
    for number, text, found in matched(rows, Rules(4), known, "reversed", low):
        where = ("four_agents.PRINTED", table_of(number), f"deal {number}", text, found)
        if text == "(illegible)":
            yield APART(*where, reason="illegible in our copy")
        else:
            yield EXACT(*where)


def how_to_read() -> Iterator[Line]:
    """In which order the views of Tables 5.5 to 5.8 stand, and their example."""
    rules, known = Rules(4), set(minimal_sets(4))
    rows = [
        four_agents.four_agents(number) for number in range(1, len(four_agents.PRINTED) + 1)
    ]
    natural = sum(lost_by(text, rules, "natural") in known for text in rows)
    reverse = sum(lost_by(text, rules, "reversed") in known for text in rows)
    yield EXACT(
        "four_agents.PRINTED", "Tables 5.5 to 5.8", "maximal as read by Table 5.4",
        len(rows), natural,
        note=f"{reverse} of the mended rows, read with the highest-numbered agent first",
    )  # fmt: skip
    deal, agent, printed = paper.EXAMPLE_5_5
    row = four_agents.four_agents(deal)
    yield EXACT(
        "janssen.EXAMPLE_5_5", "Section 5.2.2, example", f"deal {deal} of agent {agent}",
        printed, row.split()[agent - 1],
    )  # fmt: skip


def table_of(number: int) -> str:
    """In which table a deal of four agents is."""
    last = {"Table 5.5": 40, "Table 5.6": 85, "Table 5.7": 120, "Table 5.8": 130}
    return next(table for table, end in last.items() if number <= end)


def five_agents() -> Iterator[Line]:
    """Section 5.3 and Table 5.10."""
    rules = Rules(5)
    least = len(adequate_sets(5)[0])
    yield EXACT(
        "janssen.SECTION_5_3_CHAINS", "Section 5.3.2", "least chains for five agents",
        paper.SECTION_5_3_CHAINS, least,
    )  # fmt: skip
    masks = minimal_sets(5)
    won = sorted({32 - len(codes_of(mask)) for mask in masks})
    shares = [f"{won[end] * 100 / 32:g}" for end in (0, -1)]
    yield EXACT(
        "janssen.SECTION_5_3_RANGE", "Section 5.3.1", "percent that maximal deals win",
        list(paper.SECTION_5_3_RANGE), shares,
        note=f"{len(masks):,} maximal deals listed",
    )  # fmt: skip
    yield EXACT(
        "janssen.COMBINATIONS_5", "Section 5.3.2", "combinations of 16 chains",
        paper.COMBINATIONS_5, f"{comb(32, 16):.7E}".replace("E+08", "E+8"),
    )  # fmt: skip
    known = set(masks)
    for number, text in enumerate(paper.TABLE_5_10, 1):
        lost = losing_set(parse_deal(text, rules), rules)
        said = "maximal" if mask_of(lost) in known else "not maximal"
        yield EXACT(
            "janssen.TABLE_5_10", "Table 5.10", f"deal {number}",
            "50 %, maximal", f"{(32 - len(lost)) * 100 / 32:g} %, {said}",
        )  # fmt: skip


def matched(
    rows: list[str], rules: Rules, known: set[int], order: Order, first: int = 1
) -> Iterator[tuple[int, str, str]]:
    """Each printed deal with the maximal deal that it is.

    What cannot be one, or is there already, is matched with the nearest that is left.
    """
    found: dict[int, int] = {}
    for place, text in enumerate(rows):
        lost = lost_by(text, rules, order)
        if lost in known and lost not in found.values():
            found[place] = lost
    left = {mask: name_of(mask, rules, order) for mask in known - set(found.values())}
    for place, text in enumerate(rows):
        if place not in found:
            near = max(left, key=lambda mask: (likeness(left[mask], text), -mask))
            found[place] = near
            del left[near]
        yield first + place, text, name_of(found[place], rules, order)


def lost_by(text: str, rules: Rules, order: Order) -> int | None:
    """The losing set of a printed deal; nothing if it cannot be read."""
    if any(len(word) != rules.size // 2 for word in text.split()):
        return None
    return mask_of(losing_set(parse_deal(text, rules, order=order), rules))


def name_of(lost: int, rules: Rules, order: Order) -> str:
    """The maximal deal that loses a set, as the thesis writes it."""
    return deal_name(deal_losing(codes_of(lost), rules), rules, order=order)


def likeness(one: str, two: str) -> float:
    """How alike two deals are written."""
    return SequenceMatcher(None, one, two, autojunk=False).ratio()


def rounded(share: Fraction) -> str:
    """A percentage as the thesis prints it: two digits at most."""
    hundredths = Decimal(share.numerator) / share.denominator
    return f"{hundredths.quantize(Decimal('0.01'), ROUND_HALF_UP).normalize():f}"
