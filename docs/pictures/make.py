"""The pictures of the docs, drawn anew: `scripts/pictures`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from whoknows.games.hats.show.charts import psi_svg
from whoknows.games.hats.solve.adequate.psi import psi
from whoknows.logic import every_world, from_parts
from whoknows.logic.draw import draw, save
from whoknows.logic.files import load
from whoknows.logic.models.model import Model
from whoknows.logic.puzzles import (
    cards,
    cheryl,
    consecutive,
    cryptographers,
    hats,
    logicians,
    pardon,
    sums,
)
from whoknows.logic.satisfiability import valid

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


def story(name: str, after: int | None = None) -> str:
    """A scene of a story under examples/, after so many of its events."""
    scenes = load(EXAMPLES / f"{name}.txt").scenes
    model, at = scenes[-1 if after is None else after]
    return draw(model, at, title=TITLES[name])


def told(start: Model, at: int, said: list[str], title: str) -> str:
    """A model after what was said, the worlds of the start in their places."""
    model = start
    for claim in said:
        model = model.announce(claim)
    return draw(model, at, before=start, title=title)


EXAMPLES = Path(__file__).parents[2] / "examples"
TITLES = {
    "secret_coin": "Ann has looked in secret",
    "hexa": "Bob has whispered: not blue",
    "gossip": "Ann and Bob have talked",
    "prisoners": "Two days, and Ann found it on",
    "letter": "Anne may have read the letter",
    "sally": "Sally believes what was",
}
HATS = hats.heads(3)
BAR = logicians.bar(3)
DATES = cheryl.calendar(cheryl.DATES)
NUMBERS = consecutive.numbers(7)
DINERS = cryptographers.table_talk(3)
PRISON = pardon.prison()

PICTURES |= {
    "secret_coin": lambda: story("secret_coin", 1),
    "hexa": lambda: story("hexa", 1),
    "gossip": lambda: story("gossip", 1),
    "prisoners": lambda: story("prisoners", 2),
    "letter": lambda: story("letter", 1),
    "sally": lambda: story("sally"),
    "hats": lambda: told(
        HATS,
        7,
        ["white1 | white2 | white3", "~Kw man1 white1", "~Kw man2 white2"],
        "Two wise men do not know",
    ),
    "logicians": lambda: told(
        BAR, 7, ["~Kw logician1 (beer1 & beer2 & beer3)"], "The first does not know"
    ),
    "cheryl": lambda: told(
        DATES,
        DATES.world(month="July", day="16"),
        ["~Kv albert day & K albert ~Kv bernard month", "Kv bernard month"],
        "Bernard knows now",
    ),
    "consecutive": lambda: told(
        NUMBERS, NUMBERS.world(anne=2, bill=3), ["~Kv anne anne"], "Anne does not know"
    ),
    "cryptographers": lambda: told(
        DINERS,
        cryptographers.secret(DINERS, 3, 1),
        [f"{'' if k == 1 else '~'}({cryptographers.parity(k, 3)})" for k in (1, 2, 3)],
        "All have spoken",
    ),
    "pardon": lambda: told(
        PRISON,
        PRISON.world(pardoned="C", named="B"),
        ["named=B"],
        "The warden has named B",
    ),
}

# Formulas that are not valid, by what they say, each with its logic.
SCHEMES = {
    "another_knows": ("K a p -> K b p", "S5"),
    "turned_round": ("K a K b p -> K b K a p", "S5"),
    "everybody_twice": ("E{a, b} p -> E{a, b} E{a, b} p", "S5"),
    "together": ("D{a, b} p -> K a p | K b p", "S5"),
    "everybody": ("E{a, b} p -> C{a, b} p", "S5"),
    "one_of_two": ("C{a, b} (p | q) -> C{a, b} p | C{a, b} q", "S5"),
    "moore": ("[! p & ~K a p] K a (p & ~K a p)", "S5"),
    "one_by_one": ("[! K a p] [! K b p] r <-> [! K a p & K b p] r", "S5"),
    "common_law": ("[! p] C{a, b} q <-> (p -> C{a, b} (p -> q))", "S5"),
    "believed": ("K a p -> p", "KD45"),
    "possible": ("p -> K a <K a> p", "KD45"),
    "introspection": ("K a p -> K a K a p", "K"),
}


def countermodel(formula: str, logic: str) -> str:
    """A smallest model where a formula fails."""
    found = valid(formula, logic=logic)
    assert found.countermodel is not None
    return draw(found.countermodel, found.at, title=formula)


PICTURES |= {
    f"find/{name}": partial(countermodel, *scheme) for name, scheme in SCHEMES.items()
}

# Curves of the page about hats; the one of six agents takes half a minute.
CURVES: dict[str, Callable[[], str]] = {
    "hats/psi6": lambda: psi_svg(psi(6)),
    "hats/psi7": lambda: psi_svg(psi(7)),
}


def games() -> dict[str, Callable[[], str]]:
    """Games, and games in the terminal."""
    from terminal import SCENES, picture

    from games import PICTURES as PLAYED

    return PLAYED | {f"terminal/{name}": partial(picture, name) for name in SCENES}


if __name__ == "__main__":
    for name, picture in (PICTURES | CURVES | games()).items():
        save(picture(), Path(__file__).parent / f"{name}.svg")
