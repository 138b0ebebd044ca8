"""What a language's phrases are, once they have been read and found in order.  Knows no file and no game."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from companion.words.levels import Priority, SpeechLevel

PAGE_LABELS = {
    "Adventure": "adventure",
    "Command cards": "command_cards",
    "Command card": "command_card",
    "Lore card": "lore_card",
    "RB p.": "rulebook",
    "Ref,": "reference_book",
    "Scenario card": "scenario_card",
    "Summary cards": "summary_cards",
    "Summary card": "summary_card",
    "Unit card": "unit_card",
    "the table": "table",
}
"""What pages of ``config`` begin with that languages have a word for, and which; the longer ones first."""

BASE = "en"  # whose files say how urgent phrases are, and what other languages do not say


class Urgency(StrEnum):
    """How a phrase's file says ``Priority``."""

    URGENT = "urgent"
    HIGH = "high"
    NORMAL = "normal"
    LOW = "low"

    @property
    def priority(self) -> Priority:
        """Return the voice's own word for it."""
        return Priority[self.name]


class Phrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to say something: for the ear, for the screen, about whom.

    A wait has more for the screen: *about* tells everybody what goes on, *hint* who answers what to do.
    A command is chosen by each of the sentences *hear* when it is said to the table, and by *show*.

    *blind* is said instead of *say* to people who do not see the board.  What says
    anything has a *level*, the lowest at which it is said.
    """

    show: str
    say: str = ""
    blind: str = ""
    who: str = ""
    level: SpeechLevel | None = None
    about: str = ""
    hint: str = ""
    hear: tuple[str, ...] = ()
    key: str = ""
    priority: Urgency = Urgency.NORMAL
    ttl: float = 20.0

    def spoken(self, level: SpeechLevel) -> str:
        """Return what is said of this at *level*, "" for nothing."""
        if self.level is None or not level.includes(self.level):
            return ""
        return self.blind or self.say if level is SpeechLevel.BLIND else self.say


class RefusalPhrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why something is refused; *bare* where unit, limit or hex are not told."""

    show: str
    bare: str = ""


Phrasebook = Mapping[str, Mapping[str, Phrase]]


class Phrases(msgspec.Struct, frozen=True, kw_only=True):
    """A language's phrases.  ``events["damaged"]["tokens"]``; "" is the usual variant.

    *names* are what this language calls things of the catalogue by other names, per kind of thing.
    *summaries* are what these do, in this language, likewise.
    *serial_comma*: a comma stands before the conjunction where the parts have commas themselves.
    """

    lang: str
    conjunction: str
    serial_comma: bool
    words: Mapping[str, Mapping[str, str]]
    names: Mapping[str, Mapping[str, str]]
    summaries: Mapping[str, Mapping[str, str]]
    events: Phrasebook
    waits: Phrasebook
    commands: Phrasebook
    refusals: Mapping[str, RefusalPhrase]

    def trait(self, trait: str) -> str:
        """Return the word for a trait."""
        return self.words["traits"].get(trait) or trait.replace("_", " ")

    def page(self, page: str) -> str:
        """Return where a rule is written: in this language, but for titles that it has no word for."""
        return "; ".join(map(self._page, page.split("; ")))

    def _page(self, page: str) -> str:
        label = next((each for each in PAGE_LABELS if page.startswith(each)), None)
        if label is None:
            return page
        return self.words["pages"][PAGE_LABELS[label]] + page.removeprefix(label)

    def summary(self, sort: str, thing: str, printed: str) -> str:
        """Return what a thing of *sort* does: in this language's words, or in the *printed* ones."""
        return self.summaries[sort].get(thing, printed)
