"""Every key of a certificate is read, or it is refused by its name; and read once.

A key that a checker does not know may be one that a reader does: `need`, or `radius`.
So at every place where a key may stand, one that is foreign there, one that is missing, and
one that stands there twice is refused.
"""

import gzip
import json
from copy import deepcopy

import pytest

from tests.checking.certificates import MAKERS, certificate, made
from whoknows.checking import Refused, read, verify

FOREIGN = (  # each means something in some claim
    "need", "wrong", "radius", "colors", "strong", "limit", "first", "repeats", "odds",
    "views", "rounds", "at_most", "passing", "theorem", "banana",
)  # fmt: skip


def objects(part, path=()):
    """The ways to all objects of a document."""
    if isinstance(part, dict):
        yield path
    if isinstance(part, dict | list):
        for key in part if isinstance(part, dict) else range(len(part)):
            yield from objects(part[key], (*path, key))


def at(document, path):
    for step in path:
        document = document[step]
    return document


def places(name):
    """Of a document all objects, or of many of a kind the first, the last, and some."""
    found = list(objects(made(name)))
    middle = found[20 : -10 : max(1, len(found) // 10)]
    return found if len(found) <= 40 else [*found[:20], *middle, *found[-10:]]


@pytest.mark.parametrize("name", MAKERS)
def test_a_foreign_key_is_refused_by_its_name(name):
    for place, path in enumerate(places(name)):
        some = FOREIGN if path == ("claim",) else (FOREIGN[place % len(FOREIGN)], "banana")
        for key in some:
            document = certificate(name)
            where = at(document, path)
            if key not in where:
                where[key] = deepcopy(next(iter(where.values()), 1))
                with pytest.raises(Refused, match=rf"'{key}'"):
                    verify(document)


@pytest.mark.parametrize("name", MAKERS)
def test_a_missing_key_is_refused_by_its_name(name):
    """Of the whole, of the claim, and of what every proof of a kind has."""
    for path in ((), ("claim",), ("witness",)):
        for key in at(made(name), path):
            document = certificate(name)
            del at(document, path)[key]
            wanted = "may be won, as far as layers tell" if key == "most" else f"'{key}'"
            with pytest.raises(Refused, match=wanted):
                verify(document)


def written_twice(document, path, key):
    """The text of a document with a key of one of its objects written twice."""
    marked = deepcopy(document)
    where = at(marked, path)
    again = f"{key}\N{WHITE SQUARE}"
    at(marked, path)[again] = where[key]
    return json.dumps(marked).replace(json.dumps(again), json.dumps(key))


@pytest.mark.parametrize("name", MAKERS)
def test_a_key_that_is_written_twice_is_refused_by_its_name(name, tmp_path):
    path = tmp_path / "twice.json"
    for place in places(name):
        for key in list(at(made(name), place))[:12]:
            path.write_text(written_twice(made(name), place, key))
            with pytest.raises(Refused, match=rf"'{key}' twice"):
                verify(read(path))


def test_what_nobody_reads_of_a_list_is_refused_too():
    """A leaf, a node, a lemma, a renaming: nothing more stands in them than is read."""
    for name, way in (
        ("five", ("proof", "tree")),
        ("six", ("proof", "tree")),
        ("six", ("proof", "cuts", 0)),
        ("mastermind", ("proof", "lemmas", 0)),
        ("psi", ("claim", "pieces", 0)),
        ("psi", ("proof", "parts", 0, 0)),
        ("mastermind", ("witness", "plan")),
        ("coins", ("witness", "plan")),
    ):
        document = certificate(name)
        at(document, way).append({"need": 2})
        with pytest.raises(Refused):
            verify(document)
    document = certificate("two right")
    leaf = document["proof"]["tree"]
    while leaf[0] != "sum":
        leaf = leaf[3]
    leaf.append({"need": 2})
    with pytest.raises(Refused):
        verify(document)
    document = certificate("first")
    for lemma in document["proof"]["lemmas"]:
        lemma[3] = lemma[3] or [{"need": 2}]
    with pytest.raises(Refused, match=r"renam|form"):
        verify(document)


def test_of_what_cannot_be_nothing_is_shown():
    """A claim that there is no plan has no worst and no plan."""
    for path, key, value in (
        (("claim",), "worst", 3),
        (("witness",), "plan", [0, {}]),
    ):
        document = certificate("none")
        at(document, path)[key] = value
        with pytest.raises(Refused, match=key):
            verify(document)


# ------------------------------------------------------------------ the whole claim is said

SAID = {  # by what is claimed; only what is not usual is said of hats
    "mastermind": ("3 pegs", "4 colors", "repeats", "least total: total 206", "worst 4"),
    "black-peg": ("2 pegs in 4 colors", "with repeats", "blacks only"),
    "bulls": ("3 pegs in 6 colors", "without repeats", "within 5"),
    "worst": ("least worst: total 45, worst 4",),
    "first": ("first question 0",),
    "none": ("no plan has worst 2",),
    "static": ("2 pegs in 4 colors", "with repeats", "guesses fixed in advance"),
    "table": ("5 secrets", "3 questions", "0 of which name a secret", "knowing ends it"),
    "coins": ("13 coins", "1 odd", "either", "0 good ones beside", "and its kind"),
    "two heavy": ("7 coins", "2 odd", "heavy", "no plan has a worst below 3"),
    "total of coins": ("no plan has a total below",),
    "at most two": ("at most 2 odd",),
    "six": ("odds 9/10,1/10",),
    "two right": ("need 2", "9/16"),
    "rounds": ("rounds 2",),
    "counts only": ("views counts",),
    "no passing": ("passing False",),
    "interval": ("no deal wins more than 15/32", "one wins 1/4"),
    "maximal": ("4 agents", "130 maximal", "win 12"),
    "psi": ("Psi(4, p)", "from 1/2", "up to 1"),
    "code": ("length 8", "radius 1", "32 words", "no code has fewer"),
}  # fmt: skip


@pytest.mark.parametrize("name", SAID)
def test_the_sentence_says_the_whole_claim(name):
    says = verify(certificate(name)).says
    assert [words for words in SAID[name] if words not in says] == []


def test_two_claims_have_two_sentences():
    """Of every kind, and for what differs in one key alone."""
    says = {}
    for name in MAKERS:
        claim = json.dumps(made(name)["claim"], sort_keys=True)
        says.setdefault(claim, verify(certificate(name)).says)
    assert len(set(says.values())) == len(says)


ALONE = {  # a true certificate, and keys of its claim with which it is true again
    "none": {"first": 0},
    "two heavy": {"references": 1},
    "two right": {"chances": [f"1/{16}"] * 16},
    "five": {"chances": ["1/32"] * 32},
    "squares": {"chances": ["1/16"] * 16},
    "cubes": {"most": "2/3"},
    "table": {"limit": 3},
    "mastermind": {"limit": 4},
    "rounds": {"odds": [["1/2", "1/2"]] * 5},
}


@pytest.mark.parametrize("name", ALONE)
def test_a_key_that_is_changed_alone_changes_the_sentence(name):
    document = certificate(name)
    document["claim"] |= ALONE[name]
    assert verify(document).says != verify(certificate(name)).says


def test_a_theorem_is_said_to_be_believed_and_no_proof_is():
    """Of a theorem only the formula is worked out here; all else is tried or stepped."""
    kinds = set()
    for name in MAKERS:
        verdict = verify(certificate(name))
        kinds.add(verdict.kind)
        believed = "not its proof" in verdict.says
        assert believed == (verdict.kind == "theorem"), verdict
    assert kinds == {"theorem", "enumeration", "certificate"}
    assert "the theorem 'congruence modulo 3'" in verify(certificate("code")).says or (
        "the theorem 'parity'" in verify(certificate("code")).says
    )


# --------------------------------------------------------------------- 0.2 and small words


def test_what_0_2_left_out_is_as_it_wrote_it():
    """`most` where it is `win`: then none wins more than the deal does."""
    document = certificate("cubes")
    assert "most" not in document["claim"]
    assert "no deal wins more than 5/9" in verify(document).says
    document["claim"]["most"] = document["claim"]["win"]
    assert "no deal wins more than 5/9" in verify(document).says


@pytest.mark.parametrize("words", [" 1/2", "1/2\n", "\u0661/2", "1_0/20", "0x1", ""])
def test_a_number_is_written_plainly(words):
    document = certificate("no passing")
    assert document["claim"]["win"] == "1/2"
    document["claim"]["win"] = words
    with pytest.raises(Refused, match="no number"):
        verify(document)


def test_a_long_word_makes_no_long_sentence(tmp_path):
    for change in (
        {"game": "x" * 10**6}, {"win": "y" * 10**6}, {"z" * 10**6: 1},
        {"players": [1] * 10**6},
    ):  # fmt: skip
        document = certificate("five")
        document["claim"] |= change
        with pytest.raises(Refused) as refusal:
            verify(document)
        assert len(str(refusal.value)) < 1000


def test_a_packed_document_is_looked_at_as_a_plain_one_is(tmp_path):
    path = tmp_path / "a.json.gz"
    text = written_twice(made("psi"), ("proof",), "parts")
    path.write_bytes(gzip.compress(text.encode()))
    with pytest.raises(Refused, match="'parts' twice"):
        read(path)
