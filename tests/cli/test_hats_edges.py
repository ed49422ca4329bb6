"""Options of `whoknows hats` that do not go together, and sets that are asked for."""

import pytest
from tests.cli.test_hats import read, run

from whoknows.errors import BadSetup, TooLarge


def test_all_matrices_of_one_set_are_those_of_that_set():
    """All 40 sets of four agents have 2088 matrices together, as the paper says."""
    found = read("matrix", "1,6,9,14", "--players", "4", "--all")
    everything = read("matrix", "--players", "4", "--all")
    assert found["count"] == len(found["matrices"]) < everything["count"] == 2088
    assert all(one in everything["matrices"] for one in found["matrices"])
    assert read("matrix", "0,7", "--all")["matrices"] == [[[-1, 0, 0, 1]] * 3]
    assert read("matrix", "BPPR BPPR BPPR", "--all") == read("matrix", "0,7", "--all")


def test_all_matrices_of_seven_agents_come_soon():
    """The 240 perfect codes have a matrix each; they are two kinds up to names."""
    found = read("matrix", "--players", "7", "--all")
    assert (found["count"], found["up_to_swapping"]) == (240, 2)


def test_an_incomplete_combination_of_chains_says_so():
    """Six rounds of four hats are next to neither RRRR nor BBBB: two of each color."""
    found = read("chains", "RRRR", "BBBB")
    assert found["complete"] is False
    assert found["untreated"] == [3, 5, 6, 9, 10, 12]
    assert found["correct"] == 8
    said = run("chains", "RRRR", "BBBB")
    assert "incomplete: 6 treated by no chain" in said
    assert said.count("·") == 6
    assert read("chains", "RRR", "BBB")["complete"] is True


def test_a_chain_is_given_once():
    with pytest.raises(BadSetup, match="RRR is given twice"):
        run("chains", "RRR", "RRR")


CHANCE = "R:3/4+B:1/4,P,P,P PPPP PPPP"
CLASSIC = "BPPR BPPR BPPR"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["evaluate", CHANCE, "--against", CLASSIC], "--against has no use"),
        (["evaluate", CHANCE, "-o", "x.svg"], "--output has no use with a chance-based"),
        (["evaluate", CHANCE, "--weights", "1,0,0"], "--weights has no use"),
        (["evaluate", CLASSIC, "--repeats", "3", "--seed", "1"], "--repeats and --seed"),
        (["evaluate", f"{CLASSIC} / {CLASSIC}", "--rounds", "1"], "written for 2 rounds"),
        (["simulate", CLASSIC, "--by", "best"], "--by has no use when a deal is given"),
        (["simulate", CLASSIC, "--syndrome", "1"], "--syndrome has no use"),
        (["simulate", "--by", "best", "--syndrome", "1"], "only with 'hamming'"),
        (["simulate", CLASSIC, "--file", "x"], "not both"),
        (["tell", CLASSIC, "--hats", "RBB", "--p", "0.7"], "--p has no use"),
        (["tell", CLASSIC, "--hats", "RBB", "--seed", "1"], "--seed has no use"),
        (["codes", "--target", "3"], "--target has no use without --search"),
        (["codes", "-n", "5", "--time-limit", "3"], "--time-limit has no use"),
        (["matrix", "0,7", "--p", "0.9"], "--p has no use when a set"),
        (["maximal", "--workers", "3"], "--workers has no use"),
    ],
)
def test_what_would_be_ignored_is_refused(words, said):
    with pytest.raises(BadSetup, match=said):
        run(*words)


def test_a_list_that_is_too_long_is_refused_before_the_count():
    with pytest.raises(TooLarge, match="counted, not listed"):
        run("maximal", "--players", "6", "--list")


def test_other_worlds_have_maximal_deals_too():
    found = read("maximal", "--players", "2", "--colors", "3", "--list")
    assert (found["count"], found["by_won"]) == (21, {"4": 9, "3": 12})
    assert len(found["deals"]) == len(found["won_sets"]) == 21
    with pytest.raises(BadSetup, match="--method has no use"):
        run("maximal", "--colors", "3", "--players", "2", "--method", "brute")


def test_a_deal_is_told_whether_it_is_maximal():
    assert read("evaluate", CLASSIC, "--better")["better"] == {"maximal": True}
    found = read("evaluate", "BPPP PPPP PPPP", "--better")["better"]
    assert found["maximal"] is False
    better = read("evaluate", found["deal"])
    assert better["won"] == found["won"] == 1 + len(found["also_wins"])


