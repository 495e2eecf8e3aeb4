"""Bench: how long the table's 12 × 12 players think; run by a device's Python.

    micropython tests/bench/dozen_table.py        exit status 1 when a decision takes too long

A solo game of each ruleset, every decision of the normal player timed (the best of five, after
a collection), with the multiply-adds of the longest and the heap that the player takes. On a Pico
at 125 MHz scaling 1062 bytes in a loop took 13.5 ms, so the time of the same loop here says how
many times slower a Pico is.
"""

import gc
import sys
import time

HERE = sys.argv[0].replace("\\", "/").rpartition("/")[0] or "."
sys.path.insert(0, HERE + "/../../firmware/lib")

from twelve.base.dice import Stream  # noqa: E402
from twelve.games import players  # noqa: E402
from twelve.games.catalog import game  # noqa: E402
from twelve.games.dozen import GOAL, matches  # noqa: E402
from twelve.games.dozen_chances import CHANCES  # noqa: E402
from twelve.games.dozen_law import kind  # noqa: E402

WANTED_MS = 60
LOOP_BYTES, LOOP_PICO_US = 1062, 13500


def scale(source, target, by: int) -> None:
    """Scale every byte: the loop that was timed on a Pico."""
    for i in range(len(source)):
        target[i] = source[i] * by >> 8


def best_us(run, times: int) -> int:
    """Return the least microseconds that ``run`` took."""
    best = 1 << 29
    for _ in range(times):
        begun = time.ticks_us()
        run()
        best = min(best, time.ticks_diff(time.ticks_us(), begun))
    return best


def multiply_adds(state) -> int:
    """Return the multiply-adds of one decision of the normal player."""
    from twelve.games.dozen_player import net_of

    ruleset = state.rules[0]
    luck, units = ruleset == "luck", net_of(ruleset).units
    found = units
    if state.phase == "decide":
        looked = [(state.row, state.at_risk)]
    else:
        looked = [(row, matches(row, state.dice)) for row in range(1, 13)]
    for row, score in looked:
        left = GOAL - state.markers[row - 1]
        if not left or score > left or not (score or luck):
            continue
        found += (left - score + 1) * units
        table = CHANCES[kind(row)]
        for at in range(score, left):
            found += len(table[at % len(table)])
    return found


def measure(ruleset: str) -> bool:
    """Print what the decisions of one game take; return whether one takes too long."""
    dozen = game("12x12")
    source, target = bytearray(LOOP_BYTES), bytearray(LOOP_BYTES)
    loop_us = best_us(lambda: scale(source, target, 77), 200)
    state = dozen.start(dozen.read_rules({"ruleset": ruleset}), 1, None)
    stream = Stream(b"bench")
    gc.collect()
    before = gc.mem_alloc()
    asked = total_us = worst_us = most = 0
    while state.result is None:
        action, _ = players.choose(dozen, state, "normal")
        if state.phase in ("row", "decide"):
            now = state
            gc.collect()
            took_us = best_us(lambda now=now: players.choose(dozen, now, "normal"), 5)
            asked += 1
            total_us += took_us
            worst_us = max(worst_us, took_us)
            most = max(most, multiply_adds(state))
        state = dozen.apply(state, action, dozen.draw(state, action, stream))
    gc.collect()
    worst_ms = worst_us * LOOP_PICO_US // loop_us // 1000
    mean_ms = total_us * LOOP_PICO_US // loop_us // asked // 1000
    text = "%s: %d decisions, mean %d us, longest %d us; a Pico is %d times slower: %d and %d ms"
    print(text % (ruleset, asked, total_us // asked, worst_us, LOOP_PICO_US // loop_us,
                  mean_ms, worst_ms))  # fmt: skip
    heap = gc.mem_alloc() - before
    print("  at most %d multiply-adds; %d bytes of heap, code included" % (most, heap))
    return worst_ms > WANTED_MS


def main() -> int:
    """Measure both rulesets; return the exit status."""
    return int(bool([1 for ruleset in ("classic", "luck") if measure(ruleset)]))


if __name__ == "__main__":
    sys.exit(main())
