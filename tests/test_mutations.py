"""Nearly right inputs by the thousand: every reader takes them or says what is wrong."""

import json
import tempfile
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.checking import certificates
from tests.mutations import NASTY, deep, mutated, mutated_text
from tests.test_growth import limited
from whoknows.catalog import GAMES
from whoknows.checking import Refused, verify
from whoknows.errors import BadFile, WhoknowsError
from whoknows.experiments.experiment import checked, from_document
from whoknows.games.egghead.rules.deck import default_deck, parse_deck
from whoknows.games.egghead.rules.language import parse_question
from whoknows.games.hats.rules import Rules, parse_deal, parse_matrix, parse_odds
from whoknows.games.hats.rules.mixed_deals import parse_mixed
from whoknows.games.hats.solve.codes.word_codes import parse_words
from whoknows.games.hats.solve.sight_graphs import parse_sees
from whoknows.games.written.rules import gallery_text, read_book
from whoknows.inquiry import plan_files as plans
from whoknows.inquiry.optimum.search import optimal_plan
from whoknows.inquiry.problem import from_matrix
from whoknows.inquiry.problem_files import read_table
from whoknows.learn.lessons.read import read_lesson
from whoknows.logic.files import loads
from whoknows.logic.files.json_model import from_json, to_json
from whoknows.logic.files.source import Source
from whoknows.logic.language.formula import Know, Top
from whoknows.logic.language.reader import parse
from whoknows.logic.planning.epddl.action_types import USUAL
from whoknows.logic.planning.epddl.problem import read_task
from whoknows.logic.planning.story_problem import read_story
from whoknows.play.documents import (
    json_document,
    plain,
    read_setup,
    setup_json,
    toml_document,
)
from whoknows.play.strategies import random_moves
from whoknows.play.table import transcript
from whoknows.play.table.referee import Table
from whoknows.web.packed_links import packed, unpacked
from whoknows.work.results_journal import opened

FEW, MANY = 100, 100_000
LONGEST = 2.0  # seconds of a processor for one input
ROOT = Path(__file__).parents[1]


@cache
def played(name):
    """Small games played at random, as documents."""
    game: Any = GAMES[name]
    runs = []
    strategy = random_moves(game)
    for number, setup in enumerate([*game.small()][:3]):
        table = Table.dealt(game, setup, number)
        for _ in range(20):
            if not table.over:
                table = table.step([strategy] * len(table.seats))
        stated = Table.with_secret(game, setup, table.secret, number)
        for turn in table.turns:
            stated = stated.play(turn)
        runs += [json.loads(json.dumps(transcript.written(t))) for t in (table, stated)]
    return runs


def transcripts(name):
    runs = played(name)

    def make(rng):
        return mutated(runs[int(rng.integers(len(runs)))], rng)

    return make, lambda found: transcript.read(found, lambda _: GAMES[name])


def setups(name):
    game: Any = GAMES[name]
    known = [json.loads(json.dumps(setup_json(setup))) for setup in game.small()]

    def make(rng):
        return mutated(known[int(rng.integers(len(known)))], rng)

    def reader(found):
        setup = read_setup(game, found)
        if game.seats(setup) <= 40:
            table = Table.dealt(game, setup, 0)
            for seat in (None, *table.seats):
                table.sight(seat)

    return make, reader


def moves(name):
    game: Any = GAMES[name]
    setup = next(iter(game.small()))
    texts = {entry["move"] for run in played(name)[:2] for entry in run["moves"]}

    def make(rng):
        return mutated_text(sorted(texts)[int(rng.integers(len(texts)))], rng, 1)

    return make, lambda text: game.parse_move(text, setup)


def texts(examples, reader):
    def make(rng):
        return mutated_text(examples[int(rng.integers(len(examples)))], rng, 1)

    return make, reader


def documents(examples, reader):
    def make(rng):
        return mutated(examples[int(rng.integers(len(examples)))], rng)

    return make, reader


