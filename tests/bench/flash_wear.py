"""What a game costs a board's flash: sectors erased and pages programmed, on a real LittleFS.

``micropython -X heapsize=8m flash_wear.py [RECORDS]`` writes a game of RECORDS records (500) to a
LittleFS of 4 KB sectors and 256-byte pages in memory, as a Pico has it: once record by record,
once with gathering (table/gather.py); prints the counts, and how many changes erased a sector.
"""

import sys

import vfs

sys.path.insert(0, (sys.argv[0].rpartition("/")[0] or ".") + "/../../firmware/lib")
sys.path.insert(0, (sys.argv[0].rpartition("/")[0] or ".") + "/../portable")

from little_flash import Flash
from twelve.ports.flash import Files
from twelve.table.gather import Gathering
from twelve.table.journal import Journal


class CountingFlash(Flash):
    """A flash that counts the pages that are programmed."""

    BLOCKS = 352
    pages = 0

    def writeblocks(self, block, buffer, offset=0):
        """Program ``buffer``."""
        self.pages += (len(buffer) + 255) // 256
        Flash.writeblocks(self, block, buffer, offset)


def _play(name: str, records: int, kind) -> None:
    flash = CountingFlash()
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    flash.erases = flash.pages = 0
    vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/pico")
    files = kind(Files("/pico/"), lambda: 45 * flash.erases)  # as long as an erased sector takes
    journal = Journal(files, "0123456789ab")
    journal.begin(1)
    erasing = 0
    for i in range(records):
        before = flash.erases
        act = [("op", "act"), ("action", "roll"), ("dice", [1, 2, 3, 4]), ("by", "table")]
        act.append(("ms", 1000 * i))
        journal.append(tuple(act))
        erasing += flash.erases > before
        while files.tidy():  # the next press is seconds away
            pass
    size = journal.offset()
    vfs.umount("/pico")
    print(
        "%s: %d records, %d bytes; %d sectors erased, %d of them with a record; %d pages programmed"
        % (name, records, size, flash.erases, erasing, flash.pages)
    )


def main(records: int) -> None:
    """Write the game both ways."""
    _play("record by record", records, lambda files, _: files)
    _play("gathering", records, Gathering)


main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
