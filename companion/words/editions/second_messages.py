"""What the Second Edition's own messages say in templates, and those that it tells otherwise."""

from collections.abc import Mapping

import msgspec

from companion.words.command_words import COMMANDS, waits_for
from companion.words.event_words import EVENTS, number_of, word_of
from companion.words.message_words import (
    Condition,
    MessageWords,
    Occurrence,
    by_value,
    is_empty,
    is_set,
    number,
    text,
)
from companion.words.wait_words import WAITS, are_dice_told, choice
from companion.words.wording import Wording
from rules.kernel import messages as m
from rules.kernel.chapters.abilities import Question
from rules.kernel.hexes import Direction, Hex
from rules.kernel.ruleset import Game
from rules.second import messages as second
from rules.second.abilities import FUEL
from rules.second.printed import lore_price

DECLINED = ("exchange_wait", "commit_wait")


def _is_ford_s(one: Occurrence) -> bool:
    """Return whether a ford came to this tile: then the ford is told and the tile is not."""
    return any(isinstance(other, second.FordPlaced) and other.at == one.message.at for other in one.events)


def _is_fight(sort: type) -> Condition:
    return lambda one: isinstance(one.message.by, sort)


def _ignores_all(one: Occurrence) -> bool:
    return isinstance(one.message.by, second.IgnoreDamage) and one.message.by.count is None


def _faces(words: Wording, one: Occurrence) -> object:
    return words.listing(words.face(face) for face in one.message.by.faces)


def _are_dice_told(one: Occurrence) -> bool:
    """Return whether one of the decision's events has told how many dice are rolled."""
    return are_dice_told(one) or any(
        isinstance(event, second.FightChanged) and isinstance(event.by, second.FixDice)
        for event in one.events
    )


def _commits_nothing(one: Occurrence) -> bool:
    return not any(one.message.dice.values())


def _next_hex(game: Game, wait: m.Wait, way: Direction) -> Hex | None:
    """Return the hex *way* of the unit that *wait* lets retreat; None off the board, and where none does."""
    unit = game.state.units.get(wait.unit) if isinstance(wait, second.WayWait) else None
    return None if unit is None or unit.at is None else game.ruleset.board.neighbours[unit.at].get(way)


def _hex_chosen(one: Occurrence) -> Hex | None:
    return _next_hex(one.game, one.game.state.wait, one.message.way)


def _ways(words: Wording, one: Occurrence) -> object:
    """Return the hexes towards which a unit may retreat: on a turned board points of the compass mislead."""
    hexes = [(way, _next_hex(one.game, one.message, way)) for way in one.message.ways]
    return words.choice(str(words.thing(way)) if at is None else words.hex(at) for way, at in hexes)


def _towards(words: Wording, one: Occurrence) -> object:
    at = _hex_chosen(one)
    return "" if at is None else words.hex(at)


def _dice(words: Wording, one: Occurrence) -> object:
    told = words.dice({name: count for name, count in one.message.dice.items() if count})
    return told[:1].upper() + told[1:]


def _abilities(words: Wording, one: Occurrence) -> object:
    return words.choice(words.ability(name) for name in one.message.dice)


