"""What the camera saw of units, figures, terrain and cards, and how much of it is believed."""
