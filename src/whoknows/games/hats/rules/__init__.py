"""Worlds, deals, and what deals are worth."""

from whoknows.games.hats.rules.chance import (
    MixedDeal,
    expected_fitness,
    median_fitness,
    mixed_from,
    parse_mixed,
    purified,
)
from whoknows.games.hats.rules.deal import (
    FREE,
    PASS,
    Deal,
    answer_letter,
    deal_name,
    parse_deal,
    parse_matrix,
)
from whoknows.games.hats.rules.quantities import Size, quantities
from whoknows.games.hats.rules.score import (
    Score,
    Weights,
    chance_of,
    check_fit,
    compared,
    evaluate,
    maximal_sets,
    narrate,
)
from whoknows.games.hats.rules.world import (
    LETTERS,
    Code,
    Hats,
    Rules,
    parse_chance,
    parse_odds,
    same_odds,
)

__all__ = [
    "FREE",
    "LETTERS",
    "PASS",
    "Code",
    "Deal",
    "Hats",
    "MixedDeal",
    "Rules",
    "Score",
    "Size",
    "Weights",
    "answer_letter",
    "chance_of",
    "check_fit",
    "compared",
    "deal_name",
    "evaluate",
    "expected_fitness",
    "maximal_sets",
    "median_fitness",
    "mixed_from",
    "narrate",
    "parse_chance",
    "parse_deal",
    "parse_matrix",
    "parse_mixed",
    "parse_odds",
    "purified",
    "quantities",
    "same_odds",
]
