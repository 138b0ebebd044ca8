"""What a table is started with: flags, then ``HERALD_*`` variables, then its own settings file."""

from pathlib import Path
from typing import Any, Literal
from unicodedata import combining

import msgspec
import platformdirs

from companion.input.safe_parsing import parse_toml, read_text
from companion.input.text import LONGEST_NAME, is_name, is_reserved, shortened, tidy
from companion.words.levels import Level
from rules.kernel.catalogue import ConfigError
from rules.kernel.values import Seat

STICKERS = "stickers"
NO_DICE = "none"
NEWEST = "newest"
VoiceEngine = Literal["auto", "piper", "espeak", "espeak-command", "pyttsx3"]
Language = Literal["en", "ro"]


def data_folder() -> Path:
    """Return the user's own folder for games, fitted boards and settings."""
    return platformdirs.user_data_path("herald", appauthor=False)


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a table keeps its games, what it plays, what it looks through and where it is found.

    *game* NEWEST: the newest that is not over, or a new one.  *camera* None: none is
    looked for.  *dice* is what ``vision.dice.reader.sets.open_dice`` takes; *dice_camera* sees the dice
    mat where *camera* does not.  *host* is the address to
    listen at; ``0.0.0.0`` is every network of this machine; *https* serves by
    a certificate of the table's own.  *voice_device* is a sound
    device as the player names it (None: the usual one).  *language* is what is spoken and
    written, *level* how much is said, *names* who plays: "SOUTH,NORTH", or "".
    *listen*: spoken commands are taken, from *microphone* as the recorder names it (None: the usual one).
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
    https: bool = False
    voice: bool = True
    voice_engine: VoiceEngine = "auto"
    voice_device: str | None = None
    listen: bool = False
    microphone: str | None = None
    language: Language = "en"
    level: Level = Level.STANDARD
    names: str = ""


def parse_names(text: str) -> dict[Seat, str]:
    """Return who plays which side by "SOUTH,NORTH"; nobody by "".  Raises ValueError, with a sentence."""
    if not text.strip():
        return {}
    names = [tidy(name) for name in text.split(",")]
    if len(names) != 2 or len({name.casefold() for name in names}) != 2 or not all(map(_is_name, names)):
        raise ValueError(
            f"{shortened(text)!r} names no two players: give who plays south and who plays north, "
            f"as in Ana,Bogdan, each of letters and at most {LONGEST_NAME} long"
        )
    return dict(zip((Seat.SOUTH, Seat.NORTH), names, strict=True))


def _is_name(name: str) -> bool:
    known = all(sign.isalnum() or sign in " '’-." or combining(sign) for sign in name)
    return known and is_name(name, LONGEST_NAME) and not is_reserved(name)


def read_defaults(folder: Path) -> dict[str, Any]:
    """Return what the table's own ``settings.toml`` in *folder* says, or nothing where there is none.

    Raises ConfigError, naming file and field, for a file that is no TOML or names what is no setting.
    """
    path = folder / "settings.toml"
    if not path.exists():
        return {}
    found = parse_toml(read_text(path), str(path))
    try:
        msgspec.convert({"data": str(folder), **found}, Settings, dec_hook=_path)
    except msgspec.ValidationError as trouble:
        raise ConfigError(str(path), None, str(trouble)) from None
    return found


def _path(kind: type, found: object) -> object:
    if kind is Path and isinstance(found, str):
        return Path(found)
    raise NotImplementedError(kind)
