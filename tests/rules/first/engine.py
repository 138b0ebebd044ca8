"""Games of the First Edition made for a test: any units, any ground, any card."""

import re

from msgspec.structs import replace

from rules.first.edition import FIRST
from rules.first.printed.lore import LoreMasterCard
from rules.first.printed.pieces import CreatureCard, Power
from rules.first.printed.tables import ground_of, kind_of_card, lore_of
from rules.kernel.catalogue import Catalogue, parse_catalogue, tables_of
from rules.kernel.edition import Edition, Variant
from rules.kernel.hexes import Hex
from rules.kernel.printed import Kind
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import KindId, LoreId, TerrainId, Tile, UnitId
from rules.kernel.variants import with_variants
from tests.rules.first import config_tables, position
from tests.rules.first.adapter import BOARD, DEEP_BOARD, EPIC_BOARD, SEATS, Piece, Standing

MADE_UP = LoreId("made_up")


def printed_texts() -> dict[str, str]:
    """Return our own texts of the edition by path, all boxes."""
    boxes = [
        config_tables.SHELF,
        *sorted((box for box in config_tables.SHELF.iterdir() if box.is_dir()), key=lambda box: box.name),
    ]
    return {
        f"{box.name}/{file.name}": file.read_text(encoding="utf-8")
        for box in boxes
        for file in box.iterdir()
        if file.name in tables_of(FIRST)
    }


CATALOGUE = parse_catalogue(printed_texts(), FIRST)


BOARDS = {"first": BOARD, "epic_wide": EPIC_BOARD, "epic_deep": DEEP_BOARD}


def rules(scenario: str, *variants: str) -> Ruleset:
    """Return the rules of one of our own adventures, played with *variants*."""
    found = CATALOGUE.scenarios[scenario]
    return Ruleset(FIRST, CATALOGUE, BOARDS[found.board], with_variants(found, variants))


def epic_rules(scenario: str = "war_council", *variants: str) -> Ruleset:
    """Return the rules of one of our own adventures, played as an Epic one on its own board."""
    found = CATALOGUE.scenarios[scenario]
    return Ruleset(FIRST, CATALOGUE, BOARD, replace(found, variants=("epic", *variants)))


def under(variant: Variant) -> Edition:
    """Return the edition over which *variant* is laid: with those that it needs."""
    base = FIRST
    for each in FIRST.variants:
        if each.id in CATALOGUE.variants[variant.id].needs:
            base = each.of(base)
    return base


def without(ruleset: Ruleset, gone: str) -> Ruleset:
    """Return *ruleset* without one unit."""
    units = {unit: at for unit, at in ruleset.scenario.units.items() if unit != gone}
    owners = {unit: ruleset.scenario.owners[unit] for unit in units}
    scenario = replace(ruleset.scenario, units=units, owners=owners)
    return Ruleset(ruleset.edition, ruleset.catalogue, ruleset.board, scenario)


# What a group would copy from its cards, with numbers of ours, a crowd of Creatures at the edge, and
# a unit with each of the abilities of the packs.
WILD = {
    "pack/creatures.toml": """
[hill_giant]
stores = true
powers = [{ id = "roar", name = "Roar", lore = 3 }, { id = "stamp", name = "Stamp", lore = 2 }]
[earth_elemental]
stores = true
retreat = 2
""",
    "pack/units.toml": """
[dwarf_bear_riders]
banner = "blue"
[goblin_hyena_riders]
weapon = "long_sword"
""",
    "pack/lore.toml": """
[rogue_1]
windows = ["in_lieu"]
[rogue_2]
windows = ["battle"]
[rogue_3]
cost = 1
windows = ["battle"]
""",
    "pack/scenarios.toml": """
[war_council.units.south]
hill_giant = ["E1", "F1"]
wood_giant = ["G2"]
ice_drake = ["I1"]
human_blue_foot = ["E2", "F2", "D1"]
ogres = ["H2", "H1"]
dwarf_crossbowmen = ["F3", "G3"]
human_red_mounted = ["C2"]
dwarf_bear_riders = ["J3"]
[war_council.units.north]
earth_elemental = ["E9", "G9"]
rock_elemental = ["H9"]
hydra = ["F8"]
goblinoid_blue_foot = ["E8", "G8", "H8", "D9", "I9"]
human_green_archers = ["F7", "G7"]
goblin_hyena_riders = ["C8"]
human_blue_mounted = ["J7"]
[war_council.terrain]
D5 = { kind = "marsh" }
F4 = { kind = "countryside", token = "archers_stakes" }
G6 = { kind = "wooded" }
""",
}


