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
    first: tuple[float, int] | None = None  # when something was first done, and how much

    def tick(self, count: int = 1) -> None:
        """Count that much more as done."""
        self.done += count
        self.first = self.first or (time.monotonic(), count)

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.monotonic() - self.began

    @property
    def rate(self) -> float:
        """How much is done in a second; the start-up is left out once that can be."""
        if self.first is not None and self.done > self.first[1]:
            began, count = self.first
            return (self.done - count) / max(time.monotonic() - began, 1e-9)
        return self.done / max(self.seconds, 1e-9)

    @property
    def left(self) -> float | None:
        """The seconds that the rest will take; `None` before anything is done."""
        rest = self.total - self.before - self.done
        return rest / self.rate if self.done else None

    @property
    def to_go(self) -> str:
        """The time left, for people, with a comma before it; nothing at the start."""
        return "" if self.left is None else f", {clock(self.left)} left"


def clock(seconds: float) -> str:
    """A stretch of time: 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