OWN_EVENTS: Mapping[type[msgspec.Struct], MessageWords] = {
    second.ScenarioCardChosen: MessageWords("scenario_cards"),
    second.ScenarioCardsRevealed: MessageWords(
        "scenario_cards", fields={"cards": text(lambda words, one: words.scenario_cards(one.message.cards))}
    ),
    m.FirstPlayerFound: EVENTS[m.FirstPlayerFound]._replace(
        rule="first_player", variants={"lot": is_set("lot")}
    ),
    second.TerrainFinished: MessageWords("battlefield"),
    second.FordPlaced: MessageWords("fords"),
    second.FordPassed: MessageWords("fords"),
    second.Mustered: MessageWords("muster"),
    second.ArmiesRevealed: MessageWords("deployment"),
    second.LoreBarred: MessageWords("runic_barrier"),
    second.FightChanged: MessageWords(
        "lore_cards",
        variants={
            "ignore_all": _ignores_all,
            "ignore_damage": _is_fight(second.IgnoreDamage),
            "fix_dice": _is_fight(second.FixDice),
            "fuel_damage": _is_fight(second.FuelDamage),
            "turn_blows": _is_fight(second.TurnBlows),
            "last_stand": _is_fight(second.LastStand),
        },
        fields={
            "count": number_of("by", "count"),
            "damage": number_of("by", "damage"),
            "face": word_of("by", "face"),
            "faces": text(_faces),
        },
    ),
    second.AnswerAwaited: MessageWords(
        "ferocity",
        {"dying": "unstoppable"},
        variants={"dying": is_set("dying"), "retreats": is_empty("dying")},
    ),
    second.Committed: MessageWords("commit", {FUEL: "commit"}, entry="ability"),
    # --- what every edition has, told otherwise ---------------------------------------------------------
    m.TerrainPlaced: EVENTS[m.TerrainPlaced]._replace(
        variants={"ford": _is_ford_s, **EVENTS[m.TerrainPlaced].variants}
    ),
    m.Declined: EVENTS[m.Declined]._replace(
        rules={"commit_wait": "commit", "exchange_wait": "exchange", **EVENTS[m.Declined].rules},
        variants={**EVENTS[m.Declined].variants, **by_value("what", DECLINED)},
    ),
}

OWN_WAITS: Mapping[type[msgspec.Struct], MessageWords] = {
    second.ScenarioCardsWait: MessageWords("scenario_cards"),
    second.FirstPlayerWait: MessageWords("first_player"),
    second.TerrainWait: MessageWords("battlefield"),
    second.FordWait: MessageWords("fords", fields={"hexes": choice("hexes")}),
    second.MusterWait: MessageWords("muster"),
    second.RevealWait: MessageWords("deployment"),
    second.ExchangeWait: MessageWords(
        "exchange", fields={"price": number(lambda one: lore_price(one.game.ruleset.scenario) or 0)}
    ),
    second.CommitWait: MessageWords(
        "commit",
        fields={
            "abilities": text(
                lambda words, one: words.listing(words.ability(name) for name in one.message.most)
            )
        },
    ),
    second.ShieldWait: MessageWords("rune_shield", fields={"units": choice("units")}),
    second.IgnoreWait: MessageWords("retreat", question=Question.RETREATS_IGNORED),
    second.WayWait: MessageWords("ranged_retreat", fields={"ways": text(_ways)}),
    # --- what every edition has, told otherwise ---------------------------------------------------------
    m.AdvanceWait: WAITS[m.AdvanceWait]._replace(question=Question.PURSUIT),
    m.DiceWait: WAITS[m.DiceWait]._replace(
        variants={**WAITS[m.DiceWait].variants, "declared": _are_dice_told}
    ),
}

OWN_COMMANDS: Mapping[type[msgspec.Struct], MessageWords] = {
    second.ChooseScenarioCard: MessageWords(),
    second.FinishTerrain: MessageWords(),
    second.PlaceFord: MessageWords(),
    second.Muster: MessageWords(),
    second.RevealArmies: MessageWords(),
    second.Cure: MessageWords(),
    second.ExchangeLore: MessageWords(),
    second.Commit: MessageWords(
        variants={"nothing": is_empty("dice"), "none": _commits_nothing},
        fields={"dice": text(_dice), "abilities": text(_abilities)},
    ),
    second.IgnoreRetreats: MessageWords(variants={"none": is_empty("hexes")}),
    second.ChooseWay: MessageWords(
        variants={"to_hex": lambda one: _hex_chosen(one) is not None},
        fields={"to": text(_towards)},
    ),
    second.Shield: MessageWords(),
    # --- what every edition has, told otherwise ---------------------------------------------------------
    m.Decline: MessageWords(
        variants={
            **COMMANDS[m.Decline].variants,
            "exchange_wait": waits_for(second.ExchangeWait),
            "commit_wait": waits_for(second.CommitWait),
        }
    ),
}
