"""Every puzzle told by table, by cube, and by the twin that follows the definition."""

from fractions import Fraction
from math import comb

import pytest

from tests.logic.twin import twin_of
from whoknows.errors import BadSetup, ImpossibleAnnouncement, TooLarge
from whoknows.logic.puzzles import (
    birthday,
    dining_cryptographers,
    drinkers,
    foreheads,
    muddy_children,
    russian_cards,
    sum_and_product,
    three_prisoners,
    wise_men,
)
from whoknows.logic.puzzles.cards import HANDS
from whoknows.logic.puzzles.cheryl import DATES
from whoknows.logic.puzzles.cryptographers import table_talk

ENGINES = ["table", "cube", "symbolic"]
EVERY = pytest.mark.parametrize("engine", ENGINES)


def facts(*names):
    return dict.fromkeys(names, (False, True))


def all_but_own(agent, fact, many):
    return {f"{agent}{k}": [f"{fact}{j}" for j in many if j != k] for k in many}


def muddy_twin(children):
    many = range(1, children + 1)
    return twin_of(facts(*(f"muddy{k}" for k in many)), all_but_own("child", "muddy", many))


def hats_twin(men):
    many = range(1, men + 1)
    return twin_of(facts(*(f"white{k}" for k in many)), all_but_own("man", "white", many))


def bar_twin(logicians):
    many = range(1, logicians + 1)
    sees = {f"logician{k}": [f"beer{k}"] for k in many}
    return twin_of(facts(*(f"beer{k}" for k in many)), sees)


def numbers_twin(bound):
    span = range(bound + 1)
    return twin_of(
        {"anne": span, "bill": span},
        {"anne": ["bill"], "bill": ["anne"]},
        lambda world: abs(dict(world)["anne"] - dict(world)["bill"]) == 1,
    )


def slow_sum_and_product(bound):
    """The worlds left as the talk goes, by sets and dictionaries."""
    worlds = {(x, y) for x in range(2, bound) for y in range(x + 1, bound - x + 1)}
    sums, products = (lambda x, y: x + y), (lambda x, y: x * y)

    def cells(view):
        found = {}
        for x, y in worlds:
            found.setdefault(view(x, y), set()).add((x, y))
        return found

    lengths, paula = [len(worlds)], cells(products)
    unknown = {pair for cell in paula.values() if len(cell) > 1 for pair in cell}
    worlds = {pair for cell in cells(sums).values() if cell <= unknown for pair in cell}
    lengths.append(len(worlds))
    for view in (products, sums):
        worlds = {pair for cell in cells(view).values() if len(cell) == 1 for pair in cell}
        lengths.append(len(worlds))
    return tuple(lengths)


def diners_twin(diners):
    many = range(1, diners + 1)
    payers = ["agency", *(f"paid{k}" for k in many)]
    sees = {f"diner{k}": [f"paid{k}", f"coin{k}", f"coin{k % diners + 1}"] for k in many}
    return twin_of(
        facts(*payers, *(f"coin{k}" for k in many)),
        sees,
        lambda world: sum(dict(world)[payer] for payer in payers) == 1,
    )


def dates_twin():
    months, days = zip(*(date.split() for date in DATES), strict=True)
    return twin_of(
        {"month": sorted(set(months)), "day": sorted(set(days))},
        {"albert": ["month"], "bernard": ["day"]},
        lambda world: " ".join(dict(world).values()) in DATES,
    )


def deals_twin():
    hands = dict.fromkeys(["anne", "bill"], HANDS)
    return twin_of(
        {**hands, "cathy": "0123456"},
        {player: [player] for player in ("anne", "bill", "cathy")},
        lambda world: len(set("".join(dict(world).values()))) == 7,
    )


def counts(twin, telling):
    """The worlds left by every formula said, as the definition has it."""
    found = [len(twin.worlds)]
    for step in telling.steps:
        twin = twin.left(twin.where(step.formula))
        found.append(len(twin.worlds))
    return tuple(found)


@EVERY
@pytest.mark.parametrize(("children", "muddy"), [(1, 1), (2, 1), (3, 2), (4, 4), (4, 1)])
def test_muddy_children_as_defined(engine, children, muddy):
    told = muddy_children(children, muddy=muddy, engine=engine)
    assert told.engine == engine
    assert told.worlds == counts(muddy_twin(children), told)


@EVERY
@pytest.mark.parametrize("hats", ["w", "wb", "bw", "www", "wbbw", "bbbw"])
def test_wise_men_as_defined(engine, hats):
    told = wise_men(hats, engine=engine)
    assert told.worlds == counts(hats_twin(len(hats)), told)


@EVERY
def test_cheryl_as_defined(engine):
    told = birthday(engine=engine)
    assert told.worlds == counts(dates_twin(), told)


