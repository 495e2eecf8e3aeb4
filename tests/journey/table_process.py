"""``twelve table`` as a process that is worked through its stdin, as a person does it."""

from __future__ import annotations

import os
import queue
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from heard_command import HeardCommand
from pace import Stopwatch

PATIENCE_S = 30.0


class TableProcess(HeardCommand):
    """The command, started with ``options``; ``said`` is what it has written to stderr.

    ``stdin`` is Popen's; it is a pipe for whoever sends commands here.
    """

    def __init__(self, *options: str, stdin: int = subprocess.PIPE):
        # Of its own, since a table that is killed leaves there what it would have removed.
        self._temporary = tempfile.mkdtemp(prefix="tables-")
        self._lines: queue.Queue[str] = queue.Queue()
        super().__init__(
            ["-m", "twelve_host", "table", *options],
            self._lines.put,
            stdin=stdin,
            env=os.environ | {"TMPDIR": self._temporary},
        )

    def __enter__(self) -> TableProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self._temporary, ignore_errors=True)

    def line(self, while_waiting: Callable[[], None] | None = None) -> str:
        """Return the next line of stdout; ``while_waiting`` is called over and over until then."""
        watch = Stopwatch()
        while True:
            try:
                return self._lines.get(timeout=0.001 if while_waiting else 0.1).rstrip("\n")
            except queue.Empty:
                if watch.is_over(PATIENCE_S) or self.is_silent:
                    raise TimeoutError(f"no line from the table; it said: {self.said}") from None
            if while_waiting:
                while_waiting()

    def ready(self) -> str:
        """Wait for ``ready``; return what can be opened."""
        word, _, address = self.line().partition(" ")
        assert word == "ready", word
        return address

    def send(self, *commands: str) -> None:
        """Write commands, without waiting until they are done."""
        assert self.process.stdin
        self.process.stdin.write("".join(command + "\n" for command in commands))
        self.process.stdin.flush()

    def do(self, *commands: str, while_waiting: Callable[[], None] | None = None) -> list[str]:
        """Have commands done, ``while_waiting`` meanwhile; return the lights after them."""
        self.send(*commands, "lights")
        rows = []
        while (row := self.line(while_waiting)) != ".":
            rows.append(row)
        return rows

    def end(self) -> int:
        """End its input; return the exit status."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.process.wait(PATIENCE_S)

    def firmware(self) -> list[int]:
        """Return the process ids of its children (Linux)."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(word) for word in path.read_text().split()]


def is_alive(pid: int) -> bool:
    """Return whether a process still runs (Linux; one that nobody has waited for does not)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
