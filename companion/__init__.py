"""The companion: a table's camera, journal, voice and screens."""
