"""Setting up: the pieces on the board, the start, and what can be done at each step (RB p. 5, 14-17)."""

import re
from collections.abc import Iterator

from rules.kernel import messages as m
from rules.kernel.catalogue import kind_of
from rules.kernel.course import Checks, Course, passes, refusal
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Unit
from rules.kernel.turn import not_now
from rules.kernel.values import CardId, Seat, UnitId, Why
from rules.second import messages as second
from rules.second.printed import ArmyCard, ScenarioCard, muster_of
from rules.second.setting_up.battlefield import check_card
from rules.second.setting_up.checks import (
    banners_missing,
    check_standing,
    has_tent,
    is_in_front,
    pieces_wait,
    tent_of,
    units_missing,
)
from rules.second.setting_up.maps import scenario_card
from rules.second.setting_up.mustering import check_muster, costs_unknown, join

PRESET = tuple(map(CardId, ("patrol_left", "patrol_right", "patrol_center", "line_advance")))
"""The hand for those who do not draw it (Ref, Preset Starting Hands)."""


def begin(ruleset: Ruleset) -> m.Wait:
    """Return what a game waits for first: pieces, or in a full set-up the scenario cards (RB p. 14)."""
    scenario = ruleset.scenario
    if muster_of(scenario) is not None:
        return second.ScenarioCardsWait(missing=ruleset.seats)
    return m.SetUpWait(banners=max(0, scenario.banners.count - len(scenario.banners.at)))


