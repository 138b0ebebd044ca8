"""Which variant of a phrase fits a message: "" is the usual one.

Must agree with ``phrases.VARIANTS``: a variant that no phrase can have would never be found.
"""

from collections.abc import Sequence

from rules.catalogue import kind_of
from rules.messages import (
    AddDice,
    Advance,
    Advanced,
    AdvanceWait,
    AnyCommand,
    AnyEvent,
    AnyWait,
    AttackDeclared,
    Awaited,
    CardPlayed,
    Commit,
    CorrectUnit,
    Damaged,
    Decline,
    Declined,
    DiceWait,
    Eliminated,
    ExtraGranted,
    FiguresRemoved,
    GameWon,
    GrantExtraAttack,
    GrantExtraMove,
    Healed,
    PlayCard,
    PointsGained,
    Retreated,
    RetreatForced,
    RetreatIgnored,
    Roll,
    Rolled,
    SetUpWait,
    StepStarted,
    UnitCorrected,
)
from rules.ruleset import Game
from rules.values import Cause, UnitId


def event_variant(events: Sequence[AnyEvent], index: int, game: Game) -> str:
    """Return the variant for ``events[index]``, which the events around it may decide."""
    event, later = events[index], events[index + 1 :]
    match event:
        case StepStarted():
            return "alone" if all(isinstance(other, StepStarted | Awaited) for other in events) else ""
        case CardPlayed(anywhere=True):
            return "anywhere"
        case ExtraGranted(grant=grant):
            return _extra(grant)
        case AttackDeclared():
            return "counter" if event.counter else "additional" if event.additional else ""
        case Rolled(faces=()):
            return "no_dice"
        case Damaged():
            return _damage(event, game)
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
        case _:
            return ""


def wait_variant(wait: AnyWait, events: Sequence[AnyEvent] = ()) -> str:
    """Return the variant for *wait*, the last of a decision's *events*."""
    match wait:
        case SetUpWait(banners=0):
            return "ready"
        case DiceWait(unit=None):
            return "card"
        case DiceWait() if any(isinstance(event, AttackDeclared) for event in events):
            return "declared"
        case AdvanceWait(pursuit=True):
            return "pursuit"
        case _:
            return ""


def command_variant(command: AnyCommand, game: Game) -> str:
    """Return the variant for *command*, which what the *game* waits for may decide."""
    wait = game.state.wait
    match command:
        case PlayCard(anywhere=True):
            return "anywhere"
        case Roll(faces=()):
            return "no_dice"
        case Commit(dice=dice):
            return "" if any(dice.values()) else "none"
        case Advance():
            return "pursuit" if isinstance(wait, AdvanceWait) and wait.pursuit else ""
        case Decline():
            return str(wait.__struct_config__.tag)
        case CorrectUnit(at=None):
            return "gone"
        case CorrectUnit(unit=unit):
            return "tokens" if _has_tokens(unit, game) else ""
        case _:
            return ""


def _has_tokens(unit: UnitId, game: Game) -> bool:
    kind = game.ruleset.catalogue.kinds.get(kind_of(unit))
    return kind is not None and kind.damage_tokens


def _extra(grant: GrantExtraAttack | GrantExtraMove | AddDice) -> str:
    match grant:
        case GrantExtraAttack():
            return "attack"
        case GrantExtraMove():
            return "move"
        case AddDice(count=count):
            return "dice" if count > 0 else "fewer_dice"


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
    return "lore" if event.cause is Cause.LORE else ""


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
