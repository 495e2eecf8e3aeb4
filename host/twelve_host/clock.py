"""The laptop's two clocks, in one place so that a test can bring its own."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class Clock:
    """``ms`` measures and never jumps; ``wall_ms`` says the date and may."""

    def ms(self) -> int:
        """Return milliseconds from any beginning."""
        return time.monotonic_ns() // 1_000_000

    def wall_ms(self) -> int:
        """Return milliseconds since 1970, UTC."""
        return time.time_ns() // 1_000_000


def iso(wall_ms: int) -> str:
    """Return the date ``wall_ms`` as records write it: ISO 8601, UTC, milliseconds, Z."""
    date = datetime.fromtimestamp(wall_ms / 1000, UTC)
    return date.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def wall_ms_of(text: str) -> int:
    """Return the milliseconds since 1970 of an ISO 8601 date."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)
