"""What people are told, before anybody knows in which language: a sentence's id and its values.

The words are made once, where somebody reads them (``companion.words.translator``); whoever
finds something wrong knows no language.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

LONGEST_VALUE = 600
"""How much of a value is told: people hand in names as long as a book."""

_PLACE = re.compile(r"\{(\d)\}")

Value: TypeAlias = "str | int | Message"


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A sentence by its *id*, the English with {1}, {2}, ... in the places of its *values*.

    A value that is a Message is told in the reader's language too; everything else is the same in all.
    Where the *number* of something decides its form, *many* is the English for other numbers than one.
    """

    id: str
    values: tuple[Value, ...]
    many: str | None = None
    number: int = 1

    def __init__(self, id: str, *values: object, many: str | None = None, number: int = 1) -> None:
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "values", tuple(map(_value, values)))
        object.__setattr__(self, "many", many)
        object.__setattr__(self, "number", number)

    @property
    def english(self) -> str:
        """Return the sentence in English, its values not yet in their places."""
        return self.id if self.many is None or self.number == 1 else self.many

    def __str__(self) -> str:
        """Return the sentence in English."""
        return fill(self.english, self.values)


class TranslatableError(Exception):
    """Something is wrong in the world: *message* tells what, in any language; as text it is English."""

    def __init__(self, sentence: str | Message, *values: object) -> None:
        self.message = sentence if isinstance(sentence, Message) else Message(sentence, *values)
        super().__init__(str(self.message))


def counted(number: int, one: str, many: str, *values: object) -> Message:
    """Return *one* or *many*, as *number* asks for in the reader's language; {1} is the number in both."""
    return Message(one, number, *values, many=many, number=number)


def verbatim(text: object) -> Message:
    """Return a message that says *text* in every language: it comes from outside."""
    return Message("{1}", str(text))


def listed(messages: Sequence[Message]) -> Message:
    """Return *messages* (at least one) as one, with semicolons between them."""
    return reduce(lambda first, second: Message("{1}; {2}", first, second), messages)


def fill(sentence: str, values: Sequence[Value], told: Callable[[Value], str] = str) -> str:
    """Return *sentence* with *values* in its places, each as *told* says it."""
    return _PLACE.sub(lambda place: told(values[int(place[1]) - 1]), sentence)


def places(sentence: str) -> frozenset[str]:
    """Return the places that *sentence* has for values."""
    return frozenset(_PLACE.findall(sentence))


def _value(value: object) -> Value:
    if isinstance(value, TranslatableError):
        return value.message
    if isinstance(value, Message | int):
        return value
    text = str(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
