"""The First Edition at play: its chapters over plain values, asked of a game and put in their order."""
