"""Reluctant Allies on top of an Epic game: four players in two camps.

Text: Reluctant Allies Variant.
"""

from collections.abc import Iterable
from functools import partial

from msgspec.structs import replace

from rules.first.messages.allies import CampWon, PlaceAllianceToken, TargetAlly
from rules.first.messages.epic import FillRack
from rules.first.play import upkeep
from rules.first.printed.cards import GiveOrders
from rules.first.printed.lore import LaidAdventure
from rules.first.printed.variants import with_changed_cards
from rules.first.table import table
from rules.first.variants.allies import evolve as evolve, markers, setting_up, sharing
from rules.kernel import messages as m
from rules.kernel.catalogue import Catalogue
from rules.kernel.course import Course
from rules.kernel.edition import Edition, Handler, Sides, Variant, VerbHandler, Winning
from rules.kernel.hexes import Hex
from rules.kernel.printed import Scenario
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import CAMPS, Seat, UnitId

NAME = "reluctant_allies"
BANNERS = 8
"""A camp's banners with which the game ends, once the turn does."""


def dear(game: Game, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Return those of *units* that take two orders: the ally's, unless the card activates his as well."""
    boons = table(game.state).boons
    if any(isinstance(boon, GiveOrders) and boon.count == "camp" for boon in boons):
        return ()
    return tuple(name for name in units if game.state.units[name].seat is not game.state.active)


def eliminated(course: Course, unit: Unit, at: Hex) -> None:
    """Give *unit*'s banner to whoever it falls to; nobody wins before the turn ends."""
    upkeep.take_banner(course, unit, at)


def points_of(game: Game, camp: Seat) -> int:
    """Return how many banners the two players of *camp* hold."""
    return sum(game.state.sides[seat].points for seat in game.ruleset.camps[camp])


def leading(game: Game) -> Seat | None:
    """Return the camp that wins as the turn ends: one holds enough banners, and more than the other."""
    points = {camp: points_of(game, camp) for camp in CAMPS}
    best = max(CAMPS, key=points.__getitem__)
    is_enough = points[best] >= game.ruleset.scenario.points_to_win
    return best if is_enough and points[CAMPS[0]] != points[CAMPS[1]] else None


def winners(game: Game, camp: Seat) -> tuple[Seat, ...]:
    """Return who of *camp* has most banners: both where they have as many."""
    sides, seats = game.state.sides, game.ruleset.camps[camp]
    most = max(sides[seat].points for seat in seats)
    return tuple(seat for seat in seats if sides[seat].points == most)


def end_turn(course: Course, base: Handler, command: m.EndMainPhase) -> None:
    """End the turn, and with it the game once a camp has won; else go on as the *base* game does."""
    camp = leading(course.game)
    if camp is None:
        base.obey(course, command)
        return
    seats, other = winners(course.game, camp), CAMPS[camp is CAMPS[0]]
    points = {each: points_of(course.game, each) for each in CAMPS}
    course.say(CampWon(camp=camp, points=points[camp], others=points[other], seats=seats))
    course.say(m.GameWon(seat=seats[0], elimination=False))
    course.wait(m.OverWait(seat=seats[0]))


def reluctant_allies(base: Edition) -> Edition:
    """Return *base*, an Epic game, as four reluctant allies play it."""
    handlers = base.handlers

    def printed_so(catalogue: Catalogue) -> Catalogue:
        return with_changed_cards(base.printed.as_played(catalogue), NAME)

    def for_four(scenario: Scenario) -> Scenario:
        laid = base.setting_up.as_played(scenario)
        assert isinstance(laid, LaidAdventure)
        shared = setting_up.for_four(laid)
        return shared if shared is laid else replace(shared, points_to_win=BANNERS)

    def end_main_phase(course: Course, command: m.EndMainPhase) -> None:
        end_turn(course, handlers[m.EndMainPhase], command)

    return replace(
        base,
        printed=base.printed._replace(as_played=printed_so),
        winning=Winning(eliminated=eliminated),
        setting_up=base.setting_up._replace(as_played=for_four),
        sides=Sides(markers.following, markers.preceding, dear),
        wings=None,
        handlers={
            **handlers,
            PlaceAllianceToken: Handler(setting_up.check_token, setting_up.place_token),
            FillRack: handlers[FillRack]._replace(obey=markers.fill),
            m.Roll: handlers[m.Roll]._replace(obey=partial(markers.roll, handlers[m.Roll])),
            m.Order: handlers[m.Order]._replace(check=sharing.check_order),
            m.EndMainPhase: handlers[m.EndMainPhase]._replace(obey=end_main_phase),
            **{sort: sharing.one_a_camp(handlers[sort]) for sort in (m.PlayLoreCard, m.PlayUnlistedLoreCard)},
        },
        verbs={**base.verbs, TargetAlly: VerbHandler(sharing.targeted, sharing.check_target, of_lore=True)},
    )


RELUCTANT_ALLIES = Variant(NAME, reluctant_allies)
