"""The console by its button: what a click, a hold and a long hold do, and when."""

from fakes import Bench, MemoryFiles, texts
from twelve.base.errors import Refusal
from twelve.record.chain import START
from twelve.table.deeds import NEW_GAME, TAKE_BACK
from twelve.table.menu import LIGHTS, PLAYERS, RULESET


def test_an_idle_table_starts_a_game_at_the_first_click_and_rolls_at_the_second():
    bench = Bench()
    bench.run(40)
    assert bench.play is None and bench.console.cursor == NEW_GAME
    bench.click()
    bench.run(60)
    assert bench.play is not None and bench.console.cursor == "roll"
    bench.click()
    assert bench.console.in_show and len(bench.play.state.dice) == 6


def test_a_press_during_a_show_only_skips_it():
    for gesture in ("click", "hold"):
        bench = Bench()
        bench.begin()
        bench.click()
        n = bench.console.keeper.next_n
        getattr(bench, gesture)()
        assert not bench.console.in_show
        assert bench.console.keeper.next_n == n and bench.console.chooser.at == 0


def test_clicks_step_through_the_choices_and_wrap():
    bench = Bench()
    bench.begin()
    bench.click()
    bench.settle()
    stops = list(bench.console.chooser.stops)
    assert tuple(stops) == bench.play.legal()
    seen = []
    for _ in range(len(stops) + 1):
        seen.append(bench.console.cursor)
        bench.click()
    assert seen == stops + stops[:1]


def test_a_hold_takes_the_choice_and_acts_on_release():
    bench = Bench()
    bench.begin()
    bench.click()
    bench.settle()
    bench.click()
    chosen, n = bench.console.cursor, bench.console.keeper.next_n
    bench.port.level = True
    bench.run(1000)
    assert bench.console.keeper.next_n == n
    bench.port.level = False
    bench.run(24)
    assert bench.console.keeper.next_n == n + 1
    assert bench.play.state.last[1] == chosen


def _push_your_luck(bench):
    bench.run(40)
    bench.start({"game": "12x12", "rules": {"ruleset": "luck"}})


def test_in_push_your_luck_a_click_rolls_on_and_a_hold_banks():
    for gesture, outcomes in (
        ("click", ("scored", "hot", "bust", "finished")),
        ("hold", ("stopped",)),
    ):
        bench = Bench()
        _push_your_luck(bench)
        bench.click()
        bench.settle()
        bench.hold()
        bench.settle()
        assert bench.play.state.phase == "decide" and bench.console.cursor == "stop"
        getattr(bench, gesture)()
        assert bench.play.state.last[3] in outcomes


def test_during_a_show_the_cursor_promises_nothing():
    bench = Bench()
    _push_your_luck(bench)
    bench.click()
    bench.settle()
    bench.hold()
    assert bench.console.in_show and bench.play.state.phase == "decide"
    assert bench.console.cursor is None
    bench.settle()
    assert bench.console.cursor == "stop"


def test_the_encoder_steps_both_ways():
    bench = Bench()
    bench.begin()
    bench.click()
    bench.settle()
    stops = bench.console.chooser.stops
    bench.port.edges.append((False, -1))
    bench.run(8)
    assert bench.console.cursor == stops[-1]
    bench.port.edges.append((False, 2))
    bench.run(8)
    assert bench.console.cursor == stops[1 % len(stops)]


def _menu_to(bench, entry):
    bench.long()
    while bench.console.menu.entry != entry:
        bench.click()


def test_the_menu_takes_back_to_any_depth_and_the_same_faces_come_again():
    bench = Bench()
    bench.begin()
    faces = []
    for _ in range(4):
        bench.click()
        bench.settle()
        faces.append(bench.play.state.last[2])
        if bench.play.state.phase == "row":
            bench.hold()
            bench.settle()
    while bench.play.history.length:
        _menu_to(bench, TAKE_BACK)
        bench.hold()
        assert bench.console.menu is None
    again = []
    for _ in range(4):
        bench.click()
        bench.settle()
        again.append(bench.play.state.last[2])
        if bench.play.state.phase == "row":
            bench.hold()
            bench.settle()
    assert faces == again


def test_the_menu_opens_during_a_show_and_goes_away_by_a_long_hold():
    bench = Bench()
    bench.begin()
    bench.click()
    bench.long()
    assert bench.console.menu is not None and bench.console.cursor == "menu go on"
    bench.long()
    assert bench.console.menu is None


