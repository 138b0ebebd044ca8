"""What the catalogue of a language, ``config/words/<lang>/interface.po``, says for the program's English."""

import gettext
from collections.abc import Collection, Mapping
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from companion.words.languages import WORDS
from companion.words.plurals import category_of

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

CATALOGUE = "interface.po"

Forms: TypeAlias = Mapping[str, str]
"""The forms of a sentence that a number decides, by Unicode's category of the number: one, few, other."""


def read_catalogue(lang: str) -> dict[str, str | Forms]:
    """Return what stands for each English sentence in *lang*; nothing for what is not translated yet."""
    catalogue = _parsed(lang)
    if catalogue is None:
        return {}
    categories = form_categories(lang, catalogue.plural_expr, catalogue.num_plurals)
    told: dict[str, str | Forms] = {}
    for message in catalogue:
        match message.id, message.string:
            case _ if message.fuzzy:
                continue
            case str(english), str(text) if english and text:
                told[english] = text
            case [str(one), _], [*forms] if all(forms):
                told[one] = dict(zip(categories, forms, strict=True))
    return told


def said_in(lang: str, files: Collection[str]) -> frozenset[str]:
    """Return the English of what one of *files*, by their names in the project, says in *lang*.

    Who begins a catalogue by hand names no files: what has none may be said anywhere.
    """
    catalogue = _parsed(lang)
    return frozenset(
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue or ()
        if message.id and (not message.locations or any(file in files for file, _ in message.locations))
    )


@cache
def _parsed(lang: str) -> "Catalog | None":
    file = WORDS / lang / CATALOGUE
    if not file.is_file():
        return None
    from babel.messages.pofile import read_po  # only for who needs it: it takes a twentieth of a second

    with file.open("rb") as opened:
        return read_po(opened)


def form_categories(lang: str, rule: str, forms: int) -> list[str]:
    """Return Unicode's category for each of the *forms* that gettext's *rule* tells apart in *lang*."""
    form_of = gettext.c2py(rule)
    # Italian, French and Spanish have a form for whole millions.
    found = {form_of(number): category_of(lang, number) for number in (1_000_000, *reversed(range(200)))}
    return [found.get(form, "other") for form in range(forms)]
