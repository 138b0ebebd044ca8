"""The board saved as a scenario; groups' own scenarios, loaded as they are written or named as wrong."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import herald
from companion.library.library import Library
from companion.library.packs import Packs
from companion.library.save_scenario import save_scenario, scenario_text
from companion.reconcile.referee import try_all
from rules.first.messages import ChooseCouncil, PlaceLandmark
from rules.first.messages.waits import CouncilWait
from rules.first.printed.lore import GivenCouncil
from rules.kernel.catalogue import ConfigError
from rules.kernel.game import Game, new_game
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    ChooseFirst,
    Command,
    CorrectUnit,
    PlaceBanner,
    PlaceTerrain,
    PlaceUnit,
    PlayCard,
    Refusal,
    StartGame,
)
from rules.kernel.values import CAMPS, CardId, Seat, TerrainId, Tile, UnitId
from rules.second.messages import Volley
from tests.companion.browser import Tablet
from tests.companion.dashboard_world import World, world
from vision.errors import InputError

TILES = {
    "C5": Tile(kind=TerrainId("river"), token=TerrainId("bridge")),
    "F4": Tile(kind=TerrainId("hill")),
    "F9": Tile(kind=TerrainId("command_tent"), owner=Seat.NORTH),
}
UNITS = {"citadel_guard-2": "D2", "citadel_guard-5": "E1", "roc_warrior-1": "F1", "chaos_lord-1": "F8"}
ARRANGED: tuple[Command, ...] = (
    *(PlaceTerrain(at=Hex(at), tile=tile) for at, tile in TILES.items()),
    *(PlaceUnit(unit=UnitId(unit), at=Hex(at)) for unit, at in UNITS.items()),
    PlaceBanner(at=Hex("I5")),
    PlaceBanner(at=Hex("A1")),
    ChooseFirst(seat=Seat.NORTH),
)


def arranged(folder: Path, *more: Command, scenario: str = "free") -> Game:
    """Return a free battle with tiles, units and banners on the board."""
    game = try_all(new_game(Library(folder).ruleset(scenario)), (*ARRANGED, *more))
    assert not isinstance(game, Refusal), game
    return game


def saved(folder: Path, game: Game, name: str) -> Game:
    """Save the board of *game* and return a new game of that scenario."""
    scenario = save_scenario(game, name, Packs(Library(folder), game.ruleset.edition.id))
    return new_game(Library(folder).ruleset(scenario))


def test_a_saved_board_begins_as_it_stood(tmp_path: Path) -> None:
    before = arranged(tmp_path)
    after = saved(tmp_path, before, "The Ford at Dusk")
    for part in ("terrain", "banners", "first", "sides"):
        assert getattr(after.state, part) == getattr(before.state, part)
    assert {unit.id: unit for unit in after.state.units.values()} == before.state.units
    scenario, played = after.ruleset.scenario, before.ruleset.scenario
    assert (scenario.id, scenario.name) == ("the_ford_at_dusk", "The Ford at Dusk")
    for part in ("board", "edition", "factions", "hand", "lore_hand", "points_to_win", "lore_per_point"):
        assert getattr(scenario, part) == getattr(played, part)
    assert not scenario.open
    started = try_all(after, [StartGame()])
    assert not isinstance(started, Refusal)


def test_a_board_saved_in_the_middle_of_a_game_leaves_out_what_has_left_it(tmp_path: Path) -> None:
    lord = CorrectUnit(unit=UnitId("citadel_guard-5"), at=None, figures=0)
    game = arranged(tmp_path, StartGame(), PlayCard(card=CardId("line_advance")), lord)
    after = saved(tmp_path, game, "midnight")
    assert {name: unit.at for name, unit in after.state.units.items()} == {
        name: at for name, at in UNITS.items() if name != "citadel_guard-5"
    }


def test_the_learning_scenario_is_saved_with_all_that_holds_in_it(tmp_path: Path) -> None:
    game = try_all(
        new_game(Library(tmp_path).ruleset("learning")),
        [PlaceBanner(at=Hex(at)) for at in ("C5", "F5", "J5")],
    )
    assert not isinstance(game, Refusal)
    after = saved(tmp_path, game, "learning 2")
    assert after.state.units == game.state.units
    assert (after.ruleset.scenario.lore_per_point, after.ruleset.scenario.lore_hand) == (4, None)
    assert after.state.banners == game.state.banners


def test_an_adventure_of_the_first_edition_is_saved_with_all_that_holds_in_it(tmp_path: Path) -> None:
    """Whose a unit is, its number, a pool, councils and Landmarks to come; those that lie come with them."""
    councils = [GivenCouncil(commander=3, masters={name: 3}) for name in ("wizard", "rogue")]
    game = try_all(
        new_game(Library(tmp_path).ruleset("war_council")),
        [
            *(ChooseCouncil(seat=seat, council=given) for seat, given in zip(CAMPS, councils, strict=True)),
            PlaceLandmark(seat=Seat.NORTH, landmark="rogues_den", at=Hex("A6")),
            PlaceTerrain(at=Hex("B5"), tile=Tile(kind=TerrainId("wooded"))),
            CorrectUnit(unit=UnitId("dwarf_swordsmen-1"), at=None, figures=0),
            CorrectUnit(unit=UnitId("earth_elemental-11"), at=Hex("F5"), figures=1),
        ],
    )
    assert not isinstance(game, Refusal), game
    after = saved(tmp_path, game, "Our council")
    stood = {unit.id: (unit.seat, unit.at) for unit in game.state.units.values() if unit.at is not None}
    assert {unit.id: (unit.seat, unit.at) for unit in after.state.units.values()} == stood
    before, scenario = game.ruleset.scenario, after.ruleset.scenario
    for part in ("hand", "hands", "lore_hand", "tokens", "levels", "councils", "landmarks", "lairs"):
        assert getattr(scenario, part) == getattr(before, part), part
    assert after.state.terrain == {**before.terrain, Hex("B5"): Tile(kind=TerrainId("wooded"))}
    assert isinstance(after.state.wait, CouncilWait)


OWN = """
[bridgehead]
name = "Bridgehead"
edition = "second"
board = "second"
first = "south"
hand = 4
lore_hand = 2
points_to_win = 12
confidence = "certain"

