"""The hat game written from its definition, slowly and plainly."""

from itertools import combinations, product


def all_hats(rules):
    return list(product(range(rules.colors), repeat=rules.players))


def seen(rules, hats, player):
    """What a player sees, as a value that is the same for views that look alike."""
    others = [color for i, color in enumerate(hats) if i != player]
    return tuple(sorted(others)) if rules.views == "counts" else tuple(others)


def view_order(rules):
    """All views, in the order in which a deal lists its answers."""
    if rules.views == "counts":
        return sorted({seen(rules, hats, 0) for hats in all_hats(rules)})
    return list(product(range(rules.colors), repeat=rules.players - 1))


def wins(rules, deal, hats):
    """Whether a deal (rows of answers: 0 passes, k says color k - 1) wins these hats."""
    views = view_order(rules)
    right = wrong = 0
    for player, color in enumerate(hats):
        answer = deal[player][views.index(seen(rules, hats, player))]
        if answer > 0:
            right += answer - 1 == color
            wrong += answer - 1 != color
    return right >= rules.need and wrong <= rules.wrong


def won_hats(rules, deal):
    return {hats for hats in all_hats(rules) if wins(rules, deal, hats)}


def neighbors(corner, n):
    return [corner ^ (1 << k) for k in range(n)]


def dominates(corners, n):
    inside = set(corners)
    return all(c in inside or inside & set(neighbors(c, n)) for c in range(1 << n))


def is_minimal(mask, n):
    """Whether a set of corners, as a mask, dominates and no part of it does."""
    corners = {corner for corner in range(1 << n) if mask >> corner & 1}
    return dominates(corners, n) and not any(dominates(corners - {c}, n) for c in corners)


def minimal_dominating_sets(n):
    """By trying all sets of corners, smaller ones first."""
    found = []
    for size in range(1, (1 << n) + 1):
        for corners in combinations(range(1 << n), size):
            if dominates(corners, n) and not any(set(f) <= set(corners) for f in found):
                found.append(corners)
    return found
