"""Files on a real LittleFS: replaced in one piece, whenever the power goes."""

from fakes import PowerCut
from little_flash import HAS_LITTLEFS, Flash, formatted, on_littlefs
from twelve.ports import flash as port


def _writing(flash, replaces: bool) -> list:
    """Write two files in turn on ``flash``; return [(path, before, after)] of the last change."""
    changes = []

    def work(files):
        held = {}
        for i in range(24):
            path = "state/choices.json" if i % 3 else "state/long.json"
            if i in (10, 18):
                changes[:] = [(path, held[path], None)]
                files.remove(path)
                del held[path]
            data = (b"%d " % i) * (40 if i % 3 else 400)  # in the folder's log, and in blocks
            changes[:] = [(path, held.get(path), data)]
            files.write(path, data)
            held[path] = data

    try:
        on_littlefs(flash, work, replaces)
    except PowerCut:
        return changes
    return []


def test_on_littlefs_a_file_is_replaced_without_a_copy_beside_it():
    if not HAS_LITTLEFS:
        return
    erases = []
    for replaces in (True, False):
        flash = formatted()
        assert _writing(flash, replaces) == []
        erases.append(flash.erases)
    assert erases[0] < 0.9 * erases[1], erases
    cut_at = 5
    while True:
        flash = formatted()
        flash.operations, flash.cut_at = 0, cut_at
        changes = _writing(flash, True)
        if not changes:
            break
        path, before, after = changes[0]
        found = on_littlefs(Flash(flash.left), lambda files, path=path: files.read(path))
        assert found == before or found == after, (cut_at, path)
        cut_at += 1
    assert cut_at > 45, cut_at


def test_on_littlefs_a_folder_is_made_with_those_above_it_and_removed_with_what_is_in_it():
    if not HAS_LITTLEFS:
        return

    def work(files):
        assert files.make("a/b/c") and not files.make("a/b/c") and not files.make("a/b")
        files.put("a/b/c/one", b"1")
        files.put("a/b/two", b"2")
        files.clear("a/b/c")
        files.clear("a/b/c")
        assert files.names("a/b") == ["two"] and files.make("a/b/c")

    on_littlefs(formatted(), work)


class _Counting:
    """An ``os`` whose file system of 48 blocks says that ``free`` of them are."""

    def __init__(self, free: int):
        self._free = free

    def statvfs(self, path: str) -> tuple:
        return 4096, 4096, 48, self._free, self._free


def test_where_more_is_used_than_there_is_nothing_is_free():
    real = port.os
    try:
        found = []
        for free in (48, 3, 0, -9, (1 << 32) - 9):  # the last two are 57 of 48 blocks
            port.os = _Counting(free)
            found.append(port.Files().space())
    finally:
        port.os = real
    assert found == [(192, 192), (12, 192), (0, 192), (0, 192), (0, 192)]
