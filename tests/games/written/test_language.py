"""The language of written games: what it says, errors at their place, and limits."""

import numpy as np
import pytest

from tests.games.written.mutations import mutated, tried
from whoknows.catalog import own_game
from whoknows.errors import (
    BadFile,
    BadSetup,
    IllegalMove,
    TooLarge,
    UnknownName,
    WhoknowsError,
)
from whoknows.games.written.game import GAME, WrittenGame
from whoknows.games.written.rules import gallery, gallery_text, read_book
from whoknows.games.written.rules.statements import LONGEST_TITLE
from whoknows.play.strategies import random_moves
from whoknows.play.table import transcript
from whoknows.play.table.referee import Table, finish

HEAD = "seats ann, bob\nparts card[seats]: 1..4\nlaw distinct{card[x] for x: seats}\n"
REST = "move go\nends if round = 1\n"


def game_of(*lines, head=HEAD, rest=REST):
    return WrittenGame(head + "".join(f"{line}\n" for line in lines) + rest)


def worlds(*lines, **more):
    return game_of(*lines, **more).setup().book.worlds.size


def test_laws_leave_the_worlds_that_keep_them():
    assert worlds() == 4 * 3
    assert worlds("law card[ann] < card[bob]") == 6
    assert worlds("law card[x] mod 2 = 0 for x: seats") == 2
    assert worlds("law card_ann + card_bob = 5 & ~(card_ann = 1)") == 3
    assert worlds("law oneof{card[x] = 1 for x: seats}") == 6
    assert worlds("law card_ann = 1 -> card_bob = 2") == 9 + 1
    assert worlds("law max{card_ann, card_bob} - min{card_ann, card_bob} > 1") == 6
    assert worlds("law sum{card[x] for x: seats} = 5 ^ card_ann = 1") == 5
    assert worlds("law card_ann in {1, card_bob + 1}") == 3 + 3
    assert worlds("law ~card_ann in {2..3} & card_bob in {4}") == 1


def test_weights_deal_some_worlds_more_often():
    game = game_of("weight if card_ann = 4 then 3 else if card_ann = 3 then 0 else 1")
    book = game.setup().book
    assert book.worlds.size == 9  # what never happens is no world
    assert book.worlds.weights.sum() == 3 * 3 + 6
    drawn = [game.deal(game.setup(), np.random.default_rng(k)) for k in range(300)]
    fours = sum(int(book.worlds.columns["card_ann"][world] == 4) for world in drawn)
    assert 130 < fours < 230  # of 300, 3/5 are expected


def test_what_is_told_to_one_is_told_to_nobody_else():
    game = game_of(
        "ann sees card_ann", "move ask", "  tells me: card_bob", rest="ends if round = 2\n"
    )
    table = Table.dealt(game, game.setup(), 1).play(
        {0: game.parse_move("ask", game.setup())}
    )
    counts = {seat: game.worlds(table.sight(seat)) for seat in (0, 1, None)}
    assert counts == {0: 1, 1: 12, None: 12}
    assert [w.text for w in table.sight(0).whispers]
    assert not table.sight(1).whispers


def test_a_move_says_what_its_mover_knows():
    ask = "move dunno\n  says ~Kv me card_bob\nmove sure\n  says Kv me card_bob"
    moves = ("ann sees card_ann", "bob sees card_bob", ask)
    two = HEAD.replace("1..4", "1..2")
    game = game_of(*moves, rest="ends if round = 2\n", head=two)
    table = Table.dealt(game, game.setup(), 1)
    assert game.worlds(table.sight(0)) == 1  # of two cards, she sees one
    table = table.play({0: game.parse_move("dunno", table.setup)})
    assert table.history[-1].answer.not_so == (0,)  # and the referee says that she erred


def test_who_has_no_move_passes_and_that_tells():
    game = game_of(
        "each sees card[me]", "move one", "  if card[me] = 1", rest="ends if round = 2\n"
    )
    table = Table.with_secret(game, game.setup(), game.from_json(
        {"card_ann": 2, "card_bob": 1}, game.setup()))  # fmt: skip
    [only] = game.moves(table.sight(0))
    assert game.move_name(only) == "pass"
    table = table.play({0: only})
    assert game.worlds(table.sight(None)) == 9  # ann has no 1
    with pytest.raises(IllegalMove, match="may not pass"):
        table.play({1: only})
    table = Table.with_secret(game, game.setup(), game.from_json(
        {"card_ann": 2, "card_bob": 1}, game.setup()))  # fmt: skip
    with pytest.raises(IllegalMove, match=r"that it holds: if card\[me\] = 1$"):
        table.play({0: game.parse_move("one", game.setup())})


