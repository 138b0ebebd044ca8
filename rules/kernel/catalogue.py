"""What the boxes hold: kinds of units, cards, terrain, scenarios, made from TOML texts, never from paths.

Knows no game in progress.
"""

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, Union

import msgspec
from msgspec.structs import replace

from rules.kernel.chapters.abilities import Abilities, Question
from rules.kernel.edition import Edition, PrintedFile
from rules.kernel.hexes import Hex
from rules.kernel.messages import Special, Verb, tag_of
from rules.kernel.printed import (
    AbilityCard,
    CommandCard,
    Faction,
    Kind,
    LoreCard,
    Scenario,
    Terrain,
    VariantCard,
)
from rules.kernel.translatable import Message, TranslatableError, verbatim
from rules.kernel.values import AbilityId, CardId, Face, KindId, LoreId, Seat, TerrainId, Tile, UnitId


class ConfigError(TranslatableError, ValueError):
    """A config file is wrong: which file, which entry, which field, and what about it."""

    def __init__(self, file: str, entry: str | None, problem: str | Message, *values: object) -> None:
        self.file, self.entry = file, entry
        self.problem = problem if isinstance(problem, Message) else Message(problem, *values)
        super().__init__(self.inside())

    def inside(self, place: str = "") -> Message:
        """Return what is wrong where, of files in *place* by their names there."""
        file = self.file.removeprefix(place).removeprefix(": ") if place else self.file
        told = Message("[{1}] {2}", self.entry, self.problem) if self.entry else self.problem
        joint = "{1}: {2}" if file else "{2}"
        return Message(joint, file, told)


def misfit(file: str, entry: str | None, trouble: msgspec.ValidationError) -> ConfigError:
    """Return that what *file* says does not have the form it should, with the field in question."""
    what, _, field = str(trouble).partition(" - at `$")
    field = field.removesuffix("`").removeprefix(".")
    return (
        ConfigError(file, entry, "{1}, field {2}", what, field)
        if field
        else ConfigError(file, entry, verbatim(what))
    )


NORTH_FROM = 11
"""The first number of a unit that is north's because the scenario says so: both sides field the same troops,
and each piece bears the sign of its own."""


