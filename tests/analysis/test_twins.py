"""The numbers of a review are those of the definitions, spelled out world by world."""

import math
import re
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from tests.games.written.test_prospects import COIN

from toy import TOY
from whoknows.analysis import review
from whoknows.analysis.review import distinct
from whoknows.catalog import GAMES
from whoknows.errors import WhoknowsError
from whoknows.games.written import solve
from whoknows.games.written.show.chances import doubts
from whoknows.games.written.show.judge import gains_of
from whoknows.play.judging import ONE_STEP, PROVEN, PlainJudge
from whoknows.play.strategies import find_strategy
from whoknows.play.table.referee import Table, finish


def played(name, strategies, seed, **options):
    """A run between strategies; a single one takes all seats."""
    game = GAMES[name]
    table = Table.dealt(game, game.setup(**options), seed)
    names = strategies * len(table.seats) if len(strategies) == 1 else strategies
    return finish(table, [find_strategy(game, each) for each in names])


def scenes(table):
    """The table before the first turn, and after each."""
    return [table.undo(len(table.turns) - turn) for turn in range(len(table.turns) + 1)]


# ----------------------------------------------------------------- the best play


def black_white(guess, code):
    """The answer to a guess, by the rules of [Knuth1976]."""
    black = sum(a == b for a, b in zip(guess, code, strict=True))
    shared = sum(min(guess.count(c), code.count(c)) for c in {*guess})
    return black, shared - black


@cache
def least(cell, questions, answer, ends):
    """The least total of guesses over a cell: every question tried, every part solved."""
    if not ends and len(cell) == 1:
        return 0
    found = [asking(cell, q, questions, answer, ends) for q in questions]
    return min(total for total in found if total is not None)


@cache
def fewest(cell, questions, answer, ends):
    """The least worst case of a cell: every question tried, every part solved."""
    if not ends and len(cell) == 1:
        return 0
    return min(w for q in questions if (w := worst(cell, q, questions, answer, ends)))


def worst(cell, question, questions, answer, ends):
    """The least worst case if this question is asked now; none if it tells nothing."""
    parts = {}
    for world in cell:
        parts.setdefault(answer(question, world), []).append(world)
    left = [frozenset(p) for p in parts.values() if not (ends and p == [question])]
    if cell in left:
        return None
    return 1 + max((fewest(part, questions, answer, ends) for part in left), default=0)


def asking(cell, question, questions, answer, ends):
    """The least total if this question is asked now; none for one that tells nothing."""
    parts = {}
    for world in cell:
        parts.setdefault(answer(question, world), []).append(world)
    left = [frozenset(p) for p in parts.values() if not (ends and p == [question])]
    if cell in left:
        return None
    return len(cell) + sum(least(part, questions, answer, ends) for part in left)


@pytest.mark.parametrize("seed", range(6))
def test_mastermind_by_trying_every_plan(seed):
    table = played("mastermind", ["random"], seed, pegs=2, colors=3, rows=5)
    codes = tuple(product(range(3), repeat=2))
    cell = frozenset(codes)
    for move, turn in zip(review(table).moves, table.turns, strict=True):
        guess = turn[0]
        best = least(cell, codes, black_white, True)
        made = asking(cell, guess, codes, black_white, True)
        made = len(cell) + best if made is None else made
        kept = frozenset(
            c for c in cell if black_white(guess, c) == black_white(guess, table.secret)
        )
        after = (
            0
            if guess == table.secret
            else Fraction(least(kept, codes, black_white, True), len(kept))
        )
        value = Fraction(made, len(cell))
        assert (move.before, move.after) == (len(cell), len(kept))
        assert move.claim == PROVEN
        assert math.isclose(-move.value, value)
        assert math.isclose(move.loss, value - Fraction(best, len(cell)), abs_tol=1e-12)
        assert math.isclose(move.luck, value - 1 - after, abs_tol=1e-12)
        assert math.isclose(move.skill, 1 - move.loss)
        assert move.best_worst_case == fewest(cell, codes, black_white, True)
        most = worst(cell, guess, codes, black_white, True)
        assert move.worst_case == (most or move.best_worst_case + 1)
        for name in move.best:
            code = tuple(int(digit) - 1 for digit in name)
            assert asking(cell, code, codes, black_white, True) == best
        cell = kept


