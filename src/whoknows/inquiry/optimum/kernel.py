"""The compiled part of the search for optimal plans: a branch and bound with memory.

Costs are totals over the secrets of a cell.  A cell of n secrets costs n for the question
asked now, plus what its parts cost.  No part of size m costs less than `low[left, m]`,
where `depth` questions are left, so the number of parts of a question already bounds it;
those numbers come for all questions at a time from bits, one per answer, or-ed over the
secrets.  Cells are remembered by 128 random bits per secret, added up without carry.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.work import compiled as compiling
from whoknows.work.compiled import copy

Ints: TypeAlias = NDArray[Any]
Int: TypeAlias = Any  # the compiler has its own types for numbers

NEVER = 1 << 29  # the cost of what cannot be done
PROBES = 8  # places tried for a cell in the memory
STEPS = 2_000  # of the search between two looks at the keyboard
SIGNS = 256  # splits remembered at a node, to look into each but once
START, STOP, LEFT, LOW, BUDGET, BEST, QUESTION = 0, 1, 2, 3, 4, 5, 6  # of a frame
COUNT, PLACE, TRIED, ASK, PARTS, COST, PART = 7, 8, 9, 10, 11, 12, 13
compiled = compiling.compiled(nogil=True, error_model="numpy")
inner = compiling.compiled(inner=True, nogil=True, error_model="numpy")


class Board(NamedTuple):
    """All that the search reads, and where it writes."""

    matrix: Ints  # the answer to question (row) at secret (column), labels dense
    bits: Ints  # the same the other way round, an answer being one bit (if not `wide`)
    right: Ints  # the secret each question names, or -1
    naming: Ints  # the first question that names each secret, or -1,
    next_naming: Ints  # and the one after each question that names the same, or -1
    low: Ints  # bounds by questions left (rows) and size (columns)
    random: Ints  # two random words per secret
    every: Ints  # all questions
    ends: bool  # whether asking the secret ends the game
    labels: int  # how many answers there are
    wide: bool  # whether there are more answers than bits in a word
    keys: Ints  # memory: two words that tell a cell and the questions left,
    values: Ints  # what it costs, or costs at least,
    sure: Ints  # 1 if it costs just that,
    best: Ints  # and the question asked
    order: Ints  # per level: the questions in the order to try,
    bounds: Ints  # the bound of each,
    cells: Ints  # the cell parted by the question at hand,
    starts: Ints  # where each part starts,
    known: Ints  # what each part costs at least,
    done: Ints  # 1 if it costs just that,
    signs: Ints  # and the splits that were tried
    chosen: Ints  # per level: the question that was best,
    frames: Ints  # and where the search stands; see `solve`
    seen: Ints  # 0: cells looked into, 1: found in memory, 2: splits looked into


def solve(board: Board, cell: Ints, depth: Int, budget: Int, asks: Ints) -> Int:
    """What the cell costs, if no more than the budget; else a bound beyond the budget.

    Only the questions `asks` are asked now, one of each kind; `chosen[1]` is the best.
    The levels of the search are a stack of frames: level k parts its cell into `cells[k]`.
    It comes back here every so many steps, so that Ctrl-C is heard.
    """
    value = begin(board, cell, depth, budget, asks)
    level = 0 if value >= 0 else 1
    while level:
        level, value = proceed(board, level, STEPS)
    return value


@compiled
def begin(board: Board, cell: Ints, depth: Int, budget: Int, asks: Ints) -> Int:
    """What the cell costs if that is easily seen; else -1, and a first frame is set up."""
    copy(cell, board.cells[0])
    level, start = np.int64(1), np.int64(0)  # literals would be compiled for once more
    return enter(board, level, start, len(cell), depth, budget, asks)


@compiled
def proceed(board: Board, level: Int, steps: Int) -> tuple[Int, Int]:
    """Go on from a level for so many steps: the level then, and at 0 the cost."""
    value = np.int64(-1)
    while level and steps:
        steps -= 1
        k = advance(board, level)
        frame = board.frames[level]
        if k >= 0:
            start = np.int64(board.starts[level, k])
            stop = np.int64(board.starts[level, k + 1])
            room = frame[BEST] - 1 - frame[COST] + board.known[level, k]
            value = enter(board, level + 1, start, stop, frame[LEFT] - 1, room, board.every)
            if value < 0:
                level += 1
                continue
        else:
            value = leave(board, level)
            level -= 1
            frame, k = board.frames[level], board.frames[level, PART]
        if level:
            frame[COST] += value - board.known[level, k]
            board.known[level, k], board.done[level, k] = value, 1
    return level, value


@inner
def enter(
    board: Board, level: Int, start: Int, stop: Int, depth: Int, budget: Int, asks: Ints
) -> Int:
    """What a cell costs if that is easily seen; else -1, and the frame is set up."""
    cell, size = board.cells[level - 1, start:stop], stop - start
    low = np.int64(board.low[depth, size])
    if low > budget or low >= NEVER:
        return low
    if size == 1 or (size == 2 and board.ends):
        board.chosen[level] = board.naming[cell[0]]
        return low
    board.seen[0] += 1
    one, two = hashed(board, cell, depth)
    slot = find(board, one, two)
    if slot >= 0 and (board.sure[slot] or board.values[slot] > budget):
        board.seen[1] += 1
        board.chosen[level] = board.best[slot]
        return np.int64(board.values[slot])
    if board.ends and size <= board.labels:
        board.chosen[level] = lone(board, cell)
        if board.chosen[level] >= 0:
            return np.int64(2 * size - 1)
        if 2 * size > budget:
            return np.int64(2 * size)
    count, low = rank(board, cell, level, depth, budget, asks)
    frame = board.frames[level]
    frame[START], frame[STOP], frame[LEFT], frame[LOW] = start, stop, depth, low
    frame[BUDGET], frame[BEST], frame[QUESTION] = budget, budget + 1, -1
    frame[COUNT], frame[PLACE], frame[TRIED], frame[ASK] = count, 0, 0, -1
    return np.int64(-1)


@inner
def advance(board: Board, level: Int) -> Int:
    """The next part to look into, of the most promising question; -1 if none is left."""
    frame = board.frames[level]
    while True:
        if frame[ASK] < 0 and not next_question(board, level):
            return -1
        part, least_size = -1, 0
        for k in range(frame[PARTS]):
            size = board.starts[level, k + 1] - board.starts[level, k]
            if not board.done[level, k] and (part < 0 or size < least_size):
                part, least_size = k, size
        if frame[COST] < frame[BEST] and part < 0:
            frame[BEST], frame[QUESTION] = frame[COST], frame[ASK]
        if frame[COST] < frame[BEST]:
            frame[PART] = part
            return part
        frame[ASK] = -1


@inner
def next_question(board: Board, level: Int) -> Int:
    """Part the cell by the next question that splits it in a new way, if there is one."""
    frame = board.frames[level]
    cell = board.cells[level - 1, frame[START] : frame[STOP]]
    while frame[PLACE] < frame[COUNT]:
        ask = board.order[level, frame[PLACE]]
        if board.bounds[level, frame[PLACE]] >= frame[BEST]:
            return False
        frame[PLACE] += 1
        frame[PARTS], sign = part(board, cell, level, ask)
        if tried_before(board, level, sign):
            continue
        frame[ASK], frame[COST] = ask, len(cell)
        board.seen[2] += 1
        for k in range(frame[PARTS]):
            frame[COST] += look(board, level, frame[LEFT], k, ask)
        return True
    return False


@inner
def tried_before(board: Board, level: Int, sign: Int) -> Int:
    """Whether such a split was tried at this level; it is now."""
    tried = board.frames[level, TRIED]
    for k in range(min(tried, SIGNS)):
        if board.signs[level, k] == sign:
            return True
    if tried < SIGNS:
        board.signs[level, tried] = sign
    board.frames[level, TRIED] += 1
    return False


@inner
def leave(board: Board, level: Int) -> Int:
    """What the cell of a level costs, now that all its questions are tried; kept."""
    frame = board.frames[level]
    cell = board.cells[level - 1, frame[START] : frame[STOP]]
    board.chosen[level] = frame[QUESTION]
    solved = frame[QUESTION] >= 0
    value = frame[BEST] if solved else max(frame[LOW], frame[BUDGET] + 1)
    one, two = hashed(board, cell, frame[LEFT])
    remember(board, one, two, value, solved, frame[QUESTION])
    return value


@inner
def look(board: Board, level: Int, depth: Int, k: Int, ask: Int) -> Int:
    """A bound for one part, exact where it is easy; kept in `known` and `done`."""
    start, stop = board.starts[level, k], board.starts[level, k + 1]
    size = stop - start
    secret = board.cells[level, start]
    if board.ends and size == 1 and board.right[ask] == secret:
        board.known[level, k], board.done[level, k] = 0, 1
        return 0
    low, sure = board.low[depth - 1, size], size == 1 or (size == 2 and board.ends)
    if not sure and low < NEVER:
        piece = board.cells[level, start:stop]
        if board.ends and size <= board.labels:
            if lone(board, piece) >= 0:
                sure = True
            else:
                low = 2 * size
        if not sure and size > 3:
            one, two = hashed(board, piece, depth - 1)
            slot = find(board, one, two)
            if slot >= 0:
                low, sure = max(low, board.values[slot]), board.sure[slot] == 1
    board.known[level, k], board.done[level, k] = low, sure
    return low


@inner
def lone(board: Board, cell: Ints) -> Int:
    """The first possible question that leaves every secret alone, or -1."""
    for i in range(len(cell)):
        question = board.naming[cell[i]]
        while question >= 0:
            if all_apart(board, cell, question):
                return question
            question = board.next_naming[question]
    return -1


@inner
def all_apart(board: Board, cell: Ints, question: Int) -> Int:
    """Whether the question leaves every secret alone."""
    if board.wide:
        marks = np.zeros(board.labels, np.bool_)
        for k in range(len(cell)):
            label = board.matrix[question, cell[k]]
            if marks[label]:
                return False
            marks[label] = True
        return True
    seen = np.uint64(0)
    for k in range(len(cell)):
        bit = np.uint64(1) << np.uint64(board.matrix[question, cell[k]])
        if seen & bit:
            return False
        seen |= bit
    return True


@inner
def part(board: Board, cell: Ints, level: Int, ask: Int) -> tuple[Int, Int]:
    """Part the cell by the answers to a question; how many parts, and the split's sign."""
    row = board.matrix[ask]
    sizes = np.zeros(board.labels + 1, np.int32)
    words = np.zeros(board.labels, np.uint64)
    for k in range(len(cell)):
        label = row[cell[k]]
        sizes[label] += 1
        words[label] ^= board.random[cell[k], 0]
    parts, start, sign = 0, 0, np.uint64(0)
    for label in range(board.labels):
        if sizes[label]:
            board.starts[level, parts] = start
            start += sizes[label]
            sizes[label] = board.starts[level, parts]
            parts += 1
            sign += words[label] * (words[label] >> np.uint64(32) | np.uint64(1))
    board.starts[level, parts] = start
    for k in range(len(cell)):
        label = row[cell[k]]
        board.cells[level, sizes[label]] = cell[k]
        sizes[label] += 1
    secret = board.right[ask]
    if board.ends and secret >= 0:  # asking a possible secret is not like asking another
        for k in range(len(cell)):
            if cell[k] == secret:
                sign ^= board.random[secret, 1]
    return parts, sign


