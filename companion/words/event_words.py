"""How each event is put into words: its variants, what fills them, and the rule it comes from."""

from collections.abc import Iterable, Mapping

import msgspec

from companion.words.message_words import (
    CAMP,
    TILE,
    Condition,
    Field,
    Filled,
    MessageWords,
    Occurrence,
    ShownSum,
    both,
    by_cause,
    by_value,
    has_token,
    has_tokens,
    is_called,
    is_empty,
    is_melee,
    is_owned,
    is_set,
    number,
    text,
)
from companion.words.score_words import camp_points, other_camp
from companion.words.wait_words import LEAST_PARTS, dice_of_fight
from companion.words.wording import Wording
from rules.kernel import messages as m
from rules.kernel.chapters.sums import Sum
from rules.kernel.values import AbilityId, CardNumber, Cause, Step

DECLINED = (
    "counter_wait",
    "advance_wait",
    "extra_attack_wait",
    "number_wait",
)


def _is_alone(one: Occurrence) -> bool:
    """Return whether nothing but the step's beginning has happened."""
    return all(isinstance(other, m.StepStarted | m.Awaited) for other in one.events)


def _goes_on(one: Occurrence) -> bool:
    """Return whether the same unit retreats further in the same decision."""
    return any(isinstance(other, m.Retreated) and other.unit == one.message.unit for other in one.later)


def _is_open(one: Occurrence) -> bool:
    """Return whether nothing after a forced retreat tells how it went."""
    ends = (m.Retreated, m.RetreatIgnored, m.Damaged, m.Eliminated)
    return not any(isinstance(other, ends) and other.unit == one.message.unit for other in one.later)


def _is_extra(sort: type) -> Condition:
    return lambda one: isinstance(one.message.grant, sort)


def _dice_declared(one: Occurrence) -> Sum | None:
    return dice_of_fight(one.game, one.message.unit, one.message.dice)


def _adds_dice(one: Occurrence) -> bool:
    return isinstance(one.message.grant, m.AddDice) and one.message.grant.count > 0


def _is_last(one: Occurrence) -> bool:
    """Return whether nothing is left of the unit: the elimination that follows tells of it."""
    return bool(one.message.left <= 0)


def _is_banner_s(one: Occurrence) -> bool:
    return one.message.cause is Cause.BANNER and one.message.at is not None


def _costly(one: Occurrence) -> Iterable[AbilityId]:
    """Return the abilities that cost the figures; games stored before those were told knew one only."""
    return one.message.abilities or (AbilityId("frenzy"),)


def _is_lost(one: Occurrence) -> bool:
    return bool(one.message.count < 0)


def word_of(struct: str, field: str) -> Field:
    """Return the words for *field* of the message's *struct*, "" where it has none."""

    def word(words: Wording, one: Occurrence) -> object:
        held = getattr(one.message, struct)
        return words.field(held, field) if field in held.__struct_fields__ else ""

    return text(word)


def number_of(struct: str, field: str) -> Field:
    """Return the number in *field* of the message's *struct*."""
    return Field(Filled.NUMBER, word_of(struct, field).word)


def _printed(sort: str) -> Field:
    """Return the name of the card of *sort* that was played."""
    return text(lambda words, one: words.printed(sort, one.message.card, one.message.name))


