"""Words are colored as Wordle colors them."""

from hypothesis import given
from hypothesis import strategies as st

from whoknows.inquiry.table import wordle

words = st.text("abc", min_size=5, max_size=5)


def colored(guess, secret):
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
    assert wordle(guess, secret) == colored(guess, secret)
