"""The menu's list of seats: who decides in each, the time for a turn, who begins a rematch.

In a game that goes on a change is a record of it; it is for the next game, too.
"""

from ..games.catalog import seats
from ..games.play import PERSON
from ..games.seating import LEVELS, LIMITS_S
from .menu_list import MenuList
from .seats import set_limit, set_seat

BACK = "back"
SEAT = "seat "
LIMIT = "turn limit"
SWAP = "rematch"

_LEVELS = (PERSON,) + LEVELS


class Menu(MenuList):
    """The list of seats: of the game that goes on, else of the next."""

    def _list(self) -> list:
        if self._keeper.running:
            count = len(self._keeper.play.players)
        else:
            count = self._choices.players or seats(self._choices.game)[2]
        return [BACK] + [SEAT + str(i + 1) for i in range(count)] + [LIMIT, SWAP]

    def _level(self, seat: int) -> str:
        running = self._keeper.running
        return self._keeper.play.level(seat) if running else self._choices.levels[seat]

    def _limit_s(self) -> int:
        return self._keeper.play.limit_s if self._keeper.running else self._choices.limit_s

    def value(self, entry: str) -> str:
        if entry[: len(SEAT)] == SEAT:
            return self._level(int(entry[len(SEAT) :]) - 1)
        if entry == LIMIT:
            return str(self._limit_s()) if self._limit_s() else "no"
        if entry == SWAP:
            return "yes" if self._choices.swaps else "no"
        return ""

    def turn(self, now_ms: int) -> bool:
        choices, console, entry = self._choices, self._console, self.entry
        if entry == BACK:
            console.open_menu()
            console.menu.at = console.menu.entries.index("seats")
        elif entry == SWAP:
            choices.swaps = not choices.swaps
            choices.save()
        elif entry == LIMIT:
            at = LIMITS_S.index(self._limit_s()) + 1
            set_limit(console, LIMITS_S[at % len(LIMITS_S)], now_ms)
        else:
            seat = int(entry[len(SEAT) :]) - 1
            level = self._level(seat)
            at = _LEVELS.index(level) + 1 if level in _LEVELS else 0  # who was away is back
            set_seat(console, seat, _LEVELS[at % len(_LEVELS)], now_ms)
        return True
