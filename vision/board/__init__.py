"""Where the board lies in a picture: plans, lenses, planes."""
