"""How long something takes, less what a busy machine adds: for limits that mean a machine alone.

Linux counts the time in which somebody waited for a processor (Documentation/accounting/psi.rst).
What is left is shared with the others all the same, or nobody counts at all: a little work tells
how much slower than alone it is done.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

_PRESSURE = Path("/proc/pressure/cpu")
_WORK_S = 0.01
_MOST_S = 60.0  # that a busy machine may add at all


def _stalled_s() -> float | None:
    """Return the seconds since the start in which somebody waited, None where nobody counts."""
    try:
        some = _PRESSURE.read_text().split("\n")[0]
        return int(some.rpartition("total=")[2]) / 1e6
    except (OSError, ValueError):
        return None


def _slowness() -> float:
    """Return how many times longer than alone some work takes now, at least 1."""
    cpu_s, wall_s = time.thread_time(), time.monotonic()
    while (done_s := time.thread_time() - cpu_s) < _WORK_S:
        pass
    return max(1.0, (time.monotonic() - wall_s) / done_s)


class Stopwatch:
    """Runs from when it is made."""

    def __init__(self) -> None:
        self._stalled_s = _stalled_s()
        self._slowness = _slowness() if self._stalled_s is None else 1.0
        self._started_s = time.monotonic()

    def seconds(self) -> float:
        """Return the seconds since, as they would be on a machine alone."""
        wall_s = time.monotonic() - self._started_s
        stalled_s = _stalled_s()
        alone_s = wall_s
        if self._stalled_s is not None and stalled_s is not None:
            alone_s -= min(wall_s, stalled_s - self._stalled_s)
        return max(alone_s / max(self._slowness, _slowness()), wall_s - _MOST_S)

    def is_over(self, limit_s: float) -> bool:
        """Return whether it took longer; asked as often as one likes."""
        return time.monotonic() - self._started_s > limit_s and self.seconds() > limit_s


def wait_for(condition: Callable[[], object], timeout_s: float = 10.0) -> None:
    """Wait until ``condition()`` holds; AssertionError after ``timeout_s`` of a machine alone."""
    watch = Stopwatch()
    while not condition():
        assert not watch.is_over(timeout_s), "it did not happen in time"
        time.sleep(0.01)
