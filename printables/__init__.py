"""Sheets to print, in exact millimetres.  Of the rules it imports ``hexes`` and ``catalogue`` only."""
