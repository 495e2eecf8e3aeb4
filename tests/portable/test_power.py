"""T22: the power goes at every change to flash; the table boots with the old state or the new."""

from fakes import Bench, MemoryFiles, PowerCut, few, texts


def _session(bench):
    """Play a little, by button alone; yield after every gesture."""
    bench.run(40)
    for _ in range(2):
        for gesture in ("click", "click", "hold", "click", "hold", "click", "hold"):
            getattr(bench, gesture)()
            bench.settle()
            yield
        bench.long()
        bench.click()
        bench.hold()  # take back
        bench.settle()
        yield


def _records(bench):
    return texts(bench) if bench.play is not None else []


def test_t22_a_cut_at_every_change_leaves_the_old_state_or_the_new():
    whole = MemoryFiles()
    for _ in _session(Bench(whole)):
        pass
    for torn in (0, 1, 5):
        step = few(1, 4) if torn == 0 else few(4, 8)
        for cut_at in range(0, whole.changes, step):
            files = MemoryFiles()
            files.cut_at, files.torn = cut_at, torn
            shown = []
            try:
                bench = Bench(files)
                for _ in _session(bench):
                    shown = _records(bench)
                raise AssertionError("the power was never cut")
            except PowerCut:
                files.cut_at = -1
            again = Bench(files)
            again.run(40)
            assert "cannot be read" not in again.console.say, again.console.say
            found = _records(again)
            # Everything that was shown is there; at most what the cut gesture did is there besides.
            assert found[: len(shown)] == shown, (cut_at, torn)
            assert len(found) <= len(shown) + 3, (cut_at, torn)
            if found:
                again.settle()
                again.click()
                assert (
                    again.console.in_show
                    or again.console.chooser.at == 1
                    or (len(again.console.chooser.stops) == 1)
                )


def test_t22_the_same_faces_come_after_a_cut_in_the_middle_of_a_roll():
    files = MemoryFiles()
    bench = Bench(files)
    bench.begin()
    content = dict(files.content)
    bench.click()
    faces = bench.play.state.last[2]
    again = Bench(MemoryFiles(content))
    again.run(40)
    again.click()
    assert again.play.state.last[2] == faces


def test_t22_a_strange_file_means_defaults_and_a_notice():
    bench = Bench()
    bench.begin()
    bench.click()
    for path in list(bench.port.files.content):
        for strange in (b"", b"\xff\x00garbage", bench.port.files.content[path][:7], b"{}", b"[1]"):
            files = MemoryFiles(bench.port.files.content)
            files.content[path] = strange
            again = Bench(files)
            again.run(40)
            if path not in ("state/choices.json", "settings.told"):
                assert again.console.say or again.play is None, (path, strange)
            again.click()
            again.settle()
            again.long()
            assert again.console.menu is not None, (path, strange)
