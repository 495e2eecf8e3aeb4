"""Bench: how long the table's morris players think; run by a device's Python.

    micropython -X heapsize=4m tests/bench/morris_table.py      exit status 1 when it takes too long

Games of normal against easy and against chance, every step of every decision of normal timed (the
best of five, so that other programs count little), and the heap that the player takes. On a Pico
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

WANTED_MS = 1500  # a decision
WANTED_STEP_MS = 30  # the table's loop may not rest longer
WORK = 10  # ms of a Pico that a step is asked for
WANTED_HEAP = 64 * 1024
LOOP_BYTES, LOOP_PICO_US = 1062, 13500


def scale(source, target, by: int) -> None:
    """Scale every byte: the loop that was timed on a Pico."""
    for i in range(len(source)):
        target[i] = source[i] * by >> 8


def loop_us() -> int:
    """Return the least microseconds that the loop takes here."""
    source, target = bytearray(LOOP_BYTES), bytearray(LOOP_BYTES)
    best = 1 << 29
    for _ in range(300):
        begun = time.ticks_us()
        scale(source, target, 77)
        best = min(best, time.ticks_diff(time.ticks_us(), begun))
    return best


def think(morris, state) -> tuple:
    """Return (answer, microseconds of each step, garbage in bytes) of a normal decision."""
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    steps = []
    answer = None
    last = time.ticks_us()
    thinking = players.thinker(morris, state, "normal")
    while answer is None:
        answer = thinking.step(WORK)
        now = time.ticks_us()
        steps.append(time.ticks_diff(now, last))
        last = now
    garbage = gc.mem_alloc() - before
    gc.enable()
    return answer, steps, garbage


def measure(opponent: str, seed: int, found: dict) -> None:
    """Play a game of normal against ``opponent``; add what was measured to ``found``."""
    morris = game("morris")
    stream = Stream(bytes((seed,)))
    state = morris.start(morris.read_rules({}), 2, None)
    while state.result is None:
        if state.player:
            legal = morris.legal(state)
            action = legal[stream.draw(len(legal))]
            if opponent == "easy":
                action, _ = players.choose(morris, state, "easy", stream.draw)
        else:
            runs = [think(morris, state) for _ in range(5)]
            action = runs[0][0][0]
            steps = [min([run[1][i] for run in runs]) for i in range(len(runs[0][1]))]
            found["decisions"] += 1
            found["total"] += sum(steps)
            found["worst"] = max(found["worst"], sum(steps))
            found["step"] = max(found["step"], max(steps))
            found["garbage"] = max(found["garbage"], runs[0][2])
        state = morris.apply(state, action, ())


def main() -> int:
    """Print what was measured; return the exit status."""
    morris = game("morris")
    gc.collect()
    before = gc.mem_alloc()
    found = {"decisions": 0, "total": 0, "worst": 0, "step": 0, "garbage": 0}
    players.choose(morris, morris.start(morris.read_rules({}), 2, None), "normal")
    gc.collect()
    heap = gc.mem_alloc() - before
    for seed in range(3):
        measure("easy", seed, found)
        measure("chance", seed, found)
    slower = LOOP_PICO_US // loop_us()
    mean, worst = found["total"] // found["decisions"], found["worst"]
    worst_ms, step_ms = worst * slower // 1000, found["step"] * slower // 1000
    print("%d decisions, mean %d us, longest %d us" % (found["decisions"], mean, worst))
    text = "a Pico is %d times slower: mean %d ms, longest %d ms, longest step %d ms"
    print(text % (slower, mean * slower // 1000, worst_ms, step_ms))
    text = "%d bytes of heap for the code, at most %d for a decision"
    print(text % (heap, found["garbage"]))
    heap += found["garbage"]
    return int(worst_ms > WANTED_MS or step_ms > WANTED_STEP_MS or heap > WANTED_HEAP)


if __name__ == "__main__":
    sys.exit(main())
