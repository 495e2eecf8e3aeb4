"""What the show of an action in morris is made of, and how long each part lasts."""

from ...base.compat import const
from ...games.morris import STONE, lines
from .ending import WON_MS
from .morris_board import PLACES, along, around, flies, point_of, steps, to_draw

_NONE = const(-1)
_BEGIN_MS = const(900)
_WALK_MS = const(350)
_FLIGHT_MS = const(500)
_BLINK_MS = const(300)  # a stone that is taken, before it leaves
_MILL_MS = const(800)
LOSER_MS = const(700)
_EVEN_MS = const(2000)
_FLYING_MS = const(1000)
_COUNT_MS = const(700)


class Plan:
    """What an action's show is made of, each part with its end in ms from the start.

    The stone's way, its mills, how the game ended, who flies now, the count before a draw.
    """

    def __init__(self, before, action: str, after):
        """Plan the show of ``action`` from ``before``, None for a game that begins."""
        self.before = before
        self.after = after
        self.from_point = self.point = self.flyer = _NONE
        self.mills = ()
        self.beam = self.glow = b""  # the holes of the mills, and those around their stones
        self.left = self.blink_ms = 0
        self.kind = "begin"
        if before is None or after.last is None:
            self.player = after.player
            self.walk_ms = self.mill_ms = self.tell_ms = self.flying_ms = self.end_ms = _BEGIN_MS
            return
        self.player = before.player
        self.kind = before.phase
        self.point = point_of(action[-2:])
        length_ms = _WALK_MS
        if self.kind == "take":
            self.blink_ms = _BLINK_MS
        elif self.kind == "move":
            self.from_point = point_of(action[:2])
            if flies(before, self.player):
                length_ms = _FLIGHT_MS
        if self.kind != "take":
            own = STONE[self.player]
            points = after.points
            for line in lines():
                if self.point in line and not [1 for at in line if points[at] != own]:
                    self.mills += (line,)
                    self._light(line)
        self.walk_ms = self.blink_ms + length_ms
        self.mill_ms = self.walk_ms + (_MILL_MS if self.mills else 0)
        self.tell_ms = self.mill_ms
        if after.result is not None:
            self.tell_ms += _EVEN_MS if after.result[0] is None else LOSER_MS + WON_MS
        for seat in (0, 1):
            if flies(after, seat) and not flies(before, seat):
                self.flyer = seat
        self.flying_ms = self.tell_ms + (_FLYING_MS if self.flyer >= 0 else 0)
        if self.kind == "move":
            self.left = to_draw(after)
        self.end_ms = self.flying_ms + (_COUNT_MS if self.left else 0)

    def _light(self, line: tuple) -> None:
        beam = []
        for i in (0, 1):
            start, end = PLACES[line[i]], PLACES[line[i + 1]]
            count = steps(start, end)
            for step in range(count + i):
                beam.append(along(start, end, step, count))
        self.beam += bytes(beam)
        for point in line:
            self.glow += around(point)
