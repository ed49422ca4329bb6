"""Numbers of the thesis [Janssen2017], as printed; `errata` says which are wrong.

Egon Janssen, The Leprechaun Hatting Problem, bachelor thesis, LIACS, Leiden University,
2017.  Colors are R and B, P is a pass, and the hats of agent 1 come first.
"""

from typing import Final

# Section 2.1.9 and Theorem 2: the standard world of three agents and two colors.
QUANTITIES: Final = {
    "other_agents": 2,
    "logic_rules": 4,
    "result_colors": 3,
    "rounds": 8,
    "strategies": 81,
    "deals": 531_441,
    "thoughts": 8_503_056,  # wrong
}
THEOREM_2: Final = ("(2+1)^(2^(3-1))", 531_441)  # the deals, as it writes them; wrong
COROLLARY_1: Final = 14  # maximal deals of three agents; wrong, and Table 5.2 has 12
SECTION_2_2: Final = ("BPPR BPPR BPPR", 6, 8)  # the example: its deal, rounds won, rounds
FULL_PASSING: Final = ("PPPP PPPP PPPP", 0)  # section 2.2: all pass, and win 0 %
SEEN: Final = (3, 2, "(N-1)^M")  # section 5.2.2: others, colors, views; wrong

# Chapter 3: what Ebert's team of 2^k - 1 agents wins, "k/k + 1"; wrong.
EBERT: Final = {2: "2/3", 3: "3/4"}

# Theorem 4 and section 4.2.2: chains of three agents, and how many cross each (Figure 4.2).
CHAINS_3: Final = 8
CROSSED_BY: Final = 3

# Table 4.1: the chains of three agents, what each makes correct and incorrect.
TABLE_4_1: Final = [
    (("RRR", "BBR", "BRB"), "BRR"),
    (("BRR", "RBR", "RRB"), "RRR"),
    (("RBB", "BRB", "BBR"), "BBB"),
    (("BRB", "RBB", "RRR"), "RRB"),
    (("BBB", "RRB", "RBR"), "RBB"),
    (("RRB", "BBB", "BRR"), "BRB"),
    (("RBR", "BRR", "BBB"), "BBR"),
    (("BBR", "RRR", "RBB"), "RBR"),
]

# Figure 5.1: the maximal deals of Guo et al., agent by agent, views RR, RB, BR, BB.
FIGURE_5_1: Final = """
BPPR BPPR BPPR
RPPB PRBP PRBP
PRBP RPPB PBRP
PBRP PBRP RPPB
RRRR PPPP PPPP
BBBB PPPP PPPP
PPPP RRRR PPPP
PPPP BBBB PPPP
PPPP PPPP RRRR
PPPP PPPP RRRR
RBBR RBBR RBBR
BRRB BRRB BRRB
""".strip().splitlines()

# Table 5.2: the maximal deals of three agents, views in the natural order of agents.
TABLE_5_2: Final = """
BPPR BPPR BPPR
RPPB PRBP PRBP
PRBP RPPB PBRP
PBRP PBRP RPPB
RBBR RBBR RBBR
BRRB BRRB BRRB
PPPP RRRR PPPP
PPPP BBBB PPPP
PPPP PPPP RRRR
PPPP PPPP BBBB
RRRR PPPP PPPP
BBBB PPPP PPPP
""".strip().splitlines()

# Table 5.1: chains of four agents as strategies; the incorrect rounds are RRRR, BBBB,
# BRRR, and those of two chains together.  A letter is missing in many a word.
TABLE_5_1: Final = {
    ("RRRR",): "BPPPPPPP BPPPPPPP BPPPPPPP BPPPPPPP",
    ("BBBB",): "PPPPPPR PPPPPPR PPPPPPR PPPPPPR",
    ("BRRR",): "RPPPPPP PPPPPBP PPPPBPPP PPBPPPPP",
    ("RRRR", "BBBB"): "BPPPPPR BPPPPPR BPPPPPR BPPPPPR",
    ("RRRR", "BRRR"): "PPPPPPPP BPPPPPBP BPPPBPPP BPBPPPPPP",
}
TABLE_5_1_MENDED: Final = {
    ("RRRR",): "BPPPPPPP BPPPPPPP BPPPPPPP BPPPPPPP",
    ("BBBB",): "PPPPPPPR PPPPPPPR PPPPPPPR PPPPPPPR",
    ("BRRR",): "RPPPPPPP PPPPBPPP PPPPBPPP PPPPBPPP",
    ("RRRR", "BBBB"): "BPPPPPPR BPPPPPPR BPPPPPPR BPPPPPPR",
    ("RRRR", "BRRR"): "PPPPPPPP BPPPBPPP BPPPBPPP BPPPBPPP",
}

# Sections 5.1.3 and 5.2.2: how many maximal deals the Chain-Method finds, by agents.
CHAIN_METHOD: Final = {3: 12, 4: 130}

# Figures 5.3, 5.5, 5.7: the deals of each kind, and how many rounds they win.
FIGURES_5: Final = {"5.3": (4, 6), "5.5": (6, 4), "5.7": (2, 4)}

# Table 5.4: what an agent of four can see, in order.
TABLE_5_4: Final = "RRR RRB RBR RBB BRR BRB BBR BBB".split()

# Table 5.3: the predicted most rounds won, by number of agents.
TABLE_5_3: Final = {
    3: 6,
    4: 12,
    5: 24,  # wrong
    6: 48,  # wrong
    7: 112,
    15: 30_720,
    31: 2_080_374_784,
    63: 9_079_256_848_778_919_936,
}

TABLE_5_3_PERCENT: Final = {
    3: "75",
    4: "75",
    5: "75",  # wrong
    6: "75",  # wrong
    7: "87.5",
    15: "93.75",
    31: "96.88",
    63: "98.44",
}

# Tables 5.5 to 5.8: rows, and the percentage in the title (wrong for the second).
FOUR_AGENTS: Final = {(1, 40): "75", (41, 120): "62.5", (121, 130): "50"}

# Section 5.2.2, the example: deal 3 of agent two; wrong.
EXAMPLE_5_5: Final = (3, 2, "BRPPPRB")

# Theorems 6 and 8: the number of chains, RoundedDown(M^N / (N + 1)); wrong from N = 4.
CHAINS: Final = {3: 2, 4: 3, 5: 5, 6: 9}
THEOREM_6_EXAMPLE: Final = (3, 12, 3, 1)  # chains of four agents; good, wrong, left; wrong
SECTION_5_3_CHAINS: Final = 8  # "at least" so many for five agents; wrong
SECTION_5_3_RANGE: Final = ("50", "75")  # percent that deals of five agents win; wrong
COMBINATIONS_5: Final = "6.0108039E+8"  # section 5.3.2: of 16 chains among 32

# Table 5.10: deals of five agents that win half of the rounds.
TABLE_5_10: Final = [
    " ".join(color * 16 if agent == seat else "P" * 16 for agent in range(5))
    for seat in range(5)
    for color in "BR"
]

# Sections 5.1.3 and 5.2.2: seconds for brute force and Chain-Method, and their ratios.
SECONDS_3: Final = (1250, 0.5)
MILLISECONDS_3: Final = ("2.3", "2.2")  # a deal, by brute force and by the Chain-Method
RATIO_3: Final = 2400
RATIO_4: Final = (1_716_388, 23_816)  # "72x", called a third of 2400
RATIO_4_PRINTED: Final = (72, "a third")  # times faster, and that as a part of RATIO_3
