"""T23: a drive that cannot be written: play goes on, flash catches up, memory is bounded."""

from fakes import Bench, FakePort, MemoryFiles, texts


def _roll(bench, times: int) -> None:
    for _ in range(times):
        bench.click()
        bench.settle()
        bench.hold()
        bench.settle()


class Memory:
    """A place beside the drive that survives a restart."""

    size = 4000

    def __init__(self):
        self.data = b""

    def get(self) -> bytes:
        return self.data

    def set(self, data: bytes) -> None:
        assert len(data) <= self.size
        self.data = data


def test_t23_play_goes_on_with_one_notice_and_flash_catches_up():
    bench = Bench()
    bench.begin()
    _roll(bench, 2)
    files = bench.port.files
    on_flash = dict(files.content)
    files.read_only = True
    _roll(bench, 3)
    assert files.content == on_flash
    notices = bench.console.line.upkeep._notices
    assert [n for n in notices if "computer owns the drive" in n] == notices[-1:]
    records = texts(bench)
    files.read_only = False
    _roll(bench, 1)
    whole = Bench(MemoryFiles(files.content))
    assert texts(whole)[: len(records)] == records


def test_t23_the_same_game_is_there_after_a_restart_with_the_drive_still_away():
    files, memory = MemoryFiles(), Memory()
    FakePort.memory = memory
    try:
        files.read_only = True
        bench = Bench(files)
        bench.begin()
        _roll(bench, 2)
        game, records = bench.console.keeper.uid, texts(bench)
        again = Bench(files)
        again.run(40)
        assert again.console.keeper.uid == game
        assert texts(again)[: len(records)] == records
        files.read_only = False
        _roll(again, 1)
        assert memory.data == b"" and files.content
        assert Bench(files).console.keeper.uid == game
    finally:
        FakePort.memory = None


def test_what_is_kept_in_memory_is_bounded_and_then_refused():
    bench = Bench()
    bench.begin()
    bench.port.files.read_only = True
    files = bench.table.files
    for _ in range(100):
        try:
            files.append("games/000001.rec", b"x" * 100)
        except OSError as error:
            assert error.args[0] == 28
            break
    else:
        raise AssertionError("memory without end")
    assert files.size("games/000001.rec") < 8000


def test_t23_a_new_game_begins_where_nothing_can_be_removed():
    for space_kb in ((1000, 1400), (20, 1400), (0, 1400)):
        bench = Bench()
        bench.begin()
        _roll(bench, 6)
        bench.run(3000)
        assert bench.port.files.size("games/0/000001.now")
        bench.start({"game": "12x12"})
        _roll(bench, 6)
        bench.run(3000)
        bench.console.journal.acknowledged(1)
        files = bench.port.files
        files.read_only, files.space_kb = True, space_kb
        for number in (3, 4):
            bench.start({"game": "12x12"})
            assert bench.console.journal.current == number and not bench.console.keeper.closed
        _roll(bench, 1)
        files.read_only = False
        _roll(bench, 1)
        assert Bench(MemoryFiles(files.content)).console.journal.numbers() == [1, 2, 3, 4]
