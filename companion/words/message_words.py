"""How a message is put into words: which variant of its phrase fits, what fills it, which rule it comes from.

Each event, wait and command declares this once: in ``event_words``, ``wait_words`` and
``command_words``, or in its edition's own messages.  The files of phrases are checked against these
tables, so a variant or a field that stands there can be used in every language, and no other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec

from companion.words.phrasebook import Phrase, Phrasebook
from companion.words.subjects import PrintedSubjects
from companion.words.translator import Translator
from companion.words.wording import Wording, union_members
from rules.kernel.catalogue import kind_of
from rules.kernel.chapters.sums import Addend, PartSort, Sum
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, Command, Event
from rules.kernel.ruleset import Game
from rules.kernel.values import AbilityId, CardNumber, Cause, Face, Seat, TerrainId, Tile, UnitId


class Filled(StrEnum):
    """What fills a placeholder, which decides what forms it may ask for."""

    TEXT = "text"
    NUMBER = "number"
    SIDE = "side"
    UNIT = "unit"


class Occurrence(NamedTuple):
    """A *message* where it is told, ``events[place]`` of its decision where it is an event.

    *game* is the one after an event or with a wait, and the one before a command.  *offered* is what
    can be chosen by whoever is told of a wait, () where that does not count.
    """

    message: Any
    game: Game
    events: Sequence[Event] = ()
    place: int = 0
    offered: Sequence[Command] = ()

    @property
    def later(self) -> Sequence[Event]:
        """Return the events of the same decision that come after this one."""
        return self.events[self.place + 1 :]


_CALLED = ("cause", "step", "marker", "what")  # fields whose word may choose the rule
Condition = Callable[[Occurrence], bool]


class Field(NamedTuple):
    """A placeholder that is no field of the message itself, or is worded otherwise than that field."""

    filled: Filled
    word: Callable[[Wording, Occurrence], object]


def text(word: Callable[[Wording, Occurrence], object]) -> Field:
    """Return a placeholder filled by the text that *word* makes."""
    return Field(Filled.TEXT, word)


def number(count: Callable[[Occurrence], int]) -> Field:
    """Return a placeholder filled by the number that *count* finds."""
    return Field(Filled.NUMBER, lambda words, one: words.number(count(one)))


CAMP = Field(Filled.SIDE, lambda words, one: words.camp(one.message.seat.camp))
"""The camp of the message's seat: who wins where several play together."""


class ShownSum(NamedTuple):
    """A number that a message is about and that is shown with its parts, by *template* of the section sums.

    With fewer than *fewest* parts it tells nothing that the number does not.
    """

    template: str
    find: Callable[[Occurrence], Sum | None]
    fewest: int = 1

    def of(self, one: Occurrence) -> Sum | None:
        """Return the sum that *one* is about, None where it is not to be shown."""
        found = self.find(one)
        return None if found is None or len(found.parts) < self.fewest else found


class MessageWords(NamedTuple):
    """What the phrases of one sort of message may say, and when.

    The first of *variants* whose condition holds is told, else the usual one, "".
    *fields* are placeholders besides the message's own fields.  *rule* is the glossary's entry
    about it; one of *rules* stands in its place where the message's field of that name is set or
    its cause, step or marker is called so; and a card or ability named by *entry* is its own entry.
    Abilities that the message says did it come before all of these, and so do those of a wait's unit
    that change the answer to *question*.  *sum* is shown on the screen with its parts.
    """

    rule: str = ""
    rules: Mapping[str, str] = {}
    variants: Mapping[str, Condition] = {}
    fields: Mapping[str, Field] = {}
    entry: str = ""
    question: StrEnum | None = None
    sum: ShownSum | None = None

    def variant(self, one: Occurrence) -> str:
        """Return which variant of its phrase tells *one*."""
        return next((name for name, holds in self.variants.items() if holds(one)), "")

    def phrase(self, book: Phrasebook, one: Occurrence) -> Phrase:
        """Return the phrase of *book* that tells *one*."""
        return book[str(one.message.__struct_config__.tag)][self.variant(one)]

    def sum_of(self, one: Occurrence) -> Sum | None:
        """Return the sum to be shown with *one*, None for none."""
        return None if self.sum is None else self.sum.of(one)

    def sum_text(self, words: Wording, one: Occurrence) -> str:
        """Return the sum of *one* with its parts in a line, "" where there is none."""
        found = self.sum_of(one)
        return "" if self.sum is None or found is None else sum_text(words, self.sum.template, found)

    def entries_about(self, message: msgspec.Struct) -> tuple[str, ...]:
        """Return the glossary's entries about *message*."""
        abilities: tuple[str, ...] = getattr(message, "abilities", ())
        if abilities:
            return abilities
        called = {getattr(message, field, None) for field in _CALLED}
        own = getattr(message, self.entry) if self.entry else None
        for key, rule in self.rules.items():
            if key in called or key == own or getattr(message, key, None):
                return (rule,)
        return (str(own or self.rule),)


