"""Tells every listener that something has changed, never what: memory stays bounded."""

from __future__ import annotations

import asyncio


class Listener:
    """One listener's list of what is new since it looked last."""

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self.lights: set[str] = set()
        self.games = False
        self.news = asyncio.Event()


class Bus:
    """Everyone who wants to know. All in one event loop."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()

    def __len__(self) -> int:
        return len(self._listeners)

    def listen(self) -> Listener:
        """Return a new listener."""
        listener = Listener()
        self._listeners.add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        self._listeners.discard(listener)

    def table_changed(self, table_id: str) -> None:
        """Something about a table, other than its lights, has changed."""
        for listener in self._listeners:
            listener.tables.add(table_id)
            listener.news.set()

    def lights_changed(self, table_id: str) -> None:
        """A table's lights have changed."""
        for listener in self._listeners:
            listener.lights.add(table_id)
            listener.news.set()

    def games_changed(self) -> None:
        """The list of recorded games has changed."""
        for listener in self._listeners:
            listener.games = True
            listener.news.set()
