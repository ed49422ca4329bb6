"""A tree of cases with a weighted sum at each leaf: a bound for a program of 0 and 1.

A program has variables that are 0 or 1, a weight of at least 0 for each, and rows: sums of
variables, each with a whole factor, that are at least some whole number.  The claim is that
in every solution the weights of the variables that are 1 add up to `target` or more.

The proof may first add rows: `[[[row, times], ...], divisor]` adds up rows, divides, and
rounds all numbers up, which is right since variables are whole and not negative.  Then
it is a tree:

["split", v, zero, one]     variable v is 0 or it is 1
["orbit", maps, v, one, none]
    each map permutes the variables; it must keep the weights, the rows, and what is
    fixed so far.  If any variable that these maps make of v is 1, then v may be taken
    as 1; else all of them are 0
["sum", scale, [[row, times], ...]]
    a leaf: `scale` times the weight, less the rows so many times, is a sum of variables
    that has a least value, each being what is fixed or the better of 0 and 1.  It must
    be above `scale` times (target - 1); with scale 0 it shows that there is no solution
"""

from typing import Any, NamedTuple, TypeAlias

from whoknows.checking.certificate import Fields, Progress, require

Row: TypeAlias = tuple[dict[int, int], int]  # the factors by variable, and the least sum
Fixed: TypeAlias = dict[int, int]

MOST_MAPS = 64  # at one node


class Program(NamedTuple):
    """Weights of the variables, and rows; weights are whole and not negative."""

    weights: list[int]
    rows: list[Row]


def check_bound(program: Program, target: int, proof: Fields, tell: Progress) -> int:
    """Check that no solution weighs less than the target; the number of leaves."""
    rows = [*program.rows]
    for cut in proof.part("cuts", list) if "cuts" in proof.stated else []:
        rows.append(rounded(rows, *cut))
    checker = Checker(Program(program.weights, rows), program.rows, target)
    stack: list[tuple[Any, Fixed]] = [(proof.value("tree"), {})]
    while stack:
        node, fixed = stack.pop()
        stack += checker.opened(node, fixed)
        tell(checker.leaves / (checker.leaves + len(stack) + 1))
    return checker.leaves


def rounded(rows: list[Row], times: Any, divisor: int) -> Row:
    """A sum of rows, divided and rounded up."""
    require(isinstance(divisor, int) and divisor > 0, "a row is divided by no number")
    factors, least = added(rows, times)
    return {v: -(-factor // divisor) for v, factor in factors.items()}, -(-least // divisor)


def added(rows: list[Row], times: Any) -> Row:
    """Rows added up, each so many times."""
    factors: dict[int, int] = {}
    total = 0
    for place, number in times:
        good = isinstance(place, int) and isinstance(number, int) and number >= 0
        require(good and 0 <= place < len(rows), f"no row {place}, or not {number} times")
        row, least = rows[place]
        total += number * least
        for v, factor in row.items():
            factors[v] = factors.get(v, 0) + number * factor
    return factors, total


class Checker:
    """The nodes of a tree, checked one by one."""

    def __init__(self, program: Program, given: list[Row], target: int) -> None:
        self.weights, self.rows, self.target = program.weights, program.rows, target
        self.given = {(frozenset(row.items()), least) for row, least in given}
        self.given_rows = given
        self.leaves = 0

    def opened(self, node: Any, fixed: Fixed) -> list[tuple[Any, Fixed]]:
        """The cases of a node, if it is no leaf that holds."""
        kind = node[0]
        if kind == "sum":
            _, scale, times = node
            self.check_sum(scale, times, fixed)
            self.leaves += 1
            return []
        v = node[1] if kind == "split" else node[2]
        require(isinstance(v, int) and 0 <= v < len(self.weights), f"no variable {v}")
        require(v not in fixed, f"variable {v} is decided twice")
        if kind == "split":
            _, _, zero, one = node
            return [(zero, fixed | {v: 0}), (one, fixed | {v: 1})]
        require(kind == "orbit", f"a node is of no kind that is known: {kind!r}")
        _, maps, _, one, none = node
        gone = dict.fromkeys(self.orbit(maps, v, fixed), 0)
        return [(one, fixed | {v: 1}), (none, fixed | gone)]

    def check_sum(self, scale: Any, times: Any, fixed: Fixed) -> None:
        """Check that what is fixed leaves no lighter solution, by a sum of rows."""
        require(isinstance(scale, int) and scale >= 0, "a scale is no number")
        factors, value = added(self.rows, times)
        for v, weight in enumerate(self.weights):
            factor = scale * weight - factors.get(v, 0)
            value += factor * fixed[v] if v in fixed else min(factor, 0)
        least = scale * (self.target - 1)
        require(value > least, f"a leaf allows {value / max(scale, 1)}, not above {least}")

    def orbit(self, maps: Any, v: int, fixed: Fixed) -> set[int]:
        """All that the maps make of a variable; each is checked to be a symmetry."""
        require(len(maps) <= MOST_MAPS, f"{len(maps)} maps at one node")
        for image in maps:
            require(sorted(image) == list(range(len(self.weights))), "a map is none")
            for one, other in enumerate(image):
                require(self.weights[one] == self.weights[other], "a map changes weights")
                require(fixed.get(one) == fixed.get(other), "a map moves what is fixed")
            for row, least in self.given_rows:
                moved = frozenset((image[u], factor) for u, factor in row.items())
                require((moved, least) in self.given, "a map does not keep the rows")
        found, fresh = {v}, [v]
        while fresh:
            u = fresh.pop()
            for image in maps:
                if image[u] not in found:
                    found.add(image[u])
                    fresh.append(image[u])
        return found
