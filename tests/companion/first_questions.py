"""The questions that only the First Edition asks, one after the other, and what leads to each of them."""

from collections.abc import Mapping

from rules.first.faces import BLUE, FLAG, LORE, RED
from rules.first.messages import ChooseCouncil, PlaceLandmark, RetreatTo
from rules.first.printed.lore import GivenCouncil
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    Command,
    CorrectScore,
    CorrectUnit,
    Decline,
    Order,
    PlayCard,
    Roll,
    StartGame,
)
from rules.kernel.values import CardId, Seat, UnitId

FOOT, HORSE, GOBLINS = (
    UnitId(f"{kind}-11") for kind in ("human_blue_foot", "human_blue_mounted", "goblinoid_blue_foot")
)
TARGET, GIANT = UnitId("human_blue_foot-3"), UnitId("hill_giant-1")
SOUTH_COUNCIL = GivenCouncil(commander=3, masters={"wizard": 3})
NORTH_COUNCIL = GivenCouncil(commander=2, masters={"cleric": 2, "rogue": 2})


def stand(unit: UnitId, at: str, figures: int) -> CorrectUnit:
    """Return what puts *unit* on a hex of the middle of the board, where nobody is."""
    return CorrectUnit(unit=unit, at=Hex(at), figures=figures)


FIRST_QUESTIONS: Mapping[str, tuple[Command, ...]] = {
    "Landmarks": (
        ChooseCouncil(seat=Seat.SOUTH, council=SOUTH_COUNCIL),
        ChooseCouncil(seat=Seat.NORTH, council=NORTH_COUNCIL),
    ),
    "the start": (
        PlaceLandmark(seat=Seat.SOUTH, landmark="magic_pentacle", at=Hex("A3")),
        PlaceLandmark(seat=Seat.SOUTH, landmark="stronghold", at=Hex("D2")),
    ),
    "a card": (StartGame(),),
    "a number": (
        CorrectScore(seat=Seat.SOUTH, lore=5),
        PlayCard(card=CardId("blue_banners")),
        stand(FOOT, "F6", 4),
        stand(HORSE, "K3", 3),
        stand(GOBLINS, "J5", 4),
        stand(TARGET, "F5", 4),
        stand(GIANT, "J3", 1),
        Order(unit=GOBLINS),
        Order(unit=FOOT),
        Order(unit=HORSE),
        Attack(unit=GOBLINS, target=GIANT),
    ),
    "orders": (Decline(),),
    "dice": (Attack(unit=FOOT, target=TARGET),),
    "a Reaction": (Roll(faces=(FLAG, RED, LORE)),),
    "a retreat": (Decline(),),
    "ground": (RetreatTo(to=Hex("F4")),),
    "a Critical Hit": (Decline(), Attack(unit=HORSE, target=GIANT), Roll(faces=(BLUE, RED, LORE)), Decline()),
    "battling back": (Roll(faces=(RED,)),),
}
