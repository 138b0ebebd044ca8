"""A table that draws its own camera pictures, for demonstrations and tests."""
