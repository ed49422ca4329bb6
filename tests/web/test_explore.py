"""What the pages of solvers ask and show: links, bad links, plans to walk."""

import re
from fractions import Fraction
from html import unescape
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whoknows.errors import BadSetup, TooLarge, UnknownName, WhoknowsError
from whoknows.games.balance.show.board_picture import picture
from whoknows.games.hats import GAME as HATS
from whoknows.games.hats.rules import Rules as Hats
from whoknows.games.hats.rules import evaluate, parse_deal, same_odds
from whoknows.games.hats.show.face import lost_by
from whoknows.games.mastermind.paper import KNUTH_HISTOGRAM
from whoknows.inquiry.plan import Node, Plan
from whoknows.web import solve_balance, solve_hats, solve_mastermind
from whoknows.web.explore_balance import parse_ask
from whoknows.web.explore_hats import play_links
from whoknows.web.hat_kinks import kink_words, told_kinks
from whoknows.web.option_fields import parse_asked as parse_options
from whoknows.web.query import choices, flag, whole
from whoknows.web.scales import leaves_of, tree_svg
from whoknows.web.solve_hats import CurvePiece, best_deal, psi_curve
from whoknows.web.tree import branch, walked


def words_of(address):
    """The words of an address, as the page gets them."""
    from urllib.parse import parse_qsl, urlsplit

    return dict(parse_qsl(urlsplit(address).query))


@given(st.integers(2, 7), st.integers(2, 4), st.fractions(0, 1, max_denominator=99))
def test_a_link_to_hats_gives_them_back(players, colors, chance):
    asked = solve_hats.HatQuestion(players, colors, str(chance))
    again = solve_hats.parse_asked(**words_of(asked.address))
    assert again == asked
    assert solve_hats.rules_of(asked).odds[0][0] == again.first == chance


@pytest.mark.parametrize(
    ("players", "colors", "odds"),
    [(3, 2, "1/2"), (4, 2, "0.9"), (2, 3, "1/2"), (3, 3, "1/3"), (2, 4, "1/2,1/4,1/8,1/8")],
)
def test_play_this_deal_leads_to_a_table_that_agreed_on_it(players, colors, odds):
    asked = solve_hats.HatQuestion(players, colors, odds)
    found = best_deal(players, colors, odds, 20.0)
    play, watch = re.findall(r'href="([^"]*)"', play_links(asked, found.deal))
    words = words_of(unescape(play))
    assert {**words, "game": "hats"} == words_of(unescape(watch))
    setup = HATS.setup(**parse_options(HATS, words))
    assert setup.agreed == found.deal
    lost = lost_by("agreed", setup)
    assert tuple(map(setup.name, lost)) == found.lost
    assert str(1 - sum(map(setup.chance, lost))) == found.win


@given(
    st.integers(1, 4), st.integers(4, 6), st.booleans(), st.booleans(),
    st.lists(st.sampled_from(solve_mastermind.NAMES), min_size=1, unique=True),
    st.sampled_from(solve_mastermind.NAMES), st.lists(st.sampled_from(["0,1", "1,2"])),
)  # fmt: skip
def test_a_link_to_mastermind_gives_it_back(
    pegs, colors, repeats, blacks, names, plan, way
):
    asked = solve_mastermind.CodeQuestion(
        pegs, colors, repeats, blacks, tuple(names), plan, tuple(way)
    )
    assert solve_mastermind.parse_asked(**words_of(asked.address)) == asked


@given(st.integers(5, 400), st.sampled_from(["heavy", "light", "either"]), st.booleans())
def test_a_link_to_balance_gives_it_back(coins, kind, at_most):
    asked = solve_balance.CoinQuestion(
        coins, 1, at_most, kind, 1, "coin", answers=("LT", "EQ")
    )
    assert solve_balance.parse_asked(**words_of(asked.address)) == asked


@pytest.mark.parametrize(
    ("players", "colors", "odds"),
    [
        ("1", "2", ""), ("8", "2", ""), ("x", "2", ""), ("3", "1", ""), ("²", "2", ""),
        ("3", "2", "2"), ("3", "2", "1/0"), ("3", "2", "<b>"), ("3", "3", "1/2,1/2"),
        ("3" * 5000, "2", ""), ("3", "2", "-1/2"),
    ],
)  # fmt: skip
def test_a_bad_link_to_hats_is_a_bad_setup(players, colors, odds):
    with pytest.raises(BadSetup):
        solve_hats.parse_asked(players, colors, odds)


def test_bad_words_are_refused():
    for words in ({"pegs": "0"}, {"pegs": "6", "colors": "12"}, {"repeats": "yes"}):
        with pytest.raises(WhoknowsError):
            solve_mastermind.parse_asked(**words)
    with pytest.raises(UnknownName, match="entropie"):
        solve_mastermind.parse_asked(strategies="parts,entropie")
    with pytest.raises(BadSetup, match="no weighing can tell"):
        solve_balance.parse_asked(coins="2")
    with pytest.raises(UnknownName):
        solve_balance.parse_asked(kind="green")


def test_words_of_an_address():
    assert whole("7", range(1, 9), "n", 3) == 7
    assert flag("", "f", True)
    assert choices("b,a,b", ["a", "b"], "c", ["a"]) == ("b", "a")


