"""The server of the dashboard: connections, requests, event streams, files."""
