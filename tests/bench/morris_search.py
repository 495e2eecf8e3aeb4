"""Bench: how fast the compiled morris engine is, and how far the expert sees in a second.

python tests/bench/morris_search.py [SECONDS]      exit status 1 when it falls short

Wanted: perft as the rules document has it, at least 2 million positions a second on one core both
there and in the search; in 1 s depth 9 from the start and 11 with 7 stones against 8. A depth is
a turn of one player, takings not counted; moves that look poor are tried one or two less first.
Seconds are of processor time: other programs' are left out.
"""

from __future__ import annotations

import random
import sys
import time

from twelve.games.catalog import game
from twelve.games.morris_search import FORCED
from twelve_host.players import morris_search
from twelve_host.players.morris_engine import Position, perft_of, position_of

PERFT = {5: 5_100_480, 6: 96_052_320}
START: Position = (0, 0, 12, 12, 0, 0)
RATE = 2_000_000
FROM_START, IN_THE_MIDDLE = 9, 11
MIDDLES = 8


def middle(number: int) -> Position:
    """Return a position of 7 stones to move against 8, hands empty, no mill to begin with."""
    engine = game("morris")
    chance = random.Random(number)
    while True:
        points = list("W" * 7 + "B" * 8 + "." * 9)
        chance.shuffle(points)
        given = {"points": "".join(points), "in_hand": [0, 0], "player": 0}
        state = engine.start(engine.read_rules({}), 2, None, engine.read_position(given, 2))
        if state.result is None:
            return position_of(state)


def look(name: str, position: Position, seconds: float, wanted: int) -> bool:
    """Search ``position`` and print what came of it; return whether it was deep and fast enough."""
    m = morris_search.memory()
    m[:] = 0  # have the system give the memory now
    morris_search.start(m, True, True)
    worth = turns = 0
    took = last = 0.0
    begun = time.thread_time()
    while took < seconds and abs(worth) <= FORCED:
        value = morris_search.look(m, position, turns + 1)
        took = time.thread_time() - begun
        if took <= seconds:
            worth, turns, last = value, turns + 1, took
    rate = int(m[morris_search.NODES]) / took
    decided = abs(worth) > FORCED
    end = ", decided" if decided else ""
    print(
        f"{name}: depth {turns} in {last:.2f} s, worth {worth}{end}, {rate / 1e6:.1f} M positions/s"
    )
    # Where the end of the game has been found there is nothing further to see.
    return (decided or turns >= wanted) and rate >= RATE


def main(arguments: list[str]) -> int:
    """Print one line a position; return the exit status."""
    seconds = float(arguments[0]) if arguments else 1.0
    begun = time.perf_counter()
    morris_search.warm()
    perft_of(START, True, True, 1)
    print(f"ready after {time.perf_counter() - begun:.1f} s")
    good = True
    for depth, wanted in PERFT.items():
        begun = time.thread_time()
        found, made, _ = perft_of(START, True, True, depth)
        took = time.thread_time() - begun
        good &= found == wanted and made / took >= RATE
        print(f"perft({depth}) = {found} in {took:.2f} s, {made / took / 1e6:.1f} M positions/s")
    good &= look("start", START, seconds, FROM_START)
    for number in range(MIDDLES):
        good &= look(f"7 against 8, no. {number}", middle(number), seconds, IN_THE_MIDDLE)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
