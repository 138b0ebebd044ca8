"""Guards, the Reserve and Levies of Call to Arms: who deploys what next, and who has scouted ahead.

Texts: Call to Arms, Deploy Your Guards, Scout Ahead, Call the Reserve.
"""

import re
from collections.abc import Iterator

from rules.first.faces import GREEN
from rules.first.messages.arms import (
    DeploymentRevealed,
    DeployWait,
    FinishDeployment,
    GuardsRevealed,
    LevyLost,
    LevyReplaced,
    LevyWait,
    LoseUnit,
    PartDeployed,
    ScoutedAhead,
    SpecialistDeedWait,
    UnitDeployed,
    UnitsLost,
)
from rules.first.play import setting_up
from rules.first.play.asking import reads
from rules.first.play.saying import refuse
from rules.first.printed.deployment import DeploymentCard
from rules.first.printed.pieces import Troop
from rules.first.printed.rulings import ReadOtherwise
from rules.first.table import ArmyMode, ArmyPart, DeploymentPart, arms_of
from rules.first.variants import scouting
from rules.first.variants.call_to_arms import places
from rules.first.variants.call_to_arms.armies import (
    GUARDS,
    cards_for,
    ground_of,
    in_order,
    is_shared,
)
from rules.first.variants.call_to_arms.booking import Booking, bookings
from rules.first.variants.call_to_arms.reasons import Undeployable
from rules.kernel import messages as m
from rules.kernel.catalogue import NORTH_FROM, kind_of
from rules.kernel.course import Checks, Course, passes
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import CAMPS, KindId, Seat, UnitId, Why

RULE = "call_to_arms"
GUARDS_FROM_RIGHT = GUARDS[::-1]


def _scouts(game: Game) -> Iterator[ArmyPart]:
    """Yield the Scout Guards, where there are any: they are deployed first."""
    if cards_for(game.ruleset).scouts is not None:
        for seat in in_order(game.ruleset, arms_of(game.state)):
            yield ArmyPart(seat=seat, part=DeploymentPart.SCOUT)


def _guards(game: Game) -> Iterator[ArmyPart]:
    """Yield all Guards in the order in which they are deployed: by turns from the right, or side by side.

    Of allies it is the order of their cards.
    """
    seats = in_order(game.ruleset, arms_of(game.state))
    if is_shared(game.ruleset):
        yield from _guards_of_allies(game, seats)
    elif arms_of(game.state).mode is ArmyMode.ORGANIZED:
        yield from (ArmyPart(seat=seat, part=part) for part in GUARDS_FROM_RIGHT for seat in seats)
    else:
        yield from (ArmyPart(seat=seat, part=part) for seat in seats for part in GUARDS)


def _guards_of_allies(game: Game, seats: tuple[Seat, ...]) -> Iterator[ArmyPart]:
    """Yield the Guards of both camps by turns, in each the lowest card first: it keeps its hexes.

    Of cards of one number that of the first set in the alphabet is the lowest.
    """
    cards = game.ruleset.catalogue.of(DeploymentCard)

    def rank(part: ArmyPart) -> tuple[int, str]:
        card = cards[places.card_of(game, part)]
        return card.number, card.set

    parts = [ArmyPart(seat=seat, part=part) for seat in seats for part in GUARDS]
    camps = [[each for each in parts if each.seat.camp is seat.camp] for seat in seats[: len(CAMPS)]]
    for pair in zip(*(sorted(camp, key=rank) for camp in camps), strict=True):
        yield from pair


def _later(game: Game) -> Iterator[ArmyPart]:
    """Yield what comes after the scouting, of who was out-scouted first: his Reserve, then his Levies."""
    first = game.state.first
    for seat in (game.ruleset.opponent(first), first):
        for part in (DeploymentPart.RESERVE, DeploymentPart.LEVY):
            yield ArmyPart(seat=seat, part=part)


def go_on(course: Course) -> None:
    """Wait for the next part that is to be deployed, or for what the set-up needs after all of them."""
    if _asks(course, _scouts(course.game)):
        return
    _reveal_guards(course)
    if _asks(course, _guards(course.game)):
        return
    if is_shared(course.ruleset):
        setting_up.go_on(course)
        return
    if not arms_of(course.state).scouted:
        counts = {seat: greens(course.game, seat) for seat in course.ruleset.seats}
        first = scouting.leader(course, counts)
        if first is None:
            return
        course.say(ScoutedAhead(seat=first, greens=counts))
    if not _asks(course, _later(course.game)):
        setting_up.go_on(course)


