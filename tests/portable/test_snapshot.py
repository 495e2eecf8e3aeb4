"""A running game is back from its snapshot as it would be from its whole journal."""

from fakes import Bench, MemoryFiles, few, texts
from twelve.base.dice import Stream

REQUESTS = (
    {"game": "12x12", "players": ["Ada", "Ben", "Cy"], "rules": {"ruleset": "luck"}},
    {"game": "morris", "players": ["Ada", "Ben"]},
    {"game": "dominoes"},
)


def _played(request: dict, actions: int):
    bench = Bench()
    bench.run(40)
    console = bench.console
    bench.start(request)
    stream = Stream(b"snapshot")
    for i in range(actions):
        if bench.play.over:
            break
        legal = bench.play.legal()
        console.act(legal[stream.draw(len(legal))], bench.port.now_ms)
        if i % 11 == 10:
            console.undo(bench.port.now_ms)
        if i + 3 == actions or bench.play.over:
            console.keeper._snapshot_n = -100  # short games too
        while console.keeper.snapshot():
            pass
    return bench


def _snapshots(files) -> list:
    return [path for path in files.content if path.endswith(".now")]


def _facts(bench) -> tuple:
    play = bench.play
    return (play.hash(), play.state, play.stream.position, play.players, play.history.length)


def test_a_game_comes_back_the_same_and_can_be_taken_back_to_its_beginning():
    for request in REQUESTS:
        bench = _played(request, few(120, 60))
        facts = _facts(bench)
        files = bench.port.files
        assert len(_snapshots(files)) == 1, request
        quick = Bench(MemoryFiles(files.content))
        slow = MemoryFiles(files.content)
        slow.content.pop(_snapshots(slow)[0])
        slow = Bench(slow)
        assert _facts(quick) == _facts(slow) == facts, request
        assert texts(quick) == texts(slow)
        while slow.play.history.length:
            slow.console.undo(1000)
            quick.console.undo(1000)
            assert _facts(quick) == _facts(slow)


def test_few_records_are_read_however_long_the_game_is():
    bench = _played(REQUESTS[0], few(200, 100))
    again = Bench(MemoryFiles(bench.port.files.content))
    read = []
    follow = again.console.journal.files.read_at
    journal = again.console.journal
    journal.files.read_at = lambda *where: read.append(where) or follow(*where)
    again.console.keeper.resume(0)
    assert journal.n > 100 and len(read) <= 10, (journal.n, len(read))


def test_a_damaged_or_foreign_snapshot_is_as_none():
    bench = _played(REQUESTS[0], 40)
    facts = _facts(bench)
    path = _snapshots(bench.port.files)[0]
    good = bench.port.files.content[path]
    for bad in (b"", b"garbage", good[:-1], good[:20], b"00000000" + good[8:], good + b"\0\0\0"):
        files = MemoryFiles(bench.port.files.content)
        files.content[path] = bad
        assert _facts(Bench(files)) == facts, bad[:20]
    files = MemoryFiles(bench.port.files.content)
    record = path[:-3] + "rec"
    files.content[record] = files.content[record][:150]  # a shorter journal than it was of
    assert Bench(files).console.journal.n < 10


def test_the_snapshot_goes_with_its_game():
    bench = _played(REQUESTS[0], 40)
    bench.start(REQUESTS[0])
    bench.run(600)
    assert bench.console.journal.current == 2 and _snapshots(bench.port.files) == []


def test_a_snapshot_that_is_being_made_is_of_its_own_game():
    for steps in range(1, 5):
        bench = _played(REQUESTS[0], 40)
        console, files = bench.console, bench.port.files
        console.keeper._snapshot_n = -100
        for _ in range(steps):
            assert console.keeper.snapshot()
        bench.start({"game": "12x12", "players": ["Dee", "Eve"]})
        for _ in range(4):  # and between the records of a game that starts
            console.keeper.snapshot()
        bench.console.act("roll", bench.port.now_ms)
        console.keeper._snapshot_n = -100
        assert console.keeper.snapshot()
        bench.console.act(bench.play.legal()[0], bench.port.now_ms)
        while console.keeper.snapshot():
            pass
        bench.console.undo(bench.port.now_ms)
        assert _facts(Bench(MemoryFiles(files.content))) == _facts(bench), steps
        assert _snapshots(files) == ["games/0/000002.now"]
