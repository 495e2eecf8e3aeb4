"""T24: parts that fail are named and begun anew; safe mode, restarts, the REPL when asked for."""

from fakes import Bench, MemoryFiles
from loop_world import Host, Watched, fail, mend, run
from twelve.table.faults import Faults
from twelve.table.start import start


def _break_buttons(port):
    port.read_keys = fail


def _break_lights(port):
    port.show = fail


def _break_link(port):
    port.read = fail


def _break_journal(port):
    class Broken(MemoryFiles):
        pass

    port.files.append = fail
    port.level = port.now_ms % 400 > 300


def test_t24_a_part_that_fails_is_named_and_all_runs_again_at_once():
    for breaks, name in (
        (_break_buttons, "buttons"), (_break_lights, "lights"), (_break_link, "link"),
        (_break_journal, "journal"),
    ):  # fmt: skip

        def once(port, breaks=breaks):
            if port.files.size("fault.json"):
                mend(port, "read_keys", "show", "read")
                mend(port.files, "append")
                port.level = False
            else:
                breaks(port)

        port = Watched(3000, once)
        run(port)
        text = Faults(port.files).text
        assert text.startswith(name + ": ") and "RuntimeError" in text, (name, text)
        assert port.readies == 1
        gaps = [b - a for a, b in zip(port.fed, port.fed[1:])]
        assert max(gaps) <= 1000 and port.fed[-1] > 2900


def test_t24_the_watchdog_is_fed_only_when_every_part_hasrun():
    bench = Bench()
    bench.begin()
    fed = []
    bench.port.feed = lambda: fed.append(1)
    bench.table.step()
    assert fed == [1]
    for part in ("read_keys", "read", "write", "show"):
        setattr(bench.port, part, fail)
        try:
            for _ in range(100):
                bench.table.step()
                bench.port.rest(4)
                fed.append(0)
            assert part == "write"  # nobody is there to write to
        except RuntimeError:
            assert fed[-1] == 0 or fed == [1]
        mend(bench.port, part)
        fed[:] = [1]


def test_t24_three_faults_in_a_minute_lead_to_a_safe_mode_that_talks():
    hosts = []

    def breaks(port):
        if not hosts and Faults(port.files).count < 3:
            port.read_keys = fail
            port.busy = True  # as while a game is on its way
            return
        assert not port.busy
        mend(port, "read_keys")
        if not hosts:
            hosts.append(Host(port))
        hosts[0].work()
        if port.now_ms in (1500, 1600):
            text = '{"m":"undo","id":1}' if port.now_ms == 1500 else '{"m":"restart","id":2}'
            hosts[0].session.send(text)

    port = Watched(7000, breaks)
    run(port)
    host = hosts[0]
    hello = host.told[0]
    assert hello["m"] == "hello" and hello["safe"].startswith("buttons: RuntimeError")
    assert "safe mode, after three faults within a minute" in host.logs()
    assert host.answer(1)["code"] == "busy" and host.answer(2)["ok"]
    assert [m for m in host.told if m["m"] == "hello"][-1].get("safe") is None
    assert Faults(port.files).count == 0
    assert max([b - a for a, b in zip(port.fed, port.fed[1:])]) <= 1000


def test_every_host_hears_what_led_to_the_safe_mode():
    for kept, why in (('"x: y"', "x: y"), ('""', "three faults within a minute")):
        hosts = []

        def breaks(port, hosts=hosts):
            if port.now_ms in (400, 3000):
                hosts.append(Host(port))
            if hosts:
                hosts[-1].work()

        run(
            Watched(
                5000, breaks, MemoryFiles({"fault.json": b'{"text":%s,"count":3}' % kept.encode()})
            )
        )
        assert [host.told[0]["safe"] for host in hosts] == [why, why]


def test_a_watchdog_reset_is_kept_and_told_once():
    hosts = []

    def talk(port):
        if not hosts:
            hosts.append(Host(port))
        hosts[0].work()

    port = Watched(2500, talk)
    port.was_stuck = True
    run(port)
    assert hosts[0].logs() == ["loop: the watchdog had to reset the board"]
    assert Faults(port.files).text == ""


def test_t17_a_button_that_stays_down_is_told_once_and_one_that_is_held_is_not():
    for down_ms, wanted in ((29000, 0), (95000, 1)):
        hosts = []

        def talk(port, down_ms=down_ms, hosts=hosts):
            if not hosts:
                hosts.append(Host(port))
            hosts[0].work()
            port.level = 1000 < port.now_ms < 1000 + down_ms

        port = Watched(100000, talk)
        port.rest = lambda ms, rest=port.rest: rest(20)
        run(port)
        logs = [text for text in hosts[0].logs() if "the button has been down" in text]
        assert len(logs) == wanted, down_ms


def test_a_minute_without_a_fault_forgives_those_before():
    files = MemoryFiles({"fault.json": b'{"text":"x: y","count":2}'})
    port = Watched(61000, None, files)
    port.rest = lambda ms, rest=port.rest: rest(200)
    run(port)
    assert Faults(files).count == 0 and Faults(files).text == "x: y"


def test_t25_a_request_without_memory_is_an_error_reply_and_play_goes_on():
    bench = Bench()
    bench.begin()

    def short(*_):
        raise MemoryError("allocation failed")

    bench.console.act = short
    host = Host(bench.port)
    for i in range(200):
        host.work()
        if i == 100:
            host.session.send('{"m":"act","id":5,"action":"roll"}')
        bench.run(4)
    assert host.answer(5)["code"] == "busy" and "MemoryError" in host.answer(5)["text"]
    bench.click()
    assert "memory" in bench.console.say


def test_a_host_may_restart_the_table_and_ask_for_the_repl():
    for wish, ends in (("restart", False), ("repl", True)):
        hosts = []

        def talk(port, wish=wish, hosts=hosts):
            if not hosts:
                hosts.append(Host(port))
            hosts[0].work()
            if port.now_ms == 600:
                hosts[0].session.send('{"m":"restart","id":1,"to":"%s"}' % wish)

        port = Watched(2000, talk)
        run(port)
        assert hosts[0].answer(1)["ok"]
        assert bool(port.files.size("service.once")) == ends
        if ends:
            port.breaks = None
            assert start(port) is None
            assert not port.files.size("service.once")


def test_a_start_that_fails_begins_anew_twice_and_then_leaves_the_board_to_be_mended():
    port = Watched(5000)
    port.files.size = fail
    restarts = []
    port.restart = lambda: restarts.append(1)
    for tries in (1, 2, 2):
        try:
            start(port)
        except RuntimeError:
            pass
        assert len(restarts) == tries
