"""Puts the firmware on a board: what belongs there, how it gets there, how it is checked."""
