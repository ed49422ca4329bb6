"""The library refuses in a sentence: no wrong value ends in an error of Python from inside.

Every public function is called rightly, and then with each of its arguments wrong in turn.
It refuses with an error of ours, or takes the value; a name that a call does not have is
Python's own business, and none is tried here.
"""

import sys
from fractions import Fraction
from importlib import import_module
from inspect import Parameter, signature
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import whoknows as wk
import whoknows.logic as wl
from tests.toy import TOY
from whoknows.catalog import GAMES
from whoknows.edge import fits, types_of
from whoknows.errors import WhoknowsError
from whoknows.library.runs import play
from whoknows.logic.models.vocabulary import ASKED
from whoknows.logic.puzzles import PUZZLES
from whoknows.play.documents import setup_json

sys.path.insert(0, str(Path(__file__).parents[1] / "docs"))
import api

LONG = 10**30
WRONG = [
    None, 3, -1, "x", "", [], {}, float("nan"), float("inf"), 1.5, 0.1, True, object(),
    np.zeros(3), np.zeros((2, 2)), b"x", [None], ["x"], {"x": 3}, ("a", "b", "c"), LONG,
    lambda *_: None,
]  # fmt: skip
TABLE = wl.every_world(["p", "q"], sees={"ann": ["p"], "bob": ["q"]}, engine="table")
SYMBOLIC = wl.every_world(["p", "q"], sees={"ann": ["p"], "bob": ["q"]}, engine="symbolic")
MODELS = {
    "table": TABLE,
    "cube": wl.every_world(["p", "q"], sees={"ann": ["p"], "bob": ["q"]}, engine="cube"),
    "symbolic": SYMBOLIC,
    "relational": wl.relational(TABLE),
    "plausible": wl.plausible(TABLE, {"ann": [0, 1, 2, 3]}),
    "beliefs": wl.belief_structure(SYMBOLIC),
}
WHETHER = wl.whether("p", to=["ann"], agents=["ann", "bob"])
RIGHT = {  # what fits a parameter of the logic that must be given
    "before": TABLE,
    "depth": 1,
    "first": WHETHER,
    "makes": {"p": "q"},
    "of": 1,
    "prisoners": 5,
    "second": WHETHER,
    "start": [0],
    "style": "auto",
    "then": "p",
    "there": 1,
    "title": "",
    "when": "p",
    "alike": lambda world, agent: [world],
    "most": 5,
    "agent": "ann",
    "agents": ["ann", "bob"],
    "at": 0,
    "by": wl.parse("q"),
    "claim": "p",
    "cells": {"ann": [["u", "v"]]},
    "claims": ["p"],
    "document": {},
    "event": "yes",
    "events": [WHETHER],
    "fact": "p",
    "facts": ["p"],
    "formula": "p",
    "given": "q",
    "goal": "K ann p",
    "group": ["ann"],
    "left": ((1, "p"),),
    "links": {"ann": [("u", "v")]},
    "model": TABLE,
    "name": "p",
    "names": ["p"],
    "one": TABLE,
    "other": TABLE,
    "part": "p",
    "parts": {"x": [1, 2]},
    "path": "no.txt",
    "relation": {"ann": [("u", "v")]},
    "right": ((1, "q"),),
    "rng": np.random.default_rng(1),
    "said": "p",
    "sees": {"ann": ["p"]},
    "sign": "=",
    "terms": ((1, "p"),),
    "text": "p",
    "to": ["ann"],
    "value": 1,
    "who": "ann",
    "world": 0,
    "worlds": ["u", "v"],
}
MUDDY = wk.deal("muddy")
RUN = wk.play("muddy", "logician", seed=1)
BEST, CURVE, KNOWN = wk.best(3), wk.psi(3), wk.knowledge(MUDDY, 0)
TINY = {"pegs": 2, "colors": 2, "repeats": True, "blacks_only": False}
LIBRARY = {  # a right call of every function, by name; more than one for some
    "best": (wk.best, {"players": 2, "p": None, "time_limit": 1.0, "odds": (), "need": 1,
                       "chances": (), "wrong": 0, "colors": 2, "passing": True,
                       "rounds": 1, "views": "seats", "agreed": ""}),
    "deal": (wk.deal, {"wanted": TOY, "seed": 0, "secret": None}),
    "draw": (wk.draw, {"model": TABLE, "at": 0, "form": "svg", "style": "auto"}),
    "evaluate": (wk.evaluate, {"player": "parts", "first": None, "ties": "possible",
                               "only_possible": False, **TINY}),
    "experiment": (wk.experiment, {"name": "x", "db": None}),
    "game": (wk.game, {"wanted": "muddy"}),
    "knowledge": (wk.knowledge, {"table": MUDDY, "seat": 0}),
    "optimal": (wk.optimal, {"game": "mastermind", "minimize": None, "worst": None,
                             "first": None, **TINY}),
    "optimal balance": (wk.optimal, {"game": "balance", "coins": 3, "odd": 1,
                                     "kind": "heavy", "goal": "all", "references": 0,
                                     "at_most": False, "minimize": None}),
    "play": (play, {"wanted": TOY, "strategies": "lowest", "seed": 0, "secret": None}),
    "play_many": (wk.play_many, {"wanted": TOY, "strategies": "lowest", "games": 2,
                                 "seed": 0}),
    "psi": (wk.psi, {"players": 2}),
    "review": (wk.review, {"told": RUN, "seat": None, "game": None}),
    "tournament": (wk.tournament, {"wanted": TOY, "strategies": ["lowest", "random"],
                                   "games": 2, "seed": 0, "teams": False}),
    "BestDeal.answer": (BEST.answer, {"agent": 1, "others": "RR"}),
    "Known.ask": (KNOWN.ask, {"formula": "muddy1"}),
    "Known.draw": (KNOWN.draw, {"at": None}),
    "PsiCurve": (CURVE, {"p": Fraction(1, 2)}),
    "Run.after": (RUN.after, {"turns": 1}),
    "Run.draw": (RUN.draw, {"turn": None, "seat": None}),
    "Table.draw": (MUDDY.draw, {"seat": 0}),
    "Table.move": (MUDDY.move, {}),
    "Table.play": (MUDDY.play, {"moves": {}}),
    "Table.undo": (MUDDY.undo, {"turns": 0}),
    **{f"deal {name}": (wk.deal, {"wanted": name, "seed": 0, "secret": None,
                                  **setup_json(game.setup())})
       for name, game in GAMES.items()},
    **{f"puzzle {name}": (wk.puzzle, {"name": name, **{
        each.name: each.default for each in signature(tell).parameters.values()
       }, **({"prisoners": 5, "games": 2} if name == "prisoners" else {})})
       for name, tell in PUZZLES.items()},
}  # fmt: skip
ELSEWHERE = {"Formula", "Model", "Result", "Review", "Run", "Runs", "Standings", "Stored"}
ELSEWHERE |= {"BestDeal", "Evaluation", "GAMES", "Known", "PsiCurve", "Table", "Told"}
ELSEWHERE |= {"every_world", "from_cells", "from_parts", "from_relation", "load", "loads"}
ELSEWHERE |= {"parse", "puzzle"}  # results and types; and what is tried with the logic


