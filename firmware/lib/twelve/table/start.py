"""From power-on to the running table, and back to it whenever something has gone wrong.

First light comes before anything big is imported. A part that fails is named, kept for the host
and begun anew at once; three failures within a minute lead to a safe mode that still talks.
"""

import gc

from ..base.compat import const

_PAUSE_MS = const(200)  # after a fault: what fails at once must not wear the flash


def start(port) -> None:
    """Run the table on ``port`` for ever; returns where the REPL is wanted instead."""
    try:
        from .setup import faults_of, forget, prepare, wants_repl

        if wants_repl(port.files):
            return
        setup = prepare(port.files, port)
        faults = faults_of(port)
    except Exception as error:
        if _noted(port, None, "start", error, 0).count < 3:
            port.rest(_PAUSE_MS)
            port.restart()
        raise  # to the REPL, where it can be mended
    forget()
    prepare = faults_of = forget = wants_repl = None  # so that their code can go
    wish = "service" if port.held else ""
    is_up = False
    while True:
        part = None
        try:
            if wish == "service":
                from .service import Service as Part
            elif faults is not None and faults.count >= 3:
                from .safe import Safe as Part
            else:
                from .loop import Table as Part
            port.busy = False
            part = Part(port, setup, faults)
            setup = None  # whoever comes next reads what is in the file then
            if not is_up and wish != "service":  # there Ctrl-C gives the REPL
                port.ready()
                is_up = True
            wish = part.run()
        except Exception as error:
            name, up_ms = ("start", 0) if part is None else (part.failing, part.now_ms)
            part = Part = None
            gc.collect()
            # A heap in pieces stays in pieces: without memory the whole program begins anew.
            wish = "restart" if isinstance(error, MemoryError) else ""
            try:
                faults = _noted(port, faults, name, error, up_ms)
            except MemoryError:  # then it begins anew without the note
                pass
            port.rest(_PAUSE_MS)
        part = Part = None
        gc.collect()
        if wish == "restart":
            port.restart()  # a port without a chip comes back


def _noted(port, faults, name: str, error, up_ms: int):
    """Note the ``error`` of the part ``name`` among ``faults``, or among new ones; return them."""
    from .faults import Faults

    faults = faults or Faults(port.files)
    faults.note(name, port.describe(error), up_ms)
    return faults
