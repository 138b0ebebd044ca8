"""How each command is put into words, as a choice to be tapped: its variants, and what fills them."""

from collections.abc import Mapping

import msgspec

from companion.words.message_words import (
    TILE,
    Condition,
    Filling,
    MessageWords,
    Occurrence,
    by_value,
    has_token,
    has_tokens,
    is_called,
    is_empty,
    is_melee,
    is_owned,
    is_set,
    text,
)
from companion.words.phrasebook import Phrase
from companion.words.wording import Wording
from rules.kernel import messages as m
from rules.kernel.values import CardNumber, LoreChoice, Step


def _wait(one: Occurrence) -> m.Wait:
    return one.game.state.wait


def _is_pursuit(one: Occurrence) -> bool:
    wait = _wait(one)
    return isinstance(wait, m.AdvanceWait) and wait.pursuit


def _is_early(one: Occurrence) -> bool:
    """Return whether it is asked who counters before the damage is done."""
    wait = _wait(one)
    return isinstance(wait, m.CounterWait) and wait.early


def waits_for(sort: type[m.Wait]) -> Condition:
    """Return the condition that the game waits for a *sort* of answer."""
    return lambda one: isinstance(_wait(one), sort)


def _is_late(one: Occurrence) -> bool:
    return one.game.state.step is Step.LATE_MOVES


def phrase_of(words: Wording, one: Occurrence) -> Phrase:
    """Return the phrase of the command *one*."""
    return words.told.commands[type(one.message)].phrase(words.phrases.commands, one)


def shown(words: Wording, one: Occurrence) -> str:
    """Return the command *one* as a choice on the screen: "Move Blood Harvesters 4 to F5"."""
    told = words.told.commands[type(one.message)]
    return phrase_of(words, one).show.format_map(Filling(words, told, one))


COMMANDS: Mapping[type[msgspec.Struct], MessageWords] = {
    # --- the board and the set-up -------------------------------------------------------------------
    m.PlaceUnit: MessageWords(),
    m.PlaceBanner: MessageWords(),
    m.RemoveBanner: MessageWords(),
    m.PlaceTerrain: MessageWords(variants={"token": has_token, "owned": is_owned}, fields=TILE),
    m.RemoveTerrain: MessageWords(),
    m.ChooseFirst: MessageWords(),
    m.StartGame: MessageWords(variants={"preset": is_set("preset")}),
    m.NoteHand: MessageWords(),
    # --- the turn -----------------------------------------------------------------------------------
    m.PlayCard: MessageWords(variants={"anywhere": is_set("anywhere")}),
    m.PlayUnlistedCard: MessageWords(),
    m.PlayLoreCard: MessageWords(),
    m.PlayUnlistedLoreCard: MessageWords(),
    m.ReplenishLore: MessageWords(variants=by_value("choice", LoreChoice)),
    m.Order: MessageWords(variants={"paid": is_set("paid")}),
    m.Move: MessageWords(variants={"through": is_set("through")}),
    m.Decline: MessageWords(
        variants={
            "early_counter": _is_early,
            "counter_wait": waits_for(m.CounterWait),
            "advance_wait": waits_for(m.AdvanceWait),
            "extra_attack_wait": waits_for(m.ExtraAttackWait),
            "number_wait": waits_for(m.NumberWait),
        }
    ),
    m.StartAttacks: MessageWords(),
    m.EndMainPhase: MessageWords(variants={"late_moves": _is_late}),
    # --- the fight ----------------------------------------------------------------------------------
    m.Attack: MessageWords(),
    m.Roll: MessageWords(variants={"no_dice": is_empty("faces")}),
    m.Counter: MessageWords(variants={"early": _is_early}),
    m.Advance: MessageWords(variants={"pursuit": _is_pursuit}),
    # --- what the table tells -----------------------------------------------------------------------
    m.CorrectUnit: MessageWords(variants={"gone": is_called("at", None), "tokens": has_tokens}),
    m.CorrectScore: MessageWords(),
    m.TellNumber: MessageWords(variants={"melee": is_melee, **by_value("number", CardNumber)}),
    m.Overrule: MessageWords(
        fields={"command": text(lambda words, one: shown(words, Occurrence(one.message.command, one.game)))}
    ),
}
