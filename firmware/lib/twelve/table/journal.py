"""The flash journal: every game of this table as one append-only file of packed records.

Source: the record's description (record/README.md). Eight games share a folder, since a file
system takes the longer the fuller a folder is: on a Pico's LittleFS a change among a hundred
games takes up to 0.2 s, and a list of them 0.15 s.

``files`` is the port's file system: names(folder), read_at(path, offset, size), size(path),
append(path, data), cut(path, size), remove(path), clear(folder), space(); each change is on flash
when the call returns, and OSError says that it is not.
"""

from ..base.compat import const, let_go
from ..base.text import Fields
from ..record.chain import MAX_TEXT, START, record_text
from ..record.pack import pack, unpack

_FOLDER = "games"
_CHUNK = const(256)  # holds most frames, and several actions
_BIG_CHUNK = const(1024)  # holds any one frame
_ENDS = const(8)  # games whose last record is known without reading them
_SHELF = const(3)  # game N is in folder N >> 3
_FLAT = const(-1)  # the games that earlier firmware keeps side by side


ROOM_KB = const(48)  # free flash that is looked for before a game begins: a long one, twice


def _games(names: list) -> list:
    return [int(name[:-4]) for name in names if name.endswith(".rec") and name[:-4].isdigit()]


class Reader:
    """Reads the records of one game in order; :attr:`n` and :attr:`chain` are of the last one."""

    def __init__(self, journal, number: int):
        self._files = journal.files
        self._path = journal.path(number)
        self._number = number
        self._journal = journal
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
        if journal.current == self._number:
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
        names = files.names(_FOLDER)
        self._numbers = []  # games that are known, ascending
        self._folders = sorted([int(name) for name in names if name.isdigit()])  # yet to look into
        self._flat = max(_games(names) + [0])  # the newest that lies outside the folders
        if self._flat:
            self._folders.insert(0, _FLAT)
        self.look()
        numbers = self._numbers
        self._acknowledged = []  # games that a host has, since they were last noted
        self.space = space or files.space()  # asking takes a Pico 12 ms, so seldom
        self.current = numbers[-1] if numbers else 0
        self.n = 0  # records in the current game
        self.chain = START
        self.newest = None  # (text, bytes on flash) of the last record, until it is read

    # -- what the mirror asks ------------------------------------------------------------------
    def numbers(self) -> list:
        """Return the numbers of the games on flash, ascending: those that are known so far."""
        return self._numbers

    def look(self) -> bool:
        """Look into one more folder, the newest first; return whether there was one.

        Where earlier firmware has gone on in between, older games may lie anywhere: into all.
        """
        found = len(self._folders) > 0
        while self._folders:
            folder = self._folders[-1]
            path = _FOLDER if folder == _FLAT else "%s/%d" % (_FOLDER, folder)
            self._numbers = sorted(_games(self.files.names(path)) + self._numbers)
            self._folders.pop()
            if self._numbers and self._numbers[0] > self._flat:
                break
        return found

    def path(self, number: int, kind: str = "rec") -> str:
        """Return where a game is kept."""
        if number <= self._flat:
            flat = "%s/%06d." % (_FOLDER, number)
            if self.files.size(flat + "rec"):
                return flat + kind
        return "%s/%d/%06d.%s" % (_FOLDER, number >> _SHELF, number, kind)

    def uid(self, number: int) -> str:
        """Return the id of game ``number``, which no other game anywhere has."""
        return "%s-%d" % (self._id, number)

    def number(self, uid: str):
        """Return the number of the game with this id, None when it is not on this table."""
        head, _, tail = uid.partition("-")
        try:
            number = int(tail) if head == self._id and tail.isdigit() else 0
        except ValueError:  # CPython calls more a digit than it reads as one
            number = 0
        known = number in self._numbers
        if not known and self._numbers and number < self._numbers[0]:  # not looked into yet
            known = self.files.size(self.path(number)) > 0
        return number if known else None

    def last(self, number: int):
        """Return (n, chain) of the last record of a game, None when it has not been read yet."""
        if number == self.current:
            return self.n, self.chain
        return self._ends.get(number)

    def reader(self, number: int) -> Reader:
        """Return a reader of game ``number`` from its first record on."""
        return Reader(self, number)

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

    def make_room(self):
        """Remove old games where flash is nearly full: a step, and a notice or "", a ``next``."""
        self.space = free, size = self.files.space()
        yield ""
        if size and free < ROOM_KB:
            try:
                for notice in self._room().make_room(self, self.files):
                    yield notice
            except OSError:  # it cannot be written: the next record finds out what is to be done
                pass

    def _room(self):
        name = __name__[: __name__.rfind(".")] + ".room"
        module = __import__(name, None, None, ("make_room",))
        let_go(name)  # seldom needed, and memory is short
        return module

    def remove(self, number: int) -> None:
        """Remove a game that is not the current one, and folders that hold none any more.

        All have been looked into before.
        """
        self.files.remove(self.path(number))
        self._numbers.remove(number)
        self._ends.pop(number, None)
        kept = [n >> _SHELF for n in self._numbers]
        for name in self.files.names(_FOLDER):
            if name.isdigit() and int(name) not in kept:
                self.files.clear(_FOLDER + "/" + name)

    # -- what the console does -----------------------------------------------------------------
    def resume(self):
        """Yield the records (Fields) of the current game, then be ready to append to it.

        A torn tail, left by a power cut in the middle of a write, is cut off.
        """
        if not self.current:
            return
        reader = self._resuming = Reader(self, self.current)
        while True:
            record = reader.next_fields()
            if record is None:
                break
            yield record
        path = self.path(self.current)
        if self.files.size(path) > reader.offset:
            self.files.cut(path, reader.offset)
        self.n, self.chain = reader.n, reader.chain

    def jump(self, n: int, chain: str, offset: int) -> None:
        """Go on with :meth:`resume` after record ``n``, which ends at ``offset``."""
        self._resuming.go_to(n, chain, offset)

    def offset(self) -> int:
        """Return the bytes of the current game on flash."""
        return self.files.size(self.path(self.current))

    def snapshot_path(self) -> str:
        """Return where the snapshot of the current game is kept (snapshot.py)."""
        return self.path(self.current, "now")

    def forget_snapshot(self) -> None:
        """Remove the snapshot of the current game, which is about to be the one before."""
        if self.current and self.files.size(self.snapshot_path()):
            try:
                self.files.remove(self.snapshot_path())
            except OSError:  # a drive that cannot be written: there it harms nothing
                pass

    def begin(self, number: int) -> None:
        """Make game ``number`` the current one; its records follow."""
        if self.current:
            self._ends[self.current] = (self.n, self.chain)
            if len(self._ends) > _ENDS:  # games that ended in this switch-on may be many
                del self._ends[min(self._ends)]
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
        self.files.append(self.path(self.current), frame)
        # It is on flash: from here on nothing may need memory, which may have run out.
        self.newest = newest
        self.n += 1
        self.chain = chain
        return self.n
