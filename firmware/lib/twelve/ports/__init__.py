"""Floor 3: the hardware, one module a runtime behind one contract; see contract.py."""

import sys


def pick():
    """Return the port of the runtime that this is: the only place that asks."""
    if sys.implementation.name == "circuitpython":
        from .circuitpython import Port
    elif sys.platform == "rp2" or sys.platform == "esp32":
        from .micropython import Port
    else:
        import os

        line = os.getenv("TWELVE_LINE")
        if line:
            from .linux import Port

            return Port(line)
        from .virtual import Port
    return Port()
