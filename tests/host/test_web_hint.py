"""The hint over HTTP: legal, with its reason, and without any effect."""

from __future__ import annotations

from pathlib import Path

from web_client import page


def test_a_hint_is_legal_has_its_reason_and_changes_nothing(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.post("act", action="roll", dice=[1, 1, 2, 3, 5, 6])
        before = it.view
        for level in ("easy", "normal", "expert"):
            found = it.get(f"/api/tables/{it.table.id}/hint?level={level}")
            assert found["action"] in before["state"]["legal"] and found["why"]
            assert found["level"] == level and found["turn"] == before["state"]["turn"]
        assert it.view["state"] == before["state"] and it.view["n"] == before["n"]
        assert it.client.get(f"/api/tables/{it.table.id}/hint?level=best").status_code == 422
        assert it.client.get("/api/tables/none/hint").status_code == 404
