"""A free battle: whatever is put on the table is read, and played with."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.library.settings import Settings
from companion.reconcile.referee import Ambiguous, Explained, Unexplained, explain, try_all
from companion.table.requests import Submit
from rules.kernel.game import Game, new_game
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Command,
    EndMainPhase,
    Move,
    Order,
    PlaceTerrain,
    PlaceUnit,
    PlayCard,
    Refusal,
    StartGame,
    Trample,
)
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import CardId, Step, TerrainId, Tile, UnitId, Why
from rules.second.faces import STRIKE
from tests.companion.sent_view import sent_view
from tests.rules.fielding import FREE, battle_rules, to_pieces
from tests.rules.packs import KNOWN
from vision.board.plan import tag_modules
from vision.simulate.table import SimulatedTable

UNITS = {
    UnitId("citadel_guard-2"): Hex("D2"),
    UnitId("citadel_guard-4"): Hex("H2"),
    UnitId("roc_warrior-1"): Hex("F1"),
    UnitId("blood_harvesters-5"): Hex("D8"),
    UnitId("obscenes-1"): Hex("H8"),
    UnitId("chaos_lord-1"): Hex("F9"),
}
TERRAIN = {"hill-2": "F4", "forest-1": "D3", "river-3": "C5", "ford-1": "C5", "building-1": "H6"}
BANNERS = {"banner-1": "E5", "banner-3": "I5"}


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    settings = Settings(data=tmp_path, scenario="free", camera="simulated", voice=False)
    opened = services_of(create_app(settings, seed=5))
    yield opened
    opened.close()


def lay(simulated: SimulatedTable, piece: str, at: str, *, east: float = 0.0) -> None:
    """Lay the tag of a tile or banner down near the north side of hex *at*, where figures stand later."""
    payload = next(tag for tag, name in simulated.book.pieces.items() if name == piece)
    simulated.figures(piece, 0)
    x, y = simulated.plan.centre_mm(Hex(at))
    modules = tag_modules(payload, simulated.book.layout)
    simulated.lay(
        piece, modules, np.array([x + east, y + 14]), turn=0.3, size_mm=simulated.book.size_mm or 22.0
    )


def look(services: Services, count: int) -> None:
    assert services.watch is not None
    for _ in range(count):
        assert services.watch.step()


def test_what_is_put_on_the_table_is_read_and_played_with(services: Services) -> None:
    simulated, table = services.simulated, services.table
    assert simulated is not None
    for piece, at in {**TERRAIN, **BANNERS}.items():
        lay(simulated, piece, at, east=-12.0 if piece == "river-3" else 12.0 if piece == "ford-1" else 0.0)
    look(services, 8)
    state = table.game.state
    assert {at: (tile.kind, tile.token) for at, tile in state.terrain.items()} == {
        "F4": ("hill", None),
        "D3": ("forest", None),
        "C5": ("river", "ford"),
        "H6": ("building", None),
    }
    assert state.banners == {"E5": 2, "I5": 2}
    for name, at in UNITS.items():
        simulated.place(name, at)
    look(services, 8)
    assert {name: unit.at for name, unit in table.game.state.units.items()} == UNITS
    for command in (StartGame(), PlayCard(card=CardId("line_advance"))):
        assert table.ask(Submit(command=command, by="south")).seq is not None
    simulated.hand(Hex("D3"))
    look(services, 3)
    simulated.place("citadel_guard-2", Hex("D3"))
    simulated.hand(None)
    look(services, 6)
    assert table.game.state.units[UnitId("citadel_guard-2")].at == "D3"
    assert set(table.game.state.terrain) == {"F4", "D3", "C5", "H6"}
    view = sent_view(table)
    assert (view["table"]["state"], view["question"]) == ("in_step", None)


@pytest.mark.long
def test_hands_and_a_flickering_light_over_the_terrain_make_no_event(services: Services) -> None:
    simulated, table, chance = services.simulated, services.table, Random(11)
    assert simulated is not None
    for piece, at in {**TERRAIN, **BANNERS}.items():
        lay(simulated, piece, at, east=-12.0 if piece == "river-3" else 12.0 if piece == "ford-1" else 0.0)
    for name, at in UNITS.items():
        simulated.place(name, at)
    look(services, 8)
    assert table.ask(Submit(command=StartGame(), by="south")).seq is not None
    before = table.journal.last
    for _ in range(60):
        simulated.light(chance.uniform(0.75, 1.15), flicker=chance.choice([0.0, 0.02]))
        simulated.hand(Hex(chance.choice(["F4", "D3", "C5", "H6", "E5", "F8"])), north=chance.random() < 0.5)
        look(services, chance.randint(1, 4))
        simulated.hand(None)
        look(services, chance.randint(1, 6))
        assert (table.journal.last, sent_view(table)["question"]) == (before, None)


def after(game: Game, *commands: Command) -> Game:
    result = try_all(game, commands)
    assert not isinstance(result, Refusal), result
    return result


def placed(**places: str) -> dict[UnitId, Hex]:
    """Return units on hexes: ``placed(citadel_guard_2="D2")``."""
    return {UnitId("-".join(name.rsplit("_", 1))): Hex(at) for name, at in places.items()}


def free(rules: Ruleset = FREE, **places: str) -> Game:
    """Return a free battle with units on hexes."""
    return after(new_game(rules), *(PlaceUnit(unit=unit, at=at) for unit, at in placed(**places).items()))


FREE_AND_KNOWN = Ruleset(KNOWN.edition, KNOWN.catalogue, KNOWN.board, KNOWN.catalogue.scenarios["free"])


def test_units_seen_in_a_free_battle_join_it() -> None:
    seen = placed(citadel_guard_5="D2", chaos_lord_1="F9")
    verdict = explain(free(), seen)
    assert isinstance(verdict, Explained)
    game = after(free(), *verdict.commands)
    assert {name: unit.at for name, unit in game.state.units.items()} == seen


def test_a_unit_that_may_not_stand_where_it_is_seen_does_not_keep_others_from_joining() -> None:
    river = PlaceTerrain(at=Hex("C5"), tile=Tile(kind=TerrainId("river")))
    game = after(free(), river)
    seen = placed(citadel_guard_1="C5", yeoman_archers_1="D3")
    verdict = explain(game, seen)
    assert verdict == Explained((PlaceUnit(unit=UnitId("yeoman_archers-1"), at=Hex("D3")),))
    rest = explain(after(game, *verdict.commands), seen)
    assert isinstance(rest, Unexplained)
    assert rest.refusal is not None
    assert rest.refusal.why is Why.IMPASSABLE


def test_mustered_units_are_placed_where_they_are_seen_and_a_stranger_is_named() -> None:
    game = to_pieces(battle_rules(maps=True))
    seen = placed(citadel_guard_1="A1", citadel_guard_5="B1", blood_harvesters_2="A9")
    verdict = explain(game, seen)
    assert isinstance(verdict, Explained)
    assert {(one.unit, one.at) for one in verdict.commands if isinstance(one, PlaceUnit)} == {
        ("citadel_guard-1", "A1"),
        ("blood_harvesters-2", "A9"),
    }
    rest = explain(after(game, *verdict.commands), seen)
    assert isinstance(rest, Unexplained)
    assert [one.unit for one in rest.differences] == ["citadel_guard-5"]
    assert rest.refusal is not None
    assert rest.refusal.why is Why.NO_SUCH_UNIT


def test_a_move_after_the_attacks_is_explained_where_an_ability_allows_it() -> None:
    lancers = UnitId("citadel_lancers-1")
    game = after(
        free(FREE_AND_KNOWN, citadel_lancers_1="D3", blood_harvesters_1="D8"),
        StartGame(),
        PlayCard(card=CardId("line_advance")),
        Order(unit=lancers),
        EndMainPhase(),
    )
    assert game.state.step is Step.LATE_MOVES
    seen = placed(citadel_lancers_1="D4", blood_harvesters_1="D8")
    assert explain(game, seen) == Explained((Move(unit=lancers, to=Hex("D4")),))


@pytest.mark.parametrize(("trait", "ways"), [("cavalry", 2), ("infantry", 1)])
def test_whether_a_unit_rode_over_an_enemy_or_around_it_is_asked_where_a_card_allows_both(
    trait: str, ways: int
) -> None:
    game = after(
        free(riverwatch_riders_1="F4", blood_harvesters_1="F5"),
        StartGame(),
        PlayCard(card=CardId("line_advance")),
    )
    extras = (Trample(trait=trait, faces=(STRIKE,)),)
    game = game._replace(state=replace(game.state, extras=extras))
    verdict = explain(game, placed(riverwatch_riders_1="F6", blood_harvesters_1="F5"))
    choices = verdict.choices if isinstance(verdict, Ambiguous) else ()
    through = [one.through for choice in choices for one in choice if isinstance(one, Move)]
    assert through == ([(), (Hex("F5"),)] if ways == 2 else [])