[bridgehead.factions]
south = "daqan"
north = "uthuk"

[bridgehead.units]
yeoman_archers = ["C2", "D3"]
roc_warrior = ["F1"]
chaos_lord = ["F9"]
blood_harvesters = ["D8"]

[bridgehead.banners]
count = 1
points = 2
at = ["F5"]

[bridgehead.terrain]
C5 = { kind = "river", token = "bridge" }
D3 = { kind = "hill" }

[[bridgehead.specials.south]]
rule = "volley"
unit = "yeoman_archers"
terrain = "hill"
dice = 3
range = [2, 4]

[[bridgehead.specials.north]]
rule = "hold_terrain"
kinds = ["river"]
does = [{ verb = "gain_points", count = 1 }]
"""


def write(folder: Path, text: str) -> Library:
    """Lay *text* down as a group's own scenario."""
    file = folder / "packs" / "second" / "ours" / "scenarios.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return Library(folder)


def test_a_group_s_own_scenario_has_its_special_rules_terrain_and_legends(tmp_path: Path) -> None:
    game = new_game(write(tmp_path, OWN).ruleset("bridgehead"))
    assert game.state.terrain["C5"] == TILES["C5"]
    assert game.state.units[UnitId("roc_warrior-1")].health == 6
    assert game.state.banners == {"F5": 2}
    (volley,) = game.specials(Seat.SOUTH)
    assert isinstance(volley, Volley)
    again = saved(tmp_path, game, "Bridgehead at night")
    assert (again.specials(Seat.SOUTH), again.specials(Seat.NORTH)) == ((volley,), game.specials(Seat.NORTH))
    assert again.state == game.state


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ('first = "south"', 'first = "east"', ["[bridgehead]", "first"]),
        ('kind = "hill"', 'kind = "hil"', ["[bridgehead]", "'hil'", "terrain.D3"]),
        ('token = "bridge"', 'token = "hill"', ["[bridgehead]", "terrain.C5"]),
        ('rule = "volley"', 'rule = "volly"', ["[bridgehead]", "volly", "specials"]),
        ('terrain = "hill"', 'terrain = "mountain"', ["[bridgehead]", "mountain", "specials"]),
        ("dice = 3", "die = 3", ["[bridgehead]", "specials"]),
        ('"F1"', '"D3"', ["[bridgehead]", "units"]),
        ('"F1"', '"Z9"', ["[bridgehead]", "Z9"]),
        ("roc_warrior =", "rock_warrior =", ["[bridgehead]", "rock_warrior", "units"]),
        ('south = "daqan"', 'south = "dakan"', ["[bridgehead]", "dakan", "factions"]),
    ],
)
def test_a_slip_in_a_group_s_own_scenario_is_named_with_file_entry_and_field(
    right: str, wrong: str, named: list[str], tmp_path: Path
) -> None:
    assert OWN.count(right) >= 1
    with pytest.raises(ConfigError) as trouble:
        write(tmp_path, OWN.replace(right, wrong, 1)).ruleset("bridgehead")
    assert all(word in str(trouble.value) for word in ("scenarios.toml", *named)), str(trouble.value)


