"""What the First Edition's own events and commands say in templates, and those that it tells otherwise."""

from collections.abc import Mapping

import msgspec

from companion.words.editions.card_words import LORE_CARD_PLAYED, ROLLED
from companion.words.editions.first_names import (
    council,
    councils,
    denied_landmarks,
    landmark,
    lore_deck,
    power,
)
from companion.words.editions.first_waits import FURTHER, FURTHER_RULES
from companion.words.editions.retreat_words import (
    hexes_made,
    hexes_missing,
    is_free,
    retreating,
    stands,
)
from companion.words.event_words import EVENTS
from companion.words.message_words import (
    Condition,
    Field,
    Filled,
    MessageWords,
    Occurrence,
    both,
    by_value,
    is_called,
    is_empty,
    is_set,
    number,
    text,
)
from companion.words.wording import Wording
from rules.first.messages import commands as c, events as e, waits as w
from rules.first.messages.arms import ReachWait, SpecialistWait
from rules.first.messages.epic import RackCardWait
from rules.first.morale import hexes_for
from rules.first.moving import BattleAfter
from rules.first.play.asking import profile
from rules.first.play.setting_up import councils_follow, landmarks_follow
from rules.first.printed.cards import (
    BarMoves,
    BarRanged,
    GiveOrders,
    GrantBattles,
    GrantMoves,
    MoreDice,
    Scout,
)
from rules.first.printed.pieces import CreatureCard
from rules.first.table import BattleRole, CardSource, table
from rules.kernel import messages as m
from rules.kernel.catalogue import kind_of

_LANDMARK: Mapping[str, Field] = {"landmark": text(lambda words, one: landmark(words, one.message.landmark))}
_COUNCIL: Mapping[str, Field] = {"council": text(lambda words, one: council(words, one.message.council))}
_POWER: Mapping[str, Field] = {"power": text(lambda words, one: power(words, one.message.power))}


def _is_boon(sort: type) -> Condition:
    return lambda one: isinstance(one.message.boon, sort)


def _councils_follow(one: Occurrence) -> bool:
    return councils_follow(one.game)


def _landmarks_follow(one: Occurrence) -> bool:
    return landmarks_follow(one.game)


def _only_melee(one: Occurrence) -> bool:
    return bool(getattr(one.message.boon, "melee", False))


def _not_point_blank(one: Occurrence) -> bool:
    return not getattr(one.message.boon, "point_blank", True)


def _is_of_rack_alone(one: Occurrence) -> bool:
    """Return whether only a card of the Epic rack has been played: then no card is drawn for one's own."""
    sources = {played.source for played in table(one.game.state).commands}
    return sources == {CardSource.RACK}


def _boon_trait(words: Wording, one: Occurrence) -> object:
    held: str = getattr(one.message.boon, "trait", "")
    return words.trait(held) if held else ""


def _boon_number(*names: str) -> Field:
    """Return the placeholder for the first of the *names*d numbers that the boon has."""

    def count(one: Occurrence) -> int:
        found = (getattr(one.message.boon, name, None) for name in names)
        return next((each for each in found if isinstance(each, int)), 0)

    return number(count)


def _is_role(role: BattleRole, *, is_more: bool) -> Condition:
    return lambda one: one.message.effect.role is role and (one.message.effect.dice > 0) is is_more


def _is_landmark_s(one: Occurrence) -> bool:
    """Return whether a Landmark came to this tile: then the Landmark is told and the tile is not."""
    return any(isinstance(other, e.LandmarkPlaced) and other.at == one.message.at for other in one.events)


def _is_trampled(one: Occurrence) -> bool:
    return any(
        isinstance(other, e.CreatureTrampled) and other.unit == one.message.unit for other in one.events
    )


def _is_creature(one: Occurrence) -> bool:
    return kind_of(one.message.unit) in one.game.ruleset.catalogue.of(CreatureCard)


def _goes_back(one: Occurrence) -> bool:
    """Return whether the same unit retreats all the same, for the flags that it does not ignore."""
    return any(isinstance(other, m.Retreated) and other.unit == one.message.unit for other in one.events)


def _flags_ignored(one: Occurrence) -> int:
    """Return how many flags the hexes that are not gone stand for."""
    unit = one.game.state.units[one.message.unit]
    return int(one.message.hexes) // (hexes_for(profile(one.game, unit), 1) or 1)


def _is_scouting(one: Occurrence) -> bool:
    return any(isinstance(other, e.Scouted) for other in one.events)


