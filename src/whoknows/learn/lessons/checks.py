"""Checking an answer by what it means: any right answer is right, a wrong one is told why.

Each kind of exercise is one function of the lesson, the exercise, and the answer as typed.
A wrong answer gets the world where it fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from whoknows.errors import BadFormula, BadSetup, WhoknowsError, exact_number
from whoknows.learn.lessons.lesson import Exercise, Lesson
from whoknows.logic.bisimulation.contraction import difference
from whoknows.logic.files import loads
from whoknows.logic.files.script import Scene, Script, needed
from whoknows.logic.language.formula import Formula
from whoknows.logic.language.names import names
from whoknows.logic.language.reader import parse
from whoknows.logic.models.model import Model, World

LONGEST_ANSWER = 4000  # characters of an answer
MOST_WORLDS = 256  # of a model that somebody draws
EVENTS = ("announce", "tell", "show", "look", "claim", "lie", "change")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is right, why not, and the worlds that show it."""

    right: bool
    words: str
    lit: tuple[World, ...] = ()  # worlds of the exercise's model


def check(lesson: Lesson, exercise: Exercise, answer: str) -> Verdict:
    """The verdict on an answer; one that cannot be read is wrong, and says so."""
    if len(answer) > LONGEST_ANSWER:
        return Verdict(False, f"An answer has at most {LONGEST_ANSWER} characters.")
    if not answer.strip():
        return Verdict(False, "There is no answer yet.")
    try:
        return KINDS[exercise.kind].check(lesson, exercise, answer.strip())
    except WhoknowsError as error:
        return Verdict(False, str(error))


def praised(exercise: Exercise) -> Verdict:
    """The verdict on a right answer."""
    return Verdict(True, exercise.praise or "Right.")


def scene_of(lesson: Lesson, exercise: Exercise) -> Scene:
    """The model that an exercise is about."""
    after = exercise.number("after", 0) if "after" in exercise.wants else None
    return lesson.scene(exercise.wants["model"], after)


def formula_of(exercise: Exercise, text: str) -> Formula:
    """The formula of an answer, checked for names that it must not use."""
    formula = parse(text)
    used = set[str]().union(*names(formula))
    for name in exercise.wants.get("without", "").replace(",", " ").split():
        if name in used:
            raise BadFormula(f"this answer must not use {name}")
    for name in exercise.wants.get("using", "").replace(",", " ").split():
        if name not in used:
            raise BadFormula(f"this answer must use {name}")
    return formula


# ------------------------------------------------------------------ formulas and worlds


def of_formula(lesson: Lesson, exercise: Exercise, answer: str) -> Verdict:
    """The formula must hold in exactly the worlds of the target."""
    model = scene_of(lesson, exercise).model
    formula = formula_of(exercise, answer)
    claim, target = model.where(formula), model.where(exercise.wants["target"])
    missed, extra = model.worlds(target & ~claim), model.worlds(claim & ~target)
    if not len(missed) and not len(extra):
        return praised(exercise)
    world = int((missed if len(missed) else extra)[0])
    truth, wanted = ("false", "true") if len(missed) else ("true", "false")
    why = model.explain(formula, world)
    words = f"It is {truth} at [{model.name(world)}] and should be {wanted} there.\n{why}"
    return Verdict(False, words, (world,))


def of_worlds(lesson: Lesson, exercise: Exercise, answer: str) -> Verdict:
    """The worlds named must be just those of the target."""
    model = scene_of(lesson, exercise).model
    target = {int(world) for world in model.worlds(model.where(exercise.wants["target"]))}
    named = worlds_named(model, answer)
    if named == target:
        return praised(exercise)
    missed, extra = sorted(target - named), sorted(named - target)
    world = (extra or missed)[0]
    says = "belongs" if world in target else "does not belong"
    formula = parse(exercise.wants["target"])
    words = f"[{model.name(world)}] {says} to them.\n{model.explain(formula, world)}"
    return Verdict(False, words, (world,))


def worlds_named(model: Model, answer: str) -> set[World]:
    """The worlds that a text names, between `;` or on lines of their own."""
    known = {frozenset(model.name(world).split()): world for world in model}
    found = set()
    for piece in re.split(r"[;\n]", answer):
        words = frozenset(piece.replace(",", " ").strip("[] \t").split())
        if not words or words == {"none"}:
            continue
        if words not in known:
            names = "; ".join(model.name(world) for world in list(model)[:8])
            raise BadSetup(f"there is no world [{piece.strip()}]; there are {names}")
        found.add(known[words])
    return found


