"""``twelve up`` behind the page: a table that is ready, and games that a test brings about."""

from __future__ import annotations

from typing import Any

from up_command import UpCommand


class PageService(UpCommand):
    """The command, live from enter on. Its games are 12 × 12, whatever was running."""

    def __enter__(self) -> PageService:
        try:
            self.serving()
            self.live()
        except BaseException:
            self.kill()
            raise
        return self

    @property
    def where(self) -> str:
        """The ``HOST:PORT`` that it serves at."""
        return self.url.removeprefix("http://").rstrip("/")

    def new(self, *players: str, **more: object) -> dict[str, Any]:
        """Start a game, with ``more`` of a referee's ``new``; return its state."""
        request = {"game": "12x12", "players": list(players), "abandon": True, **more}
        state: dict[str, Any] = self.post("new", **request)["state"]
        self.skip()
        return state

    def act(self, action: str, *dice: int) -> dict[str, Any]:
        """Take ``action``, with ``dice`` as if entered by hand; return the state."""
        by_hand = {"dice": list(dice)} if dice else {}
        state: dict[str, Any] = self.post("act", action=action, **by_hand)["state"]
        self.skip()
        return state

    def skip(self) -> None:
        """End the show that the lights make of an action; at rest this does nothing."""
        self.post("input", gesture="turn", steps=0)
        self.wait_for(lambda table: table["cursor"] or table["state"]["result"])

    def last(self, many: int = 1) -> list[str]:
        """Return the newest records of the game in short, oldest first: action or op."""
        records = self.get(f"/api/games/{self.table()['game']}")["records"]
        return [record.get("action") or record["op"] for record in records[-many:]]