@pytest.mark.parametrize("odds", ["1/2", "7/10", "1/3"])
def test_the_best_deal_is_as_good_as_the_page_says(odds):
    found = solve_hats.best_deal(4, 2, odds, 30.0)
    p = Fraction(odds)
    rules = Hats(4, odds=same_odds(4, (p, 1 - p)))
    score = evaluate(parse_deal(found.deal, rules), rules)
    assert score.fitness == Fraction(found.win)
    won = {rules.name(code) for code in score.won_set}
    assert won.isdisjoint(found.lost)
    assert len(won) + len(found.lost) == found.size == 16
    assert found.proven
    picture = ElementTree.fromstring(found.cube)
    assert len(picture.findall(".//*[@class='lost']")) == len(found.lost)


def test_three_colors_share_what_is_left_and_are_not_drawn():
    found = solve_hats.best_deal(2, 3, "1/3", 30.0)
    rules = Hats(2, 3)
    assert evaluate(parse_deal(found.deal, rules), rules).fitness == Fraction(found.win)
    assert not found.cube
    assert solve_hats.rules_of(solve_hats.HatQuestion(2, 3, "1/2")).odds[0] == (
        Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)
    )  # fmt: skip


def test_the_curve_meets_the_best_deals_and_stays_below_its_bound():
    curve = solve_hats.psi_curve(4)
    for piece in curve.pieces:
        for p, value in piece.points[::30]:
            chance = str(Fraction(p).limit_denominator(1000))
            assert value == pytest.approx(
                solve_hats.best_deal(4, 2, chance, 30.0).value, abs=2e-3
            )
    points = [point for piece in curve.pieces for point in piece.points]
    assert all(value <= (4 + abs(2 * p - 1) ** 2.5) / 5 + 1e-9 for p, value in points)
    assert curve.bound[50] == (0.5, 0.8)


def test_knuth_is_tried_and_walked():
    found = solve_mastermind.tried(4, 6, True, False, "worst-case")
    assert (found.total, found.histogram) == (5801, KNUTH_HISTOGRAM)
    assert found.tree.size == 1296
    assert found.tree.worst == found.worst == 5
    way = walked(found.tree, ("1,0", "1,1"))
    assert [node.size for node in way] == sorted((node.size for node in way), reverse=True)
    with pytest.raises(BadSetup, match="answer 2 of this link, 'x'"):
        walked(found.tree, ("1,0", "x"))


def test_every_case_of_a_plan_is_below_its_root():
    found = solve_balance.best_plan(13, 1, False, "heavy", 0, "coin", "optimal")
    assert (found.worst, found.bound, found.proven) == (3, 3, True)
    assert found.tree.size == found.cases == 13


def test_a_plan_too_large_for_a_page_is_refused():
    root = Node("q", {k: Node(None, found=(k,)) for k in range(9)})
    with pytest.raises(TooLarge, match="more than 5 nodes"):
        branch(Plan(root), most=5)


def test_the_tree_of_scales_has_every_weighing_as_a_link():
    found = solve_balance.best_plan(12, 1, False, "either", 0, "coin-and-kind", "optimal")
    root = ElementTree.fromstring(
        tree_svg(found.tree, "/explore/balance?coins=12", ("LT",))
    )
    links = [link.get("href") for link in root.iter() if link.tag.endswith("}a")]
    assert len(links) == len(set(links)) == 13
    assert "/explore/balance?coins=12&answers=LT;EQ" in links
    ends = leaves_of(found.tree)
    found_words = [t.text for t in root.iter() if t.tag.endswith("text")]
    assert sum("heavy" in word or "light" in word for word in found_words) == ends == 24


@pytest.mark.parametrize("answer", [None, "LT", "EQ", "GT"])
def test_scales_show_every_coin(answer):
    root = ElementTree.fromstring(picture([(parse_ask("1-8 : 9-16"), answer)]))
    assert sum(one.tag.endswith("circle") for one in root.iter()) == 16


def test_a_kink_of_the_curve_is_explained_by_the_sets_on_both_sides():
    before = CurvePiece("1/2", "2/3", "1 − p", "1 0 1", 2, 1, 1, ())
    after = CurvePiece("2/3", "1", "p²", "0 3 0", 3, 1, 1, ())
    words = kink_words(before, after)
    for said in (
        "At p = 2/3",
        "lose 2 configurations (1 with 0 red hats, 1 with 2)",
        "1 − p",
        "lose 3 configurations (3 with 1 red hat)",
        "p²",
    ):
        assert said in words


def test_the_deals_beside_a_kink_lose_what_its_words_say():
    curve = psi_curve(5)
    told = dict(told_kinks(curve))
    assert [title.rpartition(" ")[2] for title in told] == ["√2?", "1/2?", "1/2?"]
    links = re.findall(r"/explore/hats\?players=5&p=([\d.]+)", "".join(told.values()))
    assert links == ["0.58", "0.59", "0.49", "0.51"]
    for p, piece, color in zip(links, (0, 1, 0, 0), "RRBR", strict=True):
        lost = best_deal(5, 2, p, 20.0).lost
        counts = [sum(word.count(color) == k for word in lost) for k in range(6)]
        assert counts == list(map(int, curve.pieces[piece].zeros.split()))
    assert not psi_curve(3).middle_kink
