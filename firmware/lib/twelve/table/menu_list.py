"""What every list of the menu is: entries, a cursor that wraps, and values that a hold changes."""

from ..base.compat import let_go


class MenuList:
    """An open list of ``console``'s menu; a kind of it says what its entries are."""

    def __init__(self, console):
        self._console = console
        self._choices = console.choices
        self._keeper = console.keeper
        self.at = 0
        self.entries = self._list()

    def _list(self) -> list:
        """Return the entries."""
        raise NotImplementedError

    def value(self, entry: str) -> str:
        """Return what ``entry`` is set to, as short text for lights and page; "" for deeds."""
        raise NotImplementedError

    def turn(self, now_ms: int) -> bool:
        """Set the entry under the cursor to its next value; return False where it has none."""
        raise NotImplementedError

    @property
    def entry(self) -> str:
        """The entry under the cursor."""
        return self.entries[self.at]

    def step(self, steps: int) -> None:
        """Move the cursor; the entries wrap."""
        self.at = (self.at + steps) % len(self.entries)

    def forget(self) -> None:
        """Let go of the code of every list."""
        package = __name__[: __name__.rfind(".") + 1]
        for name in ("menu", "menu_list", "menu_seats", "seats"):
            let_go(package + name)
        let_go(package[: package[:-1].rfind(".") + 1] + "games.offers")
