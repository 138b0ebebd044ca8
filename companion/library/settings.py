"""What a table is started with: flags, then ``HERALD_*`` variables, then its own settings file."""

from pathlib import Path
from typing import Annotated, Any, Literal
from unicodedata import combining

import msgspec
import platformdirs

from companion.input.safe_parsing import parse_toml, read_text
from companion.input.text import LONGEST_NAME, is_name, is_reserved, shortened, tidy
from companion.library.large_board import LargeBoard
from companion.library.settings_file import SETTINGS
from companion.words.languages import LANGUAGES
from companion.words.levels import SpeechLevel
from rules.kernel.catalogue import ConfigError
from rules.kernel.translatable import verbatim
from rules.kernel.values import Seat

STICKERS = "stickers"
NO_DICE = "none"
NEWEST = "newest"
VoiceEngine = Literal["auto", "piper", "espeak", "espeak-command", "pyttsx3"]


def data_folder() -> Path:
    """Return the user's own folder for games, fitted boards and settings."""
    return platformdirs.user_data_path("herald", appauthor=False)


def _says(text: str, *, least: int | None = None, most: int | None = None) -> msgspec.Meta:
    """Return what a setting is for, in a sentence for the command line and the docs, and its bounds."""
    return msgspec.Meta(description=text, ge=least, le=most)


def _is_one_of(among: tuple[str, ...], text: str) -> msgspec.Meta:
    """Return what a setting is for, and that it is one of the words *among* which there is a choice."""
    return msgspec.Meta(description=text, pattern=f"^({'|'.join(among)})$", extra={"among": among})


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a table keeps its games, what it plays, what it looks through and where it is found.

    The command line makes its options of these fields, their defaults and their bounds.  None stands
    for: no game, camera, device of that sort, or the usual one.
    """

    data: Annotated[Path, _says("The folder that holds games, fitted boards and settings.")]
    scenario: Annotated[str, _says("The scenario of a new game: learning, battle, free, or your own.")] = (
        "learning"
    )
    game: Annotated[
        str | None,
        _says(
            "The game to go on with, as 'herald games list' names it; "
            f"'{NEWEST}': the newest that is not over."
        ),
    ] = None
    camera: Annotated[
        str | None, _says("Number, device, address, video, folder of pictures, or 'simulated'.")
    ] = None
    board: Annotated[Path | None, _says("The board's plan, instead of the scenario's.")] = None
    tags: Annotated[Path | None, _says("The tag book, instead of the usual one.")] = None
    dice: Annotated[
        str,
        _says(
            "Your dice: a set made with 'herald teach', a folder with one picture per face, "
            f"'{STICKERS}' for ours, 'pips' for any with pips, or '{NO_DICE}'."
        ),
    ] = STICKERS
    second_camera: Annotated[
        str | None, _says("A second camera over the board: for its other half, or to see all of it better.")
    ] = None
    dice_camera: Annotated[str | None, _says("A second camera, over the dice mat alone.")] = None
    large_board: Annotated[
        LargeBoard | None,
        _says(
            "How your large board lies: wide, 17 hexes by 13, or deep, 13 by 17. A new Epic game asks once."
        ),
    ] = None
    pictures: Annotated[
        bool | None,
        _says(
            "Keep a small picture of the board with each entry, where there is a camera; "
            "the home page asks once."
        ),
    ] = None
    record: Annotated[
        Path | None,
        _says("Keep pictures of board and dice, and the log, in this folder, for 'herald score'."),
    ] = None
    host: Annotated[str, _says("The address to listen at; all networks by default.")] = "0.0.0.0"
    port: Annotated[int, _says("The port of the dashboard.", least=1, most=65535)] = 8765
    https: Annotated[
        bool,
        _says("Serve by https, with a certificate of the table's own: tablets can then be kept awake."),
    ] = False
    voice: Annotated[bool, _says("Whether sentences are spoken.")] = True
    voice_engine: Annotated[VoiceEngine, _says("The engine that is tried first.")] = "auto"
    voice_device: Annotated[
        str | None, _says("The sound device, as the system names it; the usual one by default.")
    ] = None
    listen: Annotated[
        bool,
        _says("Take spoken commands, in English: a tablet's Talk button opens this computer's microphone."),
    ] = False
    microphone: Annotated[str | None, _says("The device to listen to; by default the usual one.")] = None
    language: Annotated[str, _is_one_of(LANGUAGES, "The language of voice, log, pages and report.")] = "en"
    level: Annotated[
        SpeechLevel,
        _says(
            "How much is said: the score; retreats, losses, lore and disputes too; everything; "
            "or enough to play without seeing the board."
        ),
    ] = SpeechLevel.STANDARD
    names: Annotated[
        str, _says("Who plays south and who plays north, as in Ana,Bogdan; they are called so.")
    ] = ""


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
    path = folder / SETTINGS
    if not path.exists():
        return {}
    found = parse_toml(read_text(path), str(path))
    try:
        msgspec.convert({"data": str(folder), **found}, Settings, dec_hook=_path)
    except msgspec.ValidationError as trouble:
        raise ConfigError(str(path), None, verbatim(trouble)) from None
    return found


def _path(kind: type, found: object) -> object:
    if kind is Path and isinstance(found, str):
        return Path(found)
    raise NotImplementedError(kind)