def called(function, options, own):
    """Call a function with what it takes by place given so."""
    known = signature(function).parameters
    by_place = [
        options.pop(name)
        for name, each in known.items()
        if each.kind is Parameter.POSITIONAL_ONLY and name in options
    ]
    star = [name for name, each in known.items() if each.kind is Parameter.VAR_POSITIONAL]
    return function(*by_place, *(own if star else ()), **options)


def check_refused(function, right):
    """Each wrong value of each argument is refused in a sentence, or right."""
    for name in [*right, "*"]:
        for wrong in WRONG:
            options = right if name == "*" else {**right, name: wrong}
            if wrong is LONG and name in ("limit", "time_limit", "longest"):
                continue  # that is only long
            try:
                called(function, dict(options), [wrong] * 2 if name == "*" else ["x"])
            except WhoknowsError as error:
                said = str(error)
            except Exception as error:
                raise AssertionError(f"{name}={wrong!r}: {error!r}") from error
            else:
                said = "right"
            assert 0 < len(said) < 2000, (name, wrong)


def right_call(function):
    """What fits the parameters of a function of the logic that must be given."""
    return {
        name: each.default if each.default is not each.empty else RIGHT[name]
        for name, each in signature(function).parameters.items()
        if each.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    }


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some write files
    monkeypatch.setenv("WHOKNOWS_DB", str(tmp_path / "rows.db"))


def test_every_name_of_the_library_is_tried():
    tried = {name.split()[0] for name in LIBRARY if "." not in name}
    assert {*wk.PLACES} == (tried & {*wk.PLACES}) | ELSEWHERE


@pytest.mark.parametrize("name", LIBRARY)
def test_the_library_refuses_in_a_sentence(name):
    function, right = LIBRARY[name]
    check_refused(function, right)


@pytest.mark.parametrize("engine", MODELS)
@pytest.mark.parametrize("name", sorted({*ASKED} - {"__init__"}))
def test_a_model_refuses_in_a_sentence(engine, name):
    method = getattr(MODELS[engine], name, None)
    if method is not None:  # only models in layers are upgraded
        check_refused(method, right_call(method))


