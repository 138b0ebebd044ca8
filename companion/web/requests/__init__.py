"""What devices send, read and carried to the table."""
