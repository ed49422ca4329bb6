"""Slow twins of EggHead, written from the definitions and nothing else."""

from itertools import combinations_with_replacement, product

import numpy as np

SMALL_DECK = (
    "missing := count(values: times = 0)",
    "sum := sum(cards: value)",
    "even := sum(cards: value) is even",
    "triples := count(stacks: count(values: times > 0) = 1)",
    "most := max(values: times)",
    "tops := count(stacks: max(cards: value) >= 3)",
)


def stacks_of(cards, values):
    return list(combinations_with_replacement(range(1, values + 1), cards))


class Explicit:
    """Worlds as a Python set; knowing and announcing as the definitions say."""

    def __init__(self, players, size):
        self.players, self.size = players, size
        self.worlds = set(product(range(size), repeat=players))

    def row(self, seat, world):
        alike = ((*world[:seat], own, *world[seat + 1 :]) for own in range(self.size))
        return {w[seat] for w in alike if w in self.worlds}

    def ask(self, answers, answer):
        self.worlds = {w for w in self.worlds if answers(w) == answer}

    def knows(self, seat, world):
        return len(self.row(seat, world)) == 1

    def react(self, reactions, held=None):
        """Keep the worlds in which the seats, holding `held`, would react so."""
        held = held or dict.fromkeys(reactions, self.copy())
        self.worlds = {
            w for w in self.worlds
            if all(held[s].knows(s, w) == bool(r) for s, r in reactions.items())
        }  # fmt: skip

    def free(self, seat, stack):
        self.worlds = {
            (*w[:seat], own, *w[seat + 1 :])
            for w in self.worlds if w[seat] == stack for own in range(self.size)
        }  # fmt: skip

    def fit(self, stacks, copies):
        """Keep the worlds with at most so many cards of each value, if there is a limit."""
        self.worlds = {w for w in self.worlds if fits([stacks[n] for n in w], copies)}

    def copy(self):
        other = Explicit(self.players, self.size)
        other.worlds = set(self.worlds)
        return other


def fits(stacks, copies):
    cards = [card for stack in stacks for card in stack]
    return not copies or all(cards.count(card) <= copies for card in cards)


class Literal:
    """The conditional information tables of the paper, eqs. 2 to 6, one for each player.

    `tables[i][w]` is whether stack `w[i]` is in player i's list for the others' stacks.
    """

    def __init__(self, players, size):
        self.players = players
        self.tables = [np.ones((size,) * players, dtype=bool) for _ in range(players)]

    def ask(self, mask):  # eq. 2: `mask` is where the answer is the one given
        for table in self.tables:
            table &= mask

    def reaction(self, seat, world):
        return int(self.row(seat, world).sum() == 1)

    def row(self, seat, world):
        place = (*world[:seat], slice(None), *world[seat + 1 :])
        return self.tables[seat][place]

    def behave(self, reactions):  # eq. 3 for all players, then eq. 4
        before = [table.copy() for table in self.tables]
        for seat, reaction in reactions.items():
            one = self.tables[seat].sum(axis=seat, keepdims=True) == 1
            self.tables[seat] &= one == bool(reaction)
        prior = [table.copy() for table in self.tables]
        for seat in range(self.players):
            for other in range(self.players):
                if other != seat:
                    self.tables[seat] &= prior[other]
        return any((a != b).any() for a, b in zip(before, self.tables, strict=True))

    def reset(self, seat, stack, others=None):  # eq. 5
        self.tables[seat][:] = True
        for other in range(self.players):
            if other != seat and (others is None or other in others):
                table = self.tables[other]
                table[:] = np.take(table, [stack], axis=seat)


def answer_of(line, stacks):
    """The answer to a question by plain Python over lists of cards."""
    from whoknows.games.egghead.rules.deck import parse_line

    return slow_answer(parse_line(line).ask, stacks)


def slow_answer(ask, stacks, *, values=6):
    cards = [card for stack in stacks for card in stack]
    return int(slow(ask, cards, stacks, values, {}))


def slow(ask, cards, stacks, values, here):
    match type(ask).__name__:
        case "Number":
            return ask.number
        case "Word":
            return here[ask.word]
        case "Deny":
            return not slow(ask.part, cards, stacks, values, here)
        case "Parity":
            return slow(ask.part, cards, stacks, values, here) % 2 == ask.odd
        case "Join":
            one = slow(ask.left, cards, stacks, values, here)
            two = slow(ask.right, cards, stacks, values, here)
            python = {"=": "==", "mod": "%"}.get(ask.sign, ask.sign)
            return eval(f"a {python} b", {"a": one, "b": two})
        case "Fold":
            return slow_fold(ask, cards, stacks, values)


def slow_fold(fold, cards, stacks, values):
    def body(cards, here):
        return True if fold.body is None else slow(fold.body, cards, stacks, values, here)

    if fold.domain == "stacks":
        found = [body(list(stack), {}) for stack in stacks]
    else:
        over = cards if fold.domain == "cards" else range(1, values + 1)
        found = [body(cards, {"value": v, "times": cards.count(v)}) for v in over]
    names = {"count": sum, "sum": sum, "max": max, "min": min, "any": any, "all": all}
    return names[fold.name](found)
