"""Games and all else that a table keeps, on disk; the journal of one game."""
