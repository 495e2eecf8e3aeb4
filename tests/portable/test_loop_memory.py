"""The table's loop and memory: when it is collected, what takes none, what is put off without."""

import gc

from fakes import Bench
from twelve.base.compat import IS_DEVICE_PYTHON
from twelve.table import loop


def test_a_pass_without_news_takes_no_memory():
    bench = Bench()
    bench.begin()
    bench.run(3000)
    if IS_DEVICE_PYTHON:
        gc.collect()
        before = gc.mem_alloc()
        for _ in range(200):
            bench.table.step()
            bench.port.rest(4)
        assert gc.mem_alloc() <= before
    assert bench.play is not None and not bench.console.in_show


class _Collector:
    """Stands in for gc, and notes when it is asked to collect."""

    def __init__(self, notes: list):
        self._notes = notes

    def collect(self) -> None:
        self._notes.append("collect")


def test_memory_is_collected_in_passes_of_their_own():
    bench = Bench()
    bench.begin()
    notes = []
    real = loop.gc, loop.IS_DEVICE_PYTHON
    loop.gc, loop.IS_DEVICE_PYTHON = _Collector(notes), True
    try:
        bench.port.read = lambda: notes.append("read") or b"\n"
        bench.port.feed = lambda: notes.append("feed")
        for _ in range(200):
            bench.table.step()
            bench.port.rest(4)
    finally:
        loop.gc, loop.IS_DEVICE_PYTHON = real
    text = " ".join(notes)
    assert text.count("collect") >= 3
    assert "read collect" not in text and text.count("collect feed") == text.count("collect")


class Collecting:
    """A table in play whose collections are noted as ms after the last edge of the button."""

    def __init__(self):
        self.bench = bench = Bench()
        bench.begin()
        bench.run(3000)
        bench.table._most = 49152  # as on a Pico
        self.shown = []
        self.found = []  # (ms, frames shown) since the edge
        self.edge_ms = bench.port.now_ms
        bench.port.show = lambda pixels: self.shown.append(bytes(pixels))
        self._real = loop.gc, loop.IS_DEVICE_PYTHON
        loop.gc, loop.IS_DEVICE_PYTHON = self, True

    def collect(self) -> None:
        self.found.append((self.bench.port.now_ms - self.edge_ms, len(self.shown)))

    def end(self) -> None:
        loop.gc, loop.IS_DEVICE_PYTHON = self._real

    def edge(self, level: bool, litter: int) -> None:
        """Let the button change with so much garbage lying about, and time pass."""
        bench = self.bench
        bench.table._litter = litter
        self.shown.clear()
        self.found.clear()
        self.edge_ms = bench.port.now_ms
        bench.port.level = level
        bench.run(150)


def test_memory_is_collected_early_where_the_lights_have_just_answered_an_edge():
    collecting = Collecting()
    try:
        most = collecting.bench.table._most
        for level in (True, False):
            collecting.edge(level, most // 3)
            assert len(collecting.found) == 1, collecting.found
            ms, frames = collecting.found[0]
            assert ms < 60 and frames >= 1, collecting.found
        collecting.bench.run(3000)
        collecting.edge(True, most // 8)
        assert collecting.found == []
        collecting.bench.table._litter = most // 3
        collecting.bench.run(400)  # later in the same press there is no hurry
        assert collecting.found == []
    finally:
        collecting.end()


def test_a_chore_without_memory_is_put_off():
    bench = Bench()
    bench.begin()
    bench.run(100)
    tried = []

    def tidy(leave=False):
        tried.append(bench.port.now_ms)
        raise MemoryError

    bench.table.files.tidy = tidy
    for _ in range(1000):
        try:
            bench.table.step()
        except MemoryError:
            pass
        bench.port.rest(4)
    assert 1 <= len(tried) <= 3, tried
