"""Packs: what the owners fill in or add to what the boxes hold.

A pack is a folder of TOML files named like ours; passed on it is one TOML text, whose tables are
called ``[units.roc_warrior]``.  Nothing is kept before the whole catalogue, all packs laid over
it, has been tried.  Knows no game: what is kept holds for games that begin later.
"""

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

import msgspec
import tomli_w

from companion.files import replace_file
from companion.input.safe_parsing import FILE, parse_toml, read_text
from companion.input.text import LONGEST_TEXT, has_letter, is_plain, shortened
from companion.library.library import OWN_PACK, Library, laying_order
from companion.library.unread_keys import read_keys
from rules.kernel.catalogue import Catalogue, ConfigError, tables_of
from rules.kernel.edition import Edition
from rules.kernel.translatable import Message
from rules.registry import edition_called
from vision.errors import InputError

Entries = dict[str, dict[str, object]]
Tables = dict[str, Entries]
"""What a pack holds: file (``units``), entry (``roc_warrior``) and fields."""

FORMAT = 1
LARGEST = FILE.size
"""Bytes of the longest pack that is taken in."""

DEEPEST = FILE.depth
"""How many tables and lists may lie in one another in a pack; those of cards need 5."""

LARGEST_NUMBER = 99
LONGEST_NAME = 60
"""Signs of the longest name of a unit or a card."""

MOST_PACKS = 100
"""All of them are read and tried with each change."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_ENTRY = re.compile(r"[a-z][a-z0-9_]{0,59}")


class PackExistsError(InputError):
    """A pack from elsewhere has the name of one that is here."""


class PackHeading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an exported pack says of itself, in its table ``pack``."""

    name: str
    edition: str
    format: int = FORMAT


