"""What owners fill in is tried before it is kept, survives, and can be passed on."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.library.library import Library, printed_texts
from companion.library.packs import LARGEST, Packs
from companion.library.unknown_values import unknown_values
from rules.kernel.catalogue import ConfigError, parse_catalogue
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.values import KindId, LoreId, ScenarioCardId, Seat, TerrainId, Tile
from rules.second.edition import SECOND
from rules.second.faces import HEROIC
from rules.second.messages import FuelDamage
from rules.second.printed import ScenarioCard
from rules.second.setting_up.mustering import units_held
from tests.companion.cli.test_commands import refused, run
from vision.errors import InputError

ROC = KindId("roc_warrior")
WALKERS = """
[pack]
name = "walkers"
edition = "second"

[units.roc_warrior]
move = 4
combat = 3
traits = ["legend", "melee"]

[units.bog_walkers]
name = "Bog Walkers"
faction = "uthuk"
health = 3
figures = 3
move = 2
combat = 2
cost = 5
units = 2
traits = ["infantry", "melee"]
confidence = "certain"
page = "Unit card: Bog Walkers"
"""


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    return Packs(Library(tmp_path))


def files(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.toml")}


def test_a_field_that_is_filled_in_is_the_catalogue_s_and_leaves_the_others_alone(
    packs: Packs, tmp_path: Path
) -> None:
    assert any(
        "move" in unknown.fields for unknown in unknown_values(packs.check(), SECOND) if unknown.entry == ROC
    )
    packs.keep("units", ROC, {"move": 4, "range": None})
    kind = Library(tmp_path).catalogue("second").kinds[ROC]
    assert (kind.move, kind.combat, kind.cost) == (4, 4, 8)
    packs.keep("units", ROC, {"combat": 3})
    assert packs.read("own") == {"units": {"roc_warrior": {"move": 4, "combat": 3}}}
    assert not any(
        "move" in unknown.fields for unknown in unknown_values(packs.check(), SECOND) if unknown.entry == ROC
    )
    packs.keep("units", ROC, {"move": None, "combat": None})
    assert Library(tmp_path).catalogue("second").kinds[ROC].move is None
    assert packs.names() == ()


def test_a_lore_card_and_a_scenario_card_s_map_are_filled_in(packs: Packs) -> None:
    does = [{"verb": "fuel_damage", "face": "heroic", "damage": 1}]
    packs.keep("lore", "fury_of_yllan", {"cost": 3, "copies": 2, "does": does})
    river = {"kind": "river", "token": None, "owner": None}
    shown = {"terrain": {"C3": river}, "banners": {"F4": 2}, "deployment": ["A1", "B1"]}
    made = packs.keep("scenario_cards", "crossing_the_river_of_sleep", shown)
    fury = made.lore[LoreId("fury_of_yllan")]
    assert (fury.cost, fury.copies, fury.does) == (3, 2, (FuelDamage(face=HEROIC, damage=1),))
    card = made.of(ScenarioCard)[ScenarioCardId("crossing_the_river_of_sleep")]
    assert card.terrain == {Hex("C3"): Tile(kind=TerrainId("river"))}
    assert (card.banners, card.deployment) == ({Hex("F4"): 2}, (Hex("A1"), Hex("B1")))
    assert packs.check() == made


def deep(levels: int) -> list[object]:
    """Return an empty list in so many lists."""
    found: list[object] = []
    for _ in range(levels):
        found = [found]
    return found


def test_a_card_that_stands_in_for_any_other_has_no_gap(packs: Packs) -> None:
    names = {
        unknown.entry for unknown in unknown_values(packs.check(), SECOND) if unknown.file == "scenario_cards"
    }
    assert "damming_the_muir_river" in names
    assert not any(name.startswith("unlisted") for name in names)


WRONG = [
    ("units", "roc_warrior", {"move": "two"}, ("[roc_warrior]", "field move", "nothing was kept")),
    ("units", "roc_warrior", {"health": 0}, ("[roc_warrior]", ">= 1", "field health")),
    ("units", "roc_warrior", {"cost": 100}, ("[roc_warrior]", "<= 99", "field cost")),
    ("units", "yeoman_archers", {"range": [4, 1]}, ("[yeoman_archers]", "field range")),
    ("scenario_cards", "staking_a_claim", {"deployment": ["Z9"]}, ("[staking_a_claim]", "'Z9'")),
    ("lore", "portal", {"cost": -1}, ("[portal]", ">= 0", "field cost")),
    ("units", "roc_warrior", {"speed": 2}, ("[roc_warrior]", "speed")),
    ("units", "roc_warrior", {"faction": "elves"}, ("[roc_warrior]", "'elves'", "field faction")),
    ("units", "new_unit", {"name": "Half a unit"}, ("[new_unit]", "missing required field")),
    ("scenario_cards", "staking_a_claim", {"initiative": "Z9"}, ("[staking_a_claim]", "field initiative")),
    ("scenario_cards", "staking_a_claim", {"terrain": {"C3": {"kind": "bog"}}}, ("'bog'", "terrain.C3")),
    ("scenarios", "learning", {"banners": {"count": 1, "points": 2, "stand_in": ["Z9"]}}, ("'Z9'",)),
    ("scenarios", "battle", {"board": "../boards/second"}, ("'../boards/second'", "no name for a board")),
    ("scenarios", "battle", {"board": "a\0"}, ("no name for a board",)),
    ("scenarios", "battle", {"points_to_win": 10**20}, ("[battle]", "larger than 99", "field points_to_win")),
    ("armies", "mounted_assault", {"total": 100}, ("[mounted_assault]", "field total")),
    ("lore", "portal", {"does": [{"verb": "deal_damage", "unit": "x-1", "count": -100}]}, ("field does",)),
    ("units", "roc_warrior", {"name": " "}, ("[roc_warrior]", "a name has letters")),
    ("units", "roc_warrior", {"name": "Roc\0"}, ("[roc_warrior]", "cannot be shown", "field name")),
    ("units", "roc_warrior", {"page": "☃" * 2001}, ("too long", "field page")),
    ("units", "roc_warrior", {"abilities": deep(400)}, ("units.toml: tables and lists", "12 deep")),
    ("monsters", "roc_warrior", {"move": 2}, ("'monsters'", "units")),
    ("units", "../roc", {"move": 2}, ("'../roc'", "small letters")),
]


@pytest.mark.parametrize(("file", "entry", "fields", "said"), WRONG)
def test_what_does_not_fit_is_refused_in_one_sentence_and_nothing_changes(
    packs: Packs, tmp_path: Path, file: str, entry: str, fields: dict[str, object], said: tuple[str, ...]
) -> None:
    packs.keep("units", ROC, {"cost": 9})
    before = files(tmp_path)
    with pytest.raises(InputError) as trouble:
        packs.keep(file, entry, fields)
    for words in said:
        assert words in str(trouble.value)
    assert "\n" not in str(trouble.value)
    assert files(tmp_path) == before


UNREAD = (
    WALKERS.replace("move = 4", "move = 4\nspeed = 9")
    + """