@pytest.mark.parametrize(("name", "options", "strategy"), [
    ("mastermind", {"pegs": 3, "colors": 4}, "entropy"),
    ("mastermind", {"pegs": 2, "colors": 6}, "first"),
    ("mastermind", {"pegs": 3, "colors": 4, "rows": 60}, "random"),
    ("balance", {"coins": 8}, "random"),
    ("balance", {"coins": 12}, "parts"),
    ("balance", {"coins": 7, "kind": "heavy", "odd": 2}, "worst-case"),
])  # fmt: skip
def test_moves_made_are_those_of_the_best_play_plus_losses_minus_luck(
    name, options, strategy
):
    for seed in range(4):
        table = played(name, [strategy], seed, **options)
        game: Any = GAMES[name]
        if not game.figures(table.state)["found"]:
            continue
        found = review(table)
        judge = game.judge(table.setup)
        first = table.undo(len(table.turns)).sight(0)
        start = -float(judge.judged(first, 0, table.turns[0][0]).best)
        lost = sum(move.loss for move in found.moves)
        assert math.isclose(len(table.turns), start + lost - found.luck)


def scales(weighing, world):
    """How the scales tip for a world of odd coins."""
    left, right = (sum(world[c - 1] for c in pan if c <= len(world)) for pan in weighing)
    return (left > right) - (left < right)


@pytest.mark.parametrize("seed", range(4))
def test_balance_by_trying_every_plan(seed):
    table = played("balance", ["random"], seed, coins=4, kind="heavy", references=1)
    weighings = tuple(GAMES["balance"].moves(table.undo(len(table.turns)).sight(0)))
    worlds = [tuple(int(k == odd) for k in range(4)) for odd in range(4)]
    cell = frozenset(worlds)
    for move, turn in zip(review(table).moves, table.turns, strict=True):
        best = least(cell, weighings, scales, False)
        made = asking(cell, turn[0], weighings, scales, False)
        made = len(cell) + best if made is None else made
        assert math.isclose(-move.value, Fraction(made, len(cell)))
        assert math.isclose(move.loss, Fraction(made - best, len(cell)), abs_tol=1e-12)
        most = worst(cell, turn[0], weighings, scales, False)
        assert move.best_worst_case == fewest(cell, weighings, scales, False)
        assert move.worst_case == (most or move.best_worst_case + 1)
        cell = frozenset(
            w for w in cell if scales(turn[0], w) == scales(turn[0], table.secret)
        )
        assert move.after == len(cell)


# ------------------------------------------------------------------ one step, exact


@pytest.mark.parametrize("seed", range(5))
def test_davinci_by_the_worlds_of_the_model(seed):
    table = played(
        "davinci", ["random", "careful", "aggressive"], seed, players=3, tiles=8, hand=2
    )
    places = scenes(table)
    for move in review(table).moves:
        made = table.turns[move.turn - 1][move.seat]
        before, after = places[move.turn - 1], places[move.turn]
        held = worlds_of(before, move.seat)
        assert move.before == len(held)
        assert move.after == len(worlds_of(after, move.seat))
        for other, bits in move.told.items():
            was, now = (len(worlds_of(each, other)) for each in (before, after))
            assert math.isclose(bits, math.log2(was / now), abs_tol=1e-12)
        if move.value is None:
            assert not hasattr(made, "tile")
            continue
        chances = [right_in(held, g) for g in before.game.moves(before.sight(move.seat))]
        right = right_in(held, made)
        assert math.isclose(move.value, right)
        assert math.isclose(move.loss, max(chances) - right, abs_tol=1e-12)
        came = after.history[-1].answer.right
        assert math.isclose(move.luck, came - right, abs_tol=1e-12)


