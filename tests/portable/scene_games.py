"""Positions, whole games and frames that the scene tests share."""

import gc
import sys

from twelve.base.dice import Stream
from twelve.games.catalog import game
from twelve.games.play import from_request
from twelve.table.scenes import dozen_dice as dice
from twelve.table.scenes.frame import BOARD, HOLES, ROWS, Frame

DOZEN = game("12x12")
MIDDLE = [3, 5, 0, 12, 7, 2, 4, 1, 0, 9, 12, 6]
OTHER = [2, 0, 4, 12, 3, 8, 1, 0, 5, 5, 11, 0]
PRESSES = (-1, 0, 130, 499, 500, 1999, 2000, 5000)  # ms the button has been down
DEVICE = sys.implementation.name != "cpython"
RULES = (
    {},
    {"exact_finish": True, "free_turn": True},
    {"ruleset": "luck"},
)


def at(rules, boards, player=0):
    """Return the first state of a game whose markers stand as ``boards`` say."""
    position = {"markers": boards, "player": player}
    return from_request({"game": "12x12", "rules": rules, "position": position}, b"x").state


def act(state, action, faces=()):
    """Return (before, action, after) of an action that must be legal."""
    assert action in DOZEN.legal(state), (action, DOZEN.legal(state))
    return state, action, DOZEN.apply(state, action, DOZEN.accept(state, action, list(faces)))


def steps(seed: bytes, count: int, players: int, rules: dict):
    """Yield (before, action, after) of ``count`` random actions from random positions."""
    chance = Stream(seed)
    state = None
    for _ in range(count):
        if state is None or state.result is not None or not chance.draw(40):
            boards = []
            for _ in range(players):
                # Some boards are nearly done, so that games end.
                low = 11 if chance.draw(2) else 0
                board = [low + chance.draw(13 - low) for _ in range(ROWS)]
                board[chance.draw(ROWS)] = 11
                boards.append(board)
            state = at(rules, boards, chance.draw(players))
        legal = DOZEN.legal(state)
        action = legal[chance.draw(len(legal))]
        after = DOZEN.apply(state, action, DOZEN.draw(state, action, chance))
        yield state, action, after
        state = after


def outcomes(players: int = 2) -> dict:
    """Return {outcome: (before, action, after)} with one of every outcome that the game knows."""
    classic, luck, free = [at(rules, [MIDDLE] * players) for rules in ({}, RULES[2], RULES[1])]
    done = [12] * 12
    done[0] = 6
    last = at({}, [done] * players)
    chosen = act(act(classic, "roll", (6, 6, 5, 2, 1, 1))[2], "row 8")[2]
    risked = act(act(luck, "roll", (6, 6, 5, 2, 1, 1))[2], "row 8")[2]
    hot = act(act(luck, "roll", (4, 4, 4, 4, 4, 4))[2], "row 8")
    found = {
        "rolled": act(classic, "roll", (6, 6, 5, 3, 2, 1)),
        "passed": act(last, "roll", (2, 2, 2, 2, 2, 2)),
        "scored": act(chosen, "roll", (6, 2, 1, 1)[: chosen.in_hand]),
        "missed": act(chosen, "roll", (1, 1, 1, 1)[: chosen.in_hand]),
        "bust": act(risked, "roll", (1, 1, 1, 1)[: risked.in_hand]),
        "stopped": act(risked, "stop"),
        "hot": hot,
        "finished": act(act(classic, "roll", (5, 5, 5, 5, 6, 4))[2], "row 10"),
        "again": act(act(free, "roll", (5, 5, 5, 5, 6, 4))[2], "row 10"),
        "won": act(act(last, "roll", (1, 1, 1, 1, 1, 1))[2], "row 1"),
    }
    for name in found:
        assert found[name][2].last[3] == ("finished" if name == "again" else name), name
    return found


def drawn(draw, boards: int = 1, strip: bool = False) -> Frame:
    """Return a fresh frame that ``draw(frame)`` has drawn into."""
    frame = Frame(boards, strip)
    draw(frame)
    return frame


def allocates(draw, until_ms: int) -> bool:
    """Return whether ``draw(elapsed_ms)`` makes anything on the heap after its first call.

    CPython has no heap to lock, and makes an int of every sum: there the answer is no.
    """
    if not DEVICE:
        return False
    import micropython

    failed = False
    draw(0)
    gc.collect()
    micropython.heap_lock()
    try:
        for elapsed_ms in range(20, until_ms, 130):
            draw(elapsed_ms)
    except MemoryError:
        failed = True
    micropython.heap_unlock()
    return failed


def lit_markers(frame, board: int) -> list:
    """Return (row from 1, hole, seat, level) of every marker pixel of a board."""
    found = []
    for i in range(BOARD):
        index = frame.pixels[board * BOARD + i]
        if 1 <= index >> 4 <= 6:
            found.append((i // HOLES + 1, i % HOLES, (index >> 4) - 1, index & 15))
    return found


def true_markers(state, seat: int) -> list:
    """Return (row from 1, hole, seat) of a seat's twelve markers."""
    return [(row + 1, state.markers[ROWS * seat + row], seat) for row in range(ROWS)]


def pixel(frame, board: int, row: int, hole: int) -> int:
    """Return the index of one hole."""
    return frame.pixels[board * BOARD + (row - 1) * HOLES + hole]


def faces_on_board(frame, base, count):
    """Read dice back from a board as a person does: by their bright pips."""
    faces = []
    for corner in dice.slots(count):
        bright = 0
        for row in range(3):
            for hole in range(3):
                bright += frame.pixels[base + corner + row * HOLES + hole] & 15 >= 7
        faces.append(bright)
    return faces


def faces_on_strip(strip):
    """Read six dice back from the dice strip; 0 where a die is dark."""
    return [sum([1 for index in strip[7 * i : 7 * i + 7] if index & 15]) for i in range(6)]
