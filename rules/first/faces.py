"""The six faces of the First Edition's die (rules summary, Hits and Misses, Lore, Retreats).

A helmet is named by the banner that it hits.
"""

from rules.kernel.values import Face

GREEN = Face("green")
BLUE = Face("blue")
RED = Face("red")
BONUS_STRIKE = Face("bonus_strike")
LORE = Face("lore")
FLAG = Face("flag")

FACES = (GREEN, BLUE, RED, BONUS_STRIKE, LORE, FLAG)