def worlds_of(table, seat):
    """The worlds of a seat in the model of `logic`: everybody's tiles, by their places."""
    found = table.game.model(table.sight(seat), 10**6)
    return found.held_keys


def right_in(held, guess):
    """The share of worlds in which a guess is right; to stop is none."""
    if not hasattr(guess, "tile"):
        return Fraction(0)
    return Fraction(
        sum(world[guess.seat][guess.place] == guess.tile for world in held), len(held)
    )


TOLD = re.compile(r"(\w+)'s guess at turn (\d+) told (\w+) that (.*)\.")
PLACE = re.compile(r"([a-h])(\d+) is ([bw]\S+)")
KNEW = re.compile(
    r"(?:After turn (\d+)|From the start), (\w+) could have known that (.*); "
    r"the guess at turn (\d+) was another one, and wrong\."
)


def test_what_is_said_of_davinci_is_so_in_the_model():
    said = {"told": 0, "knew": 0}
    names = ["Ann", "Bob", "Cat"]
    for seed in range(8):
        table = played(
            "davinci", ["random", "aggressive", "random"], seed, players=3, tiles=10, hand=2
        )
        places = scenes(table)
        for remark in review(table, names).moments:
            if found := TOLD.fullmatch(remark.text):
                asker, turn, other = names.index(found[1]), int(found[2]), found[3]
                assert turn == remark.turn
                for agent, place, tile in PLACE.findall(found[4]):
                    assert "abc".index(agent) == asker
                    spot = asker, int(place) - 1
                    assert certain(places[turn], names.index(other), spot) == tile
                    assert certain(places[turn - 1], names.index(other), spot) is None
                    said["told"] += 1
            elif found := KNEW.fullmatch(remark.text):
                first, seat = int(found[1] or 0), names.index(found[2])
                [(agent, place, tile)] = PLACE.findall(found[3])
                spot = "abc".index(agent), int(place) - 1
                for time in range(first, int(found[4])):
                    assert certain(places[time], seat, spot) == tile
                assert not first or certain(places[first - 1], seat, spot) is None
                said["knew"] += 1
            else:
                assert remark.text.startswith(
                    ("The largest", "The luckiest", "The turning")
                )
    assert min(said.values()) > 0


def certain(table, seat, spot):
    """The tile at a place, in the words of the game, if a seat knows it."""
    from whoknows.games.davinci.rules import tile_name

    owner, place = spot
    tiles = {world[owner][place] for world in worlds_of(table, seat)}
    return tile_name(min(tiles)) if len(tiles) == 1 else None


# --------------------------------------------------------------- to call, or be silent


@pytest.mark.parametrize("strategy", ["logician", "daring", "silent", "random"])
def test_muddy_by_the_model(strategy):
    for seed in range(4):
        table = played("muddy", [strategy], seed, children=3)
        places = scenes(table)
        for move in review(table).moves:
            before = places[move.turn - 1]
            held = before.game.model(before.sight(move.seat), 1000)
            own = {faces[move.seat] for faces in held.held_keys}
            assert move.before == len(own)
            due = "unsure" if len(own) > 1 else "muddy" if own == {1} else "clean"
            assert move.best == (due,)
            value = 1.0 if move.name == due else 0.0
            if move.name != due and due == "unsure":
                value = 0.5
            assert move.value == value
            named = {"muddy": True, "clean": False}
            came = value
            if move.name in named:
                came = float(table.secret[move.seat] == named[move.name])
            assert math.isclose(move.luck, came - value)


EGG = re.compile(
    r"After turn (\d+), (\w+) could know the stack (\d+)"
    r"(?:: with ([\d, ]+)(?: or \d+ more)?, (.*) would have called)?.*\."
)