Told = Mapping[type[msgspec.Struct], MessageWords]
"""How each sort of message is put into words."""


def _no_doubts(command: Attack, game: Game, words: Wording, tr: Translator) -> Iterable[str]:
    """Return nothing: all that an attack takes is known."""
    return ()


def _not_explained(command: Command, game: Game, words: Wording) -> str:
    """Return nothing: what is offered says itself what it does."""
    return ""


def _nothing_of_moves(unit: UnitId, game: Game, words: Wording, tr: Translator) -> Mapping[Hex, str]:
    """Return nothing: all that a move takes is known, and it costs nothing else."""
    return {}


class EditionWords(NamedTuple):
    """What an edition's phrases have: how its *events*, *waits* and *commands* are put into words.

    The phrases have an entry for each of them but those that are *left_out*, because this edition
    never says them.  *words* are its own sections with their entries, or more entries of one that
    all editions have; *templates* what may stand in those of its own that have placeholders.
    Reasons to refuse are every edition's but *other_reasons*, and its own *reasons*.  *named* are the
    sorts of its own things that a language may call otherwise.  *foretold* are the commands that are
    offered with what would come of them, *explained* what the text of a card says that another one does,
    "" for nothing, *shown_by_dice* the events that a battle's dice show by what
    is written beside them.  *printed* is how its cards become subjects of the glossary.  *paying* are
    the faces of the die that pay for abilities, *doubts* what nobody here knows of an attack,
    *dice_doubts* what of its dice, *move_doubts* what of a unit's moves, by where they end,
    *move_warnings* what those cost it.  A leader who needs *near_victory* points, or fewer, is said to be
    near it.  *parts* are what the sums of this edition may come of besides, each with the sort of its
    names and its struct.
    """

    events: Told
    waits: Told
    commands: Told
    printed: PrintedSubjects
    left_out: frozenset[type[msgspec.Struct]] = frozenset()
    words: Mapping[str, Iterable[str]] = {}
    templates: Mapping[str, Mapping[str, Filled]] = {}
    reasons: Iterable[str] = ()
    other_reasons: frozenset[str] = frozenset()
    named: Iterable[str] = ()
    paying: Mapping[AbilityId, Face] = {}
    near_victory: int = 1
    foretold: frozenset[type[msgspec.Struct]] = frozenset()
    explained: Callable[[Command, Game, Wording], str] = _not_explained
    shown_by_dice: frozenset[type[msgspec.Struct]] = frozenset()
    parts: Mapping[PartSort, tuple[str, type[Any]]] = {}
    doubts: Callable[[Attack, Game, Wording, Translator], Iterable[str]] = _no_doubts
    dice_doubts: Callable[[Attack, Game, Wording, Translator], Iterable[str]] = _no_doubts
    move_doubts: Callable[[UnitId, Game, Wording, Translator], Mapping[Hex, str]] = _nothing_of_moves
    move_warnings: Callable[[UnitId, Game, Wording, Translator], Mapping[Hex, str]] = _nothing_of_moves

    @property
    def messages(self) -> Mapping[str, Told]:
        """Return what the phrases have an entry for, by section."""
        told = {"events": self.events, "waits": self.waits, "commands": self.commands}
        return {
            section: {sort: words for sort, words in each.items() if sort not in self.left_out}
            for section, each in told.items()
        }


def sum_text(words: Wording, template: str, found: Sum) -> str:
    """Return *found* with its parts in a line: "3 dice: 4 by the red banner, −1 for woods"."""
    return words.phrases.words["sums"][template].format(
        count=words.number(found.total), parts=parts_text(words, found)
    )


def parts_text(words: Wording, found: Sum) -> str:
    """Return what a number comes of, each part but the first with its sign."""
    return ", ".join(_part(words, part, is_first=not place) for place, part in enumerate(found.parts))