@compiled
def rank(
    board: Board, cell: Ints, level: Int, depth: Int, budget: Int, asks: Ints
) -> tuple[Int, Int]:
    """The questions within the budget, best bound first; how many; the least bound."""
    size = len(cell)
    masks = np.zeros(len(asks), board.bits.dtype)
    able = np.zeros(len(board.right), np.bool_)
    if board.wide:
        pass
    elif len(asks) == len(board.every):
        for k in range(size):
            row = board.bits[cell[k]]
            for q in range(len(masks)):
                masks[q] |= row[q]
    else:
        for k in range(size):
            row = board.bits[cell[k]]
            for q in range(len(masks)):
                masks[q] |= row[asks[q]]
    mark_naming(board, cell, able)
    lows = np.full((2, board.labels + 1), NEVER, np.int64)
    for parts in range(2, min(board.labels, size) + 1):
        lows[0, parts] = size + least(board, depth - 1, size, parts)
        if board.ends:
            lows[1, parts] = size + least(board, depth - 1, size - 1, parts - 1)
    least_low, count = np.int64(NEVER), np.int64(0)
    exact = size > 2 * board.labels or board.wide
    for q in range(len(masks)):
        ask = asks[q]
        low = np.int64(0)
        if not board.wide:
            low = lows[1 if able[ask] else 0, bit_count(masks[q])]
        if low <= budget and exact:
            low = refined(board, cell, depth, ask, able[ask])
        least_low = min(least_low, low)
        if low <= budget:
            board.order[level, count] = ask
            board.bounds[level, count] = low
            count += 1
    sort(board.bounds[level], board.order[level], count)
    return count, least_low


