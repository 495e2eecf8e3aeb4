"""Positions, games and frames of morris that its scene tests share."""

from scene_games import drawn
from twelve.base.dice import Stream
from twelve.games.catalog import game
from twelve.games.morris import POINTS
from twelve.games.play import from_request
from twelve.table.chooser import Chooser
from twelve.table.scenes import morris

MORRIS = game("morris")
COLUMNS = "abcdefg"
_SPAN = (0, 2, 4, 5, 6, 8, 10)
EMPTY = "." * 24  # points of morris: nothing, the middle of a game, and White flying
CROWD = "WB.WB.W.BW.B..WB.WB.W..."
FLYING = "WB..B.W.B..B..W..BB....."


def morris_at(points, in_hand=(0, 0), player=0, quiet=0, takes_due=0, rules=None):
    """Return the first state of a morris game that stands like this."""
    position = {
        "points": points,
        "in_hand": list(in_hand),
        "player": player,
        "quiet": quiet,
        "takes_due": takes_due,
    }
    request = {"game": "morris", "rules": rules or {}, "position": position}
    return from_request(request, b"x").state


def morris_act(state, action):
    """Return (before, action, after) of a morris action that must be legal."""
    assert action in MORRIS.legal(state), (action, MORRIS.legal(state))
    return state, action, MORRIS.apply(state, action, ())


def morris_steps(seed: bytes, count: int, rules=None):
    """Yield (before, action, after) of ``count`` random actions, some from late positions."""
    chance = Stream(seed)
    state = None
    games = 0
    for _ in range(count):
        if state is None or state.result is not None:
            games += 1
            state = morris_at("." * 24, (12, 12), 0, 0, 0, rules)
            if games % 3:
                stones = "W" * (3 + chance.draw(4)) + "B" * (3 + chance.draw(4))
                stones += "." * (24 - len(stones))
                points = "".join([stones[i] for i in chance.shuffle(list(range(24)))])
                quiet = 38 + chance.draw(10)
                state = morris_at(points, (0, 0), chance.draw(2), quiet, 0, rules)
                if state.result is not None:
                    continue
        legal = MORRIS.legal(state)
        step = morris_act(state, legal[chance.draw(len(legal))])
        yield step
        state = step[2]


def place_of(name: str) -> tuple:
    """Return (row from 1, hole) of a point of morris on a board that is not turned."""
    return _SPAN[7 - int(name[1])] + 1, _SPAN[COLUMNS.find(name[0])] + 1


def turned(row: int, hole: int, board: int) -> tuple:
    """Return where (row from 1, hole) of the squares is on ``board``."""
    return (12 - row, 12 - hole) if board % 2 else (row, hole)


def true_stones(state, board: int) -> list:
    """Return (row from 1, hole, seat) of every stone, as ``board`` should show them."""
    found = []
    for name, here in zip(POINTS, state.points.decode()):
        if here != ".":
            row, hole = place_of(name)
            found.append(turned(row, hole, board) + ("WB".find(here),))
    return sorted(found)


def point_hole(name, board=0):
    """Return (row from 1, hole) of a point on ``board``."""
    row, hole = place_of(name)
    return turned(row, hole, board)


def morris_chooser(state, *taken):
    """Return a chooser of ``state`` that has taken these stops."""
    made = Chooser(MORRIS, state)
    for stop in taken:
        made.at = made.stops.index(stop)
        assert made.take() is None
    return made


def morris_rest(state, made=None, elapsed_ms=600, pressed_ms=-1, boards=1):
    """Return a fresh frame with the rest scene of ``state``, chosen from by ``made``."""
    stops, at, chosen = ((), -1, ()) if made is None else (made.stops, made.at, made.chosen)
    return drawn(
        lambda frame: morris.draw_rest(
            frame, state, stops, at, elapsed_ms, pressed_ms, 500, 2000, chosen
        ),
        boards,
    )


def morris_stages(count=40):
    """Yield (state, chooser or None) of random games, with a stone chosen where one can be."""
    for rules in ({}, {"flying": False, "double_mill": "one"}):
        number = 0
        for _, _, after in morris_steps(b"rest", count, rules):
            number += 1
            if after.result is not None:
                yield after, None
                continue
            made = morris_chooser(after)
            made.step(number)
            yield after, made
            if after.phase == "move":
                made = morris_chooser(after, made.stops[made.at])
                made.step(number // 3)
                yield after, made
