"""What a board's MicroPython does at power-on: runs main.py, then answers as the raw REPL.

Source: docs.micropython.org, "The MicroPython Interactive Interpreter Mode", the raw REPL in its
raw paste mode.
"""

import os
import sys

BANNER = b"raw REPL; CTRL-B to exit\r\n>"
WINDOW = 2048
OUT = sys.stdout.buffer


def pick():
    """Return the port of MicroPython boards, which this PC is not, but plays."""
    from twelve.ports.micropython import Port

    return Port()


def run_main():
    """Run main.py as a board does; what ends it is printed."""
    try:
        os.stat("main.py")
    except OSError:
        return
    try:
        import twelve.ports

        twelve.ports.pick = pick
    except (ImportError, ValueError):  # half an installation: main.py will say so
        pass
    try:
        with open("main.py") as f:
            exec(f.read(), {"__name__": "__main__"})
    except Exception as error:
        sys.print_exception(error)


def byte():
    """Return the next byte from the host."""
    found = sys.stdin.buffer.read(1)
    if not found:
        sys.exit(0)
    return found


def run(source, names):
    """Run ``source``; send what it prints, and its traceback."""
    trouble = b""
    try:
        exec(source, names)
    except Exception as error:
        import io

        text = io.StringIO()
        sys.print_exception(error, text)
        trouble = text.getvalue().encode()
    OUT.write(b"\x04" + trouble + b"\x04>")


def paste():
    """Return the source that the host sends, a window at a time."""
    OUT.write(b"R\x01" + WINDOW.to_bytes(2, "little"))
    source = bytearray()
    while True:
        found = byte()
        if found == b"\x04":
            OUT.write(b"\x04")
            return source
        source.extend(found)
        if len(source) % WINDOW == 0:
            OUT.write(b"\x01")


def repl():
    """Answer as the REPL for ever."""
    names, raw = {}, False
    while True:
        found = byte()
        if found == b"\x01":
            raw = True
            OUT.write(BANNER)
        elif found == b"\x02":
            raw = False
            OUT.write(b"\r\n>>> ")
        elif raw and found == b"\x05":
            byte(), byte()
            run(paste().decode(), names)


run_main()
repl()
