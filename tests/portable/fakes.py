"""A flash, a port and a table in memory, with a clock that only the test moves."""

from twelve.base.compat import IS_DEVICE_PYTHON
from twelve.ports import contract
from twelve.table.careful import add_name
from twelve.table.loop import Table


class PowerCut(BaseException):
    """The power went in the middle of a change to flash."""


class MemoryFiles:
    """The port's files in memory; the power goes at change number ``cut_at`` (from 0).

    Of an append that is cut, the first ``torn`` bytes are there; a replacement that is cut
    leaves the old file.
    """

    def __init__(self, content=None):
        self.content = dict(content or {})
        self.changes = 0
        self.cut_at = -1
        self.torn = 0
        self.read_only = False
        self.gathers = False
        self.space_kb = (1000, 1400)

    def _change(self) -> bool:
        if self.read_only:
            raise OSError(30)
        self.changes += 1
        return self.changes - 1 == self.cut_at

    def space(self) -> tuple:
        return self.space_kb

    def names(self, folder: str) -> list:
        names = []
        for path in self.content:
            add_name(names, folder, path)
        return names

    def size(self, path: str) -> int:
        return len(self.content.get(path, b""))

    def read(self, path: str):
        return self.content.get(path)

    def read_at(self, path: str, offset: int, size: int) -> bytes:
        return self.content.get(path, b"")[offset : offset + size]

    def append(self, path: str, data: bytes) -> None:
        before = self.content.get(path, b"")
        if self._change():
            self.content[path] = before + data[: self.torn]
            raise PowerCut
        self.content[path] = before + data

    def write(self, path: str, data: bytes) -> None:
        if self._change():
            raise PowerCut
        self.content[path] = data

    def put(self, path: str, data: bytes) -> None:
        if self._change():
            self.content[path] = data[: self.torn]
            raise PowerCut
        self.content[path] = data

    def tidy(self, leave=False) -> bool:
        return False

    def make(self, folder: str) -> bool:
        return False

    def clear(self, folder: str) -> None:
        for path in [path for path in self.content if path.startswith(folder + "/")]:
            self.remove(path)

    def cut(self, path: str, size: int) -> None:
        self.write(path, self.content[path][:size])

    def remove(self, path: str) -> None:
        if self._change():
            raise PowerCut
        del self.content[path]


class FakePort(contract.Port):
    """A port whose time, button and bytes are the test's."""

    def __init__(self, files=None, seed=None):
        self.files = files or MemoryFiles()
        self.gathers = self.files.gathers
        self.about = (("fw", "0"), ("py", "test"), ("virtual", True))
        self.seed = seed
        self.level = False
        self.now_ms = 0
        self.incoming = b""
        self.outgoing = bytearray()
        self.frames = 0
        self.edges = []

    def ticks_ms(self) -> int:
        return self.now_ms & 0x1FFFFFFF

    def noise(self) -> bytes:
        return b"always the same"

    def read_keys(self, sink, now_ms: int) -> None:
        while self.edges:
            level, steps = self.edges.pop(0)
            sink(level, steps, now_ms)

    def read(self) -> bytes:
        data, self.incoming = self.incoming, b""
        return data

    def write(self, data: bytes) -> None:
        self.outgoing.extend(data)

    def show(self, pixels) -> None:
        self.frames += 1

    def ready(self) -> None:
        pass

    def rest(self, ms: int) -> None:
        self.now_ms += ms


class Bench:
    """A table on a fake port, with the moves of a hand."""

    def __init__(self, files=None, seed=None, port_kind=FakePort):
        self.port = port_kind(files, seed)
        self.table = Table(self.port)

    @property
    def console(self):
        return self.table.console

    @property
    def play(self):
        return self.console.keeper.play

    def run(self, ms: int) -> None:
        """Let ``ms`` pass in steps of 4."""
        end = self.port.now_ms + ms
        while self.port.now_ms < end:
            self.table.step()
            self.port.rest(4)

    def press(self, ms: int) -> None:
        """Press the button for ``ms`` and let go."""
        self.port.level = True
        self.run(ms)
        self.port.level = False
        self.run(24)

    def click(self) -> None:
        self.press(60)

    def hold(self) -> None:
        self.press(700)

    def long(self) -> None:
        self.press(2300)

    def settle(self) -> None:
        """Wait until no show is running."""
        while self.console.in_show:
            self.run(100)

    def start(self, request: dict) -> None:
        """Start the game ``request`` and wait until it stands."""
        self.console.begin(dict(request), self.port.now_ms, None)
        self.wait_for_start()

    def begin(self) -> None:
        """Start a game from the idle table and wait until it stands."""
        self.run(40)
        self.click()
        self.wait_for_start()

    def wait_for_start(self) -> None:
        """Wait until the game that is on its way stands."""
        end = self.port.now_ms + 5000
        while self.console.starter is not None:
            assert self.port.now_ms < end, "it never starts"
            self.run(4)
        self.run(60)


def texts(bench, number: int = 0) -> list:
    """Return the record texts of a game (the newest without a number)."""
    reader = bench.console.journal.reader(number or bench.console.journal.current)
    found = []
    while True:
        text = reader.next()
        if text is None:
            return found
        found.append(text)


def few(many: int, some: int) -> int:
    """Return ``many`` on CPython and ``some`` on a device's Python, which is slower."""
    return some if IS_DEVICE_PYTHON else many