def _reveal_guards(course: Course) -> None:
    """Say that all Guards are open, unless they are, or are opened by turns."""
    arms = arms_of(course.state)
    if arms.mode is not ArmyMode.ORGANIZED and not arms.guards_open:
        course.say(GuardsRevealed())


def _asks(course: Course, parts: Iterator[ArmyPart]) -> bool:
    """Wait for the first of *parts* that is not done and has something to do; return whether one has."""
    for part in parts:
        if part in arms_of(course.state).done:
            continue
        wait = _wait_for(course, part)
        if wait is not None:
            course.wait(wait)
            return True
    return False


def _wait_for(course: Course, part: ArmyPart) -> m.Wait | None:
    """Return the wait for *part*, whose card is revealed; None where there is nothing to do."""
    if part.part is DeploymentPart.LEVY:
        return levy_wait(course.game, part.seat)
    if part not in arms_of(course.state).revealed:
        card = places.card_of(course.game, part)
        course.say(DeploymentRevealed(seat=part.seat, part=part.part, card=card))
    wait = places.deploy_wait(course.game, part)
    if _is_lost(wait):
        _lose_the_rest(course, part)
        return None
    return wait


def _is_lost(wait: DeployWait) -> bool:
    """Return whether what is due of a Reserve is lost: it is known how much that is, and no room is left."""
    return wait.part is DeploymentPart.RESERVE and not wait.hexes and bool(wait.most)


def levy_wait(game: Game, seat: Seat) -> LevyWait | None:
    """Return the wait for what replaces *seat*'s Levy tokens, None where it has none."""
    own = tuple(at for at, token in arms_of(game.state).levies.items() if token.seat is seat)
    return LevyWait(seat=seat, hexes=own) if own else None


def greens(game: Game, seat: Seat) -> int:
    """Return how many green banners *seat* has on the board, those of its Levy tokens too."""
    tokens = arms_of(game.state).levies.values()
    own = sum(token.seat is seat and token.banner == GREEN for token in tokens)
    return scouting.greens(game, seat) + own


def troop(game: Game, unit: UnitId) -> Troop | None:
    """Return the card of the troops that *unit* would be, None for a name that no figures have."""
    is_named = re.fullmatch(r"[a-z0-9_]+-[1-9][0-9]?", unit) is not None
    return game.ruleset.catalogue.of(Troop).get(kind_of(unit)) if is_named else None


