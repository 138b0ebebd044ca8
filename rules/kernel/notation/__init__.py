"""Positions and values as text, written and read back."""
