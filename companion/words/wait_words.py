"""How each wait is put into words: its variants, what fills them, and the rule it comes from."""

from collections.abc import Mapping

import msgspec

from companion.words.message_words import (
    Field,
    Filled,
    MessageWords,
    Occurrence,
    both,
    by_value,
    is_empty,
    is_set,
    text,
)
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.values import CardNumber


def _are_dice_told(one: Occurrence) -> bool:
    """Return whether one of the decision's events has told how many dice are rolled."""
    return any(
        isinstance(event, m.AttackDeclared)
        or (isinstance(event, m.FightChanged) and isinstance(event.by, m.FixDice))
        for event in one.events
    )


def _may_more_come(one: Occurrence) -> bool:
    """Return whether people put on the board what they like, and start when they like."""
    return one.game.ruleset.scenario.open and _is_complete(one)


def _are_hands_drawn(one: Occurrence) -> bool:
    """Return whether the first hands are all that is missing."""
    return one.game.ruleset.scenario.lore_hand is not None and _is_complete(one)


_is_complete = both(is_empty("banners"), is_empty("units"))


def _hand(name: str) -> Field:
    return Field(Filled.NUMBER, lambda words, one: words.hands()[name])


def _choice(field: str) -> Field:
    """Return the placeholder for the wait's *field* of several things as a choice: "a, b or c"."""
    return text(lambda words, one: words.choice(words.each(one.message, field)))


WAITS: Mapping[type[msgspec.Struct], MessageWords] = {
    # --- the set-up ---------------------------------------------------------------------------------
    m.ScenarioCardsWait: MessageWords("scenario_cards"),
    m.FirstPlayerWait: MessageWords("first_player"),
    m.TerrainWait: MessageWords("battlefield"),
    m.FordWait: MessageWords("fords", fields={"hexes": _choice("hexes")}),
    m.MusterWait: MessageWords("muster"),
    m.RevealWait: MessageWords("deployment"),
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
        "order", fields={"choices": text(lambda words, one: words.choices(options(one.game)))}
    ),
    m.ExtraAttackWait: MessageWords("additional"),
    m.ExchangeWait: MessageWords("exchange"),
    m.LoreWait: MessageWords("lore_step"),
    m.OverWait: MessageWords("winning"),
    # --- the fight ----------------------------------------------------------------------------------
    m.DiceWait: MessageWords(
        "roll",
        {"roll": "cards", "trampled": "trample"},
        variants={"trampled": is_set("trampled"), "card": is_empty("unit"), "declared": _are_dice_told},
    ),
    m.CommitWait: MessageWords(
        "commit",
        fields={
            "abilities": text(
                lambda words, one: words.listing(words.ability(name) for name in one.message.most)
            )
        },
    ),
    m.ShieldWait: MessageWords("rune_shield", fields={"units": _choice("units")}),
    m.IgnoreWait: MessageWords("immovable"),
    m.WayWait: MessageWords("ranged_retreat", fields={"ways": _choice("ways")}),
    m.CounterWait: MessageWords("counter", variants={"early": is_set("early")}),
    m.AdvanceWait: MessageWords(
        "advance",
        {"pursuit": "pursue"},
        variants={"pursuit": is_set("pursuit")},
        fields={"to": _choice("to")},
    ),
    # --- what the table is to tell ------------------------------------------------------------------
    m.NumberWait: MessageWords("components", variants=by_value("number", CardNumber)),
}