def test_what_is_said_of_egghead_is_so_in_the_model():
    names = ["Ann", "Bob", "Cat"]
    silences = 0
    for seed in range(5):
        table = played(
            "egghead", ["logician"], seed, players=3, cards=1, values=5, points=3, rounds=20
        )
        places = scenes(table)
        for remark in review(table, names).moments:
            found = EGG.fullmatch(remark.text)
            if not found:
                assert remark.text.startswith(
                    ("The largest", "The luckiest", "The turning")
                )
                continue
            turn, seat = int(found[1]), names.index(found[2])
            after, before = places[turn], places[turn - 1]
            [own] = own_stacks(after, seat)
            assert stack_text(after, own) == found[3]
            assert len(own_stacks(before, seat)) > 1
            if found[4]:
                silent = [names.index(who) for who in found[5].split(" or ")]
                for gone in found[4].split(", "):
                    worlds = [
                        world
                        for world in worlds_of(before, seat)
                        if stack_text(before, world[seat]) == gone
                    ]
                    assert worlds, "it was possible before"
                    for world in worlds:
                        assert any(knows_own(before, s, world) for s in silent)
                silences += 1
    assert silences > 0


def own_stacks(table, seat):
    """The stacks of its own that a seat holds possible, in the model."""
    return {world[seat] for world in worlds_of(table, seat)}


def stack_text(table, number):
    """A stack as people write it."""
    return "".join(map(str, table.setup.box.all[number]))


def knows_own(table, seat, world):
    """Whether a seat would know its stack if that were the world, in the global model."""
    found = table.game.model(table.sight(None), 10**6)
    alike = {
        other[seat]
        for other in found.held_keys
        if all(
            a == b for k, (a, b) in enumerate(zip(other, world, strict=True)) if k != seat
        )
    }
    return len(alike) == 1


# ------------------------------------------------------------------------- the hats


@pytest.mark.parametrize("strategy", ["opposite", "random", "leader"])
def test_hats_by_every_configuration(strategy):
    for seed in range(4):
        table = played("hats", [strategy], seed)
        for move in review(table).moves:
            hats = list(table.secret)
            wins = {}
            for answer in (0, 1, 2):
                won = 0
                for own in (0, 1):
                    hats[move.seat] = own
                    said = [ebert(hats, seat) for seat in range(3)]
                    said[move.seat] = answer
                    right = any(a == h + 1 for a, h in zip(said, hats, strict=True))
                    wrong = any(a and a != h + 1 for a, h in zip(said, hats, strict=True))
                    won += right and not wrong
                wins[answer] = Fraction(won, 2)
            made = table.turns[0][move.seat]
            assert math.isclose(move.value, wins[made])
            assert math.isclose(move.loss, max(wins.values()) - wins[made])
            assert len(move.best) == [*wins.values()].count(max(wins.values()))


