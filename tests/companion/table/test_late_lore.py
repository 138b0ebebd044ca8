"""A lore card that somebody plays when its moment is over: the table goes back to it (RB p. 12)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.store import GameRow, Store
from companion.library.library import Library
from companion.table.requests import Submit
from companion.table.table import Table
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    Command,
    CorrectScore,
    CounterWait,
    Decline,
    EndMainPhase,
    GrantOrders,
    Order,
    PlaceUnit,
    PlayLoreCard,
    PlayUnlistedCard,
    ReplenishLore,
    Roll,
    StartGame,
)
from rules.kernel.values import LoreChoice, LoreId, Seat, UnitId, Why
from rules.second.faces import CLEAVE

GUARD, ARCHERS = UnitId("citadel_guard-1"), UnitId("yeoman_archers-1")
BRUTES, VIPERS = UnitId("flesh_ripper_brutes-1"), UnitId("viper_legion-1")
PLACES = {GUARD: "E5", ARCHERS: "A1", BRUTES: "D5", VIPERS: "A9"}
UNSTOPPABLE = PlayLoreCard(seat=Seat.NORTH, card=LoreId("unstoppable"), cost=1)
FATAL = Roll(faces=(CLEAVE, CLEAVE, CLEAVE))
ROW = GameRow(id="g", scenario="free", edition="second", started=0.0, version="0")
BEGIN: tuple[Command, ...] = (
    *(PlaceUnit(unit=unit, at=Hex(at)) for unit, at in PLACES.items()),
    StartGame(),
    CorrectScore(seat=Seat.NORTH, lore=3),
    PlayUnlistedCard(name="A card", does=(GrantOrders(count=1),)),
    Order(unit=GUARD),
    Attack(unit=GUARD, target=BRUTES),
    FATAL,
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    store = Store(tmp_path / "games.sqlite")
    made = Table(Library(tmp_path).ruleset("free"), store, ROW, has_camera=False)
    for command in BEGIN:
        result = made.ask(Submit(command=command, by="south"))
        assert result.seq is not None, (command, result.sentence)
    yield made
    made.close()
    store.close()


def test_a_reaction_submitted_after_the_roll_is_played_before_it(table: Table) -> None:
    """Ref, Unstoppable: the brutes counter before they go; the dice lie as they fell."""
    assert table.game.state.units[BRUTES].at is None
    result = table.ask(Submit(command=UNSTOPPABLE, by="north"))
    assert result.refusal is None, result.sentence
    state = table.game.state
    assert state.wait == CounterWait(seat=Seat.NORTH, unit=BRUTES, target=GUARD, early=True)
    assert (state.units[BRUTES].at, state.sides[Seat.NORTH].lore) == ("D5", 2)


def test_a_reaction_of_the_turn_before_is_refused_as_too_late(table: Table) -> None:
    for command in (Decline(), EndMainPhase(), ReplenishLore(choice=LoreChoice.TOKENS)):
        assert table.ask(Submit(command=command, by="south")).seq is not None
    before = table.game.state
    result = table.ask(Submit(command=UNSTOPPABLE, by="north"))
    assert result.refusal is not None
    assert result.refusal.why is Why.WRONG_TIME
    assert table.game.state == before
