"""What the editions share: the board, the words of the game, and how it is played.  Knows no edition."""
