"""Settings changed by a host: kept with their comments, refused in words, told again."""

import json
from binascii import crc32

from fakes import Bench, MemoryFiles
from loop_world import Host
from twelve.table.asked import CHANGES, VALUES, do
from twelve.table.change import edited
from twelve.table.settings import Settings, keys
from twelve.table.setup import prepare

TEXT = '# Name.\nname = "Twelve" # mine\n\n# gamma = 22\nboards = 2\n'


def test_a_key_keeps_its_place_and_every_comment_stays():
    text = edited(TEXT, "boards", 3)
    assert text == TEXT.replace("boards = 2", "boards = 3")
    assert edited(TEXT, "gamma", 10) == TEXT.replace("# gamma = 22", "gamma = 10")
    text = edited(TEXT, "led_pins", [1, "GP2"])
    assert text == TEXT + 'led_pins = [1, "GP2"]\n'
    assert edited("", "zigzag", False) == "zigzag = false\n"
    for key, value in (("name", 'Zo"ë \\ #'), ("supply", 900), ("corner", "bottom-left")):
        assert getattr(Settings(edited(TEXT, key, value)), key) == value


def test_what_cannot_be_is_refused_in_words():
    for key, value, word in (
        ("bords", 2, "no setting bords"),
        ("boards", 7, "1 to 6"),
        ("boards", "2", "1 to 6"),
        ("boards", None, "must be"),
        ("name", "a\nb", "control"),
        ("name", {}, "must be"),
        ("long_ms", 1000, None),
        ("hold_ms", 1500, None),
        ("order", "GRBW", None),
        ("pixel_bytes", 4, "letters in order"),
    ):
        try:
            text = edited(TEXT, key, value)
            assert word is None and Settings(text).problems == []
        except ValueError as error:
            assert word is not None and word in str(error), (key, value, str(error))


def test_a_host_changes_settings_and_they_hold_after_the_restart():
    files = MemoryFiles({"table.toml": TEXT.encode()})
    bench = Bench(files)
    host = Host(bench.port)
    for i in range(400):
        host.work()
        if i == 100:
            host.session.send('{"m":"set","id":1,"key":"name","value":"Kitchen"}')
            host.session.send('{"m":"set","id":2,"key":"gamma","value":99}')
            host.session.send('{"m":"set","id":3,"key":7}')
            host.session.send('{"m":"settings","id":4}')
        bench.run(4)
    assert host.answer(1)["ok"] and host.answer(2)["ok"] and host.answer(4)["ok"]
    assert host.answer(3)["code"] == "bad_request"
    told, waiting = {}, []
    for message in host.told:
        if message["m"] == "settings":
            told.update(message.get("v", {}))
            waiting += [message["next"]] if "next" in message else []
    assert [(change["key"], change["value"]) for change in waiting] == [
        ("name", "Kitchen"),
        ("gamma", 99),
    ]
    assert sorted(told) == sorted(keys()) and told["boards"] == 2 and told["name"] == "Twelve"
    again = Bench(files)
    assert again.console.line._name == "Kitchen"
    assert any(["gamma must be 10 to 28" in n for n in again.console.line.upkeep._notices])
    assert not files.size(CHANGES)
    assert files.content["table.toml"] == TEXT.replace("Twelve", "Kitchen").encode()


def test_a_power_cut_in_the_middle_of_a_change_leaves_the_old_settings_or_the_new():
    change = b'{"key":"name","value":"Kitchen"}\n'
    for torn in (change, change[:9], b"\xff\n" + change, b"[1]\n" + change, b"{}\n"):
        files = MemoryFiles({"table.toml": TEXT.encode(), CHANGES: torn})
        setup = prepare(files)
        assert setup.name == ("Kitchen" if change in torn else "Twelve"), torn
        assert (setup.problems == []) == (torn == change), torn
        assert not files.size(CHANGES)
    files = MemoryFiles({"table.toml": TEXT.encode(), CHANGES: change})
    files.read_only = True
    setup = prepare(files)
    assert setup.name == "Twelve" and "cannot be written" in setup.problems[0]


def test_what_a_host_is_told_is_written_only_when_it_has_changed():
    files = MemoryFiles({"table.toml": TEXT.encode()})
    prepare(files)
    changes = files.changes
    prepare(files)
    assert files.changes == changes
    files.content["table.toml"] = b"boards = 4"
    prepare(files)
    lines = files.content[VALUES].split(b"\n")
    assert json.loads(lines[1])["boards"] == 4 and max([len(line) for line in lines]) < 900


def test_changes_that_need_one_another_may_come_in_any_order():
    old = Settings(TEXT).values
    for changes in (
        {"hold_ms": 1500, "long_ms": 1600},
        {"lines": 3, "boards": 3},
        {"order": "GRBW"},
        {"pixel_bytes": 4, "order": "GRBW"},
    ):
        for keys_in_order in (list(changes), list(reversed(list(changes)))):
            lines = ['{"key":"%s","value":%s}' % (k, json.dumps(changes[k])) for k in keys_in_order]
            content = {"table.toml": TEXT.encode(), CHANGES: "\n".join(lines).encode() + b"\n"}
            setup = prepare(MemoryFiles(content))
            assert setup.problems == [], (keys_in_order, setup.problems)
            assert all([setup.values[key] == changes[key] for key in changes]), keys_in_order
            assert setup.pixel_bytes == len(setup.order) and setup.name == old["name"]


def test_the_last_change_of_a_setting_counts_and_a_torn_one_is_not_told():
    changes = b'{"key":"boards","value":3}\n{"key":"boards","value":4}\n{"key":"boa'
    files = MemoryFiles({"table.toml": TEXT.encode(), CHANGES: changes})
    told = []

    class Session:
        send = told.append

    do({"m": "settings"}, Session, files)
    assert [json.loads(text)["next"]["value"] for text in told] == [3, 4]
    setup = prepare(files)
    assert setup.boards == 4 and len(setup.problems) == 1


def test_other_firmware_tells_its_own_settings():
    files = MemoryFiles({"table.toml": TEXT.encode()})
    prepare(files)
    files.content[VALUES] = b"%08x\n{}" % crc32(TEXT.encode())  # of a version that knew none
    assert prepare(files).problems == []
    told = [json.loads(line) for line in files.content[VALUES].split(b"\n")[1:]]
    assert sorted(sum([list(part) for part in told], [])) == sorted(keys())
