"""The compiled part of `static`: refining classes, and completing a set of questions.

Secrets are in one class if every question asked so far is answered alike.  `answers` has a
row for every secret here, so that the questions that tell two secrets apart are one
comparison of two rows.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.work import compiled as compiling
from whoknows.work.compiled import copy

Ints: TypeAlias = NDArray[Any]
Int: TypeAlias = Any  # the compiler has its own types for numbers

TRIED = 12  # pairs among which the one that is hardest to tell apart is looked for
FEW_PAIRS = 16  # pairs for each secret: so many are looked at one by one, at many a stroke
SAMPLE = 192  # pairs that two questions have to tell apart before all pairs are looked at
compiled = compiling.compiled(nogil=True, error_model="numpy")
inner = compiling.compiled(inner=True, nogil=True, error_model="numpy")


@compiled
def refine(answers: Ints, classes: Ints, question: Int, labels: Int, result: Ints) -> Int:
    """The classes after one more question, into `result`; how many there are."""
    names = np.full((classes.max() + 1) * labels, -1, np.int32)
    count = 0
    for secret in range(len(classes)):
        key = classes[secret] * labels + answers[secret, question]
        if names[key] < 0:
            names[key] = count
            count += 1
        result[secret] = names[key]
    return count


@inner
def in_order(keys: Ints) -> Ints:
    """The places of small whole numbers from the least to the largest, by counting."""
    starts = np.zeros(keys.max() + 2 if len(keys) else 1, np.int64)
    for key in keys:
        starts[key + 1] += 1
    for key in range(1, len(starts)):
        starts[key] += starts[key - 1]
    order = np.zeros(len(keys), np.int64)
    for place in range(len(keys)):
        order[starts[keys[place]]] = place
        starts[keys[place]] += 1
    return order


@inner
def alike_pairs(classes: Ints) -> Ints:
    """All pairs of secrets that are in one class."""
    order = in_order(classes)
    count = 0
    for i in range(len(order)):
        k = i + 1
        while k < len(order) and classes[order[k]] == classes[order[i]]:
            count, k = count + 1, k + 1
    pairs = np.empty((count, 2), np.int32)
    count = 0
    for i in range(len(order)):
        k = i + 1
        while k < len(order) and classes[order[k]] == classes[order[i]]:
            pairs[count, 0], pairs[count, 1] = order[i], order[k]
            count, k = count + 1, k + 1
    return pairs


@compiled
def gains(answers: Ints, classes: Ints, labels: Int) -> Ints:
    """How many pairs of secrets would still be alike after each question."""
    together = np.zeros(classes.max() + 1, np.int64)
    pairs = 0
    for each in classes:
        pairs += together[each]
        together[each] += 1
    result = np.zeros(answers.shape[1], np.int64)
    if pairs <= FEW_PAIRS * len(classes):
        for one, two in alike_pairs(classes):
            for question in range(len(result)):
                result[question] += answers[one, question] == answers[two, question]
        return result
    sizes = np.zeros(len(together) * labels, np.int32)
    for question in range(len(result)):
        alike = 0
        for secret in range(len(classes)):
            key = classes[secret] * labels + answers[secret, question]
            alike += sizes[key]
            sizes[key] += 1
        result[question] = alike
        for secret in range(len(classes)):
            sizes[classes[secret] * labels + answers[secret, question]] = 0
    return result


@compiled
def complete(
    answers: Ints, classes: Ints, more: Int, labels: Int, allowed: Ints, kinds: Ints,
    chosen: Ints,
) -> Int:  # fmt: skip
    """Whether so many more questions can tell all secrets apart; if so, `chosen` has them.

    One of the questions that tell apart a pair which is hard to tell apart must be among
    them: each is tried, and the last two are found at one stroke.  Questions that have
    the same `kinds` are alike at first, so that one of them stands for all.
    """
    if more == 0:
        return len(alike_pairs(classes)) == 0
    if more <= 2:
        return complete_two(answers, alike_pairs(classes), more, allowed, chosen)
    levels = more - 2
    questions = answers.shape[1]
    state = np.zeros((levels + 1, len(classes)), np.int32)
    choices = np.zeros((levels, questions), np.int32)
    open_ = np.zeros((levels + 1, questions), np.bool_)
    count, place = np.zeros(levels, np.int64), np.zeros(levels, np.int64)
    copy(classes, state[0])
    copy(allowed, open_[0])
    level, fresh = 0, True
    while level >= 0:
        if level == levels:
            pairs = alike_pairs(state[level])
            if complete_two(answers, pairs, np.int64(2), open_[level], chosen):
                return True
            level, fresh = level - 1, False
            close(open_[level], choices[level, place[level] - 1], kinds, level == 0)
            continue
        if fresh:
            count[level] = hardest(answers, state[level], open_[level], choices[level])
            place[level], fresh = 0, False
        if place[level] >= count[level]:
            level -= 1
            if level >= 0:
                close(open_[level], choices[level, place[level] - 1], kinds, level == 0)
            continue
        question = choices[level, place[level]]
        place[level] += 1
        if not open_[level, question]:
            continue
        chosen[more - 1 - level] = question
        refine(answers, state[level], question, labels, state[level + 1])
        copy(open_[level], open_[level + 1])
        level, fresh = level + 1, True
    return False


@inner
def close(open_: Ints, question: Int, kinds: Ints, alike: Int) -> None:
    """All sets with the question (or one of its kind) are tried: it is done with."""
    open_[question] = False
    if alike:
        for other in range(len(open_)):
            if kinds[other] == kinds[question]:
                open_[other] = False


@compiled
def hardest(answers: Ints, classes: Ints, allowed: Ints, choices: Ints) -> Int:
    """The questions that tell apart a pair that few do, into `choices`; how many."""
    pairs = alike_pairs(classes)
    questions = answers.shape[1]
    if len(pairs) == 0:
        for question in range(questions):
            choices[question] = question
        return questions
    least, best = questions + 1, 0
    step = max(1, len(pairs) // TRIED)
    for k in range(0, len(pairs), step):
        one, two = answers[pairs[k, 0]], answers[pairs[k, 1]]
        count = 0
        for question in range(questions):
            count += (one[question] != two[question]) & allowed[question]
        if count < least:
            least, best = count, k
    one, two = answers[pairs[best, 0]], answers[pairs[best, 1]]
    count = 0
    for question in range(questions):
        if one[question] != two[question] and allowed[question]:
            choices[count] = question
            count += 1
    return count


@inner
def complete_two(answers: Ints, pairs: Ints, more: Int, allowed: Ints, chosen: Ints) -> Int:
    """Whether two questions (or one) tell all these pairs apart; if so, into `chosen`.

    A sample of the pairs, the hardest first, rules out nearly all; what is left is looked
    at with all pairs.
    """
    questions = answers.shape[1]
    full = np.zeros((questions + 63) // 64, np.uint64)
    for question in range(questions):
        if allowed[question]:
            full[question >> 6] |= np.uint64(1) << np.uint64(question & 63)
    sample = pairs[:: max(1, len(pairs) // SAMPLE)]
    masks = hard_first(telling(answers, sample, full))
    alive = np.zeros(len(full), np.uint64)
    for question in range(questions if more == 2 else 1):
        word, bit = question >> 6, np.uint64(1) << np.uint64(question & 63)
        if more == 2 and not allowed[question]:
            continue
        if more == 2 and len(masks) and not masks[0, word] & bit:
            continue  # one of the two tells the hardest pair apart: let it be this one
        if others(masks, full, more == 2, word, bit, alive):
            chosen[more - 1] = question
            if settle(answers, pairs, more, question, alive, chosen):
                return True
    return False


@inner
def telling(answers: Ints, pairs: Ints, full: Ints) -> Ints:
    """The allowed questions that tell each pair apart, as bits."""
    masks = np.zeros((len(pairs), len(full)), np.uint64)
    for k in range(len(pairs)):
        one, two = answers[pairs[k, 0]], answers[pairs[k, 1]]
        for word in range(len(full)):
            bits = np.uint64(0)
            start = word * 64
            for b in range(min(64, len(one) - start)):
                bits |= np.uint64(one[start + b] != two[start + b]) << np.uint64(b)
            masks[k, word] = bits & full[word]
    return masks


@inner
def hard_first(masks: Ints) -> Ints:
    """The rows in the order of how many bits they have."""
    sizes = np.zeros(len(masks), np.int32)
    for k in range(len(masks)):
        for word in masks[k]:
            bits = word
            while bits:
                bits &= bits - np.uint64(1)
                sizes[k] += 1
    order: Ints = in_order(sizes)
    hardest_first: Ints = masks[order]
    return hardest_first


@inner
def others(masks: Ints, full: Ints, two: Int, word: Int, bit: Int, alive: Ints) -> Int:
    """Into `alive`, the questions that tell apart what one does not; whether there are any.

    The one question is given as a bit of a word; if not `two`, there is none.
    """
    copy(full, alive)
    for k in range(len(masks)):
        if two and masks[k, word] & bit:
            continue
        some = np.uint64(0)
        for w in range(len(full)):
            alive[w] &= masks[k, w]
            some |= alive[w]
        if not some:
            return False
    return True


@inner
def settle(
    answers: Ints, pairs: Ints, more: Int, question: Int, alive: Ints, chosen: Ints
) -> Int:
    """Whether a question of `alive` does, with all pairs; if so, it is in `chosen`."""
    for other in range(answers.shape[1]):
        if not alive[other >> 6] >> np.uint64(other & 63) & np.uint64(1):
            continue
        good = True
        for k in range(len(pairs)):
            one, two = answers[pairs[k, 0]], answers[pairs[k, 1]]
            if one[other] == two[other] and (more < 2 or one[question] == two[question]):
                good = False
                break
        if good:
            chosen[0] = other
            return True
    return False
