"""Mirroring end to end: whatever the line does, the host has every record, once, in order."""

from mirror_world import World
from twelve.record.session import CREDIT

WHOLE, BYTES, LATE = (4096, 0), (1, 0), (64, 120)


def _filled(seed, shape, games=3, records=20):
    world = World(seed, *shape)
    for _ in range(games):
        world.journal.begin()
        for i in range(records):
            world.journal.append("word %d" % i)
    world.journal.hidden = games - 1
    return world


def test_everything_that_is_there_arrives_over_any_line():
    for shape, limit_ms in ((WHOLE, 2000), (BYTES, 2000), (LATE, 60000)):
        world = _filled(b"there", shape)
        took_ms = world.settle(limit_ms)
        assert world.replica.duplicates == 0
        assert took_ms < limit_ms // 2 or shape != WHOLE, took_ms


def test_games_that_are_looked_for_later_arrive_newest_first():
    world = _filled(b"older", WHOLE, 9, 3)
    while world.journal.uid(1) not in world.store:
        assert world.now_ms < 8000
        world.run(5)
    assert len(world.store) == 9
    world.settle(2000)


def test_a_game_that_no_host_takes_holds_up_none_of_those_looked_for_later():
    world = _filled(b"stubborn", WHOLE, 9, 3)
    heed = world.source.have
    refused = world.journal.uid(8)
    world.source.have = lambda uid, n, chain: uid == refused or heed(uid, n, chain)
    while len(world.store) < 8:
        assert world.now_ms < 20000, sorted(world.store)
        world.run(50)
    world.source.have = heed
    world.settle(4000)


def test_a_long_game_goes_on_however_often_the_host_asks_on_the_way_to_its_end():
    for games in (1, 2):
        world = _filled(b"long", WHOLE, 1, 600)
        world.settle(30000)
        if games == 2:
            world.journal.append("its end")
            world.journal.begin()
        world.start_table()
        world.start_host()
        for i in range(3):
            world.journal.append("after the power cut %d" % i)
        world.settle(10000)


def test_what_is_played_meanwhile_arrives_as_it_happens():
    for shape in (WHOLE, LATE):
        world = _filled(b"meanwhile", shape, 2, 5)
        for i in range(30):
            world.journal.append("later %d" % i)
            world.run(20 + world.chance.draw(100))
        world.settle(20000)


def test_a_game_that_ends_and_the_next_both_arrive():
    world = _filled(b"next", WHOLE, 1, 4)
    world.settle(2000)
    for _ in range(4):
        world.journal.append("end of this one")
        world.journal.begin()
        world.journal.append("beginning")
        world.run(world.chance.draw(200))
    world.settle(5000)


def test_games_that_came_and_went_while_the_line_stood_still_arrive():
    world = _filled(b"still", WHOLE, 1, 4)
    world.settle(2000)
    for _ in range(4):
        world.journal.begin()
        world.journal.append("short")
    world.settle(5000)


def test_the_table_never_has_more_under_way_than_it_was_granted():
    for shape in (WHOLE, BYTES, LATE):
        world = _filled(b"credit", shape, 1, 10)
        world.run(8000)
        assert CREDIT // 2 < world.most_under_way <= CREDIT


def test_a_hello_longer_than_the_window_arrives():
    for shape in (WHOLE, BYTES, LATE):
        world = World(b"long hello", shape[0], shape[1], 500)
        world.journal.begin()
        world.journal.append("after it")
        world.settle(3000)
        assert world.most_under_way <= CREDIT


def test_a_device_that_is_no_table_is_told_nothing_but_hello():
    world = World(b"noise")
    world.is_table = False
    for _ in range(400):
        world.to_host.put(bytes([world.chance.draw(256) for _ in range(20)]), world.now_ms)
        world.run(10)
    said = world.said_before_hello
    assert said.count(b"{") == said.count(b'{"m":"hello"') and said.count(b"{") <= 5


def test_bytes_that_are_lost_changed_or_added_cost_time_only():
    for seed in (b"a", b"b", b"c"):
        world = _filled(seed, WHOLE, 2, 15)
        world.harm(60)
        for i in range(40):
            world.journal.append("harmed %d" % i)
            world.run(400)
        world.harm(0)
        world.settle(20000)
        assert not world.forks


def test_the_last_record_of_a_game_that_is_over_is_not_lost_for_good():
    for at in range(12):
        world = _filled(bytes((at,)), WHOLE, 2, 4)
        while len(world.store.get(world.journal.uid(1), ())) < 3:
            world.run(5)
        world.to_host.harm = 1000
        world.run(5 * at)
        world.to_host.harm = 0
        world.settle(8000)


def test_a_host_that_dies_at_any_moment_has_each_record_once():
    world = _filled(b"dies", WHOLE, 2, 12)
    for i in range(40):
        world.journal.append("again %d" % i)
        world.run(world.chance.draw(250))
        if world.chance.draw(2):
            world.start_host()
    world.settle(10000)
    assert not world.forks


def test_a_reader_that_stops_stops_nothing_else():
    world = _filled(b"stops", WHOLE, 1, 5)
    world.settle(3000)
    world.reads = False
    for i in range(50):
        world.journal.append("unread %d" % i)
        world.run(40)
    assert CREDIT < world.to_host.under_way < 256  # a sync more, and still in the driver's queue
    world.reads = True
    world.settle(10000)


def test_another_continuation_is_said_and_sent_whole():
    world = _filled(b"fork", WHOLE, 1, 8)
    world.settle(3000)
    world.journal.games[1] = world.journal.games[1][:5]
    world.journal.append("another way")
    world.start_table()
    world.settle(5000)
    uid, before = world.forks[0]
    assert uid == world.journal.uid(1) and len(before) == 8


def test_harm_restarts_and_new_games_in_any_mixture():
    for seed in range(6):
        for shape in (WHOLE, BYTES, (64, 30)):
            world = _filled(b"mixture %d" % seed, shape, 2, 6)
            draw = world.chance.draw
            world.harm(30 + draw(120))
            for i in range(15):
                what = draw(15)
                if what == 0:
                    world.journal.begin()
                elif what == 1:
                    world.start_host()
                elif what == 2:
                    world.start_table()
                world.journal.append("mixed %d" % i)
                world.run(4 * draw(250))
            world.harm(0)
            world.settle(20000)
            assert not world.forks