@pytest.mark.parametrize("bound", [65, 77, 100, 250])
def test_sum_and_product_as_defined(bound):
    assert sum_and_product(bound).worlds == slow_sum_and_product(bound)


@EVERY
@pytest.mark.parametrize(
    ("anne", "bill", "bound"), [(2, 3, 10), (0, 1, 1), (5, 4, 6), (5, 6, 16), (1, 2, 7)]
)
def test_foreheads_as_defined(engine, anne, bill, bound):
    told = foreheads(anne, bill, bound=bound, engine=engine)
    assert told.worlds == counts(numbers_twin(bound), told)


@EVERY
@pytest.mark.parametrize("without", [(), (1,), (3, 4), (4,)])
def test_drinkers_as_defined(engine, without):
    told = drinkers(4, without=without, engine=engine)
    assert told.worlds == counts(bar_twin(4), told)


@EVERY
@pytest.mark.parametrize("payer", [0, 1, 3])
def test_cryptographers_as_defined(engine, payer):
    told = dining_cryptographers(3, payer=payer, engine=engine)
    assert told.worlds == counts(diners_twin(3), told)


@EVERY
@pytest.mark.parametrize("said", ["012 034 056 135 246", "012 345 346 356 456"])
def test_russian_cards_as_defined(engine, said):
    told = russian_cards(said, engine=engine)
    assert told.worlds == counts(deals_twin(), told)


@EVERY
@pytest.mark.parametrize("children", range(1, 8))
def test_with_m_muddy_children_the_muddy_know_in_round_m(engine, children):
    for muddy in range(1, children + 1):
        told = muddy_children(children, muddy=muddy, engine=engine)
        silent = [
            2**children - sum(comb(children, k) for k in range(least))
            for least in range(muddy + 1)
        ]
        alone = [1] * (1 if muddy == children else 2)
        assert told.worlds == (*silent, *alone)
        assert told.answer["muddy_know_in_round"] == muddy
        after = muddy + 1 if muddy < children else None
        assert told.answer["clean_know_in_round"] == after


@EVERY
def test_three_wise_men_in_white_the_third_knows(engine):
    told = wise_men("www", engine=engine)
    assert told.answer == {"knowing": [3], "first": 3, "color": "white"}


@EVERY
@pytest.mark.parametrize("hats", ["wwwwww", "wbw", "wbwbb", "bbbbw"])
def test_the_last_man_in_white_knows_and_then_those_after_him(engine, hats):
    last = hats.rindex("w") + 1
    answer = wise_men(hats, engine=engine).answer
    assert answer["knowing"] == list(range(last, len(hats) + 1))
    assert answer["color"] == "white"


@EVERY
def test_cheryl_was_born_on_july_16(engine):
    told = birthday(engine=engine)
    assert told.worlds == (10, 5, 3, 1)
    assert told.answer == {"dates": ["July 16"]}


def test_sum_and_product_of_the_classic():
    told = sum_and_product(100)
    assert told.worlds == (2352, 145, 86, 1)
    assert told.answer == {"pairs": [[4, 13]]}


@pytest.mark.parametrize(
    ("bound", "pairs"),
    [
        (65, [[4, 13]]),
        (1684, [[4, 13]]),
        (1685, [[4, 13], [4, 61]]),
        (1970, [[4, 13], [4, 61], [16, 73]]),
    ],
)
def test_the_bounds_where_sum_and_product_changes(bound, pairs):
    assert sum_and_product(bound).answer["pairs"] == pairs


def test_below_65_sam_can_not_know():
    with pytest.raises(ImpossibleAnnouncement, match="Sam: now I know them too"):
        sum_and_product(64)


@EVERY
@pytest.mark.parametrize("low", range(7))
def test_who_wears_the_larger_number_knows_first(engine, low):
    # By induction from the end: Anne knows at once if she sees 0, and after her Bill; each
    # statement takes away one more pair from below in each of the two chains of pairs.
    for anne, bill in ((low, low + 1), (low + 1, low)):
        told = foreheads(anne, bill, engine=engine)
        assert not told.answer["bound_told"]
        assert told.answer["first"] == ("anne" if anne > bill else "bill")
        before = max(anne, bill) - (anne % 2)  # statements before the first to know
        assert told.answer["statements"] == before + 2


@EVERY
def test_a_low_bound_tells(engine):
    assert foreheads(2, 3, bound=3, engine=engine).answer["bound_told"]
    assert not foreheads(0, 1, bound=9, engine=engine).answer["bound_told"]


