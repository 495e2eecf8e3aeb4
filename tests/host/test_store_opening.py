"""The database as a file: migrations, network folders, backup, and what a kill leaves behind."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

import twelve_host.store
from sample_games import TABLE, rows, sample_game
from twelve_host.errors import StoreError
from twelve_host.record_check import check
from twelve_host.store import Store, opening
from twelve_host.store.copying import back_up
from twelve_host.store.opening import file_system
from twelve_host.store.schema import VERSIONS, metadata

UID = f"{TABLE}-1"
LINES = sample_game()


def pragma(store: Store, name: str) -> object:
    with store._engine.connect() as connection:
        return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


def test_every_commit_is_on_disk_and_readers_do_not_wait(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert pragma(store, "journal_mode") == "wal"
        assert pragma(store, "synchronous") == 2  # FULL
        assert pragma(store, "foreign_keys") == 1
        assert store.warnings == []


# -- the schema -------------------------------------------------------------------------------
def test_the_migrations_make_the_schema_that_the_program_uses(tmp_path: Path) -> None:
    Store(tmp_path).close()
    engine = create_engine(f"sqlite:///{tmp_path / 'twelve.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_the_known_versions_are_those_of_the_migrations() -> None:
    config = Config()
    folder = Path(twelve_host.store.__file__).with_name("migrations")
    config.set_main_option("script_location", str(folder))
    script = ScriptDirectory.from_config(config)
    found = tuple(revision.revision for revision in script.walk_revisions())
    assert found[::-1] == VERSIONS


def test_alembic_is_loaded_only_to_migrate(tmp_path: Path) -> None:
    Store(tmp_path).close()
    code = (
        "import sys, pathlib\nfrom twelve_host.store import Store\n"
        "Store(pathlib.Path(sys.argv[1])).close()\nprint('alembic' in sys.modules)"
    )
    run = [sys.executable, "-c", code, str(tmp_path)]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "False\n"


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    Store(tmp_path).close()
    path = tmp_path / "twelve.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"newer twelve.*pip install -U"):
        Store(tmp_path)
    assert path.read_bytes() == before


def test_a_damaged_database_is_named_with_a_cure(tmp_path: Path) -> None:
    (tmp_path / "twelve.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(StoreError, match=r"not a database.*backup"):
        Store(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="--data"):
        Store(tmp_path / "file" / "data")


# -- network folders (kind T27) -----------------------------------------------------------------
LINUX = """\
/dev/sda1 / ext4 rw,relatime 0 0
nas:/export/home /home nfs4 rw,vers=4.2 0 0
//nas/games /mnt/club\\040games cifs rw 0 0
/dev/sdb1 /home/anna/local ext4 rw 0 0
"""
MAC = """\
/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
//anna@nas._smb._tcp.local/games on /Volumes/club games (smbfs, nodev, nosuid)
"""


@pytest.mark.parametrize(
    ("mounts", "path", "kind"),
    [
        (LINUX, "/var/lib/twelve", "ext4"),
        (LINUX, "/home/anna/.local/share", "nfs4"),
        (LINUX, "/home/anna/local/twelve", "ext4"),
        (LINUX, "/homes", "ext4"),
        (LINUX, "/mnt/club games/twelve", "cifs"),
        (MAC, "/Users/anna/Library", "apfs"),
        (MAC, "/Volumes/club games/twelve", "smbfs"),
        ("", "/anywhere", ""),
    ],
)
def test_the_file_system_of_a_folder(mounts: str, path: str, kind: str) -> None:
    assert file_system(Path(path), mounts) == kind


def test_a_network_folder_gets_no_wal_and_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(tmp_path) as store:  # was on a local disk before
        store.add_records(UID, rows(LINES[:10]))
    monkeypatch.setattr(opening, "_mounts", lambda: f"nas:/x {tmp_path} nfs4 rw 0 0\n")
    with Store(tmp_path) as store:
        assert pragma(store, "journal_mode") == "delete"
        assert "network folder" in store.warnings[0]
        store.add_records(UID, rows(LINES))
    assert not (tmp_path / "twelve.db-wal").exists()


# -- backup (kind T27) --------------------------------------------------------------------------
@pytest.fixture
def used(tmp_path: Path) -> Iterator[Store]:
    """A store in use whose records are still in the write-ahead log."""
    with Store(tmp_path) as store:
        store.add_records(UID, rows(LINES))
        yield store


def count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute("SELECT count(*) FROM records").fetchone()[0]
        return found


def test_a_backup_has_every_row_where_a_copy_of_the_file_has_not(
    used: Store, tmp_path: Path
) -> None:
    naive = tmp_path / "naive.db"
    naive.write_bytes(used.path.read_bytes())
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        count(naive)
    folder = tmp_path / "copy"
    folder.mkdir()
    assert back_up(used.path, folder / "twelve.db") == (1, len(LINES))
    assert [path.name for path in folder.iterdir()] == ["twelve.db"]
    assert count(folder / "twelve.db") == len(LINES)
    with Store(folder) as copy:
        assert copy.games() == used.games()
        assert check(copy.lines(UID)).ok


def test_a_backup_replaces_nothing_unasked(used: Store, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(StoreError, match="--force"):
        back_up(used.path, target)
    assert target.read_text() == "precious"
    assert back_up(used.path, target, force=True) == (1, len(LINES))
    with pytest.raises(StoreError, match="the database itself"):
        back_up(used.path, used.path, force=True)


def test_a_backup_that_fails_leaves_nothing(used: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="failed"):
        back_up(used.path, tmp_path / "nowhere" / "copy.db")
    assert not (tmp_path / "nowhere").exists()
    assert not list(tmp_path.glob("*.part"))


# -- kill -9 (kind T22) -------------------------------------------------------------------------
APPENDER = """
import sys, pathlib
from sample_games import rows, sample_game
from twelve_host.store import Store
store = Store(pathlib.Path(sys.argv[1]))
game = rows(sample_game(), "2026-11-30T06:00:00Z")
for row in game[store.have(sys.argv[2])[0]:]:
    print(store.add_records(sys.argv[2], [row])[0], flush=True)
"""


def test_what_was_acknowledged_survives_twenty_kills(tmp_path: Path) -> None:
    rng = random.Random(22)
    run = [sys.executable, "-c", APPENDER, str(tmp_path), UID]
    acknowledged = kills = 0
    while kills < 20:
        with subprocess.Popen(
            run, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent
        ) as child:
            assert child.stdout is not None
            for _ in range(rng.randint(1, 25)):
                acknowledged = int(child.stdout.readline())
            child.send_signal(signal.SIGKILL)
            rest = child.stdout.read().split()
            acknowledged = int(rest[-1]) if rest else acknowledged
        kills += 1
        with Store(tmp_path) as store:
            n, _ = store.have(UID)
            assert n in (acknowledged, acknowledged + 1)
            assert [record.text for record in store.records(UID)] == LINES[:n]
            assert not store.rebuild(UID)
        acknowledged = n
