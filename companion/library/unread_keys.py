"""Keys in an owner's pack that no code reads: a misspelling, or a field that has another name by now."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import tomli_w
from msgspec import inspect

from rules.kernel.catalogue import sort_of, tables_of
from rules.kernel.edition import Edition
from rules.kernel.translatable import Message

SPREAD = "units"
"""The field of a scenario that is written otherwise than it is kept: hexes by kind."""


class UnreadKey(NamedTuple):
    """*key* of *entry* in *file*; one of something within the entry has its way in front: ``does.speed``."""

    file: str
    entry: str
    key: str


class ReadTable(NamedTuple):
    """A file's *entries* as far as they are read, and the keys that were left out of them."""

    entries: dict[str, dict[str, Any]]
    unread: tuple[UnreadKey, ...]


def read_keys(edition: Edition, file: str, entries: Mapping[str, Mapping[str, Any]]) -> ReadTable:
    """Return what *edition* reads of *entries* in *file* (``units.toml``), which is one of its files."""
    table = tables_of(edition)[file]
    sort = inspect.type_info(sort_of(table, tuple(edition.verbs)))
    assert isinstance(sort, inspect.StructType)
    kept, unread = {}, []
    for name, fields in entries.items():
        kept[name], ways = _read_struct(sort, fields)
        unread += [UnreadKey(file, name, way) for way in ways]
    return ReadTable(kept, tuple(unread))


def _read(sort: inspect.Type, value: object) -> tuple[object, list[str]]:
    """Return what a *sort* of value reads of *value*, and the ways to what it does not."""
    match sort:
        case inspect.Metadata():
            return _read(sort.type, value)
        case inspect.UnionType():
            return _read(_member(sort, value), value)
        case inspect.StructType() if isinstance(value, dict):
            return _read_struct(sort, value)
        case inspect.VarTupleType() if isinstance(value, list):
            return _read_each(sort.item_type, value)
        case inspect.DictType() if isinstance(value, dict):
            read = {key: _read(sort.value_type, each) for key, each in value.items()}
            return {key: kept for key, (kept, _) in read.items()}, _within(read)
        case _:
            return value, []


def _read_each(sort: inspect.Type, values: list[object]) -> tuple[list[object], list[str]]:
    read = [_read(sort, each) for each in values]
    return [kept for kept, _ in read], [way for _, ways in read for way in ways]


def _read_struct(sort: inspect.StructType, fields: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    known = {field.encode_name: field.type for field in sort.fields}
    tag = {sort.tag_field} if sort.tag_field else set()
    read = {
        key: (value, []) if key in tag or key == SPREAD else _read(known[key], value)
        for key, value in fields.items()
        if key in known or key in tag
    }
    ways = [key for key in fields if key not in read and key != "id"]
    return {key: kept for key, (kept, _) in read.items()}, [*ways, *_within(read)]


def _within(read: Mapping[str, tuple[object, list[str]]]) -> list[str]:
    return [f"{key}.{way}" for key, (_, ways) in read.items() for way in ways]


def _member(sort: inspect.UnionType, value: object) -> inspect.Type:
    """Return the member of a union that *value* is: the one of its tag, or the only table or list."""
    return next(_members(sort, value), inspect.AnyType())


def _members(sort: inspect.UnionType, value: object) -> Iterator[inspect.Type]:
    for member in sort.types:
        match member:
            case inspect.StructType(tag_field=None) if isinstance(value, dict):
                yield member
            case inspect.StructType(tag_field=str(field), tag=tag) if isinstance(value, dict):
                if value.get(field) == tag:
                    yield member
            case inspect.VarTupleType() if isinstance(value, list):
                yield member
            case inspect.DictType() if isinstance(value, dict):
                yield member


class ReadTexts(NamedTuple):
    """The *texts* of files by path as far as they are read, and a warning for each key that is not."""

    texts: dict[str, str]
    warnings: tuple[Message, ...]


def read_texts(edition: Edition, texts: Mapping[str, str]) -> ReadTexts:
    """Return *texts* of packs without the keys that nothing reads.

    A file that is no TOML, or none of *edition*'s, stays as it is: the catalogue says what is wrong.
    """
    kept, warnings = dict(texts), list[Message]()
    for path, text in texts.items():
        file = path.rpartition("/")[2]
        entries = _tables(text) if file in tables_of(edition) else None
        if entries is None:
            continue
        table = read_keys(edition, file, entries)
        if table.unread:
            kept[path] = tomli_w.dumps(table.entries)
            warnings += [unread(path, each) for each in table.unread]
    return ReadTexts(kept, tuple(warnings))


def unread(path: str, key: UnreadKey) -> Message:
    """Return the warning that nothing reads *key* of the file at *path*."""
    return Message(
        "{1}: [{2}] nothing reads {3}: correct its spelling, or take it out", path, key.entry, key.key
    )


def _tables(text: str) -> dict[str, dict[str, Any]] | None:
    """Return the tables of *text*, None where it is no TOML or something else stands in it."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    return found if all(isinstance(fields, dict) for fields in found.values()) else None