def _is_shuffled(one: Occurrence) -> bool:
    """Return whether it has been told already that the Lore deck, which is one for both, is shuffled."""
    before = one.events[: one.place]
    return any(isinstance(other, m.DeckShuffled) and other.seat is not None for other in before)


def _price(one: Occurrence) -> int:
    """Return how much Lore the power needs, 0 where nobody knows."""
    wait = one.game.state.wait
    if not isinstance(wait, w.PowerWait):
        return 0
    card = one.game.ruleset.catalogue.of(CreatureCard)[kind_of(wait.unit)]
    return next((power.lore or 0 for power in card.powers if power.id == one.message.power), 0)


def _comes_back(one: Occurrence) -> bool:
    """Return whether the pursuit ends on the hex where it began."""
    wait = one.game.state.wait
    return isinstance(wait, m.AdvanceWait) and one.game.state.units[wait.unit].at == one.message.to


def _is_pursuit(one: Occurrence) -> bool:
    wait = one.game.state.wait
    return isinstance(wait, m.AdvanceWait) and wait.pursuit


def _waits_for(sort: type[m.Wait]) -> Condition:
    return lambda one: isinstance(one.game.state.wait, sort)


def _taken(one: Occurrence) -> bool:
    return bool(one.message.count < 0)


_COUNT = {"count": number(lambda one: abs(one.message.count))}
DECLINED: Mapping[str, type[m.Wait]] = {
    "counter_wait": m.CounterWait,
    "advance_wait": m.AdvanceWait,
    "extra_attack_wait": m.ExtraAttackWait,
    "number_wait": m.NumberWait,
    "react_wait": w.ReactWait,
    "power_wait": w.PowerWait,
    "landmark_wait": w.LandmarkWait,
    "rack_card_wait": RackCardWait,
    "card_wait": m.CardWait,
    "specialist_wait": SpecialistWait,
    "reach_wait": ReachWait,
}

