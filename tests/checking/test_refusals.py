"""The checker, beside the definitions: what is not the best, or not a thing, is refused."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from tests.checking.certificates import certificate
from tests.checking.judge import answers_of, rules_of
from whoknows.checking import Refused, hat_deals, verify, weighings
from whoknows.checking.certificate import Fields
from whoknows.checking.layers import five_agents, four_colors, three_layers

# ------------------------------------------------- a plan or a deal that is not the best


def one_by_one(answers):
    """The plan that asks for every secret in turn, whatever the answer."""
    plan = None
    for question in reversed(range(len(answers))):
        later = {*answers[question, question + 1 :].tolist()}
        plan = [question, {str(label): plan for label in later}]
    return pruned(plan, answers, range(len(answers)))


def pruned(plan, answers, secrets):
    """A plan with the branches alone that some secret takes."""
    if plan is None:
        return None
    question, branches = plan
    cells = {}
    for secret in secrets:
        if secret != question:
            cells.setdefault(str(answers[question, secret]), []).append(secret)
    return [question, {a: pruned(branches[a], answers, cell) for a, cell in cells.items()}]


@pytest.mark.parametrize("name", ["mastermind", "worst"])
def test_a_plan_that_is_not_the_best_proves_nothing(name):
    document = certificate(name)
    answers = answers_of(rules_of(document["claim"]))
    codes = len(answers)
    document["witness"]["plan"] = one_by_one(answers)
    document["claim"] |= {"total": codes * (codes + 1) // 2, "worst": codes}
    with pytest.raises(Refused, match="not ruled out"):
        verify(document)


def test_a_plan_with_a_worse_worst_is_refused_though_its_total_is_the_least():
    """Two words in one question each, or three rows of which the last knows all."""
    answers = [[0, 1, 2, 2, 2], [0, 0, 0, 1, 2], [0, 0, 1, 1, 1], [0, 1, 1, 2, 2]]
    best = [1, {"0": [0, {"0": None, "1": None, "2": None}], "1": None, "2": None}]
    claim = {
        "game": "table", "answers": answers, "right": [-1] * 4, "ends": False,
        "minimize": "worst", "limit": None, "first": None, "total": 8, "worst": 2,
    }  # fmt: skip
    document = {
        "format": "whoknows certificate 1",
        "claim": claim,
        "witness": {"plan": best},
        "proof": {"lemmas": [["all", 2, 8, []]]},
    }
    verify(document)
    last = [2, {"0": [0, {"0": None, "1": None}], "1": None}]
    slow = [1, {"0": last, "1": None, "2": None}]
    document["witness"]["plan"] = slow
    claim |= {"total": 10, "worst": 3}
    document["proof"]["lemmas"] = [["all", 3, 8, []]]
    with pytest.raises(Refused, match="worst 2 is not ruled out"):
        verify(document)


def test_more_fixed_guesses_than_needed_are_refused():
    document = certificate("static")
    guesses = document["witness"]["guesses"]
    more = next(k for k in range(16) if k not in guesses)
    document["witness"]["guesses"] = [*guesses, more]
    document["claim"]["size"] += 1
    with pytest.raises(Refused, match="may be enough"):
        verify(document)


@pytest.mark.parametrize("wrong", [-16, 16])
def test_a_fixed_guess_is_a_place_in_the_list_of_codes(wrong):
    document = certificate("static")
    document["witness"]["guesses"][0] += wrong
    with pytest.raises(Refused, match="there are not"):
        verify(document)


def weighed(plan, pairs):
    """A plan with the branches alone that some pair of heavy coins takes."""
    if plan is None:
        return None
    left, right, branches = plan
    parts = {}
    for pair in pairs:
        heavier = len(pair & {*left}) - len(pair & {*right})
        answer = ("LT", "EQ", "GT")[1 + (heavier > 0) - (heavier < 0)]
        parts.setdefault(answer, []).append(pair)
    return [left, right, {a: weighed(branches[a], some) for a, some in parts.items()}]


def test_a_plan_of_weighings_that_is_not_the_best_is_refused():
    document = certificate("two heavy")
    plan, claim = document["witness"]["plan"], document["claim"]
    plan = [[1], [2], dict.fromkeys(("LT", "EQ", "GT"), plan)]
    document["witness"]["plan"] = weighed(
        plan, list(map(set, combinations(range(1, 8), 2)))
    )
    claim |= {"worst": claim["worst"] + 1, "total": claim["total"] + 21}
    with pytest.raises(Refused, match="3 may be enough"):
        verify(document)
    claim["minimize"] = "total"
    with pytest.raises(Refused, match="smaller total"):
        verify(document)
    claim["minimize"] = "least"
    with pytest.raises(Refused, match="minimize"):
        verify(document)


@pytest.mark.parametrize(
    "name",
    ["five", "six", "two right", "rounds", "counts only", "squares", "cubes"],
)
def test_a_deal_that_is_not_the_best_is_refused(name):
    """Everybody passes, so that nothing is won: the proof is of more."""
    document = certificate(name)
    deals = document["witness"]["deals"]
    document["witness"]["deals"] = [[[0] * len(row) for row in deal] for deal in deals]
    document["claim"]["win"] = "0"
    with pytest.raises(Refused, match=r"leaf|cannot be won|can be won|wins|may be won"):
        verify(document)


def test_an_interval_has_two_ends():
    document = certificate("cubes")
    document["claim"]["most"] = "16/27"
    said = verify(document).says
    assert "no deal wins more than 16/27, and one wins 5/9" in said
    for most, why in (("14/27", "this one wins"), ("31/54", "cannot be won")):
        document["claim"]["most"] = most
        with pytest.raises(Refused, match=why):
            verify(document)


def test_five_agents_of_three_colors_are_given_to_their_own_check(monkeypatch):
    monkeypatch.setattr(five_agents, "check_five", lambda _: 7)
    document = certificate("cubes")
    rows = [[1] * 81, *([[0] * 81] * 4)]  # the first always says the first color
    document["witness"]["deals"] = [rows]
    document["claim"] |= {"players": 5, "win": "1/3", "most": "165/243"}
    found = verify(document)
    assert (found.kind, found.steps) == ("enumeration", 7)
    document["claim"]["most"] = "164/243"
    with pytest.raises(Refused, match="165 may be won"):
        verify(document)
    document["claim"]["most"] = "165/243"
    document["proof"]["more"] = 1
    with pytest.raises(Refused, match="'more'"):
        verify(document)


def test_four_agents_of_four_colors_are_given_to_their_own_check(monkeypatch):
    monkeypatch.setattr(four_colors, "check_four", lambda _: 7)
    document = certificate("cubes")
    document["witness"]["deals"] = [[[1] * 64, *([[0] * 64] * 3)]]
    document["claim"] |= {"players": 4, "colors": 4, "win": "1/4", "most": "138/256"}
    assert (verify(document).kind, verify(document).steps) == ("enumeration", 7)
    document["claim"]["most"] = "137/256"
    with pytest.raises(Refused, match="138 may be won"):
        verify(document)


def test_six_agents_of_three_colors_are_given_to_their_own_check(monkeypatch):
    monkeypatch.setattr(five_agents, "check_six", lambda _: 7)
    document = certificate("cubes")
    document["witness"]["deals"] = [[[1] * 243, *([[0] * 243] * 5)]]
    document["claim"] |= {"players": 6, "colors": 3, "win": "1/3", "most": "535/729"}
    assert (verify(document).kind, verify(document).steps) == ("enumeration", 7)
    document["claim"]["most"] = "534/729"
    with pytest.raises(Refused, match="535 may be won"):
        verify(document)


# ----------------------------------------------------------------- what is not a thing

EDITS = {  # of a certificate: where, what stands there then, and what the checker says
    "a table with words": ("table", "claim answers 0 0", "x", "no table"),
    "a table with holes": ("table", "claim answers", [0, 1], "no table"),
    "a name of no secret": ("table", "claim right 0", 5, "names no secret"),
    "a name below": ("table", "claim right 0", -2, "names no secret"),
    "a list that is short": ("table", "claim right", [0], "no list of secrets"),
    "another first question": ("first", "claim first", 1, "first question"),
    "no first question": ("first", "claim first", 9, "first is 9"),
    "a limit below": ("none", "claim limit", -1, "limit"),
    "no limit": ("none", "claim limit", None, "nothing is claimed"),
    "a limit that is kept": ("none", "claim limit", 3, "not ruled out"),
    "a limit that is not": ("mastermind", "claim limit", 3, "has worst 4"),
    "a lemma of none": ("mastermind", "proof lemmas 0 0", [], "lemma 0"),
    "a lemma of tables": ("mastermind", "proof lemmas 0 0", [[0, 1]], "lemma 0"),
    "a lemma of halves": ("mastermind", "proof lemmas 0 0", [0.5, 1.5], "lemma 0"),
    "a lemma of another": ("mastermind", "proof lemmas 0 0", [0, 1, 64], "no such secret"),
    "a lemma of less": ("mastermind", "proof lemmas 0 0", [-1, 2, 3], "no such secret"),
    "a lemma of twice one": ("mastermind", "proof lemmas 0 0", [0, 1, 1], "ascending"),
    "questions left below": ("mastermind", "proof lemmas 0 1", -1, "lemma 0: left"),
    "questions left in words": ("mastermind", "proof lemmas 0 1", "x", "lemma 0: left"),
    "a bound in words": ("mastermind", "proof lemmas 0 2", "x", "lemma 0: least"),
    "no such word": ("code", "witness words 0", 256, "too long"),
    "a word below": ("code", "witness words 0", -1, "too long"),
    "a word in halves": ("code", "witness words 0", 0.5, "no numbers"),
    "words in a table": ("code", "witness words", [[0, 1]], "no numbers"),
    "a word less": ("code", "witness words 0", "gone", "words"),
    "no theorem": ("code", "proof theorem", "congruence 3", "no theorem"),
    "another theorem": ("code", "proof theorem", "guess 3", "no theorem"),
    "an even prime": ("code", "proof theorem", "congruence modulo 2", "no odd prime"),
    "no prime": ("code", "proof theorem", "congruence modulo 9", "no odd prime"),
    "another prime": ("code", "proof theorem", "congruence modulo 5", "no odd prime"),
    "a weaker theorem": ("code", "proof theorem", "congruence modulo 3", "gives 30"),
    "no such chances": ("squares", "claim chances", ["1"], "1 chances for 16"),
    "chances of too much": ("squares", "claim chances", ["1/8"] * 16, "chances are none"),
    "chances below": (
        "squares", "claim chances", ["-1/8", "1/4", *["1/16"] * 14], "chances are none",
    ),
    "odds of one": ("six", "claim odds", [["1/2", "1/2"]], "odds are none"),
    "odds of three colors": ("six", "claim odds", [["1/2", "1/4", "1/4"]] * 6, "odds"),
    "odds of too much": ("six", "claim odds", [["1/2", "3/4"]] * 6, "odds are none"),
    "a number too long": ("five", "claim win", "1" * 400, "no number"),
    "a number of too many digits": ("five", "claim win", "1e999999999", "no number"),
    "a number by nothing": ("five", "claim win", "1/0", "not of the right form"),
    "a number that is none": ("five", "claim win", 0.5, "no number"),
    "no deal": ("five", "witness deals", [], "0 deals"),
    "a deal too many": ("five", "witness deals 1", "again", "2 deals"),
    "an agent less": ("five", "witness deals 0 4", "gone", "so many agents"),
    "a view less": ("five", "witness deals 0 0 15", "gone", "no answer"),
    "an answer in halves": ("five", "witness deals 0 0 0", 0.5, "no color"),
    "an answer above": ("five", "witness deals 0 0 0", 3, "no color"),
    "an answer below": ("five", "witness deals 0 0 0", -1, "no color"),
    "passing where none may": ("no passing", "witness deals 0 0 0", 0, "passes"),
    "a cover of counts": ("five", "claim views", "counts", "no answer"),
    "a scale below": ("two right", "proof tree", ["sum", -1, []], "scale"),
    "a scale in halves": ("two right", "proof tree", ["sum", 0.5, []], "scale"),
    "a row too far": ("two right", "proof tree", ["sum", 1, [[16, 1]]], "no row"),
    "a row before": ("two right", "proof tree", ["sum", 1, [[-1, 1]]], "no row"),
    "a row less": ("two right", "proof tree", ["sum", 1, [[0, -1]]], "no row"),
    "a row in halves": ("two right", "proof tree", ["sum", 1, [[0, 0.5]]], "no row"),
    "a cut by nothing": ("six", "proof cuts", [[[], 0]], "divided by no number"),
    "a cut by halves": ("six", "proof cuts", [[[], 0.5]], "divided by no number"),
    "a variable too far": ("five", "proof tree", ["split", 32, [], []], "no variable"),
    "a count with parts": ("maximal", "witness deals", [], "means nothing there: 'deals'"),
    "a count with a proof": ("maximal", "proof tree", [], "means nothing there: 'tree'"),
    "coins of no kind": ("coins", "claim kind", "new", "kind"),
    "no such goal": ("coins", "claim goal", "both", "goal"),
    "a coin twice": ("coins", "witness plan 0 0", 2, "twice"),
    "a coin too far": ("coins", "witness plan 0 0", 14, "not there"),
    "no coin": ("coins", "witness plan 0 0", 0, "not there"),
    "half a coin": ("coins", "witness plan 0 0", 1.5, "not there"),
    "a pan with less": ("coins", "witness plan 0 0", "gone", "as many coins"),
    "nothing weighed": ("coins", "witness plan", None, "not told apart"),
    "balance with a proof": ("coins", "proof more", 1, "means nothing there: 'more'"),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_what_is_not_a_thing_is_refused_by_its_name(name):
    source, way, value, why = EDITS[name]
    document = certificate(source)
    *steps, last = (int(step) if step.isdigit() else step for step in way.split())
    place = document
    for step in steps:
        place = place[step]
    if value == "gone":
        del place[last]
    elif value == "again":
        place.append(place[0])
    else:
        place[last] = value
    with pytest.raises(Refused, match=why):
        verify(document)


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"colors": 3}, "no answer"),
        ({"wrong": 1}, "no coverings"),
        ({"passing": False}, "passes"),
        ({"need": 2, "rounds": 2}, "wins"),
    ],
)
def test_a_cover_is_for_its_own_rules(rules, why):
    document = certificate("five")
    document["claim"] |= rules
    with pytest.raises(Refused, match=why):
        verify(document)


@pytest.mark.parametrize(
    "rules", [{"wrong": 1}, {"need": 2}, {"rounds": 2}, {"chances": ["1/8", "0"] * 8}]
)
def test_layers_are_for_the_usual_rules(rules):
    document = certificate("squares")
    document["claim"] |= rules
    with pytest.raises(Refused, match=r"no proof by layers|not alike|the deal wins"):
        verify(document)
    world = hat_deals.world_of(Fields(document["claim"], "claim"))
    with pytest.raises(Refused, match=r"no proof by layers|not alike"):
        hat_deals.by_layers(world, Fraction(1, 2), Fields({}, "proof"), lambda _: None)


# ------------------------------------------------------------------ tables by hand


def asked(answers, plan, total, worst, *lemmas, ends=False, right=None):
    """The certificate of a small table."""
    claim = {
        "game": "table", "answers": answers, "right": right or [-1] * len(answers),
        "ends": ends, "minimize": "total", "limit": None, "first": None,
        "total": total, "worst": worst,
    }  # fmt: skip
    return {
        "format": "whoknows certificate 1",
        "claim": claim,
        "witness": {"plan": plan},
        "proof": {"lemmas": [[*lemma, []] for lemma in lemmas]},
    }


BOTH = [0, {"0": None, "1": None}]
CHAIN = [0, {"0": None, "1": [1, {"0": None, "1": None}]}]
THREE = [[0, 1, 1], [0, 0, 1]]


@pytest.mark.parametrize(
    "lemmas",
    [
        [],
        [([0], None, 0)],
        [([1, 2], None, 2), ([1, 2], 0, None)],
        [("all", 2, 5), ("all", 1, None)],
    ],
)
def test_lemmas_that_hold_are_accepted(lemmas):
    assert verify(asked(THREE, CHAIN, 5, 2, *lemmas)).steps == len(lemmas)


@pytest.mark.parametrize(
    "lemma",
    [
        ([0, 1], 1, None),  # one question is enough for two
        ([1, 2], None, 3),
        ("all", 2, None),  # two are enough for three
        ("all", 2, 6),
        ("all", None, 6),
    ],
)
def test_lemmas_that_do_not_hold_are_refused(lemma):
    with pytest.raises(Refused, match="may cost less"):
        verify(asked(THREE, CHAIN, 5, 2, lemma))


@pytest.mark.parametrize(
    "lemma", [([0], None, None), ([0], None, 1), ([2], 0, None), ([2], 3, 1)]
)
def test_a_secret_that_is_known_costs_nothing(lemma):
    with pytest.raises(Refused, match="nothing need be asked"):
        verify(asked(THREE, CHAIN, 5, 2, lemma))


def test_where_asking_ends_the_game_knowing_is_not_enough():
    """Each question names a secret, and answers another as it answers this one."""
    answers, right = [[0, 0, 1], [0, 0, 1], [1, 0, 0]], [0, 1, 2]
    one, two = [1, {}], [2, {}]
    plan = [0, {"0": one, "1": two}]
    assert "total 5" in verify(asked(answers, plan, 5, 2, ends=True, right=right)).says
    known = [0, {"0": None, "1": None}]
    with pytest.raises(Refused, match="not told apart"):
        verify(asked(answers, known, 3, 1, ends=True, right=right))


def test_a_limit_that_the_plan_just_keeps_is_one():
    document = certificate("mastermind")
    document["claim"]["limit"] = document["claim"]["worst"]
    assert "within 4" in verify(document).says


# ------------------------------------------------------------------- small claims


def coins(plan, **claim):
    """The certificate of a few coins, one of them heavy."""
    usual = {"game": "balance", "odd": 1, "kind": "heavy", "at_most": False}
    usual |= {"minimize": "worst"}
    return {
        "format": "whoknows certificate 1",
        "claim": usual | {"goal": "coin-and-kind", "references": 1} | claim,
        "witness": {"plan": plan},
        "proof": {},
    }


def test_one_weighing_for_two_coins_and_none_for_one():
    weighed = [[1], [2], {"LT": None, "GT": None}]
    found = verify(coins(weighed, coins=2, worst=1, total=2))
    assert (found.kind, found.steps) == ("theorem", 0)
    with pytest.raises(Refused, match="not told apart"):
        verify(coins(None, coins=2, worst=0, total=0))
    assert verify(coins(None, coins=1, worst=0, total=0)).kind == "theorem"
    weighed = [[1], [2], {"GT": None}]
    with pytest.raises(Refused, match="0 may be enough"):
        verify(coins(weighed, coins=1, worst=1, total=1))
    assert verify(certificate("coins")).kind == "enumeration"


def test_a_perfect_code_covers_itself():
    claim = {"game": "code", "length": 3, "size": 2, "least": 2}
    document = {
        "format": "whoknows certificate 1",
        "claim": claim,
        "witness": {"words": [0, 7]},
        "proof": {"theorem": "spheres"},
    }
    found = verify(document)
    assert (found.kind, found.steps) == ("theorem", 8)
    for number in (2, 4):  # they divide length + 1
        document["proof"]["theorem"] = f"congruence modulo {number}"
        with pytest.raises(Refused, match="no odd prime"):
            verify(document)


def test_a_row_may_be_added_as_it_is():
    document = certificate("two right")
    document["proof"]["cuts"] = [*document["proof"].get("cuts", []), [[[0, 1]], 1]]
    assert verify(document).says == verify(certificate("two right")).says


def test_the_kinds_of_hats():
    assert verify(certificate("squares")).kind == "theorem"
    assert verify(certificate("five")).says.endswith("no deal wins more than 25/32")


# -------------------------------------------------------------- beside the definitions


def world_of(rules):
    """Two agents and two colors, and rules that are not the usual ones."""
    claim = {
        "players": 2, "colors": 2, "need": 1, "wrong": 0, "rounds": 1, "passing": True,
        "views": "seats", "odds": None, "chances": None,
    }  # fmt: skip
    return hat_deals.world_of(Fields(claim | rules, "claim"))


def holds(rows, values):
    return all(sum(f * values[v] for v, f in row.items()) >= least for row, least in rows)


RULES = [
    {}, {"need": 2}, {"wrong": 1}, {"wrong": 1, "need": 2}, {"passing": False},
    {"views": "counts"}, {"wrong": 1, "passing": False},
]  # fmt: skip


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_program_of_answers_says_what_a_deal_loses(rules):
    """Of two agents and two colors: all deals, with every set that may be lost."""
    world = world_of(rules)
    rows = hat_deals.answer_rows(world)
    said = {(): (0, 0), (1,): (1, 0), (2,): (0, 1), (1, 2): (1, 1)}
    for answers in product(said, repeat=4):
        chosen = [said[answer] for answer in answers]
        values = [v for pair in chosen for v in pair]
        one = all(len(answer) <= 1 for answer in answers)
        deal = [[sum(answer) for answer in answers[:2]], [sum(a) for a in answers[2:]]]
        fair = one and (world.passing or all(answers))
        for lost in product((0, 1), repeat=4):
            wanted = fair and all(lost[c] or won_by_hand(world, deal, c) for c in range(4))
            assert holds(rows, [*values, *lost]) == wanted


def won_by_hand(world, deal, code):
    """Two agents: each sees the other's hat."""
    hats_worn = (code >> 1, code & 1)
    said = [deal[0][hats_worn[1]], deal[1][hats_worn[0]]]
    right = sum(a == hat + 1 for a, hat in zip(said, hats_worn, strict=True))
    wrong = sum(a not in (0, hat + 1) for a, hat in zip(said, hats_worn, strict=True))
    return right >= world.need and wrong <= world.wrong


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_what_a_deal_wins_is_counted_by_hand(rules):
    world = world_of(rules)
    for flat in product((0, 1, 2), repeat=4):
        deal = [list(flat[:2]), list(flat[2:])]
        if not world.passing and 0 in flat:
            continue
        won = sum(won_by_hand(world, deal, code) for code in range(4))
        assert hat_deals.played(world, [deal]) == Fraction(won, 4)


def test_layers_of_no_bound_are_refused():
    with pytest.raises(Refused):
        three_layers.check_most(4, 4, 139, lambda _: None)


def test_words_are_compared_as_arrays():
    assert weighings.name(np.zeros((1, 2), np.int8)) != weighings.name(
        np.zeros((2, 1), np.int8)
    )
