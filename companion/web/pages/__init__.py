"""The addresses of the dashboard, one module a topic."""