EVENTS: Mapping[type[msgspec.Struct], MessageWords] = {
    # --- the board and the set-up -------------------------------------------------------------------
    m.UnitPlaced: MessageWords("deployment"),
    m.UnitJoined: MessageWords("muster"),
    m.TerrainPlaced: MessageWords(
        "battlefield", variants={"token": has_token, "owned": is_owned}, fields=TILE
    ),
    m.TerrainRemoved: MessageWords("terrain", {"tent": "tent"}, variants=by_cause(Cause.TENT), fields=TILE),
    m.FirstPlayerFound: MessageWords("set_up"),
    m.HandsDealt: MessageWords("hands", variants={"preset": is_set("known"), "no_lore": is_empty("lore")}),
    m.BannerPlaced: MessageWords("banners"),
    m.BannerRemoved: MessageWords("banners"),
    # --- the turn -----------------------------------------------------------------------------------
    m.TurnStarted: MessageWords("turn"),
    m.StepStarted: MessageWords(
        "turn",
        {
            Step.SET_UP: "full_set_up",
            Step.COMMAND: "command",
            Step.ORDER: "order",
            Step.ATTACK: "attack",
            Step.LATE_MOVES: "mobility",
            Step.VICTORY_POINTS: "victory_points",
            Step.DRAW: "draw_step",
            Step.LORE: "lore_step",
            Step.OVER: "winning",
        },
        variants={"alone": _is_alone},
    ),
    m.CardPlayed: MessageWords(
        "cards",
        {"anywhere": "command"},
        variants={"anywhere": is_set("anywhere")},
        fields={"name": _printed("cards")},
        entry="card",
    ),
    m.OrdersGranted: MessageWords(
        "order", fields={"orders": text(lambda words, one: words.orders(one.message.grant))}
    ),
    m.ExtraGranted: MessageWords(
        "cards",
        variants={
            "attack": _is_extra(m.GrantExtraAttack),
            "move": _is_extra(m.GrantExtraMove),
            "trample": _is_extra(m.Trample),
            "dice": _adds_dice,
            "fewer_dice": _is_extra(m.AddDice),
        },
        fields={
            "trait": text(lambda words, one: words.trait(one.message.grant.trait)),
            "hexes": number_of("grant", "hexes"),
            "count": number(lambda one: abs(one.message.grant.count)),
        },
    ),
    m.Ordered: MessageWords("order", variants={"paid": is_set("paid")}),
    m.Moved: MessageWords("move"),
    m.Trampled: MessageWords("trample"),
    m.Placed: MessageWords("placing"),
    m.Declined: MessageWords(
        "turn",
        {
            "counter_wait": "counter",
            "advance_wait": "advance",
            "extra_attack_wait": "additional",
            "number_wait": "components",
        },
        variants=by_value("what", DECLINED),
    ),
    m.CardDrawn: MessageWords("draw_step"),
    m.TurnEnded: MessageWords("turn"),
    m.GameWon: MessageWords(
        "winning",
        variants={"elimination": is_set("elimination")},
        fields={
            "seat": CAMP,
            "points": number(lambda one: camp_points(one.game)[one.message.seat.camp]),
            "other": number(lambda one: camp_points(one.game)[other_camp(one.message.seat.camp)]),
        },
    ),
    # --- lore and points ----------------------------------------------------------------------------
    m.LoreCardPlayed: MessageWords("lore_cards", fields={"name": _printed("lore")}, entry="card"),
    m.LoreCardsDrawn: MessageWords("lore_step"),
    m.LoreCardsDiscarded: MessageWords("lore_step"),
    m.DeckShuffled: MessageWords("draw_step", {"seat": "lore_step"}, variants={"lore": is_set("seat")}),
    m.LoreGained: MessageWords(
        "lore_tokens",
        {
            Cause.DICE: "lore_gain",
            Cause.ABILITY: "catalyst",
            Cause.MUSTER: "muster_lore",
            Cause.LORE_STEP: "lore_step",
            Cause.CARD: "cards",
        },
        variants=by_cause(Cause.MUSTER, Cause.LORE_STEP),
    ),
    m.LoreSpent: MessageWords(
        "lore_tokens",
        {
            Cause.LORE: "exchange",
            Cause.LORE_CARD: "lore_cards",
            Cause.CURE: "order",
            Cause.AUTOMATON: "automaton",
        },
    ),
    m.PointsGained: MessageWords(
        "victory_points",
        {
            Cause.BANNER: "banners",
            Cause.LORE: "exchange",
            Cause.SCENARIO: "scenario_cards",
            Cause.TENT: "tent",
        },
        variants={
            "lost": _is_lost,
            "banner": _is_banner_s,
            "banners": is_called("cause", Cause.BANNER),
            **by_cause(Cause.LORE, Cause.TENT, Cause.SCENARIO),
        },
        fields={"count": number(lambda one: abs(one.message.count))},  # the variant says "lose"
    ),
    # --- the fight ----------------------------------------------------------------------------------
    m.AttackDeclared: MessageWords(
        "target",
        {"counter": "counter", "additional": "additional"},
        variants={"counter": is_set("counter"), "additional": is_set("additional")},
        sum=ShownSum("dice", _dice_declared, LEAST_PARTS),
    ),
    m.Rolled: MessageWords("dice", variants={"no_dice": is_empty("faces")}),
    m.Marked: MessageWords(rules={"poison": "poison", "stun": "stun", "shield": "rune_shield"}),
    m.Unmarked: MessageWords(
        rules={"poison": "poison", "stun": "stun", "shield": "rune_shield"}, variants=by_cause(Cause.SHIELD)
    ),
    m.Damaged: MessageWords(
        "damage",
        {
            Cause.POISON: "poison",
            Cause.BLOCKED_RETREAT: "retreat",
            Cause.LORE_CARD: "lore_cards",
            Cause.CARD: "cards",
        },
        variants={
            "last": _is_last,
            "poison_tokens": both(is_called("cause", Cause.POISON), has_tokens),
            "poison": is_called("cause", Cause.POISON),
            "blocked_retreat_tokens": both(is_called("cause", Cause.BLOCKED_RETREAT), has_tokens),
            "blocked_retreat": is_called("cause", Cause.BLOCKED_RETREAT),
            "tokens": has_tokens,
        },
    ),
    m.DamageIgnored: MessageWords(
        "ignoring",
        {Cause.TERRAIN: "building", Cause.SHIELD: "rune_shield", Cause.LORE_CARD: "lore_cards"},
        variants=by_cause(Cause.TERRAIN, Cause.SHIELD, Cause.ABILITY, Cause.LORE_CARD),
    ),
    m.FiguresRemoved: MessageWords(
        "removing_figures",
        {Cause.FRENZY: "frenzy"},
        variants=by_cause(Cause.FRENZY),
        fields={"abilities": text(lambda words, one: words.listing(map(words.ability, _costly(one))))},
    ),
    m.Healed: MessageWords("healing", variants={"tokens": has_tokens}),
    m.RetreatForced: MessageWords("retreat", variants={"open": _is_open}),
    m.RetreatIgnored: MessageWords(
        "retreat",
        {Cause.SUPPORTED: "supported", Cause.ABILITY: "immovable"},
        variants={**by_cause(Cause.SUPPORTED), "ability": is_set("abilities")},
    ),
    m.Retreated: MessageWords("retreat", variants={"midway": _goes_on}),
    m.Eliminated: MessageWords("damage"),
    m.Advanced: MessageWords("advance", {"pursuit": "pursue"}, variants={"pursuit": is_set("pursuit")}),
    m.CombatEnded: MessageWords("combat"),
    # --- what the table tells -----------------------------------------------------------------------
    m.HandNoted: MessageWords("command"),
    m.UnitCorrected: MessageWords(
        "correction",
        variants={
            "gone": is_empty("at"),
            "marked_tokens": both(is_set("markers"), has_tokens),
            "marked": is_set("markers"),
            "tokens": has_tokens,
        },
    ),
    m.ScoreCorrected: MessageWords("correction", variants={"lore_cards": is_set("lore_cards")}),
    m.NumberTold: MessageWords("components", variants={"melee": is_melee, **by_value("number", CardNumber)}),
    m.CostTold: MessageWords("lore_cards"),
    m.Overruled: MessageWords(
        "correction", fields={"page": text(lambda words, one: words.page(one.message.page))}
    ),
    m.Awaited: MessageWords("turn"),
    m.Retracted: MessageWords("correction"),
}
