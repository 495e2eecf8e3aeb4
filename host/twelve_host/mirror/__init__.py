"""One table as the laptop knows it: its records, its game, its lights."""
