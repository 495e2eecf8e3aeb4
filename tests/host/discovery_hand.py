"""A discovery whose time, ports and connections are in the test's hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from twelve_host.link.discovery import Discovery
from twelve_host.link.port import End


@dataclass
class Listed:
    """A port as the system lists it."""

    device: str
    vid: int | None = 0x2E8A


class Tried:
    """A connection that does what the test says."""

    def __init__(self, port: str, patient: bool):
        self.port = port
        self.patient = patient
        self.greeted = False
        self.ended_with: str | None = None

    def start(self) -> None:
        pass

    def end(self, kind: str = "closed", text: str = "") -> None:
        self.ended_with = kind

    async def close(self) -> None:
        self.end()


class Hand:
    """A discovery with time and ports in the test's hands."""

    def __init__(self, named: tuple[str, ...] = ()):
        self.now_ms = 1000
        self.tried: list[Tried] = []
        self.there: list[str] = []
        self.discovery = Discovery(named, self._connect, self)  # type: ignore[arg-type]

    def ms(self) -> int:
        return self.now_ms

    def _connect(self, port: str, patient: bool) -> Any:
        self.tried.append(Tried(port, patient))
        return self.tried[-1]

    def wait(self, ms: int) -> None:
        """Let time pass, with a look every second."""
        for _ in range(ms // 1000):
            self.now_ms += 1000
            self.discovery.look(self.there if self.discovery._looks_around() else [])

    def look(self) -> None:
        self.discovery.look(self.there)

    def answer(self) -> None:
        self.tried[-1].greeted = True
        self.discovery.answered(self.tried[-1])  # type: ignore[arg-type]

    def end(self, kind: str, text: str = "what the system said") -> None:
        self.discovery.ended(self.tried[-1], End(kind, text))  # type: ignore[arg-type]
