"""The settings of a scripted table: the firmware's own code on files in memory."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from twelve.base.errors import Refusal
from twelve.table import asked
from twelve.table.setup import prepare

if TYPE_CHECKING:
    from scripted_table import ScriptedTable


_ANSWER_MS = 300  # for an answer to leave before a restart


class Files:
    """Flash in memory; ``refused``: nothing can be written."""

    def __init__(self, text: str):
        self.content = {"table.toml": text.encode()}
        self.refused = False

    def size(self, path: str) -> int:
        """Return the bytes of a file, 0 for none."""
        return len(self.content.get(path, b""))

    def read(self, path: str) -> bytes | None:
        """Return a file, None for none."""
        return self.content.get(path)

    def read_at(self, path: str, offset: int, size: int) -> bytes:
        """Return a part of a file."""
        return self.content.get(path, b"")[offset : offset + size]

    def write(self, path: str, data: bytes) -> None:
        """Replace a file."""
        self.content[path] = data

    def append(self, path: str, data: bytes) -> None:
        """Add to a file."""
        self.content[path] = self.content.get(path, b"") + data

    def remove(self, path: str) -> None:
        """Remove a file."""
        del self.content[path]


class Settings:
    """What a table with this ``table.toml`` answers; not ``answers``: nothing to a restart."""

    def __init__(self, text: str = "# Mine.\nboards = 1 # one\n"):
        self.files = Files(text)
        self.requests: list[dict[str, Any]] = []
        self.answers = True
        self._restart_ms: int | None = None
        self.start()

    @property
    def text(self) -> str:
        """The table's file."""
        return self.files.content["table.toml"].decode()

    def start(self) -> None:
        """Do what a start does: make the changes that wait."""
        self.setup = prepare(self.files)

    def hello(self, session: Any) -> None:
        """Tell a host that has come what is wrong."""
        for problem in self.setup.problems:
            session.send(json.dumps({"m": "log", "text": problem}))

    def request(self, message: dict[str, Any], table: ScriptedTable) -> None:
        """Do a request of a host and answer it."""
        self.requests.append(message)
        answer: dict[str, Any] = {"m": "ans", "id": message["id"], "ok": True, "n": table.next_n}
        wish = ""
        try:
            wish = asked.do(message, table.session, self.files)
        except Refusal as refusal:
            answer.update(ok=False, code=refusal.code, text=refusal.message)
        if not wish or self.answers:
            table.session.send(json.dumps(answer))
        self._restart_ms = table.now_ms + _ANSWER_MS if wish else None

    def tick(self, table: ScriptedTable) -> None:
        """Restart the table where that was asked for, once the host has, or had time for, it."""
        if self._restart_ms is None:
            return
        if table.session.delivered or table.now_ms > self._restart_ms:
            self._restart_ms = None
            self.start()
            table.unplug()
            table.cut()
            table.plug()
