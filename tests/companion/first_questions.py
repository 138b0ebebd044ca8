"""The questions of the First Edition, one after the other, and what leads to each of them."""

from collections.abc import Mapping

from rules.first.faces import BLUE, BONUS_STRIKE, FLAG, LORE, RED
from rules.first.messages import ChooseCouncil, PlaceLandmark, RetreatTo, TellHits
from rules.first.messages.arms import ChooseMode, ChooseSets, ChooseSpecialist, PlaceLevy, UseSpecialist
from rules.first.messages.epic import FillRack, PlayRackCard
from rules.first.printed.lore import GivenCouncil
from rules.first.table import ArmyMode
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Advance,
    Attack,
    Command,
    CorrectScore,
    CorrectUnit,
    Decline,
    EndMainPhase,
    Order,
    PlayCard,
    ReplenishLore,
    Roll,
    StartGame,
    TellNumber,
)
from rules.kernel.values import CardId, CardNumber, KindId, LoreChoice, Seat, UnitId
from tests.rules.first.arms import FINISH, lineup, put

FOOT, HORSE, GOBLINS = (
    UnitId(f"{kind}-11") for kind in ("human_blue_foot", "human_blue_mounted", "goblinoid_blue_foot")
)
TARGET, GIANT = UnitId("human_blue_foot-3"), UnitId("hill_giant-1")
RIDERS, PREY, ELEMENTAL = (
    UnitId(name) for name in ("human_blue_mounted-12", "human_blue_foot-4", "earth_elemental-11")
)
NORTHERNERS = {
    "goblinoid_blue_foot": (11, 12, 13, 14, 15),
    "human_green_archers": (11,),
    "human_blue_mounted": (11, 12),
    "human_blue_foot": (11,),
    "earth_elemental": (11,),
}
TOKENS = ReplenishLore(choice=LoreChoice.TOKENS)
SPECIAL = Roll(faces=(BONUS_STRIKE,) * 3)
SOUTH_COUNCIL = GivenCouncil(commander=3, masters={"wizard": 3})
NORTH_COUNCIL = GivenCouncil(commander=2, masters={"cleric": 2, "rogue": 2})


def stand(unit: UnitId, at: str, figures: int) -> CorrectUnit:
    """Return what puts *unit* on a hex of the middle of the board, where nobody is."""
    return CorrectUnit(unit=unit, at=Hex(at), figures=figures)


FIRST_QUESTIONS: Mapping[str, tuple[Command, ...]] = {
    "councils": (),
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
    "lore": (Decline(), EndMainPhase()),
    "a number of the card": (
        *(TOKENS, PlayCard(card=CardId("patrol_left")), EndMainPhase(), TOKENS),
        CorrectScore(seat=Seat.NORTH, lore=6),
        stand(ELEMENTAL, "I6", 1),
        stand(TARGET, "I5", 4),
        stand(RIDERS, "L5", 3),
        stand(PREY, "K5", 3),
        stand(UnitId("human_blue_foot-2"), "K4", 4),
        PlayCard(card=CardId("attack_left")),
        *(Order(unit=unit) for unit in (ELEMENTAL, RIDERS, GOBLINS)),
        Attack(unit=GOBLINS, target=PREY),
    ),
    "hits": (TellNumber(kind=KindId("goblinoid_blue_foot"), number=CardNumber.RANGE, value=1), SPECIAL),
    "a pursuit": (
        *(TellHits(hits=0), Decline()),
        *(Attack(unit=RIDERS, target=PREY), Roll(faces=(BLUE, BLUE, BLUE)), Decline()),
    ),
    "a bonus attack": (Advance(to=Hex("K5")),),
    "a power": (*(Decline(), Attack(unit=ELEMENTAL, target=TARGET), Roll(faces=(LORE, LORE)), Decline()),),
    "the end": (
        Decline(),
        *(
            CorrectUnit(unit=UnitId(f"{kind}-{number}"), at=None, figures=0)
            for kind, numbers in NORTHERNERS.items()
            for number in numbers
        ),
    ),
}

MEDIEVAL_QUESTIONS: Mapping[str, tuple[Command, ...]] = {"a Lore deck": ()}
EPIC_QUESTIONS: Mapping[str, tuple[Command, ...]] = {
    "a deck": (StartGame(),),
    "the rack": tuple(
        FillRack(card=CardId(card)) for card in ("attack_center", "advance_center", "counter_attack")
    ),
    "a card": (PlayRackCard(card=CardId("attack_center")),),
    "the rack once more": (
        *(PlayCard(card=CardId("patrol_left")), EndMainPhase(), FillRack(card=CardId("patrol_center"))),
        PlayCard(card=CardId("scout_right")),
    ),
    "which is countered": (
        *(PlayRackCard(card=CardId("advance_center")), EndMainPhase(), FillRack(card=CardId("forward"))),
        PlayRackCard(card=CardId("counter_attack")),
    ),
}

ARMS_QUESTIONS: Mapping[str, tuple[Command, ...]] = {
    "a mode": (),
    "sets of cards": (ChooseMode(mode=ArmyMode.ORGANIZED, owner=Seat.SOUTH),),
    "cards in secret": (
        ChooseSets(seat=Seat.SOUTH, sets=("standard_a", "standard_b")),
        ChooseSets(seat=Seat.NORTH, sets=("pennant_a", "pennant_b")),
    ),
    "a Guard": (lineup(Seat.SOUTH, "standard_a"), lineup(Seat.NORTH, "pennant_a")),
    "a Reserve": (
        PlaceLevy(banner="blue", at=Hex("M1")),
        put("human_blue_foot-1", "L2"),
        FINISH,
        put("human_green_archers-11", "A8"),
        *[FINISH] * 5,
    ),
    "Levies": (put("human_red_foot-1", "G1"), FINISH),
    "a Specialist": (FINISH, FINISH),
    "whom a Specialist is for": (ChooseSpecialist(card="kings_allies"),),
    "how far a given bow reaches": (
        FINISH,
        ChooseSpecialist(card="bow_upgrade"),
        UseSpecialist(unit=UnitId("human_green_archers-11")),
    ),
}
EPIC_ARMS_QUESTIONS: Mapping[str, tuple[Command, ...]] = {
    "five cards in secret": (
        ChooseMode(mode=ArmyMode.ORGANIZED, owner=Seat.SOUTH),
        ChooseSets(seat=Seat.SOUTH, sets=("standard_a", "standard_b")),
        ChooseSets(seat=Seat.NORTH, sets=("pennant_a", "pennant_b")),
    ),
    "a Scout Guard": (
        lineup(Seat.SOUTH, "standard_a", scout=5),
        lineup(Seat.NORTH, "pennant_a", scout=5),
    ),
    "a shifted Guard": (FINISH, put("human_green_foot-11", "C9"), FINISH),
    "a whole Reserve": (put("human_blue_foot-1", "M2"), *[FINISH] * 6),
}
FOUR = {"south": "standard_a", "north": "pennant_a", "south_ally": "standard_b", "north_ally": "pennant_b"}
ALLIED_ARMS_QUESTIONS: Mapping[str, tuple[Command, ...]] = {
    "a set of cards": (),
    "four players' cards in secret": tuple(
        ChooseSets(seat=Seat(seat), sets=(held,)) for seat, held in FOUR.items()
    ),
    "a Guard of an ally's": tuple(lineup(Seat(seat), held, reserve=None) for seat, held in FOUR.items()),
    "another Guard beside it": (put("human_blue_foot-1", "C3"), FINISH, FINISH),
}
