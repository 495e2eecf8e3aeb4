"""Code that a press will need comes while the button is down, and goes when it is not needed."""

import sys

from fakes import Bench
from twelve.base.compat import let_go


def test_what_a_first_press_needs_is_loaded_while_the_button_is_down_and_gone_when_a_game_runs():
    bench = Bench()
    bench.run(40)
    names = ["twelve.table.deeds", "twelve.table.starter"]
    for name in names:
        let_go(name)
    bench.port.level = True
    most = 0
    for _ in range(20):
        before = len(sys.modules)
        bench.table.step()
        most = max(most, len(sys.modules) - before)
        bench.port.rest(4)
    assert [name in sys.modules for name in names] == [True, True] and most == 1
    bench.port.level = False
    bench.run(24)
    bench.wait_for_start()
    bench.settle()
    bench.run(3000)
    assert bench.play and not [name for name in names if name in sys.modules]


def test_a_hold_in_the_menu_opens_the_list_whose_code_it_has_foreseen():
    bench = Bench()
    bench.begin()
    bench.settle()
    bench.long()
    for entry, name in (("seats", "menu_seats"), ("back", "menu")):
        name = "twelve.table." + name
        while bench.console.menu.entry != entry:
            bench.click()
        bench.port.level = True
        bench.run(500)
        foreseen = sys.modules[name].Menu
        bench.run(200)
        bench.port.level = False
        bench.run(24)
        assert type(bench.console.menu) is foreseen, entry
    bench.console.close_menu()
    assert not [name for name in sys.modules if name.startswith("twelve.table.menu")]


def _of_table() -> set:
    return {name for name in sys.modules if name.startswith("twelve.table.")}


def test_what_one_press_has_foreseen_and_another_does_not_need_is_gone():
    bench = Bench()
    bench.begin()
    bench.settle()
    bench.run(3000)
    names = {"twelve.table.computer", "twelve.table.menu_seats"}
    for name in names:  # of other tests
        let_go(name)
    before, foreseen = _of_table(), set()
    for entry in ("hint", "seats"):
        bench.long()
        while bench.console.menu.entry != entry:
            bench.click()
        bench.press(400)  # a click, but nearly a hold
        foreseen.update(_of_table() - before)
        while bench.console.menu.entry != "new game":
            bench.click()
        bench.hold()
        bench.wait_for_start()
        bench.settle()
        bench.run(7000)
        assert _of_table() == before, (entry, _of_table() - before)
    assert names <= foreseen