class Packs:
    """The packs of one *edition* in the data folder of *library*.

    Every method that can fail raises InputError with one sentence; then nothing has changed.
    """

    def __init__(self, library: Library, edition: str = "second") -> None:
        self.library, self.edition = library, edition
        self._folder = library.pack_folder(edition)
        self._stems = tuple(name.removesuffix(".toml") for name in tables_of(edition_called(edition)))
        self._lock = RLock()

    def names(self) -> tuple[str, ...]:
        """Return the packs' names; files that lie beside the folders belong to none."""
        if not self._folder.is_dir():
            return ()
        return tuple(sorted(path.name for path in self._folder.iterdir() if any(path.glob("**/*.toml"))))

    def warnings(self) -> tuple[Message, ...]:
        """Return a warning, with its remedy, for each key in a pack that nothing reads."""
        return self.library.warnings(self.edition)

    def read(self, name: str) -> Tables:
        """Return what the pack *name* holds."""
        folder = self._existing(name)
        tables: Tables = {}
        for path in sorted(folder.glob("**/*.toml")):
            with _one_sentence(Message("pack {1}", name)):
                for entry, fields in _entries(parse_toml(read_text(path), path.name), path.name).items():
                    tables.setdefault(path.stem, {}).setdefault(entry, {}).update(fields)
        return tables

    def check(self) -> Catalogue:
        """Return the catalogue with all packs laid over ours; a trouble names the pack that brings it in."""
        with self._lock:
            laid: dict[str, str] = {}
            try:
                return self.library.check(self.edition, self.library.pack_texts(self.edition))
            except ConfigError:
                for name in sorted(self.names(), key=lambda name: name == OWN_PACK):
                    laid.update(self._texts_of(name))
                    with _one_sentence(Message("pack {1}", name)):
                        self.library.check(self.edition, laid)
                raise

    def keep(self, file: str, entry: str, fields: Mapping[str, object], *, name: str = OWN_PACK) -> Catalogue:
        """Set *fields* of *entry* in *file* (``units``) of the pack *name*; a field that is None is dropped.

        Returns the catalogue as it is then.  The file is written anew: comments in it are lost.
        """
        self._known(name, file, entry)
        with _one_sentence(Message("pack {1}", name)):
            _check_depth(fields, f"{file}.toml")
        with self._lock:
            path = self._folder / name / f"{file}.toml"
            with _one_sentence(Message("pack {1}", name)):
                entries = _entries(parse_toml(read_text(path), path.name), path.name) if path.exists() else {}
            with _one_sentence(Message("pack {1}", name)):
                _check_keys(edition_called(self.edition), f"{file}.toml", entry, fields)
            told = {**entries.get(entry, {}), **fields}
            entries[entry] = {field: _plain(value) for field, value in told.items() if value is not None}
            if not entries[entry]:
                del entries[entry]
            text = _written(entries)
            catalogue = self._try({path.as_posix(): text}, Message("pack {1}", name))
            with _one_sentence(Message("pack {1}", name)):
                _check_values(entries.get(entry, {}), f"{file}.toml", entry)
            with _kept(path):
                if entries:
                    replace_file(path, text.encode())
                else:
                    path.unlink(missing_ok=True)
            return catalogue

    def export(self, name: str) -> str:
        """Return the pack *name* as one TOML text."""
        heading = PackHeading(name=name, edition=self.edition)
        return _written({"pack": msgspec.to_builtins(heading), **self.read(name)})

    def take_in(self, text: str, *, file: str, name: str | None = None, replace: bool = False) -> str:
        """Keep the pack in *text*, an export read from *file*, as *name*; return its name.

        One that is there already gives way only where *replace* is said; else raises PackExistsError.
        """
        if len(text.encode()) > LARGEST:
            raise InputError(
                "{1}: is longer than a pack may be ({2} KB); nothing was kept", file, LARGEST // 1024
            )
        with _one_sentence(file):
            heading, tables = self._split(text, file)
        name = name or heading.name
        self._check_name(name)
        with self._lock:
            if name in self.names() and not replace:
                raise PackExistsError(
                    "{1}: there is a pack {2} already; replace it, or take this one in by another name",
                    file,
                    name,
                )
            if name not in self.names() and len(self.names()) >= MOST_PACKS:
                raise InputError("{1}: there are {2} packs already; remove one first", file, MOST_PACKS)
            fresh = {f"{stem}.toml": _written(entries) for stem, entries in tables.items()}
            self._try(self._as_texts(name, fresh), file, without=name)
            with _one_sentence(file):
                for stem, entries in tables.items():
                    for entry, fields in entries.items():
                        self._known(name, stem, entry)
                        _check_values(fields, f"{stem}.toml", entry)
            with _kept(self._folder / name):
                self._change(name, fresh)
        return name

    def remove(self, name: str) -> None:
        """Throw the pack *name* away, unless others need it."""
        with self._lock:
            self._existing(name)
            self._try({}, Message("without the pack {1}", name), without=name)
            with _kept(self._folder / name):
                self._change(name, {})

    def _existing(self, name: str) -> Path:
        if name not in self.names():
            there = ", ".join(self.names()) or "none"
            asked = shortened(name)
            raise InputError(
                "there is no pack {1} for the edition {2}; there is {3}", repr(asked), self.edition, there
            )
        return self._folder / name

    def _check_name(self, name: str) -> None:
        if not _NAME.fullmatch(name):
            asked = shortened(name)
            raise InputError(
                "{1} is no name for a pack: use small letters, digits, - and _, 40 at the most", repr(asked)
            )

    def _known(self, name: str, file: str, entry: str) -> None:
        self._check_name(name)
        if file not in self._stems:
            raise InputError(
                "no file is called {1}; the files are {2}", repr(shortened(file)), ", ".join(self._stems)
            )
        if not _ENTRY.fullmatch(entry):
            raise InputError(
                "{1} is no name for an entry: use small letters, digits and _", repr(shortened(entry))
            )

    def _split(self, text: str, file: str) -> tuple[PackHeading, Tables]:
        """Return what an export says of itself, and what it holds.  Raises ConfigError."""
        found = parse_toml(text, file)
        try:
            heading = msgspec.convert(found.pop("pack", None), PackHeading)
        except msgspec.ValidationError as trouble:
            raise ConfigError(file, "pack", "{1}; a pack begins with its name and edition", trouble) from None
        if heading.edition != self.edition or heading.format != FORMAT:
            raise ConfigError(
                file, "pack", "is not of the edition {1} and format {2}", repr(self.edition), FORMAT
            )
        for stem in found:
            if stem not in self._stems:
                known = ", ".join(self._stems)
                raise ConfigError(file, shortened(stem), "is no file of a pack; the files are {1}", known)
        return heading, {stem: _entries(entries, f"{file}: {stem}") for stem, entries in found.items()}

    def _try(
        self, changed: Mapping[str, str], what: str | Message, *, without: str | None = None
    ) -> Catalogue:
        """Return the catalogue with *changed* files.  Raises InputError where it does not hold together."""
        with _one_sentence(what):
            texts = self.library.pack_texts(self.edition)
            left_out = set(self._texts_of(without)) if without in self.names() else set()
            kept = {path: text for path, text in texts.items() if path not in left_out}
            return self.library.check(self.edition, _in_order({**kept, **changed}, self._folder))

    def _texts_of(self, name: str | None) -> dict[str, str]:
        start = (self._folder / str(name)).as_posix() + "/"
        texts = self.library.pack_texts(self.edition)
        return {path: text for path, text in texts.items() if path.startswith(start)}

    def _as_texts(self, name: str, files: Mapping[str, str]) -> dict[str, str]:
        return {(self._folder / name / file).as_posix(): text for file, text in files.items()}

    def _change(self, name: str, files: Mapping[str, str]) -> None:
        """Put *files* in the place of the pack *name*: all of them, or none.  Raises OSError."""
        place = self._folder / name
        fresh, former = (
            self._folder.with_name(f"{self._folder.name}.{mark}") / name for mark in ("new", "old")
        )
        for left in (fresh, former):
            shutil.rmtree(left, ignore_errors=True)
        for file, text in files.items():
            replace_file(fresh / file, text.encode())
        if place.exists():
            former.parent.mkdir(parents=True, exist_ok=True)
            place.replace(former)
        if files:
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                fresh.replace(place)
            except OSError:
                if former.exists():
                    former.replace(place)
                raise
        shutil.rmtree(former, ignore_errors=True)


