"""Where the laptop keeps its data."""

from __future__ import annotations

import os
from pathlib import Path

DATABASE = "twelve.db"


def data_dir(given: str | os.PathLike[str] | None = None) -> Path:
    """Return the data directory: ``given`` (--data), else TWELVE_DATA, else the platform's own.

    It need not exist yet.
    """
    named = given or os.environ.get("TWELVE_DATA")
    if named:
        return Path(named).expanduser().absolute()
    import platformdirs

    return platformdirs.user_data_path("twelve-table", appauthor=False)
