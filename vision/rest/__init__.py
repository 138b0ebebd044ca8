"""Whether the table is at rest, and when to speak of what lies there."""
