"""Computer players of Twelve Men's Morris for the table: easy and normal, thinking in steps."""

from ..base.compat import const
from .morris import POINTS
from .morris_bits import FULL, OTHERS
from .morris_reason import boards, reason, threats

NODES = const(1600)  # that normal looks at; a Pico takes 0.7 ms for each, at most


def name_of(number: int) -> str:
    """Return the action with that number in a search in the referee's words."""
    from .morris_search import PLACE, TAKE

    end = POINTS[number & 31]
    if number >= PLACE:
        return "place " + end
    if number >= TAKE:
        return "take " + end
    return POINTS[number >> 5] + "-" + end


class Thinker:
    """One decision of the player to act in ``state``, which is not over.

    ``draw`` is a function: n -> a number below n; it chooses among equals. ``nodes`` is how many
    positions a player that looks ahead may look at.
    """

    def __init__(self, game, state, level: str, draw, nodes: int = NODES):
        self._game, self._state = game, state
        self._left = nodes
        self._search = self.answer = None
        legal = game.legal(state)
        if len(legal) == 1:
            self.answer = (legal[0], "the only thing to do")
        elif level == "easy":
            action = _easy(state, legal, draw)
            self.answer = (action, reason(game, state, action, ()))
        else:
            self._first = draw(len(legal))

    def step(self, work: int):
        """Think on for about ``work`` ms on a Pico; return None, or (action, why) once decided."""
        if self.answer is None and self._search is None:
            self._begin()
        elif self.answer is None:
            nodes = min(work, self._left)
            self._left -= nodes
            if self._search.step(nodes) or self._left <= 0:
                self.answer = self.best()
        return self.answer

    def _begin(self) -> None:
        """Make the search: a step of its own, as its code is large, and easy does without."""
        from .morris_search import Search

        self._search = Search(self._state)
        self._search.put_first(self._first)

    def best(self) -> tuple:
        """Return (action, why) as far as it has been thought."""
        if self.answer is not None:
            return self.answer
        if self._search is None:
            self._begin()
        search = self._search
        return explain(self._game, self._state, search.choice, search.plan, search.worth)


def explain(game, state, number: int, plan: int, worth: int) -> tuple:
    """Return (action, why) of what a search has found; the arguments are as Search has them."""
    from .morris_search import FORCED

    then = []
    while plan:
        then.append(name_of(plan & 1023))
        plan >>= 10
    action = name_of(number)
    why = reason(game, state, action, tuple(then))
    if worth > FORCED and why[:5] != "wins:":
        why += ", and wins by force"
    elif worth < -FORCED:
        why += ", though the game is lost"
    return action, why


def _easy(state, legal: tuple, draw) -> str:
    """Return what a beginner does: close a mill, sometimes stop one, else anything."""
    if state.phase == "take":
        return legal[draw(len(legal))]
    own, other = boards(state)
    closes, stops = [], []
    yours = state.in_hand[1 - state.player]
    danger = threats(other, FULL & ~(own | other), yours, state.rules[0])
    for action in legal:
        at = POINTS.index(action[-2:])
        rest = own
        if action[2] == "-":
            rest &= ~(1 << POINTS.index(action[:2]))
        if [mask for mask in OTHERS[at] if rest & mask == mask]:
            closes.append(action)
        elif danger >> at & 1:
            stops.append(action)
    if closes:
        return closes[draw(len(closes))]
    if stops and draw(2):
        return stops[draw(len(stops))]
    return legal[draw(len(legal))]
