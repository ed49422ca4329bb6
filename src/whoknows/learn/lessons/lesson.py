"""What a lesson is made of: prose, models to look at, and exercises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from whoknows.errors import BadSetup, UnknownName
from whoknows.logic.files.script import Scene, Script

READING = 120  # words a minute, for those who read with a pencil
SOLVING = 1.75  # minutes for an exercise


@dataclass(frozen=True, slots=True)
class Prose:
    """Paragraphs of text, in a small part of Markdown."""

    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A model as a picture, after some of its steps, with some worlds lit."""

    model: str
    after: int
    lit: str = ""  # a formula: the worlds where it holds are lit
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Exercise:
    """Something to do, and what is needed to check it."""

    name: str
    kind: str
    ask: str
    answer: str  # one right answer; others are as good
    wants: Mapping[str, str]  # what the kind needs, as the file has it
    hints: tuple[str, ...]
    praise: str  # what is said when it is solved
    line: int

    def number(self, key: str, otherwise: int) -> int:
        """A whole number among what the kind needs."""
        text = self.wants.get(key, str(otherwise)).strip()
        if not text.isdecimal() or len(text) > 6:
            raise BadSetup(f"{key} should be a whole number, not {text!r}")
        return int(text)


Block: TypeAlias = Prose | Shown | Exercise


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as read from its file."""

    name: str
    title: str
    about: str
    blocks: tuple[Block, ...]
    models: Mapping[str, Script]
    texts: Mapping[str, str]  # of the models
    text: str = ""  # of the whole file

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises, in their order."""
        return tuple(block for block in self.blocks if isinstance(block, Exercise))

    @property
    def minutes(self) -> int:
        """How long it takes, by its words and its exercises."""
        words = sum(
            len(block.text.split()) for block in self.blocks if isinstance(block, Prose)
        )
        return round(words / READING + SOLVING * len(self.exercises))

    def exercise(self, name: str) -> Exercise:
        """An exercise by its name."""
        for found in self.exercises:
            if found.name == name:
                return found
        raise UnknownName.among("exercise", name, [one.name for one in self.exercises])

    def scene(self, model: str, after: int | None = None) -> Scene:
        """A model after some of its steps; after all of them by default."""
        if model not in self.models:
            raise UnknownName.among("model", model, self.models)
        scenes = self.models[model].scenes
        place = len(scenes) - 1 if after is None else after
        if not 0 <= place < len(scenes):
            raise BadSetup(f"the model {model} has {len(scenes) - 1} steps, not {place}")
        return scenes[place]
