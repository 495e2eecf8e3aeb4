"""The udev rule: keeps ModemManager's probes off tables, and opens them to whoever sits there."""

from __future__ import annotations

import subprocess
from importlib.resources import files
from pathlib import Path

from ..errors import CommandError

NAME = "70-twelve-table.rules"
FOLDER = Path("/etc/udev/rules.d")
_FOLDERS = (
    FOLDER,
    Path("/run/udev/rules.d"),
    Path("/usr/lib/udev/rules.d"),
    Path("/lib/udev/rules.d"),
)
CURE = (
    f"twelve doctor --udev | sudo tee {FOLDER / NAME} && "
    "sudo udevadm control --reload && sudo udevadm trigger"
)


def text() -> str:
    """Return the rule."""
    return files(__package__).joinpath(NAME).read_text(encoding="utf-8")


def installed() -> bool:
    """Return whether a rule of this name is where udev looks."""
    return any((folder / NAME).is_file() for folder in _FOLDERS)


def install(folder: Path = FOLDER) -> None:
    """Write the rule and have udev read it. CommandError where this user may not."""
    try:
        (folder / NAME).write_text(text(), encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{folder / NAME}: {error.strerror}; run `{CURE}`") from error
    for command in (["udevadm", "control", "--reload"], ["udevadm", "trigger"]):
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            cure = "start the computer anew, or plug the table in again after `udevadm control`"
            raise CommandError(f"the rule is written, but {command[0]} failed: {cure}") from error
