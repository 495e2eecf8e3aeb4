"""The flash journal: every game of this table as one append-only file of packed records.

Source: the record's description (record/README.md). ``files`` is the port's file system:
names(folder), read_at(path, offset, size), size(path), append(path, data), cut(path, size),
remove(path), space(); each change is on flash when the call returns, and OSError says that it is
not.
"""

from ..base.compat import const, let_go
from ..base.text import Fields
from ..record.chain import MAX_TEXT, START, record_text
from ..record.pack import pack, unpack

_FOLDER = "games"
_CHUNK = const(256)  # holds most frames, and several actions
_BIG_CHUNK = const(1024)  # holds any one frame
_ENDS = const(8)  # games whose last record is known without reading them


ROOM_KB = const(48)  # free flash that is looked for before a game begins: a long one, twice


def _path(number: int) -> str:
    return "%s/%06d.rec" % (_FOLDER, number)


class Reader:
    """Reads the records of one game in order; :attr:`n` and :attr:`chain` are of the last one."""

    def __init__(self, files, number: int, journal=None):
        self._files = files
        self._path = _path(number)
        self._number = number
        self._journal = journal  # that appends to the game, where one does
        self.rewind()

    def rewind(self) -> None:
        """Go back to before record 1."""
        self.n = 0
        self.chain = START
        self.offset = 0  # bytes of whole frames read so far
        self._chunk = b""
        self._chunk_at = 0

    def go_to(self, n: int, chain: str, offset: int) -> None:
        """Go to behind record ``n``, whose frame ends at ``offset``."""
        self.n, self.chain, self.offset = n, chain, offset
        self._chunk = b""

    def next_fields(self):
        """Return the next record as Fields with ``n`` first, or None at the present end."""
        found = self._unpack()
        if found is None:
            # The rest of the chunk is no whole frame: read on from there.
            for size in (_CHUNK, _BIG_CHUNK):
                self._chunk_at = self.offset
                self._chunk = self._files.read_at(self._path, self.offset, size)
                found = self._unpack()
                if found is not None or len(self._chunk) < size:
                    break
            if found is None:
                self._chunk = b""
                return None
        record, end = found
        record.pairs.insert(0, ("n", self.n + 1))
        # Made whole before anything is moved on: memory may run out in between.
        self.text, self.chain = record_text(record, self.chain)
        self.offset = self._chunk_at + end
        self.n += 1
        return record

    def next(self):
        """Return the next record's text, or None at the present end."""
        journal = self._journal
        if journal is not None and journal.current == self._number:
            if self.n == journal.n:
                return None
            if self.n + 1 == journal.n and journal.newest:
                # Not made a second time from what is on flash: that takes as long as playing.
                self.text, size = journal.newest
                journal.newest = None
                self.chain = journal.chain
                self.offset += size
                self.n += 1
                self._chunk = b""
                return self.text
        return None if self.next_fields() is None else self.text

    def _unpack(self):
        start = self.offset - self._chunk_at
        if start >= len(self._chunk):
            return None
        try:
            return unpack(self._chunk, start)
        except ValueError:
            return None


