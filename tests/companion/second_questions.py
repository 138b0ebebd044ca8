"""The questions of the Second Edition, one after the other, and what leads to each: by scenario."""

from collections.abc import Mapping

from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import (
    Attack,
    ChooseFirst,
    Command,
    CorrectScore,
    CorrectUnit,
    Counter,
    Decline,
    EndMainPhase,
    Move,
    Order,
    Overrule,
    PlaceTerrain,
    PlaceUnit,
    PlayCard,
    Roll,
    StartGame,
)
from rules.kernel.values import CardId, KindId, ScenarioCardId, Seat, TerrainId, Tile, UnitId
from rules.second.faces import HEROIC, LORE, MORALE, PIERCE, STRIKE
from rules.second.messages import (
    ChooseScenarioCard,
    ChooseWay,
    FinishTerrain,
    Muster,
    PlaceFord,
    RevealArmies,
)

BH3, BH4, CG4 = UnitId("blood_harvesters-3"), UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")
ARCHERS, ROC = UnitId("yeoman_archers-1"), UnitId("roc_warrior-1")

LEARNING_QUESTIONS: Mapping[str, tuple[Command, ...]] = {
    "a card": (),
    "orders": (
        PlayCard(card=CardId("line_advance")),
        CorrectUnit(unit=BH4, at=Hex("F5"), figures=2),
        Order(unit=BH4),
        Order(unit=BH3),
        Move(unit=BH3, to=Hex("D5")),
    ),
    "dice": (Attack(unit=BH4, target=CG4),),
    "dice to commit": (Roll(faces=(HEROIC, HEROIC, STRIKE, LORE)),),
    "a counter": (Decline(),),
    "dice of the counter": (Counter(),),
    "a second attack": (Roll(faces=(PIERCE, PIERCE, LORE)),),
    "an advance": (
        Attack(unit=BH3, target=UnitId("citadel_guard-3")),
        Roll(faces=(MORALE, LORE, STRIKE)),
    ),
    "an exchange": (Decline(), CorrectScore(seat=Seat.NORTH, lore=9), EndMainPhase()),
    "the next card": (Decline(),),
}
"""Once the learning scenario has begun."""

BATTLE_QUESTIONS: Mapping[str, tuple[Command, ...]] = {
    "scenario cards": (),
    "the first player": (
        ChooseScenarioCard(seat=Seat.SOUTH, card=ScenarioCardId("crossing_the_river_of_sleep")),
        ChooseScenarioCard(seat=Seat.NORTH, card=ScenarioCardId("staking_a_claim")),
    ),
    "terrain": (ChooseFirst(seat=Seat.SOUTH),),
    "a ford": (
        *(PlaceTerrain(at=Hex(at), tile=Tile(kind=TerrainId("river"))) for at in ("C3", "D3")),
        FinishTerrain(),
    ),
    "armies": (PlaceFord(at=Hex("D3")),),
    "the other army": (
        Muster(
            seat=Seat.SOUTH,
            units={
                KindId("citadel_guard"): 3,
                KindId("yeoman_archers"): 5,
                KindId("riverwatch_riders"): 3,
            },
        ),
    ),
    "deployment cards": (
        Overrule(
            command=Muster(
                seat=Seat.NORTH, units={KindId("blood_harvesters"): 5, KindId("chaos_lord"): 2}, points=46
            )
        ),
    ),
    "deployment": (RevealArmies(),),
    "the last pieces": (
        *(PlaceUnit(unit=UnitId(f"yeoman_archers-{n}"), at=Hex(f"{'ABCDE'[n - 1]}1")) for n in range(1, 6)),
        *(PlaceUnit(unit=UnitId(f"citadel_guard-{n}"), at=Hex(f"{'FGH'[n - 1]}1")) for n in range(1, 4)),
        *(PlaceUnit(unit=UnitId(f"riverwatch_riders-{n}"), at=Hex(f"{'IJA'[n - 1]}2")) for n in range(1, 4)),
        *(PlaceUnit(unit=UnitId(f"blood_harvesters-{n}"), at=Hex(f"{'ABCDE'[n - 1]}9")) for n in range(1, 6)),
        PlaceUnit(unit=UnitId("chaos_lord-1"), at=Hex("F9")),
        PlaceUnit(unit=UnitId("chaos_lord-2"), at=Hex("G9")),
    ),
    "the first card": (StartGame(),),
}
"""A full battle, set up."""

FIELD_QUESTIONS: Mapping[str, tuple[Command, ...]] = {
    "a free set-up": (),
    "a way to retreat": (
        PlaceUnit(unit=ARCHERS, at=Hex("F3")),
        PlaceUnit(unit=ROC, at=Hex("B4")),
        PlaceUnit(unit=UnitId("blood_harvesters-1"), at=Hex("F5")),
        PlaceUnit(unit=UnitId("chaos_lord-1"), at=Hex("B5")),
        StartGame(),
        PlayCard(card=CardId("line_advance")),
        Order(unit=ARCHERS),
        Order(unit=ROC),
        Attack(unit=ARCHERS, target=UnitId("blood_harvesters-1")),
        Roll(faces=(MORALE, MORALE)),
    ),
    "an additional attack": (ChooseWay(way=Direction.NORTH_EAST),),
    "a number": (Decline(), Attack(unit=ROC, target=UnitId("chaos_lord-1"))),
    "lore": (Decline(), EndMainPhase()),
    "the end": (
        CorrectUnit(unit=UnitId("blood_harvesters-1"), at=None, figures=0),
        CorrectUnit(unit=UnitId("chaos_lord-1"), at=None, figures=0),
    ),
}
"""On a field of one's own: what only terrain, legends or the dice of those who shoot bring about."""
