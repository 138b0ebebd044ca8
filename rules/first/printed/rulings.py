"""The rulings that a table may decide otherwise (docs/rulings.md): which other readings are played.

Each is asked for at the one place in the rules that it changes.  Knows no game in progress.
"""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from rules.first.faces import BLUE
from rules.first.moving import RUSH
from rules.first.printed.pieces import UnitType
from rules.first.printed.profiles import Profile
from rules.kernel.catalogue import Catalogue, ConfigError

RULINGS = "rulings.toml"
MOUNTED_RETREAT = 2


class ReadOtherwise(StrEnum):
    """The other readings, by their names in the file."""

    MOUNTED_RETREAT_TWO = "mounted_retreat_two"
    UNITS_BESIDE_LINE_IGNORED = "units_beside_line_ignored"
    ACTING_PLAYER_LEADS_RETREAT = "acting_player_leads_retreat"
    RANGED_GAINS_GROUND = "ranged_gains_ground"
    ONLY_BLUE_RUSH = "only_blue_rush"
    BONUS_NOT_BATTLED_BACK = "bonus_not_battled_back"
    LEVIES_STAY = "levies_stay"
    MEDIEVAL_STRONGHOLD = "medieval_stronghold"
    LANDMARK_BOLD_ONCE = "landmark_bold_once"
    LANDMARK_STOPS_RETREAT = "landmark_stops_retreat"


class OtherReading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another reading of a rule than ours, and whether it is *played*: all that a pack tells of it."""

    id: str
    name: str = ""
    played: bool = False
    unknown: tuple[str, ...] = ()
    page: str = ""


def is_played(catalogue: Catalogue, reading: ReadOtherwise) -> bool:
    """Return whether the table plays *reading*, and not ours."""
    return catalogue.of(OtherReading)[reading].played


def as_read(troop: Profile, catalogue: Catalogue) -> Profile:
    """Return *troop* as the table reads the cards: how far a flag drives it, and whether it rushes."""
    if troop.type is UnitType.MOUNTED and is_played(catalogue, ReadOtherwise.MOUNTED_RETREAT_TWO):
        return replace(troop, retreat=MOUNTED_RETREAT)
    if troop.banner not in (BLUE, None) and is_played(catalogue, ReadOtherwise.ONLY_BLUE_RUSH):
        kept = {name: number for name, number in troop.abilities.items() if name != RUSH}
        return replace(troop, abilities=kept)
    return troop


def check_rulings(catalogue: Catalogue) -> None:
    """Raise ConfigError where the readings told and those that the code plays do not answer each other."""
    told = catalogue.of(OtherReading)
    for reading in ReadOtherwise:
        if reading not in told:
            raise ConfigError(RULINGS, None, "no entry tells of the other reading {1}", repr(reading.value))
    for name in told:
        if name not in list(ReadOtherwise):
            raise ConfigError(
                RULINGS,
                name,
                "no rule is read otherwise by this name; there are {1}",
                ", ".join(ReadOtherwise),
            )
