"""A small host at the end of a table's line: greets, takes every record once, in order."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import serial
from pace import Stopwatch

from twelve.record.chain import START, record_text
from twelve.record.pack import unpack
from twelve.record.replica import Replica
from twelve.record.session import CREDIT, Session
from twelve_host import record_check

Stored = dict[str, list[tuple[str, str]]]  # uid: (text, chain) of records 1, 2, …


class LineHost:
    """Opens ``address``; ``stored`` is what earlier hosts have, and is added to."""

    numbers = itertools.count(1)

    def __init__(self, address: str, stored: Stored):
        self.stored = stored
        self.forks: list[str] = []
        self.news: dict[str, Any] = {}
        self.answers: dict[int, dict[str, Any]] = {}
        self.hello: dict[str, Any] = {}
        socket = address.startswith("socket:")
        options = {} if socket else {"exclusive": True}
        self.port = serial.serial_for_url(address, timeout=0.005, **options)
        self.replica = Replica(self._last)
        number = next(self.numbers)
        self.session = Session(
            True, lambda: (("host", f"host {number}"), ("credit", CREDIT)), self.now_ms()
        )
        self.port.write(b"\n")

    @staticmethod
    def now_ms() -> int:
        """Return the milliseconds of a clock that never goes back."""
        return time.monotonic_ns() // 1_000_000

    def _last(self, uid: str) -> tuple[int, str]:
        records = self.stored.get(uid)
        return (len(records), records[-1][1]) if records else (0, "")

    def close(self) -> None:
        """Close the port."""
        self.port.close()

    def pump(self, until: Callable[[], object], patience_s: float = 20.0) -> None:
        """Work until ``until()`` is true. TimeoutError when it takes longer than ``patience_s``."""
        watch = Stopwatch()
        while not until():
            if watch.is_over(patience_s):
                raise TimeoutError(f"still not: {until}; last news {self.news}")
            self.step()

    def step(self) -> None:
        """Make one pass: read, store, answer. OSError when the port has gone."""
        now_ms = self.now_ms()
        data = self.port.read(256)
        for message, text in self.session.receive(data, now_ms):
            self._take(message, text, now_ms)
        self.session.tick(now_ms)
        while self.replica.out:
            self.session.send(self.replica.out.pop(0))
        while piece := self.session.take(4096):
            self.port.write(piece)

    def _take(self, message: dict[str, Any], text: str, now_ms: int) -> None:
        if message["m"] == "hello":
            self.hello = message
        elif message["m"] == "now":
            self.news = message
        elif message["m"] == "commit":
            self.session.send('{"m":"rand","r":"0123456789abcdef"}')
        elif message["m"] == "ans":
            self.answers[message["id"]] = message
        found = self.replica.receive(message, text, now_ms)
        if found is None:
            return
        if found[0] == "fork":
            self.forks.append(found[1])
            self.stored[found[1]] = []
            return
        _, uid, record, raw = found
        records = self.stored.setdefault(uid, [])
        assert record["n"] == len(records) + 1, "the replica let a record through out of order"
        records.append((raw, record["chain"]))
        self.replica.stored(uid, record["n"])

    # -- what has arrived ------------------------------------------------------------------------
    def ask(self, text: str, number: int, patience_s: float = 10.0) -> dict[str, Any]:
        """Send a request with the id ``number``; return its answer."""
        self.session.send(text)
        self.pump(lambda: number in self.answers, patience_s)
        return self.answers[number]

    def counts(self) -> dict[str, int]:
        """Return how many records of each game are stored."""
        return {uid: len(records) for uid, records in self.stored.items()}

    def has_all(self) -> bool:
        """Whether every record of the game on the table is stored."""
        uid = self.news.get("g")
        return bool(uid) and len(self.stored.get(uid, ())) == self.news["n"] - 1


def journal(flash: Path) -> Stored:
    """Return what is in the journal on ``flash``. ValueError where a file does not end whole."""
    found: Stored = {}
    for path in sorted((flash / "games").rglob("*.rec")):
        data, at, chain = path.read_bytes(), 0, START
        records = []
        while at < len(data):
            record, at = unpack(data, at)
            record.pairs.insert(0, ("n", len(records) + 1))
            text, chain = record_text(record, chain)
            records.append((text, chain))
        uid = dict(unpack(data, 0)[0].pairs)["uid"] if records else path.stem
        found[uid] = records
    return found


def check_games(stored: Stored) -> None:
    """Replay every game: numbers, chain, actions and dice must be right."""
    for uid, records in stored.items():
        report = record_check.check([text for text, _ in records])
        assert report.ok and report.chained, f"{uid}: {report}"
