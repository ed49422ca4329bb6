"""Certificates of every kind are accepted; damaged ones are not."""

import gzip
import json
import subprocess
import sys
from fractions import Fraction

import pytest

from tests.checking.certificates import MAKERS, certificate, holder, leaves, made
from tests.machine import PATIENCE
from whoknows.checking import Refused, read, verify
from whoknows.checking.__main__ import main
from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.solve import optimal
from whoknows.games.mastermind.solve.certificate import plan_certificate

PROVEN = {  # by hand, or from the papers
    "mastermind": "total 206, worst 4",
    "bulls": "least total within 5: total 436, worst 5",
    "none": "no plan has worst 2",
    "coins": "no plan has a worst below 4",
    "two heavy": "no plan has a worst below 3",
    "five": "no deal wins more than 25/32",
    "two right": "no deal wins more than 9/16",
    "rounds": "no deal wins more than 15/16",
    "no passing": "no deal wins more than 1/2",
    "squares": "no deal wins more than 3/8",
    "cubes": "no deal wins more than 5/9",
    "maximal": "130 maximal sets",
    "psi": "Psi(4, p) on [1/2, 1]: 1 piece",
    "psi of five": "Psi(5, p) on [1/2, 1]: 2 pieces",
    "code": "length 8 has 32 words and no code has fewer",
}


@pytest.mark.parametrize("name", MAKERS)
def test_a_certificate_is_accepted(name):
    document = json.loads(json.dumps(made(name)))
    assert PROVEN.get(name, "") in verify(document).says


def better(document):
    """The document with a claim that is better than the truth, in each way there is."""
    claim = document["claim"]
    for key, change in {
        "total": -1, "worst": -1, "size": -1, "count": 1, "least": 1, "limit": 1,
    }.items():  # fmt: skip
        if isinstance(claim.get(key), int):
            yield {**document, "claim": {**claim, key: claim[key] + change}}
    if "win" in claim:
        more = Fraction(claim["win"]) + Fraction(1, 10**6)
        yield {**document, "claim": {**claim, "win": str(more)}}


@pytest.mark.parametrize("name", MAKERS)
def test_a_better_claim_is_refused(name):
    for document in better(certificate(name)):
        with pytest.raises(Refused):
            verify(document)


@pytest.mark.parametrize("name", ["mastermind", "black-peg", "table", "static", "code"])
def test_every_part_of_the_witness_is_needed(name):
    paths = list(leaves(made(name)["witness"]))
    for path in paths[:60]:
        document = certificate(name)
        place = holder(document["witness"], path)
        if isinstance(place, dict):
            del place[path[-1]]
        elif isinstance(place[path[-1]], int):
            place[path[-1]] = -1
        else:
            place[path[-1]] = 7
        with pytest.raises(Refused):
            verify(document)


@pytest.mark.parametrize("name", ["bulls", "black-peg"])
def test_the_last_lemma_needs_the_others(name):
    document = certificate(name)
    refused = 0
    lemmas = document["proof"]["lemmas"]
    for place in range(len(lemmas)):
        document["proof"]["lemmas"] = lemmas[:place] + lemmas[place + 1 :]
        try:
            verify(document)
        except Refused:
            refused += 1
    assert refused >= 0.9 * len(lemmas)


def sums(node):
    """The leaves of a tree of cases."""
    if node[0] == "sum":
        return [node]
    below = node[2:] if node[0] == "split" else node[3:]
    return [leaf for part in below for leaf in sums(part)]


