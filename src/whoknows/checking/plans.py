"""Games of asking: a plan in every case, and bounds that no plan can beat.

A game of asking has secrets, questions, and an answer for each pair.  In Mastermind both
are codes, and asking the secret ends the game; in a table `right` says which question
names which secret, and `ends` whether that ends the game or knowing does.

A plan is a tree: `[question, {answer: plan}]`, or null where nothing need be asked.

A *cell* is a set of secrets that are still possible, with `left` questions left (null:
any number).  The proof is a list of lemmas `[cell, left, least, renamings]`: no plan for
the cell has a total below `least`, or (null) there is none.  A lemma is checked by trying
every question: its parts cost together at least what counting says, or lemmas before it.
Where that is not enough, the checker looks one question ahead: a part costs at least what
the best question makes of it by the number, and then by the sizes, of its own parts.
Questions that a renaming of pegs and colors carries into each other, the cell staying as
it was, need one check; the lemma states such renamings, and each is checked to be one.

In Mastermind the secrets and the questions are all codes in rising order, and an answer
is the number blacks * (pegs + 1) + whites; the blacks alone, where whites are silent.

Counting: a question has so many answers at most, so that a plan finds at most 1 secret
with one question, A - 1 with two, (A - 1)^2 with three, ... where asking ends the game;
else so many are told apart by so many questions as a tree with A branches has leaves.
"""

from itertools import permutations, product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.checking.certificate import (
    Fields,
    Progress,
    Verdict,
    check_branches,
    fingerprint,
    require,
)

Ints: TypeAlias = NDArray[Any]

NEVER = 1 << 40  # the cost of what cannot be done
MOST_PAIRS = 30_000_000  # answers of a game at most


class Game(NamedTuple):
    """The answer to question q (row) at secret s (column), labels from 0."""

    name: str
    answers: Ints
    right: Ints  # the secret that each question names, or -1
    ends: bool
    names: list[str]  # of the answers, by label
    codes: Ints | None = None  # of Mastermind, for its renamings

    @property
    def labels(self) -> int:
        """How many answers there are."""
        return len(self.names)


def check(claim: Fields, witness: Fields, proof: Fields, tell: Progress) -> Verdict:
    """A plan with its costs, and that no plan has less of what is minimized."""
    game = mastermind(claim) if claim.value("game") == "mastermind" else table(claim)
    minimize = claim.value("minimize")
    require(minimize in ("total", "worst"), f"minimize is {minimize!r}")
    limit, first = claim.value("limit"), claim.value("first")
    if limit is not None:
        claim.number("limit", 0, 1000)
    if first is not None:
        claim.number("first", 0, len(game.answers) - 1)
    stated = claim.value("total"), claim.value("worst")
    claim.close()
    lemmas = Lemmas(game)
    impossible = stated[0] is None
    if impossible:
        require(stated[1] is None, "there is a worst, and no total")
        witness.close()
    else:
        total, worst = costs(game, witness.value("plan"), first)
        require(total == stated[0], f"the plan has total {total}")
        require(worst == stated[1], f"the plan has worst {worst}")
        require(limit is None or worst <= limit, f"the plan has worst {worst}")
    steps = proof.part("lemmas", list)
    proof.close()
    for place, lemma in enumerate(steps):
        lemmas.add(lemma, place, first)
        tell((place + 1) / len(steps))
    everything = np.arange(game.answers.shape[1], dtype=np.int32)
    name = game.name if first is None else f"{game.name}, first question {first}"
    if impossible:
        require(limit is not None, "nothing is claimed")
        require(lemmas.least(everything, limit) >= NEVER, "a plan is not ruled out")
        return Verdict(f"{name}: no plan has worst {limit}", "certificate", len(steps))
    if minimize == "worst":
        fewer = worst - 1
        require(lemmas.least(everything, fewer) >= NEVER, f"worst {fewer} is not ruled out")
        require(
            lemmas.least(everything, worst) >= total, "a smaller total is not ruled out"
        )
    else:
        require(
            lemmas.least(everything, limit) >= total, "a smaller total is not ruled out"
        )
    goal = f"least {minimize}" + (f" within {limit}" if limit is not None else "")
    says = f"{name}: {goal}: total {total:,}, worst {worst}"
    return Verdict(says, "certificate", len(steps))


