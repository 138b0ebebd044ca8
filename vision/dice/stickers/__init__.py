"""Dice with printed stickers: read by their ids, tops told from sides."""
