"""Which tags lie where."""
