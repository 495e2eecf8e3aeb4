"""JSON text from base.text: right as JSON, and the same to the byte on every Python."""

import json

from twelve.base.text import Fields, quote, value


def test_plain_text_is_only_wrapped():
    assert quote("") == '""'
    assert quote("row 12") == '"row 12"'
    assert quote("12 × 12 – übung 🎲") == '"12 × 12 – übung 🎲"'


def test_only_what_json_forces_is_escaped():
    assert quote('a"b') == '"a\\"b"'
    assert quote("a\\b") == '"a\\\\b"'
    assert quote("\n\r\t\b\f") == '"\\n\\r\\t\\b\\f"'
    assert quote("\x00\x1f") == '"\\u0000\\u001f"'
    assert quote("/\x7f") == '"/\x7f"'


def test_every_character_below_256_comes_back():
    for code in range(256):
        text = "a" + chr(code) + "z"
        assert json.loads(quote(text)) == text, code


def test_every_character_below_256_alone_and_as_a_key():
    for code in range(256):
        text = chr(code)
        assert json.loads(quote(text)) == text, code
        assert json.loads(Fields(((text + "k", text),)).text()) == {text + "k": text}, code


def test_scalars():
    assert value(None) == "null"
    assert value(True) == "true"
    assert value(False) == "false"
    assert value(0) == "0"
    assert value(-12) == "-12"
    assert value(1 << 70) == "1180591620717411303424"
    assert value("x") == '"x"'


def test_sequences():
    assert value([]) == "[]"
    assert value((1, "a", None)) == '[1,"a",null]'
    assert value([[1, 2], (3,)]) == "[[1,2],[3]]"
    assert value(b"\x00\xff") == "[0,255]"
    assert value(bytearray(b"\x01")) == "[1]"


def test_fields_keep_their_order():
    pairs = [("z", 1), ("a", Fields(())), ("m", [Fields((("k", True),))])]
    assert Fields(pairs).text() == '{"z":1,"a":{},"m":[{"k":true}]}'
    assert value(Fields(pairs)) == Fields(pairs).text()


def test_keys_are_quoted_too():
    assert Fields((('"', 1),)).text() == '{"\\"":1}'


def test_what_has_no_json_is_refused():
    for item in (1.5, {"a": 1}, {1, 2}, object()):
        try:
            value(item)
        except TypeError:
            continue
        raise AssertionError("written: " + repr(item))
