"""One module an edition: its tables and the few functions in which the books differ."""
