"""The editions that can be played: the only module that knows them all."""

from rules.first.edition import FIRST
from rules.kernel.edition import Edition
from rules.second.edition import SECOND

EDITIONS = (SECOND, FIRST)
"""In the order in which a scenario is looked for in them."""


def edition_called(name: str) -> Edition:
    """Return the edition whose id is *name*.  Raises LookupError for none."""
    return {edition.id: edition for edition in EDITIONS}[name]
