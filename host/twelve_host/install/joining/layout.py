"""Which modules of the firmware go into one file, in the order in which they are loaded."""

from __future__ import annotations

# Heads, and what goes with them: what is needed for the settings, then for play. What is let go
# of is a file of its own.
PLAY: dict[str, tuple[str, ...]] = {
    "table/setup.py": (),
    "record/session.py": (  # of the safe mode, too
        "base/text.py",
        "base/errors.py",
        "base/ticks.py",
        "table/gestures.py",
        "table/upkeep.py",
        "table/careful.py",
    ),
    "table/loop.py": (
        "table/output.py",
        "table/gather.py",
        "table/journal.py",
        "table/chores.py",
        "table/resume.py",
        "table/scenes/ending.py",
        "games/play.py",
        "games/history.py",
        "games/contract.py",
    ),
}
# What a table without LEDs and LittleFS never loads.
_OF_BOARDS = ("table/output.py", "table/gather.py")


def together(port: str) -> dict[str, tuple[str, ...]]:
    """Return the heads of a drive whose port is ``ports/<port>.py``, and what goes with them.

    The first file is that of the first light.
    """
    first = (f"ports/{port}.py", "table/start.py", "table/power.py", "table/wiring.py")
    found = {"__init__.py": first, **PLAY}
    if port == "virtual":
        loop = tuple(path for path in PLAY["table/loop.py"] if path not in _OF_BOARDS)
        found["table/loop.py"] = loop
    return found