@pytest.mark.parametrize(
    ("deal", "options", "strategies"),
    [
        ("RPPB PRBP PRBP", {"agreed": "RPPB PRBP PRBP"}, ("opposite",) * 3),
        ("RRRR PPPP PPPP", {}, ("Ann", "leader", "leader")),
        ("BPPR BPPR BPPR", {}, ("opposite", "leader", "")),  # not one deal: the best known
    ],
)
def test_hats_are_judged_by_the_deal_that_was_agreed(deal, options, strategies):
    """The twin reads the deal: a word a seat, and a letter for RR, RB, BR, BB."""
    game, words = GAMES["hats"], deal.split()

    def due(hats, seat):
        one, two = (hat for other, hat in enumerate(hats) if other != seat)
        return "PRB".index(words[seat][2 * one + two])

    for seed in range(3):
        table = Table.dealt(game, game.setup(players=3, **options), seed)
        table = finish(table, [find_strategy(game, "random")] * 3)
        found = review(table, strategies=strategies)
        for move in found.moves:
            hats, wins = list(table.secret), []
            for answer in (0, 1, 2):
                won = 0
                for own in (0, 1):
                    hats[move.seat] = own
                    said = [due(hats, seat) for seat in range(3)]
                    said[move.seat] = answer
                    right = any(a == h + 1 for a, h in zip(said, hats, strict=True))
                    wrong = any(a and a != h + 1 for a, h in zip(said, hats, strict=True))
                    won += right and not wrong
                wins.append(Fraction(won, 2))
            made = table.turns[0][move.seat]
            assert math.isclose(move.value, wins[made])
            assert math.isclose(move.loss, max(wins) - wins[made])
            broke = f"{found.seats[move.seat]} was to say {words[move.seat][0]}"
            said = [each.text for each in found.moments if broke[:-1] in each.text]
            assert bool(said) == (made != due(table.secret, move.seat))
    name = options.get("agreed") or ("'leader', which" if "Ann" in strategies else "best")
    assert name in found.measure
    assert name in found.moves[0].claim


def ebert(hats, seat):
    """If both others wear one color, say the other one; else pass [Ebert1998]."""
    one, two = (hat for other, hat in enumerate(hats) if other != seat)
    return 2 - one if one == two else 0


# -------------------------------------------------------------- a game without a judge


def test_a_game_without_a_judge_is_judged_by_bits():
    table = Table.with_secret(TOY, TOY.setup(cards=4, rounds=3), (0, 2))
    table = table.play({0: 1}).play({1: 3}).play({0: 2})
    first, second, third = review(table).moves
    # Seat 0 holds card 0; the other has 1, 2, or 3, and any guess is right once in three.
    average = (math.log2(3) + 2 * math.log2(3 / 2)) / 3
    assert (first.before, first.after) == (3, 2)
    assert math.isclose(first.bits, math.log2(3 / 2))
    assert math.isclose(first.expected_bits, average)
    assert math.isclose(first.luck, first.bits - average)
    assert first.best == ("1", "2", "3")
    assert first.loss == 0
    # It told seat 1, who holds card 2, that seat 0 does not hold card 1.
    assert math.isclose(first.told[1], math.log2(3 / 2))
    assert (second.before, second.after) == (2, 1)
    # The guess of 3 told seat 0 that seat 1 lacks it: nothing is left to be gained.
    assert math.isclose(second.told[0], 1.0)
    assert (third.before, third.value, third.stake, third.skill) == (1, 0.0, 0.0, 1.0)


def test_moves_made_at_once_are_judged_over_all_that_the_other_may_do():
    """Both guess: the twin lists every card of the other and every guess of theirs."""
    table = Table.with_secret(TOY, TOY.setup(cards=4, rounds=2, together=True), (0, 2))
    table = table.play({0: 1, 1: 3}).play({0: 2, 1: 0})
    moves = review(table).moves
    left = {0: {1, 2, 3}, 1: {0, 1, 3}}  # the cards that the other may hold
    guessed = {0: set(), 1: set()}
    for turn in range(2):
        for move in (each for each in moves if each.turn == turn + 1):
            seat, own, held = move.seat, table.secret[move.seat], left[move.seat]
            gains = {}
            for guess in {0, 1, 2, 3} - {own} - guessed[seat]:
                bits = []
                for other in held:
                    theirs = {0, 1, 2, 3} - {other} - guessed[1 - seat]
                    for reply in theirs:
                        after = fitting(held, own, guess, reply, other)
                        bits.append(math.log2(len(held) / len(after)) / len(theirs))
                gains[guess] = sum(bits) / len(held)
            made = table.turns[turn][seat]
            assert math.isclose(move.value, gains[made], abs_tol=1e-12)
            assert math.isclose(move.loss, max(gains.values()) - gains[made], abs_tol=1e-12)
            assert math.isclose(move.luck, move.bits - gains[made], abs_tol=1e-12)
            assert move.claim == ONE_STEP
        for seat in (0, 1):
            made = table.turns[turn]
            own, other = table.secret[seat], table.secret[1 - seat]
            left[seat] = fitting(left[seat], own, made[seat], made[1 - seat], other)
            guessed[seat].add(made[seat])
    assert review(table).skill is not None


