"""What a CircuitPython board runs after power-on: the only place that joins a port to the table."""

import sys

try:
    try:
        from twelve.ports import pick
    except (ValueError, RuntimeError):  # other compiled files are wanted: the sources, slowly
        sys.path.insert(0, "/lib/twelve/source")
        from twelve.ports import pick
    from twelve.table.start import start

    start(pick())
except KeyboardInterrupt:  # a byte 3 on the console, which some programs send to any port
    from twelve.ports.drive import go_on

    go_on()
