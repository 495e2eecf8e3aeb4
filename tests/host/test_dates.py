"""Dates of records: live ones exact, others estimated, always in order."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from twelve_host.clock import iso, wall_ms_of
from twelve_host.mirror.dates import Dates

NOW = 1_800_000_000_000
HOUR = 3_600_000


def record(ms: int, boot: int | None = None, op: str = "act", **more: Any) -> dict[str, Any]:
    """Return what the dates look at of a record."""
    if boot is not None:
        more |= (
            {"op": "new", "boot": boot}
            if op == "new"
            else {"op": "note", "kind": "boot", "boot": boot}
        )
    return {"op": op, "ms": ms, **more}


def test_a_live_record_has_the_date_of_its_moment() -> None:
    dates = Dates()
    dates.hello(3, 60_000, NOW)
    assert dates.date("a-1", record(61_000, 3, "new")) == (NOW + 1000, False)
    assert dates.date("a-1", record(70_000)) == (NOW + 10_000, False)


def test_what_was_played_before_the_hello_is_estimated_from_the_tables_own_count() -> None:
    dates = Dates()
    dates.hello(3, 10 * HOUR, NOW)
    assert dates.date("a-1", record(2 * HOUR, 3, "new")) == (NOW - 8 * HOUR, True)
    assert dates.date("a-1", record(3 * HOUR)) == (NOW - 7 * HOUR, True)


def test_an_earlier_switch_on_comes_before_the_present_one() -> None:
    dates = Dates()
    dates.hello(5, HOUR, NOW)
    switched_on = NOW - HOUR
    found = [
        dates.date("a-1", record(1000, 4, "new")),
        dates.date("a-1", record(2000)),
        dates.date("a-1", record(30 * HOUR)),  # longer than any guess
        dates.date("a-1", record(0, 5)),
        dates.date("a-1", record(HOUR + 5000)),
    ]
    assert [est for _, est in found] == [True, True, True, True, False]
    moments = [at for at, _ in found]
    assert moments == sorted(moments) and moments[2] <= switched_on <= moments[3]
    assert moments[1] - moments[0] == 1000


def test_an_older_game_lies_before_the_newer_one_of_the_same_switch_on() -> None:
    dates = Dates()
    dates.hello(9, 0, NOW)
    newer, _ = dates.date("a-2", record(500_000, 7, "new"))
    older, _ = dates.date("a-1", record(100_000, 7, "new"))
    assert newer - older == 400_000


def test_a_game_keeps_the_moment_that_its_first_record_fixed() -> None:
    dates = Dates()
    dates.hello(2, 1000, NOW)
    first, _ = dates.date("a-1", record(2000, 2, "new"))
    dates.heard(3000, NOW + 8 * HOUR)  # somebody sets the clock
    second, _ = dates.date("a-1", record(3000))
    assert second - first == 1000
    third, _ = dates.date("a-2", record(4000, 2, "new"))  # the next game is right again
    assert third == NOW + 8 * HOUR + 1000


def test_a_restarted_service_goes_on_from_what_is_stored() -> None:
    dates = Dates()
    dates.learn("a-1", [(record(1000, 2, "new"), NOW), (record(5000), NOW + 4000)])
    dates.hello(2, 9000, NOW - 5 * HOUR)  # a clock that is wrong now
    assert dates.knows("a-1") and not dates.knows("a-2")
    assert dates.date("a-1", record(10_000)) == (NOW + 9000, False)


def test_odd_counts_are_no_dates() -> None:
    dates = Dates()
    dates.hello(2, 1000, NOW)
    for ms in (-5, 10**30, None, "7", True, 1.5):
        at, est = dates.date("a-1", {"op": "act", "ms": ms})
        assert est and iso(at)


@given(st.randoms(use_true_random=False))
def test_the_dates_of_a_game_never_go_back(chance: random.Random) -> None:
    dates = Dates()
    boot, ms = 1, 0
    dates.hello(chance.randint(1, 9), chance.randint(0, HOUR), NOW)
    found = [dates.date("a-1", record(0, boot, "new"))[0]]
    for _ in range(40):
        if chance.random() < 0.1:
            boot += chance.randint(1, 3)
            ms = 0
            found.append(dates.date("a-1", record(0, boot))[0])
        if chance.random() < 0.1:
            dates.hello(boot, ms, NOW + chance.randint(-9 * HOUR, 9 * HOUR))
        ms += chance.randint(0, 2 * HOUR)
        found.append(dates.date("a-1", record(ms))[0])
    assert found == sorted(found)


@given(st.integers(0, 4_000_000_000_000))
def test_a_date_and_its_text_are_the_same(wall_ms: int) -> None:
    assert wall_ms_of(iso(wall_ms)) == wall_ms
