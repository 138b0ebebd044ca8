"""Reluctant Allies: four players in two camps, each with units, cards and Lore of his own."""
