"""The units and the ground of an example, made of the summary cards."""

from rules.first.printed.pieces import CreatureCard, GroundCard, Strikes, Troop, UnitType, WeaponCard
from rules.first.printed.profiles import Profile, creature_profile, troop_profile
from tests.rules.first import config_tables
from tests.rules.first.adapter import Piece, Standing

COMMON = {"confidence": "certain", "page": "an example"}
NONE = WeaponCard(id="none", name="None", missile=False, range=1, strikes=Strikes.MISS, **COMMON)
WEAPONS = {**config_tables.WEAPONS, "none": NONE}


def profile(unit: Standing) -> Profile:
    if unit.type == "creature":
        card = CreatureCard(id=unit.race, name=unit.race, banner=unit.banner, **COMMON)
        return creature_profile(card, banners=config_tables.BANNERS, races=config_tables.RACES)
    troop = Troop(
        id=unit.name,
        name=unit.name,
        race=unit.race,
        type=UnitType(unit.type),
        banner=unit.banner,
        weapon=unit.weapon,
        **COMMON,
    )
    return troop_profile(troop, banners=config_tables.BANNERS, races=config_tables.RACES, weapons=WEAPONS)


def ground(piece: Piece) -> GroundCard:
    if piece.kind == "ground":
        caps = {f"dice_{way.removeprefix('cap_')}": int(cap) for way, cap in piece.told.items()}
        return GroundCard(id="ground", name="Ground", **caps, **COMMON)
    return config_tables.GROUND[piece.kind]
