"""How fast work goes, and how long the rest will take."""

import time
from dataclasses import dataclass, field


@dataclass
class Pace:
    """Counts what is done of a total; what was done before the start is no merit."""

    total: int
    before: int = 0
    done: int = 0  # since the start
    began: float = field(default_factory=time.monotonic)

    def tick(self, count: int = 1) -> None:
        """Count that much more as done."""
        self.done += count

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.monotonic() - self.began

    @property
    def rate(self) -> float:
        """How much is done in a second, on the whole."""
        return self.done / self.seconds if self.done else 0.0

    @property
    def left(self) -> float | None:
        """The seconds that the rest will take; `None` before anything is done."""
        rest = self.total - self.before - self.done
        return rest / self.rate if self.done else None
