"""Finding models: is a formula satisfiable or valid, and what does a model look like."""

from whoknows.logic.find.core import LOGICS
from whoknows.logic.find.search import Found, Verdict, equivalent, find, valid

__all__ = ["LOGICS", "Found", "Verdict", "equivalent", "find", "valid"]
