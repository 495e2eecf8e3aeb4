"""What a change takes on a real LittleFS: one erased sector, among many games as among few."""

from little_flash import HAS_LITTLEFS, Flash, on_littlefs
from twelve.table.gather import Gathering
from twelve.table.journal import Journal

_FIRST = 20  # changes that make the first files


class CountingFlash(Flash):
    """A flash that counts what is read of it, and what each change takes."""

    BLOCKS = 96
    reads = changes = 0
    erases_before = reads_before = 0
    twice = 0  # changes that erased more than one sector
    most_erases = most_reads = 0  # that a change took, but for the first ones

    def readblocks(self, block, buffer, offset=0):
        self.reads += 1
        Flash.readblocks(self, block, buffer, offset)

    def count(self) -> None:
        """Take what there was since the last call for one change."""
        erases = self.erases - self.erases_before
        self.twice += erases > 1
        self.changes += 1
        if self.changes > _FIRST:
            self.most_erases = max(self.most_erases, erases)
            self.most_reads = max(self.most_reads, self.reads - self.reads_before)
        self.erases_before, self.reads_before = self.erases, self.reads


def _played(games: int, records: int) -> CountingFlash:
    """Return a flash on which a table has played ``games`` games of ``records`` records."""
    import vfs

    flash = CountingFlash()
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    flash.erases = flash.reads = 0

    def play(files):
        files = Gathering(files, lambda: 45 * flash.erases)
        journal = Journal(files, "0123456789ab")
        flash.count()
        for number in range(1, games + 1):
            while files.tidy(True):
                flash.count()
            journal.acknowledged(number - 1)
            journal.note_acknowledged()
            flash.count()
            journal.forget_snapshot()
            flash.count()
            journal.begin(number)
            for i in range(records):
                journal.append((("op", "act"), ("action", "roll"), ("ms", 1000 * i)))
                flash.count()
                while files.tidy():
                    flash.count()
                if i % 8 == 7:
                    files.put(journal.snapshot_path(), b"x" * 900)
                    flash.count()

    on_littlefs(flash, play)
    return flash


def test_on_littlefs_hardly_a_change_erases_two_sectors():
    if not HAS_LITTLEFS:
        return
    flash = _played(10, 60)
    assert flash.most_erases <= 2 and flash.twice <= 3, (flash.most_erases, flash.twice)
    assert 100 < flash.erases < 200 and flash.changes > 700, (flash.erases, flash.changes)


def test_on_littlefs_a_change_among_many_games_takes_no_longer_than_among_few():
    if not HAS_LITTLEFS:
        return
    most = [_played(games, 9).most_reads for games in (8, 40)]
    assert most[1] < 1.5 * most[0], most
