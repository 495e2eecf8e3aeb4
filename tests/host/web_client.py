"""The application with a scripted table behind it, and a client that speaks to both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from starlette.testclient import TestClient

from running_service import Ports
from scripted_table import ScriptedTable, wait_for
from twelve_host.mirror.requests import ANSWER_S
from twelve_host.service import deeds, table_settings
from twelve_host.service.service import Service
from twelve_host.web.app import create_app

__all__ = ["ANSWER_S", "HOME", "Page", "page"]

HOME = "http://127.0.0.1:8012"


class Page:
    """A client as our own page is one, and the table that it looks at."""

    def __init__(self, client: TestClient, table: ScriptedTable):
        self.client = client
        self.table = table

    def get(self, path: str, **options: Any) -> Any:
        """GET an answer that must be good; return its JSON."""
        answer = self.client.get(path, **options)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, what: str, status: int = 200, **body: Any) -> Any:
        """POST to the table; return the JSON of an answer that must have this status."""
        answer = self.client.post(f"/api/tables/{self.table.id}/{what}", json=body)
        assert answer.status_code == status, answer.text
        found = answer.json()
        if status != 200:
            assert isinstance(found["detail"], str) and set(found) == {"detail", "state"}
        return found

    @property
    def view(self) -> dict[str, Any]:
        """The table object."""
        found: dict[str, Any] = self.get(f"/api/tables/{self.table.id}")
        return found

    def live(self) -> Any:
        """Return a new live line, to be entered."""
        return self.client.websocket_connect(HOME.replace("http", "ws") + "/api/live")

    def lose_once(self, word: bytes) -> list[bytes]:
        """Have what the table next says with ``word`` arrive spoilt; return where that is kept."""
        lost: list[bytes] = []

        def spoil(data: bytes) -> bytes:
            if word not in data or lost:
                return data
            lost.append(data)
            return data.replace(word, b"x" * len(word))

        self.table.cable.spoil = spoil
        return lost

    def settle(self) -> None:
        """Wait until the table is live and the page knows all of its game."""
        wait_for(lambda: self.client.get(f"/api/tables/{self.table.id}").status_code == 200)
        wait_for(lambda: self.view["status"] == "live" and self.view["n"] == self.table.next_n)


@contextmanager
def page(
    folder: Path, begin: bool = True, boards: int = 1, answer_s: float = 20.0, **options: Any
) -> Iterator[Page]:
    """Yield a page over a service that mirrors one scripted table.

    The table has ``answer_s`` to answer, which is more than a busy machine needs.
    """
    with (
        patch.object(deeds, "ANSWER_S", answer_s),
        patch.object(table_settings, "ANSWER_S", answer_s),
        ScriptedTable(folder, boards=boards) as table,
    ):
        if begin:
            table.begin(players=["Anna", "Ben"])
        service = Service(folder / "data", virtual=False, lister=Ports(table.path))
        with TestClient(create_app(service, **options), base_url=HOME) as client:
            found = Page(client, table)
            if "token" not in options:
                found.settle()
            yield found
