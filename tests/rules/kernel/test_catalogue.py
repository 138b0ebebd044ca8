import pytest

from rules.kernel.catalogue import Catalogue, ConfigError, parse_catalogue
from rules.kernel.game import new_game
from rules.kernel.hexes import Board
from rules.kernel.notation.position import parse_position
from rules.kernel.notation.writing import format_position
from rules.kernel.printed import Scenario
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import AttackType, KindId
from rules.second.edition import SECOND
from tests.rules.drawn import RULES
from tests.rules.printed_texts import printed_texts

TEXTS = printed_texts()


def changed(file: str, old: str, new: str) -> Catalogue:
    assert old in TEXTS[file]
    return parse_catalogue({**TEXTS, file: TEXTS[file].replace(old, new, 1)}, SECOND)


def test_unit_cards_are_as_the_reference_has_them() -> None:
    """Reference sheet section 3: move, combat, health, figures, range, cost; None where nobody knows."""
    facts = {
        kind.id: (kind.move, kind.combat, kind.health, kind.figures, kind.range, kind.cost)
        for kind in RULES.catalogue.kinds.values()
    }
    assert facts == {
        "citadel_guard": (2, 3, 3, 3, None, 4),
        "yeoman_archers": (2, 2, 3, 3, (1, 4), 4),
        "riverwatch_riders": (4, 2, 3, 3, None, 6),
        "rune_golems": (2, 3, 3, 3, None, 6),
        "roc_warrior": (None, 4, 6, 1, None, 8),
        "blood_harvesters": (2, 3, 3, 3, None, None),
        "viper_legion": (2, 2, 3, 3, (1, 4), None),
        "flesh_ripper_brutes": (3, 3, 3, 3, None, None),
        "obscenes": (1, 4, 3, 3, None, None),
        "chaos_lord": (1, 4, 6, 1, None, 8),
        "ironbound": (1, 4, 3, 3, None, 6),
        "greyhaven_battlemages": (2, 3, 3, 3, (1, 3), 5),
        "citadel_lancers": (None, None, 3, 3, None, 6),
        "siege_golem": (None, None, 6, 1, None, 8),
        "death_knights": (None, 4, 3, 3, None, None),
        "bone_horrors": (1, 3, 3, 3, None, None),
    }
    assert {kind.id for kind in RULES.catalogue.kinds.values() if kind.damage_tokens} == {
        "roc_warrior",
        "chaos_lord",
        "siege_golem",
    }


