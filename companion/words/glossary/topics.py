"""Which entries of the editions' glossaries are about the same thing."""

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import NamedTuple

import msgspec

from companion.words.subjects import Glossary, Subject
from rules.kernel.catalogue import ConfigError

FILE = "differences.toml"


class Topic(NamedTuple):
    """One thing, and what each edition has to say of it: none where it has nothing like it."""

    title: str
    told: Mapping[str, tuple[Subject, ...]]


def load_topics(glossaries: Mapping[str, Glossary]) -> tuple[Topic, ...]:
    """Return what the editions of *glossaries* say of the same things, in the order of our file.

    Raises ConfigError for an entry that a glossary does not have.
    """
    text = (resources.files("config") / FILE).read_text(encoding="utf-8")
    listed = msgspec.convert(tomllib.loads(text), dict[str, dict[str, tuple[str, ...]]])
    return tuple(_topic(name, entries, glossaries) for name, entries in listed.items())


def _topic(name: str, entries: Mapping[str, tuple[str, ...]], glossaries: Mapping[str, Glossary]) -> Topic:
    told = {}
    for edition, ids in entries.items():
        for entry in ids:
            if entry not in glossaries[edition]:
                raise ConfigError(FILE, name, "no entry is called {1}, field {2}", repr(entry), edition)
        told[edition] = tuple(glossaries[edition][entry] for entry in ids)
    return Topic(next(subjects[0].title for subjects in told.values()), told)
