"""What the voice is made of: the engines' process, the players, and the sentences that wait.

Knows sentences and sound; no rule, no unit and no table.
"""
