"""Pages speak the table's language: templates say ``{{ t("Undo") }}``, modules ``t`Undo```."""

from typing import Any

from flask import Flask

from companion.sentences import Sentences


def register_tongue(app: Flask, sentences: Sentences) -> None:
    """Give the templates of *app* the *sentences* of the table's language."""

    def words() -> dict[str, Any]:
        return {"t": sentences, "lang": sentences.lang, "sentences": sentences.told}

    app.context_processor(words)
