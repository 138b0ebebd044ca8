"""Which variant of a phrase fits a message: "" is the usual one.

Must agree with ``entries.VARIANTS``: a variant that no phrase can have would never be found.
"""

from collections.abc import Sequence

from rules.kernel.catalogue import kind_of
from rules.kernel.messages import (
    AddDice,
    Advance,
    Advanced,
    AdvanceWait,
    AnswerAwaited,
    AnyCommand,
    AnyEvent,
    AnyWait,
    AttackDeclared,
    Awaited,
    CardPlayed,
    Commit,
    CorrectUnit,
    Counter,
    CounterWait,
    Damaged,
    DamageIgnored,
    DeckShuffled,
    Decline,
    Declined,
    DiceWait,
    Eliminated,
    ExtraGranted,
    FightChanged,
    FiguresRemoved,
    FirstPlayerFound,
    FixDice,
    FordPlaced,
    FuelDamage,
    GameWon,
    GrantExtraAttack,
    GrantExtraMove,
    HandsDealt,
    Healed,
    IgnoreDamage,
    LastStand,
    LoreGained,
    Move,
    NumberTold,
    NumberWait,
    Order,
    Ordered,
    PlaceTerrain,
    PlayCard,
    PointsGained,
    ReplenishLore,
    Retreated,
    RetreatForced,
    RetreatIgnored,
    Roll,
    Rolled,
    ScoreCorrected,
    SetUpWait,
    StartGame,
    StepStarted,
    TellNumber,
    TerrainPlaced,
    TerrainRemoved,
    Trample,
    TurnBlows,
    UnitCorrected,
    Unmarked,
)
from rules.kernel.ruleset import Game
from rules.kernel.values import CardNumber, Cause, Seat, Tile, UnitId


def event_variant(events: Sequence[AnyEvent], index: int, game: Game) -> str:
    """Return the variant for ``events[index]``, which the events around it may decide."""
    event, later = events[index], events[index + 1 :]
    match event:
        case TerrainPlaced():
            return _terrain(event, events)
        case TerrainRemoved(cause=Cause.TENT):
            return "tent"
        case FirstPlayerFound(lot=True):
            return "lot"
        case HandsDealt():
            return "preset" if event.known else "" if event.lore else "no_lore"
        case StepStarted():
            return "alone" if all(isinstance(other, StepStarted | Awaited) for other in events) else ""
        case CardPlayed(anywhere=True):
            return "anywhere"
        case FightChanged(by=by):
            return _fight(by)
        case ExtraGranted(grant=grant):
            return _extra(grant)
        case AnswerAwaited():
            return "dying" if event.dying else "retreats"
        case Unmarked(cause=Cause.SHIELD):
            return "shield"
        case DeckShuffled(seat=Seat()):
            return "lore"
        case Ordered(paid=True):
            return "paid"
        case AttackDeclared():
            return "counter" if event.counter else "additional" if event.additional else ""
        case Rolled(faces=()):
            return "no_dice"
        case Damaged():
            return _damage(event, game)
        case DamageIgnored(cause=Cause.TERRAIN | Cause.SHIELD | Cause.ABILITY | Cause.LORE_CARD as cause):
            return str(cause)
        case FiguresRemoved(cause=Cause.FRENZY):
            return "frenzy"
        case Healed(unit=unit):
            return "tokens" if _has_tokens(unit, game) else ""
        case RetreatForced(unit=unit):
            return "" if any(_tells_of_retreat(other, unit) for other in later) else "open"
        case RetreatIgnored(cause=Cause.SUPPORTED):
            return "supported"
        case Retreated(unit=unit):
            on = any(isinstance(other, Retreated) and other.unit == unit for other in later)
            return "midway" if on else ""
        case LoreGained(cause=Cause.MUSTER | Cause.LORE_STEP as cause):
            return str(cause)
        case PointsGained():
            return _points(event)
        case Advanced(pursuit=True):
            return "pursuit"
        case Declined(what=what):
            return what
        case GameWon(elimination=True):
            return "elimination"
        case UnitCorrected():
            return _corrected(event, game)
        case NumberTold(number=number, value=value):
            return _told(number, value)
        case ScoreCorrected():
            return "lore_cards" if event.lore_cards else ""
        case _:
            return ""