def test_classes_of_adequate_sets():
    found = read("adequate", "--players", "4", "--classes", "--p", "0.9")
    assert [row["sets"] for row in found["classes"]] == [24, 6, 6, 4]
    assert found["classes"][0]["sum"] == "9/100"
    assert "560 adequate sets of 5, 80 of them new" in run(
        "adequate", "--players", "4", "--classes", "--size", "5"
    )


def test_a_chance_based_deal_is_told_game_by_game():
    """Agent 1 says R or B to RR, by a coin: hats RRR are won half of the time."""
    words = ["tell", "R:1/2+B:1/2,P,P,P PPPP PPPP", "--hats", "RRR", "--seed", "1"]
    found = read(*words, "--games", "400")
    assert 140 < found["won"] < 260


def test_a_deal_is_reduced_to_one_that_guesses_away():
    found = read("evaluate", "BPPP BPPR BPPR", "--reduce")["reduced"]
    assert found == {
        "deal": CLASSIC, "won": 6, "away_from": ["RRR", "BBB"], "deals": 729,
    }  # fmt: skip


CYCLE = "RBGGRBBGR RGBBRGGBR RBGBGRGRB RGBGBRBRG".split()  # as `hats graph` finds it
SEEN = ("--sees", "cycle:4", "--colors", "3", "--no-passing", "--wrong", "4")


def test_a_deal_may_be_written_for_what_agents_see():
    """Three colors on a cycle of four: somebody is always right."""
    found = read("evaluate", *CYCLE, *SEEN)
    assert (found["won"], found["rounds"]) == (81, 81)
    played = read("simulate", *CYCLE, *SEEN, "--games", "500", "--seed", "1")
    assert played["won"] == 500
    everybody = read("evaluate", CLASSIC, "--sees", "complete:3")
    assert everybody == read("evaluate", CLASSIC)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["evaluate", "RB", "BR", "RR", "--sees", "1-2"], "the graph has 2 agents"),
        (["evaluate", "RB", "BRR", "--sees", "1-2"], "agent 2 sees 1 hat, so that there"),
        (["evaluate", "RB", "BR", "--sees", "1-2", "--better"], "--better has no use"),
        (["evaluate", "RB", "BR", "--sees", "1-2", "--views", "counts"], "by seat"),
        (["simulate", "--sees", "1-2"], "--sees has no use without a deal"),
    ],
)
def test_a_graph_that_does_not_fit_is_refused(words, said):
    with pytest.raises(BadSetup, match=said):
        run(*words)


def test_many_agents_of_three_colors_play_the_best_rule_without_a_search():
    found = read("simulate", "-n", "63", "--colors", "3", "--games", "400", "--seed", "1")
    assert found["deal"] == "plan"
    assert found["rule"] == "63 agents call one color, away from 5 syndromes"
    assert found["interval"][0] < 0.8953 < found["interval"][1]


def test_strong_coverings_are_found_and_checked(tmp_path):
    """Three agents of three colors lose 12 of 27, and no fewer."""
    file = tmp_path / "code.txt"
    words = ("codes", "-n", "3", "--colors", "3", "--strong")
    found = read(*words, "--seed", "1", "-o", str(file))
    assert (found["size"], found["bound"], found["proven"]) == (12, 12, True)
    check = ("codes", "--check", str(file), "--colors", "3", "--strong")
    assert read(*check)["strong"] is True
    kept = file.read_text().splitlines()[1:]
    file.write_text("\n".join(kept))
    assert read(*check)["strong"] is False
    with pytest.raises(BadSetup, match="ordinary codes"):
        run(*words, "-o", str(tmp_path / "code.cnf"))


def test_a_code_of_two_letters_is_written_for_gap_and_for_sat_solvers(tmp_path):
    gap, cnf = tmp_path / "code.g", tmp_path / "code.cnf"
    run("codes", "-n", "5", "-o", str(gap))
    run("codes", "-n", "5", "-o", str(cnf))
    assert gap.read_text().startswith("words := [")
    assert cnf.read_text().startswith("c is there a code of 6 words, length 5, radius 1?")


def test_theorem_six_is_told_beside_what_there_is():
    """Three chains of four agents are never disjoint, and make ten rounds right at most."""
    found = read("chains", "--players", "4")
    assert len(found["disjoint"]) == 2
    assert found["theorem_6"] == {"chains": 3, "right": 12, "most": 10}
    assert "12 of 16 rounds are right with 3 chains; the most with 3 chains is 10" in run(
        "chains", "--players", "4"
    ).replace("\n", " ")
    assert "1 chain at most" in run("chains", "--players", "2")
