"""Plays the new game on a table, by its one button; run by each Python."""

from fakes import Bench, texts
from twelve.games import catalog

bench = Bench()
bench.run(40)
bench.long()
while bench.console.menu.entry != "game":
    bench.click()
while bench.console.menu.value("game") != "nim":
    bench.hold()
assert "hint" not in bench.console.menu.entries and "seats" not in bench.console.menu.entries
while bench.console.menu.entry != "new game":
    bench.click()
bench.hold()
bench.wait_for_start()
assert bench.play.game is catalog.game("nim") and bench.console.cursor == "take 1"
bench.click()
assert bench.console.cursor == "take 2" and bench.console.frame.pixels[1] & 15 == 15
bench.hold()
bench.settle()
assert bench.play.state.left == 5 and bench.console.cursor == "take 1"
bench = Bench(bench.port.files)  # the power goes, and comes back
bench.run(40)
assert bench.play.state.left == 5 and bench.play.state.player == 1
while not bench.play.over:
    bench.hold()
    bench.settle()
assert bench.play.result() == (1, "the last match")
for text in texts(bench):
    print(text)
