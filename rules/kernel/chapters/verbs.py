"""The verbs that every edition's cards have, each with how it is done and when; an edition adds its own."""

from collections.abc import Mapping

from rules.kernel import messages as m
from rules.kernel.chapters.ask import is_stunned
from rules.kernel.chapters.damage import heal, suffer
from rules.kernel.chapters.gains import change_lore, draw_lore, gain_points
from rules.kernel.chapters.terrain import can_enter, must_stop, no_entry
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.edition import VerbHandler
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import Cause, Seat, Step, Why

BEFORE_ATTACKS = (Step.COMMAND, Step.ORDER)


def _grant(course: Course, seat: Seat, verb: m.GrantOrders) -> None:
    course.say(m.OrdersGranted(grant=verb))


def _give(course: Course, seat: Seat, verb: m.AnyExtra) -> None:
    course.say(m.ExtraGranted(grant=verb))


def _rolled_later(course: Course, seat: Seat, verb: m.RollForOrders) -> None: ...


def _damage(course: Course, seat: Seat, verb: m.DealDamage) -> None:
    suffer(course, verb.unit, verb.count, Cause.CARD)


def _put(course: Course, seat: Seat, verb: m.PlaceAt | m.Drive) -> None:
    """Put a unit somewhere, or move it on as far as it can go, unharmed where it cannot (Ref, Battle Cry).

    To be driven is a movement, of the Move Step where it comes then; to be placed is none.
    """
    unit, state = course.unit(verb.unit), course.state
    start = unit.at
    if start is None:
        return
    to = verb.at if isinstance(verb, m.PlaceAt) else _driven(course.game, unit, verb)
    if to == start:
        return
    moved = isinstance(verb, m.Drive) and state.step is Step.ORDER
    have_moved = state.step is Step.ORDER and any(own.moved for own in state.army(state.active))
    course.say(m.Placed(unit=unit.id, start=start, to=to, moved=moved, after_orders=moved or have_moved))


def _driven(game: Game, unit: Unit, verb: m.Drive) -> Hex:
    """Return where *unit* ends that is driven on; one that is stunned cannot be moved (Ref, Stun)."""
    assert unit.at is not None
    to = unit.at
    if is_stunned(unit):
        return to
    for _ in range(verb.hexes):
        there = game.ruleset.board.step(to, verb.way)
        if there is None or game.state.standing_on(there) or not can_enter(game, unit, there):
            return to
        to = there
        if must_stop(game, unit, to):
            return to
    return to


def _heal(course: Course, seat: Seat, verb: m.Heal) -> None:
    heal(course, verb.unit, verb.count)


def _mark(course: Course, seat: Seat, verb: m.Mark) -> None:
    """Give a marker, which a second time has no effect, or take it away (Ref, Poison)."""
    unit = course.unit(verb.unit)
    if unit.at is None or (verb.marker in unit.markers) is verb.on:
        return
    if verb.on:
        course.say(m.Marked(unit=unit.id, marker=verb.marker))
    else:
        course.say(m.Unmarked(unit=unit.id, marker=verb.marker, cause=Cause.CARD))


def _drive_back(course: Course, seat: Seat, verb: m.ForceRetreat) -> None:
    course.ruleset.edition.battle.drive_back(course, verb.unit, verb.way, verb.hexes)


def _change_lore(course: Course, seat: Seat, verb: m.GainLore) -> None:
    change_lore(course, seat, verb.count, Cause.CARD)


def _draw_lore(course: Course, seat: Seat, verb: m.DrawLore) -> None:
    draw_lore(course, seat, verb.count)


def _gain_points(course: Course, seat: Seat, verb: m.GainPoints) -> None:
    gain_points(course, seat, verb.count, Cause.CARD)


def _in_ones_turn(game: Game, seat: Seat) -> bool:
    return seat is game.state.active


def _before_attacks(game: Game, seat: Seat) -> bool:
    return seat is game.state.active and game.state.step in BEFORE_ATTACKS


def _when_orders_are_given(game: Game, seat: Seat) -> bool:
    return isinstance(game.state.wait, m.CardWait | m.OrdersWait) and _before_attacks(game, seat)


def _check_place(game: Game, seat: Seat, verb: m.PlaceAt) -> Checks:
    """Yield that another unit stands where one is put, or that it cannot stand there."""
    unit, blocker = game.state.units[verb.unit], game.state.standing_on(verb.at)
    if blocker is not None and blocker is not unit:
        yield refusal(game, Why.OCCUPIED, "move", blocker, final=True)
    if not can_enter(game, unit, verb.at):
        yield no_entry(game, unit, verb.at)


def _check_dice(game: Game, seat: Seat, verb: m.RollForOrders) -> Checks:
    """Yield that no die is rolled; faces may well bring no lore."""
    if not verb.dice:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "cards", limit=1, final=True)


SHARED_VERBS: Mapping[type[m.Verb], VerbHandler] = {
    m.GrantOrders: VerbHandler(_grant, is_time=_before_attacks),
    m.GrantExtraAttack: VerbHandler(_give, is_time=_in_ones_turn),
    m.GrantExtraMove: VerbHandler(_give, is_time=_in_ones_turn),
    m.AddDice: VerbHandler(_give, least=None, is_time=_in_ones_turn),
    m.Trample: VerbHandler(_give, is_time=_in_ones_turn, of_lore=True),
    m.RollForOrders: VerbHandler(_rolled_later, _check_dice, least=0, is_time=_when_orders_are_given),
    m.DealDamage: VerbHandler(_damage),
    m.Heal: VerbHandler(_heal),
    m.PlaceAt: VerbHandler(_put, _check_place),
    m.Drive: VerbHandler(_put),
    m.ForceRetreat: VerbHandler(_drive_back),
    m.Mark: VerbHandler(_mark),
    m.GainLore: VerbHandler(_change_lore, least=None),
    m.DrawLore: VerbHandler(_draw_lore, of_lore=True),
    m.GainPoints: VerbHandler(_gain_points, least=None),
}
