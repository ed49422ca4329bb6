"""The pictures of the docs, drawn anew: `scripts/pictures`."""

from collections.abc import Callable
from pathlib import Path

from whoknows.logic import every_world, from_parts
from whoknows.logic.draw import draw, save
from whoknows.logic.puzzles import cards, sums

CHILDREN = every_world("abc", sees={"ann": "bc", "bob": "ac", "cat": "ab"})
FATHER = "a | b | c"
SILENCE = "~K ann a & ~K bob b & ~K cat c"
FIVE = from_parts(
    {"ann": "01234", "bob": "01234", "cleo": "01234"},
    sees={"ann": ["ann"], "bob": ["bob"], "cleo": ["cleo"]},
    law=lambda ann, bob, cleo: (ann != bob) & (bob != cleo) & (ann != cleo),
)
DEAL = FIVE.world(ann="0", bob="1", cleo="2")
BLIND = every_world("abc", sees={"ann": "a", "bob": "", "cat": "abc"})


def after_cards() -> str:
    """Ann has said that she has 0 or 3."""
    return draw(FIVE.announce("ann=0 | ann=3"), DEAL, before=FIVE, title="Five cards")


def pairs() -> str:
    """Two numbers, once Sam has said that Paula cannot know them: 145 pairs are left."""
    start = sums.pairs(100)
    at = start.world(x=4, y=13)
    return draw(
        start.announce("K sam ~Kv paula x"), at, before=start, title="Sum and product"
    )


def russian() -> str:
    """Anne has named five hands, one of them hers."""
    start = cards.deals()
    said = start.announce(cards.one_of(cards.CLASSIC.split()))
    at = start.world(anne="012", bill="345", cathy="6")
    return draw(said, at, before=start, title="Russian cards")


PICTURES: dict[str, Callable[[], str]] = {
    "graph": lambda: draw(CHILDREN, 3, title="Muddy children"),
    "graph_after": lambda: draw(
        CHILDREN.announce(FATHER).announce(SILENCE),
        3,
        before=CHILDREN,
        title="Nobody moves",
    ),
    "hubs": lambda: draw(BLIND, 1, title="Who sees what"),
    "grid": lambda: draw(FIVE, DEAL, title="Five cards"),
    "grid_after": after_cards,
    "russian": russian,
    "rings": lambda: draw(FIVE, DEAL, style="rings", title="Five cards"),
    "cells": pairs,
}


if __name__ == "__main__":
    for name, picture in PICTURES.items():
        save(picture(), Path(__file__).with_name(f"{name}.svg"))