def mastermind(claim: Fields) -> Game:
    """All codes as secrets and as questions."""
    pegs, colors = claim.number("pegs", 1, 12), claim.number("colors", 1, 36)
    repeats, blacks_only = claim.flag("repeats"), claim.flag("blacks_only")
    require(colors ** (2 * pegs) <= MOST_PAIRS * 10, "too many codes")
    ways = (
        product(range(colors), repeat=pegs)
        if repeats
        else permutations(range(colors), pegs)
    )
    codes = np.array(list(ways), dtype=np.int8)
    require(len(codes) ** 2 <= MOST_PAIRS, "too many codes")
    black = np.zeros((len(codes), len(codes)), np.uint8)
    for peg in range(pegs):
        black += codes[:, None, peg] == codes[None, :, peg]
    shared = np.zeros_like(black)
    for color in range(colors):
        count = (codes == color).sum(1).astype(np.uint8)
        shared += np.minimum(count[:, None], count[None])
    white = np.zeros_like(black) if blacks_only else shared - black
    kind = ("with" if repeats else "without") + " repeats"
    said = "blacks only" if blacks_only else "blacks and whites"
    return game_of(
        f"Mastermind, {pegs} pegs in {colors} colors {kind}, {said}",
        black if blacks_only else black * np.uint8(pegs + 1) + white,
        np.arange(len(codes)),
        True,
        codes,
    )


def table(claim: Fields) -> Game:
    """A table of one's own: a row of answers for each question."""
    answers = np.array(claim.part("answers", list))
    require(answers.ndim == 2 and answers.dtype.kind == "i", "answers are no table")
    require(answers.size <= MOST_PAIRS, "too many answers")
    right, ends = np.array(claim.part("right", list)), claim.flag("ends")
    require(right.shape == answers.shape[:1], "right is no list of secrets")
    require(((right >= -1) & (right < answers.shape[1])).all(), "right names no secret")
    name = (
        f"{answers.shape[1]} secrets, {answers.shape[0]} questions,"
        f" {(right >= 0).sum()} of which name a secret, {'asking' if ends else 'knowing'}"
        f" ends it, table {fingerprint([answers.tolist(), right.tolist()])}"
    )
    return game_of(name, answers, right, ends, None)


def game_of(name: str, answers: Ints, right: Ints, ends: bool, codes: Ints | None) -> Game:
    """The game with answers that leave no gap; where asking ends it, told by its answer."""
    if ends:
        asks = np.flatnonzero(right >= 0)
        answers = answers.copy()
        ending = answers[asks, right[asks]]
        if ((answers[asks] == ending[:, None]).sum(1) > 1).any():
            answers[asks, right[asks]] = answers.max() + 1
    used = np.unique(answers)
    dense = np.searchsorted(used, answers).astype(np.min_scalar_type(len(used)))
    return Game(name, dense, right, ends, [str(label) for label in used.tolist()], codes)


def costs(game: Game, plan: Any, first: int | None) -> tuple[int, int]:
    """The total and the worst of a plan, tried on every secret."""
    if first is not None:
        require(
            isinstance(plan, list) and plan[0] == first, "the first question is another"
        )
    everything = np.arange(game.answers.shape[1])
    total = worst = 0
    stack = [(plan, everything, 0)]
    while stack:
        node, cell, asked = stack.pop()
        if node is None:
            require(
                not game.ends and len(cell) == 1, f"{len(cell)} secrets are not told apart"
            )
            total, worst = total + asked, max(worst, asked)
            continue
        question, branches = node
        require(isinstance(question, int), "a question is no number")
        require(0 <= question < len(game.answers), f"there is no question {question}")
        require(asked < len(everything), "the plan does not end")
        row, taken = game.answers[question, cell], set[str]()
        for label in np.unique(row).tolist():
            here = cell[row == label]
            if game.ends and game.right[question] in here:
                total, worst = total + asked + 1, max(worst, asked + 1)
                continue
            answer = game.names[label]
            require(answer in branches, f"no branch for answer {answer} to {question}")
            stack.append((branches[answer], here, asked + 1))
            taken.add(answer)
        check_branches(branches, taken)
    return total, worst


