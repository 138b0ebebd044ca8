"""What the catalogue of a language, ``config/words/<lang>/interface.po``, says for the program's English."""

import gettext
from collections.abc import Mapping
from typing import TypeAlias

from companion.words.languages import WORDS
from companion.words.plurals import category_of

CATALOGUE = "interface.po"

Forms: TypeAlias = Mapping[str, str]
"""The forms of a sentence that a number decides, by Unicode's category of the number: one, few, other."""


def read_catalogue(lang: str) -> dict[str, str | Forms]:
    """Return what stands for each English sentence in *lang*; nothing for what is not translated yet."""
    file = WORDS / lang / CATALOGUE
    if not file.is_file():
        return {}
    from babel.messages.pofile import read_po  # only for who needs it: it takes a twentieth of a second

    with file.open("rb") as opened:
        catalogue = read_po(opened)
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


def form_categories(lang: str, rule: str, forms: int) -> list[str]:
    """Return Unicode's category for each of the *forms* that gettext's *rule* tells apart in *lang*."""
    form_of = gettext.c2py(rule)
    found = {form_of(number): category_of(lang, number) for number in reversed(range(200))}
    return [found.get(form, "other") for form in range(forms)]
