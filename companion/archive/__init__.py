"""Everything that a table keeps, in one file: written, and read elsewhere."""