def wild_rules() -> Ruleset:
    """Return the rules of a Lore adventure with many Creatures, and cards that say more than we know."""
    catalogue = parse_catalogue({**printed_texts(), **WILD}, FIRST)
    return Ruleset(FIRST, catalogue, BOARD, catalogue.scenarios["war_council"])


def small(ruleset: Ruleset) -> Ruleset:
    """Return *ruleset* with every second unit, each side a row further on, and a banner that wins.

    Such a game is over after a quarter of the commands and a fifth of the time.
    """
    scenario, owners = ruleset.scenario, ruleset.owners
    units: dict[UnitId, Hex] = {}
    for seat in ruleset.seats:
        own = [unit for unit in scenario.units if owners[unit] is seat]
        for unit in own[::2]:
            at = scenario.units[unit]
            onward = Hex(f"{at[0]}{int(at[1:]) + (1 if seat.is_south else -1)}")
            if onward in ruleset.board and onward not in units.values():
                units[unit] = onward
    scenario = replace(scenario, units=units, owners={unit: owners[unit] for unit in units}, points_to_win=1)
    return Ruleset(ruleset.edition, ruleset.catalogue, ruleset.board, scenario)


def unit_id(name: str) -> UnitId:
    return UnitId(f"{name}-1")


def kinds_of(units: tuple[Standing, ...]) -> dict[KindId, Kind]:
    """Return a kind for each unit of an example, called like it."""
    made: dict[KindId, Kind] = {}
    for unit in units:
        card = CreatureCard(id=unit.name, name=unit.name, **position.COMMON)
        made[KindId(unit.name)] = kind_of_card(card, position.profile(unit), 1, "core")
    return made


def creature(unit: Standing, given: str) -> CreatureCard:
    """Return the card of an example's Creature; *given* may tell what its dearest power needs."""
    dearest = re.search(r"dearest power needs (\d) Lore", given)
    powers = (Power(id="roar", name="Roar", lore=int(dearest[1])),) if dearest else ()
    return CreatureCard(
        id=unit.name,
        name=unit.name,
        banner=unit.banner,
        stores=bool(powers),
        powers=powers,
        **position.COMMON,
    )


def tile(piece: Piece) -> Tile:
    """Return the tile of a piece of an example's terrain."""
    kind = f"ground_{piece.at.lower()}" if piece.kind == "ground" else piece.kind
    return Tile(kind=TerrainId(kind), owner=SEATS.get(piece.told.get("owner", "")))


def catalogue_for(units: tuple[Standing, ...], pieces: tuple[Piece, ...], given: str) -> Catalogue:
    """Return our catalogue with the units and the ground of an example, and a Lore card of any moment."""
    creatures = {unit.name: creature(unit, given) for unit in units if unit.type == "creature"}
    grounds = {
        TerrainId(f"ground_{piece.at.lower()}"): ground_of(position.ground(piece))
        for piece in pieces
        if piece.kind == "ground"
    }
    catalogue = replace(
        CATALOGUE,
        kinds={**CATALOGUE.kinds, **kinds_of(units)},
        terrain={**CATALOGUE.terrain, **grounds},
    )
    catalogue = catalogue.having(CreatureCard, {**CATALOGUE.of(CreatureCard), **creatures})
    card = LoreMasterCard(id=MADE_UP, name="Made up", master="rogue", cost=1, **position.COMMON)
    catalogue = catalogue.having(LoreMasterCard, {**CATALOGUE.of(LoreMasterCard), MADE_UP: card})
    return replace(catalogue, lore={**catalogue.lore, MADE_UP: lore_of(card)})
