"""The one way to choose: a cursor over a game's legal actions, in parts where they have parts.

With parts (a stone, then its target) the first choice narrows the list to the actions that
begin with it; the last stop then goes back to the choice before.
"""

BACK = "back"


class Chooser:
    """A cursor over ``game.legal(state)``, which must not be empty."""

    def __init__(self, game, state):
        self._legal = game.legal(state)
        self._parts = game.parts
        self._chosen = ()
        self._list()

    def _list(self) -> None:
        depth = len(self._chosen)
        stops = []
        for action in self._legal:
            parts = self._parts(action)
            if parts[:depth] == self._chosen and parts[depth] not in stops:
                stops.append(parts[depth])
        if depth:
            stops.append(BACK)
        self.stops = stops
        self.at = 0

    @property
    def chosen(self) -> tuple:
        """The parts chosen so far."""
        return self._chosen

    @property
    def cursor(self) -> str:
        """What a hold would take: an action, or the part of one that comes next."""
        stop = self.stops[self.at]
        if stop == BACK and self._chosen:
            return BACK
        return self._action(self._chosen + (stop,)) or stop

    def step(self, steps: int) -> None:
        """Move the cursor; the choices wrap."""
        self.at = (self.at + steps) % len(self.stops)

    def show(self, action: str) -> None:
        """Move the cursor to where ``action`` is chosen, if that is from here."""
        parts, depth = self._parts(action), len(self._chosen)
        if parts[:depth] == self._chosen and parts[depth] in self.stops:
            self.at = self.stops.index(parts[depth])

    def take(self):
        """Take the choice under the cursor; return the action, or None while parts are missing."""
        stop = self.stops[self.at]
        if stop == BACK and self._chosen:
            self._chosen = self._chosen[:-1]
            self._list()
            return None
        chosen = self._chosen + (stop,)
        action = self._action(chosen)
        if action is None:
            self._chosen = chosen
            self._list()
        return action

    def _action(self, chosen: tuple):
        for action in self._legal:
            if self._parts(action) == chosen:
                return action
        return None
