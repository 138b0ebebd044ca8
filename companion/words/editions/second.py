"""The words that only the Second Edition has.  Its messages are all the kernel's."""

from companion.words.command_words import COMMANDS
from companion.words.editions.second_glossary import own_subjects, unit_card
from companion.words.event_words import EVENTS
from companion.words.message_words import EditionWords
from companion.words.subjects import PrintedSubjects
from companion.words.wait_words import WAITS
from rules.kernel.values import Step
from rules.second.abilities import DICE_ABILITIES, FUEL, POISON, POISONED
from rules.second.faces import FACES

SECOND_WORDS = EditionWords(
    events=EVENTS,
    waits=WAITS,
    commands=COMMANDS,
    printed=PrintedSubjects(unit_card, own_subjects),
    words={
        "faces": FACES.all,
        "steps": (Step.LATE_MOVES, Step.VICTORY_POINTS),
        "abilities": (POISON, FUEL),
        "ability_texts": (POISON, FUEL),
        "scenario_cards": ("played",),
        "orders": ("not_weak",),
        "errands": ("put_banner", "take_banner"),
    },
    paying={name: does.face for name, does in DICE_ABILITIES.items()} | {POISON: POISONED.face},
)