class Journal:
    """The games of one table on flash; the newest may still be going on.

    ``space`` is what is remembered of the room on flash, (free, all) KB; empty for nothing.
    """

    def __init__(self, files, table_id: str, space=None):
        self.files = files
        self._id = table_id
        self._ends = {}  # number -> (n, chain) of games that were read to their end
        numbers = []
        for name in files.names(_FOLDER):
            if name.endswith(".rec") and name[:-4].isdigit():
                numbers.append(int(name[:-4]))
        numbers.sort()
        self._numbers = numbers
        self._acknowledged = []  # games that a host has, since they were last noted
        self.space = space or files.space()  # asking takes a Pico 12 ms, so seldom
        self.current = numbers[-1] if numbers else 0
        self.n = 0  # records in the current game
        self.chain = START
        self.newest = None  # (text, bytes on flash) of the last record, until it is read

    # -- what the mirror asks ------------------------------------------------------------------
    def numbers(self) -> list:
        """Return the numbers of the games on flash, ascending."""
        return self._numbers

    def uid(self, number: int) -> str:
        """Return the id of game ``number``, which no other game anywhere has."""
        return "%s-%d" % (self._id, number)

    def number(self, uid: str):
        """Return the number of the game with this id, None when it is not on this table."""
        head, _, tail = uid.partition("-")
        if head != self._id or not tail.isdigit() or int(tail) not in self._numbers:
            return None
        return int(tail)

    def last(self, number: int):
        """Return (n, chain) of the last record of a game, None when it has not been read yet."""
        if number == self.current:
            return self.n, self.chain
        return self._ends.get(number)

    def reader(self, number: int) -> Reader:
        """Return a reader of game ``number`` from its first record on."""
        return Reader(self.files, number, self)

    def acknowledged(self, number: int) -> None:
        """Note that a host has all of game ``number``."""
        if number not in self._acknowledged:
            self._acknowledged.append(number)

    # -- room ----------------------------------------------------------------------------------
    def note_acknowledged(self) -> None:
        """Note on flash which games a host has: those make room first."""
        if self._acknowledged:
            self._room().note(self.files, self._acknowledged)
            self._acknowledged = []

    def make_room(self) -> str:
        """Remove old games where flash is nearly full; return a notice, "" for none."""
        self.space = free, size = self.files.space()
        if not size or free >= ROOM_KB:
            return ""
        return self._room().make_room(self, self.files)

    def _room(self):
        name = __name__[: __name__.rfind(".")] + ".room"
        module = __import__(name, None, None, ("make_room",))
        let_go(name)  # seldom needed, and memory is short
        return module

    def remove(self, number: int) -> None:
        """Remove a game that is not the current one."""
        self.files.remove(_path(number))
        self._numbers.remove(number)
        self._ends.pop(number, None)

    # -- what the console does -----------------------------------------------------------------
    def resume(self):
        """Yield the records (Fields) of the current game, then be ready to append to it.

        A torn tail, left by a power cut in the middle of a write, is cut off.
        """
        if not self.current:
            return
        reader = self._resuming = Reader(self.files, self.current)
        while True:
            record = reader.next_fields()
            if record is None:
                break
            yield record
        path = _path(self.current)
        if self.files.size(path) > reader.offset:
            self.files.cut(path, reader.offset)
        self.n, self.chain = reader.n, reader.chain

    def jump(self, n: int, chain: str, offset: int) -> None:
        """Go on with :meth:`resume` after record ``n``, which ends at ``offset``."""
        self._resuming.go_to(n, chain, offset)

    def offset(self) -> int:
        """Return the bytes of the current game on flash."""
        return self.files.size(_path(self.current))

    def snapshot_path(self) -> str:
        """Return where the snapshot of the current game is kept (snapshot.py)."""
        return "%s/%06d.now" % (_FOLDER, self.current)

    def begin(self, number: int) -> None:
        """Make game ``number`` the current one; its records follow."""
        if self.current:
            self._ends[self.current] = (self.n, self.chain)
            if len(self._ends) > _ENDS:  # games that ended in this switch-on may be many
                del self._ends[min(self._ends)]
            if self.files.size(self.snapshot_path()):
                self.files.remove(self.snapshot_path())
        self.current = number
        self.n = 0
        self.chain = START
        self.newest = None
        self._numbers.append(number)

    def append(self, pairs: tuple) -> int:
        """Write one record (pairs without ``n`` and ``chain``); return its number.

        Raises ValueError when its text would be too long, OSError when flash refuses.
        """
        record = Fields((("n", self.n + 1),) + pairs)
        text, chain = record_text(record, self.chain)
        if len(text.encode()) > MAX_TEXT:
            raise ValueError("a record of more than %d bytes" % MAX_TEXT)
        frame = pack(record)
        newest = text, len(frame)
        self.files.append(_path(self.current), frame)
        # It is on flash: from here on nothing may need memory, which may have run out.
        self.newest = newest
        self.n += 1
        self.chain = chain
        return self.n
