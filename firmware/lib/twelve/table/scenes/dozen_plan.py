"""What the show of an action in 12 × 12 is made of, and how long each part lasts."""

from ...base.compat import const
from ...games.dozen import matches
from .dozen_dice import TUMBLE_MS
from .ending import WON_MS
from .frame import GOAL, ROWS

# How long the dice lie still, by what came of them: an opening roll is read to choose, in a
# later one the scoring dice are lit. A whole roll takes at most 2.6 s, unless settings say more.
_READ_MS = {"rolled": 1600, "passed": 900, "missed": 900, "bust": 900, "finished": 600, "won": 900}
_READ_SCORED_MS = const(1000)
_FADE_MS = const(150)
_FADE_TO_CHOICES_MS = const(300)
_HOLE_MS = const(70)
_WALK_MS = const(350)  # a walk is never longer,
_WALK_HOME_MS = const(200)  # one to the goal shorter, for more is to come
_HAND_OVER_MS = const(500)
_BEGIN_MS = const(900)
# How long each outcome is told; dozen_outcomes draws to these lengths.
_TELL_MS = {
    "passed": 500, "missed": 500, "bust": 500, "stopped": 300, "hot": 500, "finished": 500,
    "won": WON_MS,
}  # fmt: skip
_AGAIN_MS = const(500)


def scoring(row: int, faces) -> int:
    """Return which dice score on ``row``: bit i for die i."""
    found = 0
    if row <= 6:
        for i in range(len(faces)):
            if faces[i] == row:
                found |= 1 << i
        return found
    for i in range(len(faces)):
        if not found >> i & 1:
            for j in range(i + 1, len(faces)):
                if not found >> j & 1 and faces[i] + faces[j] == row:
                    found |= 1 << i | 1 << j
                    break
    return found


class Plan:
    """What an action's show is made of, each part with its end in ms from the start.

    Dice (tumble, then read, then fade), walk, tell, and the hand-over or another turn.
    """

    def __init__(self, before, action: str, after, read: int = 100):
        """Plan the show of ``action`` from ``before``, None for a game that begins."""
        self.before = before
        self.after = after
        self.again = False
        self.faces = b""
        self.row = self.scored = 0
        self.read_ms = self.dice_ms = 0
        if before is None or after.last is None:
            self.outcome = "begun"
            self.player = after.player
            self.risk_from = self.from_hole = self.to_hole = 0
            self.walk_ms = self.tell_ms = 0
            self.end_ms = _BEGIN_MS
            return
        self.player, _, chance, self.outcome = after.last
        outcome = self.outcome
        self.row = before.row if action[:3] != "row" else int(action[4:])
        at_risk = before.at_risk
        if action != "stop":
            self.faces = chance if action == "roll" else before.dice
        if action == "roll":
            self.read_ms = TUMBLE_MS + _READ_MS.get(outcome, _READ_SCORED_MS) * read // 100
            fade_ms = _FADE_TO_CHOICES_MS if outcome == "rolled" else _FADE_MS
            self.dice_ms = self.read_ms + fade_ms
        hole = before.markers[ROWS * self.player + self.row - 1] if self.row else 0
        points = 0
        if self.row and action != "stop":
            points = matches(self.row, self.faces)
            self.scored = scoring(self.row, self.faces)
        self.risk_from = hole
        self.from_hole = hole if outcome == "stopped" else hole + at_risk
        reached = hole + at_risk + points
        self.to_hole = reached if reached < GOAL else GOAL
        walk_ms = 0
        if outcome in ("scored", "hot", "finished", "won", "stopped"):
            walk_ms = _HOLE_MS * (self.to_hole - self.from_hole)
            longest_ms = _WALK_HOME_MS if outcome in ("finished", "won") else _WALK_MS
            walk_ms = walk_ms if walk_ms < longest_ms else longest_ms
        self.again = outcome == "finished" and after.rules[2] and reached == GOAL
        self.walk_ms = self.dice_ms + walk_ms
        self.tell_ms = self.walk_ms + _TELL_MS.get(outcome, 0)
        self.end_ms = self.tell_ms
        if self.again:
            self.end_ms += _AGAIN_MS
        elif after.player != self.player:
            self.end_ms += _HAND_OVER_MS
