"""Floor 0: what every floor above may use, and what imports nothing of ours."""
