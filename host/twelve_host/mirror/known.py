"""What tables have said of themselves, kept beside the database so that none is forgotten."""

from __future__ import annotations

import json
import logging
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

log = logging.getLogger("twelve.known")

_FILE = "tables.json"
_MOST_BOARDS = 6


@dataclass(slots=True)
class Known:
    """One table, by its own id. ``boot`` and ``ms`` are as of its last hello."""

    id: str
    name: str = "Twelve"
    firmware: str | None = None
    virtual: bool = False
    boards: int = 1
    boot: int = 0
    boot_id: str = ""
    ms: int = 0

    def hello(self, hello: dict[str, Any]) -> None:
        """Take what the table says; fields of the wrong kind keep what was known."""
        for key, field, kind in (
            ("name", "name", str),
            ("fw", "firmware", str),
            ("virtual", "virtual", bool),
            ("boards", "boards", int),
            ("boot", "boot", int),
            ("bootid", "boot_id", str),
            ("ms", "ms", int),
        ):
            value = hello.get(key)
            if type(value) is kind:
                setattr(self, field, value[:80] if isinstance(value, str) else value)
        self.boards = min(max(self.boards, 1), _MOST_BOARDS)
        self.ms = max(self.ms, 0)


class KnownTables:
    """The file of all tables that were ever mirrored into a data folder."""

    def __init__(self, folder: Path):
        self._path = folder / _FILE
        self._saved = ""
        self.tables: dict[str, Known] = {}
        self._read()

    def _read(self) -> None:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            # Only names are lost: tables say them again, and games name their table.
            log.warning("%s cannot be read: %s", self._path, error)
            return
        for item in found if isinstance(found, list) else []:
            if isinstance(item, dict) and type(item.get("id")) is str:
                known = Known(item["id"])
                known.hello({**item, "fw": item.get("firmware")})
                self.tables[known.id] = known

    def get(self, table_id: str) -> Known:
        """Return what is known of a table, which may be nothing but its id."""
        return self.tables.setdefault(table_id, Known(table_id))

    def save(self) -> None:
        """Write the file where it has changed; it appears whole or not at all."""
        kept = ("id", "name", "firmware", "virtual", "boards")
        items = [
            {k: v for k, v in asdict(known).items() if k in kept} for known in self.tables.values()
        ]
        text = json.dumps(items, ensure_ascii=False, indent=1)
        if text == self._saved:
            return
        part = self._path.with_name(f"{_FILE}.{os.getpid()}.part")
        try:
            part.write_text(text, encoding="utf-8")
            os.replace(part, self._path)
            self._saved = text
        except OSError as error:
            log.warning("%s cannot be written: %s", self._path, error)