def check_place(game: Game, command: m.PlaceUnit) -> Checks:
    """Yield why a unit cannot be deployed there."""
    wait, unit = game.state.wait, game.state.units.get(command.unit)
    assert isinstance(wait, DeployWait) and wait.seat is not None
    if troop(game, command.unit) is None:
        yield refuse(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    if command.at not in game.ruleset.board:
        yield refuse(game, Why.OFF_BOARD, RULE, command.unit, final=True)
        return
    other = game.state.standing_on(command.at)
    if command.at in arms_of(game.state).levies or (other is not None and other is not unit):
        is_allys = other is not None and other.seat is not wait.seat and other.seat.camp is wait.seat.camp
        yield refuse(game, Why.OCCUPIED, "allied_arms" if is_allys else RULE, command.unit, final=True)
        return
    if unit is not None and unit.at is not None and not _may_go_on(game, unit.id, command.at):
        yield refuse(game, Undeployable.DEPLOYED_ALREADY, RULE, command.unit)
        return
    yield from check_hex(game, command.at, command.unit)
    yield from _check_card(game, command)


def _may_go_on(game: Game, unit: UnitId, at: Hex) -> bool:
    """Return whether *unit* is of a part still being deployed, and *at* not the other side's."""
    arms, parts = arms_of(game.state), places.open_parts(game, at)
    of = arms.deployed.get(unit)
    return of is not None and unit not in arms.settled and all(of.seat is each.seat for each in parts)


def check_hex(game: Game, at: Hex, unit: UnitId | None = None) -> Checks:
    """Yield why nobody is deployed on *at*: it belongs to another part, or the ground is impassable."""
    wait, ground = game.state.wait, ground_of(game.ruleset)
    assert isinstance(wait, DeployWait)
    if not places.open_parts(game, at):
        if wait.part is DeploymentPart.SCOUT:
            limit = cards_for(game.ruleset).scouts
            yield refuse(game, Undeployable.NOT_THE_SCOUTS_ROW, "epic_arms", unit, limit=limit)
        elif wait.part is DeploymentPart.RESERVE:
            yield refuse(game, Undeployable.NOT_ON_THE_BASELINE, "reserve", unit)
        elif ground.shifted:
            yield refuse(game, Undeployable.NOT_NEAR_THE_SECTION, "epic_arms", unit, limit=ground.rows)
        else:
            yield refuse(game, Undeployable.NOT_THE_GUARDS_ROW, "guards", unit, limit=ground.rows)
    if places.is_impassable(game, at):
        yield refuse(game, Why.IMPASSABLE, "water", unit)


def _check_card(game: Game, command: m.PlaceUnit) -> Checks:
    """Yield that a part's card, where it is known, has no such unit there, or that enough are deployed."""
    parts = places.open_parts(game, command.at)
    if not parts or (arms_of(game.state).deployed.get(command.unit) in parts and stands(game, command.unit)):
        return
    if places.most_of(game, parts[0]) == 0:
        limit = places.count_of(game, parts[0])
        yield refuse(game, Undeployable.RESERVE_IS_DEPLOYED, "reserve", command.unit, limit=limit)
    if not bookings(game, command.unit, command.at):
        yield refuse(game, Undeployable.NOT_BY_THE_CARD, "guards", command.unit)


def stands(game: Game, unit: UnitId) -> bool:
    """Return whether *unit* is on the board."""
    return unit in game.state.units and game.state.units[unit].at is not None


def place(course: Course, command: m.PlaceUnit) -> None:
    """Put a unit of a part to which the hex belongs down; the Reserve ends where no room is left."""
    game = course.game
    booked = bookings(game, command.unit, command.at) or (_booked_anyhow(game, command),)
    join(course, command.unit, booked[0].part.seat, command.at)
    for unit, part, also in booked:
        course.say(UnitDeployed(unit=unit, seat=part.seat, part=part.part, also=also))
    wait_again(course)


def _booked_anyhow(game: Game, command: m.PlaceUnit) -> Booking:
    """Return of which part a unit is that none of the cards lists: of which it was, or which is asked for."""
    parts = places.open_parts(game, command.at) or (asked(game),)
    before = arms_of(game.state).deployed.get(command.unit)
    return Booking(command.unit, before if before in parts else parts[0])


def join(course: Course, unit: UnitId, seat: Seat, at: Hex) -> None:
    """Put *unit* on *at* for *seat*, in full strength where it was not there."""
    before, kind = course.state.units.get(unit), course.ruleset.catalogue.kinds[kind_of(unit)]
    if before is None or before.at is None or before.seat is not seat:
        course.say(m.UnitJoined(unit=unit, kind=kind.id, seat=seat, figures=kind.figures))
    course.say(m.UnitPlaced(unit=unit, at=at))


def asked(game: Game) -> ArmyPart:
    """Return the part that is asked for."""
    wait = game.state.wait
    assert isinstance(wait, DeployWait) and wait.seat is not None
    return ArmyPart(seat=wait.seat, part=wait.part)


def wait_again(course: Course) -> None:
    """Wait for the rest of the part; where a Reserve has no room left, what is still due of it is lost."""
    part = asked(course.game)
    wait = places.deploy_wait(course.game, part)
    if _is_lost(wait):
        _lose_the_rest(course, part)
        go_on(course)
    else:
        course.wait(wait)


def _lose_the_rest(course: Course, part: ArmyPart) -> None:
    """Say that the units of a Reserve that may still be deployed are lost."""
    course.say(UnitsLost(seat=part.seat, part=part.part, count=places.most_of(course.game, part) or 0))
    end(course, part)


def end(course: Course, part: ArmyPart) -> None:
    """Say that *part* is deployed."""
    course.say(PartDeployed(seat=part.seat, part=part.part, units=places.count_of(course.game, part)))


def check_lost(game: Game, command: LoseUnit) -> Checks:
    """Yield why no unit of the card is lost: it has room on the baseline."""
    yield from not_now(game, DeployWait)
    if command.kind is not None and command.kind not in game.ruleset.catalogue.of(Troop):
        yield refuse(game, Why.NO_SUCH_UNIT, "guards", final=True)
        return
    if isinstance(game.state.wait, DeployWait) and places.room(game, asked(game)):
        yield refuse(game, Undeployable.BASELINE_HAS_ROOM, "guards")


def lose(course: Course, command: LoseUnit) -> None:
    """Say that a unit of the card has found no room."""
    part = asked(course.game)
    course.say(UnitsLost(seat=part.seat, part=part.part, count=1, kind=command.kind))
    wait_again(course)


def check_finish(game: Game, command: FinishDeployment) -> Checks:
    """Yield why a part is not deployed yet: its card, where it is known, lists more, or no unit has come."""
    yield from not_now(game, DeployWait, LevyWait, SpecialistDeedWait)
    wait = game.state.wait
    if isinstance(wait, DeployWait) and places.is_guard(wait.part) and wait.kinds:
        yield refuse(game, Why.UNITS_MISSING, RULE, limit=len(wait.kinds))
    elif isinstance(wait, DeployWait | LevyWait) and _has_to_bring_one(game, wait):
        yield refuse(game, Why.UNITS_MISSING, RULE, limit=1)


def _has_to_bring_one(game: Game, wait: DeployWait | LevyWait) -> bool:
    """Return whether *wait*'s side would have nobody on the board though it can still put a unit there.

    Nobody plays without a unit, and past its last Guard only the Reserve and Levies bring any.
    """
    seat = wait.seat
    assert seat is not None
    if game.state.army(seat):
        return False
    if isinstance(wait, LevyWait):
        return not reads(game, ReadOtherwise.LEVIES_STAY)
    part, arms = asked(game), arms_of(game.state)
    rest = (ArmyPart(seat=seat, part=guard) for guard in GUARDS if guard is not part.part)
    is_last = part.part is DeploymentPart.RESERVE or all(each in arms.done for each in rest)
    may_come = wait.hexes and wait.most != 0 and (wait.kinds or places.known_card(game, part) is None)
    return is_last and bool(may_come) and levy_wait(game, seat) is None


def finish(course: Course, command: FinishDeployment) -> None:
    """End a part, the replacing of Levies, whose other tokens come off, or what a Specialist does."""
    wait = course.state.wait
    if isinstance(wait, DeployWait):
        end(course, asked(course.game))
    if isinstance(wait, LevyWait):
        assert wait.seat is not None
        for at in wait.hexes:
            _leave(course, at)
        end(course, places.levies_of(wait.seat))
    go_on(course)


def _leave(course: Course, at: Hex) -> None:
    """Take off the Levy token that nobody replaces, or make it a unit where the table reads it so."""
    token = arms_of(course.state).levies[at]
    if not reads(course.game, ReadOtherwise.LEVIES_STAY):
        course.say(LevyLost(seat=token.seat, banner=token.banner, at=at))
        return
    name = next_unit(course.game, KindId(f"human_{token.banner}_foot"), token.seat)
    course.say(LevyReplaced(seat=token.seat, banner=token.banner, at=at, unit=name))
    join(course, name, token.seat, at)


def next_unit(game: Game, kind: KindId, seat: Seat) -> UnitId:
    """Return the name of the next unit of *kind* that *seat* has not on the board: sides count apart."""
    numbers = range(1 if seat.is_south else NORTH_FROM, 100)
    names = (UnitId(f"{kind}-{number}") for number in numbers)
    return next(name for name in names if not stands(game, name))


def deploy_choices(game: Game, wait: DeployWait) -> Iterator[m.Command]:
    """Yield where units of a known card go, that one is lost where none has room, and the end of it.

    What stands on other cards must be told.
    """
    part = asked(game)
    found = dict.fromkeys(_by_the_card(game, part))
    yield from found
    is_known = places.known_card(game, part) is not None
    lost = [LoseUnit(kind=each.kind) for each in places.due(game, part)] or [LoseUnit()]
    is_lost = passes(check_lost(game, lost[0]))
    if is_lost:
        yield from dict.fromkeys(lost)
    if not (is_lost and is_known) and passes(check_finish(game, FinishDeployment())):
        yield FinishDeployment()


def _by_the_card(game: Game, part: ArmyPart) -> Iterator[m.PlaceUnit]:
    for unit in places.due(game, part):
        name = next_unit(game, unit.kind, part.seat)
        for at in places.spots_for(game, part, unit):
            command = m.PlaceUnit(unit=name, at=at)
            if passes(check_place(game, command)):
                yield command