class Lemmas:
    """What is proven so far of cells."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.by_secret = np.ascontiguousarray(game.answers.T)
        self.every = np.arange(len(game.answers))
        self.bits: Ints | None = None  # of each answer one, if this is Mastermind:
        if game.codes is not None:  # the sizes that are read have 49 answers at most
            word = np.min_scalar_type(1 << game.labels)
            self.bits = np.ones(1, word) << self.by_secret.astype(word)
        self.known: dict[tuple[bytes, int | None], int] = {}
        self.looked: dict[tuple[bytes, int | None], int] = {}
        self.counted: dict[int | None, Ints] = {}
        self.even: dict[int, tuple[Ints, Ints]] = {}

    def add(self, lemma: Any, place: int, first: int | None) -> None:
        """One more lemma, checked; a forced first question is the only one at the start."""
        cell, left, least, renamings = lemma
        secrets = self.game.answers.shape[1]
        cell = np.arange(secrets) if cell == "all" else np.array(cell)
        require(
            cell.ndim == 1 and len(cell) > 0 and cell.dtype.kind == "i", f"lemma {place}"
        )
        require(cell[0] >= 0 and cell[-1] < secrets, f"lemma {place}: no such secret")
        require((cell[1:] > cell[:-1]).all(), f"lemma {place}: secrets are not ascending")
        require(
            left is None or (isinstance(left, int) and left >= 0), f"lemma {place}: left"
        )
        require(least is None or isinstance(least, int), f"lemma {place}: least")
        cell, wanted = cell.astype(np.int32), NEVER if least is None else int(least)
        known = len(cell) == 1 and not self.game.ends
        require(not known or wanted <= 0, f"lemma {place}: nothing need be asked")
        asks = self.every
        if first is not None and len(cell) == secrets:
            require(not renamings, f"lemma {place}: renamings, with one first question")
            asks = np.array([first])
        elif renamings:
            asks = np.unique(self.classes(cell, renamings, place))
        poor = self.poor(cell, left, wanted, asks)
        require(poor is None, f"lemma {place}: question {poor} may cost less")
        self.known[cell.tobytes(), left] = wanted

    def poor(self, cell: Ints, left: int | None, wanted: int, asks: Ints) -> int | None:
        """The first question that is not shown to cost as much as wanted, if any is."""
        if left == 0:
            return None
        cheap = asks[self.promised(cell, left, asks) < wanted].tolist()
        costs = ((self.cost(ask, cell, left, wanted), ask) for ask in cheap)
        return next((ask for cost, ask in costs if cost < wanted), None)

    def promised(self, cell: Ints, left: int | None, asks: Ints) -> Ints:
        """What each question costs at least, by the sizes of its parts."""
        low, found = self.by_size(None if left is None else left - 1), []
        for start in range(0, len(asks), 4096):
            sizes = self.sizes(cell, asks[start : start + 4096])
            cost = len(cell) + low[sizes].sum(1)
            cost[sizes.max(1) == len(cell)] = NEVER  # tells nothing: never of use
            found.append(cost)
        return np.concatenate(found)

    def sizes(self, cell: Ints, asks: Ints) -> Ints:
        """How many secrets are left after each answer (columns) to each question (rows)."""
        game = self.game
        rows = self.by_secret[cell[:, None], asks] + game.labels * np.arange(len(asks))
        sizes = np.bincount(rows.ravel(), minlength=len(asks) * game.labels)
        sizes = sizes.reshape(len(asks), game.labels)
        if game.ends:
            named = np.flatnonzero(np.isin(game.right[asks], cell))
            sizes[named, game.answers[asks[named], game.right[asks[named]]]] = 0
        return sizes

    def cost(self, question: int, cell: Ints, left: int | None, wanted: int) -> int:
        """What a plan with this question costs at least; no closer than is wanted."""
        row = self.game.answers[question, cell]
        cells = [cell[row == label] for label in np.flatnonzero(np.bincount(row))]
        if self.game.ends:
            cells = [here for here in cells if here[0] != self.game.right[question]]
        cells.sort(key=len)
        left = None if left is None else left - 1
        lows = [self.least(here, left) for here in cells]
        cost = len(cell) + sum(lows)
        for bound in (self.by_number, self.by_sizes):
            for k, here in enumerate(cells):
                if cost >= wanted:
                    break
                low = max(lows[k], bound(here, left))
                cost, lows[k] = cost - lows[k] + low, low
        return min(cost, NEVER)

    def by_number(self, cell: Ints, left: int | None) -> int:
        """What the cell costs at least, by the number of parts of every question."""
        if len(cell) < 3 or self.bits is None:
            return 0
        known = self.looked.get((cell.tobytes(), left))
        return int(self.hopes(cell).min()) if known is None else known

    def by_sizes(self, cell: Ints, left: int | None) -> int:
        """What the cell costs at least, by the sizes of the parts of every question."""
        if len(cell) < 3:
            return 0
        key = cell.tobytes(), left
        if key not in self.looked:
            hopes, least = self.hopes(cell), NEVER
            while hopes.min() < least:
                asks = np.flatnonzero(hopes == hopes.min())
                least = min(least, int(self.promised(cell, left, asks).min()))
                hopes[asks] = NEVER
            self.looked[key] = least
        return self.looked[key]

    def hopes(self, cell: Ints) -> Ints:
        """What each question costs at least, by the number of its parts."""
        if self.bits is None:
            return np.zeros(len(self.every), np.int64)
        parts, size = np.bitwise_count(np.bitwise_or.reduce(self.bits[cell])), len(cell)
        if size not in self.even:
            self.even[size] = even_parts(size, self.game.labels, self.by_size(None))
        other, named = self.even[size]
        found = other[parts]
        found[cell] = named[parts[cell]]
        return found

    def least(self, cell: Ints, left: int | None) -> int:
        """What the cell costs at least: by counting, or by a lemma."""
        low = int(self.by_size(left)[len(cell)])
        key = cell.astype(np.int32).tobytes()
        for questions in {left, None}:  # fewer questions left are never better
            low = max(low, self.known.get((key, questions), 0))
        return low

    def by_size(self, left: int | None) -> Ints:
        """What counting says of cells of each size."""
        if left not in self.counted:
            secrets = self.game.answers.shape[1]
            self.counted[left] = counted(secrets, self.game.labels, self.game.ends, left)
        return self.counted[left]

    def classes(self, cell: Ints, renamings: Any, place: int) -> Ints:
        """A number for each question, the same where the renamings connect them."""
        codes = self.game.codes
        require(codes is not None, f"lemma {place}: nothing can be renamed")
        assert codes is not None
        alike = np.arange(len(codes))
        moves = [renamed(codes, renaming, place) for renaming in renamings]
        for move in moves:
            same = np.array_equal(np.sort(move[cell]), cell)
            require(same, f"lemma {place}: a renaming does not keep the cell")
        while True:
            before = alike.copy()
            for move in moves:
                both = np.minimum(alike, alike[move])
                alike = both.copy()
                np.minimum.at(alike, move, both)
            if np.array_equal(before, alike):
                return alike


def renamed(codes: Ints, renaming: Any, place: int) -> Ints:
    """What becomes of each code if pegs and colors are renamed; answers stay the same."""
    pegs, colors = renaming
    require(sorted(pegs) == list(range(codes.shape[1])), f"lemma {place}: pegs {pegs}")
    require(sorted(colors) == list(range(len(colors))), f"lemma {place}: colors {colors}")
    require(len(colors) > codes.max(), f"lemma {place}: colors {colors}")
    weights = len(colors) ** np.arange(codes.shape[1], dtype=np.int64)[::-1]
    moved = np.array(colors)[codes[:, pegs]]
    found = np.searchsorted(codes @ weights, moved @ weights)
    require((codes[found] == moved).all(), f"lemma {place}: a code is renamed to none")
    return found


def counted(secrets: int, labels: int, ends: bool, left: int | None) -> Ints:
    """The least total of each number of secrets in a tree with so many branches."""
    if not ends:
        return plain_tree(secrets, labels, left)
    low = np.zeros(secrets + 1, dtype=np.int64)
    depth, size, width = 0, 0, 1
    while size < secrets and (left is None or depth < left):
        depth += 1
        room = min(width, secrets - size)
        low[size + 1 : size + room + 1] = low[size] + depth * np.arange(1, room + 1)
        size += room
        width *= max(1, labels - 1)
    low[size + 1 :] = NEVER
    return low


def even_parts(size: int, labels: int, low: Ints) -> tuple[Ints, Ints]:
    """What a question costs at least that has 0, 1, 2, ... parts.

    Where asking ends the game, the bound by size grows ever faster, so that even parts are
    the least.  First for a question that is no secret of the cell, then for one that is.
    """
    found = []
    for rest in (size, size - 1):
        number = np.arange(1, labels + 1)
        each, more = np.divmod(rest, number)
        cost = size + (number - more) * low[each] + more * low[np.minimum(each + 1, size)]
        found.append(np.append(NEVER, np.where(number <= rest, cost, NEVER)))
    return found[0], np.append(NEVER, found[1])[:-1]


def plain_tree(secrets: int, labels: int, left: int | None) -> Ints:
    """Leaves of a tree: the least sum of their depths, and none deeper than `left`.

    Leaves are at two depths, d and d + 1.  Of all that fit at depth d some are opened, each
    of them into `labels` leaves or fewer, until there are as many as are wanted.
    """
    low = np.full(secrets + 1, NEVER, dtype=np.int64)
    low[:2] = 0
    branching, depth, full = max(2, labels), 0, 1
    while full < secrets and (left is None or depth < left):
        sizes = np.arange(full, min(full * branching, secrets) + 1)
        opened = -((full - sizes) // (branching - 1))
        low[sizes] = depth * (full - opened) + (depth + 1) * (sizes - full + opened)
        depth, full = depth + 1, full * branching
    return low
