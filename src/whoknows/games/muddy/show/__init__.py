"""The children as text and as SVG."""

from collections.abc import Sequence
from html import escape

from whoknows.games.muddy.rules import Move, Round, Seen, Sight, named
from whoknows.play.face.cards import initials, label, small_board
from whoknows.wording import cut_short

ROW = 4  # children side by side
WIDE, TALL, HEAD = 130, 190, 56  # of one child, and what is above all
SKINS = ("#f0c9a4", "#d9a066", "#b98558", "#f3d3b8", "#c4956c", "#e3b48a")
HAIRS = ("#3b2a20", "#8a5a2b", "#1d1d22", "#c58b3a", "#2d1d16", "#a23b24")
MUD = "#4a2a12"
SPOTS = ((-22, 4, 9), (17, -13, 7), (12, 19, 10), (-8, -22, 6), (26, 6, 5), (-16, 22, 5))


def board_lines(sight: Sight, names: Sequence[str]) -> list[str]:
    """The parent's words, and every child with its face, or `?`."""
    faces = "   ".join(
        f"{name}{' (you)' if seat == sight.seat else ''} {named(face) or '?'}"
        for seat, (name, face) in enumerate(zip(names, known_faces(sight), strict=True))
    )
    return [*parent_text(sight), faces]


