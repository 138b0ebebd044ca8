"""Takes in, one by one, the things of an archive of everything: each is tried by whoever reads it later.

What is here already stays.  Knows no archive: it is given names and bytes.
"""

import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.files import replace_file
from companion.input.safe_parsing import UNREADABLE, measured, read_bytes, read_toml
from companion.journal.campaigns import Campaigns, parse_campaign
from companion.journal.game_labels import LABELS, GameLabels, parse_labels
from companion.journal.jsonl import StoreError, read_export
from companion.journal.store import Store
from companion.library.library import OWN_PACK, Library
from companion.library.packs import Packs
from companion.library.settings import read_defaults
from companion.words.phrases import load_own_phrases
from companion.words.translator import load_translator
from rules.kernel.catalogue import ConfigError
from rules.registry import EDITIONS
from vision.board.plan import parse_book, parse_plan
from vision.errors import InputError

SMALL = re.compile(
    r"settings\.toml|tags\.toml|tags/[a-z]{1,40}\.toml|cameras\.json|start\.json|labels\.json"
    r"|boards/[A-Za-z0-9_.-]{1,80}\.toml"
    r"|(phrases|sentences)\.[a-z]{2}\.toml"
)
"""The files of the data folder that are carried as they are."""

KINDS = {
    "packs": re.compile(r"packs/([a-z]+)/([a-z0-9][a-z0-9_-]{0,39})\.toml"),
    "campaigns": re.compile(r"campaigns/([a-z0-9][a-z0-9-]{0,39})\.json"),
    "games": re.compile(r"games/([A-Za-z0-9][A-Za-z0-9_.-]{0,63})\.jsonl"),
}


class TakenIn(NamedTuple):
    """What is *new*, what was here already (*same*), and a sentence for each thing that was not taken in."""

    new: list[str]
    same: list[str]
    troubles: list[str]


class Unpacker:
    """Takes in what belongs into the folder *data* and the *store*."""

    def __init__(self, data: Path, store: Store) -> None:
        self._data, self._store = data, store
        self._games = {row.id: row for row in store.games()}
        self._waiting: dict[str, tuple[bytes, str]] = {}
        self._taken = TakenIn([], [], [])

    def in_order(self, names: Iterable[str]) -> list[str]:
        """Return *names* in the order in which they are taken in: what others need comes first.

        Things of one kind stay in the order that they have: the games', in which they began.
        """
        kinds = ["", *KINDS]
        return sorted(names, key=lambda name: (kinds.index(_kind(name)), f"/{OWN_PACK}." in name))

    def take_in(self, name: str, content: bytes) -> None:
        """Keep *content*, called *name*, or note why not.  A pack may have to wait for one that it needs."""
        is_pack = _kind(name) == "packs"
        try:
            is_new = self._is_new(name, content)
        except (StoreError, InputError, ConfigError) as trouble:
            if is_pack:
                self._waiting[name] = content, f"{name}: {trouble}"
            else:
                self._taken.troubles.append(f"{name}: {trouble}")
            return
        (self._taken.new if is_new else self._taken.same).append(name)
        if is_pack and is_new:
            waiting, self._waiting = self._waiting, {}
            for other, (held, _) in waiting.items():
                self.take_in(other, held)

    def done(self) -> TakenIn:
        """Return what became of everything."""
        self._taken.troubles.extend(trouble for _, trouble in self._waiting.values())
        return self._taken

    def _is_new(self, name: str, content: bytes) -> bool:
        """Keep *content* and return True; return False where it is here already.

        Raises StoreError, InputError and ConfigError for what cannot be kept, or may not.
        """
        if name == LABELS:
            return self._labels(content)
        if SMALL.fullmatch(name):
            return self._file(name, content)
        kind = _kind(name)
        found = KINDS[kind].fullmatch(name) if kind else None
        if found is None:
            raise InputError("is nothing that herald keeps")
        match kind:
            case "packs":
                return self._pack(found[1], found[2], content)
            case "campaigns":
                return self._campaign(found[1], content)
            case _:
                return self._game(found[1], content)

    def _file(self, name: str, content: bytes) -> bool:
        path = self._data / name
        if path.exists():
            return _beside(path.read_bytes(), content)
        with tempfile.TemporaryDirectory() as folder:
            _write(Path(folder) / name, content)
            _check(Path(folder), name)
        _write(path, content)
        return True

    def _labels(self, content: bytes) -> bool:
        try:
            return GameLabels(self._data).take_in(parse_labels(content))
        except UNREADABLE as trouble:
            raise InputError("holds no games' labels ({1})", trouble) from None

    def _pack(self, edition: str, name: str, content: bytes) -> bool:
        if edition not in {each.id for each in EDITIONS}:
            raise InputError("there is no edition {1}", repr(edition))
        packs, text = Packs(Library(self._data), edition), content.decode(errors="replace")
        if name in packs.names():
            return _beside(packs.export(name), text)
        packs.take_in(text, file="the pack", name=name)
        return True

    def _campaign(self, name: str, content: bytes) -> bool:
        campaigns = Campaigns(self._data)
        found = parse_campaign(content, name, "the campaign")
        if name in campaigns.names():
            return _beside(campaigns.read(name), found)
        campaigns.keep(found)
        return True

    def _game(self, name: str, content: bytes) -> bool:
        row, entries = read_export(content.splitlines(), "the game")
        if row.id != name:
            raise InputError("the game calls itself {1}", repr(row.id))
        if name not in self._games:
            self._store.take_in(row, entries)
            return True
        former = self._store.entries(name)
        common = min(len(former), len(entries))
        _beside((self._games[name], former[:common]), (row, entries[:common]))
        if len(entries) > common:  # it was played on elsewhere
            self._store.lock(name)
            self._store.append(row, *entries[common:])
        return len(entries) > common


def _kind(name: str) -> str:
    """Return the folder of what is exported by itself, "" for a file that is carried as it is."""
    folder = name.partition("/")[0]
    return folder if folder in KINDS else ""


def _beside(former: object, found: object) -> bool:
    """Return False where *former*, which is here, is what was *found*.  Raises InputError where it is not."""
    if former != found:
        raise InputError("there is another one here, which stays as it is")
    return False


def _check(folder: Path, name: str) -> None:
    """Have the file *name* in *folder* read as it will be.  Raises ConfigError and InputError."""
    path = folder / name
    match name.split("."):
        case ["settings", _]:
            read_defaults(folder)
        case [book, _] if book.partition("/")[0] == "tags":
            parse_book(read_toml(path), name)
        case ["phrases", lang, _]:
            for edition in EDITIONS:
                load_own_phrases(edition.id, lang, folder)
        case ["sentences", lang, _]:
            load_translator(lang, folder)
        case [*_, "toml"]:
            parse_plan(read_toml(path), name)
        case _:
            _parse_object(path)


def _parse_object(path: Path) -> dict[str, Any]:
    try:
        return msgspec.json.decode(measured(read_bytes(path)), type=dict[str, Any])
    except UNREADABLE as trouble:
        raise InputError("is no JSON object ({1})", trouble) from None


def _write(path: Path, content: bytes) -> None:
    try:
        replace_file(path, content)
    except OSError as trouble:
        raise InputError("{1}: cannot be written ({2}); check the disk", path, trouble.strerror) from None