def wait_variant(wait: AnyWait, game: Game, events: Sequence[AnyEvent] = ()) -> str:
    """Return the variant for *wait*, the last of a decision's *events*."""
    match wait:
        case SetUpWait():
            return _set_up(wait, game)
        case DiceWait() if wait.trampled:
            return "trampled"
        case DiceWait(unit=None):
            return "card"
        case DiceWait() if any(_tells_dice(event) for event in events):
            return "declared"
        case CounterWait(early=True):
            return "early"
        case AdvanceWait(pursuit=True):
            return "pursuit"
        case NumberWait(number=number):
            return str(number)
        case _:
            return ""


def command_variant(command: AnyCommand, game: Game) -> str:
    """Return the variant for *command*, which what the *game* waits for may decide."""
    wait = game.state.wait
    match command:
        case PlaceTerrain(tile=tile):
            return _tile(tile)
        case StartGame(preset=True):
            return "preset"
        case ReplenishLore(choice=choice):
            return str(choice)
        case Order(paid=True):
            return "paid"
        case Move() if command.through:
            return "through"
        case PlayCard(anywhere=True):
            return "anywhere"
        case Roll(faces=()):
            return "no_dice"
        case Commit(dice=dice):
            return "" if any(dice.values()) else "none"
        case Advance():
            return "pursuit" if isinstance(wait, AdvanceWait) and wait.pursuit else ""
        case Counter():
            return "early" if _is_early(wait) else ""
        case Decline():
            return "early_counter" if _is_early(wait) else str(wait.__struct_config__.tag)
        case TellNumber(number=number, value=value):
            return _told(number, value)
        case CorrectUnit(at=None):
            return "gone"
        case CorrectUnit(unit=unit):
            return "tokens" if _has_tokens(unit, game) else ""
        case _:
            return ""


def _told(number: CardNumber, value: int) -> str:
    return "melee" if number is CardNumber.RANGE and value == 1 else str(number)


def _has_tokens(unit: UnitId, game: Game) -> bool:
    kind = game.ruleset.catalogue.kinds.get(kind_of(unit))
    return kind is not None and kind.damage_tokens


def _set_up(wait: SetUpWait, game: Game) -> str:
    if wait.banners:
        return "both" if wait.units else ""
    if wait.units:
        return "units"
    scenario = game.ruleset.scenario
    return "open" if scenario.open else "ready" if scenario.lore_hand is None else "hands"


def _tells_dice(event: AnyEvent) -> bool:
    """Return whether how many dice are rolled has been told with *event*."""
    return isinstance(event, AttackDeclared) or (
        isinstance(event, FightChanged) and isinstance(event.by, FixDice)
    )


def _is_early(wait: AnyWait) -> bool:
    return isinstance(wait, CounterWait) and wait.early


def _terrain(event: TerrainPlaced, events: Sequence[AnyEvent]) -> str:
    """Return the variant for a tile; nothing is told of one that a ford came to: the ford is."""
    if any(isinstance(other, FordPlaced) and other.at == event.at for other in events):
        return "ford"
    return _tile(event.tile)


def _tile(tile: Tile) -> str:
    return "token" if tile.token is not None else "owned" if tile.owner is not None else ""


def _fight(by: FixDice | FuelDamage | IgnoreDamage | TurnBlows | LastStand) -> str:
    if isinstance(by, IgnoreDamage) and by.count is None:
        return "ignore_all"
    return str(by.__struct_config__.tag)


def _extra(grant: GrantExtraAttack | GrantExtraMove | AddDice | Trample) -> str:
    match grant:
        case GrantExtraAttack():
            return "attack"
        case GrantExtraMove():
            return "move"
        case AddDice(count=count):
            return "dice" if count > 0 else "fewer_dice"
        case Trample():
            return "trample"


def _damage(event: Damaged, game: Game) -> str:
    if event.left <= 0:
        return "last"
    tokens = _has_tokens(event.unit, game)
    if event.cause in (Cause.POISON, Cause.BLOCKED_RETREAT):
        return f"{event.cause}_tokens" if tokens else str(event.cause)
    return "tokens" if tokens else ""


def _points(event: PointsGained) -> str:
    if event.count < 0:
        return "lost"
    if event.cause is Cause.BANNER and event.at is not None:
        return "banner"
    return str(event.cause) if event.cause in (Cause.LORE, Cause.TENT, Cause.SCENARIO) else ""


def _corrected(event: UnitCorrected, game: Game) -> str:
    if event.at is None:
        return "gone"
    tokens = _has_tokens(event.unit, game)
    if event.markers:
        return "marked_tokens" if tokens else "marked"
    return "tokens" if tokens else ""


def _tells_of_retreat(event: AnyEvent, unit: UnitId) -> bool:
    told = isinstance(event, Retreated | RetreatIgnored | Damaged | Eliminated)
    return told and getattr(event, "unit", None) == unit
