"""The largest chance to win, and a deal that reaches it, for any world.

The deal is evaluated by the rules alone; the bound comes from a theorem or from an exact
search.  Where the two meet, the optimum is proven; else it lies between them.

>>> found = best(Rules(players=3))
>>> found.lower, found.proven, deal_name(found.deals[0], Rules(players=3))
(Fraction(3, 4), True, 'BPPR BPPR BPPR')
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from time import perf_counter

from whoknows.edge import checked
from whoknows.errors import BadSetup, needs
from whoknows.games.hats.knowledge import Deals, chain_deal, evaluate_rounds, listening
from whoknows.games.hats.paper.coverings import PUBLISHED
from whoknows.games.hats.rules import Code, Deal, Rules, chance_of, deal_name, evaluate
from whoknows.games.hats.rules.world import check_written
from whoknows.games.hats.solve.bounds.ball_bounds import (
    is_uniform,
    least_loss,
    same_for_all,
)
from whoknows.games.hats.solve.codes.constructions import (
    LONGEST_CODE,
    free_hats,
    lightest_code,
)
from whoknows.games.hats.solve.codes.hamming import (
    coset_loss,
    hamming_length,
    lightest_coset,
)
from whoknows.games.hats.solve.cube_bits import DEALT
from whoknows.games.hats.solve.deals_at_once import part_of, plans
from whoknows.games.hats.solve.many_colors.layers.layer_bound import layer_bound
from whoknows.games.hats.solve.many_colors.layers.layer_stacks import (
    find_more,
    is_stacked,
    stacked_deal,
)
from whoknows.games.hats.solve.many_colors.strong_coverings import (
    is_strong,
    last_color_deal,
    light_deals,
)
from whoknows.games.hats.solve.programs.answer_program import (
    MOST_ANSWERS,
    best_program,
    program_size,
)
from whoknows.games.hats.solve.programs.cpsat import Found
from whoknows.games.hats.solve.programs.cube_program import lightest_cover

TABLED = 22  # players at most whose configurations are written out
FEW_CONFIGURATIONS = 64  # configurations up to which the program needs no help

SEARCHED = 8  # agents at most whose equal chances the solver is asked about

__all__ = ["Best", "best", "deal_name", "prepare"]


@dataclass(frozen=True, slots=True)
class Best:
    """The best deal found for a world, and how good any deal can be at most."""

    rules: Rules
    deals: Deals | None  # nothing if no table is written; of `agents` alone if there are
    lost: tuple[Code, ...] | None
    lower: Fraction  # what the deal wins
    upper: Fraction  # what no deal wins more than
    method: str
    agents: tuple[int, ...] = ()  # who plays, if the deals are those of a part of the team
    proof: str = "theorem"  # what the bound rests on; or "search", "published", "CP-SAT"
    away: bool = False  # whether `method` is a code that everybody guesses away from

    @property
    def proven(self) -> bool:
        """Whether no deal wins more."""
        return self.lower == self.upper

    @property
    def cited(self) -> str:
        """Whose proof the bound is, if it is somebody else's."""
        if self.proof != "published":
            return ""
        known = PUBLISHED[self.rules.players]
        return f"K({self.rules.players}, 1) >= {known.lower} [{known.source}]"


@checked
def best(
    rules: Rules,
    *,
    time_limit: float = 60.0,
    progress: Found | None = None,
    known: int | None = None,
) -> Best:
    """The best deal of a world, proven if the time allows.

    With equal chances no losing set has fewer than `known` words: the published bound
    (see `paper.coverings`) unless another is given; 0 for none.
    """
    if not time_limit > 0:
        raise BadSetup(f"a time limit is above 0 seconds, not {time_limit}")
    check_written(rules)
    if is_made(rules):
        return by_code(rules, published_size(rules.players) if known is None else known)
    if is_constructed(rules):
        return constructed(rules)
    if not is_searched(rules):
        return by_a_part(rules, time_limit)
    if not is_cover(rules):
        return by_program(rules, time_limit, progress)
    cover = lightest_cover(
        rules, hint=first_cover(rules), time_limit=time_limit, progress=progress
    )
    first = chain_deal(cover.lost, rules)
    deals = listening(first, rules) if rules.rounds > 1 else (first,)
    found = evaluated(deals, rules, 1 - cover.bound, "covering")
    return found if cover.bound == least_loss(rules) else replace(found, proof="CP-SAT")


