"""What is wrong in the two papers, beside what is so, each with its evidence.

Every entry is checked by a test, and shown in `docs/errata.md`.
"""

from typing import NamedTuple


class Erratum(NamedTuple):
    """One wrong claim."""

    where: str
    says: str
    truth: str
    evidence: str


JANSSEN = [
    Erratum(
        "Theorem 2",
        "Deals = (2+1)^(2^(3-1)) = 531,441",
        "the exponent N is missing: ((2+1)^(2^(3-1)))^3 = 531,441",
        "(2+1)^(2^(3-1)) is 81, the number of strategies",
    ),
    Erratum(
        "Theorem 2, section 2.2",
        "Thoughts = 531,441 * 8 * 3 = 8,503,056",
        "531,441 * 8 * 3 = 12,754,584",
        "multiplication; 8,503,056 is 531,441 * 16",
    ),
    Erratum(
        "Corollary 1",
        "14 of the deals of three agents are maximal",
        "12 sets of rounds are maximal",
        "all 531,441 deals tried; section 5.1 and Table 5.2 have 12 too",
    ),
    Erratum(
        "Chapter 3",
        "with N = 2^k 1 agents Ebert wins k/k + 1",
        "with N = 2^k - 1 agents the rate is (2^k - 1)/2^k = N/(N+1)",
        "N = 7, k = 3: 112 of 128 rounds are won, not 3/4",
    ),
    Erratum(
        "Theorems 6 and 8",
        "C = RoundedDown(M^N/(N+1)) chains are the least: 3, 5, 9 for N = 4, 5, 6",
        "the least are 4, 7, 12",
        "no 3, 6, or 11 corners dominate the cube: all minimal sets are listed or counted",
    ),
    Erratum(
        "Section 5.1.2",
        "a combination is viable if the last chain changes the set of correct rounds",
        "it must be kept if each of its chains treats a round alone",
        "as told the method finds 10 of 12 deals for N = 3 and 124 of 130 for N = 4: in"
        " RRR, RBB, BRB, BBR the third chain changes no correct round, and yet is needed",
    ),
    Erratum(
        "Table 5.1, Chain C",
        "PPPPPBP for agent 2 and PPBPPPPP for agent 4",
        "PPPPBPPP for both (and a letter is missing in PPPPPPR, RPPPPPP, ...)",
        "the chain that is wrong at BRRR has agents 2, 3, 4 see BRR, the fifth view",
    ),
    Erratum(
        "Figure 5.1, strategy 10",
        "agent 3 always says R, as in strategy 9",
        "agent 3 always says B",
        "the twelve maximal deals; deal 10 of Table 5.2 has BBBB",
    ),
    Erratum(
        "Table 5.3",
        "24 of 32 rounds for five agents, 48 of 64 for six (75 %)",
        "25 of 32 (78.125 %) and 52 of 64 (81.25 %)",
        "the least dominating sets have 7 and 12 corners",
    ),
    Erratum(
        "Section 5.2.2",
        "an agent can see (N-1)^M combinations",
        "M^(N-1)",
        "Table 5.4 lists 2^3 = 8 for four agents; 3^2 is 9",
    ),
    Erratum(
        "Tables 5.5 to 5.8",
        "views in the order of Table 5.4, agents in natural order",
        "the highest-numbered other agent comes first; Table 5.2 has the natural order",
        "read reversed, all legible rows lose a minimal dominating set; read naturally,"
        " 12 of the 130 (mended) rows do",
    ),
    Erratum(
        "Tables 5.5 to 5.8, rows 35, 84, 85, 128",
        "strategies of seven letters, illegible ones, and RPPPPRRP in row 84",
        "the one maximal deal of that score that no other row lists (`four_agents.MENDED`)",
        "all minimal losing sets are listed, and each of the other rows has one of its own",
    ),
    Erratum(
        "Tables 5.6 and 5.7",
        "the deals 41 to 120 win 62.5 % of the rounds",
        "they win 11 of 16, 68.75 %",
        "each row evaluated",
    ),
    Erratum(
        "Section 5.2.2, example",
        "deal 3 of agent two is BRPPPRB",
        "BRPPPPRB",
        "row 3 of Table 5.5; a strategy has eight letters",
    ),
    Erratum(
        "Section 5.2.2, comparison",
        "brute force and Chain-Method were both run for N = 4 and agree",
        "brute force cannot have been exhaustive",
        "3^32 = 1,853,020,188,851,841 deals; at the 2.35 ms a deal of section 5.1.3 they"
        " take 138,000 years",
    ),
    Erratum(
        "Section 5.2.3",
        "72 times faster is a third of 2400 times",
        "it is 3 % of it",
        "72/2400 = 0.03",
    ),
    Erratum(
        "Section 5.3",
        "at least eight chains are needed for N = 5; deals win 50 to 75 %",
        "seven are, and the best deals win 25/32",
        "the 320 dominating sets of seven corners",
    ),
]

