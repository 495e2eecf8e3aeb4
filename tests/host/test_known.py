"""What tables have said of themselves is kept, and odd words of theirs are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from twelve_host.mirror.known import Known, KnownTables


def test_what_a_table_says_is_kept(tmp_path: Path) -> None:
    known = KnownTables(tmp_path)
    table = known.get("aabb")
    table.hello({"name": "Küche", "fw": "1.2", "virtual": True, "boards": 2, "boot": 7, "ms": 5})
    known.save()
    again = KnownTables(tmp_path).tables["aabb"]
    assert (again.name, again.firmware, again.virtual, again.boards) == ("Küche", "1.2", True, 2)


def test_odd_words_change_nothing() -> None:
    table = Known("aabb", "Küche")
    table.hello({"name": 5, "fw": None, "virtual": "yes", "boards": True, "boot": 1.5, "ms": []})
    assert table == Known("aabb", "Küche")
    table.hello({"boards": 10**9, "name": "x" * 5000, "ms": -4})
    assert table.boards == 6 and len(table.name) == 80 and table.ms == 0


@pytest.mark.parametrize("text", ["", "{", "null", '[1, {"id": 5}, {"name": "x"}]', "\x00"])
def test_a_damaged_file_loses_names_only(tmp_path: Path, text: str) -> None:
    (tmp_path / "tables.json").write_text(text)
    known = KnownTables(tmp_path)
    assert known.tables == {}
    known.get("aabb")
    known.save()
    assert list(KnownTables(tmp_path).tables) == ["aabb"]
