"""The Upkeep Phase, and the change of turns (RB p. 7, 9, 12)."""

from collections import Counter as Tally
from collections.abc import Iterator

from rules.kernel.catalogue import CLEAR
from rules.kernel.chapters import lore
from rules.kernel.chapters.ask import is_stunned, late_movement
from rules.kernel.chapters.damage import is_over
from rules.kernel.chapters.gains import change_lore, gain_points, spend_lore
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.messages import (
    CardDrawn,
    CardWait,
    Command,
    DeckShuffled,
    Decline,
    Declined,
    EndMainPhase,
    GainPoints,
    GameWon,
    LoreWait,
    OrdersWait,
    ReplenishLore,
    StepStarted,
    TerrainRemoved,
    TurnEnded,
    TurnStarted,
    tag_of,
)
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, LoreChoice, Seat, Step, Why
from rules.second.messages import ExchangeLore, ExchangeWait, HoldTerrain
from rules.second.printed import lore_price
from rules.second.setting_up.checks import TENT
from rules.second.setting_up.maps import is_own_half
from rules.second.winning import ahead


def check_end(game: Game, command: EndMainPhase) -> Checks:
    """Yield why the turn is not to end now."""
    return not_now(game, OrdersWait)


def end_main_phase(course: Course, command: EndMainPhase) -> None:
    """Go through the Upkeep Phase, up to the exchange of lore where there is enough of it.

    Where units may move after the Attack Step they are asked for first (Ref, Mobility).
    """
    if course.state.step is not Step.LATE_MOVES and _has_late_moves(course.game):
        course.say(StepStarted(step=Step.LATE_MOVES))
        course.wait(*course.state.waits)
        return
    course.say(StepStarted(step=Step.VICTORY_POINTS))
    _score_banners(course)
    _score_terrain(course)
    seat, per_point = course.state.active, lore_price(course.ruleset.scenario)
    most = course.state.sides[seat].lore // per_point if per_point else 0
    if most:
        course.wait(ExchangeWait(seat=seat, most=most))
    else:
        _draw(course)


def _score_banners(course: Course) -> None:
    """Score each banner whose hex the acting player holds, in the board's order (RB p. 7)."""
    seat, state = course.state.active, course.state
    occupied = state.occupied()
    for place in sorted(state.banners, key=course.ruleset.places.__getitem__):
        holder = occupied.get(place)
        if holder is not None and holder.seat is seat:
            gain_points(course, seat, state.banners[place], Cause.BANNER, place)


def _has_late_moves(game: Game) -> bool:
    own = game.state.army(game.state.active)
    return any(late_movement(game, unit) and not is_stunned(unit) for unit in own)


def _score_terrain(course: Course) -> None:
    """Score what the scenario card gives for terrain that is held (RB p. 9)."""
    seat = course.state.active
    for special in course.game.specials(seat):
        if not isinstance(special, HoldTerrain) or not _holds(course.game, seat, special):
            continue
        for verb in special.does:
            if isinstance(verb, GainPoints):
                gain_points(course, seat, verb.count, Cause.SCENARIO)
            else:
                change_lore(course, seat, verb.count, Cause.SCENARIO)


def _holds(game: Game, seat: Seat, special: HoldTerrain) -> bool:
    """Return whether *seat*'s units hold as many hexes of each kind of terrain as *special* asks for."""
    held = Tally(
        tile.kind if (tile := game.state.terrain.get(unit.at)) is not None else CLEAR
        for unit in game.state.army(seat)
        if unit.at is not None
        if special.unit in (None, unit.kind)
        if not special.own_half or is_own_half(game.ruleset.board, seat, unit.at)
    )
    return all(held[kind] >= special.count for kind in special.kinds)


def check_exchange(game: Game, command: ExchangeLore) -> Checks:
    """Yield what is wrong with exchanging lore (RB p. 9)."""
    yield from not_now(game, ExchangeWait)
    wait = game.state.wait
    if command.points < 1:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "exchange", limit=1, final=True)
    per_point = lore_price(game.ruleset.scenario) or 1
    if isinstance(wait, ExchangeWait) and command.points > wait.most:
        yield refusal(game, Why.TOO_LITTLE_LORE, "exchange", limit=command.points * per_point)


def exchange(course: Course, command: ExchangeLore) -> None:
    """Give lore for points, or as much of it as there is where the table says so."""
    seat, per_point = course.state.active, lore_price(course.ruleset.scenario)
    assert per_point is not None
    spend_lore(course, seat, command.points * per_point, Cause.LORE)
    gain_points(course, seat, command.points, Cause.LORE)
    _draw(course)


def decline(course: Course, wait: ExchangeWait) -> None:
    """Keep the lore."""
    assert wait.seat is not None
    course.say(Declined(seat=wait.seat, what=tag_of(wait)))
    _draw(course)


def exchanges(game: Game, wait: ExchangeWait) -> Iterator[Command]:
    """Yield every number of points that lore can be given for, and to keep it."""
    yield from (ExchangeLore(points=points) for points in range(1, wait.most + 1))
    yield Decline()


def exchange_anew(course: Course, wait: ExchangeWait) -> tuple[ExchangeWait]:
    """Return the exchange that the acting player's lore allows now."""
    per_point = lore_price(course.ruleset.scenario) or 1
    lore_held = course.state.sides[course.state.active].lore
    return (ExchangeWait(seat=wait.seat, most=lore_held // per_point),)


def lore_choices(game: Game, wait: LoreWait) -> Iterator[ReplenishLore]:
    """Yield every way to replenish lore."""
    return (ReplenishLore(choice=choice) for choice in LoreChoice)


def _draw(course: Course) -> None:
    """Draw a command card; then comes the Lore Step, where the scenario has it (RB p. 7, 12)."""
    seat = course.state.active
    course.say(StepStarted(step=Step.DRAW))
    if course.state.deck == 0:
        course.say(DeckShuffled())
    course.say(CardDrawn(seat=seat, cards=course.state.sides[seat].cards + 1))
    if course.ruleset.scenario.lore_hand is None:
        _hand_over(course)
    else:
        course.say(StepStarted(step=Step.LORE))
        course.wait(LoreWait(seat=seat))


def replenish(course: Course, command: ReplenishLore) -> None:
    """Replenish lore, which ends the turn (RB p. 12)."""
    lore.replenish(course, command)
    _hand_over(course)


def _hand_over(course: Course) -> None:
    """Hand the turn over; an enemy tent is taken and the win checked as the next one begins (RB p. 7, 17)."""
    seat = course.state.active
    course.say(TurnEnded(seat=seat))
    following = course.ruleset.opponent(seat)
    _capture_tents(course, following)
    winner = ahead(course) if following is course.state.first else None
    if winner is not None:
        course.say(GameWon(seat=winner, elimination=False))
    if not is_over(course):
        course.say(TurnStarted(seat=following, turn=course.state.turn + 1))
        course.wait(CardWait(seat=following))


def _capture_tents(course: Course, seat: Seat) -> None:
    """Let *seat* take each enemy command tent that its units stand in (RB p. 17)."""
    if not course.state.terrain:
        return
    for unit in course.state.army(seat):
        assert unit.at is not None
        tile = course.state.terrain.get(unit.at)
        if tile is None or tile.kind != TENT or tile.owner in (None, seat):
            continue
        course.say(TerrainRemoved(at=unit.at, tile=tile, cause=Cause.TENT))
        gain_points(course, seat, course.ruleset.catalogue.terrain[TENT].points or 0, Cause.TENT, unit.at)
