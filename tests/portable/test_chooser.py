"""The chooser: a cursor over legal actions, in parts where they have parts."""

from twelve.table.chooser import BACK, Chooser


class _Game:
    def __init__(self, actions):
        self._actions = actions

    def legal(self, state):
        return self._actions

    def parts(self, action):
        return tuple(action.split("-"))


def _chooser(*actions):
    return Chooser(_Game(actions), None)


def test_steps_wrap_both_ways():
    chooser = _chooser("x", "y", "z")
    seen = []
    for _ in range(4):
        seen.append(chooser.cursor)
        chooser.step(1)
    assert seen == ["x", "y", "z", "x"]
    chooser.step(-2)
    assert chooser.cursor == "z" and chooser.take() == "z"


def test_parts_are_chosen_one_after_the_other():
    chooser = _chooser("a-b", "a-c", "d-b")
    assert chooser.stops == ["a", "d"] and chooser.cursor == "a"
    assert chooser.take() is None
    assert chooser.stops == ["b", "c", BACK] and chooser.cursor == "a-b"
    chooser.step(1)
    assert chooser.take() == "a-c"


def test_the_last_stop_goes_back():
    chooser = _chooser("a-b", "d-b")
    chooser.take()
    chooser.step(-1)
    assert chooser.cursor == BACK and chooser.take() is None
    assert chooser.stops == ["a", "d"] and chooser.chosen == ()


def test_an_action_of_one_part_is_taken_at_once():
    chooser = _chooser("pass", "a-b")
    assert chooser.take() == "pass"
