"""The children as SVG: a face is drawn once, and stands on boards, cards, and worlds."""

from collections.abc import Sequence

from whoknows.games.muddy.rules import SAYS, Face, Sight, faces_in_sight, named
from whoknows.play.face.people import Person, people_svg, small_people

SKINS = ("#f0c9a4", "#d9a066", "#b98558", "#f3d3b8", "#c4956c", "#e3b48a")
HAIRS = ("#3b2a20", "#8a5a2b", "#1d1d22", "#c58b3a", "#2d1d16", "#a23b24")
SPOTS = ((-22, 4, 9), (17, -13, 7), (12, 19, 10), (-8, -22, 6), (26, 6, 5), (-16, 22, 5))


def face_svg(seat: int, face: Face | None, scale: float = 1) -> str:
    """One face: with mud, without, or out of sight."""
    skin, hair = SKINS[seat % len(SKINS)], HAIRS[seat % len(HAIRS)]
    mud = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="{r}" ry="{r * 0.8:g}" fill="#4a2a12"/>'
        for x, y, r in SPOTS
    )
    front = (
        '<ellipse rx="36" ry="38" fill="#8d939c"/><text y="14" text-anchor="middle" '
        'font-size="40" fill="#fff">?</text>'
        if face is None
        else '<g fill="#2a1c14"><circle cx="-14" cy="-6" r="3.6"/>'
        '<circle cx="14" cy="-6" r="3.6"/></g><path d="M-12 10q12 10 24 0" fill="none" '
        f'stroke="#2a1c14" stroke-width="2.6" stroke-linecap="round"/>{mud * face}'
    )
    return (
        f'<g transform="scale({scale:g})"><path fill="{hair}" '
        'd="M-40 -8a40 42 0 0 1 80 0l-6 2q-34 -26 -68 0z"/>'
        f'<ellipse rx="36" ry="38" fill="{skin}"/><path fill="{hair}" d="M-37 -10q4 -34 '
        f'37 -34q33 0 37 34q-20 -20 -37 -19q-17 -1 -37 19z"/>{front}</g>'
    )


def parent_lines(sight: Sight) -> list[str]:
    """What the parent said at first, and asks now."""
    least = sight.setup.least
    said = {0: "The parent says nothing.", 1: "“At least one of you is muddy.”"}
    asks = f"Round {len(sight.history) + 1}: “Who knows about their own face?”"
    return [
        said.get(least, f"“At least {least} of you are muddy.”"),
        "The game is over." if sight.over else asks,
    ]


def sight_svg(sight: Sight, names: Sequence[str]) -> str:
    """The children as a seat sees them, with what each said last."""
    last = sight.history[-1].moves if sight.history else {}
    away = {k for e in sight.history for k, f in enumerate(e.answer.shown) if f is not None}
    children = [
        Person(
            face_svg(seat, face),
            names[seat],
            f"{'?' if face is None else named(face)}{' ✓' * (seat in away)}",
            f"{SAYS[last[seat]].label}." if seat in last else "",
            seat == sight.seat,
            "face not in sight" if face is None else named(face),
        )
        for seat, face in enumerate(faces_in_sight(sight))
    ]
    return people_svg("Muddy children", children, parent_lines(sight))


def small_faces(faces: Sequence[Face], names: Sequence[str]) -> str:
    """A world as a small board: the faces in a row."""
    return small_people([face_svg(k, face, 0.32) for k, face in enumerate(faces)], names)