VAN_UEM = [
    Erratum(
        "Introduction, K(9, 1)",
        "the upper bound, 62, was found in 2005",
        "it was known when the lower one was proven in 2001",
        "the abstract of Östergård and Blass (2001): from 57 to 62 was known, and the paper"
        " settles 62",
    ),
    Erratum(
        "Section 2.1, {0,1}",
        "a20 must be zero, and 2^2 - 1 = 3 matrices remain",
        "a20 is free (three matrices), a21 is zero",
        "the cases listed there are those of {2,3}; the matrix of {0,1} has * at a20",
    ),
    Erratum(
        "Section 2.2, last table",
        "the terms of 0, 1, 2 zeros are q^2, pq, q^2",
        "q^2, pq, p^2",
        "two zeros are two white hats",
    ),
    Erratum(
        "Section 2.2",
        "the generator is run with nasopt = 6 for p > 1/2",
        "nasopt = 2",
        "two sets have the sum q; Appendix 2 has 2",
    ),
    Erratum(
        "Section 4.2, last table",
        "for das = 5 and 6 the least likely patterns are 1 1 2 1 0 and 1 2 2 1 0",
        "for 1/2 < p < 2 - sqrt(2) they are 1 3 0 0 1 and 1 4 0 0 1",
        "both are adequate, and the difference of the sums is p(p-q)(p^2-2q^2) < 0 there;"
        " the optimum, of four elements, stays",
    ),
    Erratum(
        "Section 5.1",
        "we show the first 6 adequate sets",
        "five are shown",
        "they are the first five in order",
    ),
    Erratum(
        "Section 5.2, B and C",
        "102310 > 120310, and the difference is -2pq(p-q)^3",
        "102310 > 120130, and it is -2pq(p-q)^2",
        "120130 is the class in the table; p^3 - p^2q - pq^2 + q^3 = (p-q)^2 (p+q)",
    ),
    Erratum(
        "Section 5.2, last table",
        "for das = 18 to 26 the pattern is 1 5 10 k 0 0",
        "1 5 9 2 1 0 for 18, then 1 5 10 k 1 0 with k = 2 to 9",
        "without 4 or 5 zeros, the configuration 00000 has no lost neighbor; the least"
        " likely sets follow from the 46,432 minimal ones",
    ),
    Erratum(
        "Section 5.2, under the last table",
        "q^3p^2 < 2q^2p^3 - p^5 < q^2p^3",
        "2q^2p^3 - p^5 < q^3p^2 for all p > 1/2",
        "the difference is p^2(2p-1)(p^2-3p+1), below 0 there; and at 2 - sqrt(2) the"
        " middle is 0",
    ),
    Erratum(
        "Section 7",
        "the method has to deal with the sets of das elements, C(2^N, das) of them",
        "and with all smaller ones to know das, and for p other than 1/2 with all larger",
        "section 5 tries das = 4 to 32 for N = 5: 2^32 sets in all, not 3,365,856",
    ),
    Erratum(
        "Sections 7 and 8, complexity",
        "1.8E+15 strategies for N = 4, and 3.2E+12 sets for N = 6",
        "1.9E+15 and 3.3E+12 (the others are rounded, these cut off)",
        "3^32 = 1,853,020,188,851,841 and C(64, 12) = 3,284,214,703,056",
    ),
    Erratum(
        "Section 8, N = 5",
        "40 (p < sqrt(2) - 1 or p = 2 - sqrt(2))",
        "40 at p = sqrt(2) - 1 and at p = 2 - sqrt(2)",
        "the 10 and the 30 optimal sets tie just there; below sqrt(2) - 1 the 30 are"
        " alone, as the line above it says",
    ),
    Erratum(
        "Appendix 1",
        "scode = scode + d(u) * 2^(u-k)",
        "2^(u-2)",
        "with u-k, player 3 of 4 takes the hats of players 2 and 4 for each other, and the"
        " program finds 154 sets of four elements, not 40; for N = 5 it finds 32 of five,"
        " and there are none",
    ),
]
