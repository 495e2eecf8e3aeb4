"""What a CircuitPython board runs before USB is up: a port for the table, the drive for the code.

With the button held at power-on, or once where a host asked for it, the drive is the computer's:
files can be copied, and Ctrl-C on the console gives the REPL. The table plays on all the same.
"""

import sys

import storage
import usb_cdc

usb_cdc.enable(console=True, data=True)  # first: whatever follows, the table can be talked to
try:
    from twelve.ports.drive import computer_gets_it
except (ValueError, RuntimeError):  # other compiled files are wanted: the sources, slowly
    sys.path.insert(0, "/lib/twelve/source")
    from twelve.ports.drive import computer_gets_it
if not computer_gets_it():
    storage.remount("/", readonly=False)
