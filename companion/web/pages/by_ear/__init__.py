"""What those ask at a page who hear it."""