def by_program(rules: Rules, time_limit: float, progress: Found | None) -> Best:
    """The best deals by the program over answers; Ctrl-C gives the best so far."""
    start, upper = perf_counter(), 1 - least_loss(rules)
    optimum = evaluated((plans(rules)[0].deal(rules),), rules, upper, "program")
    try:
        for deal in first_deals(rules, time_limit):
            other = evaluated((deal,), rules, upper, "program")
            optimum = max(optimum, other, key=lambda one: one.lower)
        if not optimum.proven and is_strong(rules) and is_uniform(rules):
            optimum = by_layers(optimum, start + time_limit, progress)
        if optimum.proven:
            return optimum
        left = max(start + time_limit - perf_counter(), 0.01)
        deals, bound = best_program(
            rules, hint=optimum.deals or (), time_limit=left, progress=progress
        )
        proof = "CP-SAT" if bound < optimum.upper else optimum.proof
        upper = min(bound, optimum.upper)
        optimum = replace(evaluated(deals, rules, upper, "program"), proof=proof)
    except KeyboardInterrupt:
        pass  # what is found so far is a result
    return optimum


class TimeUp(Exception):
    """The time is up before a search is through."""


def by_layers(optimum: Best, deadline: float, progress: Found | None) -> Best:
    """A result with the bound by layers; small ones are searched until nothing is left."""
    rules = optimum.rules

    def tick(_: float) -> None:
        if perf_counter() > deadline:
            raise TimeUp

    try:
        bound = layer_bound(rules, progress=tick)
        if bound < optimum.upper:
            proof = "theorem" if rules.players <= 3 else "search"
            optimum = replace(optimum, upper=bound, proof=proof)
        while not optimum.proven and is_stacked(rules):
            if progress:
                progress(1 - optimum.lower, 1 - optimum.upper)
            layers = find_more(rules, int(optimum.lower * rules.size), progress=tick)
            if layers is None:
                return replace(optimum, upper=optimum.lower, proof="search")
            deals = (stacked_deal(layers, rules),)
            optimum = evaluated(deals, rules, optimum.upper, optimum.method)
    except TimeUp:
        pass  # the bound so far is one
    return optimum


@checked
def prepare(rules: Rules) -> None:
    """Load the solver now if this world may need it: that takes a few seconds."""
    if rules.players <= (SEARCHED if is_plain(rules) else DEALT):
        with needs("solve"):
            import ortools.sat.python.cp_model  # noqa: F401


def is_cover(rules: Rules) -> bool:
    """Whether losing sets are coverings of the cube."""
    standard = rules.colors == 2 and rules.views == "seats" and rules.passing
    return standard and rules.wrong == 0 and (rules.need == 1 or rules.rounds == 1)


