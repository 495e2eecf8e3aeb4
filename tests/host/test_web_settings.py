"""A table's settings over HTTP: shown from the firmware's own list, changed, and in force."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from pace import Stopwatch

from scripted_table import wait_for
from twelve.table.settings import keys
from twelve_host.web.settings_models import SettingsView
from web_client import ANSWER_S, Page, page


def settings(it: Page) -> dict[str, Any]:
    """Return the settings of the table by key."""
    found = it.get(f"/api/tables/{it.table.id}/settings")
    SettingsView(**found)
    return {one["key"]: one for one in found["settings"]}


def test_every_setting_says_what_it_is_and_what_it_may_be(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        found = settings(it)
        assert sorted(found) == sorted(keys())
        for one in found.values():
            assert one["description"].endswith(".") and one["group"] and one["title"]
            assert one["value"] == one["default"] and one["next"] is None and one["problem"] is None
        brightness, supply, corner = found["brightness"], found["supply"], found["corner"]
        assert (brightness["type"], brightness["least"], brightness["most"]) == ("integer", 1, 100)
        assert brightness["allowed"] == "1 to 100" and brightness["default"] == 60
        assert supply["type"] == "choice or integer" and supply["most"] == 60000
        assert supply["values"] == ["usb", "usb-900", "5v3a", "5v10a"]
        assert corner["type"] == "choice" and "top-left" in corner["values"]
        assert found["zigzag"]["type"] == "boolean" and found["button_pin"]["type"] == "pin"
        assert found["led_pins"]["type"] == "pins" and found["hold_ms"]["unit"] == "ms"
        groups = list(dict.fromkeys(one["group"] for one in found.values()))
        assert groups == ["The table", "Lights", "Power", "Wiring", "Button", "Pins"]


def test_a_change_waits_for_the_restart_and_keeps_the_comments(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        found = it.post("settings", boards=2, gamma=18)
        assert found["restart"] is True
        now = settings(it)
        assert (now["boards"]["value"], now["boards"]["next"]) == (1, 2)
        assert (now["gamma"]["value"], now["gamma"]["next"]) == (22, 18)
        state = it.view["state"]
        assert it.post("restart") == {"ok": True}
        now = settings(it)
        assert (now["boards"]["value"], now["boards"]["next"]) == (2, None)
        assert it.table.settings.text == "# Mine.\nboards = 2 # one\ngamma = 18\n"
        it.settle()
        assert it.view["state"] == state


def test_change_and_restart_in_one_request(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        found = it.post("settings?restart=true", name="Küche")
        assert found["restart"] is False
        assert found["settings"][0]["value"] == "Küche"
        it.post("settings?restart=true", name="Küche")  # nothing waits: no restart
        assert [r["m"] for r in it.table.settings.requests].count("restart") == 1
        assert [r["m"] for r in it.table.settings.requests].count("set") == 1


REFUSED: list[tuple[dict[str, Any], list[str]]] = [
    ({"brightness": 0}, ["brightness", "1 to 100"]),
    ({"brightness": "50"}, ["brightness", "1 to 100"]),
    ({"brightness": True}, ["brightness", "1 to 100"]),
    ({"brightness": 1.5}, ["brightness", "1 to 100"]),
    ({"brightness": None}, ["brightness", "1 to 100"]),
    ({"brightness": {}}, ["brightness", "1 to 100"]),
    ({"corner": "up"}, ["corner", "top-left or top-right"]),
    ({"supply": "usb3"}, ["supply", "usb-900", "1 to 60000 mA"]),
    ({"zigzag": 1}, ["zigzag", "true or false"]),
    ({"led_pins": [1.5]}, ["led_pins", "0 to 6 pins"]),
    ({"led_pins": [[1]]}, ["led_pins", "0 to 6 pins"]),
    ({"name": "bell \x07"}, ["name", "control characters"]),
    ({"name": "\ud800"}, ["name", "1 to 24 characters"]),
    ({"brightnes": 5}, ["no setting 'brightnes'", "did you mean brightness"]),
    ({"long_ms": 1000, "hold_ms": 1200}, ["more than hold_ms"]),
    ({"pixel_bytes": 4}, ["pixel_bytes", "letters in order"]),
    ({"boards": 2, "gamma": 99}, ["gamma", "10 to 28"]),
]


def test_what_cannot_be_is_refused_with_what_can(tmp_path: Path) -> None:
    headers = {"Content-Type": "application/json"}
    with page(tmp_path) as it:
        path = f"/api/tables/{it.table.id}/settings"
        for body, words in REFUSED:
            answer = it.client.post(path, content=json.dumps(body), headers=headers)
            assert answer.status_code == 422, answer.text
            for word in words:
                assert word in answer.json()["detail"], body
        assert "set" not in [r["m"] for r in it.table.settings.requests]
        assert it.table.settings.files.size("settings.new") == 0


def test_settings_that_go_together_may_be_changed_together(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.post("settings?restart=true", hold_ms=1500, long_ms=1600, lines=2, boards=2)
        it.post("settings?restart=true", order="GRBW")
        now = settings(it)
        assert (now["hold_ms"]["value"], now["long_ms"]["value"]) == (1500, 1600)
        assert (now["order"]["value"], now["pixel_bytes"]["value"]) == ("GRBW", 4)
        # What waits counts, too.
        it.post("settings", hold_ms=1400)
        it.post("settings", long_ms=1450)
        it.post("settings", 422, long_ms=1400)


def test_what_the_table_finds_wrong_is_said_with_the_setting(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        files = it.table.settings.files
        files.write("table.toml", b"boards = 9\nbords = 2\n")
        files.append("settings.new", b'{"key":"gamma","value":99}\n')  # of another host
        it.post("restart")
        wait_for(lambda: settings(it)["boards"]["problem"])
        now = settings(it)
        assert now["boards"]["problem"] == "table.toml: boards must be 1 to 6; using 1"
        assert now["gamma"]["problem"] == "not changed: gamma must be 10 to 28"
        notices = it.get(f"/api/tables/{it.table.id}/settings")["notices"]
        assert "table.toml: no setting bords" in notices
        it.post("settings?restart=true", boards=2)
        assert settings(it)["boards"]["problem"] is None


def test_a_drive_that_cannot_be_written_is_503(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.table.settings.files.refused = True
        assert "cannot be written" in it.post("settings", 503, boards=2)["detail"]


def test_a_table_that_does_not_answer_is_504(tmp_path: Path) -> None:
    with page(tmp_path, answer_s=ANSWER_S) as it:
        path = f"/api/tables/{it.table.id}/settings"
        it.table.stalled = True
        assert it.client.get(path).status_code == 504
        it.table.unplug()
        wait_for(lambda: it.view["status"] == "unplugged")
        for answer in (it.client.get(path), it.client.post(path, json={"boards": 2})):
            assert answer.status_code == 504 and "unplugged" in answer.json()["detail"]
        it.post("restart", 504)
        for method, what in (("get", "settings"), ("post", "settings"), ("post", "restart")):
            options = {"json": {}} if method == "post" else {}
            answer = getattr(it.client, method)(f"/api/tables/none/{what}", **options)
            assert answer.status_code == 404


def test_a_restart_whose_answer_is_lost_is_done_all_the_same(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        it.table.settings.answers = False
        it.post("settings", boards=2)
        assert it.post("restart") == {"ok": True}
        assert settings(it)["boards"]["value"] == 2


def test_a_table_that_stays_away_after_a_restart_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("twelve_host.service.table_settings._BACK_S", 0.5)
    with page(tmp_path) as it:
        monkeypatch.setattr(it.table, "plug", lambda: None)
        assert "has not come back" in it.post("restart", 504)["detail"]


def test_a_lost_part_is_asked_for_again(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        lost = it.lose_once(b'"v":')
        assert sorted(settings(it)) == sorted(keys()) and lost


def test_two_pages_may_ask_at_once(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        found: list[Any] = []
        threads = [threading.Thread(target=lambda: found.append(settings(it))) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 5 and found == [found[0]] * 5


def test_firmware_that_knows_fewer_settings_shows_those(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        files = it.table.settings.files
        told = b'12345678\n{"boards":1,"brightness":50,"future":{"x":1},"later":7}'
        files.write("settings.told", told)
        assert list(settings(it)) == ["boards", "brightness"]
        watch = Stopwatch()
        it.post("settings", brightness=40)
        assert not watch.is_over(2)


def test_malformed_bodies_get_a_sentence(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        path = f"/api/tables/{it.table.id}/settings"
        deep = b'{"name":' + b"[" * 20_000 + b"]" * 20_000 + b"}"
        for content in (b"", b"{", b"\xff", b"[]", b'"boards"', b"null", deep):
            headers = {"Content-Type": "application/json"}
            answer = it.client.post(path, content=content, headers=headers)
            assert answer.status_code == 422 and isinstance(answer.json()["detail"], str)
        assert it.post("settings") == it.get(path)


def test_the_current_and_the_cap_are_in_the_table(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        assert it.view["power"] is None and it.view["port"] == it.table.path
        told: dict[str, Any] = {"cap": 0}
        it.table.spoil_news = lambda news: news.update(told)
        for cap, word in enumerate(("none", "dimmed", "below")):
            told.update(ma=231 + cap, cap=cap)
            wanted = {"ma": 231 + cap, "cap": word}
            wait_for(lambda wanted=wanted: it.view["power"] == wanted)
