"""Epic adventures: a large board, a common rack of Command cards, two kinds of victory."""
