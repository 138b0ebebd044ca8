"""The facts of config/first: that they fit together, and that they are those of the reference."""

import tomllib

import msgspec
import pytest
from msgspec.structs import replace

from rules.first.edition import FIRST
from rules.first.faces import FACES
from rules.first.printed.lore import CommanderLevel, LoreMasterCard, LoreWindow, MasterLevel
from rules.first.printed.pieces import LandmarkCard, Moves, PrintedEntry, Strikes
from rules.first.printed.profiles import troop_profile
from rules.first.printed.tables import TABLES
from rules.kernel.catalogue import ConfigError, parse_catalogue
from rules.kernel.printed import Ability
from rules.kernel.values import AbilityId, CardId, Section
from tests.rules.first import config_tables
from tests.rules.first.engine import printed_texts

VERBS = {
    "grant_orders": {"count", "section", "traits", "connected", "fallback"},
    "scout": {"draw", "keep"},
    "add_dice": {"count", "melee"},
    "grant_moves": {"trait", "battle", "melee"},
    "grant_battles": {"trait", "count", "point_blank"},
    "bar_ranged": set(),
    "bar_moves": {"trait"},
    "repeat_card": {"mirrored"},
    "roll_for_orders": {"dice", "lore", "shuffle", "orders"},
}
"""The vocabulary of the Command cards, which the kernel's verbs must come to know."""


KNOWN_IN_PART = {
    ("battlelore", "does"),
    ("giant_spider", "powers"),
    ("wood_wyvern", "powers"),
    ("fire_dragon", "powers"),
    ("goblin_hyena_riders", "abilities"),
    ("ogres", "abilities"),
}
"""What stands in a file and on its card stands more of it."""


