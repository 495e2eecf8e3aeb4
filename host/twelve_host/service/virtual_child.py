"""Runs ``twelve table`` beside the service: the table of people who have none plugged in."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

log = logging.getLogger("twelve.virtual")

VIRTUAL_LINK = "virtual.tty"  # in the data folder, while the table is up

# About what a Pico has: on a 64-bit machine objects take twice the room.
_HEAP = "384k"
_STOP_S = 0.8  # to end by itself after its input has ended
_KILL_S = 0.4
_PAUSES_S = (0.5, 1.0, 2.0, 4.0)  # before it is started again; then it is given up
_STEADY_S = 30.0  # whoever ran so long may fail as often again


class VirtualTable:
    """A child process and a thread that reads it and starts it again where it dies.

    ``ready(path)`` is called in that thread with the port to open, each time it has started.
    """

    def __init__(self, data: Path):
        self._state = data / "virtual"
        self._link = data / VIRTUAL_LINK
        self._ready: Callable[[str], None] | None = None
        self._path: str | None = None
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._child = self._spawn()
        self._thread = threading.Thread(target=self._run, name="virtual table", daemon=True)
        self._thread.start()

    def when_ready(self, ready: Callable[[str], None]) -> None:
        """Call ``ready(path)`` now if the table is up, and whenever it comes up."""
        with self._lock:
            self._ready = ready
            path = self._path
        if path is not None:
            ready(path)

    def _spawn(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "twelve_host", "table"]
        command += ["--link", str(self._link), "--state", str(self._state), "--heap", _HEAP]
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            # Ctrl-C is for the service, which then ends its child.
            start_new_session=os.name == "posix",
        )

    def _run(self) -> None:
        failures = 0
        while True:
            started_s = time.monotonic()
            self._read()
            status = self._child.wait()
            if self._stopping.is_set():
                return
            failures = 0 if time.monotonic() - started_s > _STEADY_S else failures + 1
            if failures > len(_PAUSES_S):
                log.error("the virtual table cannot be kept up: see `twelve table --debug`")
                return
            log.warning("the virtual table stopped (status %d); starting it again", status)
            if self._stopping.wait(_PAUSES_S[failures - 1]):
                return
            with self._lock:
                if self._stopping.is_set():
                    return
                self._child = self._spawn()

    def _read(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            word, _, path = line.strip().partition(" ")
            if word == "ready" and path:
                with self._lock:
                    self._path = path
                    ready = self._ready
                if ready is not None:
                    ready(path)

    def stop(self) -> None:
        """End the child: its input ends, then it is asked to, then made to."""
        with self._lock:
            self._stopping.set()
            child = self._child
        with suppress(OSError):  # it may be gone already
            if child.stdin is not None:
                child.stdin.close()
        for ask, wait_s in ((None, _STOP_S), (child.terminate, _KILL_S), (child.kill, _KILL_S)):
            if ask is not None:
                ask()
            with suppress(subprocess.TimeoutExpired):
                child.wait(wait_s)
                return
