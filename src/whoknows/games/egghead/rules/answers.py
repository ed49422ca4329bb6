"""The answering function f of Definition 3.3 [Zorn2024], for whole arrays of worlds.

>>> from whoknows.games.egghead.rules.language import parse_question
>>> box = Stacks(cards=3, values=6)
>>> table = np.array([[box.number(s) for s in ((1, 2, 2), (4, 5, 6), (3, 3, 3))]])
>>> answers(parse_question("count(values: times = 0)"), table, box).tolist()
[0]
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from whoknows.games.egghead.rules.language import (
    Ask,
    Deny,
    Fold,
    Join,
    Number,
    Parity,
    Word,
)
from whoknows.games.egghead.rules.stacks import Counts, Numbers, Stacks


def answers(ask: Ask, tables: Numbers, box: Stacks) -> Numbers:
    """The answer at every table: a row of `tables` is the stacks that are in sight.

    A truth is 1 for yes and 0 for no.
    """
    counts = box.counts[tables].sum(1)
    folds = {
        fold: JOINED[fold.name].reduce(feature(fold, box)[tables], axis=1)
        for fold in stack_folds(ask)
    }
    return evaluate(ask, counts, folds)


def evaluate(ask: Ask, counts: Counts, folds: Mapping[Fold, Numbers]) -> Numbers:
    """The answer where these cards are in sight and the stacks fold to these numbers."""
    found = measure(ask, counts, folds, inside=False)
    return np.broadcast_to(np.asarray(found, dtype=np.int64), counts.shape[:-1])


def feature(fold: Fold, box: Stacks) -> Numbers:
    """What each single stack brings to a fold over stacks."""
    if fold.body is None:
        return np.ones(len(box), dtype=np.int64)
    return evaluate(fold.body, box.counts, {})


def stack_folds(ask: Ask) -> list[Fold]:
    """The folds over stacks in a question, each once, in reading order."""
    match ask:
        case Fold(_, "stacks", _):
            return [ask]
        case Fold(_, _, body):
            return [] if body is None else stack_folds(body)
        case Deny(part) | Parity(part, _):
            return stack_folds(part)
        case Join(_, left, right):
            return list(dict.fromkeys(stack_folds(left) + stack_folds(right)))
    return []


def uses_cards(ask: Ask) -> bool:
    """Whether a question looks at cards other than through folds over stacks."""
    match ask:
        case Fold(_, domain, _):
            return domain != "stacks"
        case Deny(part) | Parity(part, _):
            return uses_cards(part)
        case Join(_, left, right):
            return uses_cards(left) or uses_cards(right)
    return False


# How the parts that stacks bring to a fold are put together.
JOINED: dict[str, np.ufunc] = {
    "count": np.add,
    "sum": np.add,
    "max": np.maximum,
    "min": np.minimum,
    "any": np.maximum,
    "all": np.minimum,
}


def measure(
    ask: Ask, counts: Counts, folds: Mapping[Fold, Numbers], *, inside: bool
) -> Numbers:
    """The answer as an array; `inside` a fold there is one more axis, the values."""
    match ask:
        case Number(number):
            return np.array(number, dtype=np.int64)
        case Word("value"):
            return np.arange(1, counts.shape[-1] + 1, dtype=np.int64)
        case Word():
            return counts
        case Fold(_, domain, _):
            found = folds[ask] if domain == "stacks" else folded(ask, counts, folds)
            return found[..., None] if inside else found
        case Deny(part):
            return 1 - measure(part, counts, folds, inside=inside)
        case Parity(part, odd):
            rest = measure(part, counts, folds, inside=inside) % 2
            return np.asarray(rest == int(odd), dtype=np.int64)
        case Join(sign, left, right):
            one = measure(left, counts, folds, inside=inside)
            other = measure(right, counts, folds, inside=inside)
            return np.asarray(SIGNED[sign](one, other), dtype=np.int64)


def folded(fold: Fold, counts: Counts, folds: Mapping[Fold, Numbers]) -> Numbers:
    """A fold over the cards or the values in sight."""
    body: NDArray[np.int64] = (
        np.array(1, dtype=np.int64)
        if fold.body is None
        else np.asarray(measure(fold.body, counts, folds, inside=True), dtype=np.int64)
    )
    body = np.broadcast_to(body, counts.shape)
    there = counts if fold.domain == "cards" else np.ones_like(counts)
    if JOINED[fold.name] is np.add:
        return np.asarray((body * there).sum(-1), dtype=np.int64)
    edge = np.iinfo(np.int64)
    if JOINED[fold.name] is np.maximum:
        return np.asarray(np.where(there > 0, body, edge.min).max(-1), dtype=np.int64)
    return np.asarray(np.where(there > 0, body, edge.max).min(-1), dtype=np.int64)


SIGNED: dict[str, np.ufunc] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "mod": np.mod,
    "=": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "and": np.logical_and,
    "or": np.logical_or,
}