LOGIC = sorted(
    {
        (module, name)
        for module in api.PUBLIC["logic"]
        for name in api.names_of(module)
        if name[0].islower() or len(name) < 3
    }
)


@pytest.mark.parametrize(("module", "name"), LOGIC, ids=lambda part: part)
def test_the_logic_refuses_in_a_sentence(module, name):
    function = getattr(__import__(module, fromlist=[name]), name)
    if callable(function):
        check_refused(function, right_call(function))


DOORS = {  # what takes people's words, files, and sizes; not what is called at each move
    "inquiry.by_score.scores": "score",
    "inquiry.plan": "reached",
    "play.table.referee": "generator",
    "asking.option": "label_of new_setup",
    "play.strategies": "find_strategy own_strategy purpose",
    "play.table.transcript": "as_text load read save written",
    "games.hats.rules":
        "chance_of check_fit deal_name evaluate expected_fitness median_fitness "
        "mixed_from mixed_name narrate parse_deal parse_mixed parse_odds purified "
        "quantities",
    "games.hats.knowledge":
        "chain_deal check_rounds evaluate_rounds hat_model listening narrate_rounds "
        "rounds_played",
    "games.hats.strategies": "deals_for has_adequate_deal",
    "games.hats.solve.best": "best prepare",
    "games.hats.solve.adequate.psi": "psi",
    "games.hats.solve.codes.constructions": "constructions hamming",
    "games.hats.solve.proofs.best_certificate":
        "best_certificate is_certified proof_kind rules_document",
    "games.mastermind.knowledge": "culprits possible_codes",
    "games.mastermind.strategies": "next_guess tuned",
    "games.mastermind.solve.ranked_guesses": "suggestions",
    "games.balance.rules": "every_weighing parse_coins weighing_count weighing_name",
    "games.balance.knowledge": "at_start culprits goals_left position_after possible",
    "games.balance.strategies": "check_name next_weighing",
    "games.davinci.rules": "parse_tile",
    "games.davinci.knowledge.as_model": "joint_worlds local_model public_model",
    "games.davinci.strategies": "tuned",
    "games.egghead.rules.language": "parse_question",
    "games.egghead.solve.deadlock": "dead_worlds",
    "experiments.experiment":
        "check_rows check_size checked from_document from_file from_stored names_in "
        "own_experiment read_toml read_value stored_series values_apart",
    "experiments.running.run": "begin one_game run_experiment",
    "experiments.rows.figures": "as_document report",
    "experiments.tournament": "seatings standings tournament",
    "asking.statistics": "corrected holm",
    "experiments.rows.export": "export flat_rows",
    "store": "open_store",
    "work": "place",
}  # fmt: skip


@pytest.mark.parametrize(
    ("module", "name"),
    [(f"whoknows.{module}", name) for module in DOORS for name in DOORS[module].split()],
    ids=lambda part: part.removeprefix("whoknows."),
)
def test_the_doors_of_the_floors_below_refuse_in_a_sentence(module, name):
    """Each argument alone of a wrong type; and any value at all where one is enough."""
    assert name in api.names_of(module)
    function = getattr(import_module(module), name)
    known, kinds = signature(function).parameters, types_of(function, [])
    needed = [each for each in known.values() if each.default is each.empty]
    tried = 0
    for each, wrong in product(known.values(), WRONG):
        alone = needed in ([], [each])
        if wrong is LONG or (fits(wrong, kinds.get(each.name)) and not alone):
            continue
        tried += 1
        by_name = each.kind in (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
        try:
            function(**{each.name: wrong}) if by_name else function(wrong)
        except WhoknowsError as error:
            said = str(error)
        except Exception as error:
            raise AssertionError(f"{each}: {wrong!r}: {error!r}") from error
        else:
            said = "right"
        assert 0 < len(said) < 2000, (each, wrong)
    assert tried


@pytest.mark.parametrize(
    "chance", [0.1, "0.1", "1/10", Fraction(1, 10), np.float64(0.1), 1e-07]
)
def test_a_float_is_the_shortest_decimal_that_is_this_float(chance):
    wanted = Fraction(1, 10**7) if chance == 1e-07 else Fraction(1, 10)
    for found in (
        wk.best(2, p=chance),
        wk.best(2, odds=[chance, 1 - wanted]),
        wk.best(2, odds=[[chance, 1 - wanted]] * 2),
    ):
        assert found.rules.odds == ((wanted, 1 - wanted),) * 2
    told = wk.puzzle("pardon", chance=chance)
    assert told.to_json() == wk.puzzle("pardon", chance=wanted).to_json()
