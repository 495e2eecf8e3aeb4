"""A LittleFS on a flash in memory, whose power can go in the middle of any operation."""

import sys

from fakes import PowerCut
from twelve.ports.flash import Files

# A MicroPython without LittleFS fails here: it is none of a board.
HAS_LITTLEFS = sys.implementation.name == "micropython"


class Flash:
    """A NOR flash in memory for LittleFS; the power goes in the middle of operation ``cut_at``.

    ``left`` is what is on it then. It works on without memory: files that stayed open are closed
    when the heap is collected.
    """

    SIZE, BLOCKS = 4096, 20

    def __init__(self, data=None):
        # A block at a time, when it is needed: a device's heap has no room for much.
        self.data = data or [None] * self.BLOCKS
        self.operations = self.erases = 0
        self.cut_at = -1
        self.left = None

    def _operate(self, block: int, at: int, size: int, buffer) -> None:
        self.operations += 1
        cut = self.operations == self.cut_at
        if self.data[block] is None:
            self.data[block] = bytearray(b"\xff" * self.SIZE)
        data = self.data[block]
        for i in range(size // 2 if cut else size):
            data[at + i] = 255 if buffer is None else buffer[i]
        if cut:
            self.left = [None if data is None else bytearray(data) for data in self.data]
            raise PowerCut

    def readblocks(self, block, buffer, offset=0):
        data = self.data[block]
        for i in range(len(buffer)):
            buffer[i] = 255 if data is None else data[offset + i]

    def writeblocks(self, block, buffer, offset=0):
        self._operate(block, offset, len(buffer), buffer)

    def ioctl(self, what, argument):
        if what == 4:
            return self.BLOCKS
        if what == 5:
            return self.SIZE
        if what == 6:
            self.erases += 1
            self._operate(argument, 0, self.SIZE, None)
        return 0


def on_littlefs(flash, work, replaces: bool = True, progsize: int = 256):
    """Return what ``work(files)`` does with files on a LittleFS on ``flash``.

    ``progsize``: bytes of a page, 256 on an RP2040; 32, which an ESP32 has, keeps less in logs.
    """
    import vfs

    drive = vfs.VfsLfs2(flash, progsize=progsize)
    vfs.mount(drive, "/pico")
    try:
        return work(Files("/pico/", replaces))
    finally:
        vfs.umount("/pico")


def formatted(progsize: int = 256):
    import vfs

    flash = Flash()
    vfs.VfsLfs2.mkfs(flash, progsize=progsize)
    return flash