@pytest.mark.parametrize("name", ["five", "two right", "counts only"])
def test_a_leaf_without_its_sum_is_refused(name):
    count = len(sums(made(name)["proof"]["tree"]))
    for place in range(count):
        document = certificate(name)
        leaf = sums(document["proof"]["tree"])[place]
        leaf[2] = leaf[2][: len(leaf[2]) // 2]
        with pytest.raises(Refused, match="leaf"):
            verify(document)


def test_a_piece_of_psi_ends_where_it_ends():
    """2 - sqrt(2) parts the pieces for five agents; 0.59 is beyond it."""
    document = certificate("psi of five")
    (zeros, start, end), (after, begin, stop) = document["claim"]["pieces"]
    assert end == begin == [[2, -4, 1], "292893/500000", "585787/1000000"]
    beyond = [[-59, 100], "59/100", "59/100"]
    document["claim"]["pieces"] = [[zeros, start, beyond], [after, beyond, stop]]
    for rows, place in ((0, 1), (1, 0)):
        for row in document["proof"]["parts"][rows]:
            if row[place] == end:
                row[place] = beyond
    with pytest.raises(Refused, match="negative"):
        verify(document)


def test_a_facet_that_is_not_proven_is_refused():
    document = certificate("psi of five")
    for facet in document["proof"]["facets"]:
        facet["least"] += 1
        with pytest.raises(Refused):
            verify(document)
        facet["least"] -= 1


def test_a_map_that_is_no_symmetry_is_refused():
    document = certificate("five")
    node = document["proof"]["tree"]
    assert node[0] == "orbit"
    image = node[1][0]
    image[0], image[1] = image[1], image[0]
    with pytest.raises(Refused, match="map"):
        verify(document)


def test_a_renaming_that_does_not_keep_the_cell_is_refused():
    document = certificate("bulls")
    *_, smaller, lemma = document["proof"]["lemmas"]
    assert lemma[0] == "all" != smaller[0]
    smaller[3] = lemma[3]
    with pytest.raises(Refused, match="does not keep the cell"):
        verify(document)


@pytest.mark.parametrize("digits", [6, 7, pytest.param(8, marks=pytest.mark.slow)])
def test_bulls_and_cows_has_few_lemmas(digits):
    """What the checker sees by counting alone is not written down."""
    total, lemmas = {6: (1446, 9), 7: (3639, 32), 8: (7817, 373)}[digits]
    document = plan_certificate(optimal(Rules(4, digits, repeats=False), worst=7))
    assert f"total {total:,}," in verify(document).says
    assert len(document["proof"]["lemmas"]) <= lemmas


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_bulls_and_cows_of_ten_digits_within_seven_guesses():
    document = plan_certificate(optimal(Rules(4, 10, repeats=False), worst=7))
    assert verify(document).says == (
        "Mastermind, 4 pegs in 10 colors without repeats, blacks and whites: "
        "least total within 7: total 26,274, worst 7"
    )


def test_a_lemma_that_is_not_needed_is_read():
    """As in certificates that have a lemma also for what the checker counts by itself."""
    document = certificate("mastermind")
    few = len(document["proof"]["lemmas"])
    document["proof"]["lemmas"].insert(0, [[0, 1, 2], None, 5, []])
    assert verify(document).steps == few + 1


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"format": "whoknows certificate 1"},
        {"format": "whoknows certificate 1", "claim": {"game": "chess"}},
        {
            "format": "whoknows certificate 1",
            "claim": {"game": "hats", "players": 10**9},
            "witness": {},
            "proof": {},
        },
    ],
)
def test_what_is_no_certificate_is_refused(document):
    with pytest.raises(Refused):
        verify(document)


def test_files_are_read_plain_and_compressed(tmp_path):
    text = json.dumps(made("psi"))
    (tmp_path / "a.json").write_text(text)
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(text.encode()))
    assert read(tmp_path / "a.json") == read(tmp_path / "a.json.gz") == made("psi")
    (tmp_path / "b.json").write_text(text[:-5])
    (tmp_path / "c.json.gz").write_bytes(gzip.compress(text.encode())[:-9])
    for name, why in (
        ("b.json", "is no JSON document"),
        ("c.json.gz", "cannot be read: Compressed file ended"),
        ("nowhere.json", "cannot be read: No such file"),
    ):
        with pytest.raises(Refused, match=f"{name} {why}"):
            read(tmp_path / name)


def test_the_checker_runs_alone(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(made("coins")))
    run = [sys.executable, "-m", "whoknows.checking", str(tmp_path / "a.json")]
    said = subprocess.run(
        run, capture_output=True, text=True, check=True, timeout=PATIENCE
    ).stdout
    assert "no plan has a worst below 4" in said


@pytest.mark.parametrize("terminal", [False, True])
def test_alone_it_says_how_far_it_is_to_who_waits(terminal, tmp_path, monkeypatch, capsys):
    (tmp_path / "a.json").write_text(json.dumps(made("mastermind")))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    assert main([str(tmp_path / "a.json")]) == 0
    assert ("%" in capsys.readouterr().err) == terminal
