"""The pictures of the explore pages: that of the game, or of worlds for formulas."""

from whoknows.catalog import GAMES
from whoknows.logic.draw.colors import BLUE, VERMILION
from whoknows.play.face.cards import CARD, INK, RIM, card, circle, label, line
from whoknows.play.face.face import face_of


def explore_picture(name: str) -> str:
    """The picture of an explore page, by the name of its game, or `logic`."""
    if name in GAMES:
        return face_of(GAMES[name]).card_svg()
    title = "Four worlds joined where an agent cannot tell them apart"
    return card(title, worlds_body())


def worlds_body() -> str:
    """Four worlds, and who cannot tell which apart."""
    spots = {"a b": (85, 40), "a": (235, 40), "b": (85, 130), "–": (235, 130)}
    ways = [
        ("a b", "a", BLUE),
        ("b", "–", BLUE),
        ("a b", "b", VERMILION),
        ("a", "–", VERMILION),
    ]
    links = "".join(line(*spots[one], *spots[two], hue, 4) for one, two, hue in ways)
    return links + "".join(
        circle(x, y, 24, "var(--wk-actual)" if name == "a b" else CARD, RIM, 2)
        + label(x, y + 5, name, INK, 15)
        for name, (x, y) in spots.items()
    )