@inner
def mark_naming(board: Board, cell: Ints, marks: Ints) -> None:
    """Mark the questions that name a secret of the cell."""
    for k in range(len(cell)):
        question = board.naming[cell[k]]
        while question >= 0:
            marks[question] = True
            question = board.next_naming[question]


@inner
def least(board: Board, depth: Int, size: Int, parts: Int) -> Int:
    """The least that so many parts of so many secrets together may cost.

    Where the game ends with the right question, bounds grow ever faster with the size, so
    that even parts are best; else a tree's bound does not, and we count who is not alone.
    """
    if parts == 0 or size < parts:
        return np.int64(0 if size == 0 else NEVER)
    each, more = size // parts, size % parts
    if board.low[depth, each + (1 if more else 0)] >= NEVER:
        return np.int64(NEVER)
    if not board.ends:
        alone = 0 if size == parts else size - parts + 1
        return np.int64(max(alone, board.low[depth + 1, size] - size))
    cost = np.int64(parts - more) * board.low[depth, each]
    return cost + (more * np.int64(board.low[depth, each + 1]) if more else 0)


@inner
def refined(board: Board, cell: Ints, depth: Int, ask: Int, able: Int) -> Int:
    """The bound by the sizes of the parts."""
    row = board.matrix[ask]
    sizes = np.zeros(board.labels, np.int32)
    for k in range(len(cell)):
        sizes[row[cell[k]]] += 1
    cost = np.int64(len(cell))
    if able:
        sizes[row[board.right[ask]]] = 0
    for label in range(board.labels):
        cost += board.low[depth - 1, sizes[label]]
        if sizes[label] == len(cell) > 1:
            return np.int64(NEVER)  # it tells nothing
    return min(cost, np.int64(NEVER))


