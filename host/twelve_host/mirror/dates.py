"""Dates the records of one table, which has no clock but counts milliseconds since switch-on.

For every switch-on (``boot``) one moment is kept: when its count was 0. It is fixed once a game
and then only added to, so a laptop whose clock is set in the middle of a game makes no gap.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

_LONGEST_MS = 1 << 40  # 35 years
_GUESS_MS = 3_600_000  # play of an unknown date is taken to have begun so long before the next


def _count(record: dict[str, Any]) -> int | None:
    """Return the record's ``ms``, None where it is none that a table could have counted."""
    ms = record.get("ms")
    return ms if type(ms) is int and 0 <= ms < _LONGEST_MS else None


class Dates:
    """Turns (record, boot) into dates. Moments are milliseconds since 1970."""

    def __init__(self) -> None:
        self._switched_on: dict[int, int] = {}  # boot -> when its count was 0
        self._boots: dict[str, int] = {}  # game -> boot that its newest record was written in
        self._last: dict[str, int] = {}  # game -> date of its newest record
        self._present = 0
        self._live_ms = 0
        self._now_ms = 0  # when the present count was 0, as the laptop's clock says now

    def hello(self, boot: int, ms: int, wall_ms: int) -> None:
        """The table answers: its present switch-on and count, at the laptop's date ``wall_ms``."""
        self._present = boot
        self._live_ms = ms
        self.heard(ms, wall_ms)

    def heard(self, ms: int, wall_ms: int) -> None:
        """The table's count is ``ms`` at the laptop's date ``wall_ms``."""
        self._now_ms = wall_ms - ms

    def knows(self, uid: str) -> bool:
        """Whether the records of this game up to the newest stored one have been seen."""
        return uid in self._boots

    def forget(self, uid: str) -> None:
        """Forget a game: its records come again from the first one."""
        self._boots.pop(uid, None)
        self._last.pop(uid, None)

    def learn(self, uid: str, records: Iterable[tuple[dict[str, Any], int | None]]) -> None:
        """Take the stored records of a game, in order, with the dates they were given."""
        for record, at_ms in records:
            self._boot_of(uid, record)
            boot = self._boots[uid]
            ms = _count(record)
            if at_ms is not None and ms is not None:
                self._switched_on.setdefault(boot, at_ms - ms)
                self._last[uid] = at_ms

    def is_live(self, uid: str, record: dict[str, Any]) -> bool:
        """Whether the record was made while this connection lasted; asked before :meth:`date`."""
        boot = self._boot_of(uid, record)
        ms = _count(record)
        return boot == self._present and ms is not None and ms >= self._live_ms

    def date(self, uid: str, record: dict[str, Any]) -> tuple[int, bool]:
        """Return (date, whether it is an estimate) of the game's next record."""
        live = self.is_live(uid, record)
        boot = self._boots[uid]
        ms = _count(record) or 0
        if live and record.get("op") == "new":
            self._switched_on[boot] = self._now_ms
        if boot not in self._switched_on:
            self._switched_on[boot] = self._moment(boot, ms)
        at_ms = self._switched_on[boot] + ms
        later = [moment for b, moment in self._moments() if b > boot]
        if later and not live:
            at_ms = min(at_ms, *later)
        at_ms = max(at_ms, self._last.get(uid, at_ms))
        self._last[uid] = at_ms
        return at_ms, not live

    def _boot_of(self, uid: str, record: dict[str, Any]) -> int:
        said = record.get("boot")
        begins = record.get("op") == "new" or record.get("kind") == "boot"
        if begins and type(said) is int:
            self._boots[uid] = said
        return self._boots.setdefault(uid, self._present)

    def _moments(self) -> list[tuple[int, int]]:
        """Return (boot, when its count was 0) of every switch-on that is known."""
        found = dict(self._switched_on)
        found.setdefault(self._present, self._now_ms)
        return list(found.items())

    def _moment(self, boot: int, ms: int) -> int:
        """Return when the count of ``boot`` was 0, where no record says it; ``ms``: the first."""
        if boot == self._present:
            return self._now_ms
        later = [moment for b, moment in self._moments() if b > boot]
        earlier = [moment for b, moment in self._moments() if b < boot]
        moment = min(later, default=self._now_ms) - _GUESS_MS - ms
        return max([moment, *earlier])
