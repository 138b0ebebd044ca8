"""Dice of which some faces differ by nothing but their ink: shapes first, then colours."""
