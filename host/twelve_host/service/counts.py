"""Numbers that the service counts about itself; web/metrics.py puts them into words."""

from __future__ import annotations

from dataclasses import dataclass, field

BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.0, 5.0)


class Histogram:
    """How long things took: counts below each of ``BOUNDS_S``, and their sum."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS_S) + 1)
        self.sum_s = 0.0

    def add(self, seconds: float) -> None:
        """Count one that took ``seconds``."""
        at = 0
        while at < len(BOUNDS_S) and seconds > BOUNDS_S[at]:
            at += 1
        self.counts[at] += 1
        self.sum_s += seconds


@dataclass(slots=True)
class Counts:
    """Since the service started. ``requests`` by (what was asked, HTTP status)."""

    bad_lines: int = 0  # of connections that have ended
    outages: int = 0
    requests: dict[tuple[str, int], Histogram] = field(default_factory=dict)

    def request(self, what: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self.requests.setdefault((what, status), Histogram()).add(seconds)
