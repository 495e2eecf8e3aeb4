"""Who the table is: the same after every start, and with the files of earlier firmware."""

from fakes import Bench, FakePort, MemoryFiles
from twelve.table import safe


def _files_of_before(bench) -> MemoryFiles:
    """Return the drive of ``bench`` as earlier firmware has left it: state in the root."""
    files = MemoryFiles()
    for path, data in bench.port.files.content.items():
        files.content[path[6:] if path.startswith("state/") else path] = data
    return files


def test_what_changes_is_in_a_folder_of_its_own():
    bench = Bench()
    bench.begin()
    bench.console.choices.save()
    for path in bench.port.files.content:
        folder = path[: path.find("/") + 1]
        assert folder in ("state/", "games/") or "settings" in path, path


def test_state_that_was_in_the_root_is_found_once():
    first = Bench()
    first.begin()
    first.console.choices.brightness = 2
    first.console.choices.save()
    table_id, games = first.console.identity.table_id, first.console.identity.games
    files = _files_of_before(first)
    boot = first.console.identity.boot
    for start in (1, 2):
        bench = Bench(files)
        assert bench.console.identity.table_id == table_id
        assert bench.console.identity.boot == boot + start
        assert bench.console.identity.games == games == 1
        assert bench.console.choices.brightness == 2
        assert bench.play is not None and not bench.console.keeper.closed
        if start == 1:  # the secret of the game that goes on is there, too
            bench.console.act("roll", 0)
        files.content["identity.json"] = b"of long ago"


def test_t20_the_time_of_a_press_mixes_in_where_nothing_else_differs():
    secrets = []
    for wait_ms in (40, 40, 44, 400):
        bench = Bench()  # the same noise, and an empty flash
        bench.run(wait_ms)
        bench.begin()
        secrets.append(bench.console.identity.secret(1))
    assert None not in secrets and secrets[0] == secrets[1]
    assert len(set(secrets)) == 3


def test_a_torn_identity_begins_anew_and_is_said():
    bench = Bench()
    files = bench.port.files
    files.content["state/identity.json"] = files.content["state/identity.json"][:20]
    again = Bench(files)
    assert again.console.identity.boot == 1
    assert "new id" in again.console.identity.notice


def test_the_safe_mode_knows_the_table_before_and_after_the_move():
    for path in ("identity.json", "state/identity.json"):
        files = MemoryFiles({path: b'{"id":"0123456789ab"}'})
        assert safe._identity(files) == "0123456789ab", path
    assert safe._identity(MemoryFiles()) == "000000000000"


def test_flash_is_asked_for_its_room_when_it_is_quiet_and_that_is_remembered():
    files = MemoryFiles()
    asked = []
    whole = files.space
    files.space = lambda: asked.append(1) or whole()
    Bench(files).run(4000)
    assert len(asked) == 1  # nothing was remembered
    asked.clear()
    bench = Bench(files)
    bench.run(1000)
    assert not asked and bench.console.journal.space == whole()
    bench.run(3000)
    assert len(asked) == 1
    files.content["state/identity.json"] = files.content["state/identity.json"].replace(
        b'"flash":[', b'"flash":["'
    )
    assert Bench(files).console.journal.space == whole()


class Deaf(FakePort):
    """A port whose chip has no random source."""

    is_random = False

    def noise(self) -> bytes:
        return b""


def test_a_random_source_that_failed_is_said_and_presses_still_mix_in():
    found = []
    for press_ms in (100, 300):
        bench = Bench(port_kind=Deaf)
        assert "random source failed" in bench.console.line.upkeep._notices[0]
        bench.run(press_ms)
        bench.click()
        bench.wait_for_start()
        bench.start({"game": "12x12"})
        found.append(bench.console.identity.secret(2))
    assert found[0] and found[0] != found[1]
