"""What each die of a battle's roll does, told of the dice that lie: the edition says it.

Values only.  Knows no edition and no game.
"""

from enum import StrEnum

import msgspec

from rules.kernel.values import AbilityId, Face


class Deed(StrEnum):
    """What a die does: it hits, drives back, brings lore, goes to an ability, or does nothing.

    OPEN: somebody is still to say what.
    """

    HIT = "hit"
    RETREAT = "retreat"
    LORE = "lore"
    ABILITY = "ability"
    OPEN = "open"
    NOTHING = "nothing"


class DieDeed(msgspec.Struct, frozen=True, kw_only=True):
    """A die that shows *face*, and what it does, for *ability* where it went to one."""

    face: Face
    deed: Deed
    ability: AbilityId | None = None
