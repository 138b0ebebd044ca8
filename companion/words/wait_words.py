"""How each wait is put into words: its variants, what fills them, and the rule it comes from."""

from collections import Counter
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from companion.words.message_words import (
    CAMP,
    Condition,
    Field,
    Filled,
    MessageWords,
    Occurrence,
    ShownSum,
    both,
    by_value,
    is_empty,
    is_set,
    text,
)
from companion.words.wording import Wording
from rules.kernel import messages as m
from rules.kernel.chapters.orders import orders_left
from rules.kernel.chapters.sums import Sum
from rules.kernel.decide import options
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight
from rules.kernel.values import AttackType, CardNumber, Step, UnitId

LEAST_PARTS = 2
"""Dice of one part alone are what the number says already."""


def dice_between(game: Game, unit: UnitId, target: UnitId) -> Sum | None:
    """Return how many dice *unit* rolls against *target*, None where nobody knows or one is not there."""
    roller, victim = game.state.units[unit], game.state.units[target]
    if roller.at is None or victim.at is None:
        return None
    distance = game.ruleset.board.distance(roller.at, victim.at)
    return game.ruleset.edition.battle.dice(game, roller, victim, distance)


def dice_of_fight(game: Game, unit: UnitId | None, count: int) -> Sum | None:
    """Return the *count* dice that *unit* rolls in the fight that is on, None where it is about others."""
    fight = game.state.fights[-1] if game.state.fights else None
    found = None if fight is None or unit != fight.attacker else dice_between(game, unit, fight.target)
    return found if found is not None and found.total == count else None


def _dice_awaited(one: Occurrence) -> Sum | None:
    wait = one.message
    return None if wait.purpose or wait.trampled else dice_of_fight(one.game, wait.unit, wait.count)


def are_dice_told(one: Occurrence) -> bool:
    """Return whether one of the decision's events has told how many dice are rolled."""
    return any(isinstance(event, m.AttackDeclared) for event in one.events)


def _may_more_come(one: Occurrence) -> bool:
    """Return whether people put on the board what they like, and start when they like."""
    return one.game.ruleset.scenario.open and _is_complete(one)


def _are_hands_drawn(one: Occurrence) -> bool:
    """Return whether the first hands are all that is missing."""
    return one.game.ruleset.scenario.lore_hand is not None and _is_complete(one)


_is_complete = both(is_empty("banners"), is_empty("units"))


def _can(sort: type[m.Command]) -> Condition:
    """Return the condition that a command of *sort* can be chosen."""
    return lambda one: any(isinstance(command, sort) for command in one.offered)


def _is_offered(one: Occurrence) -> bool:
    return bool(one.offered)


def _in_step(step: Step, condition: Condition) -> Condition:
    return lambda one: one.game.state.step is step and condition(one)


def _fight(one: Occurrence) -> Fight | None:
    return one.game.state.fights[-1] if one.game.state.fights else None


def _is_fight(*, ranged: bool | None = None, additional: bool = False, counter: bool = False) -> Condition:
    """Return the condition that such a fight is on; *ranged* None: whichever it is."""

    def holds(one: Occurrence) -> bool:
        fight = _fight(one)
        if fight is None or fight.counter is not counter or fight.additional is not additional:
            return False
        return ranged is None or (fight.kind is AttackType.RANGED) is ranged

    return holds


def _fighter(name: str) -> Field:
    """Return the placeholder for the *name*d unit of the fight."""
    return text(lambda words, one: "" if _fight(one) is None else words.unit(getattr(_fight(one), name)))


def orders_text(words: Wording, game: Game) -> str:
    """Return which orders are left, in words, those alike together; "" for none."""
    left: Counter[m.GrantOrders] = Counter()
    for grant, count in zip(game.state.grants, orders_left(game), strict=True):
        left[replace(grant, count=0)] += count
    return words.listing(
        words.orders(replace(grant, count=count)) for grant, count in left.items() if count > 0
    )


def _hand(name: str) -> Field:
    return Field(Filled.NUMBER, lambda words, one: words.hands()[name])


def choice(field: str) -> Field:
    """Return the placeholder for the wait's *field* of several things as a choice: "a, b or c"."""
    return text(lambda words, one: words.choice(words.each(one.message, field)))


WAITS: Mapping[type[msgspec.Struct], MessageWords] = {
    # --- the set-up ---------------------------------------------------------------------------------
    m.SetUpWait: MessageWords(
        "set_up",
        {"units": "deployment"},
        variants={
            "both": both(is_set("banners"), is_set("units")),
            "units": is_set("units"),
            "open": _may_more_come,
            "hands": _are_hands_drawn,
            "ready": _is_complete,
        },
        fields={name: _hand(name) for name in ("cards", "lore", "drawn", "lore_drawn")},
    ),
    # --- the turn -----------------------------------------------------------------------------------
    m.CardWait: MessageWords("command"),
    m.OrdersWait: MessageWords(
        "order",
        variants={
            "late_moves": _in_step(Step.LATE_MOVES, _can(m.Move)),
            "late_moves_end": _in_step(Step.LATE_MOVES, _is_offered),
            "attack_step": _in_step(Step.ATTACK, _can(m.Attack)),
            "attack_step_end": _in_step(Step.ATTACK, _is_offered),
            "order": _can(m.Order),
            "move_and_attack": both(_can(m.Move), _can(m.Attack)),
            "move": _can(m.Move),
            "attack": _can(m.Attack),
            "end": _is_offered,
        },
        fields={
            "choices": text(lambda words, one: words.choices(options(one.game))),
            "left": text(lambda words, one: orders_text(words, one.game)),
        },
    ),
    m.ExtraAttackWait: MessageWords(
        "additional", variants={"nobody": lambda one: _is_offered(one) and not _can(m.Attack)(one)}
    ),
    m.LoreWait: MessageWords("lore_step"),
    m.OverWait: MessageWords("winning", fields={"seat": CAMP}),
    # --- the fight ----------------------------------------------------------------------------------
    m.DiceWait: MessageWords(
        "roll",
        {"roll": "cards", "trampled": "trample"},
        variants={
            "trampled": is_set("trampled"),
            "card": is_empty("unit"),
            "declared": are_dice_told,
            "counter": _is_fight(counter=True),
            "shot": _is_fight(ranged=True),
            "shot_again": _is_fight(ranged=True, additional=True),
            "attack": _is_fight(ranged=False),
            "attack_again": _is_fight(ranged=False, additional=True),
        },
        fields={"attacker": _fighter("attacker"), "attacked": _fighter("target")},
        sum=ShownSum("dice", _dice_awaited, LEAST_PARTS),
    ),
    m.CounterWait: MessageWords("counter", variants={"early": is_set("early")}),
    m.AdvanceWait: MessageWords(
        "advance",
        {"pursuit": "pursue"},
        variants={"pursuit": is_set("pursuit")},
        fields={"to": choice("to")},
    ),
    # --- what the table is to tell ------------------------------------------------------------------
    m.NumberWait: MessageWords("components", variants=by_value("number", CardNumber)),
}
