"""The journal's readers: one that follows a running game gives what is on flash, to the byte."""

from fakes import MemoryFiles
from twelve.table.journal import Journal


def _append(journal, number):
    journal.append((("op", "act"), ("action", "row %d" % number), ("ms", 1000 * number)))


def test_a_reader_that_follows_gives_what_is_on_flash():
    files = MemoryFiles()
    journal = Journal(files, "0123456789ab")
    journal.begin(1)
    follower = journal.reader(1)
    assert follower.next() is None
    followed = []
    for number in range(1, 8):
        _append(journal, number)
        if number in (3, 4):  # it does not come round after every record
            continue
        while True:
            text = follower.next()
            if text is None:
                break
            followed.append(text)
    on_flash = []
    reader = Journal(files, "0123456789ab").reader(1)
    while reader.next_fields() is not None:
        on_flash.append(reader.text)
    assert followed == on_flash and len(followed) == 7
    assert (follower.n, follower.chain, follower.offset) == (reader.n, reader.chain, reader.offset)


def test_a_reader_of_the_game_before_ends_where_that_ends():
    files = MemoryFiles()
    journal = Journal(files, "0123456789ab")
    journal.begin(1)
    _append(journal, 1)
    before = journal.reader(1)
    journal.begin(2)
    assert journal.reader(2).next() is None
    _append(journal, 2)
    assert before.next() is not None and before.next() is None
    assert journal.reader(2).next() is not None


def _with_games(numbers, path: str = "games/%d/%06d.rec"):
    """Return (journal, files): games of one record, made by a journal, kept where ``path`` says."""
    files = MemoryFiles()
    journal = Journal(files, "ab")
    for number in numbers:
        journal.begin(number)
        _append(journal, number)
        if path != journal.path(number):
            place = path % ((number >> 3, number) if path.count("%") == 2 else number)
            files.content[place] = files.content.pop(journal.path(number))
    return Journal(files, "ab"), files


def _records(files, number: int) -> list:
    reader, found = Journal(files, "ab").reader(number), []
    while reader.next_fields() is not None:
        found.append(reader.text)
    return found


def test_older_folders_are_looked_into_one_by_one():
    journal, files = _with_games([3, 4, 9, 16, 17, 40, 41])
    seen = [list(journal.numbers())]
    assert journal.current == 41
    while journal.look():
        seen.append(list(journal.numbers()))
    assert seen == [[40, 41], [16, 17, 40, 41], [9, 16, 17, 40, 41], [3, 4, 9, 16, 17, 40, 41]]
    assert not journal.look()


def test_a_game_is_known_by_its_id_before_its_folder_was_looked_into():
    journal, files = _with_games([3, 40])
    assert [journal.number("ab-%d" % n) for n in (3, 4, 40, 41)] == [3, None, 40, None]
    assert journal.numbers() == [40]
    assert journal.reader(3).next() is not None


def test_what_is_no_id_is_that_of_no_game():
    journal, files = _with_games([3, 40])
    for uid in (
        "",
        "ab",
        "ab-",
        "ab-x",
        "ab--3",
        "ab-3-3",
        "ba-3",
        "ab-\u00b2",
        "ab-0",
        "ab-" + "9" * 900,
    ):
        assert journal.number(uid) is None, uid


def test_a_folder_that_a_power_cut_left_empty_hides_no_game():
    journal, files = _with_games([3, 6])
    files.content["games/1/mark"] = b""
    journal = Journal(files, "ab")
    assert journal.current == 6 and journal.numbers() == [3, 6]
    journal.begin(8)
    _append(journal, 1)
    assert Journal(files, "ab").current == 8


def test_games_that_lie_side_by_side_are_found_and_followed_by_others():
    journal, files = _with_games([1, 2, 19], "games/%06d.rec")
    assert journal.current == 19
    assert journal.resume() and len(list(journal.resume())) == 1
    _append(journal, 2)
    journal.begin(20)
    _append(journal, 1)
    assert sorted(files.names("games")) == ["000001.rec", "000002.rec", "000019.rec", "2"]
    again = Journal(files, "ab")
    assert again.numbers() == [20]
    assert again.number("ab-19") == 19 and again.look() and not again.look()
    assert again.numbers() == [1, 2, 19, 20]
    reader = again.reader(19)
    assert reader.next() and reader.next() and reader.next() is None
    again.remove(2)
    assert again.numbers() == [1, 19, 20] and "games/2/000020.rec" in files.content


def test_games_that_earlier_firmware_has_added_later_lie_among_the_others():
    for newest in (22, 21, 30, 40):  # the last one of the earlier firmware
        numbers = [1, 2, 9, 19, 20, newest - 1, newest]
        if newest < 40:
            numbers += [31, 40]
        flat = [2, 20, newest]
        journal, files = _with_games(sorted(set(numbers)))
        for number in flat:
            place = "games/%d/%06d.rec" % (number >> 3, number)
            files.content["games/%06d.rec" % number] = files.content.pop(place)
        journal = Journal(files, "ab")
        assert journal.current == 40
        assert [journal.number("ab-%d" % n) for n in (1, newest, 5)] == [1, newest, None]
        seen = list(journal.numbers())
        while journal.look():  # always older ones, as whoever offers them expects
            assert journal.numbers()[-len(seen) :] == seen
            seen = list(journal.numbers())
        assert seen == sorted(set(numbers))
        for number in seen:
            assert len(_records(files, number)) == 1, number
        for i, number in enumerate(seen[:-1]):
            journal.remove(number)
            for kept in seen[i + 1 :]:
                assert len(_records(files, kept)) == 1, (number, kept)
