"""A command of ours as a process, of which everything that it prints is read as it comes."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any


class HeardCommand:
    """Python, started with ``words``; ``hear`` gets each line of stdout, its end included.

    ``said`` is what it has written to stderr. ``options`` are Popen's.
    """

    def __init__(self, words: list[str], hear: Callable[[str], None], **options: Any):
        self.process: subprocess.Popen[str] = subprocess.Popen(
            [sys.executable, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            **options,
        )
        self.said = ""
        self._hear = hear
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._read, self._overhear)
        ]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._hear(line)

    def _overhear(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.said += line

    @property
    def is_silent(self) -> bool:
        """Whether stdout has ended and all of it was heard."""
        return not self._threads[0].is_alive()

    def wait_for_words(self, longest_s: float = 30.0) -> None:
        """Wait until all that it has said is here; it must have ended."""
        for thread in self._threads:
            thread.join(longest_s)
