"""Problems from files: a table of answers, or a list of words.

A table has a column of secrets and a column for each question, with a header; any text is
an answer.  If every secret is also the name of a question, the game ends when the secret
is asked; else when it is known.  A file with one column is a list of words, each a secret
and a question; the answer colors its letters as Wordle does: `+` right, `o` elsewhere,
`.` absent.

>>> colored(int(word_answers(["added", "dread"])[0, 1]), places=5)
'oo.o+'
"""

import csv
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadFile, BadSetup, TooLarge
from whoknows.inquiry.problem import Problem, from_matrix

MOST_PAIRS = 400_000_000  # answers that a file may ask for


def read_table(path: Path, *, ends: bool | None = None) -> Problem:
    """The problem in a CSV file."""
    rows = read_rows(path)
    if all(len(row) == 1 for row in rows):
        return words_problem([row[0] for row in rows], path)
    return table_problem(rows, path, ends)


def read_rows(path: Path) -> list[list[str]]:
    """The rows of the file that are not empty, cells stripped."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [[cell.strip() for cell in row] for row in csv.reader(file)]
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadFile(f"{path} is not a table: {error}") from error
    rows = [row for row in rows if any(row)]
    if not rows:
        raise BadFile(f"{path} is empty")
    return rows


def table_problem(rows: list[list[str]], path: Path, ends: bool | None) -> Problem:
    """Secrets by rows and questions by columns."""
    questions, secrets = rows[0][1:], [row[0] for row in rows[1:]]
    if not secrets:
        raise BadFile(f"{path}: a header and no secrets")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise BadFile(
                f"{path}: row {number} has {len(row)} entries, not {len(rows[0])}"
            )
    check_names(path, "secret", secrets)
    check_names(path, "question", questions)
    answers = sorted({cell for row in rows[1:] for cell in row[1:]})
    labels = {answer: label for label, answer in enumerate(answers)}
    matrix = np.array([[labels[cell] for cell in row[1:]] for row in rows[1:]]).T
    place = {secret: k for k, secret in enumerate(secrets)}
    if ends is None:
        ends = set(secrets) <= set(questions)
    right = [place.get(question, -1) if ends else -1 for question in questions]
    return from_matrix(
        matrix,
        ends=ends,
        right=right,
        question_name=questions.__getitem__,
        secret_name=secrets.__getitem__,
        answer_name=lambda label: answers[label] if label < len(answers) else "right",
    )


def check_names(path: Path, kind: str, names: list[str]) -> None:
    """Refuse a name that comes twice."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise BadFile(f"{path}: the {kind} {name!r} comes twice")
        seen.add(name)


def words_problem(words: list[str], path: Path) -> Problem:
    """Words that are secrets and questions."""
    check_names(path, "word", words)
    if len({len(word) for word in words}) > 1:
        odd = next(word for word in words if len(word) != len(words[0]))
        raise BadFile(
            f"{path}: words of one length are wanted; {odd!r} is not like the first"
        )
    if len(words) ** 2 > MOST_PAIRS:
        raise TooLarge(f"{len(words):,} words: {len(words) ** 2:,} answers do not fit")
    if len(words[0]) > 5:
        raise BadSetup(f"{path}: words of {len(words[0])} letters; up to 5 are understood")
    return from_matrix(
        word_answers(words),
        question_name=words.__getitem__,
        secret_name=words.__getitem__,
        answer_name=lambda label: colored(label, len(words[0])),
    )


def word_answers(words: list[str]) -> NDArray[np.uint8]:
    """The answers to all words (rows) at all words (columns): digits in base 3.

    As letters are read from the left, those in place are set aside first; then a letter
    is elsewhere as long as the secret has one left.
    """
    letters = np.array([[ord(letter) for letter in word] for word in words], np.uint32)
    places = letters.shape[1]
    result = np.zeros((len(words), len(words)), np.uint8)
    for row, guess in enumerate(letters):
        right = letters == guess
        free = ~right  # letters of each secret that nothing has claimed
        for place in range(places):
            value = right[:, place] * 2
            claims = free & (letters == guess[place]) & ~right[:, [place]]
            some = claims.any(1)
            free[some, claims.argmax(1)[some]] = False
            result[row] += ((value + some) * 3**place).astype(np.uint8)
    return result


def colored(label: int, places: int) -> str:
    """An answer as people read it."""
    return "".join(".o+"[label // 3**place % 3] for place in range(places))