OWN_EVENTS: dict[type[msgspec.Struct], MessageWords] = {
    e.CouncilChosen: MessageWords("council"),
    e.CouncilsOpened: MessageWords(
        "council",
        variants={"denied": lambda one: bool(denied_landmarks(one))},
        fields={
            "councils": text(councils),
            "deck": text(lambda words, one: lore_deck(words, one.game)),
            "denied": text(
                lambda words, one: words.listing(landmark(words, name) for name in denied_landmarks(one))
            ),
        },
    ),
    e.LandmarksBrought: MessageWords("landmarks"),
    e.LandmarkPlaced: MessageWords("landmarks", variants={"left_out": is_empty("at")}, fields=_LANDMARK),
    e.HandDealt: MessageWords("hands", variants={"lore": is_set("lore")}),
    e.CommandRead: MessageWords("command"),
    e.BoonGranted: MessageWords(
        "cards",
        variants={
            "melee_dice": both(_is_boon(MoreDice), _only_melee),
            "dice": _is_boon(MoreDice),
            "moves": _is_boon(GrantMoves),
            "far_battles": both(_is_boon(GrantBattles), _not_point_blank),
            "battles": _is_boon(GrantBattles),
            "no_ranged": _is_boon(BarRanged),
            "no_moves": _is_boon(BarMoves),
            "scout_of_rack": both(_is_boon(Scout), _is_of_rack_alone),
            "scout": _is_boon(Scout),
            "connected": _is_boon(GiveOrders),
        },
        fields={
            "trait": text(_boon_trait),
            "count": _boon_number("count", "battle", "draw"),
            "kept": _boon_number("keep"),
        },
    ),
    e.CommandTakenBack: MessageWords("lore_in_command"),
    e.CommandReplaced: MessageWords("lore_cards"),
    e.LoreOrdersGiven: MessageWords("lore_timing"),
    e.LoreUnitNamed: MessageWords("lore_timing"),
    e.MoveBound: MessageWords("rush", variants=by_value("after", BattleAfter)),
    e.DiceChanged: MessageWords(
        "lore_cards",
        variants={
            "more": _is_role(BattleRole.ATTACKER, is_more=True),
            "fewer": _is_role(BattleRole.ATTACKER, is_more=False),
            "more_against": _is_role(BattleRole.TARGET, is_more=True),
            "fewer_against": _is_role(BattleRole.TARGET, is_more=False),
        },
        fields={
            "unit": Field(Filled.UNIT, lambda words, one: words.agreeing(one.message.effect.unit)),
            "count": number(lambda one: abs(one.message.effect.dice)),
        },
    ),
    e.FightNoted: MessageWords("combat"),
    e.RolledFurther: MessageWords(
        "roll",
        FURTHER_RULES,
        variants=by_value("purpose", FURTHER),
        fields={"faces": text(lambda words, one: words.dice_shown(one.message.faces))},
        entry="purpose",
    ),
    e.CreatureTrampled: MessageWords("trampling"),
    e.LoreStored: MessageWords("powers", variants={"taken": _taken}, fields=_COUNT),
    e.NecksChanged: MessageWords(
        "creatures",
        variants={"none": is_empty("necks")},
        fields={
            "count": number(lambda one: len(one.message.necks)),
            "heads": number(lambda one: sum(one.message.necks)),
        },
    ),
    e.PowerUsed: MessageWords("powers", fields=_POWER),
    e.Scouted: MessageWords("scouting"),
    e.TableCleared: MessageWords("turn"),
    # --- what every edition has, told otherwise ---------------------------------------------------------
    m.TerrainPlaced: EVENTS[m.TerrainPlaced]._replace(
        variants={"landmark": _is_landmark_s, **EVENTS[m.TerrainPlaced].variants}
    ),
    m.Damaged: EVENTS[m.Damaged]._replace(
        variants={
            "last": EVENTS[m.Damaged].variants["last"],
            "trampled": _is_trampled,
            **EVENTS[m.Damaged].variants,
        }
    ),
    m.Eliminated: EVENTS[m.Eliminated]._replace(variants={"creature": _is_creature}),
    m.RetreatIgnored: EVENTS[m.RetreatIgnored]._replace(
        variants={"partly": _goes_back, **EVENTS[m.RetreatIgnored].variants},
        fields={"flags": number(_flags_ignored)},
    ),
    m.CardDrawn: EVENTS[m.CardDrawn]._replace(variants={"scouting": _is_scouting}),
    m.LoreCardPlayed: LORE_CARD_PLAYED,
    m.Rolled: ROLLED,
    m.DeckShuffled: EVENTS[m.DeckShuffled]._replace(
        variants={"lore_again": both(is_set("seat"), _is_shuffled), **EVENTS[m.DeckShuffled].variants}
    ),
    m.Advanced: EVENTS[m.Advanced]._replace(
        variants={
            "back": both(is_set("pursuit"), lambda one: one.message.start == one.message.to),
            **EVENTS[m.Advanced].variants,
        }
    ),
    m.PointsGained: EVENTS[m.PointsGained]._replace(
        rule="winning",
        rules={},
        fields={
            **EVENTS[m.PointsGained].fields,
            "goal": number(lambda one: one.game.ruleset.scenario.points_to_win),
        },
    ),
    m.Declined: EVENTS[m.Declined]._replace(
        rules={
            "counter_wait": "counter",
            "advance_wait": "advance",
            "extra_attack_wait": "additional",
            "react_wait": "lore_timing",
            "power_wait": "powers",
            "landmark_wait": "landmarks",
            "rack_card_wait": "rack",
            "specialist_wait": "specialists",
            "reach_wait": "specialists",
        },
        variants=by_value("what", DECLINED),
    ),
}

OWN_COMMANDS: dict[type[msgspec.Struct], MessageWords] = {
    c.ChooseCouncil: MessageWords(fields=_COUNCIL),
    c.PlaceLandmark: MessageWords(fields=_LANDMARK),
    c.RetreatTo: MessageWords(
        variants={
            "stand": both(stands, is_free),
            "no_way": stands,
            "short": lambda one: hexes_missing(one) > 0,
            "back": lambda one: hexes_made(one) > 0,
        },
        fields={
            "unit": text(retreating),
            "hexes": number(hexes_made),
            "missing": number(hexes_missing),
        },
    ),
    c.IgnoreFlags: MessageWords(variants={"none": is_called("flags", 0)}),
    c.UsePower: MessageWords(
        variants={"told": lambda one: _price(one) > 0}, fields={**_POWER, "lore": number(_price)}
    ),
    c.StoreLore: MessageWords(),
    m.StartGame: MessageWords(
        variants={"preset": is_set("preset"), "councils": _councils_follow, "landmarks": _landmarks_follow}
    ),
    c.TellHits: MessageWords(variants={"none": is_called("hits", 0)}),
    # --- what every edition has, told otherwise ---------------------------------------------------------
    m.Advance: MessageWords(variants={"back": both(_is_pursuit, _comes_back), "pursuit": _is_pursuit}),
    m.Decline: MessageWords(variants={name: _waits_for(sort) for name, sort in DECLINED.items()}),
}
