"""What config/first holds, read once."""

import tomllib
from importlib import resources
from typing import Any, TypeVar

import msgspec

from rules.first.printed.pieces import Banner, CreatureCard, GroundCard, Race, Troop, WeaponCard
from rules.first.printed.profiles import Profile, creature_profile, troop_profile
from rules.first.printed.tables import TABLES
from rules.kernel.printed import AbilityCard

SHELF = resources.files("config") / "first"
Entry = TypeVar("Entry")


def texts(name: str) -> dict[str, dict[str, Any]]:
    """Return the entries of every file called *name*, the base box's and the others'."""
    boxes = sorted((box for box in SHELF.iterdir() if box.is_dir()), key=lambda box: box.name)
    files = [file for place in (SHELF, *boxes) for file in place.iterdir() if file.name == name]
    return {
        key: entry for file in files for key, entry in tomllib.loads(file.read_text(encoding="utf-8")).items()
    }


def entries(name: str, sort: type[Entry]) -> dict[str, Entry]:
    return {key: msgspec.convert({"id": key, **fields}, sort) for key, fields in texts(name).items()}


BANNERS = entries("banners.toml", Banner)
RACES = entries("races.toml", Race)
WEAPONS = entries("weapons.toml", WeaponCard)
TROOPS = entries("units.toml", Troop)
CREATURES = entries("creatures.toml", CreatureCard)
GROUND = entries("terrain.toml", GroundCard)
ABILITIES = entries("abilities.toml", AbilityCard)
ALL = {name: entries(name, sort) for name, sort in TABLES.items()}


def troop(name: str) -> Profile:
    return troop_profile(TROOPS[name], banners=BANNERS, races=RACES, weapons=WEAPONS)


def creature(name: str) -> Profile:
    return creature_profile(CREATURES[name], banners=BANNERS, races=RACES)
