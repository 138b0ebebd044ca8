"""The Second Edition's set-up: scenario cards, terrain, fords, armies, pieces, and its campaign."""
