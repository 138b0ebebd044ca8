"""The table: one thread that owns the game, and what screens are shown of it."""
