"""Orbits against the definition, and Burnside's lemma against listed orbits."""

from collections import Counter
from itertools import permutations

import pytest

from whoknows.games.hats.solve.cube_bits import balls, codes_of, mask_of
from whoknows.games.hats.solve.maximal.deal_symmetries import (
    classes,
    cycles_of,
    generators,
    group_order,
    orbit_counts,
    orbits,
    signed_map,
)
from whoknows.games.hats.solve.maximal.dominating_sets import count_by_size, minimal_sets
from whoknows.games.hats.solve.maximal.pieces import affine_map, ball_maps


def all_maps(players, hidden):
    """The whole group, written out: affine maps of the points, then translations."""
    points = [0, *(1 << k for k in range(players))]
    images = permutations(points) if hidden else ((0, *p) for p in permutations(points[1:]))
    return [
        [corner ^ shift for corner in affine_map(image)]
        for image in images
        for shift in range(1 << players)
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("hidden", [False, True])
def test_orbits_are_those_of_the_whole_group(players, hidden):
    maps = all_maps(players, hidden)
    assert len({tuple(map_) for map_ in maps}) == group_order(players, hidden=hidden)
    masks = minimal_sets(players)
    expected = {
        frozenset(mask_of(map_[code] for code in codes_of(mask)) for map_ in maps)
        for mask in masks
    }
    found = orbits(masks, players, hidden=hidden)
    assert sorted(len(orbit) for orbit in expected) == sorted(o.size for o in found)
    assert sum(orbit.size for orbit in found) == len(masks)
    assert {o.least for o in found} == {min(map(codes_of, orbit)) for orbit in expected}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_hidden_maps_carry_balls_to_balls(players):
    family = set(balls(players))
    for map_ in generators(players, hidden=True):
        assert {mask_of(map_[c] for c in codes_of(ball)) for ball in family} == family
    assert len(ball_maps(players)) == group_order(players, hidden=True) >> players


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_burnside_counts_the_orbits(players):
    counts, masks = count_by_size(players), minimal_sets(players)
    listed = Counter(len(orbit.least) for orbit in orbits(masks, players))
    assert orbit_counts(players, counts) == dict(sorted(listed.items()))
    if players % 2 == 0:
        listed = Counter(len(o.least) for o in orbits(masks, players, hidden=True))
        assert orbit_counts(players, counts, hidden=True) == dict(sorted(listed.items()))


@pytest.mark.parametrize(
    ("players", "hidden"), [(3, False), (4, False), (2, True), (4, True)]
)
def test_classes_have_the_cycles_of_their_members(players, hidden):
    listed = list(classes(players + hidden, even=hidden))
    assert sum(times for _, times in listed) == group_order(players, hidden=hidden)
    found = Counter()
    for cycles, times in listed:
        lengths = sorted(map(len, cycles_of(signed_map(cycles, players, hidden=hidden))))
        found[tuple(lengths)] += times
    expected = Counter(
        tuple(sorted(map(len, cycles_of(map_)))) for map_ in all_maps(players, hidden)
    )
    assert found == expected


def test_orbits_known_from_the_counts():
    assert [len(orbits(minimal_sets(n), n)) for n in (2, 3, 4, 5)] == [2, 3, 6, 51]
    hidden = [len(orbits(minimal_sets(n), n, hidden=True)) for n in (2, 3, 4, 5)]
    assert hidden == [1, 2, 3, 22]
