"""What gathers before it goes on to a game: the same bytes, whatever happens in between."""

from fakes import MemoryFiles, PowerCut, few
from little_flash import HAS_LITTLEFS, Flash, formatted, on_littlefs
from twelve.base.compat import IS_DEVICE_PYTHON
from twelve.base.dice import Stream
from twelve.table.careful import Careful
from twelve.table.gather import Gathering

ONE, TWO = "games/000001.rec", "games/000002.rec"


def still() -> int:
    """Return the milliseconds of a clock that stands."""
    return 0


def _whole(files, path: str) -> bytes:
    """Return a file, read in pieces that begin anywhere."""
    data = b""
    while True:
        piece = files.read_at(path, len(data), 7 + len(data) % 60)
        if not piece:
            assert files.size(path) == len(data)
            return data
        data += piece


def _script(length: int) -> list:
    """Return changes (name, path, argument) as a table makes them, and more."""
    chance = Stream(b"gathering")
    changes, path = [], ONE
    for i in range(length):
        kind = chance.draw(40)
        if kind == 0:
            path = TWO if path == ONE else ONE
        elif kind == 1:
            changes.append(("cut", path, 40 + chance.draw(200)))
        elif kind == 2:
            changes.append(("remove", TWO if path == ONE else ONE, None))
        elif kind == 3:
            changes.append(("remove", path, None))
        elif kind < 6:
            changes.append(("tidy", path, None))
        size = 500 if kind == 7 else 10 + chance.draw(60)
        changes.append(("append", path, bytes([65 + i % 26]) * size))
    return changes


def _make(files, change: tuple, model: dict) -> None:
    """Make a change; ``model`` is what every path holds after it."""
    name, path, argument = change
    before = model.get(path, b"")
    if name == "append":
        model[path] = before + argument
        files.append(path, argument)
    elif name == "cut" and len(before) > argument:
        model[path] = before[:argument]
        files.cut(path, argument)
    elif name == "remove" and before:
        model.pop(path)
        files.remove(path)
    elif name == "tidy":
        files.tidy()


def _holds(files) -> dict:
    return {"games/" + name: _whole(files, "games/" + name) for name in files.names("games")}


def test_every_file_reads_as_if_nothing_gathered():
    flash, model = MemoryFiles(), {}
    files = Gathering(flash, still)
    for i, change in enumerate(_script(few(400, 150))):
        _make(files, change, model)
        if i % 5 == 0:
            files = Gathering(flash, still)  # switched off and on
        assert _holds(files) == model, (i, change)
    assert flash.size(ONE) + flash.size(TWO) > 0


def test_what_gathers_goes_on_before_it_is_much():
    flash = MemoryFiles()
    files = Gathering(flash, still)
    for _ in range(100):
        files.append(ONE, b"0123456789abcdef")
        assert files.size(ONE) - flash.size(ONE) <= 320
        assert len(flash.content["ends/1"]) < 400
    assert files.size(ONE) - flash.size(ONE) > 160
    for _ in range(60):  # the logs of a flash that never erases are soon taken for none
        files.tidy()
    assert files.size(ONE) == flash.size(ONE) and not files.tidy()
    files.append("settings.new", b"a line\n")
    assert flash.content["settings.new"] == b"a line\n"


