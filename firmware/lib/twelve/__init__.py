"""Twelve Table: the portable package that runs on the table and on the laptop alike."""

import sys

__version__ = "0.1.0"

if sys.platform == "rp2" or sys.platform == "esp32":
    # Modules that are built in are looked for on flash first, in six places that take 0.6 ms each.
    sys.path[:] = [".frozen"]
