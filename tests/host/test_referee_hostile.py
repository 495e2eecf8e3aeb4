"""The referee against hostile input: an error answer for each line, and the session goes on."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twelve.games import catalog
from twelve_host.referee import Referee, run

NEW = b'{"op":"new","game":"12x12","seed":"00"}'
DEEP = 100_000


def strict(text: str) -> Any:
    """Return what the JSON ``text`` says; NaN and Infinity are not JSON."""

    def no_constant(name: str) -> None:
        raise ValueError(name)

    return json.loads(text, parse_constant=no_constant)


def nested(levels: int) -> str:
    """Return JSON text of lists nested ``levels`` deep."""
    return "[" * levels + "]" * levels


def answers(source: bytes) -> list[Any]:
    """Return the answers of one session to the bytes ``source``."""
    sink = io.StringIO()
    assert run(io.BytesIO(source), sink) == 0
    text = sink.getvalue()
    assert text.isascii() and (not text or text.endswith("\n"))
    return [strict(line) for line in text.splitlines()]


BAD_LINES = {
    "not JSON": b"hello",
    "half an object": b'{"op":"state"',
    "single quotes": b"{'op':'state'}",
    "two objects": b'{"op":"state"}{"op":"state"}',
    "a list": b'[{"op":"state"}]',
    "a string": b'"state"',
    "null": b"null",
    "a number": b"1",
    "empty object": b"{}",
    "op is null": b'{"op":null}',
    "op is a list": b'{"op":["new"]}',
    "op is an object": b'{"op":{"new":1}}',
    "op is private": b'{"op":"__class__"}',
    "op in capitals": b'{"op":"NEW","game":"12x12"}',
    "NaN": b'{"op":"state","id":NaN}',
    "Infinity": b'{"op":"state","id":-Infinity}',
    "float beyond range": b'{"op":"state","id":1e999}',
    "float far below": b'{"op":"state","id":-1e999}',
    "too many digits": b'{"op":"state","id":' + b"9" * 5000 + b"}",
    "invalid UTF-8": b'{"op":"state","id":"\xff\xfe"}',
    "UTF-16": '{"op":"state"}'.encode("utf-16"),
    "half an emoji": b'{"op":"state","id":"\xf0\x9f"}',
    "NUL": b'{"op":"state"}\x00',
    "control in a string": b'{"op":"state","id":"\x01"}',
    "a modem probe": b"AT+GCAP",
    "1 MB of letters": b"x" * 1_000_000,
    "1 MB of brackets": b"[" * 1_000_000,
    "1 MB of an unknown op": b'{"op":"' + b"x" * 1_000_000 + b'"}',
    "1 MB of an unknown game": b'{"op":"new","game":"' + b"x" * 1_000_000 + b'"}',
    "1 MB of dice": b'{"op":"act","action":7,"dice":[' + b"1," * 500_000 + b"1]}",
    "deep id": b'{"op":"state","id":' + nested(DEEP).encode() + b"}",
    "decodable deep id": b'{"op":"state","id":' + nested(950).encode() + b"}",
    "deep object": b'{"a":' * 950 + b"1" + b"}" * 950,
    "deep rules": b'{"op":"new","game":"12x12","rules":{"ruleset":' + nested(900).encode() + b"}}",
    "deep dice": b'{"op":"act","action":"roll","dice":[' + nested(900).encode() + b"]}",
}


@pytest.mark.parametrize("line", BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_is_answered_and_the_session_goes_on(line: bytes) -> None:
    good = answers(NEW + b'\n{"op":"state"}\n')
    found = answers(NEW + b"\n" + line + b'\n{"op":"state"}\n')
    assert len(found) == 3
    assert [found[0], found[2]] == good
    assert found[1]["ok"] is False
    assert found[1]["error"]["code"] == "bad_request"
    assert len(found[1]["error"]["message"]) <= 300
    assert found[1]["state"] == good[0]["state"]


@pytest.mark.parametrize("levels", [1, 50, 98, 99, 100, 101, 400, 900, 960, 980, 990, 1000, 5000])
def test_every_depth_of_an_id_is_echoed_or_refused_with_nothing_done(levels: int) -> None:
    line = '{"op":"act","action":"roll","id":' + nested(levels) + "}"
    start, answer, after = answers(NEW + b"\n" + line.encode() + b'\n{"op":"state"}')
    if levels < 100:
        assert answer["ok"] and answer["id"] == json.loads(nested(levels))
    else:
        assert answer["error"]["code"] == "bad_request"
        assert after["state"] == start["state"]


def test_huge_numbers_are_only_numbers() -> None:
    huge = "9" * 4000
    lines = [
        '{"op":"state","id":%s}' % huge,
        '{"op":"act","action":"roll","dice":[1,1,1,1,1,%s]}' % huge,
        '{"op":"new","game":"12x12","position":{"markers":[[%s]],"player":0}}' % huge,
        '{"op":"new","game":"morris","position":{"points":"%s","in_hand":[%s,0],"player":0}}'
        % ("." * 24, huge),
        '{"op":"new","game":"dominoes","rules":{"set":%s}}' % huge,
    ]
    found = answers(b"\n".join([NEW, *(line.encode() for line in lines)]))
    assert found[1]["id"] == int(huge)
    codes = [answer["error"]["code"] for answer in found[2:]]
    assert codes == ["bad_dice", "bad_request", "bad_request", "bad_rules"]


def test_lone_surrogates_are_only_text() -> None:
    lone = rb'"\ud800"'
    found = answers(
        b'{"op":"new","game":"12x12","players":[%s],"id":%s}\n'
        b'{"op":"act","action":%s}\n{"op":"log"}\n{"op":"new","game":%s}\n'
        b'{"op":"new","game":"12x12","seed":%s}\n{"op":"new","game":"12x12","rules":{%s:1}}\n'
        % ((lone,) * 6)
    )
    assert found[0]["id"] == "\ud800" == found[0]["state"]["players"][0]
    codes = [answer["ok"] or answer["error"]["code"] for answer in found[1:]]
    assert codes == ["illegal_action", True, "bad_request", "bad_request", "bad_rules"]


def test_unknown_keys_in_rules_are_named() -> None:
    for game in ("12x12", "morris", "dominoes"):
        request = json.dumps({"op": "new", "game": game, "rules": {"Flying": True}})
        (answer,) = answers(request.encode())
        assert answer["error"]["code"] == "bad_rules"
        assert "'Flying'" in answer["error"]["message"]
        assert answer["state"] is None


@pytest.mark.parametrize("value", ["true", "false", "null"])
def test_a_rule_s_value_is_quoted_as_it_was_written(value: str) -> None:
    said: list[str] = []
    for name in catalog.NAMES:
        for rule in catalog.game(name).rule_names:
            request = '{"op":"new","game":"%s","rules":{"%s":%s}}' % (name, rule, value)
            (answer,) = answers(request.encode())
            if not answer["ok"] and answer["error"]["code"] == "bad_rules":
                said.append(answer["error"]["message"])
    assert said and all(message.endswith(f", not {value}") for message in said), said


def test_what_a_game_ignored_is_not_in_its_log() -> None:
    source = b'{"op":"new","game":"12x12","deck":["6-6",[{}]],"x":1}\n{"op":"log"}'
    assert set(answers(source)[1]["log"][0]) == {"op", "game", "rules", "players"}


def test_line_ends_blank_lines_and_a_byte_order_mark() -> None:
    plain = answers(NEW + b'\n{"op":"state"}\n')
    assert answers(NEW + b'\r\n{"op":"state"}\r\n') == plain
    assert answers(b"\n\r\n  \t\n" + NEW + b'\n\n\n{"op":"state"}') == plain
    assert answers(b"\xef\xbb\xbf" + NEW + b'\n{"op":"state"}\n') == plain
    assert answers(b"\xef\xbb\xbf\n" + NEW + b'\n \t{"op":"state"} \n') == plain
    assert answers(b"") == answers(b"\n\n") == []


def test_as_a_process_it_answers_each_line_at_once_and_ends_with_the_input() -> None:
    command = [sys.executable, "-m", "twelve_host", "referee"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin and process.stdout and process.stderr
        for line in (NEW, *BAD_LINES.values(), b'{"op":"act","action":"roll"}'):
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            answer = strict(process.stdout.readline().decode())
        assert answer["ok"] and len(answer["state"]["board"]["dice"]) == 6
        process.stdin.close()
        assert process.stdout.read() == process.stderr.read() == b""
        assert process.wait(60) == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
OPS = ("new", "act", "undo", "abandon", "note", "state", "log")
FIELDS = ("game", "rules", "players", "seed", "deck", "position", "action", "dice", "tiles", "by")
GOOD = st.sampled_from(
    ["12x12", "morris", "dominoes", "roll", "stop", "row 8", "draw", "place a7", "table", "00"]
)
REQUESTS = st.builds(
    lambda op, fields: {"op": op, **fields},
    st.sampled_from(OPS) | JSON,
    st.dictionaries(st.sampled_from((*FIELDS, "id")), GOOD | JSON),
)


@given(st.lists(REQUESTS, max_size=8))
def test_any_objects_get_one_answer_each(requests: list[dict[str, Any]]) -> None:
    referee = Referee()
    for request in requests:
        try:
            line = json.dumps(request, allow_nan=False)
        except ValueError:
            line = json.dumps(request)
            assert strict(referee.answer(line))["error"]["code"] == "bad_request"
            continue
        answer = strict(referee.answer(line))
        if "id" in request:
            assert answer["id"] == request["id"]
        assert answer["ok"] or answer["error"]["code"]


@given(st.binary(max_size=200))
def test_any_bytes_get_one_answer_a_line(source: bytes) -> None:
    lines = [line for line in source.split(b"\n") if line.strip()]
    assert len(answers(source)) <= len(lines)
    assert all("ok" in answer for answer in answers(source))
