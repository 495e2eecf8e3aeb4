"""The serial line from the laptop's end: ports, their threads, and which of them is a table."""
