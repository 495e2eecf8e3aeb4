"""The virtual table: the real firmware in a process of its own, behind a line of its own."""