def fitting(held, own, guess, reply, other):
    """The cards of the other that fit a turn: all hear only whether a guess was right.

    Nobody guesses the card that they hold.
    """
    said = guess == other or reply == own
    return {c for c in held if c != reply and (guess == c or reply == own) == said}


# ------------------------------------------------------------------------ written games


def states_held(table, sight, seat):
    """The states that look so to a seat, with their weights: every world is played anew."""
    game, book, found = table.game, table.setup.book, []
    for world in range(book.worlds.size):
        try:
            now = Table.with_secret(game, table.setup, world)
            for turn in table.turns:
                now = now.play(turn)
        except WhoknowsError:
            continue
        if now.sight(seat) == sight:
            weights = book.worlds.weights
            found.append((now, 1 if weights is None else int(weights[world])))
    return found


def bits_by_playing(states, seat, move):
    """What a move comes to in every state: its bits, and whether the game is over."""
    for now, weight in states:
        after = now.play({seat: move})
        left = after.game.worlds(after.sight(seat))
        yield weight, math.log2(len(states) / left), after


@pytest.mark.parametrize("text", ["davinci", "guesswho", "hanabi", COIN])
def test_moves_of_written_games_by_playing_every_world(text):
    game: Any = GAMES["written"]
    for seed in range(3):
        whole = Table.dealt(game, game.setup(text=text), seed)
        whole = finish(whole, [find_strategy(game, "random")] * len(whole.seats))
        table = whole.undo(len(whole.turns) - min(seed, len(whole.turns) - 1))
        [seat] = table.turn
        sight = table.sight(seat)
        states = states_held(table, sight, seat)
        total, made = sum(weight for _, weight in states), table.game.moves(sight)
        came = {move: list(bits_by_playing(states, seat, move)) for move in made[:8]}
        last = all(after.over for each in came.values() for _, _, after in each)
        gains = gains_of(sight, made)
        judge = game.judge(table.setup)
        for move, ways in came.items():
            mean = sum(weight * bits for weight, bits, _ in ways) / total
            assert math.isclose(gains[move].bits, mean, abs_tol=1e-12)
            assert gains[move].ends == all(after.over for _, _, after in ways)
            if last and len(made) > len(came):
                continue  # whether all moves are the last is told by all of them
            judged = judge.judged(sight, seat, move)
            got = [
                weight * float(judge.reached(sight, seat, move, after.sight(seat)))
                for weight, _, after in ways
            ]
            assert math.isclose(sum(got) / total, judged.value, abs_tol=1e-12)


def test_a_move_known_to_be_right_is_best_and_an_end_teaches_nothing():
    game = GAMES["written"]
    table = Table.with_secret(game, game.setup(text=COIN), 0)
    for move in ("look 1", "look 2", "name heads"):
        table = table.play({table.turn[0]: game.parse_move(move, table.setup)})
    ann, bob, last = review(table).moves
    heads = (3 * math.log2(4 / 2) + math.log2(4 / 2)) / 4  # either face leaves two of four
    assert (ann.value, ann.loss) == (heads, 0)
    assert (bob.before, bob.value) == (4, heads)  # a whisper told bob nothing
    # Every move is the last one now: only whether it is right counts, and it is known.
    assert (last.value, last.stake, last.luck, last.best) == (1, 1, 0, ("name heads",))


