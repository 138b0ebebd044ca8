"""The words of the Second Edition: all messages that it has, and its words."""

from companion.words.command_words import COMMANDS
from companion.words.editions.second_glossary import own_subjects, unit_card
from companion.words.editions.second_messages import OWN_COMMANDS, OWN_EVENTS, OWN_WAITS
from companion.words.editions.verb_forms import asked_fields, asked_verbs
from companion.words.event_words import EVENTS
from companion.words.message_words import EditionWords, Filled
from companion.words.subjects import PrintedSubjects
from companion.words.wait_words import WAITS
from rules.kernel.values import Step
from rules.second.abilities import DICE_ABILITIES, FUEL, POISON, POISONED
from rules.second.faces import FACES
from rules.second.messages import Commit, Committed
from rules.second.verbs import VERBS

SECOND_WORDS = EditionWords(
    near_victory=2,
    shown_by_dice=frozenset({Committed}),
    events={**EVENTS, **OWN_EVENTS},
    waits={**WAITS, **OWN_WAITS},
    commands={**COMMANDS, **OWN_COMMANDS},
    printed=PrintedSubjects(unit_card, own_subjects),
    words={
        "faces": FACES.all,
        "steps": (Step.LATE_MOVES, Step.VICTORY_POINTS),
        "abilities": (POISON, FUEL),
        "ability_texts": (POISON, FUEL),
        "scenario_cards": ("played",),
        "orders": ("not_weak",),
        "commitments": ("dice",),
        "errands": ("put_banner", "take_banner"),
        "verbs": asked_verbs(VERBS),
        "fields": asked_fields(VERBS),
    },
    templates={"commitments": {"ability": Filled.TEXT, "count": Filled.NUMBER}},
    foretold=frozenset({Commit}),
    paying={name: does.face for name, does in DICE_ABILITIES.items()} | {POISON: POISONED.face},
)
