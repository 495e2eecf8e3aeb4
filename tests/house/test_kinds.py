"""The kinds of trouble that people who build such tables report: each is held by a test.

A test whose name begins with ``test_tNN_`` holds kind NN. ``HELD`` names those that are called
otherwise; ``LATER`` says what is missing for a kind that no test holds yet.
"""

from __future__ import annotations

import ast
import re

import pytest
import trees

KINDS = {
    "T01": "the cable is pulled in the middle of a game",
    "T02": "a wrong or moved port",
    "T03": "a modem probe before a real line",
    "T05": "a host that is connected and does not read",
    "T07": "partial lines, noise, half an old line first",
    "T08": "a port or an address that is busy or forbidden",
    "T10": "a silent stall, a surprise reboot, a clock that jumps",
    "T11": "the colour order of LEDs",
    "T13": "more current than the supply gives",
    "T14": "zigzag wiring",
    "T15": "brightness that eats colours",
    "T17": "bounce, glitches, long and double presses",
    "T19": "presses and bytes lost while lights are written",
    "T20": "the same dice after every power-up",
    "T22": "a power cut at any moment",
    "T23": "the computer owns the drive's files",
    "T24": "a part that dies, a watchdog, resets in a row",
    "T25": "memory that dwindles",
    "T27": "a network folder, a naive backup",
    "T29": "records twice, late, replayed",
    "T30": "two services, one identity",
    "T34": "captures in morris",
    "T36": "greedy pairing",
    "T39": "replay after an upgrade",
}

# kind: tests that hold it under another name
HELD: dict[str, tuple[str, ...]] = {
    "T08": (
        "tests/host/test_up.py::test_a_port_of_the_web_that_is_taken_is_named_with_the_option",
    ),
    "T15": (
        "tests/portable/test_output.py::test_where_the_cap_allows_less_than_the_floor_it_is_said",
    ),
    "T19": ("tests/portable/test_loop.py::test_a_frame_is_shown_once_and_an_unchanged_one_never",),
    "T30": (  # without a broker: services and tables that are copies of each other
        "tests/host/test_up.py::test_a_second_service_on_the_same_games_is_refused",
        "tests/host/test_mirror.py::test_a_copied_table_is_refused_and_does_no_harm",
    ),
    "T25": ("tests/house/test_budgets.py::test_games_of_six_do_not_eat_the_heap",),
    "T27": (
        "tests/host/test_store_opening.py::test_a_network_folder_gets_no_wal_and_a_warning",
        "tests/host/test_store_opening.py::test_a_backup_has_every_row_where_a_copy_of_the_file_has_not",
    ),
    "T22": ("tests/host/test_store_opening.py::test_what_was_acknowledged_survives_twenty_kills",),
    "T29": (
        "tests/host/test_store.py::test_twice_late_and_replayed",
        "tests/host/test_store.py::test_any_order_of_arrival_gives_the_same_rows",
    ),
    "T34": (
        "tests/portable/test_morris.py::test_all_stones_in_mills_may_all_be_taken",
        "tests/portable/test_morris.py::test_the_last_stone_placed_takes_before_the_turn_passes",
        "tests/portable/test_morris_ends.py::test_an_illegal_target_is_refused_and_the_taking_still_owed",
    ),
    "T39": (
        "tests/golden/test_playthroughs.py::test_cpython_plays_it_as_recorded",
        "tests/host/test_store.py::test_a_game_of_a_newer_version_is_left_untouched",
    ),
}

LATER: dict[str, str] = {}


def names_in(path: trees.Path) -> set[str]:
    """Return the names of the test functions in ``path``, methods included."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    names = (n.name for n in ast.walk(trees.tree_of(path)) if isinstance(n, functions))
    return {name for name in names if name.startswith("test_")}


def by_name() -> dict[str, list[str]]:
    """Return {kind: tests called test_tNN_…} over all tests."""
    found: dict[str, list[str]] = {}
    for path in trees.files(trees.TESTS):
        for name in sorted(names_in(path)):
            number = re.match(r"test_t(\d\d)_", name)
            if number:
                kind = f"T{number.group(1)}"
                found.setdefault(kind, []).append(f"{trees.shown(path)}::{name}")
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_held_by_a_test_or_says_what_is_missing(kind: str) -> None:
    holders = [*HELD.get(kind, ()), *by_name().get(kind, [])]
    if kind in LATER:
        assert not holders, f"{kind} is held by {holders[0]}: take it out of LATER"
        assert LATER[kind]
    else:
        assert holders, f"no test holds {kind}: {KINDS[kind]}"


def test_every_number_is_a_kind() -> None:
    assert {*HELD, *LATER, *by_name()} <= set(KINDS)


@pytest.mark.parametrize("test", [test for tests in HELD.values() for test in tests])
def test_a_test_that_is_named_exists(test: str) -> None:
    path, _, name = test.partition("::")
    assert name in names_in(trees.ROOT / path)
