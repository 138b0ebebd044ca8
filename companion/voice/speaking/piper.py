"""The voice files of Piper that a group puts beside its games: which there are, and of what language.

Loads no voice: the speaking process does.
"""

from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.input.safe_parsing import UNREADABLE, measured, read_bytes


class VoiceFile(NamedTuple):
    """A Piper voice: its *model*, and the *lang* that the file beside it names."""

    model: Path
    lang: str


def voice_files(folder: Path) -> tuple[VoiceFile, ...]:
    """Return the voices in *folder* by name; those without a readable ``.json`` beside them are none."""
    found = ((model, language_of(model)) for model in sorted(folder.glob("*.onnx")))
    return tuple(VoiceFile(model, lang) for model, lang in found if lang)


def language_of(model: Path) -> str:
    """Return the language ("en") that the file beside *model* names, "" where it names none."""
    try:
        told = msgspec.json.decode(measured(read_bytes(model.with_name(f"{model.name}.json"))))
    except (OSError, *UNREADABLE):
        return ""
    if not isinstance(told, dict):
        return ""
    language, espeak = told.get("language"), told.get("espeak")
    named = language.get("code") if isinstance(language, dict) else None
    named = named or (espeak.get("voice") if isinstance(espeak, dict) else None)
    return str(named or "").replace("-", "_").split("_")[0].lower()
