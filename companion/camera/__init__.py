"""The camera at the table: what it sees is watched, kept small and remembered."""
