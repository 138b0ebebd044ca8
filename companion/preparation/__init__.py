"""What leads from the box to the first turn: checks, steps, sheets to print."""
