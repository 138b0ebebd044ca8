"""What only the Second Edition keeps of a game and of its attacks, and how events change it."""
