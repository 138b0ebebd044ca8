"""Tags on terrain: laid, moved, hidden, taken away; what is plainly so is told, the rest is asked."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from companion.journal.store import GameRow, Store
from companion.library.library import Library
from companion.preparation.box_contents import BoxContents
from companion.preparation.tag_sheets import stock_of
from companion.reconcile.camera_reports import BoardSeen
from companion.reconcile.sightings.terrain_tags import tile_of
from companion.table.requests import AnswerQuestion, Submit, TickErrand, Undo
from companion.table.table import Table
from printables.sheets import SheetKind
from rules.first.messages import ChooseCouncil, PlaceLandmark
from rules.first.printed.lore import GivenCouncil
from rules.first.printed.pieces import LandmarkCard
from rules.first.table import table as table_of
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    ChooseFirst,
    Command,
    CorrectUnit,
    PlaceTerrain,
    PlayCard,
    RemoveTerrain,
    SetUpWait,
    StartGame,
    TerrainPlaced,
    TerrainRemoved,
)
from rules.kernel.values import CAMPS, CardId, Seat, Step, TerrainId, Tile, UnitId
from rules.second.messages import (
    ChooseScenarioCard,
    FinishTerrain,
    FirstPlayerWait,
    FordWait,
    MusterWait,
)
from rules.second.printed import ScenarioCard
from tests.companion.sent_view import sent_view
from vision.sightings import Observation

HILL, FOREST, RIVER = (Tile(kind=TerrainId(kind)) for kind in ("hill", "forest", "river"))
FORDED = Tile(kind=TerrainId("river"), token=TerrainId("ford"))
UNITS = {
    "citadel_guard-1": "D2",
    "citadel_guard-2": "H2",
    "yeoman_archers-1": "F2",
    "blood_harvesters-1": "D8",
    "blood_harvesters-2": "H8",
    "viper_legion-1": "F8",
}


class TagTable:
    """A free battle whose camera sees what the test lays down."""

    def __init__(self, folder: Path, scenario: str = "free") -> None:
        self.store = Store(folder / "games.sqlite")
        self.ruleset = Library(folder).ruleset(scenario)
        edition = self.ruleset.edition.id
        self.row = GameRow(id="g", scenario=scenario, edition=edition, started=0.0, version="0")
        self.table = self.opened()
        self.pieces: dict[str, str] = {}
        self._frame = 0

    def opened(self) -> Table:
        return Table(self.ruleset, self.store, self.row, has_camera=True, clock=lambda: 1.0)

    def see(self, *, doubtful: Sequence[str] = (), hidden: Sequence[str] = (), **pieces: str | None) -> None:
        """Lay *pieces* on hexes (``hill_1="F5"``; None: off the table), and let the camera see all."""
        named = {
            f"{kind}-{number}": at
            for name, at in pieces.items()
            for kind, _, number in [name.rpartition("_")]
        }
        self.pieces = {piece: at for piece, at in {**self.pieces, **named}.items() if at is not None}
        self.look(doubtful=doubtful, hidden=hidden)

    def look(self, *, doubtful: Sequence[str] = (), hidden: Sequence[str] = ()) -> None:
        self._frame += 1
        self.table.ask(
            BoardSeen(
                observation=Observation(
                    frame=self._frame,
                    name=None,
                    at=float(self._frame),
                    pieces={piece: Hex(at) for piece, at in self.pieces.items() if piece not in hidden},
                    doubtful=tuple(map(Hex, doubtful)),
                )
            )
        )

    def do(self, *commands: Command) -> None:
        for command in commands:
            result = self.table.ask(Submit(command=command, by="south"))
            assert result.seq is not None, result.sentence

    def begin(self) -> None:
        """Put six units on the board and start the game."""
        self.see(**{name.replace("-", "_"): at for name, at in UNITS.items()})
        self.do(StartGame())

    @property
    def terrain(self) -> dict[str, Tile]:
        return {str(at): tile for at, tile in self.table.game.state.terrain.items()}

    @property
    def errands(self) -> list[str]:
        return [one["text"] for one in sent_view(self.table)["errands"]]

    @property
    def hint(self) -> str:
        text: str = sent_view(self.table)["table"]["text"]
        return text

    @property
    def asked(self) -> str | None:
        question = sent_view(self.table)["question"]
        return None if question is None else question["text"]

    def told(self) -> list[str]:
        """Return the events about terrain, in the order of the log."""
        events = [event for entry in self.table.journal.entries for event in entry.events]
        return [
            f"{type(event).__name__} {event.at}"
            for event in events
            if isinstance(event, TerrainPlaced | TerrainRemoved)
        ]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TagTable]:
    made = TagTable(tmp_path)
    yield made
    made.table.close()
    made.store.close()


@pytest.fixture
def begun(table: TagTable) -> TagTable:
    """A game under way with a hill on F5 and a river on C5."""
    table.see(hill_1="F5", river_1="C5")
    table.begin()
    assert table.table.game.state.step is Step.COMMAND
    return table


def test_terrain_laid_before_the_game_is_in_the_books(table: TagTable) -> None:
    table.see(hill_1="F5", forest_2="D4", river_1="C5", ford_3="C5", command_tent_south_1="F1")
    tent = Tile(kind=TerrainId("command_tent"), owner=Seat.SOUTH)
    assert table.terrain == {"F5": HILL, "D4": FOREST, "C5": FORDED, "F1": tent}
    assert table.asked is None


def test_a_token_lies_on_water_that_is_known_and_on_nothing_else(table: TagTable) -> None:
    table.see(ford_1="C5", bridge_1="D4", hill_1="D4")
    assert table.terrain == {"D4": HILL}
    assert "on D4, C5 do not go together" in table.hint
    table.see(river_1="C5", bridge_1=None)
    assert table.hint == ""
    assert table.terrain == {"D4": HILL, "C5": FORDED}


def test_a_tile_moved_before_the_game_has_left_where_it_lay(table: TagTable) -> None:
    table.see(hill_1="F5", river_1="C5", ford_1="C5")
    table.see(hill_1="F6", river_1="D5", ford_1="D5")
    assert table.terrain == {"F6": HILL, "D5": FORDED}
    table.see(hill_1="F5")
    assert table.terrain == {"F5": HILL, "D5": FORDED}, "moved back"


def test_a_token_moved_before_the_game_leaves_its_water(table: TagTable) -> None:
    table.see(river_1="C5", river_2="D5", ford_1="C5")
    table.see(ford_1="D5")
    assert table.terrain == {"C5": RIVER, "D5": FORDED}


def test_a_tile_exchanged_for_another_before_the_game_is_replaced(table: TagTable) -> None:
    table.see(hill_1="F5")
    table.see(hill_1=None, forest_1="F5")
    assert table.terrain == {"F5": FOREST}


def test_a_tile_exchanged_for_one_of_its_kind_lies_there_still(begun: TagTable) -> None:
    begun.see(hill_1=None, hill_2="F5")
    assert (begun.terrain, begun.asked) == ({"F5": HILL, "C5": RIVER}, None)
    begun.see(hill_1="G5")
    assert (begun.terrain, begun.asked) == ({"F5": HILL, "C5": RIVER, "G5": HILL}, None)


def test_two_tiles_in_one_hex_say_nothing(table: TagTable) -> None:
    table.see(hill_1="F5", forest_1="F5")
    assert table.terrain == {}


def test_banners_of_a_free_battle_are_as_many_as_are_laid_and_can_be_moved(table: TagTable) -> None:
    table.see(banner_1="E5", banner_2="I5", banner_3="A1")
    assert set(table.table.game.state.banners) == {"E5", "I5", "A1"}
    table.see(banner_3="A2")
    assert set(table.table.game.state.banners) == {"E5", "I5", "A2"}


def test_a_unit_that_cannot_stand_where_it_was_put_is_named_with_the_reason(table: TagTable) -> None:
    table.see(river_1="C5", citadel_guard_1="C5", citadel_guard_2="D3")
    assert set(table.table.game.state.units) == {"citadel_guard-2"}
    assert sent_view(table.table)["table"]["state"] == "out_of_step"
    assert "Citadel Guard 1 stands in C5 but is in no army" in table.hint
    table.see(citadel_guard_1="D2")
    assert set(table.table.game.state.units) == {"citadel_guard-1", "citadel_guard-2"}
    assert table.hint == ""


def test_terrain_laid_during_the_game_is_in_the_books(begun: TagTable) -> None:
    begun.see(building_1="G4", ford_1="C5")
    assert begun.terrain == {"F5": HILL, "C5": FORDED, "G4": Tile(kind=TerrainId("building"))}


def test_a_tag_under_a_unit_is_unknown_and_not_gone(begun: TagTable) -> None:
    begun.do(PlayCard(card=CardId("line_advance")))
    begun.do(CorrectUnit(unit=UnitId("yeoman_archers-1"), at=Hex("F5"), figures=3))
    begun.see(yeoman_archers_1="F5", hidden=["hill-1"])
    assert (begun.terrain["F5"], begun.asked) == (HILL, None)


@pytest.mark.parametrize(("doubtful", "hidden"), [(["F5"], []), ([], ["citadel_guard-1"])])
def test_a_tag_that_may_be_hidden_is_not_asked_about(
    begun: TagTable, doubtful: list[str], hidden: list[str]
) -> None:
    begun.look(doubtful=doubtful, hidden=["hill-1", *hidden])
    assert (begun.terrain["F5"], begun.asked) == (HILL, None)


def test_terrain_whose_tag_has_gone_is_removed_only_once_somebody_says_so(begun: TagTable) -> None:
    begun.see(hill_1=None)
    assert begun.terrain["F5"] == HILL
    assert begun.asked is not None
    assert "F5" in begun.asked
    assert begun.table.ask(AnswerQuestion(choice=1, by="south")).sentence is None
    assert begun.terrain == {"C5": RIVER}
    begun.see(hill_1="F5")
    assert begun.terrain == {"C5": RIVER}, "a tag that was overlooked is no tile laid anew"
    assert begun.asked is not None
    begun.table.ask(AnswerQuestion(choice=1, by="south"))
    assert begun.terrain["F5"] == HILL


def test_a_question_about_terrain_that_is_left_alone_is_not_asked_again(begun: TagTable) -> None:
    begun.see(hill_1=None)
    assert begun.table.ask(AnswerQuestion(choice=2, by="south")).sentence is None
    begun.look()
    assert (begun.terrain["F5"], begun.asked) == (HILL, None)


def test_a_question_about_terrain_is_settled_when_its_tag_is_seen_again(begun: TagTable) -> None:
    begun.look(hidden=["hill-1"])
    assert begun.asked is not None
    begun.look()
    assert begun.asked is None


def test_a_tile_moved_during_the_game_is_asked_about(begun: TagTable) -> None:
    begun.see(hill_1="G5")
    assert begun.terrain == {"F5": HILL, "C5": RIVER}
    assert begun.asked is not None
    begun.table.ask(AnswerQuestion(choice=1, by="south"))
    assert begun.terrain == {"G5": HILL, "C5": RIVER}


def test_another_tile_than_the_books_have_is_asked_about_during_the_game(begun: TagTable) -> None:
    begun.see(hill_1=None, forest_1="F5")
    assert (begun.terrain["F5"], begun.asked is not None) == (HILL, True)


def test_what_people_say_of_terrain_counts_more_than_the_tag_that_lies_there(begun: TagTable) -> None:
    begun.do(RemoveTerrain(at=Hex("F5")))
    begun.look()
    begun.do(PlaceTerrain(at=Hex("C5"), tile=FOREST))
    begun.look()
    assert (begun.terrain, begun.asked) == ({"C5": FOREST}, None)
    begun.see(hill_1=None, river_1=None, building_1="C5")
    assert "C5" in str(begun.asked)
    begun.do(RemoveTerrain(at=Hex("C5")))
    assert begun.terrain == {}


def test_an_undo_of_terrain_is_not_undone_by_its_tag(table: TagTable) -> None:
    table.see(hill_1="F5")
    table.table.ask(Undo(to=0, by="south"))
    table.look()
    assert table.terrain == {}


def test_a_game_that_goes_on_tells_the_terrain_that_lies_there_no_second_time(begun: TagTable) -> None:
    begun.see(forest_1="D4")
    begun.do(RemoveTerrain(at=Hex("D4")))
    begun.table.close()
    begun.table = begun.opened()
    before = begun.told()
    begun.look()
    assert begun.told() == before
    assert (begun.terrain, begun.asked) == ({"F5": HILL, "C5": RIVER}, None)
    begun.see(hill_1="G5")
    assert begun.asked is not None


def test_a_lake_that_was_a_river_keeps_its_river_s_tag(begun: TagTable) -> None:
    begun.do(PlaceTerrain(at=Hex("C5"), tile=Tile(kind=TerrainId("lake"))))
    begun.table.close()
    begun.table = begun.opened()
    begun.look()
    assert (begun.terrain["C5"].kind, begun.asked) == ("lake", None)


def test_errands_about_terrain_are_crossed_off_when_its_tags_are_seen_so(table: TagTable) -> None:
    table.see(hill_1="F5")
    table.table.ask(Undo(to=0, by="south"))
    assert table.errands == ["Take the hill from F5"]
    table.see(hill_1=None)
    assert table.errands == []
    table.see(hill_1="F6")
    table.do(RemoveTerrain(at=Hex("F6")))
    table.see(hill_1=None)
    table.table.ask(Undo(to=table.table.journal.before(table.table.journal.last), by="south"))
    assert table.errands == ["Put the hill on F6"]
    table.see(hill_1="F6")
    assert table.errands == []


def test_fords_of_a_full_set_up_are_laid_in_turn_by_their_tags(tmp_path: Path) -> None:
    table = TagTable(tmp_path, "battle")
    cards = table.ruleset.catalogue.of(ScenarioCard)
    for seat, faction in table.ruleset.scenario.factions.items():
        card = next(name for name, card in cards.items() if card.faction == faction)
        table.do(ChooseScenarioCard(seat=seat, card=card))
    if isinstance(table.table.game.state.wait, FirstPlayerWait):
        table.do(ChooseFirst(seat=Seat.NORTH))
    table.see(river_1="C3", river_2="C7", banner_1="F5", banner_2="G5")
    assert set(table.table.game.state.banners) == {"F5", "G5"}
    table.do(FinishTerrain())
    wait = table.table.game.state.wait
    assert isinstance(wait, FordWait)
    mine, other = ("C3", "C7") if "C3" in wait.hexes else ("C7", "C3")
    table.see(ford_1=other)
    assert table.terrain[other].token is None, "it is not his turn"
    table.see(ford_2=mine)
    assert [tile.token for tile in table.terrain.values()] == ["ford", "ford"]
    assert isinstance(table.table.game.state.wait, MusterWait)
    table.table.close()
    table.store.close()


def test_hours_of_hands_flicker_and_units_on_tags_make_no_event_and_no_question(begun: TagTable) -> None:
    begun.see(forest_1="D4", hill_2="H5", ford_1="C5")
    before, chance = begun.told(), Random(7)
    for _ in range(100):
        piece = chance.choice(["citadel_guard-1", "yeoman_archers-1", "blood_harvesters-2"])
        at = chance.choice(["F5", "D4", "H5", "C5", "E3", "G6"])
        if begun.table.game.state.standing_on(Hex(at)) is None:
            begun.pieces[piece] = at
            begun.do(CorrectUnit(unit=UnitId(piece), at=Hex(at), figures=3))
        stand = {unit.at for unit in begun.table.game.state.units.values()}
        under = [tag for tag, place in begun.pieces.items() if place in stand and tag not in UNITS]
        flicker = [tag for tag in begun.pieces if tag not in UNITS and chance.random() < 0.3]
        lost = [tag for tag in UNITS if chance.random() < 0.1]
        doubted = [begun.pieces[tag] for tag in flicker]
        begun.look(doubtful=doubted, hidden=[*under, *flicker, *lost])
        assert begun.told() == before
        assert begun.asked is None or "terrain" not in begun.asked


ALL = (
    GivenCouncil(commander=3, masters={"wizard": 3}),
    GivenCouncil(commander=2, masters={"cleric": 3, "rogue": 1}),
)
PENTACLE, POOL = (Tile(kind=TerrainId("landmark"), owner=seat) for seat in CAMPS)


@pytest.fixture
def councils(tmp_path: Path) -> Iterator[TagTable]:
    """War council as its players open the councils: north, who begins, has a Pool to place."""
    table = TagTable(tmp_path, "war_council")
    table.do(*(ChooseCouncil(seat=seat, council=given) for seat, given in zip(CAMPS, ALL, strict=True)))
    (deck,) = sent_view(table.table)["errands"]
    table.table.ask(TickErrand(errand=deck["id"], by="south"))
    yield table
    table.table.close()
    table.store.close()


def test_a_landmark_whose_tag_is_laid_when_it_is_due_is_placed(councils: TagTable) -> None:
    councils.see(healing_pool_north_1="D6")
    councils.see(magic_pentacle_south_1="E4")
    councils.see(stronghold_south_1="D2")
    placed = table_of(councils.table.game.state).placed
    assert placed == {"D6": "healing_pool", "E4": "magic_pentacle", "D2": "stronghold"}
    assert councils.terrain["D6"] == POOL and councils.terrain["E4"] == PENTACLE
    assert not councils.errands
    assert isinstance(councils.table.game.state.wait, SetUpWait)


def test_a_landmark_that_is_laid_before_its_turn_waits_for_it(councils: TagTable) -> None:
    councils.see(magic_pentacle_south_1="E4", wooded_1="K5")
    assert "E4" not in councils.terrain and "K5" in councils.terrain
    assert "terrain" not in councils.hint
    councils.see(healing_pool_north_1="D6")
    assert councils.terrain["E4"] == PENTACLE


def test_why_a_landmark_cannot_lie_where_it_is_laid_is_told(councils: TagTable) -> None:
    councils.see(healing_pool_north_1="D4")
    assert "D4" not in councils.terrain
    assert "row" in councils.hint


def test_a_landmark_told_by_tap_asks_for_it_by_its_name_and_whose_it_is(councils: TagTable) -> None:
    councils.do(PlaceLandmark(seat=Seat.NORTH, landmark="healing_pool", at=Hex("D6")))
    assert councils.errands == ["Put the Healing Pool of the Pennants on D6"]
    councils.see(healing_pool_north_1="D6")
    assert not councils.errands


def test_a_landmark_that_is_moved_while_the_board_is_set_up_is_known_no_more_where_it_lay(
    councils: TagTable,
) -> None:
    councils.see(healing_pool_north_1="D6")
    councils.see(healing_pool_north_1="E6")
    assert "D6" not in councils.terrain and councils.terrain["E6"] == POOL
    assert not table_of(councils.table.game.state).placed


def test_every_landmark_has_a_tag_in_the_book_for_each_side() -> None:
    library = Library(Path("nowhere"))
    tagged = set(library.book("first").pieces.values())
    names = library.catalogue("first").of(LandmarkCard)
    assert {f"{name}_{seat}-1" for name in names for seat in CAMPS} <= tagged


def test_every_terrain_that_can_lie_on_the_board_has_a_tag_to_print_that_is_read_as_it() -> None:
    library = Library(Path("nowhere"))
    kinds = library.catalogue("second").terrain
    contents = BoxContents(library, "second", "en")
    stock = stock_of(contents, library.book("second"), aruco=False)
    printed = {tile_of(tag.piece, kinds) for tag in stock[SheetKind.TERRAIN]}
    wanted = {Tile(kind=kind) for kind in kinds if kind != "command_tent"}
    assert printed == wanted | {Tile(kind=TerrainId("command_tent"), owner=seat) for seat in CAMPS}
