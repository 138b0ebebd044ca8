"""Dice in a tray, on a mat or loose: how many, where, and which face is up."""
