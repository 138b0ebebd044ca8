"""Sheets to print, in exact millimetres.  Of ours it imports ``rules.hexes`` and ``rules.catalogue`` only."""
