"""Finding models: is a formula satisfiable or valid, and what does a model look like."""

from whoknows.logic.satisfiability.core_language import LOGICS
from whoknows.logic.satisfiability.find_model import Found, Verdict, equivalent, find, valid

__all__ = ["LOGICS", "Found", "Verdict", "equivalent", "find", "valid"]