def test_the_menu_sets_up_the_next_game_and_the_choices_survive_a_restart():
    bench = Bench()
    bench.run(40)
    for entry, times in ((RULESET, 1), (PLAYERS, 2), (LIGHTS, 1)):
        _menu_to(bench, entry)
        for _ in range(times):
            bench.hold()
            assert bench.console.menu.entry == entry
        bench.long()
    again = Bench(bench.port.files)
    again.run(40)
    _menu_to(again, NEW_GAME)
    again.hold()
    again.run(60)
    assert len(again.play.players) == 4 and again.play.rules[0] == "luck"


def test_a_new_game_closes_the_one_before():
    bench = Bench()
    bench.begin()
    bench.click()
    _menu_to(bench, NEW_GAME)
    bench.hold()
    bench.run(60)
    records = texts(bench, 1)
    assert '"op":"abandon"' in records[-2] and '"kind":"reveal"' in records[-1]
    assert bench.console.journal.current == 2


def _nearly_won():
    markers = [[12] * 11 + [11], [0] * 12]
    return {"game": "12x12", "position": {"markers": markers, "player": 0}}


def _win(bench):
    bench.start(_nearly_won())
    bench.console.act("roll", bench.port.now_ms, [6, 6, 1, 1, 1, 1])
    bench.console.act("row 12", bench.port.now_ms)
    bench.settle()
    assert bench.play.over


def test_a_finished_game_waits_ten_minutes_before_it_is_closed():
    bench = Bench()
    bench.run(40)
    _win(bench)
    bench.click()
    assert bench.console.journal.current == 1  # a click too many starts nothing
    bench.console.undo(bench.port.now_ms)
    assert not bench.play.over
    bench.console.act("row 12", bench.port.now_ms)
    bench.port.now_ms += 590000
    bench.run(8)
    assert not bench.console.keeper.closed
    bench.port.now_ms += 10000
    bench.run(8)
    assert bench.console.keeper.closed
    assert '"kind":"reveal"' in texts(bench)[-1]
    try:
        bench.console.undo(bench.port.now_ms)
    except Refusal as refusal:
        assert refusal.code == "game_over"
    else:
        raise AssertionError("took back after the secret was out")


def test_after_the_end_a_hold_starts_the_next_game():
    bench = Bench()
    bench.run(40)
    _win(bench)
    bench.hold()
    bench.run(60)
    assert bench.console.journal.current == 2 and not bench.play.over


def test_a_seed_makes_the_dice_repeatable_and_the_record_says_so():
    rolls = []
    for _ in range(2):
        bench = Bench(seed=b"seed")
        bench.run(40)
        bench.begin()
        bench.click()
        rolls.append(bench.play.state.last[2])
        assert '"seeded":true' in texts(bench)[0]
    assert rolls[0] == rolls[1]


def test_t20_twenty_boots_with_constant_entropy_give_other_games_and_ids():
    files, rolls, ids = MemoryFiles(), [], []
    for _ in range(20):
        bench = Bench(files)
        bench.run(40)
        _menu_to(bench, NEW_GAME)
        bench.hold()
        bench.run(20)
        bench.click()
        rolls.append(bench.play.state.last[2])
        ids.append(bench.console.identity.boot_id)
    assert len(set(ids)) == 20 and len(set(rolls)) >= 19
    assert bench.console.journal.current == 20


def test_every_record_follows_from_the_one_before():
    bench = Bench()
    bench.begin()
    for _ in range(6):
        bench.click()
        bench.settle()
        bench.hold()
        bench.settle()
    reader = bench.console.journal.reader(1)
    n, chain = 0, START
    while True:
        fields = reader.next_fields()
        if fields is None:
            break
        n += 1
        assert fields.pairs[0] == ("n", n) and reader.chain != chain
        chain = reader.chain
    assert (n, chain) == bench.console.journal.last(1) and n > 8


def roll_ms(text: str) -> int:
    """Return how long the show of an opening roll lasts with these settings."""
    bench = Bench(MemoryFiles({"table.toml": text.encode()}), seed=b"pace")
    bench.begin()
    bench.settle()
    bench.click()
    started_ms = bench.port.now_ms
    while bench.console.in_show:
        bench.run(4)
    return bench.port.now_ms - started_ms


def test_shows_run_at_the_pace_that_is_set_and_dice_lie_as_long_as_is_set():
    usual = roll_ms("")
    assert 2200 < usual <= 2600
    for text, wanted in (
        ("pace = 200", usual - 400),  # the dice lie still for 1600 ms all the same
        ("pace = 50", usual + 800),
        ("read_ms = 3000", usual + 1400),
        ("read_ms = 0", usual - 1600),
        ("pace = 400\nread_ms = 400", 200 + 400),
    ):
        assert abs(roll_ms(text) - wanted) < 80, (text, usual, roll_ms(text))
