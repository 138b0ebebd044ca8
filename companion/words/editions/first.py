"""The words of the First Edition: all messages that it has, its subjects, reasons and words."""

from collections.abc import Mapping
from typing import get_args

import msgspec

from companion.words.command_words import COMMANDS
from companion.words.editions.arms_messages import ARMS_COMMANDS, ARMS_EVENTS, ARMS_WAITS
from companion.words.editions.first_doubts import dice_doubts, doubts, move_doubts, move_warnings
from companion.words.editions.first_glossary import own_subjects, unit_card
from companion.words.editions.first_messages import OWN_COMMANDS, OWN_EVENTS
from companion.words.editions.first_names import explained
from companion.words.editions.first_waits import OWN_WAITS
from companion.words.editions.variant_messages import VARIANT_COMMANDS, VARIANT_EVENTS, VARIANT_WAITS
from companion.words.editions.verb_forms import asked_fields, asked_verbs
from companion.words.event_words import EVENTS
from companion.words.message_words import (
    EditionWords,
    Filled,
    MessageWords,
    Told,
)
from companion.words.subjects import PrintedSubjects
from companion.words.wait_words import WAITS
from rules.first.council import Unfit
from rules.first.faces import FACES
from rules.first.landmarks import Misplaced
from rules.first.messages import TargetAlly
from rules.first.moving import Hindrance
from rules.first.play.handlers import VERBS
from rules.first.play.saying import Bar
from rules.first.printed.cards import CardVerb
from rules.first.printed.pieces import Banner, WeaponCard
from rules.first.table import DeploymentPart
from rules.first.targets import Barred
from rules.first.variants.call_to_arms.levies import BANNERS
from rules.first.variants.call_to_arms.reasons import Undeployable
from rules.first.variants.rack import Unplayable
from rules.first.windows import Untimely
from rules.kernel import messages as m
from rules.kernel.chapters.sums import PartSort
from rules.kernel.values import Why

SUBJECTS: Mapping[str, str] = {
    "automaton": "order",
    "battlefield": "terrain",
    "building": "terrain",
    "catalyst": "powers",
    "combat": "attack",
    "damage": "figures",
    "deployment": "set_up",
    "dice": "roll",
    "draw_step": "upkeep",
    "exchange": "lore_step",
    "full_set_up": "set_up",
    "hands": "set_up",
    "healing": "correction",
    "ignoring": "roll",
    "immovable": "bold",
    "lore_gain": "lore_tokens",
    "mobility": "move",
    "muster": "set_up",
    "muster_lore": "council",
    "placing": "correction",
    "poison": "correction",
    "removing_figures": "correction",
    "rune_shield": "correction",
    "stun": "correction",
    "tent": "terrain",
    "trample": "move",
    "victory_points": "winning",
}
"""Subjects of the rules that this edition's glossary has under another name, or within another one."""


def _by_own_subjects(told: MessageWords) -> MessageWords:
    """Return *told* with the entries of this edition's glossary."""
    rules = {key: SUBJECTS.get(rule, rule) for key, rule in told.rules.items()}
    return told._replace(rule=SUBJECTS.get(told.rule, told.rule), rules=rules)


def _told(table: Told) -> dict[type[msgspec.Struct], MessageWords]:
    return {sort: _by_own_subjects(told) for sort, told in table.items()}


LEFT_OUT: frozenset[type[msgspec.Struct]] = frozenset(
    {
        m.BannerPlaced,
        m.BannerRemoved,
        m.PlaceBanner,
        m.RemoveBanner,
        m.StartAttacks,
    }
)
"""What only other editions say of what every edition could."""

OTHER_REASONS = frozenset(
    {
        Why.BANNERS_MISSING,
        Why.HAS_CROSSING,
        Why.IN_FRONT_OF_TENT,
        Why.NO_DEPLOYMENT_HEX,
        Why.NOT_CLEAR,
        Why.NOT_ON_OWN_CARD,
        Why.NOT_ON_OWN_HALF,
        Why.POINTS_NOT_TOLD,
        Why.TENT_MISSING,
        Why.TOO_FEW_IN_BOX,
        Why.TOO_MANY_DICE,
        Why.TOO_MANY_POINTS,
        Why.WRONG_FACTION,
        Why.WRONG_NUMBER_OF_CARDS,
    }
)
REASONS = [
    reason
    for reasons in (Bar, Unfit, Misplaced, Barred, Untimely, Hindrance, Unplayable, Undeployable)
    for reason in reasons
    if str(reason) not in set(Why)
]

FIRST_WORDS = EditionWords(
    events=_told({**EVENTS, **OWN_EVENTS, **VARIANT_EVENTS, **ARMS_EVENTS}),
    waits=_told({**WAITS, **OWN_WAITS, **VARIANT_WAITS, **ARMS_WAITS}),
    commands={**COMMANDS, **OWN_COMMANDS, **VARIANT_COMMANDS, **ARMS_COMMANDS},
    printed=PrintedSubjects(unit_card, own_subjects),
    explained=explained,
    doubts=doubts,
    dice_doubts=dice_doubts,
    move_doubts=move_doubts,
    move_warnings=move_warnings,
    left_out=LEFT_OUT,
    words={
        "faces": FACES,
        "fields": asked_fields((*VERBS, TargetAlly, *get_args(CardVerb))),
        "verbs": tuple(dict.fromkeys((*asked_verbs((*VERBS, TargetAlly)), *asked_verbs(get_args(CardVerb))))),
        "errands": (
            "put_lore",
            "take_lore",
            "put_levy",
            "take_levy",
            "put_card",
            "take_card",
            "discard_card",
            "count_lore_deck",
        ),
        "council": ("commander", "seated", "side", "nobody"),
        "lore_deck": ("whole", "only", "without", "counted"),
        "lead": ("wins",),
        "army_parts": (*DeploymentPart, "token"),
        "levy_tokens": BANNERS,
        "sums": ("bold", PartSort.BANNER, PartSort.WEAPON, PartSort.SUPPORT, PartSort.BESIDE),
        "lineups": ("guards", "guards_reserve", "guards_scout_reserve"),
        "army_grounds": ("guard", "guard_shifted", "guard_shared", "scout", "reserve", "reserve_shifted"),
    },
    templates={
        "council": {"who": Filled.TEXT, "level": Filled.NUMBER, "seat": Filled.SIDE, "council": Filled.TEXT},
        "army_parts": {"banner": Filled.TEXT, "at": Filled.TEXT},
        "army_grounds": {"row": Filled.TEXT, "baseline": Filled.TEXT},
        "lead": {"points": Filled.NUMBER, "lead": Filled.NUMBER, "last": Filled.NUMBER},
        "lore_deck": {"master": Filled.TEXT, "count": Filled.NUMBER, "cards": Filled.TEXT},
    },
    parts={PartSort.BANNER: ("banners", Banner), PartSort.WEAPON: ("weapons", WeaponCard)},
    reasons=REASONS,
    other_reasons=OTHER_REASONS,
    named=(
        "powers",
        "banners",
        "races",
        "weapons",
        "landmarks",
        "masters",
        "council",
        "dice",
        "deployment_sets",
        "rulings",
        "specialists",
    ),
)
