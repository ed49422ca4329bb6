"""EPDDL, the language of epistemic planning, read as planning problems."""

from whoknows.logic.planning.epddl.problem import Task, load_task

__all__ = ["Task", "load_task"]
