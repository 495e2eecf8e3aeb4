"""Room on flash: acknowledged games go first, others only when nothing else helps."""

from fakes import Bench, MemoryFiles, few
from twelve.table.journal import Journal


def _journal(games: int, kb_a_game: int, all_kb: int):
    """Return (journal, files) with ``games`` games on a flash of ``all_kb``."""
    files = MemoryFiles()
    for number in range(1, games + 1):
        files.content["games/%d/%06d.rec" % (number >> 3, number)] = b"x"

    def space():
        used = len([path for path in files.content if path.endswith(".rec")]) * kb_a_game
        return max(0, all_kb - used), all_kb

    files.space = space
    journal = Journal(files, "ab")
    while journal.look():
        pass
    return journal, files


def _make_room(journal) -> str:
    """Return what is said about it."""
    return "".join(list(journal.make_room()))


def test_nothing_goes_while_there_is_room():
    journal, files = _journal(100, 4, 1000)
    for number in range(1, 100):
        journal.acknowledged(number)
    assert _make_room(journal) == "" and len(journal.numbers()) == 100
    assert journal.space == (600, 1000)


def test_acknowledged_games_go_first_oldest_first():
    journal, files = _journal(100, 4, 420)
    for number in (50, 52, 51, 99):
        journal.acknowledged(number)
    journal.note_acknowledged()
    for _ in range(2):
        assert _make_room(journal) == ""
        assert [n for n in range(1, 101) if n not in journal.numbers()] == [50, 51, 52, 99]
    assert "games/6/000050.rec" not in files.content and "games/6/000049.rec" in files.content


def test_what_was_acknowledged_is_known_after_a_restart():
    journal, files = _journal(100, 4, 1000)
    for number in (7, 8, 9, 30):
        journal.acknowledged(number)
    journal.note_acknowledged()
    files.space = lambda: (20, 1000)
    again = Journal(files, "ab")
    _make_room(again)
    assert [n for n in range(1, 101) if n not in again.numbers()] == [7, 8, 9, 30]


def test_without_any_room_the_oldest_game_goes_and_it_is_said():
    journal, files = _journal(100, 4, 405)
    assert "game 1 made room" in _make_room(journal)
    assert journal.numbers()[0] == 2 and journal.current == 100
    files.content["games/acked.json"] = b"garbage"
    files.space = lambda: (1, 405)
    assert "8 games from 2 on made room" in _make_room(journal)


def test_games_that_take_no_room_of_their_own_go_by_the_folder():
    journal, files = _journal(40, 4, 1000)

    def space():  # short games lie in their folder's two blocks
        folders = [path[:8] for path in files.content if path.endswith(".rec")]
        return 56 - 8 * len(set(folders)), 56

    files.space = space
    assert "7 games from 1 on made room" in _make_room(journal)
    assert journal.numbers()[0] == 8 and space() == (16, 56)
    assert _make_room(journal) == ""  # there is enough for now
    files.content["other"] = b""
    files.space = lambda: (0, 56)  # what takes the room is none of the games
    assert "8 games from 8 on made room" in _make_room(journal)


def test_a_folder_goes_with_the_last_game_in_it():
    journal, files = _journal(17, 4, 1000)
    files.content["games/0/mark"] = b""
    for number in range(1, 8):
        assert files.names("games/0"), number
        journal.remove(number)
    assert sorted(files.names("games")) == ["1", "2"]
    files.content["games/7/mark"] = b""  # a power cut has left it
    journal.remove(8)
    assert sorted(files.names("games")) == ["1", "2"]


def test_the_game_on_the_table_is_never_removed():
    journal, files = _journal(1, 400, 405)
    journal.acknowledged(1)
    journal.note_acknowledged()
    _make_room(journal)
    assert journal.numbers() == [1]


def test_a_new_game_makes_room_and_says_so():
    bench = Bench()
    bench.begin()
    bench.port.files.space_kb = (2, 1400)
    bench.start({"game": "12x12"})
    bench.run(600)
    bench.start({"game": "12x12"})
    bench.run(600)
    assert bench.console.journal.numbers() == [2, 3]
    assert "game 1 made room" in bench.console.line.upkeep._notices[-1]


def test_a_hundred_games_of_two_fit_a_pico():
    bench = Bench(seed=b"room")
    bench.run(40)
    sizes = []
    console = bench.console
    for ruleset in ("classic", "luck") * few(4, 2):
        bench.start({"game": "12x12", "rules": {"ruleset": ruleset}})
        while not bench.play.over:
            legal = bench.play.legal()
            # In luck a player stops after every second roll or so.
            roll_on = len(legal) == 2 and console.keeper.next_n % 3
            console.act(legal[0] if roll_on else legal[-1], bench.port.now_ms)
        sizes.append(console.journal.offset())
    # 1408 KB of flash, less 200 of firmware and the room that is kept, in blocks of 4 KB; two
    # for every folder of eight games.
    blocks = sum([(size + 4095) // 4096 for size in sizes])
    assert 100 * blocks * 4 <= (1408 - 200 - 48 - 13 * 8) * len(sizes), sizes
