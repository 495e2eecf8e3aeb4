"""Chores: just behind a gesture, or when nobody has been near for long; no edge waits for one."""

from fakes import Bench


def _playing(rest_ms: int = 0):
    """Return a table in a game, nobody near for ``rest_ms``."""
    bench = Bench()
    bench.begin()
    bench.settle()
    bench.run(rest_ms)
    return bench


def _noting(bench, more: int) -> list:
    """Return the list of the times at which a chore is done from now on; ``more`` are to be."""
    done = []

    def tidy(leave=False) -> bool:
        if leave or len(done) >= more:
            return False
        done.append(bench.port.now_ms)
        return True

    bench.table.files.tidy = tidy
    return done


def test_chores_come_just_behind_a_gesture_and_not_while_people_play():
    bench = _playing()
    done = _noting(bench, 1000)
    released = []
    for _ in range(8):
        bench.press(60)
        released.append(bench.port.now_ms)
        bench.run(1500)
    assert len(done) >= 8
    for at in done:
        behind = [at - release for release in released if at >= release - 24]
        assert behind and min(behind) < 100, behind


def test_chores_are_done_when_nobody_has_been_near_for_long():
    bench = _playing(8000)
    done = _noting(bench, 3)
    bench.press(60)
    begun = bench.port.now_ms
    done.clear()
    bench.run(3000)
    assert not [at for at in done if at > begun + 100]
    bench.run(6000)
    assert len(done) == 3


def test_no_chore_is_done_while_the_button_is_down():
    bench = _playing(8000)
    done = _noting(bench, 1000)
    bench.port.level = True
    bench.run(40)
    done.clear()
    bench.run(9000)
    assert not done
