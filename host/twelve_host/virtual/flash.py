"""The virtual table's flash: a folder, which one table at a time may use."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from pathlib import Path
from typing import NamedTuple

from twelve.table.settings import Settings

from ..errors import CommandError

_PATIENCE_S = 2.0  # for a table that is just ending


class Button(NamedTuple):
    """How long a press must be steady, is a hold, and is a long hold."""

    debounce_ms: int = 10
    hold_ms: int = 500
    long_ms: int = 2000


class Flash:
    """The folder, made where it is missing."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        # What the firmware's process inherits: the folder stays taken for as long as it lives.
        self.locks: list[int] = []

    async def take(self) -> None:
        """Keep other tables off it. CommandError while another one uses it."""
        try:
            import fcntl
        except ImportError:  # Windows
            return
        handle = os.open(self.folder, os.O_RDONLY)
        self.locks.append(handle)
        give_up_s = time.monotonic() + _PATIENCE_S
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() > give_up_s:
                    text = f"another virtual table runs on {self.folder}: stop it, or use --state"
                    raise CommandError(text) from None
            await asyncio.sleep(0.05)

    def give_back(self) -> None:
        """Let other tables use it."""
        while self.locks:
            os.close(self.locks.pop())

    def put_settings(self, chosen: Path | None, default: Path) -> None:
        """Copy ``chosen`` onto it as its table.toml, ``default`` where it has none."""
        path = self.folder / "table.toml"
        if chosen is None:
            if not path.exists():
                shutil.copyfile(default, path)
        elif not path.exists() or not chosen.samefile(path):
            shutil.copyfile(chosen, path)

    def button(self) -> Button:
        """Return the button's times as the firmware will read them at its next start."""
        try:
            text = (self.folder / "table.toml").read_text(encoding="utf-8")
        except (OSError, UnicodeError):  # the firmware uses its defaults then, and says so
            text = ""
        found = Settings(text)
        return Button(found.debounce_ms, found.hold_ms, found.long_ms)
