"""Exact results about hats, by what they are for.

best         the largest chance to win, and a deal that reaches it, for any world
plans        deals that need no search
simulate     games drawn and played where not all configurations can be
sight_graphs who sees whom, and whether somebody can always be right
cube         two colors: configurations as corners, sets of them as bits
maximal/     all maximal deals, by brute force, chains, and dominating sets
adequate/    the hat-game paper: adequate sets, decision matrices, Psi(N, p)
bounds/      what no deal can do better than, by theorems
programs/    the best deal as an integer program
many_colors/ three colors and more: strong coverings, layer by layer
codes/       covering codes of radius 1, for many agents
"""
