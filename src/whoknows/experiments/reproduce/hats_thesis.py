"""The Leprechaun Hatting Problem [Janssen2017], number by number."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from whoknows.experiments.reproduce.four_agents import (
    five_agents,
    matched,
    maximal_of_four,
    rounded,
)
from whoknows.experiments.reproduce.verdict import Figure, Line, apart, exact, within
from whoknows.games.hats.paper import janssen as paper
from whoknows.games.hats.rules import Rules, evaluate, parse_deal, quantities
from whoknows.games.hats.show.board_picture import crossings_svg, cube_svg
from whoknows.games.hats.solve.adequate.adequate_sets import adequate_sets
from whoknows.games.hats.solve.bounds.ball_bounds import least_size
from whoknows.games.hats.solve.codes.hamming import hamming_length
from whoknows.games.hats.solve.cube_bits import codes_of, mask_of
from whoknows.games.hats.solve.maximal.brute_force import all_won, maximal_masks
from whoknows.games.hats.solve.maximal.chains import Chain, chain_method, crossing
from whoknows.games.hats.solve.maximal.deal_symmetries import orbits
from whoknows.games.hats.solve.maximal.disjoint_chains import most_disjoint, most_right
from whoknows.games.hats.solve.maximal.dominating_sets import minimal_sets

PAPER = "hats-thesis"
EXACT = partial(exact, PAPER)
APART = partial(apart, PAPER)
WITHIN = partial(within, PAPER)

NOT_NUMBERS = {
    "janssen.TABLE_5_1_MENDED": "Table 5.1 as it should be",
    "four_agents.MENDED": "the rows of PRINTED as they should be",
}


def lines(scale: object) -> Iterator[Line | Figure]:  # noqa: ARG001 -- all of it is exact
    """All lines of the thesis."""
    yield from standard_world()
    yield from chains_of_three()
    yield from maximal_of_three()
    yield from win_rates()
    yield from maximal_of_four()
    yield from five_agents()
    yield from calculation_times()


def standard_world() -> Iterator[Line]:
    """Sections 2.1.9 and 2.2, Theorem 2, and Corollary 1."""
    for name, size in quantities(Rules(3)).items():
        row = name.replace("_", " ")
        yield EXACT(
            "janssen.QUANTITIES", "Section 2.1.9", row,
            paper.QUANTITIES[name], size.value(),
        )  # fmt: skip
    formula, printed = paper.THEOREM_2
    yield EXACT(
        "janssen.THEOREM_2", "Theorem 2", f"deals = {formula}",
        printed, (2 + 1) ** (2 ** (3 - 1)),
    )  # fmt: skip
    found = maximal_masks(all_won(Rules(3)))
    yield EXACT(
        "janssen.COROLLARY_1", "Corollary 1", "maximal deals of three agents",
        paper.COROLLARY_1, len(found),
        note=f"all {len(all_won(Rules(3))):,} deals tried",
    )  # fmt: skip
    deal, won, rounds = paper.SECTION_2_2
    score = evaluate(parse_deal(deal, Rules(3)), Rules(3))
    yield EXACT(
        "janssen.SECTION_2_2", "Section 2.2", f"rounds won by {deal}",
        f"{won} of {rounds}", f"{score.won} of {score.rounds}",
    )  # fmt: skip
    deal, won = paper.FULL_PASSING
    score = evaluate(parse_deal(deal, Rules(3)), Rules(3))
    yield EXACT(
        "janssen.FULL_PASSING", "Section 2.2", "rounds won by full passing", won, score.won
    )
    others, colors, _ = paper.SEEN
    yield EXACT(
        "janssen.SEEN", "Section 5.2.2", "what an agent of four can see",
        others**colors, len({Rules(4).view(0, code) for code in range(16)}),
    )  # fmt: skip


def chains_of_three() -> Iterator[Line | Figure]:
    """Theorem 4, Table 4.1, and Figure 4.2."""
    rules = Rules(3)
    every = [Chain(code, 3) for code in range(rules.size)]
    yield EXACT("janssen.CHAINS_3", "Theorem 4", "chains", paper.CHAINS_3, len(every))
    crossed = sorted({len(crossing(chain)) for chain in every})
    yield EXACT(
        "janssen.CROSSED_BY",
        "Figure 4.2",
        "chains that cross each",
        [paper.CROSSED_BY],
        crossed,
    )
    for number, (correct, incorrect) in enumerate(paper.TABLE_4_1, 1):
        chain = Chain(rules.parse_code(incorrect), 3)
        found = sorted(rules.name(code) for code in chain.correct)
        yield EXACT(
            "janssen.TABLE_4_1", "Table 4.1", f"chain {number}",
            f"{' '.join(sorted(correct))} but {incorrect}",
            f"{' '.join(found)} but {rules.name(chain.code)}",
        )  # fmt: skip
    yield Figure(
        PAPER,
        "Figure 4.2",
        "Chains of three agents, joined where they cross.",
        crossings_svg(3),
    )


def maximal_of_three() -> Iterator[Line | Figure]:
    """Figure 5.1, Table 5.2, Figures 5.3 to 5.7, and the Chain-Method for three."""
    rules = Rules(3)
    known = {mask_of(codes_of(mask)) for mask in minimal_sets(3)}
    for data, table, rows in (
        ("janssen.FIGURE_5_1", "Figure 5.1", paper.FIGURE_5_1),
        ("janssen.TABLE_5_2", "Table 5.2", paper.TABLE_5_2),
    ):
        for number, printed, found in matched(rows, rules, known, "natural"):
            yield EXACT(data, table, f"deal {number}", printed, found)
    kinds = {len(group): group for group in kinds_of_deals()}
    for name, (deals, won) in paper.FIGURES_5.items():
        group = kinds[deals]
        yield EXACT(
            "janssen.FIGURES_5", f"Figure {name}", "deals of this kind, rounds won",
            [deals, won], [len(group), 8 - len(codes_of(group[0]))],
        )  # fmt: skip
        yield Figure(
            PAPER, f"Figure {name}", f"One of {deals} deals; circles won, crosses lost.",
            cube_svg(codes_of(group[0]), rules),
        )  # fmt: skip
    for number, text in enumerate(paper.TABLE_5_4):
        seen = rules.name(number)
        yield EXACT(
            "janssen.TABLE_5_4", "Table 5.4", f"combination {number + 1}", text, seen
        )
    yield from chain_method_lines()


def kinds_of_deals() -> list[list[int]]:
    """The maximal deals of three agents, by their symmetries, as losing sets."""
    masks = minimal_sets(3)
    sizes = sorted(orbit.size for orbit in orbits(masks, 3))
    kinds: dict[tuple[int, int], list[int]] = {}
    for mask in masks:
        lost = codes_of(mask)
        inside = sum((a ^ b).bit_count() == 1 for a in lost for b in lost)
        kinds.setdefault((len(lost), inside), []).append(mask)
    assert sorted(map(len, kinds.values())) == sizes, "the kinds are the orbits"
    return list(kinds.values())


def chain_method_lines() -> Iterator[Line]:
    """What the Chain-Method finds, as section 5.1.2 tells it; and mended."""
    for players, printed in paper.CHAIN_METHOD.items():
        told = len(list(chain_method(players, viability="told")))
        mended = len(list(chain_method(players)))
        yield EXACT(
            "janssen.CHAIN_METHOD", "Section 5.1.2",
            f"maximal deals of {players} agents by the Chain-Method as told",
            printed, told,
            note=f"{mended} with the viability mended",
        )  # fmt: skip


def win_rates() -> Iterator[Line]:
    """Chapter 3, Theorems 6 and 8, and Table 5.3."""
    for k, printed in paper.EBERT.items():
        rate = Fraction(most_won(2**k - 1), 2 ** (2**k - 1))
        yield EXACT(
            "janssen.EBERT", "Chapter 3", f"Ebert's rate with k = {k}", printed, rate,
        )  # fmt: skip
    for players, printed_chains in paper.CHAINS.items():
        yield EXACT(
            "janssen.CHAINS", "Theorems 6 and 8", f"least chains for {players} agents",
            printed_chains, len(adequate_sets(players)[0]),
        )  # fmt: skip
    least = len(adequate_sets(4)[0])
    yield EXACT(
        "janssen.THEOREM_6_EXAMPLE", "Theorem 6", "four agents: chains, good, wrong, left",
        list(paper.THEOREM_6_EXAMPLE), [least, 16 - least, least, 0],
    )  # fmt: skip
    chains_said, right_said, *_ = paper.THEOREM_6_EXAMPLE
    yield EXACT(
        "janssen.THEOREM_6_EXAMPLE", "Theorem 6",
        "four agents: chains that do not meet; rounds right by three chains",
        [chains_said, right_said], [most_disjoint(4), most_right(4, chains_said)],
    )  # fmt: skip
    for players, printed_won in paper.TABLE_5_3.items():
        won = most_won(players)
        yield EXACT(
            "janssen.TABLE_5_3", "Table 5.3", f"rounds won by {players} agents",
            printed_won, won,
        )  # fmt: skip
    for players, percent in paper.TABLE_5_3_PERCENT.items():
        share = Fraction(most_won(players) * 100, 2**players)
        yield EXACT(
            "janssen.TABLE_5_3_PERCENT", "Table 5.3", f"percent for {players} agents",
            percent, rounded(share),
        )  # fmt: skip


def most_won(players: int) -> int:
    """The most rounds that a deal wins: by the least losing set, or a perfect code."""
    if players <= 7:
        return int(2**players - len(adequate_sets(players)[0]))
    code = 2**players // (players + 1)
    assert hamming_length(players) == players
    assert least_size(players) == code, "a perfect code is as small as any"
    return int(2**players - code)


def calculation_times() -> Iterator[Line]:
    """Sections 5.1.3 and 5.2.2: seconds on a machine of 2017, and arithmetic on them."""
    brute_force, method = paper.SECONDS_3
    yield APART(
        "janssen.SECONDS_3", "Figures 5.8 and 5.9", "seconds for three agents",
        list(paper.SECONDS_3), None, reason="another machine and another program",
    )  # fmt: skip
    deals = quantities(Rules(3))["deals"].value()
    per_deal = Fraction(brute_force * 1000, deals)
    by_brute_force, by_method = paper.MILLISECONDS_3
    low, high = (round(1000 * (brute_force + end) / deals, 1) for end in (-5, 5))
    yield WITHIN(
        "janssen.MILLISECONDS_3", "Section 5.1.3", "1250 s / 531441 in milliseconds",
        float(by_brute_force), low, high, note="where 1250 may be 1245 to 1255",
    )  # fmt: skip
    yield APART(
        "janssen.MILLISECONDS_3", "Section 5.1.3", "the same for the Chain-Method",
        by_method, f"{(method - 0.47) * 1000 / 12:.1f}",
        reason="0.5 s less 0.47 s of preparation, for 12 deals; both are rounded",
    )  # fmt: skip
    yield WITHIN(
        "janssen.RATIO_3", "Section 5.1.4", "times faster with three agents",
        paper.RATIO_3, round(brute_force / 0.55), round(brute_force / 0.45),
        note="1250 s / 0.5 s, where 0.5 may be 0.45 to 0.55",
    )  # fmt: skip
    yield from times_of_four(per_deal)


def times_of_four(per_deal: Fraction) -> Iterator[Line]:
    """Sections 5.2.2 and 5.2.3: four agents, at so many milliseconds a deal."""
    slow, fast = paper.RATIO_4
    deals_of_four = quantities(Rules(4))["deals"].value()
    years = deals_of_four * per_deal / 1000 / (365 * 24 * 3600)
    yield EXACT(
        "janssen.RATIO_4", "Section 5.2.2", "brute force with four agents, time",
        slow, f"{int(years) // 1000},000 years",
        note=f"at the {float(per_deal):.2f} ms a deal of section 5.1.3",
    )  # fmt: skip
    yield APART(
        "janssen.RATIO_4", "Section 5.2.2", "the Chain-Method with four agents, time",
        fast, None, reason="another machine and another program",
    )  # fmt: skip
    times, part = paper.RATIO_4_PRINTED
    yield EXACT(
        "janssen.RATIO_4_PRINTED",
        "Section 5.2.3",
        "1716388 / 23816",
        times,
        round(slow / fast),
    )
    yield EXACT(
        "janssen.RATIO_4_PRINTED", "Section 5.2.3", "72 of 2400",
        part, f"{Fraction(times * 100, paper.RATIO_3)} %",
    )  # fmt: skip