def check_place(game: Game, command: m.PlaceUnit) -> Checks:
    """Yield what is wrong with putting a unit down."""
    unit = game.state.units.get(command.unit)
    if unit is None and not _may_join(game, command.unit):
        yield refusal(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    yield from not_now(game, m.SetUpWait, unit=unit)
    rule = _rule_of_pieces(game)
    if command.at not in game.ruleset.board:
        yield refusal(game, Why.OFF_BOARD, rule, command.unit, final=True)
        return
    other = game.state.standing_on(command.at)
    is_new = unit is None or unit.at is None
    if other is not None and is_new:
        yield refusal(game, Why.OCCUPIED, rule, other, final=True)
    yield from check_standing(game, unit or _joined(game, command.unit), command.at)
    if other is not None and unit is not None and unit.at is not None:
        yield from check_standing(game, other, unit.at)


def _rule_of_pieces(game: Game) -> str:
    """Return the rule by which units are put on the board: mustered ones are deployed (RB p. 17)."""
    return "set_up" if muster_of(game.ruleset.scenario) is None else "deployment"


def _may_join(game: Game, unit: UnitId) -> bool:
    """Return whether *unit* may join by being put on the board: in a free battle, if its faction is there."""
    is_named = re.fullmatch(r"[a-z0-9_]+-[1-9][0-9]?", unit) is not None
    return game.ruleset.scenario.open and is_named and kind_of(unit) in game.ruleset.fielded


def _joined(game: Game, unit: UnitId) -> Unit:
    """Return *unit* as it is when it joins."""
    course = Course(game)
    join(course, unit, game.ruleset.owners[unit])
    return course.unit(unit)


def place(course: Course, command: m.PlaceUnit) -> None:
    """Put a unit down; the one that stood there goes to where this one was.

    One that is new in a free battle, or had been taken off, joins in full strength.
    """
    before = course.state.units.get(command.unit)
    if before is None:
        join(course, command.unit, course.ruleset.owners[command.unit])
    elif before.figures == 0:
        join(course, command.unit, before.seat)
    unit, other = course.unit(command.unit), course.state.standing_on(command.at)
    if other is not None and other.id != unit.id:
        assert unit.at is not None
        course.say(m.UnitPlaced(unit=other.id, at=unit.at))
    course.say(m.UnitPlaced(unit=unit.id, at=command.at))
    course.wait(pieces_wait(course.game))


def pieces_anew(course: Course, wait: m.SetUpWait) -> tuple[m.SetUpWait]:
    """Return the wait for what has no place yet after a correction."""
    return (pieces_wait(course.game),)


def check_start(game: Game, command: m.StartGame) -> Checks:
    """Yield what the set-up still lacks."""
    yield from not_now(game, m.SetUpWait)
    missing = banners_missing(game)
    if missing:
        yield refusal(game, Why.BANNERS_MISSING, "set_up", limit=missing)
    missing = units_missing(game)
    if missing or not all(game.state.army(seat) for seat in game.ruleset.seats):
        yield refusal(game, Why.UNITS_MISSING, _rule_of_pieces(game), limit=max(1, missing))
    for seat in game.ruleset.seats:
        if has_tent(game, seat):
            yield from _check_tent(game, seat)
    if command.preset:
        yield from _check_preset(game)


def _check_tent(game: Game, seat: Seat) -> Checks:
    """Yield what is wrong with *seat*'s tent: it needs a clear deployment hex, none before it (RB p. 17)."""
    at = tent_of(game, seat)
    if at is None:
        yield refusal(game, Why.TENT_MISSING, "tent")
        return
    shown = (scenario_card(game, each) for each in game.ruleset.seats)
    if any(card is not None and at in card.terrain for card in shown):
        yield refusal(game, Why.NOT_CLEAR, "tent")
    card = scenario_card(game, seat)
    if card is not None and card.deployment and at not in card.deployment:
        yield refusal(game, Why.NO_DEPLOYMENT_HEX, "tent")
    for unit in game.state.army(seat):
        assert unit.at is not None
        if unit.at == at:
            yield refusal(game, Why.NO_DEPLOYMENT_HEX, "tent", unit)
        if is_in_front(game, seat, unit.at):
            yield refusal(game, Why.IN_FRONT_OF_TENT, "tent", unit)


def _check_preset(game: Game) -> Checks:
    """Yield that the preset hands cannot be dealt: a card is not in this deck."""
    if any(card not in game.ruleset.catalogue.cards for card in PRESET):
        yield refusal(game, Why.NO_SUCH_CARD, "preset", final=True)


def start(course: Course, command: m.StartGame) -> None:
    """Deal the hands and begin the first player's first turn (RB p. 5, 15)."""
    scenario = course.ruleset.scenario
    preset = PRESET if command.preset else ()
    if scenario.lore_hand is not None:
        course.say(m.HandsDealt(cards=scenario.hand, lore=scenario.lore_hand, known=preset))
    elif preset:
        for seat in course.ruleset.seats:
            course.say(m.HandNoted(seat=seat, known=preset))
    course.say(m.TurnStarted(seat=course.state.first, turn=1))
    course.wait(m.CardWait(seat=course.state.first))


def cards(game: Game, wait: second.ScenarioCardsWait) -> Iterator[second.ChooseScenarioCard]:
    """Yield every scenario card that a seat may choose."""
    for seat in game.ruleset.seats:
        for card in game.ruleset.catalogue.of(ScenarioCard).values():
            choice = second.ChooseScenarioCard(seat=seat, card=card.id)
            if passes(check_card(game, choice)):
                yield choice


def armies(game: Game, wait: second.MusterWait) -> Iterator[second.Muster]:
    """Yield the armies of the army cards that can be mustered; others must be told."""
    for seat in game.ruleset.seats:
        for army in game.ruleset.catalogue.of(ArmyCard).values():
            points = army.total - army.lore if costs_unknown(game, army.units) else None
            told = second.Muster(seat=seat, units=army.units, tent=army.tent, points=points, lore=army.lore)
            if passes(check_muster(game, told)):
                yield told


def pieces(game: Game, wait: m.SetUpWait) -> Iterator[m.Command]:
    """Yield the stand-in banners and the start; placing units and preset hands must be told."""
    banners = game.ruleset.scenario.banners
    if len(game.state.banners) < banners.count:
        for place in banners.stand_in:
            if place not in game.state.banners:
                yield m.PlaceBanner(at=place, points=banners.points)
    if game.ruleset.scenario.open:
        yield from (m.ChooseFirst(seat=seat) for seat in game.ruleset.seats)
    start_now = m.StartGame()
    if passes(check_start(game, start_now)):
        yield start_now