def test_every_file_is_a_table_of_the_edition() -> None:
    words = ("glossary.", "phrases.", "summaries.")
    files = {
        file.name
        for file in config_tables.SHELF.iterdir()
        if file.name.endswith(".toml") and not file.name.startswith(words)
    }
    boxes = {file.name for box in config_tables.SHELF.iterdir() if box.is_dir() for file in box.iterdir()}
    assert files == {
        *TABLES,
        "abilities.toml",
        "factions.toml",
        "scenarios.toml",
        "deployment_sets.toml",
        "rulings.toml",
        "sheets.toml",
        "variants.toml",
    }
    assert boxes <= set(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_what_is_unknown_is_absent(name: str) -> None:
    for entry in config_tables.ALL[name].values():
        assert isinstance(entry, PrintedEntry)
        fields = {field.name: field for field in msgspec.structs.fields(entry)}
        for unknown in entry.unknown:
            default = getattr(entry, unknown)
            if (entry.id, unknown) not in KNOWN_IN_PART:
                assert unknown not in config_tables.texts(name)[entry.id], (entry.id, unknown)
                assert default in (None, False, ()), (entry.id, unknown)
            assert unknown in fields


def test_units_are_made_of_words_that_the_tables_have() -> None:
    for troop in config_tables.TROOPS.values():
        assert troop.race in config_tables.RACES and troop.type != "creature"
        assert troop.banner in {*config_tables.BANNERS, None}
        assert troop.weapon in {*config_tables.WEAPONS, None}
        assert ("banner" in troop.unknown) is (troop.banner is None)
        assert ("weapon" in troop.unknown) is (troop.weapon is None)


def test_every_ability_that_is_named_has_its_words() -> None:
    named = [
        ability.name
        for race in config_tables.RACES.values()
        for row in race.abilities.values()
        for ability in row
    ]
    named += [ability.name for troop in config_tables.TROOPS.values() for ability in troop.abilities]
    named += [ability.name for card in config_tables.CREATURES.values() for ability in card.abilities]
    named += [
        one.name for ground in config_tables.GROUND.values() for one in (*ground.abilities, *ground.beside)
    ]
    named.append(AbilityId("must_ignore"))
    assert set(named) == set(config_tables.ABILITIES)


def test_landmarks_and_obstacles_name_what_there_is() -> None:
    for landmark in config_tables.ALL["landmarks.toml"].values():
        assert isinstance(landmark, LandmarkCard)
        assert landmark.ground in {*config_tables.GROUND, None}
        bringers = {*config_tables.ALL["classes.toml"], *config_tables.ALL["creatures.toml"]}
        assert landmark.brought_by in {*bringers, "commander", "creature"}
        assert landmark.rows in ((), (3, 4))
    assert all(set(ground.on) <= set(config_tables.GROUND) for ground in config_tables.GROUND.values())


def test_the_faces_are_those_of_the_die() -> None:
    assert tuple(config_tables.ALL["dice.toml"]) == FACES
    assert [face.sticker for face in config_tables.ALL["dice.toml"].values()] == list(range(60, 66))


@pytest.mark.parametrize(
    ("banner", "dice", "foot", "mounted"),
    [
        ("green", 2, (4, 2, 2), (3, 4, 4)),
        ("blue", 3, (4, 1, 2), (3, 3, 3)),
        ("red", 4, (4, 1, 1), (3, 2, 2)),
    ],
)
def test_banners_are_as_the_reference_has_them(
    banner: str, dice: int, foot: tuple[int, int, int], mounted: tuple[int, int, int]
) -> None:
    entry = config_tables.BANNERS[banner]
    assert entry.dice == dice
    for moves, (figures, battle, walk) in ((entry.foot, foot), (entry.mounted, mounted)):
        assert moves == Moves(figures=figures, battle=battle, walk=walk)


@pytest.mark.parametrize(
    ("weapon", "reach", "strikes", "spared", "moved"),
    [
        ("short_sword", 1, Strikes.HIT, 1, None),
        ("long_sword", 1, Strikes.HIT, 0, None),
        ("common_bow", 4, Strikes.MISS, 0, 1),
        ("crossbow", 3, Strikes.HIT_AT_RANGE, 0, None),
        ("long_bow", None, Strikes.HIT, 0, None),
        ("reflex_bow", 3, None, 0, 0),
        ("sling", 2, None, 0, None),
        ("spear", 1, None, 0, None),
        ("spiked_club", 1, Strikes.HIT, 1, None),
    ],
)
def test_weapons_are_as_the_reference_has_them(
    weapon: str, reach: int | None, strikes: Strikes | None, spared: int, moved: int | None
) -> None:
    entry = config_tables.WEAPONS[weapon]
    assert (entry.range, entry.strikes, entry.spared_mounted, entry.moved_dice) == (
        reach,
        strikes,
        spared,
        moved,
    )


def test_a_unit_is_what_its_tables_say_unless_its_card_differs() -> None:
    dwarf = config_tables.troop("dwarf_swordsmen")
    assert (dwarf.figures, dwarf.dice, dwarf.battle, dwarf.walk, dwarf.retreat) == (4, 3, 1, 2, 1)
    assert dwarf.abilities == {"bold": 1}
    assert dwarf.traits == {"blue", "foot", "iron_dwarf"}
    ogres = config_tables.troop("ogres")
    assert (ogres.figures, ogres.dice, ogres.battle) == (3, 4, 1)
    assert config_tables.troop("hobgoblin_spear_bearers").abilities == {"frightened": 2, "rush": 2}
    assert config_tables.troop("hobgoblin_cavalry").abilities == {"frightened": 2}
    assert config_tables.troop("dwarf_cattle_riders").abilities == {}
    assert config_tables.TROOPS["hobgoblin_archers"].weapon == "common_bow"
    assert config_tables.troop("human_green_archers").traits == {"green", "foot", "human", "missile"}


def test_abilities_of_race_and_card_add_up() -> None:
    card = replace(
        config_tables.TROOPS["dwarf_swordsmen"], abilities=(Ability(name=AbilityId("bold"), number=2),)
    )
    bold = troop_profile(
        card, banners=config_tables.BANNERS, races=config_tables.RACES, weapons=config_tables.WEAPONS
    )
    assert bold.abilities == {"bold": 3}


def test_what_nobody_knows_of_a_unit_stays_none() -> None:
    slingers = config_tables.troop("goblin_slingers")
    assert (slingers.banner, slingers.dice, slingers.battle, slingers.figures) == (None, None, None, 4)
    assert config_tables.troop("human_red_foot").reach is None


def test_a_creature_moves_and_rolls_like_foot_of_its_banner_unless_its_card_differs() -> None:
    spider = config_tables.creature("giant_spider")
    assert (spider.figures, spider.dice, spider.battle, spider.walk, spider.retreat) == (1, 2, 2, 2, 2)
    assert spider.abilities == {"bold": 1, "unsupported": 1, "unmoved_by_landmarks": 1, "must_ignore": 1}
    assert not spider.is_troop
    assert spider.reach == 1
    assert config_tables.creature("ice_drake").abilities["must_ignore"] == 0
    assert config_tables.creature("ice_drake").retreat == 3
    assert config_tables.creature("earth_elemental").retreat == 0
    assert config_tables.CREATURES["rock_elemental"].most_stored == 2
    assert config_tables.CREATURES["giant_spider"].most_stored is None


def test_the_command_deck_has_sixty_cards() -> None:
    cards = config_tables.texts("cards.toml")
    assert sum(card["copies"] for card in cards.values()) == 60
    sections = [name for name in cards if name.rpartition("_")[2] in set(Section)]
    assert sum(cards[name]["copies"] for name in sections) == 36
    for card in cards.values():
        for verb in card["does"]:
            assert set(verb) - {"verb"} <= VERBS[verb["verb"]]


@pytest.mark.parametrize(("level", "cards"), [(0, 3), (1, 4), (2, 5), (3, 6)])
def test_a_commanders_level_is_the_number_of_command_cards(level: int, cards: int) -> None:
    entry = config_tables.ALL["commander_levels.toml"][f"commander_{level}"]
    assert isinstance(entry, CommanderLevel)
    assert (entry.level, entry.cards) == (level, cards)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_highest_lore_master_says_how_many_lore_cards(level: int) -> None:
    entry = config_tables.ALL["master_levels.toml"][f"master_{level}"]
    assert isinstance(entry, MasterLevel)
    assert (entry.level, entry.dealt, entry.keep, entry.tokens, entry.most) == (
        level,
        4,
        level,
        level,
        level + 1,
    )


def test_lore_cards_belong_to_a_class_and_reactions_to_a_window_of_the_other_players_turn() -> None:
    reactions = {LoreWindow.BEFORE_ROLL, LoreWindow.AFTER_ROLL, LoreWindow.COMMAND_REACTION}
    for card in config_tables.ALL["lore.toml"].values():
        assert isinstance(card, LoreMasterCard)
        assert card.master in config_tables.ALL["classes.toml"]
        assert not card.reaction or set(card.windows) <= reactions


def test_orders_in_sections_alone_are_shown_as_other_editions_show_them() -> None:
    """Command cards: a sign tells of these cards what their words say."""
    shown = parse_catalogue(printed_texts(), FIRST).cards
    assert [(one.count, one.section) for one in shown[CardId("surround")].does] == [
        (2, Section.LEFT),
        (2, Section.RIGHT),
    ]
    assert not any(shown[CardId(name)].does for name in ("scout_left", "advance_left", "leadership"))


def test_everything_has_a_romanian_name() -> None:
    """All but Deployment cards, which are called by a letter and a number."""
    names = tomllib.loads((config_tables.SHELF / "phrases.ro.toml").read_text(encoding="utf-8"))["names"]
    named = {
        "units.toml": "kinds",
        "creatures.toml": "kinds",
        "adventures.toml": "scenarios",
        "cards.toml": "cards",
        "abilities.toml": "abilities",
        "rulings.toml": "rulings",
        "classes.toml": "masters",
    }
    others = {name: name.removesuffix(".toml") for name in TABLES if name != "deployment_cards.toml"}
    for file, group in {**others, **named}.items():
        group = "council" if group.endswith("_levels") else group
        assert set(config_tables.texts(file)) <= set(names[group]), file
    assert set(names["forms"]) == set(names["kinds"])
    powers = {power.id for card in config_tables.CREATURES.values() for power in card.powers}
    assert powers == set(names["powers"])


def test_an_amount_on_a_lore_card_that_is_none_is_refused_with_file_entry_and_field() -> None:
    wrong = {"pack/lore.toml": '[wizard_14]\namount = "1d a level"\n'}
    told = r"lore.toml: \[wizard_14\] '1d a level' is no amount .*, field amount"
    with pytest.raises(ConfigError, match=told):
        parse_catalogue({**printed_texts(), **wrong}, FIRST)
