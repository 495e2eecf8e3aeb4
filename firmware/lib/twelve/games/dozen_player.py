"""Computer players of 12 × 12: easy as a child plays, and by a value net, which gives its reasons.

What an action saves are expected turns, against this turn's coming to nothing. Every seat plays
its own board as if alone: looking at the race gained nothing.
"""

from ..base.compat import const
from .dozen import GOAL, ROWS, matches
from .dozen_law import worth
from .dozen_value import ONE, Net

_ROW_WORK = const(4)  # about as many milliseconds does a row take on a Pico

_nets = {}


def net_of(ruleset: str) -> Net:
    """Return the table's own net for ``ruleset``, loaded when it is first asked for."""
    if ruleset not in _nets:
        if ruleset == "luck":
            from .dozen_luck import NET
        else:
            from .dozen_classic import NET
        _nets[ruleset] = Net(NET)
    return _nets[ruleset]


class Thinker:
    """One decision of the player to act in ``state``, which is not over.

    ``draw`` is a function: n -> a number below n; easy chooses among equals by it. ``net`` is
    another net than the table's own, for any level but easy. ``answer`` is None or (action, why).
    """

    def __init__(self, game, state, level: str, draw, net=None):
        self.answer = None
        self._state = state
        self._found = []  # (action, saved) of the rows looked at so far, saved in 1/256 turns
        self._left = legal = game.legal(state)
        if len(legal) == 1 and state.phase != "row":
            self.answer = (legal[0], "the only thing to do")
        elif level == "easy":
            self.answer = _easy(state, legal, draw)
        else:
            start = ROWS * state.player
            self._board = state.markers[start : start + ROWS]
            self._net = net or net_of(state.rules[0])
            self._seen = self._net.look(self._board)

    def step(self, work: int):
        """Think on for about ``work`` ms on a Pico; return the answer, None before there is one."""
        while self.answer is None and work > 0:
            work -= _ROW_WORK
            if self._state.phase == "decide":
                self._found = self._rolling_or_stopping()
                self._left = ()
            else:
                self._found.append(self._row(self._left[0]))
                self._left = self._left[1:]
            if not self._left:
                self.answer = _answer(self._found)
        return self.answer

    def _row(self, action: str) -> tuple:
        """Return (action, saved) for choosing a row with the opening roll."""
        state, row = self._state, int(action[4:])
        ruleset, exact, _ = state.rules
        luck = ruleset == "luck"
        score, left = matches(row, state.dice), GOAL - self._board[row - 1]
        if score > left:
            if luck:
                return action, 0
            score = left
        values = self._net.values(self._board, row, score, self._seen)
        after = worth(values, row, score, luck, exact)[score]
        if luck and values[score] < after:
            after = values[score]
        return action, values[0] - after

    def _rolling_or_stopping(self) -> list:
        """Return (action, saved) of both, stopping first: it is taken where they are equal."""
        row, score = self._state.row, self._state.at_risk
        values = self._net.values(self._board, row, score, self._seen)
        rolled = worth(values, row, score, True, True)[score]
        return [("stop", values[0] - values[score]), ("roll", values[0] - rolled)]


def _easy(state, legal: tuple, draw) -> tuple:
    """Take the most matches that there are now; in luck, stop as soon as anything has scored."""
    if state.phase == "decide":
        if state.at_risk:
            return "stop", "what has scored is safe then"
        return "roll", "nothing has scored yet"
    start = ROWS * state.player
    best, most = [], -1
    for action in legal:
        row = int(action[4:])
        found = matches(row, state.dice)
        if state.rules[1] and state.markers[start + row - 1] + found > GOAL:
            found = -1  # too many by this rule, so worth less than none
        if found > most:
            best, most = [], found
        if found == most:
            best.append(action)
    action = best[draw(len(best))]
    if most < 1:
        return action, "nothing scores now"
    return action, "%s has most matches now, %d" % (action, most)


def _answer(found: list) -> tuple:
    """Return the action that saves most, and why: "row 12 saves 2.1 turns, row 8 0.9"."""
    first = _best(found)
    rest = [one for one in found if one is not first]
    why = "%s saves %s turns" % (_name(first[0]), turns(first[1]))
    if rest:
        second = _best(rest)
        why += ", %s %s" % (_name(second[0]), turns(second[1]))
    return first[0], why


def _best(found: list) -> tuple:
    best = found[0]
    for one in found:
        if one[1] > best[1]:
            best = one
    return best


def _name(action: str) -> str:
    return {"roll": "rolling on", "stop": "stopping"}.get(action, action)


def turns(saved: int) -> str:
    """Return ``saved``, in 1/256 turns, to one decimal; what costs turns saves none."""
    tenths = (saved * 10 + ONE // 2) // ONE if saved > 0 else 0
    return "%d.%d" % (tenths // 10, tenths % 10)
