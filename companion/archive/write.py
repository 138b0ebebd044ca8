"""Everything that a table keeps in one file, to be carried elsewhere: written, and taken in.

A zip archive of games, packs and campaigns as they are exported, and of the data folder's small files.
What is secret (codes, certificate) stays on its machine, and so do pictures and voices.
"""

import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from companion.archive.read import KINDS, SMALL, TakenIn, Unpacker
from companion.files import file_in_place_of
from companion.input.safe_parsing import MESSAGE, UNREADABLE, measured
from companion.journal.campaigns import Campaigns
from companion.journal.data_folder import CAMERAS
from companion.journal.jsonl import VERSION, GameRow, StoreError, format_export
from companion.journal.store import Store
from companion.library.library import Library
from companion.library.packs import Packs
from rules.kernel.catalogue import ConfigError
from rules.registry import EDITIONS
from vision.errors import InputError

FORMAT = 1
MARK = "herald.json"
LEFT_OUT = "the tablets' codes, the certificate, pictures, voices and dice that were taught"
MOST_MEMBERS = 20_000
LARGEST = 64 * 1024 * 1024
"""Bytes of the longest thing in an archive,"""

MOST_BYTES = 2 * 1024 * 1024 * 1024
"""and of all together."""

_LOCKED = 1  # the bit that says so of what an archive holds
_DAMAGE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError, ValueError)
"""All that ``zipfile`` raises for what it cannot read."""

_PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class ArchiveHeader(msgspec.Struct, frozen=True, kw_only=True):
    """What an archive says of itself."""

    herald: Literal["everything"]
    format: int
    version: str


class WrittenArchive(NamedTuple):
    """What an archive holds, and a sentence for each thing that cannot be read and was left out."""

    names: list[str]
    troubles: list[str]


def in_short(names: Iterable[str]) -> str:
    """Return what is called *names*, in few words: "7 games, 2 packs, settings.toml"."""
    names = list(names)
    counts = {kind: sum(name.startswith(f"{kind}/") for name in names) for kind in KINDS}
    told = [f"{n} {kind.removesuffix('s' if n == 1 else '')}" for kind, n in counts.items() if n]
    told += [name for name in names if name.partition("/")[0] not in KINDS]
    return ", ".join(told) or "nothing"


def is_bundle(path: Path) -> bool:
    """Return whether *path* is an archive, not a single game."""
    return zipfile.is_zipfile(path)


def write_bundle(path: Path, data: Path, store: Store) -> WrittenArchive:
    """Write everything in *data*, whose games are in *store*, to the archive *path*.

    Raises OSError where the disk says no; then *path* is as it was.
    """
    written = WrittenArchive([], [])
    with (
        file_in_place_of(path) as fresh,
        zipfile.ZipFile(fresh, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        mark = ArchiveHeader(herald="everything", format=FORMAT, version=VERSION)
        archive.writestr(MARK, msgspec.json.encode(mark))
        for name, read in _contents(data, store):
            try:
                content = read()
            except (StoreError, InputError, ConfigError) as trouble:
                written.troubles.append(f"{name}: {trouble}")
                continue
            archive.writestr(name, content)
            written.names.append(name)
    return written


def _contents(data: Path, store: Store) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield everything by its name in the archive, and what reads it."""
    files = (
        *data.glob("*.toml"),
        *data.glob("*.json"),
        *data.glob("boards/*.toml"),
        *data.glob("tags/*.toml"),
    )
    for file in sorted(files):
        name = file.relative_to(data).as_posix()
        if SMALL.fullmatch(name):
            yield name, partial(_cameras if name == CAMERAS else _file, file)
    for edition in EDITIONS:
        packs = Packs(Library(data), edition.id)
        for name in packs.names():
            yield f"packs/{edition.id}/{name}.toml", partial(_pack, packs, name)
    campaigns = Campaigns(data)
    for name in campaigns.names():
        yield f"campaigns/{name}.json", partial(_campaign, campaigns, name)
    for row in reversed(store.games()):  # taken in as they began, the last one is the newest there too
        yield f"games/{row.id}.jsonl", partial(_game, store, row)


def _file(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as trouble:
        raise InputError("cannot be read ({1})", trouble.strerror) from None


def _cameras(path: Path) -> bytes:
    try:
        from companion.camera.camera_memory import CameraMemory
    except ImportError as trouble:
        raise InputError(
            "its addresses cannot be told from passwords without OpenCV ({1})", trouble
        ) from None
    return CameraMemory(path.parent).exported()


def _pack(packs: Packs, name: str) -> bytes:
    return packs.export(name).encode()


def _campaign(campaigns: Campaigns, name: str) -> bytes:
    return msgspec.json.encode(campaigns.read(name))


def _game(store: Store, row: GameRow) -> bytes:
    return b"".join(line + b"\n" for line in format_export(row, store.entries(row.id)))


def take_in_bundle(path: Path, data: Path, store: Store) -> TakenIn:
    """Keep in *data* and *store* what the archive *path* holds and is not here yet; nothing gives way to it.

    Raises InputError for what is no archive of everything, is damaged, too large, or of a newer
    format; what was taken in before that stays.
    """
    unpacker = Unpacker(data, store)
    with _reading(path), zipfile.ZipFile(path) as archive:
        members = _members(archive, path)
        budget = MOST_BYTES
        for name in unpacker.in_order(members):
            content = _content(archive, members[name], path)
            budget -= len(content)
            if budget < 0:
                raise InputError(
                    "{1}: holds more than {2} GB: no more is taken in", path, MOST_BYTES // 1024**3
                )
            unpacker.take_in(name, content)
    return unpacker.done()


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except _DAMAGE as trouble:
        raise InputError("{1}: cannot be read ({2}); export it again", path, trouble) from None


def _members(archive: zipfile.ZipFile, path: Path) -> dict[str, zipfile.ZipInfo]:
    """Return what *archive* holds beside its mark.  Raises InputError for one of another kind."""
    members = {info.filename: info for info in archive.infolist()}
    if len(members) > MOST_MEMBERS:
        raise InputError("{1}: holds more than {2} things", path, MOST_MEMBERS)
    try:
        mark = msgspec.json.decode(
            measured(_content(archive, members.pop(MARK), path), MESSAGE), type=ArchiveHeader
        )
    except (KeyError, *UNREADABLE):
        raise InputError("{1}: was not written by 'herald games export --all'", path) from None
    if mark.format > FORMAT:
        raise InputError(
            "{1} was written by a newer version of herald ({2}): take it in with that version",
            path,
            mark.version,
        )
    return members


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path) -> bytes:
    """Return the bytes of *member*.  Raises InputError where they are locked, or too many."""
    if member.flag_bits & _LOCKED:
        raise InputError("{1}: is locked with a password; export it again without one", path)
    if member.compress_type not in _PLAIN:
        raise InputError(
            "{1}: {2} is packed in a way that herald does not write", path, repr(member.filename)
        )
    with archive.open(member) as opened:
        content = opened.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise InputError("{1}: {2} is larger than {3} MB", path, repr(member.filename), LARGEST // 1024**2)
    return content
