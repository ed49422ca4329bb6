"""Pictures of the games: scales, hats on the cube, codes, and worlds of tiles."""

from collections.abc import Callable

from whoknows.cli.hats_codes import densities
from whoknows.games.balance.knowledge import position_after
from whoknows.games.balance.rules import Line
from whoknows.games.balance.rules import Rules as Coins
from whoknows.games.balance.show.board_picture import picture as scales
from whoknows.games.davinci import GAME as DAVINCI
from whoknows.games.davinci.knowledge import public_knowledge
from whoknows.games.davinci.knowledge.as_model import local_model
from whoknows.games.davinci.paper import THREE
from whoknows.games.hats.rules import Rules as Hats
from whoknows.games.hats.show.board_picture import cube_svg
from whoknows.logic.draw import draw


def weighed() -> str:
    """Three weighings that find coin 7 among twelve, heavy."""
    rules = Coins(12)
    world = rules.parse_world("7 heavy")
    pans = map(rules.parse_weighing, ["1-4 : 5-8", "1 5 6 : 7-9", "7 : 8"])
    lines = [Line(pan, rules.answer(pan, world)) for pan in pans]
    return scales(lines, position_after(rules, lines[:1]).good, paper=True)


def four() -> str:
    """A deal of four agents that loses in four configurations."""
    return cube_svg([0, 1, 14, 15], Hats(4))


def example_three() -> str:
    """What c holds possible at first in Example 3."""
    setup = DAVINCI.setup(**THREE.setup)
    start = DAVINCI.start(setup, DAVINCI.from_json(THREE.deal, setup))
    model = local_model(public_knowledge(start), 2, start.position.codes[2])
    at = model.world(a2="b6", a4="b11", b2="b9")
    return draw(model, at, title="What c holds possible")


PICTURES: dict[str, Callable[[], str]] = {
    "balance/scales": weighed,
    "hats/four": four,
    "hats/codes": densities,
    "davinci_example_3": example_three,
}