def test_nothing_is_written_at_quiet_moments_when_nothing_has_changed():
    for erases_at in (1, 2, 5, 1000):  # changes after which one takes as long as an erased sector
        flash = MemoryFiles()

        def clock(flash=flash, erases_at=erases_at):
            return 45 * (flash.changes // erases_at)

        files = Gathering(flash, clock)
        most = 0
        for i in range(120):
            files.append(ONE, b"a record of twenty bytes..")
            tidied = 0
            while files.tidy():
                tidied += 1
                assert tidied < 100, (erases_at, i)
            most = max(most, tidied)
        assert erases_at == 1000 or most < 12, (erases_at, most)


def test_a_power_cut_at_any_change_leaves_the_old_or_the_new():
    script = _script(60)
    for torn in (0, 5, 30):
        cut_at = 0
        while True:
            flash, model = MemoryFiles(), {}
            flash.cut_at, flash.torn = cut_at, torn
            files = Gathering(flash, still)
            was = {}
            try:
                for change in script:
                    was = dict(model)
                    _make(files, change, model)
                break
            except PowerCut:
                pass
            flash.cut_at = -1
            _is_old_or_new(_holds(Gathering(flash, still)), was, model, change, torn > 0)
            cut_at += 3 if IS_DEVICE_PYTHON else 1
        assert cut_at > 60


def _is_old_or_new(found: dict, old: dict, new: dict, change: tuple, torn: bool = False) -> None:
    """``torn``: on files of a file system that may add a part of what is appended."""
    for path in (ONE, TWO):
        data, before, after = [held.get(path, b"") for held in (found, old, new)]
        part = torn and change[0] == "append" and after.startswith(data) and data.startswith(before)
        assert data == before or data == after or part, (path, change)


def test_what_earlier_firmware_gathered_is_found():
    flash = MemoryFiles()
    files = Gathering(flash, still)
    for _ in range(5):
        files.append(ONE, b"a record of twenty bytes..")
    held = _holds(files)
    assert flash.size(ONE) < files.size(ONE)
    for i in range(2):
        flash.content["games/end.%d" % i] = flash.content.pop("ends/%d" % i)
    files = Gathering(flash, still)
    assert _whole(files, ONE) == held[ONE]
    files.append(ONE, b"one more")
    files = Gathering(flash, still)  # and the earlier ones hold no more
    assert _whole(files, ONE) == held[ONE] + b"one more"


class Refusing(MemoryFiles):
    """Flash that refuses every ``every``-th change to a file half-way; 0 for none."""

    every = count = 0

    def _refuses(self) -> bool:
        self.count += 1
        return bool(self.every) and self.count % self.every == 0

    def append(self, path: str, data: bytes) -> None:
        if self._refuses():
            MemoryFiles.append(self, path, data[: self.count % (len(data) + 1)])
            raise OSError(28)
        MemoryFiles.append(self, path, data)

    def put(self, path: str, data: bytes) -> None:
        if self._refuses():
            MemoryFiles.put(self, path, data[: self.count % len(data)])
            raise OSError(28)
        MemoryFiles.put(self, path, data)


def test_what_flash_refuses_half_way_is_there_once_when_it_takes_it():
    for make in (Gathering, lambda files, ticks_ms: Careful(Gathering(files, ticks_ms))):
        for every in (2, 3, 5, 7):
            flash, data, refused = Refusing(), b"", 0
            files = make(flash, still)
            for i in range(few(200, 80)):
                flash.every = every if i % 20 < 12 else 0
                record = bytes([65 + i % 26]) * (400 if i % 17 == 16 else 20 + i % 50)
                try:
                    files.append(ONE, record)
                    data += record
                except OSError:
                    refused += 1
                assert _holds(files).get(ONE, b"") == data, (every, i)
                if i % 20 == 19:  # flash takes everything again: switched off and on
                    files = make(flash, still)
                    assert _holds(files) == {ONE: data}, (every, i)
            assert refused or make is not Gathering


def test_other_firmware_has_gone_on_with_the_game_or_removed_it():
    for by_other in (b"", b"a longer record than the one that gathered", b"short"):
        flash = MemoryFiles()
        files = Gathering(flash, still)
        for _ in range(20):
            files.append(ONE, b"a record of twenty bytes..")
        there = flash.content[ONE]
        assert there and files.size(ONE) > len(there)
        if by_other:
            flash.append(ONE, by_other)
            assert _holds(Gathering(flash, still)) == {ONE: there + by_other}
        else:
            flash.remove(ONE)
            assert _holds(Gathering(flash, still)) == {}


def test_on_a_littlefs_that_writes_short_files_into_blocks_tidying_comes_to_an_end():
    if not HAS_LITTLEFS:
        return
    flash = formatted(32)

    def play(files):
        files = Gathering(files, lambda: 45 * flash.erases)
        for _ in range(60):
            files.append(ONE, b"a record of twenty bytes..")
            tidied = 0
            while files.tidy():
                tidied += 1
                assert tidied < 100, "it never ends"

    on_littlefs(flash, play, progsize=32)
    assert flash.erases < 80, flash.erases


def test_on_littlefs_a_record_seldom_erases_a_sector():
    if not HAS_LITTLEFS:
        return
    erases = []
    for kind in (lambda files: Gathering(files, still), lambda files: files):
        flash = formatted()

        def play(files, kind=kind):
            files = kind(files)
            for _ in range(200):
                files.append(ONE, b"a record of twenty bytes..")

        on_littlefs(flash, play)
        erases.append(flash.erases)
    assert erases[0] < 60 < 150 < erases[1], erases


def test_on_littlefs_a_power_cut_at_any_operation_leaves_the_old_or_the_new():
    if not HAS_LITTLEFS:
        return
    script = [change for change in _script(70) if change[0] != "cut"]
    cut_at = 5
    while True:
        flash, model, was, made = formatted(), {}, {}, []
        flash.operations, flash.cut_at = 0, cut_at

        def play(files, model=model, was=was, made=made):
            files = Gathering(files, still)
            for change in script:
                made.append(change)
                was.clear()
                was.update(model)
                _make(files, change, model)

        try:
            on_littlefs(flash, play)
            break
        except PowerCut:
            pass
        found = on_littlefs(Flash(flash.left), lambda files: _holds(Gathering(files, still)))
        _is_old_or_new(found, was, model, made[-1])
        cut_at += 2
    assert cut_at > 100, cut_at