[lore.portal]
does = [{ verb = "gain_lore", count = 2, cuont = 3 }]
"""
)


def test_a_key_that_nothing_reads_is_warned_of_with_its_remedy_and_the_rest_of_the_pack_holds(
    packs: Packs, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    packs.take_in(UNREAD, file="walkers.toml")
    catalogue = Library(tmp_path).catalogue("second")
    assert catalogue.kinds[ROC].move == 4
    assert [verb.count for verb in catalogue.lore[LoreId("portal")].does] == [2]
    remedy = "correct its spelling, or take it out"
    assert list(map(str, packs.warnings())) == [
        f"packs/second/walkers/lore.toml: [portal] nothing reads does.cuont: {remedy}",
        f"packs/second/walkers/units.toml: [roc_warrior] nothing reads speed: {remedy}",
    ]
    assert "speed = 9" in packs.export("walkers")
    Library(tmp_path).ruleset("learning")
    assert [record.getMessage() for record in caplog.records] == list(map(str, packs.warnings()))
    checked = run("packs", "check", "--data", tmp_path).stdout
    assert "warning: packs/second/walkers/units.toml: [roc_warrior] nothing reads speed" in checked


def test_a_key_that_nothing_reads_is_an_error_in_our_own_files() -> None:
    texts = dict(printed_texts("second"))
    texts["second/units.toml"] += "\n[roc_warrior_of_ours]\nspeed = 9\n"
    with pytest.raises(ConfigError, match=r"units.toml: \[roc_warrior_of_ours\] .*`speed`"):
        parse_catalogue(texts, SECOND)


def test_the_own_pack_wins_over_every_other(packs: Packs) -> None:
    packs.take_in(WALKERS, file="walkers.toml", name="zoo")
    packs.keep("units", ROC, {"move": 5})
    kind = packs.check().kinds[ROC]
    assert (kind.move, kind.combat) == (5, 3)


def test_packs_are_tried_in_the_order_in_which_they_are_laid(packs: Packs, tmp_path: Path) -> None:
    for name, move in (("a", 3), ("a-b", 5)):  # "a/" sorts after "a-b/" as text, and before it as a path
        packs.take_in(WALKERS.replace("move = 4", f"move = {move}"), file="w.toml", name=name)
    assert Library(tmp_path).catalogue("second").kinds[ROC].move == 5
    assert packs.keep("lore", "portal", {"cost": 1}).kinds[ROC].move == 5


def test_a_pack_is_passed_on_whole_and_fields_its_units_there(packs: Packs, tmp_path: Path) -> None:
    packs.take_in(WALKERS, file="walkers.toml")
    text = packs.export("walkers")
    assert tomllib.loads(text)["pack"] == {"name": "walkers", "edition": "second", "format": 1}
    others = Packs(Library(tmp_path / "others"))
    assert others.take_in(text, file="walkers.toml") == "walkers"
    assert others.read("walkers") == packs.read("walkers")
    ruleset = Library(tmp_path / "others").ruleset("battle")
    assert ruleset.fielded[KindId("bog_walkers")] is Seat.NORTH
    others.remove("walkers")
    assert others.names() == ()
    assert list((tmp_path / "others").rglob("*.toml")) == []


def test_a_pack_gives_way_to_another_of_its_name_only_when_that_is_said(packs: Packs) -> None:
    packs.take_in(WALKERS, file="walkers.toml")
    newer = WALKERS.replace("move = 4", "move = 3")
    with pytest.raises(InputError, match="there is a pack walkers already"):
        packs.take_in(newer, file="walkers.toml")
    assert packs.check().kinds[ROC].move == 4
    packs.take_in(newer, file="walkers.toml", replace=True)
    assert packs.check().kinds[ROC].move == 3


def test_a_pack_that_another_needs_is_not_thrown_away(packs: Packs) -> None:
    packs.take_in(WALKERS, file="walkers.toml")
    packs.keep("units", "bog_walkers", {"cost": 6})
    with pytest.raises(InputError, match=r"without the pack walkers: .*bog_walkers"):
        packs.remove("walkers")
    assert packs.check().kinds[KindId("bog_walkers")].cost == 6


NO_PACKS = [
    ("", "[pack]"),
    ("[pack", "is no TOML"),
    ("x = " + "[" * 5000, "is no TOML"),
    (WALKERS.replace('"second"', '"first"'), "edition 'second'"),
    (WALKERS.replace('"walkers"', '"../../walkers"'), "is no name for a pack"),
    (WALKERS.replace("units.bog", "monsters.bog"), "[monsters]"),
    (WALKERS.replace("move = 4", "move = 4.5"), "field move"),
    (WALKERS.replace('Bog Walkers"', 'Bog\\u0007"', 1), "field name"),
    (WALKERS + "[[lore.portal.does]]\nverb = 'gain_lore'\ncount = 100\n", "larger than 99, field does"),
    (WALKERS + "\n[units]\nx = 3\n", "[x] expected a table"),
    (WALKERS.replace("[units.roc_warrior]", "[lore]\ncost = 3\n[units.roc_warrior]"), "[cost]"),
    (WALKERS + f"[units.roc_warrior{'.a' * 3000}]\nx = 1\n", "tables and lists lie more than 12 deep"),
    (WALKERS.replace("units.bog_walkers", 'units."Bog Walkers"'), "'Bog Walkers' is no name for an entry"),
    ("#" * (LARGEST + 1), "longer than a pack may be"),
]


@pytest.mark.parametrize(("text", "said"), NO_PACKS)
def test_a_file_that_is_no_pack_is_refused_in_one_sentence_and_nothing_is_kept(
    packs: Packs, tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(InputError) as trouble:
        packs.take_in(text, file="walkers.toml")
    assert said in str(trouble.value)
    assert "\n" not in str(trouble.value)
    assert list(tmp_path.rglob("*")) == []


def test_the_command_line_lists_checks_exports_and_takes_in_packs(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "walkers.toml"
    file.write_text(WALKERS)
    assert run("packs", "import", file, "--data", data).stdout == "walkers\n"
    assert run("packs", "list", "--data", data).stdout == "walkers  2 in units\n"
    checked = run("packs", "check", "--data", data).stdout
    assert checked.startswith("walkers: in order. Scenarios: learning, battle, free.\n")
    assert "not known: units [obscenes] cost\n" in checked
    assert "roc_warrior" not in checked
    other = tmp_path / "other.toml"
    run("packs", "export", "walkers", "-o", other, "--data", data)
    assert run("packs", "import", other, "--name", "again", "--data", tmp_path / "there").stdout == "again\n"
    assert "already" in refused(run("packs", "import", other, "--data", data), 2)
    assert "'dragons'" in refused(run("packs", "export", "dragons", "--data", data), 2)
    (data / "packs" / "second" / "walkers" / "lore.toml").write_text("[portal]\ncost = []\n")
    assert "pack walkers: lore.toml: [portal]" in refused(run("packs", "check", "--data", data), 2)
    assert run("packs", "remove", "walkers", "--data", tmp_path / "none").exit_code == 2
    assert run("packs", "check", "--edition", "../second", "--data", data).exit_code == 2


def test_an_unknown_scenario_is_answered_with_those_there_are(tmp_path: Path) -> None:
    said = refused(run("play", "--scenario", "lerning", "--no-camera", "--data", tmp_path), 2)
    assert "there is no such scenario, only learning, battle, free" in said


PAGE = Path(__file__).parents[3] / "docs" / "packs.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_every_example_of_the_page_about_packs_is_in_order(packs: Packs, tmp_path: Path) -> None:
    first = Packs(Library(tmp_path), "first")
    by_edition = {"second": packs, "first": first}
    editions = [tomllib.loads(text)["pack"]["edition"] for text in EXAMPLES]
    names = [
        by_edition[edition].take_in(text, file="docs/packs.md")
        for edition, text in zip(editions, EXAMPLES, strict=True)
    ]
    assert first.names() == ("first_cards", "our_book", "our_readings")
    names = [name for name in names if name not in first.names()]
    assert names == ["our_cards", "asked", "maps", "more_cards", "bog", "ford"]
    game = new_game(Library(tmp_path).ruleset("the_ford"))
    assert game.state.terrain[Hex("F5")].token == "ford"
    assert (len(game.state.army(Seat.SOUTH)), game.state.banners) == (3, {Hex("F5"): 2})


def test_two_core_boxes_field_twice_the_units(packs: Packs, tmp_path: Path) -> None:
    numbers = {"points": 50, "cards": 18, "decoys": 11, "tent": 5, "most_lore": 5, "core_sets": 2}
    packs.keep("scenarios", "battle", {"muster": numbers})
    game = new_game(Library(tmp_path).ruleset("battle"))
    assert units_held(game, KindId("citadel_guard")) == 10
