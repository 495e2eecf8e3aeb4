"""What a CircuitPython board runs after power-on: the only place that joins a port to the table."""

from twelve.ports import pick
from twelve.table.start import start

start(pick())
