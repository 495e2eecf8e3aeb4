"""What the lights show: pure functions of state and elapsed time that draw into a frame."""