def of_truth(lesson: Lesson, exercise: Exercise, answer: str) -> Verdict:
    """Yes or no must be what the formula is at the actual world."""
    model, actual = scene_of(lesson, exercise)
    at, word = needed(actual), answer.lower().strip(" .")
    if word not in ("yes", "no", "true", "false"):
        raise BadSetup(f"the answer is yes or no, not {answer!r}")
    formula = parse(exercise.wants["claim"])
    if model.true(formula, at) == (word in ("yes", "true")):
        return praised(exercise)
    return Verdict(False, model.explain(formula, at), (at,))


def of_number(lesson: Lesson, exercise: Exercise, answer: str) -> Verdict:
    """The number must be the one given, or the number of worlds where a formula holds."""
    try:
        number = exact_number(answer.replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        raise BadSetup(
            f"the answer is a number such as 12 or 3/4, not {answer!r}"
        ) from None
    if "count" in exercise.wants:
        model = scene_of(lesson, exercise).model
        wanted = Fraction(model.count(exercise.wants["count"]))
    else:
        wanted = exact_number(exercise.wants["value"])
    if number == wanted:
        return praised(exercise)
    side = "smaller" if wanted < number else "larger"
    return Verdict(False, f"The right number is {side} than {answer}.")


# ------------------------------------------------------------- announcements and events


def of_announcement(lesson: Lesson, exercise: Exercise, answer: str) -> Verdict:
    """What is said must be true, and the goal must hold after it."""
    model, actual = scene_of(lesson, exercise)
    at, said = needed(actual), formula_of(exercise, answer)
    if not model.true(said, at):
        why = model.explain(said, at)
        return Verdict(
            False, f"One can say only what is true, and this is false.\n{why}", (at,)
        )
    return reached(exercise, Scene(model.announce(said), at))


def of_event(lesson: Lesson, exercise: Exercise, answer: str) -> Verdict:
    """One statement, such as `tell ann: p`, after which the goal must hold."""
    word = answer.split(maxsplit=1)[0]
    if "\n" in answer or word not in EVENTS:
        kinds = ", ".join(EVENTS[:-1])
        raise BadSetup(f"one line is wanted that begins with {kinds}, or {EVENTS[-1]}")
    before = lesson.models[exercise.wants["model"]]
    text = lesson.texts[exercise.wants["model"]]
    after = loads(f"{text}\n{answer}\n", name="answer")
    assert len(after.scenes) == len(before.scenes) + 1
    return reached(exercise, after.scenes[-1])


def reached(exercise: Exercise, scene: Scene) -> Verdict:
    """Whether the goal of an exercise holds in a scene."""
    model, actual = scene
    at, goal = needed(actual), parse(exercise.wants["goal"])
    if model.true(goal, at):
        return praised(exercise)
    return Verdict(False, f"After it, the goal fails.\n{model.explain(goal, at)}", (at,))


# --------------------------------------------------------------------------------- models


def own_script(exercise: Exercise, answer: str) -> Script:
    """The model that somebody wrote, which must name its actual world."""
    script = loads(answer + "\n", name="your model")
    most = exercise.number("most", MOST_WORLDS)
    size = script.model.size
    if size > most:
        raise BadSetup(f"the model has {size} worlds; at most {most} are wanted")
    if script.actual is None:
        raise BadSetup("the model should say which world is the actual one: actual ...")
    return script


def of_model(lesson: Lesson, exercise: Exercise, answer: str) -> Verdict:  # noqa: ARG001
    """A model in which some claims hold at the actual world, and others fail."""
    script = own_script(exercise, answer)
    model, at = script.model, needed(script.actual)
    for key, wanted in (("holds", True), ("fails", False)):
        for text in filter(None, exercise.wants.get(key, "").split("\n")):
            if model.true(text, at) != wanted:
                should = "hold" if wanted else "fail"
                why = model.explain(text, at)
                return Verdict(False, f"{text} should {should} at the actual world.\n{why}")
    return praised(exercise)


def of_drawing(lesson: Lesson, exercise: Exercise, answer: str) -> Verdict:
    """A model that no formula can tell from the wanted one."""
    script = own_script(exercise, answer)
    wanted, there = scene_of(lesson, exercise)
    model, at = script.model, needed(script.actual)
    if set(model.agents) != set(wanted.agents):
        raise BadSetup(
            f"the agents should be {', '.join(wanted.agents)}, not"
            f" {', '.join(model.agents) or 'nobody'}"
        )
    found = difference(model, at, wanted, needed(there))
    if found is None:
        return praised(exercise)
    return Verdict(False, f"{found} holds in your model, and not in the wanted one.")


# -------------------------------------------------------------------------- hats and codes


def of_code(lesson: Lesson, exercise: Exercise, answer: str) -> Verdict:  # noqa: ARG001
    """Words such that every other word is near one of them."""
    length, most = exercise.number("length", 3), exercise.number("most", 2)
    radius = exercise.number("radius", 1)
    if length > 12:
        raise BadSetup(f"words of a code have at most 12 letters, not {length}")
    words = re.findall(r"\w+", answer)
    for word in words:
        if len(word) != length or set(word) - set("01"):
            raise BadSetup(f"a word has {length} letters 0 or 1, not {word!r}")
    if len(set(words)) > most:
        return Verdict(False, f"{len(set(words))} words are too many: {most} are enough.")
    for number in range(2**length):
        word = format(number, f"0{length}b")
        if all(distance(word, other) > radius for other in words):
            return Verdict(False, f"{word} is not near any of your words.")
    return praised(exercise)


def distance(left: str, right: str) -> int:
    """In how many places two words differ."""
    return sum(a != b for a, b in zip(left, right, strict=True))


def of_guess(lesson: Lesson, exercise: Exercise, answer: str) -> Verdict:  # noqa: ARG001
    """A guess of Mastermind whose answers part the codes well enough."""
    from whoknows.learn.puzzles.codes import Game
    from whoknows.learn.puzzles.codes import answer as answered

    game = Game(exercise.number("pegs", 3), exercise.number("colors", 4), True)
    if game.pegs > 4 or not 1 < game.colors <= 6:
        raise BadSetup("a lesson's game has at most 4 pegs and 2 to 6 colors")
    left = game.codes()
    for line in filter(None, exercise.wants.get("known", "").split(";")):
        guess, black, white = re.findall(r"\d+", line)
        left = [code for code in left if answered(guess, code) == (int(black), int(white))]
    guess = answer.replace(" ", "")
    if len(guess) != game.pegs or set(guess) - set("123456789"[: game.colors]):
        raise BadSetup(
            f"a guess has {game.pegs} digits from 1 to {game.colors}: {answer!r}"
        )
    cells: dict[tuple[int, int], int] = {}
    for code in left:
        cells[answered(guess, code)] = cells.get(answered(guess, code), 0) + 1
    sizes = sorted(cells.values(), reverse=True)
    shown = f"{guess} parts the {len(left)} codes into {', '.join(map(str, sizes))}"
    parts, largest = exercise.number("parts", 1), exercise.number("largest", len(left))
    if len(sizes) < parts:
        return Verdict(False, f"{shown}: {len(sizes)} parts, and {parts} are wanted.")
    if sizes[0] > largest:
        return Verdict(False, f"{shown}: a part should have at most {largest}.")
    done = praised(exercise)
    return Verdict(True, f"{shown}. {done.words}")


class Kind(NamedTuple):
    """A kind of exercise: how it is checked, and which keys it needs and allows."""

    check: Callable[[Lesson, Exercise, str], Verdict]
    needs: tuple[str, ...]
    allows: tuple[str, ...] = ()


KINDS: dict[str, Kind] = {
    "formula": Kind(of_formula, ("model", "target"), ("after", "without", "using")),
    "worlds": Kind(of_worlds, ("model", "target"), ("after",)),
    "truth": Kind(of_truth, ("model", "claim"), ("after",)),
    "number": Kind(of_number, (), ("model", "count", "value", "after")),
    "announcement": Kind(of_announcement, ("model", "goal"), ("after", "without", "using")),
    "event": Kind(of_event, ("model", "goal")),
    "model": Kind(of_model, (), ("holds", "fails", "most", "begin")),
    "drawing": Kind(of_drawing, ("model",), ("after", "most", "begin")),
    "code": Kind(of_code, ("length", "most"), ("radius",)),
    "guess": Kind(of_guess, ("pegs", "colors"), ("known", "parts", "largest")),
}


def lit_worlds(lesson: Lesson, exercise: Exercise) -> Iterable[World]:
    """The worlds that the picture of an exercise shows in blue."""
    if exercise.kind != "formula":
        return ()
    model = scene_of(lesson, exercise).model
    return [int(world) for world in model.worlds(model.where(exercise.wants["target"]))]