def _in_order(texts: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return *texts* in the order in which the library lays them."""
    return {path: texts[path] for path in sorted(texts, key=lambda path: laying_order(Path(path), folder))}


@contextmanager
def _one_sentence(what: str | Message) -> Iterator[None]:
    """Turn a ConfigError into a sentence that begins with *what*."""
    try:
        yield
    except ConfigError as trouble:
        told = trouble.inside(str(what))
        raise InputError("{1}: {2}; nothing was kept, mend that and try again", what, told) from None


@contextmanager
def _kept(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as trouble:
        raise InputError("{1}: cannot be kept ({2}); check the disk", path, trouble.strerror) from None


def _entries(found: object, file: str) -> Entries:
    """Return *found* as entries of fields.  Raises ConfigError where it is something else."""
    if not isinstance(found, dict):
        raise ConfigError(file, None, "expected tables of fields")
    for entry, fields in found.items():
        if not isinstance(fields, dict):
            raise ConfigError(file, entry, "expected a table of fields")
    return found


def _check_depth(found: object, file: str) -> None:
    """Raise ConfigError where tables and lists lie so deep in one another that they cannot be walked."""
    level = [found]
    for _ in range(DEEPEST):
        lists = [list(each.values()) if isinstance(each, Mapping) else each for each in level]
        level = [part for each in lists if isinstance(each, list) for part in each]
    if level:
        raise ConfigError(file, None, "tables and lists lie more than {1} deep in one another", DEEPEST)


def _check_keys(edition: Edition, file: str, entry: str, fields: Mapping[str, object]) -> None:
    """Raise ConfigError for a field that nothing reads."""
    for each in read_keys(edition, file, {entry: fields}).unread:
        raise ConfigError(file, entry, "nothing reads {1}", each.key)


def _check_values(fields: Mapping[str, object], file: str, entry: str) -> None:
    """Raise ConfigError for what stands on no card: endless numbers, and texts that cannot be shown."""
    for field, value in fields.items():
        if field == "name" and not has_letter(str(value)[: LONGEST_NAME + 1]):
            raise ConfigError(file, entry, "a name has letters, field name")
        most = LONGEST_NAME if field == "name" else LONGEST_TEXT
        for plain in _leaves(value):
            if isinstance(plain, int) and abs(plain) > LARGEST_NUMBER:
                raise ConfigError(
                    file, entry, "a number is larger than {1}, field {2}", LARGEST_NUMBER, field
                )
            if isinstance(plain, str) and not is_plain(plain.replace("\n", " "), most):
                raise ConfigError(file, entry, "a text is too long or cannot be shown, field {1}", field)


def _leaves(value: object) -> Iterator[object]:
    """Yield every number and text in *value*, names of fields among them."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def _plain(value: object) -> object:
    """Return *value* without what TOML cannot say: fields that are None."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value if each is not None]
    return value


def _written(tables: Mapping[str, object]) -> str:
    return tomli_w.dumps(tables)