def test_who_has_no_move_and_passes_is_judged_too():
    """Ann may not go, and all see which part is the larger one; it halves the worlds."""
    text = "seats ann, bob\nparts x: 1..4\nboard b: 0..9\nall see x > 2 if b > 0\n"
    text += "always makes b := b + 1\nmove go\n  if b > 0\nends if round = 2"
    game = GAMES["written"]
    table = Table.with_secret(game, game.setup(text=text), 0)
    for move in ("pass", "go"):
        table = table.play({table.turn[0]: game.parse_move(move, table.setup)})
    ann, bob = review(table).moves
    assert (ann.name, ann.value, ann.loss, ann.luck) == ("pass", 1, 0, 0)  # 4 become 2
    assert (bob.value, bob.loss) == (0, 0)  # the last move, and it cannot be right


def test_many_moves_are_judged_by_a_part_of_them_and_it_is_said(monkeypatch):
    monkeypatch.setattr(solve, "MOST_TERMS", 40)
    game = GAMES["written"]
    table = Table.dealt(game, game.setup(text="cluedo"), 1)
    table = table.play({0: game.parse_move("suggest plum pipe hall", table.setup)})
    [move] = review(table, seat=0).moves
    assert re.fullmatch(r"one step, exact, the best of \d+ of 36 moves", move.claim)
    assert move.loss >= 0


@pytest.mark.parametrize("name", ["hats", "muddy"])
def test_calls_of_written_games_are_judged_by_their_clauses(name):
    game = GAMES["written"]
    for seed in range(4):
        table = Table.dealt(game, game.setup(text=name), seed)
        table = finish(table, [find_strategy(game, "random")] * len(table.seats))
        found = review(table)
        assert len(found.moves) == sum(map(len, table.turns)) > len(table.turns)
        assert found.skill is not None
        for move in found.moves:
            sight = table.undo(len(table.turns) - move.turn + 1).sight(move.seat)
            assert math.isclose(move.value, no_mistake(name, sight, move))
            assert move.loss == 1 - move.value
            assert move.stake == 1


def no_mistake(name, sight, move):
    """The chance that a call is none, from what the seat can tell of its own thing."""
    words = {"hats": {"say red": "red", "say blue": "blue"}}
    mine = words.get(name, {"muddy": "yes", "clean": "no"}).get(move.name)
    own = f"{'hat' if name == 'hats' else 'muddy'}_{sight.setup.book.seats[move.seat]}"
    [doubt] = [each for each in doubts(sight) if each.name == own]
    if mine is not None:
        return sum(value.chance for value in doubt.values if value.word == mine)
    return 1 if name == "hats" else len(doubt.values) > 1


def test_a_plain_judge_may_be_asked_in_any_order():
    """What it remembers of one moment does not change what it says of another."""
    setup = TOY.setup(cards=4, rounds=3)
    one = Table.with_secret(TOY, setup, (0, 2)).play({0: 1}).play({1: 3})
    other = Table.with_secret(TOY, setup, (0, 2)).play({0: 3}).play({1: 1})
    judge = PlainJudge(TOY, setup)
    for table, move in ((one, 2), (one.undo(2), 1), (other, 2), (one, 3), (one.undo(), 0)):
        seat = table.turn[0]
        found = judge.judged(table.sight(seat), seat, move)
        assert found == PlainJudge(TOY, setup).judged(table.sight(seat), seat, move)
        assert found is not None


def test_seats_of_equal_strategies_have_the_names_of_the_text():
    game = GAMES["written"]
    table = Table.dealt(game, game.setup(text="cluedo"), 1)
    for names, wanted in {
        ("logician", "logician", "greedy"): ["Ann", "Bob", "greedy"],
        ("Bob", "logician", "logician"): ["Bob", "logician (1)", "Cat"],
        ("Eve", "Eve", "logician"): ["Eve (0)", "Eve (1)", "logician"],
        (): ["Ann", "Bob", "Cat"],
    }.items():
        assert distinct(table, names, ["logician"] * 3) == wanted
