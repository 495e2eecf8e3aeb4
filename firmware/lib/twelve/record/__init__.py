"""Floor 1: a game as numbered, chained lines, and the line that carries them. See README.md."""
