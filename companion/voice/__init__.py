"""What is heard at the table: speech, and spoken commands."""
