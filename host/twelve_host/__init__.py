"""The laptop's side of the table: mirror, record, score, show."""
