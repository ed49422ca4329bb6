"""Lessons: every exercise knows right from wrong, and files say where they are wrong."""

import json
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from learn.answers import ANSWERS
from whoknows.cli.main import main
from whoknows.errors import BadFile, BadSetup, UnknownName, WhoknowsError
from whoknows.learn.lessons import Source, check, lessons, lessons_in, proven, read_lesson
from whoknows.learn.lessons.checks import KINDS
from whoknows.logic.language.names import names
from whoknows.logic.language.reader import parse

BY_NAME = {lesson.name: lesson for lesson in lessons()}
EVERY = [
    pytest.param(lesson, exercise, id=f"{lesson.name}/{exercise.name}")
    for lesson in lessons()
    for exercise in lesson.exercises
]
SMALL = """\
# A coin

about: One coin.

Look at it.

```model coin
facts h
ann sees h
bob sees nothing
actual h
```

```exercise one
kind: formula
model: coin
ask: Where it shows heads.
target: h
answer: K ann h
hint: Ann sees it.
```
"""


def read(text):
    return read_lesson(Source("mine.md", text), "mine")


def test_there_are_ten_lessons_of_about_ten_minutes():
    assert len(BY_NAME) == 10
    assert all(8 <= lesson.minutes <= 12 for lesson in BY_NAME.values())
    assert all(len(lesson.exercises) >= 4 for lesson in BY_NAME.values())
    assert all(e.hints for lesson in BY_NAME.values() for e in lesson.exercises)


def test_every_exercise_has_answers_here():
    named = {(lesson, name) for lesson, some in ANSWERS.items() for name in some}
    assert named == {(x.name, e.name) for x in BY_NAME.values() for e in x.exercises}
    assert all(len(wrong) == 3 for some in ANSWERS.values() for _, wrong in some.values())


@pytest.mark.parametrize(("lesson", "exercise"), EVERY)
def test_a_right_answer_is_right(lesson, exercise):
    right, _ = ANSWERS[lesson.name][exercise.name]
    assert right != exercise.answer or exercise.kind == "number"
    for answer in (right, exercise.answer):
        verdict = check(lesson, exercise, answer)
        assert verdict.right, verdict.words


@pytest.mark.parametrize(("lesson", "exercise"), EVERY)
def test_three_wrong_answers_are_told_why(lesson, exercise):
    for answer in ANSWERS[lesson.name][exercise.name][1]:
        verdict = check(lesson, exercise, answer)
        assert not verdict.right, answer
        assert len(verdict.words) > 10


@pytest.mark.parametrize(
    ("lesson", "exercise"),
    [case for case in EVERY if case.values[1].kind in ("formula", "worlds")],
)
def test_a_wrong_answer_gets_a_world_where_it_fails(lesson, exercise):
    for answer in ANSWERS[lesson.name][exercise.name][1]:
        verdict = check(lesson, exercise, answer)
        if verdict.words.startswith("It is"):
            [world] = verdict.lit
            model = lesson.scene(exercise.wants["model"]).model
            target = model.where(exercise.wants["target"])
            assert model.holds(model.where(answer) ^ target, world)
        else:  # what it may not or must use, or the world itself
            assert verdict.lit or "must" in verdict.words or "is no world" in verdict.words


