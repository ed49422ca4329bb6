"""The frame of every picture: the title above, the legend and the notes below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from whoknows.logic.draw.placed_model import text_width, wrapped
from whoknows.logic.draw.shapes import (
    ACTUAL,
    FAR,
    GONE,
    MIDDLE,
    Band,
    Bar,
    Chip,
    Head,
    Hub,
    Link,
    Loop,
    Orbit,
    Picture,
    Point,
    Shape,
    Spot,
    Words,
)

MARGIN = 22.0
LINE = 20.0
NARROW = 440.0  # no picture is narrower
SLIM, SLIMMEST = 8.0, 330.0  # margin and width where worlds are boards: they fit a phone
MEANING = {
    MIDDLE: "the world in the middle",
    FAR: "further away now",
    GONE: "no longer possible",
}


def framed(picture: Picture) -> Picture:
    """The picture with its title, legend, and notes around it.

    The shapes stay at their coordinates, so that two pictures of a model, before and after
    an announcement, have every world at the very same point.
    """
    left, top, right, bottom = bounds(picture)
    boards = any(isinstance(shape, Spot) and shape.art for shape in picture.shapes)
    margin, narrow = (SLIM, SLIMMEST) if boards else (MARGIN, NARROW)
    width = max(narrow, right - left + 2 * margin)
    start = (left + right - width) / 2
    heads = wrapped(picture.title, int((width - 2 * margin) / 9.4))
    high = MARGIN + 24 * len(heads) + 10
    shapes: list[Shape] = [
        Words((start + margin, top - high + MARGIN + 4 + 24 * k), line, "title")
        for k, line in enumerate(heads)
    ]
    keys, below = legend(picture, start + margin, width - 2 * margin, bottom + 26)
    for note in filter(None, picture.notes):
        for line in wrapped(note, int((width - 2 * margin) / 6.6)):
            shapes.append(Words((start + margin, below), line))
            below += LINE
    return replace(
        picture,
        shapes=(*picture.shapes, *shapes, *keys),
        corner=(start, top - high),
        size=(width, below - LINE / 2 + MARGIN / 2 - top + high),
    )


def legend(
    picture: Picture, start: float, width: float, below: float
) -> tuple[list[Shape], float]:
    """The agents' colors and the ways worlds stand, in as many lines as they take."""
    keys = [(Chip((0, 0), agent=agent), agent) for agent in picture.agents]
    keys += [
        (Chip((0, 0), state=state), meaning)
        for state, meaning in {ACTUAL: picture.actual, **MEANING}.items()
        if state in picture.states
    ]
    shapes: list[Shape] = []
    x = start
    for chip, text in keys:
        wide = 24 + text_width(text) + 18
        if x > start and x + wide > start + width:
            x, below = start, below + LINE
        shapes += [replace(chip, at=(x + 8, below)), Words((x + 24, below), text)]
        x += wide
    return shapes, below + (LINE + 4 if keys else 0)


def bounds(picture: Picture) -> tuple[float, float, float, float]:
    """The box around all shapes: left, top, right, bottom."""
    boxes = [box for shape in picture.shapes for box in [extent(shape, picture)]]
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def extent(shape: Shape, picture: Picture) -> tuple[float, float, float, float]:
    """The box around a shape."""
    match shape:
        case Spot():
            return bounding_box([shape.at], picture.face.reach + 4, picture.face.radius + 4)
        case Loop():
            return bounding_box(shape.feet, 12, shape.rise)
        case Head():
            return bounding_box([shape.tip], 4, 4)
        case Hub() | Chip():
            return bounding_box([shape.at], 8, 8)
        case Link():
            # A quadratic curve leaves its line by half of what its control point does.
            return bounding_box(
                [shape.start, shape.end], abs(shape.bend) / 2, abs(shape.bend) / 2
            )
        case Band() | Bar():
            (x, y), (wide, high) = shape.corner, shape.size
            return bounding_box([(x, y), (x + wide, y + high)], 2, 2)
        case Orbit():
            return bounding_box([shape.center], shape.radius, shape.radius)
        case Words():
            return text_box(shape)


def text_box(words: Words) -> tuple[float, float, float, float]:
    """The box around a line of text, as far as one can tell without its font."""
    wide, (x, y) = text_width(words.text, 7.4), words.at
    if words.turn:
        return (x - 8, y - 0.75 * wide, x + 0.75 * wide, y + 8)
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[words.anchor]
    return (left, y - 10, left + wide, y + 10)


def bounding_box(
    points: Iterable[Point], wide: float, high: float
) -> tuple[float, float, float, float]:
    """The box around points, with a margin."""
    points = list(points)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high)
