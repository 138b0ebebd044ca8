"""The table's own ``settings.toml``: what people are asked once is kept there, in the line that says so."""

import re
from pathlib import Path

from companion.files import replace_file
from companion.input.safe_parsing import parse_toml
from vision.errors import InputError

SETTINGS = "settings.toml"


def keep_setting(folder: Path, name: str, value: str | bool) -> None:
    """Keep in the settings file of *folder* that the setting *name* has *value*.

    Raises InputError where it cannot be written, ConfigError where it is no TOML; it is then as before.
    """
    path = folder / SETTINGS
    said = str(value).lower() if isinstance(value, bool) else f'"{value}"'
    line, former = f"{name} = {said}", re.compile(rf"""^[ \t]*(["']?){name}\1[ \t]*=.*$""", re.MULTILINE)
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        told = former.sub(line, text) if former.search(text) else f"{line}\n{text}"
        parse_toml(told, str(path))
        replace_file(path, told.encode())
    except (OSError, UnicodeDecodeError) as trouble:
        raise InputError("{1} cannot be written: make it writable ({2})", path, str(trouble)) from None
