"""The leprechauns under their hats, as one seat sees them."""

from collections.abc import Mapping, Sequence

from whoknows.games.hats.rules import LETTERS, PASS
from whoknows.games.hats.rules.fold import Sight
from whoknows.games.hats.rules.world import COLOR_WORDS
from whoknows.play.face.cards import label
from whoknows.play.face.people import Person, people_svg, small_people

PAINTS = {
    "R": "#c8372d", "B": "#2463b4", "G": "#2e8b57", "Y": "#e0b400", "W": "#f4f4f0",
    "O": "#e0761f", "V": "#7d4fb0", "C": "#2aa7b8",
}  # fmt: skip


def color_word(color: int) -> str:
    """A color in a word, or its letter."""
    return COLOR_WORDS.get(LETTERS[color], LETTERS[color])


def color_fill(color: int) -> str:
    """The paint of a color."""
    return PAINTS.get(LETTERS[color], "#777777")


def answer_word(answer: int) -> str:
    """An answer in a word."""
    return "pass" if answer == PASS else color_word(answer - 1)


def hats_in_sight(sight: Sight) -> list[int | None]:
    """The hat on each head as far as it is seen; all of them when the game is over."""
    players = sight.setup.players
    if sight.secret is not None:
        return list(sight.secret)
    if sight.seat is None or sight.setup.views == "counts":
        return [None] * players
    return list(sight.seen)


def team_svg(
    sight: Sight, names: Sequence[str], said: Mapping[int, int], title: str
) -> str:
    """All players, with what was said in the last round."""
    people = [
        Person(
            head_svg(hat),
            names[seat],
            "hat not seen" if hat is None else f"{color_word(hat)} hat",
            answer_said(said[seat]) if seat in said else "",
            seat == sight.seat,
            "a hat not in sight" if hat is None else color_word(hat),
        )
        for seat, hat in enumerate(hats_in_sight(sight))
    ]
    return people_svg(title, people)


def head_svg(hat: int | None) -> str:
    """Beard, face, and hat."""
    fill = "#666c75" if hat is None else color_fill(hat)
    letter = "?" if hat is None else LETTERS[hat]
    dark = 'stroke="#0005" stroke-width="1.5"'
    return (
        '<path d="M-30 3q-4 44 30 44q34 0 30 -44z" fill="#c8642b"/>'
        '<ellipse cy="3" rx="25" ry="22" fill="#f1c8a0"/>'
        '<circle cx="-9" cy="1" r="2.8" fill="#2a1c14"/>'
        '<circle cx="9" cy="1" r="2.8" fill="#2a1c14"/>'
        '<path d="M-8 13q8 6 16 0" fill="none" stroke="#2a1c14" stroke-width="2"/>'
        f'<rect x="-24" y="-47" width="48" height="34" rx="4" fill="{fill}" {dark}/>'
        f'<rect x="-40" y="-17" width="80" height="9" rx="4" fill="{fill}" {dark}/>'
        f'<text y="-23" text-anchor="middle" font-size="19" font-weight="700" '
        f'fill="{letter_ink(hat)}">{letter}</text>'
    )


def letter_ink(hat: int | None) -> str:
    """The ink of a letter that can be read on a hat."""
    light = hat is not None and color_word(hat) in ("white", "yellow")
    return "#222" if light else "#fff"


def answer_said(answer: int) -> str:
    """What a player said."""
    return "I pass." if answer == PASS else f"{answer_word(answer).capitalize()}!"


def small_hats(hats: Sequence[int], names: Sequence[str]) -> str:
    """A world as a small board: the hats in a row."""
    drawn = [
        f'<path d="M-9 6v-14q9 -6 18 0v14h5v4h-28v-4z" fill="{color_fill(hat)}" '
        f'stroke="#0006"/>{label(0, 4, LETTERS[hat], letter_ink(hat))}'
        for hat in hats
    ]
    return small_people(drawn, names)
