"""What no source tells of the boxes, and the owners' cards do: the gaps that packs fill.

Knows a catalogue, and what a game's table has told; no file.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.catalogue import Catalogue, tables_of
from rules.kernel.edition import Edition
from rules.kernel.game import play
from rules.kernel.messages import Awaited, Event, NumberTold, NumberWait, Refusal
from rules.kernel.printed import CommandCard, Kind, LoreCard
from rules.kernel.ruleset import Game
from rules.second.printed import ScenarioCard

_DEPLOYMENT_HEXES = 18


class UnknownValue(msgspec.Struct, frozen=True, kw_only=True):
    """An *entry* of *file* (``units``) called *name* at the table, and its *fields* that nobody told us."""

    file: str
    entry: str
    name: str
    fields: tuple[str, ...]


def unknown_values(catalogue: Catalogue, edition: Edition) -> tuple[UnknownValue, ...]:
    """Return every gap of *catalogue*, file by file, in the files' order."""
    return tuple(unknown for unknown in _every(catalogue, edition) if unknown.fields)


class TableValues(msgspec.Struct, frozen=True, kw_only=True):
    """What a table has told of an *entry* of *file* that was a gap: *fields* as a pack has them."""

    file: str
    entry: str
    name: str
    fields: dict[str, Any]


def told(game: Game) -> tuple[TableValues, ...]:
    """Return what the players of *game* have told of cards, to be kept for games that begin later."""
    catalogue, state = game.ruleset.catalogue, game.state
    found = []
    for name, numbers in state.told.items():
        file, fields = game.ruleset.edition.printed.as_entry(catalogue, name, numbers)
        if fields:
            stem = file.removesuffix(".toml")
            found.append(TableValues(file=stem, entry=name, name=catalogue.kinds[name].name, fields=fields))
    for card, cost in state.told_costs.items():
        found.append(
            TableValues(file="lore", entry=card, name=catalogue.lore[card].name, fields={"cost": cost})
        )
    for one in game.ruleset.edition.printed.told(game):
        stem = one.file.removesuffix(".toml")
        found.append(TableValues(file=stem, entry=one.entry, name=one.name, fields=one.fields))
    return tuple(found)


def why_undone(before: Game, after: Game, *, events: Sequence[Event]) -> Refusal | None:
    """Return why a number that was told forbids what had waited for it; None where it forbids nothing.

    *before* is the game that asked for it, *events* have led from there to *after*.
    """
    wait = before.state.wait
    is_asked_on = isinstance(after.state.wait, NumberWait)
    if not isinstance(wait, NumberWait) or is_asked_on:
        return None
    if {type(event) for event in events} != {NumberTold, Awaited}:
        return None
    decision = play(after, wait.then).decision
    return decision if isinstance(decision, Refusal) else None


def entries_of(catalogue: Catalogue, edition: Edition) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the name (``units``) and the entries of each file of *edition*, what a pack may change."""
    shared: Mapping[str, Mapping[Any, Any]] = {
        "units.toml": catalogue.kinds,
        "abilities.toml": catalogue.abilities,
        "cards.toml": catalogue.cards,
        "lore.toml": catalogue.lore,
        "terrain.toml": catalogue.terrain,
        "scenarios.toml": catalogue.scenarios,
    }
    for file, table in tables_of(edition).items():
        entries: Mapping[str, Any] = catalogue.of(table.sort) or shared.get(file, {})
        yield file.removesuffix(".toml"), entries


def _every(catalogue: Catalogue, edition: Edition) -> Iterator[UnknownValue]:
    for file, entries in entries_of(catalogue, edition):
        for name, entry in entries.items():
            yield UnknownValue(file=file, entry=name, name=entry.name, fields=_gaps(entry))


def _gaps(entry: msgspec.Struct) -> tuple[str, ...]:
    """Return the fields of *entry* that nobody told us: those it lists, or those that are missing."""
    listed: tuple[str, ...] | None = getattr(entry, "unknown", None)
    if listed is not None:
        return listed
    of_sort: Mapping[type[msgspec.Struct], Callable[[Any], tuple[str, ...]]] = {
        Kind: _of_kind,
        CommandCard: lambda card: () if card.copies is not None else ("copies",),
        LoreCard: _of_lore,
        ScenarioCard: _of_scenario_card,
    }
    find = of_sort.get(type(entry))
    return () if find is None else find(entry)


def _of_kind(kind: Kind) -> tuple[str, ...]:
    """Return what is not known of *kind*; its attack type stands among its traits."""
    fields = [field for field in ("cost", "move", "combat", "units") if getattr(kind, field) is None]
    if kind.attack_type is None:
        fields.append("traits")
    return tuple(fields)


def _of_lore(card: LoreCard) -> tuple[str, ...]:
    fields = [field for field in ("cost", "copies") if getattr(card, field) is None]
    fields += [field for field in ("windows", "does") if not getattr(card, field)]
    return tuple(fields)


def _of_scenario_card(card: ScenarioCard) -> tuple[str, ...]:
    if card.stand_in:
        return ()
    fields = ["initiative"] if card.initiative is None else []
    fields += [] if card.terrain or card.banners else ["terrain"]
    fields += [] if len(card.deployment) == _DEPLOYMENT_HEXES else ["deployment"]
    return tuple(fields)
