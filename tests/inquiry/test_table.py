"""Tables and words in files; words are colored as Wordle colors them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whoknows.errors import BadFile, BadSetup, TooLarge
from whoknows.inquiry import problem_files
from whoknows.inquiry.problem import from_matrix
from whoknows.inquiry.problem_files import read_table, word_answers

words = st.text("abc", min_size=5, max_size=5)


def colored_by_hand(guess, secret):
    """Greens first; then each other letter takes one of the secret's that is left."""
    marks = ["+" if g == s else "." for g, s in zip(guess, secret, strict=True)]
    left = [s for g, s in zip(guess, secret, strict=True) if g != s]
    for place, letter in enumerate(guess):
        if marks[place] == "." and letter in left:
            left.remove(letter)
            marks[place] = "o"
    return "".join(marks)


@given(words, words)
def test_letters_are_colored_as_by_hand(guess, secret):
    answer = int(word_answers([guess, secret])[0, 1])
    assert problem_files.colored(answer, 5) == colored_by_hand(guess, secret)


@pytest.fixture
def read(tmp_path):
    def read_text(text, **options):
        path = tmp_path / "table.csv"
        path.write_text(text, encoding="utf-8")
        return read_table(path, **options)

    return read_text


def told(problem):
    """Every answer by the names of its question and its secret."""
    return {
        (problem.question_name(q), problem.secret_name(s)): problem.answer_name(
            int(problem.answers(q, np.array([s]))[0])
        )
        for q in range(problem.questions)
        for s in range(problem.secrets)
    }


def test_a_table_has_questions_above_and_secrets_at_the_left(read):
    problem = read("animal, fur, legs\n cat,yes,4\n\nhen,no ,2\nbug,no,6\n")
    assert told(problem) == {
        ("fur", "cat"): "yes", ("fur", "hen"): "no", ("fur", "bug"): "no",
        ("legs", "cat"): "4", ("legs", "hen"): "2", ("legs", "bug"): "6",
    }  # fmt: skip
    assert not problem.ends
    assert problem.right.tolist() == [-1, -1]


def test_a_game_ends_where_every_secret_is_a_question(read):
    text = "x,odd,a,b\na,1,0,0\nb,0,0,0\n"
    problem = read(text)
    assert (problem.ends, problem.right.tolist()) == (True, [-1, 0, 1])
    assert told(problem)["a", "a"] == "right"
    assert told(problem)["a", "b"] == "0"
    assert not read(text, ends=False).ends
    assert not read("x,odd,a\na,1,0\nb,0,0\n").ends


def test_words_are_questions_and_secrets(read):
    problem = read("ab\nba\nbb\n")
    assert problem.ends
    assert told(problem) == {
        (g, s): colored_by_hand(g, s)
        for g in ("ab", "ba", "bb")
        for s in ("ab", "ba", "bb")
    }


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("", BadFile, "is empty"),
        ("x,a,b\n", BadFile, "no secrets"),
        ("x,a,b\nc,1\n", BadFile, "row 2 has 2 entries, not 3"),
        ("x,a,b\nc,1,2\nd,1\n", BadFile, "row 3 has 2 entries, not 3"),
        ("x,a,b\nc,1,2\nc,3,4\n", BadFile, "the secret 'c' comes twice"),
        ("x,a,a\nc,1,2\nd,3,4\n", BadFile, "the question 'a' comes twice"),
        ("ab\nabc\n", BadFile, "'abc' is not like the first"),
        ("ab\nab\n", BadFile, "the word 'ab' comes twice"),
        ("abcdef\nabcdeg\n", BadSetup, "words of 6 letters"),
    ],
)
def test_what_is_no_table_is_refused_in_words(read, text, error, says):
    with pytest.raises(error, match=says):
        read(text)


def test_so_many_words_do_not_fit(read, monkeypatch):
    monkeypatch.setattr(problem_files, "MOST_PAIRS", 4)
    assert read("ab\nba\n").secrets == 2
    with pytest.raises(TooLarge, match="3 words: 9 answers"):
        read("ab\nba\nbb\n")


def test_answers_are_labels_of_questions_at_secrets():
    for answers in (np.zeros(3, int), np.zeros((0, 3), int), np.zeros((2, 2, 2), int)):
        with pytest.raises(BadSetup, match="questions by secrets"):
            from_matrix(answers)
    with pytest.raises(BadSetup, match="negative"):
        from_matrix(np.array([[0, -1]]))
