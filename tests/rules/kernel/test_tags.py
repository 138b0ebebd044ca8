"""What stored games call things: written out at every class, so that classes can be renamed."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import rules.registry  # noqa: F401  # what the editions say is stored too
from rules.kernel import messages as m
from rules.kernel.messages import tag_of

FROZEN = Path(__file__).with_name("tags.txt")
BASES: tuple[type[msgspec.Struct], ...] = (m.Command, m.Event, m.Wait, m.Verb, m.Special)

Stored = tuple[str, str]


def sorts() -> list[type[msgspec.Struct]]:
    """Return every class that stored games hold; what tests make up is in none."""
    made = [sort for base in BASES for sort in _below(base)]
    return [sort for sort in made if sort.__module__.startswith("rules.")]


def _below(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for sort in base.__subclasses__():
        yield sort
        yield from _below(sort)


def name_of(sort: type[msgspec.Struct]) -> Stored:
    return str(sort.__struct_config__.tag_field), tag_of(sort)


def frozen() -> dict[Stored, frozenset[str]]:
    """Return the fields of everything that stored games hold, by what the files call it."""
    lines = [line.split() for line in FROZEN.read_text().splitlines() if not line.startswith("#")]
    return {(field, tag): frozenset(fields) for field, tag, *fields in lines}


@pytest.mark.parametrize("sort", sorts(), ids=lambda sort: sort.__name__)
def test_every_stored_class_has_its_tag_written_out(sort: type[msgspec.Struct]) -> None:
    tag = tag_of(sort)
    assert tag.islower(), f'{sort.__name__}: write out its tag, as in tag="play_card"'
    assert name_of(sort) in frozen(), f"add to {FROZEN.name}: {' '.join(name_of(sort))} and its fields"


def test_no_tag_of_stored_games_is_gone() -> None:
    assert not frozen().keys() - {name_of(sort) for sort in sorts()}


def test_no_tag_means_two_things() -> None:
    names = [name_of(sort) for sort in sorts()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("sort", sorts(), ids=lambda sort: sort.__name__)
def test_what_former_versions_stored_of_it_is_still_read(sort: type[msgspec.Struct]) -> None:
    """No field is gone, and one that came later can be missing."""
    fields = {field.encode_name: field.required for field in msgspec.structs.fields(sort)}
    former = frozen().get(name_of(sort), frozenset(fields))
    assert former <= fields.keys(), "a field is gone: upgrade the format (docs/file-format.md)"
    assert not {name for name, is_needed in fields.items() if is_needed} - former, "give it a default"