def test_attack_types_are_traits() -> None:
    kinds = RULES.catalogue.kinds
    assert kinds[KindId("viper_legion")].attack_type is AttackType.RANGED
    assert kinds[KindId("citadel_guard")].attack_type is AttackType.MELEE
    assert kinds[KindId("roc_warrior")].attack_type is None


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "units.toml",
            "move = 2",
            'move = "two"',
            "units.toml: [citadel_guard] Expected `int | null`, got `str`, field move",
        ),
        (
            "units.toml",
            "cost = 4",
            "costs = 4",
            "units.toml: [citadel_guard] Object contains unknown field `costs`",
        ),
        (
            "units.toml",
            "health = 3\n",
            "",
            "units.toml: [citadel_guard] Object missing required field `health`",
        ),
        (
            "units.toml",
            '"double_shot"',
            '"triple_shot"',
            "units.toml: [yeoman_archers] no code answers 'triple_shot', field abilities",
        ),
        (
            "abilities.toml",
            "[rage]",
            "[rages]",
            "abilities.toml: no entry tells of the ability 'rage' that the code answers",
        ),
        (
            "units.toml",
            'faction = "daqan"',
            'faction = "elves"',
            "units.toml: [citadel_guard] no faction is called 'elves', field faction",
        ),
        (
            "units.toml",
            "range = [1, 4]\n",
            "",
            "units.toml: [yeoman_archers] a ranged unit needs a range, field range",
        ),
        (
            "cards.toml",
            '"grant_orders"',
            '"grant_order"',
            "cards.toml: [patrol_left] Invalid value 'grant_order', field does[0].verb",
        ),
        (
            "cards.toml",
            "count = 2, section",
            "section",
            "cards.toml: [patrol_left] Object missing required field `count`, field does[0]",
        ),
        (
            "cards.toml",
            'section = "left"',
            'section = "west"',
            "cards.toml: [patrol_left] Invalid enum value 'west', field does[0].section",
        ),
        (
            "cards.toml",
            '{ verb = "grant_orders", count = 2, section = "left" }',
            '{ verb = "last_stand" }',
            "cards.toml: [patrol_left] 'last_stand' is told when it is played, field does",
        ),
        (
            "cards.toml",
            '{ verb = "grant_orders", count = 2, section = "left" }',
            '{ verb = "heal", unit = "citadel_guard-1", count = 1 }',
            "cards.toml: [patrol_left] 'heal' is told when it is played, field does",
        ),
        (
            "cards.toml",
            '{ verb = "grant_orders", count = 2, section = "left" }',
            '{ verb = "grant_orders", count = 0, section = "left" }',
            "cards.toml: [patrol_left] 0 is less than 1, field does",
        ),
        (
            "lore.toml",
            '{ verb = "fix_dice", count = 4 }',
            '{ verb = "heal", unit = "citadel_guard-1", count = 1 }',
            "lore.toml: [rune_blade] 'heal' is told when it is played, field does",
        ),
        (
            "armies.toml",
            'faction = "daqan"',
            'faction = "elves"',
            "armies.toml: [mounted_assault] no faction is called 'elves', field faction",
        ),
        (
            "scenarios.toml",
            'first = "north"',
            'first = "east"',
            "scenarios.toml: [learning] Invalid enum value 'east', field first",
        ),
        (
            "scenarios.toml",
            "viper_legion =",
            "troll =",
            "scenarios.toml: [learning] no side can field 'troll', field units",
        ),
        (
            "scenarios.toml",
            '"H8"',
            '"D8"',
            "scenarios.toml: [learning] two units stand in one hex, field units",
        ),
        (
            "scenarios.toml",
            '["D8", ',
            "[8, ",
            "scenarios.toml: [learning] Expected `str`, got `int`, field units[...][0]",
        ),
        (
            "scenarios.toml",
            'south = "daqan"',
            'south = "elves"',
            "scenarios.toml: [learning] no faction is called 'elves', field factions",
        ),
    ],
)
def test_a_slip_is_reported_with_file_entry_and_field(file: str, old: str, new: str, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        changed(file, old, new)
    assert str(caught.value) == said


def test_a_text_that_is_no_toml_is_named() -> None:
    with pytest.raises(ConfigError, match=r"^cards\.toml: is not TOML: Expected '\]'"):
        parse_catalogue({**TEXTS, "cards.toml": "[oops"}, SECOND)


def test_a_missing_and_an_unheard_of_file_are_named() -> None:
    with pytest.raises(ConfigError, match=r"^cards\.toml: is missing or empty$"):
        parse_catalogue({file: text for file, text in TEXTS.items() if file != "cards.toml"}, SECOND)
    with pytest.raises(ConfigError, match=r"^second/unit\.toml: no such file"):
        parse_catalogue({**TEXTS, "second/unit.toml": ""}, SECOND)
    with pytest.raises(ConfigError, match=r"^units\.toml: \[health\] expected a table of fields$"):
        parse_catalogue({**TEXTS, "units.toml": "health = 3"}, SECOND)


def test_a_pack_of_the_owners_fills_in_numbers() -> None:
    """DESIGN: merged over ours, field by field."""
    pack = {"pack/units.toml": "[obscenes]\nmove = 1\ncombat = 4\n"}
    kinds = parse_catalogue({**TEXTS, **pack, "phrases.en.toml": "anything"}, SECOND).kinds
    assert (kinds[KindId("obscenes")].move, kinds[KindId("obscenes")].health) == (1, 3)


def test_a_scenario_must_fit_its_board_and_edition() -> None:
    with pytest.raises(ConfigError, match="the board has no hex 'L4'"):
        Ruleset(SECOND, RULES.catalogue, RULES.board, _learning('"J5"', '"L4"'))
    with pytest.raises(ConfigError, match="two section lines"):
        Ruleset(SECOND, RULES.catalogue, Board((12,) * 9), RULES.scenario)
    with pytest.raises(ConfigError, match="not of the edition 'second'"):
        Ruleset(SECOND, RULES.catalogue, RULES.board, _learning('"second"', '"first"'))


def _learning(old: str, new: str) -> Scenario:
    return changed("scenarios.toml", old, new).scenarios["learning"]


BOTH = {
    "pack/units.toml": """
[free_company]
name = "Free Company"
health = 3
figures = 3
move = 2
combat = 2
traits = ["infantry", "melee"]
confidence = "certain"
page = "a pack"
""",
    "pack/scenarios.toml": """
[learning.units]
citadel_guard = ["D3"]
south.free_company = ["A1", "B1"]
north.free_company = ["A9"]
""",
}


def test_a_scenario_says_whose_the_units_are_that_both_sides_can_field() -> None:
    catalogue = parse_catalogue({**TEXTS, **BOTH}, SECOND)
    game = new_game(Ruleset(SECOND, catalogue, RULES.board, catalogue.scenarios["learning"]))
    assert {name: (str(unit.seat), unit.at) for name, unit in game.state.units.items()} == {
        "citadel_guard-1": ("south", "D3"),
        "free_company-1": ("south", "A1"),
        "free_company-2": ("south", "B1"),
        "free_company-11": ("north", "A9"),
    }
    assert parse_position(format_position(game), game.ruleset) == game


def test_a_unit_of_no_faction_that_the_scenario_gives_nobody_is_an_error() -> None:
    units = "[learning.units]\nfree_company = ['A1']\n"
    with pytest.raises(ConfigError, match="no side can field 'free_company'"):
        parse_catalogue({**TEXTS, **BOTH, "pack/scenarios.toml": units}, SECOND)
