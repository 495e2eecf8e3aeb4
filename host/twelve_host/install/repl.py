"""A board reached through its REPL, with mpremote: what it is, its files, and its reset."""

from __future__ import annotations

import ast
import base64
import contextlib
import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..errors import CommandError
from .asking import Asker
from .boards import ARCHITECTURES
from .drive import Advance

_CHUNK = 3072  # bytes of a file in one command
_ENTER_S = 5
_SILENT_S = 10

_ABOUT = """
import gc, os, sys
i = sys.implementation
s = os.statvfs("/")
m = getattr(i, "_machine", "")
if not m:
    import board
    m = board.board_id
print(repr((i.name, tuple(i.version[:3]), m, getattr(i, "_mpy", 0), s[0] * s[3], s[0] * s[2])))
"""
_HELPERS = """
import os, hashlib, binascii
def _there(p):
    try:
        return os.stat(p)[0]
    except OSError:
        return 0
def _digest(p):
    h = hashlib.sha256()
    with open(p, "rb") as f:
        while True:
            b = f.read(512)
            if not b:
                return binascii.hexlify(h.digest()).decode()
            h.update(b)
def _walk(p, below):
    for n in os.listdir(p):
        q = p + "/" + n
        if _there(q) & 0x4000:
            _walk(q, below + n + "/")
        else:
            print(repr((below + n, _digest(q))))
def _remove(p):
    if _there(p) & 0x4000:
        for n in os.listdir(p):
            _remove(p + "/" + n)
        os.rmdir(p)
    elif _there(p):
        os.remove(p)
def _put(p, how, text):
    at = p.find("/")
    while at > 0:
        if not _there(p[:at]):
            os.mkdir(p[:at])
        at = p.find("/", at + 1)
    with open(p, how) as f:
        f.write(binascii.a2b_base64(text))
"""


@dataclass(frozen=True, slots=True)
class About:
    """What a board says of itself."""

    runtime: str  # "micropython", "circuitpython"
    version: tuple[int, int, int]
    machine: str
    bytecode: int  # version of .mpy files that it loads
    arch: str | None  # native code as mpy-cross calls it
    free: int
    size: int  # bytes of its drive


class Repl:
    """The REPL behind the serial port ``port``; a context. CommandError where there is none."""

    def __init__(self, port: str):
        from mpremote.transport_serial import SerialTransport

        self.port = port
        self._is_circuitpython = False
        with Asker(port):  # tells why a port cannot be opened; mpremote does not
            pass
        try:
            self._transport: Any = SerialTransport(port)
        except Exception as error:  # it went in between
            raise CommandError(f"{port} is gone: plug it in and run this again") from error
        self._transport.serial.timeout = _SILENT_S  # or a board that hangs holds us
        try:
            # It prints what it did not understand, which is nothing for people.
            with contextlib.redirect_stdout(io.StringIO()):
                self._transport.enter_raw_repl(soft_reset=False, timeout_overall=_ENTER_S)
        except Exception as error:
            self.close()
            cure = "hold the table's button while you plug it in, then run this again"
            raise CommandError(f"{port}: no Python answers there: {cure}") from error

    def __enter__(self) -> Repl:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the board at its prompt."""
        with contextlib.suppress(Exception):  # a board that has just been reset is gone
            if self._transport.in_raw_repl:
                self._transport.exit_raw_repl()
        with contextlib.suppress(Exception):
            self._transport.close()
        with contextlib.suppress(Exception):  # it begins with lines that not every port has
            self._transport.serial.close()

    def _run(self, source: str) -> str:
        """Return what ``source`` prints on the board. OSError where its files refuse."""
        from mpremote.transport import TransportError, TransportExecError

        try:
            found: bytes = self._transport.exec(source)
        except TransportExecError as error:
            last = error.error_output.strip().rpartition("\n")[2]
            raise OSError(None, f"the board says: {last}", self.port) from error
        except (TransportError, OSError, TypeError) as error:
            # TypeError: what pyserial does with a port that vanished while it reads.
            cure = "plug it in again and run this once more: nothing is lost"
            raise CommandError(f"{self.port}: the board is gone: {cure}") from error
        return found.decode(errors="replace")

    def about(self) -> About:
        """Return what the board is."""
        found = ast.literal_eval(self._run(_ABOUT).strip())
        runtime, version, machine, mpy, free, size = found
        arch = ARCHITECTURES[mpy >> 10] if mpy >> 10 < len(ARCHITECTURES) else None
        self._is_circuitpython = runtime == "circuitpython"
        self._run(_HELPERS)
        return About(runtime, version, machine, mpy & 0xFF, arch, free, size)

    # -- files ---------------------------------------------------------------------------------
    def exists(self, path: str) -> bool:
        """Return whether there is a file or folder ``path``."""
        return self._run(f"print(_there({path!r}))").strip() != "0"

    def digests(self, folder: str) -> dict[str, str]:
        """Return {path below ``folder``: SHA-256 in hex} of every file, read on the board."""
        said = self._run(f"if _there({folder!r}): _walk({folder!r}, '')")
        return dict(ast.literal_eval(line) for line in said.splitlines() if line.strip())

    def digest(self, path: str) -> str:
        """Return the SHA-256 in hex of a file, read on the board; "" for none."""
        return self._run(f"print(_digest({path!r}) if _there({path!r}) else '')").strip()

    def write(self, path: str, data: bytes, advance: Advance) -> None:
        """Write a file; its folders are made."""
        for at in range(0, max(1, len(data)), _CHUNK):
            piece = data[at : at + _CHUNK]
            how = "ab" if at else "wb"
            # Most files are one command: a command costs more time than its bytes do.
            self._run(f"_put({path!r}, {how!r}, {base64.b64encode(piece)!r})")
            advance(len(piece))

    def move(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Rename, one pair (old, new) after the other, in one command."""
        self._run(f"for o, n in {list(pairs)!r}: os.rename(o, n)")

    def remove(self, path: str) -> None:
        """Remove a file, or a folder with all that is in it; nothing where there is none."""
        self._run(f"_remove({path!r})")

    def free(self) -> int:
        """Return how many bytes are free."""
        return int(self._run("s = os.statvfs('/')\nprint(s[0] * s[3])"))

    def settle(self) -> None:
        """Return when everything is on the medium."""
        self._run("hasattr(os, 'sync') and os.sync()")

    def reset(self) -> None:
        """Reset the board, as the power does."""
        chip = "microcontroller" if self._is_circuitpython else "machine"
        with contextlib.suppress(Exception):  # it is gone before it can answer
            self._transport.exec_raw_no_follow(f"import {chip}\n{chip}.reset()")
        self._transport.in_raw_repl = False
        self.close()
