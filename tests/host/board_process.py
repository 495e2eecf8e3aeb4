"""A MicroPython board on a PC: a folder as its flash, a pseudo-terminal as its USB port.

The interpreter, the files and the program are real; the chip's modules are in fake_board/.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType

from pty_cable import PtyCable
from twelve_host.virtual import firmware as virtual_firmware

_FAKES = Path(__file__).parent / "fake_board"
_RESET_STATUS = 85


class Board:
    """The board; a context. ``port`` is its name, as long as it has power."""

    def __init__(self, folder: Path):
        self.flash = folder / "flash"
        self.flash.mkdir(exist_ok=True)
        self.leds = folder / "leds"
        self.button = folder / "button"
        self.starts = 0
        self.said = b""  # what it wrote last
        self._cable = PtyCable(folder / "ttyACM0")
        self.port = str(self._cable.path)
        self._process: subprocess.Popen[bytes] | None = None
        self._off = threading.Event()
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Board:
        self._cable.plug()
        self._threads = [threading.Thread(target=self._live)]
        self._threads[0].start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._off.set()
        self.cut()
        self._threads[0].join()
        self._cable.unplug()

    def cut(self) -> None:
        """Cut the power; it comes back at once."""
        if self._process is not None:
            self._process.kill()

    def pull(self) -> None:
        """Pull the cable, which is the power, too; plug it in again."""
        self._cable.unplug()
        self.cut()
        self._cable.plug()

    def frames(self) -> list[tuple[int, bytes]]:
        """Return (pin, bytes) of everything that was sent to the LEDs."""
        lines = self.leds.read_text().splitlines() if self.leds.exists() else []
        return [(int(pin), bytes.fromhex(data)) for pin, data in map(str.split, lines)]

    def _live(self) -> None:
        """Be switched on as often as it is reset."""
        environment = {
            "MICROPYPATH": f"lib:{_FAKES}",
            "FAKE_LEDS": str(self.leds),
            "FAKE_BUTTON": str(self.button),
        }
        command = virtual_firmware.micropython("256k", _FAKES / "power_on.py")
        while not self._off.is_set():
            self.starts += 1
            pipe = subprocess.PIPE
            with subprocess.Popen(
                command, cwd=self.flash, env=environment, stdin=pipe, stdout=pipe, bufsize=0
            ) as process:
                self._process = process
                if self._off.is_set():
                    process.kill()
                listen = threading.Thread(target=self._listen, args=(process,))
                listen.start()
                assert process.stdin is not None
                while process.poll() is None:
                    data = self._cable.read()
                    if data:
                        try:
                            process.stdin.write(data)
                        except BrokenPipeError:
                            break
                    else:
                        self._off.wait(0.002) if not self._off.is_set() else process.kill()
                listen.join()
            if process.returncode not in (_RESET_STATUS, -9):
                print(f"the board ended with {process.returncode}", file=sys.stderr)
                return

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        while data := os.read(process.stdout.fileno(), 4096):
            self.said = (self.said + data)[-4000:]
            self._cable.write(data)
