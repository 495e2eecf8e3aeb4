"""Memory may run out at any moment: what is on flash has happened, and nothing else has."""

from fakes import Bench, MemoryFiles, few
from twelve.base.compat import IS_DEVICE_PYTHON
from twelve.base.dice import Stream


class Heap:
    """The heap, which can be locked: no memory is left then. CPython's cannot be."""

    locked = False

    def lock(self) -> None:
        if IS_DEVICE_PYTHON and not self.locked:
            import micropython

            self.locked = True
            micropython.heap_lock()

    def unlock(self) -> None:
        if self.locked:
            import micropython

            micropython.heap_unlock()
            self.locked = False


HEAP = Heap()
REQUESTS = (
    {"game": "12x12", "players": ["Ada", "Ben", "Cy"], "rules": {"ruleset": "luck"}},
    {"game": "morris", "players": ["Ada", "Ben"]},
    {"game": "dominoes"},
)


class ShortFiles(MemoryFiles):
    """Files that leave no memory ``when`` a record is written: "before" or "after" it."""

    when = ""

    def append(self, path: str, data: bytes) -> None:
        self._with(MemoryFiles.append, path, data)

    def put(self, path: str, data: bytes) -> None:
        self._with(MemoryFiles.put, path, data)

    def _with(self, change, path: str, data: bytes) -> None:
        if self.when == "before":
            raise MemoryError
        change(self, path, data)
        if self.when == "after":
            HEAP.lock()


def _facts(bench) -> tuple:
    play, journal = bench.play, bench.console.journal
    return (
        play.hash(),
        play.stream.position,
        play.players,
        play.levels,
        play.limit_s,
        play.history.length,
        play.abandoned,
    ), (journal.n, journal.chain)


def _read_again(bench) -> tuple:
    """Return the facts of a table that has the journal of ``bench`` and nothing else."""
    kept = {path: data for path, data in bench.port.files.content.items() if path[-4:] != ".now"}
    files = MemoryFiles(kept)
    files.gathers = bench.port.gathers
    again = Bench(files)
    facts, (n, _) = _facts(again)
    return facts, n - 1  # its own boot


def _try(change) -> bool:
    """Make a change; return whether memory was enough for it."""
    try:
        change()
    except MemoryError:
        return False
    finally:
        HEAP.unlock()
    return True


def _change(keeper, chance: Stream):
    """Return something that may be done now, as a call."""
    play, n = keeper.play, chance.draw(10)
    if n == 0 and play.history.length:
        return lambda: keeper.undo(0)
    if n == 1:
        names = ["Name %d" % chance.draw(9)] * len(play.players)
        return lambda: keeper.rename(names, 0)
    if n == 2 and len(play.players) > 1:
        level = "easy" if play.level(0) == "person" else "person"
        return lambda: keeper.seat(0, level, 0)
    if n == 3:
        return lambda: keeper.limit(30 - play.limit_s, 0)
    legal = play.legal()
    action = legal[chance.draw(len(legal))]
    return lambda: keeper.act(action, 0)


def _play(request: dict, when: str, steps: int, gathers: bool) -> None:
    files = ShortFiles()
    files.gathers = gathers
    bench = Bench(files)
    bench.run(40)
    bench.start(request)
    chance = Stream(b"short memory")
    keeper = bench.console.keeper
    for i in range(steps):
        if bench.play.over:
            break
        before = _facts(bench)
        change = _change(keeper, chance)
        files.when = when if i % 3 else ""
        if i % 7 == 6:
            HEAP.lock()  # there was none to begin with
        done = _try(change)
        files.when = ""
        if not done:
            assert before == _facts(bench), (request, i)
        elif when == "before" and i % 3:
            assert before == _facts(bench), (request, i)  # nothing to be changed
        if i % 10 == 9 or i + 1 == steps:
            facts, (n, _) = _facts(bench)
            assert _read_again(bench) == (facts, n), (request, i)


def test_a_record_that_was_written_has_happened():
    for request in REQUESTS:
        for gathers in (False, True):
            _play(request, "after", few(90, 40), gathers)


def test_a_record_that_was_not_written_has_not_happened():
    for request in REQUESTS:
        for gathers in (False, True):
            _play(request, "before", few(90, 40), gathers)


def test_abandoning_and_taking_that_back_hold_without_memory():
    files = ShortFiles()
    bench = Bench(files)
    bench.run(40)
    keeper = bench.console.keeper
    bench.start(REQUESTS[0])
    keeper.act("roll", 0)
    files.when = "before"
    assert not _try(lambda: keeper.close(0))
    assert not bench.play.over and not keeper.closed
    files.when = "after"
    _try(lambda: keeper.close(0))
    assert bench.play.abandoned == (_read_again(bench)[0][6])