def test_phases_turns_and_private_seats():
    game = WrittenGame(gallery_text("russian"))
    table = Table.dealt(game, game.setup(), 2)
    logicians = [game.strategies["logician"]] * 3
    assert table.turn == (0,)
    table = table.step(logicians)
    assert table.turn == (1,)
    table = table.step(logicians)
    assert table.turn == (2,)
    # To say the sum modulo 7 is safe: a theorem of van Ditmarsch (2003).
    table = finish(table, logicians)
    assert table.result == {0: 1.0, 1: 1.0, 2: 0.0}


OWN = "p[k] for k: 1..200"
LONG = "count{p[x] & p[y] & p[z] for x: 1..9, y: 1..9, z: 1..9} = 1"
DOUBLING = "let g0(x) = sum{x for y: 1 2}/" + "/".join(
    f"let g{k + 1}(x) = g{k}({' + '.join('x' * 8)})" for k in range(20)
)
MISTAKES = [
    ("facts p/move go/  if q/ends", UnknownName, "4:6: no name 'q'"),
    ("facts p/move go/  if p &/ends", BadFile, "4:9: the clause ends too soon"),
    ("parts x: 1 2/law x/move go/ends", BadFile, "3:5: a claim"),
    ("parts x: a b/law x < a/move go/ends", BadFile, "'<' compares numbers"),
    ("parts x: 1 2/law x = ann/move go/ends", BadFile, "a number is compared"),
    ("facts p/move go", BadFile, "when does it end"),
    ("facts p/law p & ~p/move go/ends", BadFile, "3:9: no world keeps all laws"),
    ("facts p[ann]/law p[bob]/move go/ends", UnknownName, "3:7: no name 'bob'"),
    ("facts p/move go/  if K bob p/ends", UnknownName, "4:8: no seat 'bob'"),
    ("let f(x) = f(x)/facts p/move go/  if f(p)/ends", BadFile, "is defined by itself"),
    ("turns in order unless p/facts p/move go/ends", BadFile, "must be public"),
    ("nonsense", BadFile, "2:1: a statement starts with one of"),
    ("parts x: 1..5000/move go/ends", TooLarge, "5,000 values"),
    ("parts x, y, z: 1..900/law x * y = z/move go/ends", TooLarge, "7.3e+8 combinations"),
    ("parts x, y, z: 1..900/law x * y = z/move go/ends", TooLarge, "810,000 pairs"),
    ("facts p/move go(a: 1..99, b: 1..99)/ends", TooLarge, "9,801 moves"),
    (f"facts p/law {'(' * 99}p{')' * 99}/move go/ends", BadFile, "deep"),
    ("x" * 30_000, TooLarge, "30,010 characters"),
    (
        f"parts p[1..200]: 1/law distinct{{{OWN}}}/move go/ends",
        TooLarge,
        "laws, one for each",
    ),
    (
        f"facts p[1..9]/move go(a: 1..70, b: 1..70)/  if {LONG}/ends",
        TooLarge,
        "to list 'go'",
    ),
    (f"parts p: 1 2/{DOUBLING}/law g20(p) = 1/move go/ends", WhoknowsError, ""),
]


@pytest.mark.parametrize(("text", "kind", "said"), MISTAKES)
def test_a_mistake_is_shown_at_its_place(text, kind, said):
    with pytest.raises(kind) as error:
        read_book("seats ann\n" + text.replace("/", "\n"))
    assert said in str(error.value), str(error.value)


def test_a_text_begins_at_the_start_of_a_line_and_names_seats():
    with pytest.raises(BadFile, match="1:3: a statement begins at the start of a line"):
        read_book("  seats ann")
    with pytest.raises(BadFile, match="no seats are named"):
        read_book("facts p")


def test_an_error_has_the_line_and_a_caret():
    with pytest.raises(UnknownName) as error:
        read_book("seats ann\nfacts muddy\nlaw   muddy | mudy\nmove go\nends", "my.game")
    assert str(error.value) == (
        "my.game:3:15: no name 'mudy'; did you mean 'muddy'?\n"
        "  law   muddy | mudy\n"
        "                ^"
    )


@pytest.mark.parametrize("name", gallery())
def test_every_text_of_the_gallery_is_short_and_plays(name):
    text = gallery_text(name)
    assert len(text.splitlines()) <= 60
    game = WrittenGame(text)
    every = [random_moves(game), *game.strategies.values()]
    for seed, strategies in enumerate(every[: 2 if name == "mastermind" else None]):
        table = Table.dealt(game, game.setup(), seed)
        for _ in range(1 if name == "mastermind" and seed else 6):
            if not table.over:
                table = table.step([strategies] * len(table.seats))
    document = transcript.written(table)
    again = transcript.read(document, lambda _: GAME).table  # the text is in it
    assert again.history == table.history


