"""The game after a game: the same again, the next player first, or what the menu has set up."""

from fakes import Bench
from test_computer import seated
from twelve.games.play import PERSON
from twelve.table.seats import set_seat


def _play_out(bench):
    while not bench.play.over:
        legal = bench.play.legal()
        bench.console.act(legal[-1], bench.port.now_ms)
        bench.console.rest(bench.port.now_ms)


def test_a_rematch_swaps_who_begins_where_that_is_set():
    for swaps in (True, False):
        bench = Bench()
        bench.run(40)
        bench.console.choices.swaps = swaps
        bench.console.choices.game = "morris"
        request = {"game": "morris", "players": ["Ada", "Bo"], "position": _nearly_over()}
        bench.start(request)
        set_seat(bench.console, 1, "easy", bench.port.now_ms)
        _play_out(bench)
        bench.hold()
        bench.wait_for_start()
        assert not bench.play.over
        names = ("Bo", "Ada") if swaps else ("Ada", "Bo")
        levels = ("easy", PERSON) if swaps else (PERSON, "easy")
        assert bench.play.players == names and bench.play.levels == levels


def test_a_rematch_is_the_game_that_was_played_whatever_is_set_up():
    rules = {"flying": False, "double_mill": "one"}
    players = ["Ada", "Computer"]
    more = {"players": players, "rules": rules, "position": _nearly_over()}
    bench = seated("morris", ("away", "normal"), 30, **more)
    assert bench.console.choices.game == "12x12" and not bench.console.choices.limit_s
    bench.console.keeper.seat(1, PERSON, bench.port.now_ms)
    bench.console.keeper.seat(1, "easy", bench.port.now_ms)
    _play_out(bench)
    bench.hold()
    bench.wait_for_start()
    play = bench.play
    assert not play.over and play.game.name == "morris" and play.players == ("Computer", "Ada")
    assert dict(play.game.rules_view(play.rules)) == rules
    assert play.levels == ("easy", PERSON) and play.limit_s == 30
    assert bench.console.choices.levels[:2] == ["easy", PERSON]


def test_after_a_game_a_hold_begins_what_the_menu_has_set_up_since():
    bench = seated("morris", position=_nearly_over())
    bench.long()
    menu = bench.console.menu
    menu.at = menu.entries.index("ruleset")
    bench.hold()
    bench.long()
    _play_out(bench)
    bench.hold()
    bench.wait_for_start()
    assert bench.play.game.name == "12x12" and bench.play.rules[0] == "luck"


def _nearly_over():
    points = "WW.B....B.......W......B"
    return {"points": points, "in_hand": [0, 0], "player": 0}


def test_names_that_nobody_gave_stay_with_their_seats():
    bench = seated("morris")
    default = bench.play.players
    bench.console.keeper.close(bench.port.now_ms)
    bench.console.choices.game = "morris"
    bench.console.rest(bench.port.now_ms)
    bench.hold()
    bench.wait_for_start()
    assert bench.play.players == default
