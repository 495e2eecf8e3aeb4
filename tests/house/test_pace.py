"""The stopwatch that takes a busy machine into account: alone it is exact, and it ends."""

from __future__ import annotations

from typing import Any

import pace
import pytest
from pace import Stopwatch


class Machine:
    """Clocks in the test's hands: ``stalled_s`` None is a system that does not count it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, stalled_s: float | None):
        self.now_s = 100.0
        self.cpu_s = 5.0
        self.stalled_s = stalled_s
        self.share = 1.0  # of a processor
        monkeypatch.setattr(pace, "_stalled_s", lambda: self.stalled_s)
        monkeypatch.setattr(pace, "time", self)

    def monotonic(self) -> float:
        return self.now_s

    def thread_time(self) -> float:
        self.now_s += 0.001
        self.cpu_s += 0.001 * self.share
        return self.cpu_s


def about(seconds: float) -> Any:
    return pytest.approx(seconds, abs=0.05)


@pytest.mark.parametrize("stalled_s", [7.0, None])
def test_alone_it_is_a_stopwatch(monkeypatch: pytest.MonkeyPatch, stalled_s: float | None) -> None:
    machine = Machine(monkeypatch, stalled_s)
    watch = Stopwatch()
    machine.now_s += 3
    assert watch.seconds() == about(3)
    assert watch.is_over(2.9) and not watch.is_over(3.1)


def test_what_others_took_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, 7.0)
    watch = Stopwatch()
    machine.now_s += 10
    machine.stalled_s = 15.0
    assert watch.seconds() == about(2) and not watch.is_over(3)


def test_where_nobody_counts_it_a_little_work_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, None)
    watch = Stopwatch()
    machine.now_s += 10
    machine.share = 0.25
    assert watch.seconds() == about(2.5)


def test_nothing_is_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, 0.0)
    watch = Stopwatch()
    machine.now_s += 70
    machine.stalled_s = 70.0
    assert watch.is_over(9)


def test_on_this_machine_time_passes() -> None:
    watch = Stopwatch()
    assert 0 <= watch.seconds() < 60 and not watch.is_over(60)
