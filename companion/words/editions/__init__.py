"""How each edition's messages are put into words: the only module of the words that knows all editions."""

from collections.abc import Mapping

from companion.words.editions.first import FIRST_WORDS
from companion.words.editions.second import SECOND_WORDS
from companion.words.message_words import EditionWords

_EDITIONS: Mapping[str, EditionWords] = {"second": SECOND_WORDS, "first": FIRST_WORDS}


def words_of(edition: str) -> EditionWords:
    """Return the words of the edition with this id.  Raises LookupError for none."""
    return _EDITIONS[edition]
