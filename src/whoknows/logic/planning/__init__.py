"""Planning with knowledge: what must be said or done so that a goal holds."""

from whoknows.logic.planning.acts import Act, Way
from whoknows.logic.planning.search import Plan, plan

__all__ = ["Act", "Plan", "Way", "plan"]