def _part(words: Wording, part: Addend, *, is_first: bool) -> str:
    sign = "−" if part.number < 0 else "" if is_first else "+"
    template = words.phrases.words["sums"][part.sort]
    return template.format(number=f"{sign}{abs(part.number)}", name=_part_name(words, part))


def _part_name(words: Wording, part: Addend) -> str:
    """Return what a part of a sum comes of, as it stands within a sentence; "" where its sort tells all."""
    if part.sort in (PartSort.TERRAIN, PartSort.BESIDE):
        return words.terrain(TerrainId(part.of))
    if part.sort is PartSort.ABILITY:
        return words.ability(AbilityId(part.of))
    if part.sort not in words.told.parts:
        return ""
    sort, printed = words.told.parts[part.sort]
    name = words.phrases.names[sort].get(part.of) or words.ruleset.catalogue.of(printed)[part.of].name
    return name[:1].lower() + name[1:]


class Filling(Mapping[str, object]):
    """The words for what a phrase about *one* names; each is looked for only where the phrase names it."""

    def __init__(self, words: Wording, told: MessageWords, one: Occurrence) -> None:
        self._words = words
        self._told = told
        self._one = one

    def __getitem__(self, name: str) -> object:
        field = self._told.fields.get(name)
        if field is not None:
            return field.word(self._words, self._one)
        return self._words.field(self._one.message, name)

    def __iter__(self) -> Iterator[str]:
        return iter(placeholders(type(self._one.message), self._told))

    def __len__(self) -> int:
        return len(placeholders(type(self._one.message), self._told))


def placeholders(sort: type[msgspec.Struct], told: MessageWords) -> dict[str, Filled]:
    """Return what a phrase about messages of *sort* may name, and what fills each."""
    own = {
        field.encode_name: _filled(union_members(field.type))
        for field in msgspec.structs.fields(sort)
        if field.type is not bool
    }
    return own | {name: field.filled for name, field in told.fields.items()}


def _filled(sorts: Iterable[object]) -> Filled:
    if int in sorts:
        return Filled.NUMBER
    return Filled.SIDE if Seat in sorts else Filled.UNIT if UnitId in sorts else Filled.TEXT


def is_set(field: str) -> Condition:
    """Return the condition that the message's *field* is true, or not empty."""
    return lambda one: bool(getattr(one.message, field))


def is_empty(field: str) -> Condition:
    """Return the condition that the message's *field* is false, empty or None."""
    return lambda one: not getattr(one.message, field)


def has_tokens(one: Occurrence) -> bool:
    """Return whether the message's unit takes damage tokens instead of losing figures."""
    unit: UnitId = one.message.unit
    kind = one.game.ruleset.catalogue.kinds.get(kind_of(unit))
    return kind is not None and kind.damage_tokens


def both(first: Condition, second: Condition) -> Condition:
    """Return the condition that *first* and *second* hold."""
    return lambda one: first(one) and second(one)


def is_called(field: str, value: object) -> Condition:
    """Return the condition that the message's *field* has *value*."""
    return lambda one: bool(getattr(one.message, field) == value)


def by_value(field: str, values: Iterable[str]) -> dict[str, Condition]:
    """Return a variant for each of *values* of the message's *field*, called as the value is."""
    return {str(value): is_called(field, value) for value in values}


def by_cause(*causes: Cause) -> dict[str, Condition]:
    """Return a variant for each of *causes*, called as the cause is."""
    return by_value("cause", causes)


def _tile_word(name: str, filled: Filled = Filled.TEXT) -> Field:
    return Field(filled, lambda words, one: words.tile(one.message.tile)[name])


TILE: Mapping[str, Field] = {
    "terrain": _tile_word("terrain"),
    "token": _tile_word("token"),
    "owner": _tile_word("owner", Filled.SIDE),
}


def has_token(one: Occurrence) -> bool:
    """Return whether a token lies on the message's tile."""
    tile: Tile = one.message.tile
    return tile.token is not None


def is_owned(one: Occurrence) -> bool:
    """Return whether the message's tile is one side's."""
    tile: Tile = one.message.tile
    return tile.owner is not None


def is_melee(one: Occurrence) -> bool:
    """Return whether the range that is told means that such units attack in melee."""
    return one.message.number is CardNumber.RANGE and one.message.value == 1
