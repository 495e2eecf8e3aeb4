"""Bench: the morris expert against a player of random actions. Wanted: it never loses.

python tests/bench/morris_vs_random.py [GAMES [MILLISECONDS]]      100 games at 20 ms a move

All rules and both colours in turn; exit status 1 after a loss.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

from twelve.games.catalog import game
from twelve_host.players import morris

RULES = [{"flying": f, "double_mill": d} for f in (True, False) for d in ("each", "one")]


def play(number: int, seconds: float) -> tuple[str, str]:
    """Play game ``number``; return (won, lost or drawn by the expert, how it ended)."""
    engine = game("morris")
    chance = random.Random(number)
    expert = number % 2
    state = engine.start(engine.read_rules(RULES[number // 2 % len(RULES)]), 2, None)
    while state.result is None:
        if state.player == expert:
            action, _ = morris.choose(engine, state, chance.randrange, seconds)
        else:
            action = chance.choice(engine.legal(state))
        state = engine.apply(state, action, ())
    winner, why = state.result
    return ("drawn" if winner is None else "won" if winner == expert else "lost"), why


def main(arguments: list[str]) -> int:
    """Play the games and print what came of them; return the exit status."""
    games = int(arguments[0]) if arguments else 100
    seconds = (int(arguments[1]) if len(arguments) > 1 else 20) / 1000
    morris.warm().join()
    begun = time.perf_counter()
    ends = Counter(play(number, seconds) for number in range(games))
    took = time.perf_counter() - begun
    for (what, why), count in sorted(ends.items()):
        print(f"{what} {count} ({why})")
    print(f"{games} games in {took:.0f} s {morris.remark() or '(compiled)'}")
    return int(any(what == "lost" for what, _ in ends))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
