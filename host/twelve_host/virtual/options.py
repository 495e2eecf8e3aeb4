"""How a virtual table is to be run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ..errors import CommandError


@dataclass(frozen=True)
class Options:
    """How to run a virtual table: the options of ``twelve table``."""

    link: Path | None = None
    state: Path | None = None
    python: str | None = None  # "micropython" or "cpython"; None: the better one that is here
    heap: str = "160k"
    settings: Path | None = None
    seed: str | None = None
    tcp: int | None = None

    def check(self) -> None:
        """Raise CommandError (status 2) for what no table can be run with."""
        if not re.fullmatch(r"[1-9][0-9]*[kKmM]?", self.heap):
            raise CommandError(f"--heap {self.heap} is no size: write it such as 160k", 2)
        seed = self.seed
        if seed is not None and not re.fullmatch(r"(?:[0-9a-fA-F]{2}){1,64}", seed):
            raise CommandError("--seed is hex, 1 to 64 bytes, such as 00ff", 2)
        if self.tcp is not None and not 0 <= self.tcp <= 65535:
            raise CommandError("--tcp is a port, 0 to 65535 (0: any free one)", 2)
