"""The look of the lab: colors that everyone can read, and nothing from outside."""

import re
from fractions import Fraction

import pytest

from whoknows.play.face.chance_table import chance_cell
from whoknows.web import theme

THEMES = {"light": theme.LIGHT, "dark": theme.DARK}
WORDS = ["ink", "quiet", "accent", "good", "bad", "warn"]


def luminance(color):
    """How bright a color is, as WCAG 2.2 defines it."""
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_contrast_of_known_pairs():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("ground", ["paper", "card"])
@pytest.mark.parametrize("word", WORDS)
def test_words_can_be_read(theme, ground, word):
    assert contrast(theme[word], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_buttons_and_edges_can_be_seen(theme):
    assert contrast(theme["on-accent"], theme["accent"]) >= 4.5
    assert min(contrast(theme["rim"], theme[ground]) for ground in ("paper", "card")) >= 3
    assert contrast(theme["ink"], theme["node"]) >= 4.5
    for ground in ("actual", "holds", "fails"):
        assert contrast(theme["ink"], theme[ground]) >= 4.5


def mixed(color, ground, share):
    pairs = [(int(color[k : k + 2], 16), int(ground[k : k + 2], 16)) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(share * c + (1 - share) * g):02x}" for c, g in pairs)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_chance_can_be_read(theme):
    for chance in range(1, 101):
        cell = chance_cell((0, 0), (50, 30), Fraction(chance, 100))
        shade = float(re.search('fill-opacity="(.*?)"', cell)[1])
        word = theme["on-accent" if "wkh-strong" in cell else "ink"]
        assert contrast(word, mixed(theme["accent"], theme["card"], shade)) >= 4.5, chance


def test_both_themes_have_the_same_colors_and_all_that_the_style_uses():
    used = set(re.findall(r"var\(--wk-([a-z-]+)\)", theme.head()))
    assert used <= set(theme.LIGHT)
    assert list(theme.LIGHT) == list(theme.DARK)


def test_the_style_asks_for_nothing_from_outside():
    assert not re.findall(r"https?://|url\(|@import", theme.head())
