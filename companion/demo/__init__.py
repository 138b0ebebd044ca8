"""A game that plays itself over a simulated table."""
