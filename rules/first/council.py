"""War Councils: their levels, what they bring, and the Lore deck that is counted out for them.

Rules summary, War Councils.  Knows no card by name and no state.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from rules.first.printed.lore import CommanderLevel, MasterLevel

USUAL_LEVELS = 6
HIGHEST = 3
DECK_OF_BOTH, DECK_OF_ONE, DECK_OF_NONE = 14, 8, 5


class Council(NamedTuple):
    """A player's council: the Commander's level, those of his Lore Masters, and of his Creatures."""

    commander: int
    masters: Mapping[str, int]
    creatures: Mapping[str, int] = {}

    @property
    def levels(self) -> int:
        """Return how many levels it has in all."""
        return self.commander + sum(self.masters.values()) + sum(self.creatures.values())

    @property
    def highest(self) -> int:
        """Return the level of its highest Lore Master; the Commander is none."""
        return max(self.masters.values(), default=0)


class Unfit(StrEnum):
    """What is wrong with a council."""

    NO_SUCH_MASTER = "no_such_master"
    IMPOSSIBLE_LEVEL = "impossible_level"
    WRONG_NUMBER_OF_LEVELS = "wrong_number_of_levels"
    NO_SUCH_CREATURE = "no_such_creature"
    CREATURE_NOT_FIELDED = "creature_not_fielded"
    OTHER_CREATURES_LEVEL = "other_creatures_level"


def unfit(council: Council, classes: Collection[str], levels: int = USUAL_LEVELS) -> Unfit | None:
    """Return what is wrong with *council*, where *levels* are to be given to masters of these *classes*."""
    if not set(council.masters) <= set(classes):
        return Unfit.NO_SUCH_MASTER
    if not 0 <= council.commander <= HIGHEST or any(
        not 1 <= level <= HIGHEST for level in council.masters.values()
    ):
        return Unfit.IMPOSSIBLE_LEVEL
    return None if council.levels == levels else Unfit.WRONG_NUMBER_OF_LEVELS


def creature_unfit(level: int, own: int | None) -> Unfit | None:
    """Return what is wrong with a Creature at *level*; on its card stands its *own*, None where unknown."""
    if own is None:
        return None if 1 <= level <= HIGHEST else Unfit.IMPOSSIBLE_LEVEL
    return None if level == own else Unfit.OTHER_CREATURES_LEVEL


def command_cards(council: Council, table: Iterable[CommanderLevel]) -> int:
    """Return how many Command cards *council* holds.  Raises KeyError for a level that *table* has not."""
    return {entry.level: entry.cards for entry in table}[council.commander]


def beginnings(council: Council, table: Iterable[MasterLevel]) -> MasterLevel | None:
    """Return what the highest Lore Master brings at the start, or None without any."""
    return {entry.level: entry for entry in table}.get(council.highest)


def lore_deck(councils: Iterable[Council], classes: Iterable[str]) -> dict[str, int]:
    """Return how many cards of each class are counted out: by how many councils have its master."""
    held = [name for council in councils for name in council.masters]
    numbers = (DECK_OF_NONE, DECK_OF_ONE, DECK_OF_BOTH)
    return {name: numbers[min(2, held.count(name))] for name in classes}
