"""Clauses drawn at random hold in the worlds where the definition says, on both engines.

A clause is made together with a function of one world, which says what it means.  It is
written with as few parentheses as the language allows: `|` holds less tightly than `&`,
and so on, which is tested too.
"""

from itertools import product
from typing import Any

import numpy as np
import pytest

from whoknows.errors import BadFile
from whoknows.games.written.rules.read_game import book_in

HEAD = """seats ann, bob
set   warm: red blue
facts p, q
parts x: 1..3; y: 0..2; c: red green blue; n[1..2]: 0 1
let   far(a, b) = a - b > 1 | b - a > 1
"""
REST = "move go\nends if round = 1\n"
NAMES = ("p", "q", "x", "y", "c", "n_1", "n_2")
SPANS = ((0, 1), (0, 1), (1, 2, 3), (0, 1, 2), ("red", "green", "blue"), (0, 1), (0, 1))
WORLDS = [dict(zip(NAMES, values, strict=True)) for values in product(*SPANS)]
IFF, THEN, XOR, OR, AND, NOT, COMPARE, SUM, TIMES, TIGHT = range(10)  # loosest first
SIGNS = {
    "=": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


class Clauses:
    """Draws clauses: each a text, how tightly it holds, and its meaning in a world."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def pick(self, *options):
        return options[int(self.rng.integers(len(options)))]

    def within(self, made, least):
        """A clause as a part of another, in parentheses where these are needed."""
        text, tight, means = made
        return (text if tight >= least else f"({text})"), means

    def several(self, draw, depth, least, most=3):
        many = int(self.rng.integers(2, most + 1))
        parts = [self.within(draw(depth - 1), least) for _ in range(many)]
        return [text for text, _ in parts], [means for _, means in parts]

    def claim(self, depth):
        """A claim."""
        if depth == 0:
            return self.pick(self.fact, self.compared, self.word)()
        made = self.pick(
            self.negation, self.joined, self.joined, self.implied, self.alike, self.choice,
            self.compared, self.listed, self.looped, self.different, self.let,
        )  # fmt: skip
        return made(depth)

    def fact(self):
        name = self.pick("p", "q", "true", "false")
        plain = {"true": True, "false": False}
        return name, TIGHT, lambda w: plain.get(name, bool(w.get(name)))

    def word(self):
        if self.pick(True, False):
            return "c in warm", COMPARE, lambda w: w["c"] != "green"
        sign, color = self.pick("=", "!="), self.pick("red", "green", "blue")
        return f"c {sign} {color}", COMPARE, lambda w: SIGNS[sign](w["c"], color)

    def compared(self, depth=1):
        texts, parts = self.several(self.number, depth, SUM)
        signs = [self.pick(*SIGNS) for _ in texts[1:]]
        shown = texts[0] + "".join(
            f" {sign} {text}" for sign, text in zip(signs, texts[1:], strict=True)
        )

        def means(w):
            found = [part(w) for part in parts]
            each = zip(signs, found, found[1:], strict=False)
            return all(SIGNS[sign](one, two) for sign, one, two in each)

        return shown, COMPARE, means

    def negation(self, depth):
        text, means = self.within(self.claim(depth - 1), NOT)
        return f"{self.pick('~', 'not ')}{text}", NOT, lambda w: not means(w)

    def joined(self, depth):
        sign, tight, gather = self.pick(
            ("&", AND, all), ("and", AND, all), ("|", OR, any), ("^", XOR, odd)
        )
        texts, parts = self.several(self.claim, depth, tight + 1)
        return f" {sign} ".join(texts), tight, lambda w: gather([p(w) for p in parts])

    def implied(self, depth):
        texts, parts = self.several(self.claim, depth, THEN + 1)
        *given, then = parts
        return " -> ".join(texts), THEN, lambda w: not all(p(w) for p in given) or then(w)

    def alike(self, depth):
        texts, (one, two) = self.several(self.claim, depth, IFF + 1, most=2)
        return " <-> ".join(texts), IFF, lambda w: one(w) == two(w)

    def choice(self, depth):
        return self.conditional(self.claim, depth)

    def conditional(self, draw, depth):
        texts, parts = zip(
            *(self.within(make(depth - 1), 0) for make in (self.claim, draw, draw)),
            strict=True,
        )
        where, one, other = parts
        text = "if {} then {} else {}".format(*texts)
        return text, -1, lambda w: one(w) if where(w) else other(w)

    def listed(self, depth):
        name, gather = self.pick(("and", all), ("or", any), ("oneof", one_of))
        texts, parts = self.several(self.claim, depth, -1)
        text = f"{name}{{{', '.join(texts)}}}"
        return text, TIGHT, lambda w: gather([p(w) for p in parts])

    def looped(self, depth):
        name, gather = self.pick(("and", all), ("or", any), ("oneof", one_of))
        text, means = self.within(self.number(depth - 1), SUM)
        but, values = self.pick(("", (1, 2)), (" but 1", (2,)), (" but 1 2", ()))
        text = f"{name}{{n[k] + k = {text} for k: 1..2{but}}}"
        return text, TIGHT, lambda w: gather([w[f"n_{k}"] + k == means(w) for k in values])

    def different(self, depth):
        texts, parts = self.several(self.number, depth, -1)

        def means(w):
            found = [part(w) for part in parts]
            return len(set(found)) == len(found)

        return f"distinct{{{', '.join(texts)}}}", TIGHT, means

    def let(self, depth):
        texts, (one, two) = self.several(self.number, depth, -1, most=2)
        return f"far({', '.join(texts)})", TIGHT, lambda w: abs(one(w) - two(w)) > 1

    def number(self, depth):
        """A number."""
        if depth <= 0:
            return self.pick(self.constant, self.part)()
        made = self.pick(
            self.arithmetic, self.arithmetic, self.divided, self.negative, self.extreme,
            self.counted, self.total, self.chosen,
        )  # fmt: skip
        return made(depth)

    def constant(self):
        value = self.pick(0, 1, 2, 5)
        return str(value), TIGHT, lambda _: value

    def part(self):
        text, name = self.pick(("x", "x"), ("y", "y"), ("n[1]", "n_1"), ("n_2", "n_2"))
        return text, TIGHT, lambda w: w[name]

    def arithmetic(self, depth):
        sign, tight = self.pick(("+", SUM), ("-", SUM), ("*", TIMES))
        left, one = self.within(self.number(depth - 1), tight)
        right, two = self.within(self.number(depth - 1), tight + 1)
        work = {"+": np.add, "-": np.subtract, "*": np.multiply}[sign]
        return f"{left} {sign} {right}", tight, lambda w: int(work(one(w), two(w)))

    def divided(self, depth):
        left, one = self.within(self.number(depth - 1), TIMES)
        sign, by = self.pick("div", "mod"), self.pick(1, 2, 3)
        if sign == "div":
            return f"{left} div {by}", TIMES, lambda w: one(w) // by
        return f"{left} mod {by}", TIMES, lambda w: one(w) % by

    def negative(self, depth):
        text, means = self.within(self.number(depth - 1), TIGHT)
        return f"-{text}", TIGHT, lambda w: -means(w)

    def extreme(self, depth):
        name, gather = self.pick(("min", min), ("max", max))
        texts, parts = self.several(self.number, depth, -1)
        text = f"{name}{{{', '.join(texts)}}}"
        return text, TIGHT, lambda w: gather(p(w) for p in parts)

    def counted(self, depth):
        texts, parts = self.several(self.claim, depth, -1)
        text = f"count{{{', '.join(texts)}}}"
        return text, TIGHT, lambda w: sum(bool(p(w)) for p in parts)

    def total(self, depth):
        text, means = self.within(self.number(depth - 1), TIMES + 1)
        return (
            f"sum{{n[k] * {text}, j for k: 1..2, j: 1 3}}",
            TIGHT,
            lambda w: 2 * (w["n_1"] + w["n_2"]) * means(w) + 2 * (1 + 3),
        )

    def chosen(self, depth):
        return self.conditional(self.number, depth)


def odd(found):
    return sum(map(bool, found)) % 2 == 1


def one_of(found):
    return sum(map(bool, found)) == 1


def weights(text, engine):
    """The weight of every world that is dealt, and of those that are not, nothing."""
    try:
        book = book_in(text, "text", engine)
    except BadFile:  # no world keeps the law, or every weight is 0
        return {}
    worlds: Any = book.worlds
    if engine != "symbolic":
        rows = {row: worlds.weights[row] for row in range(worlds.size)}
    else:
        numbers = worlds.space.diagrams.all_worlds(worlds.alive, worlds.space.size)
        rows = {w: worlds.weight(worlds.alive & worlds_node(worlds, w)) for w in numbers}
    assert worlds.size == len(rows)
    return {
        tuple(book.value_name(code) if (code := worlds.value(name, row)) < 0 else code
              for name in NAMES): int(weight)
        for row, weight in rows.items()
    }  # fmt: skip


def worlds_node(worlds, world):
    """One world as a diagram."""
    return worlds.space.cube(range(worlds.space.size), int(world))


@pytest.mark.parametrize("engine", ["table", "symbolic"])
@pytest.mark.parametrize("seed", range(30))
def test_a_law_and_a_weight_mean_what_they_say(engine, seed):
    draw = Clauses(seed)
    law, _, kept = draw.claim(3)
    weight, _, heavy = draw.number(2)
    text = f"{HEAD}law {law}\nweight max{{0, {weight}}}\n{REST}"
    wanted = {tuple(w.values()): heavy(w) for w in WORLDS if kept(w) and heavy(w) > 0}
    assert weights(text, engine) == wanted, text
