"""A table in the words of the HTTP interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..clock import iso

if TYPE_CHECKING:
    from twelve.games.play import Play

    from .mirror import Mirror


def view(mirror: Mirror, with_lights: bool = True) -> dict[str, Any]:
    """Return the table object of the HTTP interface."""
    game, known, now = mirror.game, mirror.known, mirror.now
    state = game.state if game else None
    cursor = now.get("cur")
    found: dict[str, Any] = {
        "id": mirror.id,
        "name": known.name,
        "connected": mirror.connected,
        "status": mirror.status,
        "since": iso(mirror.since_ms),
        "virtual": known.virtual,
        "firmware": known.firmware,
        "port": mirror.connection.port if mirror.connection else None,
        "power": _power(now),
        "game": game.id if game else None,
        "state": state,
        "last": state["last"] if state else None,
        "n": game.n + 1 if game else 1,
        "cursor": cursor if type(cursor) is str else None,
        "menu": _menu(now),
        "seats": _seats(game.play) if game else [],
        "limit_s": game.play.limit_s if game and game.play else 0,
        "left_s": _left_s(now),
        "swaps": now.get("swaps") is not False,
        "disagrees": mirror.wrong,
        "say": _say(mirror),
    }
    if with_lights:
        found["lights"] = mirror.lights.rows
    return found


def _seats(play: Play | None) -> list[str]:
    return [play.level(seat) for seat in range(len(play.players))] if play else []


def _left_s(now: dict[str, Any]) -> int | None:
    left_s = now.get("left")
    return left_s if type(left_s) is int and left_s >= 0 else None


def _power(now: dict[str, Any]) -> dict[str, Any] | None:
    ma, cap = now.get("ma"), now.get("cap")
    if type(ma) is not int or type(cap) is not int:
        return None
    return {"ma": ma, "cap": ("none", "dimmed", "below")[min(max(cap, 0), 2)]}


def _say(mirror: Mirror) -> str | None:
    said = mirror.now.get("say")
    if type(said) is str and said:
        return said
    if mirror.game is not None and mirror.game.trouble and not mirror.game.illegal:
        return mirror.game.trouble
    return mirror.notice or None


def _menu(now: dict[str, Any]) -> dict[str, Any] | None:
    entries, values = now.get("menu"), now.get("set")
    if type(entries) is not list or type(values) is not list:
        return None
    if not all(type(word) is str for word in entries + values):
        return None
    cursor = now.get("cur")
    chosen = cursor.removeprefix("menu ") if type(cursor) is str else ""
    at = entries.index(chosen) if chosen in entries else 0
    return {"entries": entries, "set": values, "at": at}
