"""What the game waits for, in words.  Knows no rule and no phrases: sentences for logs and tools."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from rules.kernel.messages import (
    AdvanceWait,
    AnyWait,
    CardWait,
    CommitWait,
    CounterWait,
    DiceWait,
    ExchangeWait,
    ExtraAttackWait,
    FirstPlayerWait,
    FordWait,
    IgnoreWait,
    LoreWait,
    MusterWait,
    NumberWait,
    OrdersWait,
    OverWait,
    RevealWait,
    ScenarioCardsWait,
    SetUpWait,
    ShieldWait,
    TerrainWait,
    WayWait,
)
from rules.kernel.notation.position import title
from rules.kernel.values import Seat

SEATS: Mapping[Seat, str] = {seat: seat.capitalize() for seat in Seat}


def describe(wait: AnyWait, *, names: Mapping[Seat, str] = SEATS) -> str:
    """Return what the game waits for, as one English sentence; *names* are the players'."""
    who = names[wait.seat] if wait.seat is not None else "The table"
    match wait:
        case SetUpWait() | ScenarioCardsWait() | FirstPlayerWait() | TerrainWait():
            return _set_up(wait, names)
        case FordWait(hexes=hexes):
            return f"{who} is to lay a ford on {_either(hexes)}."
        case MusterWait(missing=missing):
            return f"{_all(names, missing)} to muster an army."
        case RevealWait():
            return "The deployment cards are to be laid face down, then turned over together."
        case CardWait():
            return f"{who} is to play a command card."
        case OrdersWait():
            return f"{who} is to order, move and attack, or to end the main phase."
        case ExtraAttackWait(unit=unit):
            return f"{who} may make an additional attack with {title(unit)}."
        case DiceWait():
            return f"{who} is to roll {_dice(wait)}."
        case CommitWait(unit=unit, most=most):
            offers = ", ".join(f"up to {count} to {_spaced(ability)}" for ability, count in most.items())
            return f"{who} may commit dice of {title(unit)}: {offers}."
        case ShieldWait(units=units):
            return f"{who} is to choose who gets the shield: {_either(map(title, units))}."
        case IgnoreWait(unit=unit, most=most):
            return f"{who} may ignore up to {_count(most, 'retreat')} of {title(unit)}."
        case WayWait(unit=unit, ways=ways):
            return f"{title(unit)} must retreat: {who} chooses {_either(map(_spaced, ways))}."
        case CounterWait(unit=unit, target=target, early=early):
            when = " before anything else happens" if early else ""
            return f"{who} may counter {title(target)} with {title(unit)}{when}."
        case AdvanceWait(unit=unit, to=to, pursuit=pursuit):
            return f"{who} may {'pursue' if pursuit else 'advance'} with {title(unit)} to {_either(to)}."
        case ExchangeWait(most=most):
            return f"{who} may exchange lore for up to {_count(most, 'victory point')}."
        case LoreWait():
            return f"{who} is to take 2 lore, or 1 lore and a lore card, or 2 lore cards."
        case NumberWait(unit=unit, number=number):
            return f"{who} is to tell the {number} on the card of {title(unit)}, which is not known."
        case OverWait():
            return f"The game is over: {who} has won."
        case _:
            assert_never(wait)


def _set_up(
    wait: SetUpWait | ScenarioCardsWait | FirstPlayerWait | TerrainWait, names: Mapping[Seat, str]
) -> str:
    match wait:
        case ScenarioCardsWait(missing=missing):
            return f"{_all(names, missing)} to choose a scenario card."
        case FirstPlayerWait():
            return "The players are to say who is first: by their scenario cards, or by lot."
        case TerrainWait():
            return "The terrain and banners of the scenario are to be laid."
        case SetUpWait(banners=0, units=0):
            return "The set-up is complete: the game can be started."
        case SetUpWait(banners=banners, units=units):
            lacking = ((banners, "banner marker"), (units, "unit"))
            things = " and ".join(_count(number, noun) for number, noun in lacking if number)
            return f"The board is being set up: {things} to be placed."
        case _:
            assert_never(wait)


def _dice(wait: DiceWait) -> str:
    """Return how many dice are to be rolled and what for."""
    dice = "1 die" if wait.count == 1 else f"{wait.count} dice"
    if wait.trampled:
        return f"{dice} against {' and '.join(map(title, wait.trampled))}"
    return f"{dice} for {title(wait.unit) if wait.unit is not None else 'the card'}"


def _all(names: Mapping[Seat, str], missing: Iterable[Seat]) -> str:
    """Return the players who are *missing*, with the verb: ``South and North are``."""
    players = [names[seat] for seat in missing]
    return f"{' and '.join(players)} {'is' if len(players) == 1 else 'are'}"


def _either(words: Iterable[str]) -> str:
    return " or ".join(words)


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
