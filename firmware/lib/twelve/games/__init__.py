"""Floor 1: the games, each a state machine that always offers a list of legal actions."""
