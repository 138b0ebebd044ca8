"""Which struct the entries of each of the First Edition's files are."""

from collections.abc import Mapping

from rules.first.printed.lore import Adventure, CommanderLevel, LoreMaster, LoreMasterCard, MasterLevel
from rules.first.printed.pieces import (
    Banner,
    CreatureCard,
    DieFace,
    GroundCard,
    LandmarkCard,
    PrintedEntry,
    Race,
    Troop,
    WeaponCard,
)

TABLES: Mapping[str, type[PrintedEntry]] = {
    "banners.toml": Banner,
    "races.toml": Race,
    "weapons.toml": WeaponCard,
    "units.toml": Troop,
    "creatures.toml": CreatureCard,
    "terrain.toml": GroundCard,
    "landmarks.toml": LandmarkCard,
    "classes.toml": LoreMaster,
    "lore.toml": LoreMasterCard,
    "commander_levels.toml": CommanderLevel,
    "master_levels.toml": MasterLevel,
    "dice.toml": DieFace,
    "adventures.toml": Adventure,
}
"""Besides abilities.toml and cards.toml, whose entries are those of every edition."""
