"""The journal's readers: one that follows a running game gives what is on flash, to the byte."""

from fakes import MemoryFiles
from twelve.table.journal import Journal, Reader


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
    reader = Reader(files, 1)
    while reader.next() is not None:
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
