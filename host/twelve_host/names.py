"""Players' names, as a table takes them."""

from __future__ import annotations

from .plural import plural

LONGEST = 40  # bytes of a name, so that six fit a record


def complaint(names: list[str], seats: int | None = None) -> str | None:
    """Return why ``names`` cannot be the players' (of ``seats`` seats), None where they can."""
    if seats is not None and len(names) != seats:
        return f"the game has {plural(seats, 'player')}: give as many names"
    for name in names:
        if any(c < " " or c == "\x7f" or "\ud800" <= c <= "\udfff" for c in name):
            return "a name has no control characters"
        if not name or len(name.encode()) > LONGEST:
            return f"a name is 1 to {LONGEST} bytes long"
    return None
