"""`whoknows hats codes --strong`: strong coverings, the losing sets of more colors."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from whoknows.cli.console import note, say, say_json
from whoknows.cli.hats_words import CodeSearch, check_output, words_in, write_words

if TYPE_CHECKING:
    from whoknows.games.hats.rules import Rules
    from whoknows.games.hats.solve.codes.word_codes import WordCode

LINES = "counting lines"
LAYERS = "layers"
DOCS = "docs/hats-beyond.md#more-colors"
MOST_SEARCHED = 20_000  # words of a space in which strong coverings are looked for


def world_of(length: int, colors: int) -> "Rules":
    """The hat game whose losing sets are these codes; refused where it is too large."""
    from whoknows.errors import BadSetup, TooLarge
    from whoknows.games.hats.rules import Rules

    if length < 2:
        raise BadSetup(f"a strong covering has words of at least 2 letters, not {length}")
    if length > 20 or colors**length > MOST_SEARCHED:
        raise TooLarge(
            f"{colors}^{length} words; strong coverings are looked for among"
            f" {MOST_SEARCHED:,}"
        )
    return Rules(length, colors)


def counting_bound(rules: "Rules") -> tuple[int, str]:
    """A size that no strong covering is below, and what says so.

    Each word outside has a line to itself: the M - 1 others of the line are inside, and
    each of those is on N lines.  Layers say more, and up to three letters at once.
    """
    from math import ceil

    from whoknows.games.hats.solve.many_colors.layers.layer_bound import layer_bound

    share = rules.colors - 1
    lines = -(-rules.size * share // (rules.players + share))
    if rules.players > 3:
        return lines, LINES
    layers = ceil(rules.size * (1 - layer_bound(rules)))
    return (layers, LAYERS) if layers > lines else (lines, LINES)


def say_strong(asked: CodeSearch) -> None:
    """A strong covering, searched by annealing."""
    import numpy as np

    from whoknows.errors import BadSetup
    from whoknows.work.proof_kinds import proof_document

    length, output = asked.length, asked.output
    if length is None:
        raise BadSetup("a strong covering needs a --length")
    rules = world_of(length, asked.colors)
    check_output(output, words_only=True)
    if output and output.suffix == ".cnf":
        raise BadSetup(f"{output}: the question of a SAT solver is of ordinary codes")
    code = searched(rules, asked, np.random.default_rng(asked.seed))
    if output:
        write_words(output, code, 1)
    size, (bound, by) = len(code.words), counting_bound(rules)
    if asked.json:
        say_json({"length": length, "colors": asked.colors, "strong": True, "size": size,
                  "bound": bound, "optimal": size == bound, "proven": size == bound,
                  **proof_document("theorem", by=f"{by} ({DOCS})"), "seed": asked.seed,
                  "words": [code.name(word) for word in code.words]})  # fmt: skip
        return
    more = "" if size == bound else "; `hats best` proves more"
    say(f"bound     at least {bound} words, by {by}{more}")
    say(f"found     {size} words of {rules.size}, looked at word by word: a team wins the"
        f" other {rules.size - size}")  # fmt: skip
    if size <= 64:
        say("words     " + " ".join(code.name(word) for word in code.words))


def searched(rules: "Rules", asked: CodeSearch, rng: Any) -> "WordCode":
    """The smallest strong covering of runs of annealing; Ctrl-C keeps the best so far."""
    from time import perf_counter

    from whoknows.games.hats.rules import evaluate
    from whoknows.games.hats.solve.codes.word_codes import WordCode
    from whoknows.games.hats.solve.many_colors.strong_coverings import light_deals

    best, start = tuple(range(rules.size)), perf_counter()
    least = max(asked.target, counting_bound(rules)[0])
    try:
        while len(best) > least and perf_counter() - start < asked.time_limit:
            left = max(0.1, asked.time_limit - (perf_counter() - start))
            for deal in light_deals(rules, seconds=left, rng=rng):
                won = set(evaluate(deal, rules).won_set)
                lost = tuple(c for c in range(rules.size) if c not in won)
                if len(lost) < len(best):
                    best = lost
                    if not asked.json:
                        note(f"{len(best)} words after {perf_counter() - start:.2f} s")
                if len(best) <= least:
                    break
    except KeyboardInterrupt:
        note("stopped: the best so far")
    return WordCode(rules.players, rules.colors, best)


def first_lonely(code: "WordCode") -> int | None:
    """The first word outside that has no line whose others are all of the code."""
    from whoknows.games.hats.rules import evaluate
    from whoknows.games.hats.solve.many_colors.strong_coverings import deal_of

    rules = world_of(code.length, code.colors)
    score = evaluate(deal_of(set(code.words), rules), rules)
    fine = set(score.won_set) | set(code.words)
    return next((word for word in range(rules.size) if word not in fine), None)


def say_strong_check(path: Path, colors: int, *, json: bool) -> None:
    """Whether the words of a file cover strongly."""
    code = words_in(path, colors)
    lonely = first_lonely(code)
    bound, by = counting_bound(world_of(code.length, code.colors))
    if json:
        say_json({"length": code.length, "colors": code.colors, "strong": lonely is None,
                  "words": len(code.words), "bound": bound,
                  "uncovered": None if lonely is None else code.name(lonely)})  # fmt: skip
        return
    say(f"words     {len(code.words)} of length {code.length}, {code.colors} letters")
    say(f"strong    {'yes' if lonely is None else 'no'}")
    if lonely is not None:
        say(f"alone     {code.name(lonely)} has no line whose others are all of the code")
    say(f"bound     no strong covering has fewer than {bound} words, by {by}")
