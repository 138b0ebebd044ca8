"""Four players set up: whose each unit is, as the Alliance tokens beside one ally's units tell.

Text: Reluctant Allies Variant.
"""

from msgspec.structs import replace

from rules.first.messages.allies import AllianceTokenPlaced, PlaceAllianceToken
from rules.first.messages.waits import CouncilWait, LandmarkWait
from rules.first.play.saying import refuse
from rules.first.printed.lore import LaidAdventure
from rules.kernel import messages as m
from rules.kernel.course import Checks, Course
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Seat, UnitId, Why

ALLIES = {Seat.SOUTH: Seat.SOUTH_ALLY, Seat.NORTH: Seat.NORTH_ALLY}


def for_four(scenario: LaidAdventure) -> LaidAdventure:
    """Return *scenario* with an ally for each side: half of its units are his, those in the east.

    People share them out as they like, by Alliance tokens.
    """
    factions, hands, councils = dict(scenario.factions), dict(scenario.hands), dict(scenario.councils)
    owners = dict(scenario.owners)
    for camp, ally in ALLIES.items():
        if ally in factions:
            return scenario
        factions[ally] = factions[camp]
        hands |= {ally: hands[camp]} if camp in hands else {}
        councils |= {ally: councils[camp]} if camp in councils else {}
        owners |= dict.fromkeys(_eastern_half(scenario, camp), ally)
    return replace(scenario, factions=factions, hands=hands, councils=councils, owners=owners)


def _eastern_half(scenario: LaidAdventure, camp: Seat) -> list[UnitId]:
    own = [unit for unit in scenario.units if scenario.owners[unit] is camp]
    own.sort(key=lambda unit: (scenario.units[unit][0], unit))
    return own[(len(own) + 1) // 2 :]


def check_token(game: Game, command: PlaceAllianceToken) -> Checks:
    """Yield why no Alliance token is laid beside that unit now."""
    if command.unit not in game.state.units:
        yield refuse(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    yield from not_now(game, m.SetUpWait, CouncilWait, LandmarkWait)


def place_token(course: Course, command: PlaceAllianceToken) -> None:
    """Give a unit to the ally of who has it."""
    owner = course.unit(command.unit).seat
    (ally,) = (seat for seat in course.ruleset.camps[owner] if seat is not owner)
    course.say(AllianceTokenPlaced(unit=command.unit, seat=ally))
    course.wait(*course.state.waits)
