"""Deals, games and frames of dominoes that its scene tests share."""

from scene_games import drawn, pixel
from twelve.base.dice import Stream
from twelve.games.catalog import game
from twelve.games.dominoes import tile_of
from twelve.games.play import from_request
from twelve.table.scenes import dominoes
from twelve.table.scenes.frame import GOLD, HOLES, WHITE, hue_of

DOMINOES = game("dominoes")
HIGH, LOW = hue_of(0), hue_of(1)
DECK = ["6-3", "3-0", "6-6", "0-0", "5-4", "2-1"]
LATER_MS = 1600  # a single board shows the other half of a large set from here on
SETS = ((6, 6), (6, 4), (6, 7), (3, 5), (6, 12), (7, 10), (9, 10), (12, 12))


def dominoes_at(deck=None, **rules):
    """Return the first state of a game of dominoes with this deck, or a shuffled one."""
    request = {"game": "dominoes", "rules": rules}
    if deck:
        request["deck"] = deck
    return from_request(request, b"x").state


def dominoes_act(state, action):
    """Return (before, action, after) of an action of dominoes that must be legal."""
    assert action in DOMINOES.legal(state), (action, DOMINOES.legal(state))
    return state, action, DOMINOES.apply(state, action, DOMINOES.draw(state, action, None))


def dominoes_steps(seed: bytes, count: int, **rules):
    """Yield (before, action, after) of ``count`` random actions."""
    chance = Stream(seed)
    request = {"game": "dominoes", "rules": rules}
    state = None
    number = 0
    while number < count:
        if state is None or state.result is not None:
            state = from_request(request, seed + bytes((number & 255,))).state
            number += 1  # a deal may be lost at once
            if state.result is not None:
                continue
        legal = DOMINOES.legal(state)
        step = dominoes_act(state, legal[chance.draw(len(legal))])
        yield step
        number += 1
        state = step[2]


def rest(state, cursor=0, elapsed_ms=600, pressed_ms=-1, boards=1):
    """Return a fresh frame with the rest scene of ``state``."""
    options = DOMINOES.legal(state)
    where = cursor % len(options) if options else -1
    return drawn(
        lambda frame: dominoes.draw_rest(frame, state, options, where, elapsed_ms, pressed_ms),
        boards,
    )


def show(step, elapsed_ms, boards=1):
    """Return a fresh frame with the show of ``step`` at ``elapsed_ms``."""
    return drawn(lambda frame: dominoes.draw_show(frame, *(step + (elapsed_ms,))), boards)


def states(count=10):
    """Yield states of random games with sets and tableaus of every kind."""
    for top, places in SETS:
        for matching in ("total", "ends"):
            rules = {"set": top, "tableau": places, "matching": matching}
            for _, _, after in dominoes_steps(b"rest", count, **rules):
                yield after


def pips(frame, board, place):
    """Read the ends of a tile back, as a person does: from the left, and from the right."""
    row = [pixel(frame, board, place + 1, hole) for hole in range(1, HOLES)]
    high = low = 0
    while high < 12 and row[high] & 0xF0 == HIGH and row[high] & 15:
        high += 1
    while low < 12 and row[11 - low] & 0xF0 == LOW and row[11 - low] & 15:
        low += 1
    assert len([i for i in row if i & 15 and i & 0xF0 != WHITE]) == high + low, row
    return high, low


def find(state, name):
    """Return the place of the tile called ``name``."""
    return state.tableau.find(bytes((tile_of(name, state.rules[0]),)))


def played_out(places, winner):
    """Return the last (before, action, after) of a deal that ends with ``winner``."""
    for seed in range(200):
        for step in dominoes_steps(b"out%d" % seed, 60, tableau=places):
            if step[2].result is not None:
                if step[2].result[0] == winner:
                    return step
                break
    raise AssertionError("no such deal")


def counts(frame, rows):
    """Return (white, golden) lights of these rows, but for START."""
    lit = [pixel(frame, 0, row, hole) for row in rows for hole in range(1, HOLES)]
    lit = [index & 0xF0 for index in lit if index & 15]
    return lit.count(WHITE), lit.count(GOLD)
