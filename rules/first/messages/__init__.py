"""What only the First Edition says: its own commands, waits and events.  Knows no rule."""
