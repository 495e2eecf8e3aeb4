"""What a MicroPython board runs after power-on: the only place that joins a port to the table."""

from twelve.ports import pick

port = pick()

from twelve.table.loop import run  # noqa: E402  after the port, whose first light is instant

run(port)
