"""Floor 2: the console of one table, and what its lights show."""
