"""`whoknows hats codes --radius` and `--colors`: codes that are searched word by word."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whoknows.cli.console import note, say, say_json, write_text
from whoknows.wording import plural

if TYPE_CHECKING:
    from whoknows.games.hats.solve.codes.word_codes import WordCode

SPHERES = "spheres (docs/covering-codes.md#other-radii-and-more-letters)"


@dataclass(frozen=True)
class CodeSearch:
    """What a search for a code is asked, and where its answer goes."""

    length: int | None
    colors: int
    time_limit: float
    target: int  # the size at which it may stop
    output: Path | None
    seed: int | None
    json: bool


def say_words(asked: CodeSearch, radius: int) -> None:
    """A code of any radius and number of letters, searched."""
    import numpy as np

    from whoknows.errors import BadSetup
    from whoknows.games.hats.solve.codes.word_codes import (
        check_space,
        search_words,
        sphere_bound,
    )
    from whoknows.work.proof_kinds import proof_document

    length, colors = asked.length, asked.colors
    if length is None:
        raise BadSetup("a code of another radius or more letters needs a --length")
    check_space(length, radius, colors)
    check_output(asked.output, words_only=True)
    found = search_words(
        length, radius, colors, rng=np.random.default_rng(asked.seed),
        time_limit=asked.time_limit, target=asked.target,
        progress=None if asked.json else tell_words,
    )  # fmt: skip
    code, bound = found.code, sphere_bound(length, radius, colors)
    if asked.output:
        write_words(asked.output, code, radius)
    if asked.json:
        say_json({"length": length, "radius": radius, "colors": colors,
                  "size": len(code.words), "sphere": bound, "runs": found.runs,
                  "seconds": round(found.seconds, 3), "seed": asked.seed,
                  "optimal": len(code.words) == bound,
                  "proven": len(code.words) == bound,
                  **proof_document("theorem", by=SPHERES),
                  "words": [code.name(word) for word in code.words]})  # fmt: skip
        return
    say(f"bound     at least {plural(bound, 'word')}, by spheres")
    words, runs = plural(len(code.words), "word"), plural(found.runs, "run")
    say(f"found     {words} after {found.seconds:.2f} s, {runs}; looked at word by word")
    if len(code.words) <= 64:
        say("words     " + " ".join(code.name(word) for word in code.words))


def tell_words(code: Any, seconds: float) -> None:
    """A smaller code, on stderr."""
    note(f"{len(code.words)} words after {seconds:.2f} s")


def write_words(path: Path, code: Any, radius: int) -> None:
    """The words, one a line; for GAP (.g); or as a question to a SAT solver (.cnf)."""
    from whoknows.games.hats.solve.codes.word_codes import as_dimacs, as_gap

    if path.suffix == ".g":
        text = as_gap(code)
    elif path.suffix == ".cnf":
        text = as_dimacs(code.length, radius, code.colors, len(code.words) - 1)
    else:
        text = "".join(code.name(word) + "\n" for word in code.words)
    write_text(path, text)


def check_output(path: Path | None, *, words_only: bool = False) -> None:
    """Refuse a file that cannot be, before a long search."""
    from whoknows.errors import BadFile
    from whoknows.play.example_files import is_there

    if path and path.suffix == ".json" and words_only:
        raise BadFile(f"{path}: only codes of two letters and radius 1 have a matrix")
    if path and not is_there(path.parent):
        raise BadFile(f"cannot write {path}: there is no folder {path.parent}")


def say_check(path: Path, radius: int, colors: int, *, json: bool) -> None:
    """Whether the words of a file cover."""
    from dataclasses import replace

    from whoknows.games.hats.solve.codes.word_codes import sphere_bound

    code = words_in(path, colors)
    far, missed = code.covering_radius(), code.first_uncovered(radius)
    found: dict[str, Any] = {
        "length": code.length,
        "colors": code.colors,
        "words": len(code.words),
        "radius": radius,
        "covers": missed is None,
        "uncovered": None if missed is None else code.name(missed),
        "covering_radius": far,
        "sphere": sphere_bound(code.length, radius, code.colors),
        "redundant": [
            code.name(word)
            for word in (code.words if missed is None and len(code.words) < 300 else ())
            if replace(code, words=tuple(w for w in code.words if w != word)).is_covering(
                radius
            )
        ],
    }
    if json:
        say_json(found)
        return
    say(f"words     {len(code.words)} of length {code.length}, {code.colors} letters")
    say(f"covers    {'yes' if missed is None else 'no'}, with radius {radius};"
        f" its covering radius is {far}")  # fmt: skip
    if missed is not None:
        say(f"far       {code.name(missed)} is within {radius} of no word")
    say(f"bound     no code has fewer than {found['sphere']} words, by spheres")
    if found["redundant"]:
        say(f"too many  it covers without {found['redundant'][0]} too")


def words_in(path: Path, colors: int) -> "WordCode":
    """The code of a file."""
    from whoknows.errors import BadFile
    from whoknows.games.hats.solve.codes.word_codes import parse_words

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"cannot read {path}: {error}") from None
    return parse_words(text, str(path), colors)
