"""Opens the database: file, pragmas for durability, migrations, and folders on a network.

Source: sqlite.org/wal.html ("all processes must be on the same host") for network folders.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text

from ..errors import StoreError
from ..paths import DATABASE
from .schema import VERSIONS

# File systems behind which another computer may write too: SQLite's shared memory stops there.
_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "afpfs", "afs", "9p", "ncpfs"}
    | {"webdav", "davfs", "ceph", "glusterfs", "fuse.sshfs", "fuse.rclone", "fuse.glusterfs"}
    | {"fuse.davfs2", "fuse.s3fs", "fuse.gvfsd-fuse"}
)
_BUSY_MS = 5000


def file_system(path: Path, mounts: str) -> str:
    """Return the type of the file system that holds ``path``, "" where ``mounts`` has none.

    ``mounts`` is the text of Linux's /proc/mounts or of the ``mount`` command of macOS.
    """
    found, longest = "", -1
    for line in mounts.splitlines():
        if " on " in line and "(" in line:  # //user@host/share on /Volumes/x (smbfs, nodev)
            point, _, tail = line.partition(" on ")[2].rpartition(" (")
            kind = tail.split(",")[0].rstrip(")")
        else:  # host:/share /mnt/x nfs4 rw 0 0, with \040 for a space
            words = line.split(" ")
            if len(words) < 3:
                continue
            point, kind = words[1].encode().decode("unicode_escape"), words[2]
        # A later line hides an earlier one at the same place.
        if path.is_relative_to(point) and len(point) >= longest:
            found, longest = kind, len(point)
    return found


def _mounts() -> str:
    try:
        return Path("/proc/self/mounts").read_text(errors="replace")
    except OSError:
        pass  # not Linux: ask the command instead
    try:
        return subprocess.run(["mount"], capture_output=True, text=True, timeout=5).stdout
    except (OSError, subprocess.SubprocessError):
        return ""


def on_network(folder: Path) -> bool:
    """Return whether ``folder`` (which exists) lies on another computer."""
    real = folder.resolve()
    if sys.platform == "win32":
        import ctypes

        remote = 4  # DRIVE_REMOTE
        return ctypes.windll.kernel32.GetDriveTypeW(real.anchor) == remote
    return file_system(real, _mounts()) in _NETWORK


def open_database(folder: Path) -> tuple[Engine, list[str]]:
    """Open (or make) the database in ``folder``; return (engine, warnings). Raises StoreError."""
    path = folder / DATABASE
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        cure = "name another folder with --data"
        raise StoreError(f"cannot make {folder}: {error.strerror}; {cure}") from error
    if not os.access(folder, os.W_OK):
        raise StoreError(f"cannot write in {folder}: name another folder with --data")
    warnings = []
    journal = "wal"
    if on_network(folder):
        journal = "delete"
        warnings.append(
            f"{folder} is a network folder: the slower rollback journal is used, and only one "
            "computer may use it at a time; keep the games on a local disk with --data"
        )
    engine = create_engine(f"sqlite:///{path}")
    actual: list[str] = []

    def prepare(connection: Any, _: object) -> None:
        # Transactions are begun by hand below: the driver's own begin comes too late.
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout={_BUSY_MS}")
        actual[:] = connection.execute(f"PRAGMA journal_mode={journal}").fetchone()
        # FULL: what is acknowledged to a table may be dropped there, so it must outlive a
        # power cut of the laptop too.
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    _migrate(engine, path)
    if actual and actual[0] != journal:
        warnings.append(f"{folder} does not allow SQLite's {journal} journal: {actual[0]} is used")
    return engine, warnings


def writing(engine: Engine) -> Engine:
    """Return ``engine`` for transactions that write: they wait for their turn at the start."""
    return engine.execution_options(writing=True)


def _version(connection: Connection) -> str | None:
    found = connection.execute(
        text("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'")
    ).scalar()
    if not found:
        return None
    version: str | None = connection.execute(
        text("SELECT version_num FROM alembic_version")
    ).scalar()
    return version


def _migrate(engine: Engine, path: Path) -> None:
    """Bring the schema up to date. Importing alembic takes 0.3 s, so only where it is needed."""
    from sqlalchemy.exc import DatabaseError

    try:
        with engine.connect() as connection:
            version = _version(connection)
        if version == VERSIONS[-1]:
            return
        if version is not None and version not in VERSIONS:
            raise StoreError(
                f"{path} was made by a newer twelve (schema {version}, this one knows "
                f"{VERSIONS[-1]}): update with `pip install -U twelve-table`; nothing was changed"
            )
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
        config.set_main_option("path_separator", "os")
        with writing(engine).begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DatabaseError as error:
        engine.dispose()
        raise StoreError(f"{path} cannot be opened: {reason(error)}") from error
    except StoreError:
        engine.dispose()
        raise


def reason(error: Exception) -> str:
    """Return what went wrong in the database, with the cure."""
    told = str(getattr(error, "orig", None) or error)
    for sign, cure in _CURES:
        if sign in told:
            return f"{told}; {cure}"
    return f"{told}; check the disk, or restore a backup"


_CURES = (
    ("not a database", "it is damaged or another kind of file: move it away or restore a backup"),
    ("malformed", "it is damaged: move it away and restore a backup"),
    ("locked", "another program holds it: close that and try again"),
    ("readonly", "allow writing to the file and its folder"),
    ("unable to open", "check that the folder exists and may be written to"),
    ("full", "make room on the disk"),
)
