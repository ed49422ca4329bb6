"""Inquiry from the definition: sets, dictionaries, and every possibility tried."""

from collections import Counter
from functools import cache
from itertools import count
from math import inf

from hypothesis import strategies as st


def parted(matrix, question, cell):
    parts = {}
    for secret in cell:
        parts.setdefault(matrix[question][secret], []).append(secret)
    return parts


def best(matrix, right, cell, score, questions=None):
    """The question with the best score; then a possible one; then the first."""
    keys = {}
    for q in range(len(matrix)) if questions is None else questions:
        sizes = Counter(matrix[q][s] for s in cell).values()
        able = right[q] in cell
        keys[q] = (score.of(tuple(sorted(sizes, reverse=True)), able), not able, q)
    return min(keys, key=keys.get)


def least_total(matrix, right, ends, secrets, worst=inf):
    """The least total over all plans, by trying all questions at every set of secrets."""

    @cache
    def least(cell, left):
        if not cell or (len(cell) == 1 and not ends):
            return 0
        if left <= 0:
            return inf
        costs = [inf]
        for q in range(len(matrix)):
            rest = tuple(s for s in cell if not (ends and right[q] == s))
            parts = parted(matrix, q, rest).values()
            if all(len(part) < len(cell) for part in parts):
                costs.append(len(cell) + sum(least(tuple(p), left - 1) for p in parts))
        return min(costs)

    return least(tuple(range(secrets)), worst)


def least_worst(matrix, right, ends, secrets):
    if least_total(matrix, right, ends, secrets) == inf:
        return None
    return next(w for w in count(0) if least_total(matrix, right, ends, secrets, w) < inf)


@st.composite
def matrices(draw, most_questions=6, most_secrets=6, answers=3):
    """Answers as a list of rows, one for each question."""
    questions = draw(st.integers(1, most_questions))
    secrets = draw(st.integers(1, most_secrets))
    size = questions * secrets  # drawn as one: a list of lists takes ten times as long
    cells = [byte % answers for byte in draw(st.binary(min_size=size, max_size=size))]
    return [cells[start : start + secrets] for start in range(0, size, secrets)]
