"""Trees of cases beside trying every solution, accepted by the checker."""

from itertools import combinations, permutations, product

import numpy as np
import pytest

from whoknows.checking.case_tree import check_bound
from whoknows.checking.certificate import Fields
from whoknows.errors import TooLarge
from whoknows.games.hats.solve.cube_bits import balls, codes_of
from whoknows.games.hats.solve.proofs.case_tree import (
    Program,
    Tree,
    added,
    even_cuts,
    keeping,
    prove,
    rounded,
    spanning,
)


def programs(count, seed=3):
    """Small programs: weights of 0 too, factors of either sign."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        size = int(rng.integers(3, 7))
        rows = []
        for _ in range(int(rng.integers(3, 9))):
            some = rng.permutation(size)[: int(rng.integers(1, size))].tolist()
            factors = rng.choice([-1, 1, 1, 1, 2], len(some)).tolist()
            rows.append((dict(zip(some, factors, strict=True)), int(rng.integers(0, 3))))
        yield rng, Program(rng.integers(0, 6, size).tolist(), rows)


def lightest(program):
    """The least weight of a solution, by trying all; None if there is none."""
    found = [
        sum(w * x for w, x in zip(program.weights, xs, strict=True))
        for xs in product((0, 1), repeat=len(program.weights))
        if all(sum(f * xs[v] for v, f in row.items()) >= least
               for row, least in program.rows)
    ]  # fmt: skip
    return min(found, default=None)


def nodes(tree):
    """All nodes of a tree of cases."""
    below = {"sum": [], "split": tree[2:], "orbit": tree[3:]}[tree[0]]
    return [tree, *(node for part in below for node in nodes(part))]


def accepted(program, target, proof):
    leaves = check_bound(program, target, Fields(proof, "proof"), lambda _: None)
    assert leaves == sum(node[0] == "sum" for node in nodes(proof["tree"]))
    return leaves


def test_the_least_weight_is_proven_and_no_more():
    for _, program in programs(60):
        least = lightest(program)
        target = sum(program.weights) + 1 if least is None else least
        accepted(program, target, prove(program, target))
        if least is not None:
            with pytest.raises((TooLarge, ValueError)):
                prove(program, least + 1)


def test_a_sum_proves_a_leaf_just_if_nothing_lighter_is_below():
    for rng, program in programs(60, seed=4):
        tree = Tree(program, 1, [], None, 9, None)
        size, fixed = len(program.weights), {}
        for v in rng.permutation(size)[: int(rng.integers(0, size))].tolist():
            fixed[v] = int(rng.integers(0, 2))
        scale = int(rng.integers(1, 4))
        times = [[k, int(rng.integers(0, 4))] for k in range(len(program.rows))]
        values = []
        for xs in product((0, 1), repeat=size):
            if all(xs[v] == value for v, value in fixed.items()):
                weight = sum(w * x for w, x in zip(program.weights, xs, strict=True))
                lacking = [
                    number * (least - sum(f * xs[v] for v, f in row.items()))
                    for (row, least), (_, number) in zip(program.rows, times, strict=True)
                ]
                values.append(scale * weight + sum(lacking))
        near = min(values) // scale
        for target in range(near - 1, near + 4):
            tree.target = target
            wanted = min(values) > scale * (target - 1)
            assert tree.holds(scale, times, fixed) == wanted


def cover(players):
    """Corners of the cube that cover it; the even cuts; all its symmetries."""
    size = 1 << players
    rows = [(dict.fromkeys(codes_of(ball), 1), 1) for ball in balls(players)]
    maps = [
        [sum((c >> k & 1) << to for k, to in enumerate(order)) ^ flip for c in range(size)]
        for order in permutations(range(players))
        for flip in range(size)
    ]
    return Program([1] * size, rows), even_cuts(players), np.array(maps)


def meetings(people):
    """All but one of some people, so that of any two one is there; who is who is free."""
    rows = [({one: 1, two: 1}, 1) for one, two in combinations(range(people), 2)]
    return Program([1] * people, rows), np.array(list(permutations(range(people))))


@pytest.mark.parametrize(("players", "least"), [(2, 2), (3, 2), (4, 4)])
def test_cuts_prove_coverings(players, least):
    program, cuts, maps = cover(players)
    for chosen in ([], cuts):
        proof = prove(program, least, cuts=chosen, maps=lambda: maps)
        assert proof.get("cuts", []) == chosen
        accepted(program, least, proof)
        with pytest.raises((TooLarge, ValueError)):
            prove(program, least + 1, cuts=chosen, maps=lambda: maps)


def test_what_is_alike_is_decided_together():
    program, maps = meetings(6)
    plain, turned = prove(program, 5), prove(program, 5, maps=lambda: maps)
    assert accepted(program, 5, turned) <= accepted(program, 5, plain)
    assert {node[0] for node in nodes(plain["tree"])} == {"split", "sum"}
    assert {node[0] for node in nodes(turned["tree"])} == {"orbit", "sum"}
    with pytest.raises((TooLarge, ValueError)):
        prove(program, 6, maps=lambda: maps)


def test_a_proof_says_how_far_it_is_and_has_no_more_cases_than_it_may():
    program, maps = meetings(5)
    for asked in (None, lambda: maps):
        told = []
        cases = len(nodes(prove(program, 4, maps=asked, progress=told.append)["tree"]))
        assert cases > 3
        assert told == sorted(told)
        assert told.index(1.0) == len(told) - 1
        prove(program, 4, maps=asked, most_nodes=cases)
        with pytest.raises(TooLarge, match=f"more than {cases - 1:,} cases"):
            prove(program, 4, maps=asked, most_nodes=cases - 1)


def test_rows_are_added_and_rounded_up():
    rows = [({0: 1, 2: -3}, 2), ({0: 2, 1: 1}, 1)]
    assert added(rows, [[0, 2], [1, 3]]) == ({0: 8, 2: -6, 1: 3}, 7)
    assert rounded(rows, [[0, 2], [1, 3]], 4) == ({0: 2, 2: -1, 1: 1}, 2)


def test_maps_that_keep_what_is_fixed_and_a_few_that_reach_as_far():
    _, _, maps = cover(3)
    for fixed in ({}, {0: 1}, {0: 1, 7: 0}, {1: 0, 2: 0, 3: 1}):
        kept = keeping(maps, fixed, 8)
        wanted = [one for one in maps.tolist()
                  if all(fixed.get(v) == fixed.get(one[v]) for v in range(8))]  # fmt: skip
        assert sorted(kept.tolist()) == sorted(wanted)
        for v in range(8):
            few, reached = spanning(kept, v), {v}
            for _ in range(8):
                reached |= {one[u] for one in few for u in reached}
            assert reached == {one[v] for one in wanted}
            assert all(one in wanted for one in few)
            assert len(few) <= 4


def test_even_cuts_halve_balls():
    assert even_cuts(3) == even_cuts(5) == []
    for players in (2, 4):
        wanted = [[[[c, 1] for c in codes_of(ball)], 2] for ball in balls(players)]
        assert even_cuts(players) == wanted
