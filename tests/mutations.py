"""Inputs that are nearly right: texts and documents, changed a little by a generator."""

import json
from copy import deepcopy

NASTY = [
    None, True, False, 0, -1, 1, 2, 1.5, -0.5, 1e308, 10**30, 2**63, "", " ", "0", "-1",
    "²", "١", "nan", "é", "\x00", "\x1b[31m", "x" * 300, [], {}, [[]],
    [None], {"a": 1}, [0], [1.5], ["a"], {"0": 0}, "1/0", "1e9", "true",
    "1e999999999", [[[[[[[[]]]]]]]],
]  # fmt: skip
SNIPPETS = [
    "²", "١", "\x00", "(", ")", "[", "]", "{", "}", '"', "'", ",", ":", ";", "=", "-", "~",
    "\n", "\t", " ", "..", "1", "0", "9" * 40, "K", "a", "é", "#", "--", "{-", ":=",
    "%", "\\", "1..9", "true", "not", "&", "|", "->", "<", ">", "!", "?", "?!", "\u202e",
]  # fmt: skip


def mutated_text(text, rng, most=2):
    """A text with up to `most` small changes; often none."""
    for _ in range(int(rng.integers(0, most + 1))):
        at = int(rng.integers(0, len(text) + 1))
        kind = int(rng.integers(0, 5))
        if kind == 0:
            text = text[:at] + SNIPPETS[int(rng.integers(len(SNIPPETS)))] + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + int(rng.integers(1, 4)) :]
        elif kind == 2 and text:
            other = int(rng.integers(0, len(text)))
            text = text[:at] + text[other : other + int(rng.integers(1, 9))] + text[at:]
        elif kind == 3:
            text = f" {text} "
        else:
            text = text.swapcase() if rng.integers(0, 4) == 0 else text
    return text


def mutated(document, rng, most=1):
    """A document with up to `most` values changed, left out, doubled, or added."""
    document = deepcopy(document)
    for _ in range(int(rng.integers(0, most + 1))):
        spots = list(places(document))
        if not spots:
            return document
        holder, key = spots[int(rng.integers(len(spots)))]
        kind = int(rng.integers(0, 4))
        if kind == 0:
            holder[key] = deepcopy(NASTY[int(rng.integers(len(NASTY)))])
        elif kind == 1 and isinstance(holder[key], str):
            holder[key] = mutated_text(holder[key], rng)
        elif kind == 1 and type(holder[key]) is int:
            holder[key] += int(rng.integers(-2, 3))
        elif kind == 2:
            del holder[key]
        elif isinstance(holder, list):
            holder.insert(key, deepcopy(holder[int(rng.integers(len(holder)))]))
    return document


def places(document):
    """Every value inside a document: what holds it, and where."""
    keys = (
        list(document)
        if isinstance(document, dict)
        else range(len(document))
        if isinstance(document, list)
        else []
    )
    for key in keys:
        yield document, key
        yield from places(document[key])


def deep(levels):
    """JSON that is nested deeply."""
    return json.loads("[" * levels + "]" * levels)
