"""The pages on which a game is set up: step by step, with the camera, an army, a board that is kept."""
