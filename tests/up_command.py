"""``twelve up`` as a process, and what is asked of it over HTTP."""

from __future__ import annotations

import itertools
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
from heard_command import HeardCommand
from pace import Stopwatch

PATIENCE_S = 30.0
_REPEATABLE = ("act", "undo", "new", "names", "seat", "limit", "close")


class UpCommand(HeardCommand):
    """The command on a free port of this computer, over the games in ``data``."""

    def __init__(self, data: Path, *options: str, program: tuple[str, ...] = ("-m", "twelve_host")):
        self.started = Stopwatch()
        self._numbers = itertools.count(1)
        self.lines: list[str] = []  # on stdout
        words = [*program, "up", "--data", str(data), "--http", "127.0.0.1:0", "--no-open"]
        super().__init__([*words, *options], self.lines.append)

    def __enter__(self) -> UpCommand:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()

    def serving(self) -> str:
        """Wait for the serving line; return its address."""
        while not self.lines:
            assert self.process.poll() is None, self.said
            assert not self.started.is_over(PATIENCE_S), self.said
            time.sleep(0.005)
        start = "twelve: serving "
        assert self.lines[0].startswith(start) and self.lines[0].endswith("\n")
        self.url = self.lines[0].removeprefix(start).strip()
        self.client = httpx2.Client(base_url=self.url, timeout=60)
        return self.url

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask it to end; return its status. It may take 3 s."""
        watch = Stopwatch()
        self.process.send_signal(number)
        try:
            status = self.process.wait(PATIENCE_S)
            assert not watch.is_over(3), f"it took {watch.seconds():.1f} s to stop: {self.said}"
            return status
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"it did not stop: {self.said}") from None
        finally:
            self.wait_for_words(1)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait()

    # -- what is asked of it --------------------------------------------------------------------
    def get(self, path: str) -> Any:
        """GET an answer that must be good; return its JSON."""
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def table(self) -> dict[str, Any]:
        """Return the first table, {} where there is none yet."""
        tables = self.get("/api/tables")
        return tables[0] if tables else {}

    def wait_for(self, is_so: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Return the first table once ``is_so(it)``; AssertionError if it does not come to that."""
        watch = Stopwatch()
        while not is_so(table := self.table()):
            assert not watch.is_over(PATIENCE_S), (
                f"the table is {table}; the service said {self.said!r}"
            )
            time.sleep(0.02)
        return table

    def live(self) -> dict[str, Any]:
        """Wait until the first table is live and its lights are here; return it."""
        return self.wait_for(lambda table: table.get("status") == "live" and table["lights"])

    def post(self, what: str, **body: Any) -> Any:
        """POST to the first table an order that must be done; return the answer's JSON.

        What carries a ``request`` is asked for again where a busy machine has no answer in time.
        """
        if what in _REPEATABLE:
            body = {"request": f"test {next(self._numbers)}", **body}
        address, watch = f"/api/tables/{self.table()['id']}/{what}", Stopwatch()
        answer = self.client.post(address, json=body)
        while answer.status_code == 504 and "request" in body and not watch.is_over(5):
            answer = self.client.post(address, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()