def tasks():
    """Planning problems in EPDDL: the problem is changed, or its domain."""
    folder = ROOT / "examples" / "epddl"
    pairs = [
        [(folder / f"{name}.epddl").read_text() for name in (problem, problem[:-2])]
        for problem in ("coin-box-4", "corridor-3")
    ]

    def make(rng):
        pair = list(pairs[int(rng.integers(len(pairs)))])
        which = int(rng.integers(2))
        pair[which] = mutated_text(pair[which], rng, 1)
        return pair

    def reader(pair):
        problem, domain = (Source("task", text) for text in pair)
        return read_task(problem, domain, dict(USUAL))

    return make, reader


def saved_models():
    """Models of every kind as JSON, small ones; what is read is asked something."""
    scripts = [loads(text) for text in MODELS]
    scripts += [loads(MODELS[0], engine=engine) for engine in ("cube", "symbolic", "table")]
    small = [json.loads(json.dumps(to_json(s.model))) for s in scripts if s.model.size < 99]

    def reader(found):
        model = from_json(found)
        for agent in model.agents:
            model.names(Know("K", (agent,), Top()))

    return documents(small, reader)


def plans_of_questions():
    problem = from_matrix(np.array([[0, 0, 1, 1, 2], [0, 1, 0, 1, 0]]), ends=False)
    document = json.loads(json.dumps(plans.as_document(optimal_plan(problem).plan)))

    def reader(found):
        plan = plans.from_document(found)
        plans.as_document(plan)
        return plans.as_text(plan), plans.as_dot(plan)

    return documents([document], reader)


def proofs():
    """Certificates; a refusal is a word of ours too."""

    def reader(found):
        try:
            verify(found)
        except Refused as error:
            raise BadFile(str(error)) from error

    quick = ("worst", "first", "none", "table", "static", "two heavy", "no passing",
             "squares", "cubes", "maximal", "code")  # fmt: skip
    made = [certificates.made(name) for name in quick]
    return documents(json.loads(json.dumps(made)), reader)


def a_link(rng):
    """A text in an address: the text is changed, or what it was packed into."""
    change, text = int(rng.integers(3)), MODELS[int(rng.integers(len(MODELS)))]
    return packed(mutated_text(text, rng)) if change else mutated_text(packed(text), rng)


def files(examples, reader):
    """What is read from a file."""
    folder = tempfile.TemporaryDirectory()
    path = Path(folder.name) / "file"

    def read(text, folder=folder):  # which lives as long as this
        path.write_text(text, encoding="utf-8", newline="")
        return reader(path)

    return texts(examples, read)


