"""Certificates of every kind, damaged in a hundred ways and more.

Each damage is refused, or what the document then states is true; and that is judged by the
games and by hand (`judge`), not by the checker.
"""

import gzip
import json
import random
from collections import Counter

import pytest

from tests.checking.certificates import MAKERS, interval, made
from tests.checking.damage import all_damages, damaged, sample
from tests.checking.judge import is_true
from whoknows.checking import Refused, read, verify
from whoknows.checking.certificate import require
from whoknows.checking.layers import five_agents, four_colors, three_layers

BYTES = 24  # damages of the bytes of a file


def accepted(whole, damages):
    """The damages that the checker accepts; each leaves a true certificate."""
    found = []
    for damage in damages:
        document = damaged(whole, damage)
        try:
            verify(document)
        except Refused:
            continue
        good = is_true(document, whole)
        assert good, f"accepted, and not true: {damage}"
        found.append(damage)
    return found


@pytest.mark.parametrize("name", MAKERS)
def test_a_hundred_damages_are_refused_or_leave_a_true_certificate(name):
    assert len(accepted(made(name), sample(made(name), 100))) < 20


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_five_hundred_damages_are_refused_or_leave_a_true_certificate(name):
    """Renamings that a lemma does without are not read: more than elsewhere is harmless."""
    assert len(accepted(made(name), sample(made(name), 500))) < 200


@pytest.mark.parametrize("size", [(4, 3), (5, 3), (6, 3), (4, 4)])
def test_damages_of_what_layers_prove_are_refused(size, monkeypatch):
    """The layers themselves are looked at elsewhere: here they hold, and for minutes."""

    def stacks(wanted, *_):
        require(wanted > 48, "they fit")
        return 2

    monkeypatch.setattr(three_layers, "fewest_blocked", lambda _: [])
    monkeypatch.setattr(three_layers, "check_stacks", stacks)
    monkeypatch.setattr(five_agents, "check_five", lambda _: 2)
    monkeypatch.setattr(five_agents, "check_six", lambda _: 2)
    monkeypatch.setattr(four_colors, "check_four", lambda _: 2)
    whole = interval(*size)
    verify(whole)
    stated = [damage for damage in all_damages(whole) if damage.path[:1] != ("witness",)]
    assert len(accepted(whole, stated + sample(whole, 40))) < 20


@pytest.mark.parametrize("name", MAKERS)
def test_bytes_that_are_changed_or_lost_are_refused_or_change_nothing(name, tmp_path):
    """In the text, which may still be a document, and in the compressed file."""
    rng, path = random.Random(name), tmp_path / "damaged"
    text = json.dumps(made(name)).encode()
    for data in (text, gzip.compress(text, mtime=0)):
        for _ in range(BYTES // 2):
            path.write_bytes(damaged_bytes(data, rng))
            try:
                document = read(path)
                verify(document)
            except Refused:
                continue
            assert document == made(name) or is_true(document, made(name))


def damaged_bytes(data, rng):
    """One byte changed, lost, or doubled, or the rest cut off."""
    place, kind = rng.randrange(len(data)), rng.randrange(4)
    if kind == 0:
        return (
            data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
        )
    if kind == 1:
        return data[:place] + data[place + 1 :]
    if kind == 2:
        return data[:place] + data[place : place + 1] + data[place:]
    return data[:place]


def test_a_sample_has_every_kind_of_damage_and_every_part():
    """Beside a list by hand: of a small document all damages, each another document."""
    small = {"claim": {"n": 3, "yes": True, "word": "ab"}, "proof": [[1, 2], [1, 2]]}
    before = json.dumps(small)
    every = list(all_damages(small))
    texts = [json.dumps(damaged(small, damage)) for damage in every]
    assert before not in texts
    for wanted in (
        {"claim": {"n": 4, "yes": True, "word": "ab"}, "proof": [[1, 2], [1, 2]]},
        {"claim": {"yes": True, "word": "ab"}, "proof": [[1, 2], [1, 2]]},
        {"claim": {"n": 3, "yes": False, "word": "ab"}, "proof": [[1, 2], [1, 2]]},
        {"claim": {"n": 3, "yes": True, "word": "ab"}, "proof": [[2, 1], [1, 2]]},
        {"claim": {"n": 3, "yes": True, "word": "ab"}, "proof": [[1, 2]]},
        {"claim": {"n": 3, "yes": True, "word": "ab"}, "proof": [[1], [1, 2]]},
        {"claim": {"n": 3, "yes": True, "word": "ab"}},
        {},
    ):
        assert json.dumps(wanted) in texts
    assert small == {
        "claim": {"n": 3, "yes": True, "word": "ab"},
        "proof": [[1, 2], [1, 2]],
    }
    assert sorted(map(str, sample(small, 10**6))) == sorted(map(str, every))
    kinds = Counter(damage.kind for damage in sample(small, 60))
    assert set(kinds) == {damage.kind for damage in every}


@pytest.mark.parametrize("name", MAKERS)
def test_there_are_a_hundred_damages_of_every_kind_of_certificate(name):
    count = sum(1 for _ in zip(range(100), all_damages(made(name)), strict=False))
    assert count + BYTES >= 100


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("five", ("proof", "tree", 3, 3, 2), []),
        ("mastermind", ("proof", "lemmas", 0, 2), 10**6),
        ("code", ("witness", "words", 0), 1),
        ("code", ("claim", "least"), 33),
        ("cubes", ("claim", "win"), "14/27"),
        ("coins", ("claim", "total"), 1),
        ("coins", ("claim", "worst"), 5),
        ("psi", ("claim", "pieces", 0, 1, 0, 1), 2.5),
        ("psi", ("proof", "facets", 0, "least"), 99),
        ("static", ("witness", "guesses", 0), 11),
        ("table", ("claim", "worst"), 3),
        ("none", ("claim", "limit"), 9),
    ],
)
def test_the_judge_knows_what_is_not_so(name, path, value):
    document = json.loads(json.dumps(made(name)))
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not is_true(document, made(name))
    assert is_true(made(name), made(name))
