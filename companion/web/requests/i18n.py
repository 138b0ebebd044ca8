"""The table's language: templates say ``{{ t("Undo") }}``, modules ``t`Undo```, requests ``tr("Undo")``."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from flask import Flask, current_app

from companion.input.text import LONGEST_SENTENCE, shortened
from companion.words.editions.verb_forms import VerbForm
from companion.words.interface import Forms, said_in
from companion.words.translator import Translator
from rules.kernel.translatable import Message, TranslatableError, counted

LANGUAGE = "herald_language"
MODULES = "companion/web/static/"
"""Where the catalogues find the page's modules."""
_ENGLISH = Translator()


def register_language(app: Flask, sentences: Translator) -> None:
    """Give templates and requests of *app* the *sentences* of the table's language."""

    @cache
    def said_by(modules: tuple[str, ...]) -> dict[str, str | Forms]:
        """Return what the page's *modules* say, in the table's language."""
        said = said_in(sentences.lang, {f"{MODULES}{name}" for name in modules})
        return {english: told for english, told in sentences.told.items() if english in said}

    def words() -> dict[str, Any]:
        return {"t": sentences, "counted": counted, "lang": sentences.lang, "said_by": said_by}

    app.extensions[LANGUAGE] = sentences
    app.context_processor(words)


def register_verbs(app: Flask, forms: Mapping[str, VerbForm]) -> None:
    """Give pages the *forms* by which people say what a card does."""
    told = msgspec.to_builtins(forms)
    app.context_processor(lambda: {"verbs": told})


def tr(sentence: str | Message, *values: object) -> str:
    """Return *sentence*, a message or English with *values*, in the language of the table that is asked."""
    return _sentences()(sentence, *values)


def tell_trouble(trouble: TranslatableError) -> str:
    """Return what *trouble* says as a sentence, in the language of the table that is asked.

    A file that it begins with is called as it is.
    """
    text = shortened(_sentences()(trouble.message), LONGEST_SENTENCE)
    begins_with_file = text.partition(":")[0].endswith(".toml")
    return f"{text if begins_with_file else text[:1].upper() + text[1:]}."


def _sentences() -> Translator:
    return current_app.extensions.get(LANGUAGE, _ENGLISH) if current_app else _ENGLISH