def test_a_lesson_is_read_and_its_answers_are_tried():
    lesson = read(SMALL)
    assert (lesson.title, lesson.about) == ("A coin", "One coin.")
    assert [type(block).__name__ for block in lesson.blocks] == [
        "Prose",
        "Shown",
        "Exercise",
    ]
    assert proven(lesson) == []
    wrong = read(SMALL.replace("answer: K ann h", "answer: K bob h"))
    assert "its own answer is wrong" in proven(wrong)[0]
    assert "line 14" in proven(wrong)[0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("# A coin", "A coin"), "begins with a line '# TITLE'"),
        (("facts h", "facts h &"), r"mine.md:8:9: '&' does not fit"),
        (("kind: formula", "kind: formal"), "did you mean 'formula'"),
        (("target: h\n", ""), "needs a line 'target: ...'"),
        (("hint: Ann", "hints: Ann"), "did you mean 'hint'"),
        (("ask: Where", "Where"), "a line 'key: value' is wanted"),
        (("answer: K ann h", "ask: twice"), "'ask' is there twice"),
        (("```exercise one", "```exercise"), "is wanted after 'exercise'"),
        (("```exercise one", "```exercice one"), "not 'exercice'"),
        (("hint: Ann sees it.\n```", "hint: Ann sees it."), "has no end"),
        (
            ("actual h\n```", "actual h\n```\n```show coin\nlit: K an h\n```"),
            "did you mean 'ann'",
        ),
        (
            ("actual h\n```", "actual h\n```\n```show coin\nafter: 3\n```"),
            "has 0 steps, not 3",
        ),
        (("facts h", "facts h p1..p20"), "at most 1024 worlds"),
        (("actual h\n```", "actual h\n```\n```model coin\nfacts h\n```"), "there twice"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_place(change, said):
    with pytest.raises(WhoknowsError, match=said) as error:
        read(SMALL.replace(*change))
    assert str(error.value).startswith("mine.md:")


def test_a_model_that_an_exercise_misses_is_named():
    lesson = read(SMALL.replace("model: coin", "model: coins"))
    assert "did you mean 'coin'" in proven(lesson)[0]


@given(st.text(max_size=60))
def test_any_text_is_a_wrong_answer_at_worst(answer):
    lesson = BY_NAME["03-common"]
    for exercise in lesson.exercises:
        assert check(lesson, exercise, answer).words


def test_an_event_is_one_line():
    lesson = BY_NAME["05-secrets"]
    said = check(lesson, lesson.exercise("secret"), "tell ann: h\ntell bob: h")
    assert "one line is wanted" in said.words
    assert not check(lesson, lesson.exercise("secret"), "facts q").right


def test_names_are_found_at_every_depth():
    formula = parse("K ann (p & <C{bob, cat}> [! q] x=3) | Kv dan y")
    assert names(formula) == (
        {"p", "q"},
        {"ann", "bob", "cat", "dan"},
        {"x", "y"},
        {"K", "C", "!", "Kv"},
    )


def test_every_kind_is_used_by_a_lesson():
    used = {exercise.kind for lesson in BY_NAME.values() for exercise in lesson.exercises}
    assert used == set(KINDS)


def test_a_folder_of_lessons(tmp_path):
    with pytest.raises(BadFile, match="has no lesson"):
        lessons_in(tmp_path)
    (tmp_path / "b.md").write_text(SMALL)
    (tmp_path / "a.md").write_text(SMALL.replace("A coin", "The first"))
    assert [one.title for one in lessons_in(tmp_path)] == ["The first", "A coin"]
    with pytest.raises(BadFile, match="is not a folder"):
        lessons_in(tmp_path / "a.md")


def test_what_is_not_there_is_named():
    lesson = read(SMALL)
    with pytest.raises(UnknownName, match="there are one"):
        lesson.exercise("xyz")
    with pytest.raises(BadSetup, match="has 0 steps"):
        lesson.scene("coin", 5)


@pytest.fixture
def whoknows(monkeypatch, capsys):
    """Run `whoknows lesson ...` in this process: its words and its exit code."""

    def run(*words):
        monkeypatch.setattr("sys.argv", ["whoknows", "lesson", *words])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return SimpleNamespace(code=left.value.code, out=said.out, err=said.err)

    return run


def test_the_command_checks_a_file(whoknows, tmp_path):
    path = tmp_path / "mine.md"
    path.write_text(SMALL)
    said = whoknows("check", str(path))
    assert said.code == 0
    assert "1 exercise;" in said.out.replace("\n", " ")
    assert json.loads(whoknows("check", str(path), "--json").out)["exercises"] == ["one"]
    path.write_text(SMALL.replace("answer: K ann h", "answer: K bob h"))
    assert whoknows("check", str(path)).code == 1
    path.write_text("nothing")
    said = whoknows("check", str(path))
    assert said.code == 2
    assert "begins with a line" in said.err


def test_the_command_checks_an_answer(whoknows, tmp_path):
    path = tmp_path / "mine.md"
    path.write_text(SMALL)
    said = whoknows("check", str(path), "--exercise", "one", "--answer", "~K bob h")
    assert said.code == 1
    assert "It is true at [-]" in said.out
    assert whoknows("check", str(path), "--exercise", "one", "--answer", "h").code == 0
    assert whoknows("check", str(path), "--answer", "h").code == 2


def test_the_command_lists_the_lessons(whoknows):
    assert len(json.loads(whoknows("list", "--json").out)["lessons"]) == 10
    assert "What is a world?" in whoknows("list").out