@compiled
def ahead(board: Board, cell: Ints, depth: Int) -> Int:
    """What the cell costs at least: the least bound of a question by its parts' sizes."""
    level = np.int64(1)
    count, _ = rank(board, cell, level, depth, np.int64(NEVER - 1), board.every)
    able = np.zeros(len(board.right), np.bool_)
    mark_naming(board, cell, able)
    best = np.int64(NEVER)
    for k in range(count):
        if board.bounds[level, k] >= best:
            break
        ask = board.order[level, k]
        best = min(best, refined(board, cell, depth, ask, able[ask]))
    return best


@inner
def sort(bounds: Ints, order: Ints, count: Int) -> None:
    """Put the questions in the order of their bounds, equals staying as they are."""
    if count < 2:
        return
    lowest = bounds[:count].min()
    span = bounds[:count].max() - lowest + 1
    places = np.zeros(span + 1, np.int64)
    for k in range(count):
        places[bounds[k] - lowest + 1] += 1
    for k in range(span):
        places[k + 1] += places[k]
    old_bounds, old_order = bounds[:count].copy(), order[:count].copy()
    for k in range(count):
        place = places[old_bounds[k] - lowest]
        places[old_bounds[k] - lowest] += 1
        bounds[place] = old_bounds[k]
        order[place] = old_order[k]


@inner
def bit_count(word: Int) -> Int:
    """How many bits are set."""
    x = np.uint64(word)
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + (
        (x >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@compiled
def hashed(board: Board, cell: Ints, depth: Int) -> tuple[Int, Int]:
    """Two words that tell the cell and the questions left."""
    one = np.uint64(depth) * np.uint64(0x9E3779B97F4A7C15)
    two = np.uint64(depth) * np.uint64(0xC2B2AE3D27D4EB4F)
    for k in range(len(cell)):
        one ^= board.random[cell[k], 0]
        two ^= board.random[cell[k], 1]
    return one, two


@compiled
def find(board: Board, one: Int, two: Int) -> Int:
    """Where the cell is remembered, or -1."""
    room = np.uint64(len(board.values) - 1)
    for probe in range(PROBES):
        slot = np.int64((one + np.uint64(probe)) & room)
        if board.keys[slot, 0] == one and board.keys[slot, 1] == two:
            return slot
    return -1


@inner
def remember(board: Board, one: Int, two: Int, value: Int, sure: Int, ask: Int) -> None:
    """Keep what was found; if there is no room, the oldest place tried is used."""
    room = np.uint64(len(board.values) - 1)
    place = np.int64((one + (two % np.uint64(PROBES))) & room)
    for probe in range(PROBES):
        slot = np.int64((one + np.uint64(probe)) & room)
        same = board.keys[slot, 0] == one and board.keys[slot, 1] == two
        if same or board.values[slot] == 0:
            place = slot
            break
    board.keys[place, 0], board.keys[place, 1] = one, two
    board.values[place], board.sure[place], board.best[place] = value, sure, ask
