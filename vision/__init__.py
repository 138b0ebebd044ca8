"""The eyes: pictures in, sightings and observations out.

Knows no rule of the game; of ours it imports ``rules.kernel.hexes`` only.
"""
