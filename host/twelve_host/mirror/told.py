"""What a table has told of its settings: those that hold, those that wait, its complaints."""

from __future__ import annotations

from typing import Any

_MOST = 20  # notices that are kept


class Told:
    """Of one connection."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.waiting: dict[str, Any] = {}
        self.notices: list[str] = []

    def forget(self) -> None:
        """Forget the settings: they are asked for again."""
        self.values, self.waiting = {}, {}

    def note(self, text: str) -> None:
        """Take what a person should read."""
        if text not in self.notices:
            self.notices = [*self.notices[1 - _MOST :], text]

    def take(self, message: dict[str, Any]) -> None:
        """Take a ``settings`` message; what is none of a setting is left out."""
        values, change = message.get("v"), message.get("next")
        if isinstance(values, dict):
            self.values |= {key: value for key, value in values.items() if _is_value(value)}
        if isinstance(change, dict):
            key, value = change.get("key"), change.get("value")
            if isinstance(key, str) and _is_value(value):
                self.waiting[key] = value


def _is_value(value: object) -> bool:
    if isinstance(value, list):
        return all(type(item) in (int, str) for item in value)
    return type(value) in (bool, int, str)