def test_a_scenario_that_came_while_the_game_was_played_is_not_written_over(tmp_path: Path) -> None:
    game = arranged(tmp_path)
    library = write(tmp_path, OWN)
    with pytest.raises(InputError, match="already"):
        save_scenario(game, "Bridgehead", Packs(library))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "no name"),
        ("  ", "no name"),
        ("…", "no name"),
        ("a" * 41, "no name"),
        ("two\x00", "no name"),
        ("Learning", "already"),
        ("Dawn", "already"),
    ],
)
def test_a_name_that_is_none_or_taken_is_refused_in_one_sentence_and_nothing_is_kept(
    name: str, words: str, tmp_path: Path
) -> None:
    game, packs = arranged(tmp_path), Packs(Library(tmp_path))
    save_scenario(game, "dawn", packs)
    with pytest.raises(InputError, match=words):
        save_scenario(game, name, packs)
    assert packs.names() == ("dawn",)


def test_a_board_that_makes_no_scenario_is_refused(tmp_path: Path) -> None:
    empty = new_game(Library(tmp_path).ruleset("free"))
    with pytest.raises(InputError, match="Daqan"):
        scenario_text(empty, "empty")
    with pytest.raises(InputError, match="banners"):
        scenario_text(arranged(tmp_path, PlaceBanner(at=Hex("A1"), points=1)), "uneven")


def run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(herald, ["save-scenario", *words, "--data", str(folder)])


def test_the_board_is_saved_from_the_dashboard_by_who_plays(tmp_path: Path) -> None:
    with world(tmp_path, scenario="free") as table:
        table.say(*ARRANGED)
        assert table.device("watch").post("/scenario", {"name": "Dawn"}).status_code == 403
        device = table.device("south")
        assert "dawn" not in device.get("/home/games.json").text
        assert device.post("/scenario", {"name": "Dawn"}).json == {"ok": True, "scenario": "dawn"}
        again = device.post("/scenario", {"name": "Dawn"})
        assert (again.status_code, "already" in again.text) == (409, True)
        assert device.post("/scenario", {"title": "Dusk"}).status_code == 400
        assert '"scenario":"dawn"' in device.get("/home/games.json").text
        assert device.post("/home/change", {"scenario": "dawn"}).json["ok"]
    assert Library(tmp_path).ruleset("dawn").scenario.units == UNITS


def test_the_board_of_a_game_is_saved_from_the_command_line(tmp_path: Path) -> None:
    assert "no game" in run(tmp_path, "dawn").stderr
    with world(tmp_path, scenario="free") as table:
        table.say(*ARRANGED)
        game = table.table.row.id
    done = run(tmp_path, "Dawn")
    assert (done.exit_code, "--scenario dawn" in done.output) == (0, True)
    taken = run(tmp_path, "Dawn", "--game", game)
    assert (taken.exit_code, "already" in taken.stderr) == (2, True)
    assert run(tmp_path, "Night", "--game", "nowhere").exit_code == 2
    assert set(Library(tmp_path).ruleset("dawn").scenario.terrain) == set(TILES)


def test_the_board_is_saved_by_a_tap(tablet: Tablet, table: World, tmp_path: Path) -> None:
    tablet.join(table.access.codes.join)
    table.start()
    tablet.until_wait("card_wait")
    tablet.touch('#tools [data-key="tablets"]')
    tablet.touch('[data-key="arranging"]')
    (field,) = tablet.wait(lambda: tablet.find('[data-key="scenario name"]'), "the name")
    field.send_keys("Our evening")
    tablet.touch('[data-key="save scenario"]')
    tablet.wait(lambda: "on the home page" in tablet.text("#toast"), "what became of it")
    assert "our_evening" in Library(tmp_path).catalogue("second").scenarios