def test_the_gallery_is_found_by_name_and_setups_too():
    assert own_game("cluedo.game").title == "Small Cluedo"
    assert GAME.setup(text="cluedo") == GAME.setup(text=gallery_text("cluedo"))
    with pytest.raises(BadSetup):
        GAME.setup(text=3)
    with pytest.raises(BadFile, match="a statement starts with one of"):
        GAME.setup(text="cluedoo")
    with pytest.raises(BadFile, match="cannot read"):
        own_game("nowhere.game")


def test_what_a_game_is_about_has_a_length():
    for length in (401, 5 * LONGEST_TITLE):
        assert len(game_of(f'about "{length * "x"}"').setup().book.about) == length
    with pytest.raises(BadFile, match="2001 characters; at most 2000"):
        game_of(f'about "{(5 * LONGEST_TITLE + 1) * "x"}"')


def test_a_text_is_never_run(tmp_path):
    from whoknows.play.strategies import own_strategy

    file = tmp_path / "evil.game"
    file.write_text("raise SystemExit(3)\n")
    with pytest.raises(WhoknowsError):
        own_game(str(file))
    with pytest.raises(BadFile, match="no strategy in it"):
        own_strategy(GAME, str(file))


def test_mutated_texts_are_errors_of_ours_or_games():
    games = 0
    for number in range(40):
        rng = np.random.default_rng(number)
        games += tried(mutated(rng), rng)
    assert 0 < games < 40


def test_books_that_take_much_memory_are_let_go_of(monkeypatch):
    from whoknows.games.written.rules import read_game

    shelf = read_game.Shelf()
    monkeypatch.setattr(read_game, "MOST_CELLS", 3 * read_game.BOOK + 1000)
    texts = [HEAD + f"game G{k}\n" + REST for k in range(5)]
    books = [shelf(text) for text in texts]
    assert [book.title for book in books] == ["G0", "G1", "G2", "G3", "G4"]
    assert [text for text, _ in shelf.books] == texts[2:]
    assert shelf(texts[4]) is books[4]
    assert shelf(texts[0]).worlds.size == books[0].worlds.size  # read anew


ENDS = (
    ("if round = 2", ("round = 2",)),
    ("if round = 2 | card_ann = 1", ("round = 2", "card_ann = 1")),
    ("if round = 2 or (round = 3 | round = 4) & true", None),
    ("if round = 1 -> round = 2 | round = 3", ("round = 1 -> round = 2 | round = 3",)),
    ("if card[x] = 1 | round = 2 for x: seats", ("card[x] = 1 | round = 2 for x: seats",)),
)


@pytest.mark.parametrize(("clause", "texts"), ENDS)
def test_the_claims_that_end_a_game_are_read_one_by_one(clause, texts):
    book = game_of(rest=f"move go\nends {clause}\n").setup().book
    wanted = texts or ("round = 2", "(round = 3 | round = 4) & true")
    assert book.end_texts == wanted
    assert len(book.ends) == len(wanted)
    with pytest.raises(BadFile, match=r"ends too soon|nothing more is wanted"):
        game_of(rest=f"move go\nends {clause} |\n")


def test_why_a_game_ended_is_said_in_the_words_of_its_text():
    game = WrittenGame(gallery_text("guesswho"))
    secret = game.from_json({"hides_ann": "alba", "hides_bob": "cleo"}, game.setup())
    table = Table.with_secret(game, game.setup(), secret)
    for move in ("ask has_hat", "ask has_hat", "name cleo"):
        assert game.face.ending_why(table.sight(0), {}, ["Ann", "Bob"]) == ""
        table = table.play({table.turn[0]: game.parse_move(move, table.setup)})
    said = (
        "“It is cleo!”. The text ends the game if `won != nobody`; now won is ann."
        " It scores `if won = me then 1 else 0`."
    )
    result = game.result(table.state)
    assert game.face.ending_why(table.sight(0), result, ["Ann", "Bob"]) == (
        f"You were **right**: {said}"
    )
    assert game.face.ending_why(table.sight(1), result, ["Ann", "Bob"]) == (
        f"Ann was **right**: {said}"
    )
    ended = game.face.ending(table.sight(0), result, ["Ann", "Bob"])
    assert "Ann: hides alba; Bob: hides cleo" in ended


def test_of_many_values_a_refusal_names_the_first_twelve():
    game = game_of(rest="move ask(n: 1..20)\nends if round = 1\n")
    twelve = ", ".join(map(str, range(1, 13)))
    with pytest.raises(IllegalMove, match=f"'21' is none of {twelve}$"):
        game.parse_move("ask 21", game.setup())