def sight_svg(sight: Sight, names: Sequence[str]) -> str:
    """The children as a seat sees them, with what each said last; always in one place."""
    faces = known_faces(sight)
    last = sight.rounds[-1] if sight.rounds else None
    bodies = [
        child_svg(k, faces[k], names[k], spoken(last, k), own=k == sight.seat, away=away)
        for k, away in enumerate(k not in sight.waiting for k in range(len(faces)))
    ]
    across = max(3, min(ROW, len(faces)))
    width, height = WIDE * across, TALL * -(-len(faces) // ROW) + HEAD
    spots = [(WIDE * (k % ROW), TALL * (k // ROW) + HEAD) for k in range(len(faces))]
    placed = "".join(
        f'<g transform="translate({x} {y})">{body}</g>'
        for (x, y), body in zip(spots, bodies, strict=True)
    )
    told = "; ".join(told_of(names[k], faces[k], k, sight) for k in range(len(faces)))
    head = "".join(
        f'<text x="{width / 2:g}" y="{20 + 20 * k}" text-anchor="middle" font-size="15" '
        f'fill="currentColor">{line}</text>'
        for k, line in enumerate(parent_text(sight))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        f'font-family="system-ui, sans-serif"><title>Muddy children</title>'
        f"<desc>{escape(told)}</desc>{head}{placed}</svg>"
    )


def parent_text(sight: Sight) -> tuple[str, str]:
    """What the parent said at first, and asks now."""
    least, number = sight.setup.least, len(sight.rounds) + 1
    said = {0: "The parent says nothing.", 1: "“At least one of you is muddy.”"}
    asks = f"Round {number}: “Who knows about their own face?”"
    if not sight.waiting or None not in sight.faces:
        asks = "The game is over."
    return said.get(least, f"“At least {least} of you are muddy.”"), asks


def known_faces(sight: Sight) -> Seen:
    """The faces in sight, and those that were shown."""
    faces = list(sight.faces)
    for said in sight.rounds:
        for k, face in enumerate(said.verdict.shown):
            faces[k] = face if face is not None else faces[k]
    return tuple(faces)


def spoken(last: Round | None, seat: int) -> Move | None:
    """What the seat said in the last round."""
    return last.moves[seat] if last else None


def told_of(name: str, face: bool | None, seat: int, sight: Sight) -> str:
    """One child in words."""
    who = f"{name} (you)" if seat == sight.seat else name
    return f"{who}: {named(face) or 'face not in sight'}"


def child_svg(
    seat: int, face: bool | None, name: str, said: Move | None, *, own: bool, away: bool
) -> str:
    """One child: head, hair, mud or a question mark, name, and a bubble."""
    x, y = WIDE // 2, 98
    skin, hair = SKINS[seat % len(SKINS)], HAIRS[seat % len(HAIRS)]
    ring = (
        f'<circle cx="{x}" cy="{y}" r="50" fill="none" stroke="#d9a514" stroke-width="4"/>'
        if own
        else ""
    )
    features = (
        f'<circle cx="{x - 14}" cy="{y - 2}" r="3.6" fill="#2a1c14"/>'
        f'<circle cx="{x + 14}" cy="{y - 2}" r="3.6" fill="#2a1c14"/>'
        f'<path d="M{x - 12} {y + 14} q12 10 24 0" fill="none" stroke="#2a1c14" '
        'stroke-width="2.6" stroke-linecap="round"/>'
    )
    head = (
        f'<path d="M{x - 40} {y - 4} a40 42 0 0 1 80 0 l-6 2 q-34 -26 -68 0 z" '
        f'fill="{hair}"/><ellipse cx="{x}" cy="{y + 4}" rx="36" ry="38" fill="{skin}"/>'
        f'<path d="M{x - 37} {y - 6} q4 -34 37 -34 q33 0 37 34 q-20 -20 -37 -19 '
        f'q-17 -1 -37 19 z" fill="{hair}"/>'
    )
    over = mud_svg(x, y + 4) if face else unknown_svg(x, y + 4) if face is None else ""
    shown = f"<g>{head}{features if face is not None else ''}{over}</g>"
    called = f"{escape(cut_short(name, 12))}{' (you)' if own else ''}"
    words = {True: "muddy", False: "clean", None: "?"}[face]
    mark = " ✓" if away else ""
    return (
        f"{ring}{shown}{bubble_svg(x, said)}"
        f'<text x="{x}" y="{y + 64}" text-anchor="middle" font-size="14" '
        f'font-weight="600" fill="currentColor">{called}</text>'
        f'<text x="{x}" y="{y + 82}" text-anchor="middle" font-size="14" '
        f'fill="currentColor">{words}{mark}</text>'
    )


def mud_svg(x: int, y: int) -> str:
    """Splashes of mud on a face."""
    return "".join(
        f'<ellipse cx="{x + dx}" cy="{y + dy}" rx="{r}" ry="{r * 0.8:g}" fill="{MUD}"/>'
        for dx, dy, r in SPOTS
    )


def unknown_svg(x: int, y: int) -> str:
    """A face that is out of sight."""
    return (
        f'<ellipse cx="{x}" cy="{y}" rx="36" ry="38" fill="#8d939c"/>'
        f'<text x="{x}" y="{y + 14}" text-anchor="middle" font-size="40" '
        'fill="#fff">?</text>'
    )


def bubble_svg(x: int, said: Move | None) -> str:
    """What the child said in the last round."""
    if said is None:
        return ""
    text = {"muddy": "I am muddy!", "clean": "I am clean!"}.get(said, "Not sure.")
    return (
        f'<path d="M{x - 52} 6 h104 a8 8 0 0 1 8 8 v16 a8 8 0 0 1 -8 8 h-44 l-8 9 l-8 -9 '
        f'h-44 a8 8 0 0 1 -8 -8 v-16 a8 8 0 0 1 8 -8 z" fill="#fdfbf5" stroke="#7d8590"/>'
        f'<text x="{x}" y="27" text-anchor="middle" font-size="14" '
        f'fill="#222">{text}</text>'
    )


def small_faces(faces: Sequence[bool], names: Sequence[str]) -> str:
    """A world as a small board: the faces in a row, each with the letter of its name."""
    parts = []
    for k, (muddy, name) in enumerate(zip(faces, initials(names), strict=True)):
        x = 28 * k + 15
        mud = (
            f'<path d="M{x - 9} 8q3 -7 9 -6t9 3q1 5 -6 5t-12 -2z" fill="{MUD}"/>'
            f'<circle cx="{x + 5}" cy="16" r="2.6" fill="{MUD}"/>'
        )
        parts.append(
            f'<circle cx="{x}" cy="13" r="12" fill="{SKINS[k % len(SKINS)]}" '
            f'stroke="#7a5230"/><circle cx="{x - 4}" cy="12" r="1.6" fill="#2a1c14"/>'
            f'<circle cx="{x + 4}" cy="12" r="1.6" fill="#2a1c14"/>'
            f'<path d="M{x - 4} 18q4 3 8 0" fill="none" stroke="#2a1c14" '
            f'stroke-width="1.5"/>{mud * muddy}' + label(x, 40, name, "currentColor")
        )
    return small_board(28 * len(faces) + 2, 43, "".join(parts))
