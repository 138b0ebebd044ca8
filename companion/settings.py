"""What a table is started with: flags, then ``HERALD_*`` variables, then its own settings file."""

import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec
import platformdirs

from rules.catalogue import ConfigError

STICKERS = "stickers"
NO_DICE = "none"
VoiceEngine = Literal["auto", "espeak", "espeak-command", "pyttsx3"]


def data_folder() -> Path:
    """Return the user's own folder for games, fitted boards and settings."""
    return platformdirs.user_data_path("herald", appauthor=False)


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a table keeps its games, what it plays, what it looks through and where it is found.

    *camera* None: none is looked for.  *dice* is what ``vision.diceset.open_dice``
    takes; *dice_camera* sees the dice mat where *camera* does not.  *host* is the address to
    listen at; ``0.0.0.0`` is every network of this machine.  *voice_device* is a sound
    device as the player names it (None: the usual one).
    """

    data: Path
    scenario: str = "learning"
    game: str | None = None
    camera: str | None = None
    board: Path | None = None
    tags: Path | None = None
    dice: str = STICKERS
    dice_camera: str | None = None
    host: str = "0.0.0.0"  # tablets in the same network are the point
    port: int = 8765
    voice: bool = True
    voice_engine: VoiceEngine = "auto"
    voice_device: str | None = None


def read_defaults(folder: Path) -> dict[str, Any]:
    """Return what the table's own ``settings.toml`` in *folder* says, or nothing where there is none.

    Raises ConfigError, naming file and field, for a file that is no TOML or names what is no setting.
    """
    path = folder / "settings.toml"
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as trouble:
        raise ConfigError(
            str(path), None, f"cannot be read ({trouble.strerror}): it should be a file of settings"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as trouble:
        raise ConfigError(str(path), None, f"is no TOML: {trouble}") from None
    try:
        msgspec.convert({"data": str(folder), **found}, Settings, dec_hook=_path)
    except msgspec.ValidationError as trouble:
        raise ConfigError(str(path), None, str(trouble)) from None
    return found


def _path(kind: type, found: object) -> object:
    if kind is Path and isinstance(found, str):
        return Path(found)
    raise NotImplementedError(kind)
