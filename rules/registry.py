"""The editions that can be played: the only module that knows them all."""

from rules.second.edition import SECOND

EDITIONS = (SECOND,)
"""In the order in which a scenario is looked for in them."""