def first_cover(rules: Rules) -> tuple[Code, ...]:
    """A losing set to begin with."""
    if rules.need > 1:
        even = tuple(c for c in range(rules.size) if c.bit_count() % 2 == 0)
        odd = tuple(c for c in range(rules.size) if c.bit_count() % 2)
        options = (lightest_coset(rules, rules.need), even, odd)
        return min(options, key=lambda codes: chance_of(codes, rules))
    if rules.players <= 2 * rules.rounds + 1:
        pairs = [(c, c ^ (rules.size - 1)) for c in range(rules.size // 2)]
        return min(pairs, key=lambda pair: rules.chance(pair[0]) + rules.chance(pair[1]))
    if rules.chances:
        return lightest_coset(rules)
    return tuple(lightest_code(rules)[0].words().tolist())


def evaluated(deals: Deals, rules: Rules, upper: Fraction, method: str) -> Best:
    """A result with its deals played in every configuration."""
    one = rules.rounds == 1
    score = evaluate(deals[0], rules) if one else evaluate_rounds(deals, rules)
    won = set(score.won_set)
    lost = tuple(code for code in range(rules.size) if code not in won)
    assert score.fitness <= upper, "a deal cannot win more than any deal can"
    return Best(rules, deals, lost, score.fitness, upper, method)


def is_made(rules: Rules) -> bool:
    """Whether a code is made for the world, and nothing is searched."""
    if rules.players <= DEALT:
        return is_plain(rules) and rules.players > SEARCHED
    short = rules.players <= LONGEST_CODE and rules.need == 1
    return short and is_cover(rules) and same_for_all(rules)


def is_plain(rules: Rules) -> bool:
    """Whether all configurations are alike, and one right answer wins at once."""
    return is_cover(rules) and is_uniform(rules) and rules.need == rules.rounds == 1


def published_size(players: int) -> int:
    """The published bound for losing sets with equal chances; 0 if none is kept."""
    return PUBLISHED[players].lower if players in PUBLISHED else 0


def by_code(rules: Rules, known: int) -> Best:
    """What the best code we have wins, for more agents than can be searched."""
    upper, proof = 1 - least_loss(rules), "theorem"
    if is_plain(rules) and Fraction(known, rules.size) > 1 - upper:
        upper, proof = 1 - Fraction(known, rules.size), "published"
    code, loss = lightest_code(rules)
    if rules.players <= DEALT:
        deal = chain_deal(code.words().tolist(), rules)
        return replace(evaluated((deal,), rules, upper, code.name), proof=proof)
    plan = plans(rules)[0]
    if plan.win > 1 - loss:
        return Best(rules, None, None, plan.win, upper, plan.name, proof=proof)
    return Best(rules, None, None, 1 - loss, upper, code.name, proof=proof, away=True)


def is_constructed(rules: Rules) -> bool:
    """Whether the Hamming code speaks for more agents than are searched."""
    many = rules.players > DEALT and rules.need <= hamming_length(rules.players)
    return many and is_cover(rules) and same_for_all(rules)


def constructed(rules: Rules) -> Best:
    """What the Hamming code wins for more agents than can be written out.

    All cosets but the one with the likeliest word are equally light; k right take k.
    """
    white, black = rules.odds[0] if rules.odds else (Fraction(1, 2), Fraction(1, 2))
    lower = 1 - rules.need * coset_loss(rules.players, abs(white - black))
    plan, upper = plans(rules)[0], 1 - least_loss(rules)
    if plan.win > lower:
        return Best(rules, None, None, plan.win, upper, plan.name)
    length = hamming_length(rules.players)
    name = f"Hamming ({length})" + free_hats(rules.players - length)
    if rules.need > 1:
        name = f"{rules.need} cosets of {name}"
    return Best(rules, None, None, lower, upper, name, away=True)


def is_searched(rules: Rules) -> bool:
    """Whether the world is small enough for a search."""
    if is_cover(rules):
        return rules.players <= DEALT
    few = rules.players <= TABLED and rules.size * rules.players <= MOST_ANSWERS
    return few and program_size(rules) <= MOST_ANSWERS


def first_deals(rules: Rules, time_limit: float) -> Iterator[Deal]:
    """Deals to begin with: constant ones, or light strong coverings of larger worlds."""
    yield from (plan.deal(rules) for plan in plans(rules))
    few = is_strong(rules) and rules.players <= 3
    if few:
        yield last_color_deal(rules)
    if (
        is_strong(rules)
        and rules.size > FEW_CONFIGURATIONS
        and not (few and is_uniform(rules))
    ):
        yield from light_deals(rules, seconds=min(time_limit / 4, 5.0))


def by_a_part(rules: Rules, time_limit: float) -> Best:
    """What a plan without a table, or a part of the team, wins in a world too large."""
    upper = 1 - least_loss(rules)
    plan = plans(rules)[0]
    if rules.chances:
        return evaluated((plan.deal(rules),), rules, upper, plan.name)
    part = part_of(rules)
    if part and plan.win < 1 - least_loss(part[1]):  # else no part wins more
        agents, world = part
        found = best(world, time_limit=time_limit)
        if found.lower > plan.win:
            return Best(rules, found.deals, None, found.lower, upper, "a part", agents)
    return Best(rules, None, None, plan.win, upper, plan.name)
