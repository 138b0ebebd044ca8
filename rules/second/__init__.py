"""The Second Edition: one module a chapter of its books."""
