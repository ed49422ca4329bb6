"""A puzzle: its story, its one answer, how hard it is, and its solution step by step.

How hard a puzzle is, is measured, not felt.  A logician hears the remarks one after the
other and strikes out worlds.  Three numbers say what that takes:

- `depth`: how deep knowledge is nested.  By the reduction laws of announcements a talk is
  one formula, and its depth is the sum of the depths of the remarks;
- `steps`: how many remarks rule something out;
- `worlds`: how many worlds there are at first.  Halving them one has log2 of them to go.

The effort is `2 depth + steps + log2 worlds`, and the level follows from it by `BOUNDS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import log2
from typing import Any

from whoknows.errors import BadSetup
from whoknows.learn.puzzles.draft import BOUNDS, Draft, Remark, Stage, modal_depth
from whoknows.learn.puzzles.why_out import reason

FEW_NAMED = 12  # worlds that a step names
FILLERS = frozenset("and the is are coin it number numbers code".split())


@dataclass(frozen=True, slots=True)
class Step:
    """A remark, why it rules worlds out, and what it leaves."""

    said: str
    formula: str
    why: str
    worlds: int  # how many are left
    left: tuple[str, ...]  # their names, if they are few

    def document(self) -> dict[str, Any]:
        """The step as JSON has it."""
        return {
            "said": self.said,
            "formula": self.formula,
            "why": self.why,
            "worlds": self.worlds,
            "left": list(self.left),
        }


@dataclass(frozen=True, slots=True)
class Measure:
    """How hard a puzzle is."""

    depth: int
    steps: int
    worlds: int

    @property
    def effort(self) -> float:
        """What it takes to solve it."""
        return 2 * self.depth + self.steps + log2(self.worlds)

    @property
    def level(self) -> int:
        """From 1, for a start, to 5."""
        return 1 + sum(self.effort > bound for bound in BOUNDS)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle with exactly one answer."""

    kind: str
    seed: int
    title: str
    story: str
    said: tuple[str, ...]
    question: str
    solution: str
    steps: tuple[Step, ...]
    measure: Measure
    given: Mapping[str, object]
    choices: tuple[str, ...]  # the answers that one may give
    gone: Mapping[str, int]  # every other world, with the step that rules it out

    @property
    def level(self) -> int:
        """How hard it is, from 1 to 5."""
        return self.measure.level

    @property
    def text(self) -> str:
        """The puzzle as it is told."""
        said = "\n".join(f"  {line}" for line in self.said)
        return f"{self.story}\n\n{said}\n\n{self.question}"

    def find(self, answer: str) -> str | None:
        """The answer that somebody means by a text; none if it is no possible one."""
        for key in (plain_words, sorted_words):
            wanted = key(answer)
            found = [name for name in self.choices if key(name) == wanted]
            if len(found) == 1:
                return found[0]
        return None

    def verdict(self, answer: str) -> str:
        """Whether an answer is right; if not, which remark rules it out, and no more."""
        found = self.find(answer)
        if found == self.solution:
            return f"Right: {found}."
        if found is None:
            example = self.choices[0]
            return f"{answer!r} is not one of the possible answers, such as {example!r}."
        step = self.steps[self.gone[found]]
        return f"Not {found}: it does not fit with what is said here: {step.said}"

    def document(self) -> dict[str, Any]:
        """The puzzle as JSON has it."""
        return {
            "kind": self.kind,
            "level": self.level,
            "seed": self.seed,
            "title": self.title,
            "text": self.text,
            "question": self.question,
            "solution": self.solution,
            "steps": [step.document() for step in self.steps],
            "measure": {
                "depth": self.measure.depth,
                "steps": self.measure.steps,
                "worlds": self.measure.worlds,
                "effort": round(self.measure.effort, 2),
            },
            "given": dict(self.given),
        }


def plain_words(text: str) -> str:
    """A text without what does not matter: case, blanks, commas, and small words."""
    words = re.findall(r"[^\W_]+", text.lower())
    return "".join(word for word in words if word not in FILLERS)


def sorted_words(text: str) -> str:
    """A text whose order does not matter either: `16 July`."""
    words = re.findall(r"[^\W_]+", text.lower())
    return " ".join(sorted(word for word in words if word not in FILLERS))


def solved(draft: Draft, kind: str, seed: int) -> Puzzle:
    """The puzzle of a draft, solved; raises `BadSetup` unless it has just one answer."""
    stage = draft.stage
    steps, gone = solution_steps(stage, draft.remarks)
    left = [name for name in stage.worlds if name not in gone]
    if len(left) != 1:
        raise BadSetup(f"a puzzle needs one answer; this one has {len(left)}")
    measure = Measure(
        depth=sum(modal_depth(remark.formula) for remark in draft.remarks),
        steps=sum(
            after.worlds < before
            for before, after in zip(
                [len(stage.worlds), *(step.worlds for step in steps)], steps, strict=False
            )
        ),
        worlds=len(stage.worlds),
    )
    return Puzzle(
        kind=kind,
        seed=seed,
        title=draft.title,
        story=draft.story,
        said=tuple(remark.said for remark in draft.remarks),
        question=draft.question,
        solution=left[0],
        steps=tuple(steps),
        measure=measure,
        given=draft.given,
        choices=draft.choices or stage.worlds,
        gone=gone,
    )


def solution_steps(
    stage: Stage, remarks: tuple[Remark, ...]
) -> tuple[list[Step], dict[str, int]]:
    """The remarks worked through, and at which of them each world goes."""
    model = stage.model()
    steps: list[Step] = []
    gone: dict[str, int] = {}
    for number, remark in enumerate(remarks):
        claim = model.where(remark.formula)
        why = reason(stage, model, remark, claim)
        for world in model.worlds(~claim).tolist():
            gone[stage.worlds[world]] = number
        model = model.restrict(claim)
        names = [stage.worlds[world] for world in model.worlds().tolist()]
        shown = tuple(names) if len(names) <= FEW_NAMED else ()
        steps.append(Step(remark.said, str(remark.formula), why, len(names), shown))
    return steps, gone