@EVERY
@pytest.mark.parametrize("logicians", [1, 2, 5, 9])
def test_drinkers_halve_the_worlds(engine, logicians):
    told = drinkers(logicians, engine=engine)
    assert told.worlds == tuple(2**k for k in range(logicians, -1, -1))
    assert told.answer == {"everybody": True, "known_by": logicians}
    for number in range(1, logicians + 1):
        told = drinkers(logicians, without=[number], engine=engine)
        assert told.answer == {"everybody": False, "known_by": number}


@EVERY
@pytest.mark.parametrize(("diners", "payer"), [(3, 0), (3, 2), (4, 4), (5, 0), (5, 3)])
def test_only_the_payer_knows_who_paid(engine, diners, payer):
    if engine == "table" and diners > 4:
        pytest.skip("the product of all facts is for the cube")
    told = dining_cryptographers(diners, payer=payer, engine=engine)
    assert told.worlds[0] == (diners + 1) * 2**diners
    assert told.worlds[-1] == (2 if payer == 0 else 2 * diners)
    assert told.answer["one_of_us"] == (payer > 0)
    knowing = [payer] if payer else list(range(1, diners + 1))
    assert told.answer["payer_known_to"] == knowing


@EVERY
def test_a_diner_sees_two_coins_and_whether_he_paid(engine):
    model = table_talk(4, engine)
    assert model.valid("Kw diner4 coin4 & Kw diner4 coin1 & Kw diner4 paid4")
    assert model.valid("~Kw diner4 coin2 & ~Kw diner4 coin3")


def test_what_cannot_be_is_said():
    with pytest.raises(BadSetup, match="4 of 3 children"):
        muddy_children(3, muddy=4)
    with pytest.raises(BadSetup, match="at least 1"):
        muddy_children(3, muddy=0)
    with pytest.raises(BadSetup, match="one apart"):
        foreheads(2, 4)
    with pytest.raises(BadSetup, match="below the numbers"):
        foreheads(2, 3, bound=2)
    with pytest.raises(BadSetup, match="no logician 4"):
        drinkers(3, without=[4])
    with pytest.raises(BadSetup, match="letters w and b"):
        wise_men("wxb")
    with pytest.raises(BadSetup, match="all different"):
        birthday(["May 1", "May 1"])
    with pytest.raises(BadSetup, match="3 or more"):
        dining_cryptographers(2)


@EVERY
@pytest.mark.parametrize("named", ["B", "C"])
@pytest.mark.parametrize("chance", ["0", "1/3", "1/2", "1"])
def test_what_a_prisoner_learns_is_counted_by_hand(engine, chance, named):
    """All draws of who is pardoned, and of what a warden with this habit then says."""
    habit = Fraction(chance)
    joint = {
        ("A", "B"): habit / 3,
        ("A", "C"): (1 - habit) / 3,
        ("B", "C"): Fraction(1, 3),
        ("C", "B"): Fraction(1, 3),
    }
    heard = {who: p for (who, said), p in joint.items() if said == named}
    told = three_prisoners(chance, named=named, engine=engine)
    assert told.worlds == (4, 2)
    for who in "ABC":
        assert Fraction(told.answer[who]) == heard.get(who, 0) / sum(heard.values())


def test_sizes_that_only_diagrams_hold():
    """What comes out is known for every size: n rounds, the last one, odd or even."""
    many = muddy_children(60, muddy=20)
    assert many.engine == "symbolic"
    assert many.answer == {"muddy_know_in_round": 20, "clean_know_in_round": 21}
    assert many.worlds[:3] == (2**60, 2**60 - 1, 2**60 - 1 - 60)
    assert wise_men("w" * 50).answer["knowing"] == [50]
    assert drinkers(50).answer == {"everybody": True, "known_by": 50}
    diners = dining_cryptographers(40, payer=7)
    assert diners.engine == "symbolic"
    assert diners.worlds[0] == 41 * 2**40
    assert diners.answer["payer_known_to"] == [7]


@pytest.mark.parametrize("engine", ["cube", "symbolic"])
def test_what_is_a_function_of_numbers_is_a_table(engine):
    with pytest.raises(BadSetup, match="see parts by name"):
        sum_and_product(engine=engine)


@pytest.mark.parametrize(
    "tell",
    [
        lambda: muddy_children(60, engine="cube"),
        lambda: muddy_children(10**9),
        lambda: muddy_children(5000),
        lambda: wise_men("w" * 70, engine="table"),
        lambda: drinkers(80, engine="cube"),
        lambda: dining_cryptographers(40, engine="table"),
        lambda: sum_and_product(10**7),
        lambda: foreheads(10**6, 10**6 + 1),
    ],
)
def test_what_would_not_fit_is_said_before_it_is_tried(tell):
    with pytest.raises(TooLarge, match=r"\d"):
        tell()