FORMULAS = [
    "K ann (p & ~q)", "C{ann, bob} p -> [! q] p", "oneof{p, q, r}", "Kv ann x", "x = 3",
    "forall p, q: p | q", "<! p> K bob q", "[?! p, q] r", "p <-> q ^ r", 'K "an n" p',
]  # fmt: skip
PLAN = {
    "game": "mastermind",
    "games": 3,
    "seed": 1,
    "strategies": [["first", "entropy"]],
    "setup": {"pegs": [2, 3], "colors": 3},
    "name": "plan",
    "rotate": False,
}
DECK = ROOT / "src/whoknows/games/egghead/rules/deck.toml"
MODELS = [path.read_text() for path in sorted((ROOT / "examples").glob("*.txt"))]
STORIES = [path.read_text() for path in sorted((ROOT / "examples").glob("*_plan.txt"))]
CASES = json.loads((ROOT / "tests/logic/smcdel_cases.json").read_text())["cases"]
LESSON = ROOT / "src/whoknows/learn/lessons/files/01-worlds.md"
JOURNAL = '{"journal": "x"}\n["a", [1, 2.5]]\n["b", {"c": null}]\n["d", "e"]\n'
READERS = {
    "a formula": texts(FORMULAS, parse),
    "a model": texts(MODELS, loads),
    "an SMCDEL file": texts([case["smcdel_source"] for case in CASES], loads),
    "a story": texts(STORIES, lambda text: read_story(Source("story", text))),
    "a task in EPDDL": tasks,
    "a model in JSON": saved_models,
    "a lesson": texts([LESSON.read_text()], lambda t: read_lesson(Source("x", t), "x")),
    "a certificate": proofs,
    "a plan": plans_of_questions,
    "a table of answers": partial(
        files, ["secret,one,two\na,x,y\nb,y,y\nc,x,x\n", "abc\nabd\ncda\n"], read_table
    ),
    "a journal": partial(files, [JOURNAL], lambda path: opened(path, "x")),
    "a link": (a_link, unpacked),
    "a written game": texts(list(map(gallery_text, ("muddy", "liar"))), read_book),
    "a question": texts(
        [q.line.rpartition(":=")[2] for q in default_deck()], parse_question
    ),
    "a deck": texts([DECK.read_text()], lambda text: parse_deck(text, "deck")),
    "a deal": texts(["BPPR BPPR BPPR"], lambda text: parse_deal(text, Rules(3))),
    "a deal by chance": texts(
        ["R:3/4+B:1/4,P,P,B BPPR BPPR"], lambda text: parse_mixed(text, Rules(3))
    ),
    "words of a code": texts(["000 111 # two\n", "0120,1201"], parse_words),
    "who sees whom": texts(["1-2,2>3", "cycle:5"], parse_sees),
    "a matrix": texts(
        ["[[0,1],[1,-1]]", "[[0,0],[0,0]]"], lambda text: parse_matrix(text, Rules(2))
    ),
    "odds": texts(["1/2", "0.9", "1/2,1/2;1/3,2/3"], lambda text: parse_odds(text, 2, 2)),
    "JSON": texts(['{"a": [1, 2.5, "x"]}'], lambda text: json_document(text, "x")),
    "TOML": texts(
        ['a = 1\nb = [1, 2]\n[c]\nd = "x"\n'], lambda text: toml_document(text, "x")
    ),
    "an experiment": (
        lambda rng: mutated(PLAN, rng),
        lambda found: checked(from_document(found)),
    ),
    **{f"a transcript of {name}": partial(transcripts, name) for name in GAMES},
    **{f"a setup of {name}": partial(setups, name) for name in GAMES},
    **{f"a move of {name}": partial(moves, name) for name in GAMES},
}


@pytest.mark.parametrize("name", READERS)
def test_nearly_right_inputs_are_taken_or_refused_in_our_words(name):
    accepted = tried(name, FEW, seed=1)
    assert accepted >= FEW / 2


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", READERS)
def test_a_hundred_thousand_of_them(name):
    assert tried(name, MANY, seed=2) >= MANY / 2


@cache
def reader_of(name):
    """How inputs are made, and who reads them."""
    found = READERS[name]
    return found() if callable(found) else found


def tried(name, count, seed):
    """How many of many inputs are accepted; any foreign error is a failure."""
    make, reader = reader_of(name)
    accepted = 0
    for number in range(count):
        given = make(np.random.default_rng([seed, number]))
        try:
            with limited(LONGEST):
                reader(given)
            accepted += 1
        except WhoknowsError:
            continue
        except Exception as error:
            raise AssertionError(f"{name} number {number}: {given!r}"[:3000]) from error
    return accepted


@pytest.mark.parametrize("value", [*NASTY, deep(900)], ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("name", GAMES)
def test_any_value_at_any_place_of_a_setup(name, value):
    game = GAMES[name]
    for option in setup_json(game.setup()):
        try:
            setup = read_setup(game, {option: value})
            assert json.dumps(plain(setup_json(setup)))
        except WhoknowsError:
            continue


@pytest.mark.parametrize("value", [*NASTY, deep(900)], ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize("name", GAMES)
def test_any_value_at_any_place_of_a_transcript(name, value):
    _, reader = reader_of(f"a transcript of {name}")
    for run in played(name)[:2]:
        for key in run:
            try:
                reader(run | {key: value})
            except WhoknowsError:
                continue


@pytest.mark.parametrize(
    "line", ["{", "[1]", '["a"]', "5", "null", '["a", 1, 2]', '[["a"], 1]', "[" * 2000]
)
def test_a_damaged_line_of_a_journal_is_said(tmp_path, line):
    path = tmp_path / "journal"
    path.write_text(f'{{"journal": "x"}}\n["b", 2]\n{line}\n')
    with pytest.raises(BadFile, match="line 3"):
        opened(path, "x")