class Lists(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario's units as the file has them: each kind's hexes, its number 1 first.

    Under ``units.south`` and ``units.north`` stand those that are a seat's whatever their faction; north's
    numbers begin at NORTH_FROM.
    """

    units: dict[str, tuple[str, ...] | dict[str, tuple[str, ...]]]


Entry = TypeVar("Entry", bound=msgspec.Struct)


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the config of one edition holds, by id and in the files' order.

    *own* are the tables that only this edition has: ask ``of``.
    """

    kinds: dict[KindId, Kind]
    abilities: dict[AbilityId, AbilityCard]
    cards: dict[CardId, CommandCard]
    lore: dict[LoreId, LoreCard]
    terrain: dict[TerrainId, Terrain]
    factions: dict[str, str]
    scenarios: dict[str, Scenario]
    own: dict[type[msgspec.Struct], dict[str, Any]] = {}

    def of(self, sort: type[Entry]) -> Mapping[str, Entry]:
        """Return the entries of one of the edition's own tables, by id; none where it has no such table."""
        return self.own.get(sort, {})

    def having(self, sort: type[Entry], entries: Mapping[str, Entry]) -> "Catalogue":
        """Return this catalogue with *entries* in one of the edition's own tables."""
        return replace(self, own={**self.own, sort: dict(entries)})

    @property
    def variants(self) -> Mapping[str, VariantCard]:
        """Return the edition's variants, by id."""
        tables = (entries for sort, entries in self.own.items() if issubclass(sort, VariantCard))
        return next(tables, {})

    @property
    def deck(self) -> int | None:
        """Return how many command cards the deck holds, or None where a card's copies are not known."""
        return _total(card.copies for card in self.cards.values())

    def lore_deck(self, faction: str) -> int | None:
        """Return how many cards *faction*'s lore deck holds, or None where that is not known."""
        return _total(card.copies for card in self.lore.values() if card.faction in (faction, None))


CLEAR = TerrainId("clear")


def _total(copies: Iterable[int | None]) -> int | None:
    """Return the sum of *copies*, or None where one of them is not known or there are none."""
    known = list(copies)
    counted = [count for count in known if count is not None]
    return sum(counted) if known and len(counted) == len(known) else None


def kind_of(unit: UnitId) -> KindId:
    """Return the kind in a unit's name: ``citadel_guard`` of ``citadel_guard-2``."""
    return KindId(unit.rpartition("-")[0])


def parse_catalogue(texts: Mapping[str, str], edition: Edition) -> Catalogue:
    """Return the catalogue of *edition* made of *texts*, file name to TOML text.

    Several texts of one name (``second/units.toml``, ``pack/units.toml``) are laid
    over each other, field by field.  Files called ``phrases…`` are not ours.
    Raises ConfigError for a wrong field, a missing file, and where names in the
    data and names in the code do not answer each other.
    """
    tables = tables_of(edition)
    texts_by_file = _tables(texts, tables)
    verbs = tuple(edition.verbs)
    made = {file: _entries(texts_by_file[file], table, verbs) for file, table in tables.items()}
    shared = {file: made[file] if _is_shared(table) else {} for file, table in tables.items()}
    catalogue = Catalogue(
        kinds=shared["units.toml"],
        abilities=shared["abilities.toml"],
        cards=shared["cards.toml"],
        lore=shared["lore.toml"],
        terrain=shared["terrain.toml"],
        factions={name: faction.name for name, faction in shared["factions.toml"].items()},
        scenarios=shared["scenarios.toml"],
        own={table.sort: made[file] for file, table in tables.items() if not _is_shared(table)},
    )
    if edition.printed.completed is not None:
        catalogue = edition.printed.completed(catalogue)
    _check_abilities(catalogue, edition.abilities)
    _check_kinds(catalogue, edition.abilities)
    _check_terrain(catalogue)
    _check_cards(catalogue, edition)
    _check_lore(catalogue, edition)
    _check_variants(catalogue, edition)
    edition.printed.check(catalogue)
    _check_scenarios(catalogue)
    return catalogue


def _tables(texts: Mapping[str, str], known: Mapping[str, PrintedFile]) -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {}
    for file, text in texts.items():
        name = file.rpartition("/")[2]
        if name.startswith("phrases"):
            continue
        if name not in known:
            raise ConfigError(file, None, "no such file is known here; the files are {1}", ", ".join(known))
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(file, None, "is not TOML: {1}", error) from None
        for entry, fields in table.items():
            if not isinstance(fields, dict):
                raise ConfigError(file, entry, "expected a table of fields")
            _lay(tables.setdefault(name, {}).setdefault(entry, {}), fields)
    for name in known:
        if name not in tables:
            raise ConfigError(name, None, "is missing or empty")
    return tables


def _lay(entry: dict[str, Any], fields: Mapping[str, Any]) -> None:
    """Put *fields* over those of *entry*: what they tell is no longer *unknown* there.

    Unless they say so themselves: what they tell is then a part of it.
    """
    entry.update(fields)
    unknown = entry.get("unknown")
    if isinstance(unknown, list) and "unknown" not in fields:
        entry["unknown"] = [field for field in unknown if field not in fields]


def _spread_units(fields: dict[str, Any]) -> dict[str, Any]:
    """Return a scenario's fields with each kind's hexes given to its units 1, 2, 3 …; "" leaves one out."""
    lists = msgspec.convert({"units": fields.get("units", {})}, Lists).units
    units: dict[str, str] = {}
    owners: dict[str, str] = {}
    for name, told in lists.items():
        for kind, hexes in (told if isinstance(told, dict) else {name: told}).items():
            for number, at in enumerate(hexes, NORTH_FROM if name == Seat.NORTH else 1):
                unit = f"{kind}-{number}"
                units |= {unit: at} if at else {}
                owners |= {unit: name} if at and isinstance(told, dict) else {}
    return {**fields, "units": units, "owners": owners}


SHARED = {
    table.file: table
    for table in (
        PrintedFile("factions.toml", Faction),
        PrintedFile("abilities.toml", AbilityCard),
        PrintedFile("units.toml", Kind),
        PrintedFile("cards.toml", CommandCard),
        PrintedFile("lore.toml", LoreCard),
        PrintedFile("terrain.toml", Terrain),
        PrintedFile("scenarios.toml", Scenario),
    )
}
"""The tables that every edition has, by file."""


def tables_of(edition: Edition) -> dict[str, PrintedFile]:
    """Return all tables of *edition* by file: the shared ones, and its own beside or instead of them."""
    return SHARED | {table.file: table for table in edition.printed.tables}


def _is_shared(table: PrintedFile) -> bool:
    """Return whether *table* holds what every edition has, and not a struct of the edition's own."""
    return table.file in SHARED and issubclass(table.sort, SHARED[table.file].sort)


def sort_of(table: PrintedFile, verbs: tuple[type[Verb], ...]) -> type[msgspec.Struct]:
    """Return the struct that each entry of *table* is; cards hold any of *verbs*."""
    sort: Any = table.sort
    made: type[msgspec.Struct] = sort[Union[verbs]] if getattr(sort, "__parameters__", ()) else sort  # noqa: UP007
    return made


def _entries(
    entries: Mapping[str, dict[str, Any]], table: PrintedFile, verbs: tuple[type[Verb], ...]
) -> dict[Any, Any]:
    """Return the *entries* of a file by their ids, each as what *table* says; cards hold any of *verbs*."""
    sort = sort_of(table, verbs)
    made: dict[str, msgspec.Struct] = {}
    for name, fields in entries.items():
        try:
            spread = _spread_units(fields) if issubclass(table.sort, Scenario) else fields
            made[name] = msgspec.convert({"id": name, **spread}, sort)
        except msgspec.ValidationError as error:
            raise misfit(table.file, name, error) from None
    return made


def _check_abilities(catalogue: Catalogue, abilities: Abilities) -> None:
    unnamed = sorted(abilities.known - set(catalogue.abilities))
    if unnamed:
        raise ConfigError(
            "abilities.toml",
            None,
            "no entry tells of the ability {1} that the code answers",
            repr(unnamed[0]),
        )
    for name, card in catalogue.abilities.items():
        if name not in abilities.known:
            raise ConfigError("abilities.toml", name, "no code answers this ability")
        if card.asked and name not in abilities.answers[Question.RETREATS_IGNORED]:
            raise ConfigError("abilities.toml", name, "nobody can be asked whether to use it, field asked")


def _check_kinds(catalogue: Catalogue, abilities: Abilities) -> None:
    for name, kind in catalogue.kinds.items():
        if kind.faction is not None and kind.faction not in catalogue.factions:
            raise ConfigError(
                "units.toml", name, "no faction is called {1}, field faction", repr(kind.faction)
            )
        if "ranged" in kind.traits and kind.range is None:
            raise ConfigError("units.toml", name, "a ranged unit needs a range, field range")
        if kind.range is not None and kind.range[0] > kind.range[1]:
            raise ConfigError("units.toml", name, "a range begins before it ends, field range")
        for ability in kind.abilities:
            if ability.name not in abilities.known:
                raise ConfigError(
                    "units.toml", name, "no code answers {1}, field abilities", repr(ability.name)
                )


def _check_terrain(catalogue: Catalogue) -> None:
    for name, kind in catalogue.terrain.items():
        for under in kind.on:
            if under not in catalogue.terrain or catalogue.terrain[under].on:
                raise ConfigError(
                    "terrain.toml", name, "no terrain tile is called {1}, field on", repr(under)
                )


def _check_does(does: Iterable[Verb], file: str, entry: str, edition: Edition) -> None:
    """Raise ConfigError for a unit, which is of one game, a number too low, and a face that no die has."""
    for verb in does:
        if verb.named(UnitId):
            raise _told(verb, file, entry)
        least = edition.verbs[type(verb)].least
        for number in verb.named(int):
            if least is not None and number < least:
                raise ConfigError(file, entry, "{1} is less than {2}, field does", number, least)
        for face in verb.named(Face):
            if face not in edition.faces.all:
                raise ConfigError(
                    file, entry, "no face of the dice is called {1}; there are {2}, field does",
                    repr(face), ", ".join(edition.faces.all),
                )  # fmt: skip


def _told(verb: Verb, file: str, entry: str) -> ConfigError:
    return ConfigError(file, entry, "{1} is told when it is played, field does", repr(tag_of(verb)))


def _check_cards(catalogue: Catalogue, edition: Edition) -> None:
    """Raise ConfigError for a command card that speaks of a unit of one game, or of a fight before any."""
    for name, card in catalogue.cards.items():
        _check_does(card.does, "cards.toml", name, edition)
        for verb in card.does:
            if edition.verbs[type(verb)].is_told:
                raise _told(verb, "cards.toml", name)


def _check_lore(catalogue: Catalogue, edition: Edition) -> None:
    for name, lore in catalogue.lore.items():
        _check_does(lore.does, "lore.toml", name, edition)
        if lore.faction is not None and lore.faction not in catalogue.factions:
            raise ConfigError(
                "lore.toml", name, "no faction is called {1}, field faction", repr(lore.faction)
            )


def _check_variants(catalogue: Catalogue, edition: Edition) -> None:
    """Raise ConfigError where the variants told and those in the code do not answer each other."""
    told, known = catalogue.variants, [variant.id for variant in edition.variants]
    for name in known:
        if name not in told:
            raise ConfigError("variants.toml", None, "no entry tells of the variant {1}", repr(name))
    for name, card in told.items():
        for other in (name, *card.needs, *card.excludes):
            if other not in known:
                raise ConfigError("variants.toml", name, "no code plays the variant {1}", repr(other))


def check_tiles(catalogue: Catalogue, file: str, entry: str, tiles: Mapping[Hex, Tile]) -> None:
    """Raise ConfigError for a tile of no terrain, and for a token that does not lie on such a tile."""
    for at, tile in tiles.items():
        kind = catalogue.terrain.get(tile.kind)
        if kind is None or kind.on:
            raise ConfigError(
                file, entry, "no terrain tile is called {1}, field terrain.{2}", repr(tile.kind), at
            )
        token = catalogue.terrain.get(tile.token) if tile.token is not None else None
        if tile.token is not None and (token is None or tile.kind not in token.on):
            raise ConfigError(
                file, entry, "no {1} can lie on {2}, field terrain.{3}", repr(tile.token), repr(tile.kind), at
            )


def check_specials(catalogue: Catalogue, file: str, entry: str, specials: Iterable[Special]) -> None:
    """Raise ConfigError for a special rule that names a terrain or a unit that there is not."""
    for special in specials:
        for name in special.grounds:
            if name != CLEAR and name not in catalogue.terrain:
                raise ConfigError(file, entry, "no terrain is called {1}, field specials", repr(name))
        if special.kind is not None and special.kind not in catalogue.kinds:
            raise ConfigError(file, entry, "no unit is called {1}, field specials", repr(special.kind))


def _check_scenarios(catalogue: Catalogue) -> None:
    for name, scenario in catalogue.scenarios.items():
        check_tiles(catalogue, "scenarios.toml", name, scenario.terrain)
        for specials in scenario.specials.values():
            check_specials(catalogue, "scenarios.toml", name, specials)
        for faction in scenario.factions.values():
            if faction not in catalogue.factions:
                raise ConfigError(
                    "scenarios.toml", name, "no faction is called {1}, field factions", repr(faction)
                )
        if len(set(scenario.units.values())) < len(scenario.units):
            raise ConfigError("scenarios.toml", name, "two units stand in one hex, field units")
        for unit in scenario.units:
            kind = catalogue.kinds.get(kind_of(unit))
            is_told = unit in scenario.owners
            if kind is None or not (is_told or kind.faction in scenario.factions.values()):
                raise ConfigError(
                    "scenarios.toml", name, "no side can field {1}, field units", repr(kind_of(unit))
                )
