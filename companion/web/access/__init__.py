"""Who may come to the table, and what each request must show."""
