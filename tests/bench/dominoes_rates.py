"""Plays many deals of Twelves and holds the win rates against those of the rules document.

    python tests/bench/dominoes_rates.py [DEALS] [SEED]

Prints a line for each rule; exit status 1 where a rate is off by more than three standard errors.
"""

import math
import sys
import time

from twelve.base.dice import Stream
from twelve.games.catalog import game

# (set, tableau, matching): chance of winning, half a unit of its last digit (rules document)
KNOWN = {
    (6, 4, "total"): (0.000836, 0.0000005),
    (6, 5, "total"): (0.024651, 0.0000005),
    (6, 6, "total"): (0.162046, 0.0000005),
    (6, 7, "total"): (0.446769, 0.0000005),
    (6, 4, "ends"): (0.0000212, 0.00000005),
    (6, 5, "ends"): (0.001318, 0.0000005),
    (6, 6, "ends"): (0.018306, 0.0000005),
    (6, 7, "ends"): (0.100987, 0.0000005),
    (9, 10, "total"): (0.22, 0.005),
    (12, 12, "total"): (0.026, 0.0005),
}


def wins(rules: tuple[int, int, str], deals: int, seed: int) -> int:
    """Return how many of ``deals`` are won, taking the first legal action always."""
    dominoes = game("dominoes")
    stream = Stream(b"%d %d %s" % (seed, rules[1], rules[2].encode()))
    won = 0
    for _ in range(deals):
        state = dominoes.start(rules, 1, stream)
        while state.result is None:
            action = dominoes.legal(state)[0]
            state = dominoes.apply(state, action, dominoes.draw(state, action, stream))
        won += state.result[0] == 0
    return won


def main(arguments: list[str]) -> int:
    """Print rate, known rate and distance in standard errors of each rule.

    The distance is from the nearest rate that is written as the known one, rounded.
    """
    deals = int(arguments[0]) if arguments else 200_000
    seed = int(arguments[1]) if len(arguments) > 1 else 12
    worst = 0.0
    for rules, (known, rounding) in KNOWN.items():
        begun = time.perf_counter()
        rate = wins(rules, deals, seed) / deals
        error = math.sqrt(known * (1 - known) / deals)
        off = rate - known
        z = math.copysign(max(abs(off) - rounding, 0.0) / error, off)
        worst = max(worst, abs(z))
        seconds = time.perf_counter() - begun
        name = f"double-{rules[0]}, {rules[1]} places, {rules[2]}:"
        line = f"{name:<30} {rate:.6f}, known {known:<9}, z {z:+.2f}"
        print(f"{line}  ({seconds:.0f} s)", flush=True)
    return 1 if worst > 3 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
