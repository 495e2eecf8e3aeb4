"""A table's settings as the laptop sees them: what there is, what may be, how a table is asked."""
