"""Golden playthroughs: each comes out of this very interpreter as it stands in its file."""

import recorder

FOLDER = recorder.__file__.replace("\\", "/").rpartition("/")[0] or "."


def test_every_playthrough_is_as_recorded():
    for name in recorder.names():
        n = 0
        with open(FOLDER + "/../golden/playthroughs/" + name + ".txt", "rb") as file:
            for line in recorder.lines(name):
                n += 1
                wanted = file.readline().decode().rstrip("\r\n")
                assert line == wanted, "%s, line %d:\n%s\nrecorded:\n%s" % (name, n, line, wanted)
            assert not file.read(1), name + " has more lines than were played"


def test_every_catalogued_game_has_a_playthrough():
    games = [recorder.VARIANTS[name][0] for name in recorder.names()]
    for game in recorder.catalog.NAMES:
        assert game in games, game
