"""Bodies of requests that are not what was asked for: a sentence each, and the service goes on."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from web_client import HOME, Page, page


def hostile(it: Page, content: bytes, what: str = "act") -> Any:
    """POST bytes; return the answer's JSON."""
    headers = {"Content-Type": "application/json"}
    path = f"/api/tables/{it.table.id}/{what}"
    answer = it.client.post(path, content=content, headers=headers)
    assert answer.status_code == 422, answer.text
    return answer.json()


def examples(text: str) -> list[list[str]]:
    """Return the words of every curl command in the indented lines of ``text``."""
    lines = "\n".join(line[4:] for line in text.splitlines() if line.startswith("    "))
    commands = [shlex.split(line) for line in lines.replace("\\\n", "").splitlines()]
    return [words for words in commands if words[0] == "curl"]


def test_the_example_of_the_description_does_what_it_says(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        description = it.get("/openapi.json")["info"]["description"]
        assert f"tables={HOME}/api/tables\n" in description
        begin, roll = examples(description)
        for words, what in ((begin, "new"), (roll, "act")):
            option, header, url, data, body = words[1:]
            assert (option, data, url) == ("-H", "-d", f"$tables/$id/{what}")
            path = url.replace("$tables", "/api/tables").replace("$id", it.table.id)
            headers = dict([header.split(": ")])
            answer = it.client.post(path, content=body.encode(), headers=headers)
            assert answer.status_code == 200, answer.text
        assert it.view["state"]["players"] == ["Anna", "Ben"]
        assert it.view["last"]["action"] == "roll"


def test_the_example_names_the_address_that_was_asked(tmp_path: Path) -> None:
    hosts = ("127.0.0.1:45123", "localhost", "[::1]:9000")
    with page(tmp_path, begin=False) as it:
        for host in (*hosts, *hosts):  # whoever asked before
            described = it.get("/openapi.json", headers={"Host": host})
            first = described["info"]["description"].partition("tables=")[2].splitlines()[0]
            assert first == f"http://{host}/api/tables"


def test_a_body_that_is_not_said_to_be_json_is_told_the_cure(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        path, content = f"/api/tables/{it.table.id}/act", b'{"action":"roll"}'
        for kind in (None, "", "text/plain", "application/x-www-form-urlencoded"):
            headers = {} if kind is None else {"Content-Type": kind}
            answer = it.client.post(path, content=content, headers=headers)
            assert answer.status_code == 422
            assert "Content-Type: application/json" in answer.json()["detail"], kind
        assert "missing" in hostile(it, b"")["detail"]
        assert "not an object" in hostile(it, b"[1]")["detail"]
        assert it.table.requests == []


def test_malformed_bodies_get_a_sentence(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        deep = b'{"action":' + b"[" * 20_000 + b"]" * 20_000 + b"}"
        for content in (
            b"",
            b"{",
            b"\xff\xfe",
            b"[]",
            b'"roll"',
            b"null",
            b"5",
            b'{"action":5}',
            deep,
        ):
            found = hostile(it, content)
            assert isinstance(found["detail"], str) and found["state"] is None
        for text in ("NaN", "1e400", "1.0", "true", '"7"', "-1", "[]"):
            hostile(it, b'{"action":"roll","n":%s}' % text.encode())
        hostile(it, b'{"action":"' + b"x" * 300 + b'"}')
        body = b'{"game":"12x12","abandon":true,"players":["\\ud800","b"]}'
        hostile(it, body, "new")
        long = it.client.post(f"/api/tables/{it.table.id}/act", content=b"x" * 70_000)
        assert long.status_code == 413
        it.post("act", action="roll")  # and the service goes on
