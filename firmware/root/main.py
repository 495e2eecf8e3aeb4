"""What a MicroPython board runs after power-on: the only place that joins a port to the table."""

import sys

if sys.platform == "rp2":  # else it is looked for at the top first, which takes 5 ms
    sys.path.insert(0, "/lib")

from twelve.ports import pick
from twelve.table.start import start

start(pick())
