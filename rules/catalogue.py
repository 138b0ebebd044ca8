"""What the boxes hold: kinds of units, command cards, scenarios.

Made from TOML texts, never from paths.  A number that nobody knows is None, not
a guess.  Knows no game in progress.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

import msgspec

from rules.abilities import KNOWN_ABILITIES
from rules.hexes import Hex
from rules.messages import AnyVerb
from rules.values import AbilityId, AttackType, CardId, KindId, Seat, UnitId

Confidence = Literal["certain", "likely", "unknown"]
FILES = ("factions.toml", "units.toml", "cards.toml", "scenarios.toml")


class ConfigError(ValueError):
    """A config file is wrong: which file, which entry, which field, and what about it."""

    def __init__(self, file: str, entry: str | None, problem: str) -> None:
        self.file, self.entry, self.problem = file, entry, problem
        place = f"{file}: [{entry}]" if entry else f"{file}:"
        super().__init__(f"{place} {problem}")


class Ability(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability on a unit's card, with the number behind its name."""

    name: AbilityId
    number: int = 1


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of unit, as its reference card has it."""

    id: KindId
    name: str
    faction: str
    health: int
    figures: int
    move: int | None = None
    combat: int | None = None
    range: tuple[int, int] | None = None
    damage_tokens: bool = False
    traits: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    cost: int | None = None
    confidence: Confidence
    page: str
    source: str = ""

    @property
    def attack_type(self) -> AttackType | None:
        """Return how such units attack, or None where nobody knows."""
        return next((kind for kind in AttackType if kind in self.traits), None)


class CommandCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command card: what it does, and our own words for it."""

    id: CardId
    name: str
    summary: str
    does: tuple[AnyVerb, ...]
    confidence: Confidence
    page: str
    source: str = ""


class BannerSetup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The banner markers of a scenario; *stand_in* are hexes of ours where the printed ones are unknown."""

    count: int
    points: int
    stand_in: tuple[Hex, ...] = ()


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who stands where when a game begins, and what wins it."""

    id: str
    name: str
    edition: str
    board: str
    first: Seat
    factions: dict[Seat, str]
    units: dict[UnitId, Hex]
    banners: BannerSetup
    hand: int
    lore_per_point: int | None = None
    points_to_win: int
    confidence: Confidence


class Lists(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario's units as the file has them: each kind's hexes, its number 1 first."""

    units: dict[str, tuple[str, ...]]


class Faction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A faction and its name."""

    id: str
    name: str


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the config of one edition holds, by id and in the files' order."""

    kinds: dict[KindId, Kind]
    cards: dict[CardId, CommandCard]
    factions: dict[str, str]
    scenarios: dict[str, Scenario]


Entry = TypeVar("Entry")


def kind_of(unit: UnitId) -> KindId:
    """Return the kind in a unit's name: ``citadel_guard`` of ``citadel_guard-2``."""
    return KindId(unit.rpartition("-")[0])


def parse_catalogue(texts: Mapping[str, str]) -> Catalogue:
    """Return the catalogue made of *texts*, file name to TOML text.

    Several texts of one name (``second/units.toml``, ``pack/units.toml``) are laid
    over each other, field by field.  Files called ``phrases…`` are not ours.
    Raises ConfigError for a wrong field, a missing file, and where names in the
    data and names in the code do not answer each other.
    """
    tables = _tables(texts)
    factions = _entries(tables, "factions.toml", Faction)
    kinds = _entries(tables, "units.toml", Kind)
    cards = _entries(tables, "cards.toml", CommandCard)
    scenarios = _entries(tables, "scenarios.toml", Scenario, _spread_units)
    catalogue = Catalogue(
        kinds={KindId(name): kind for name, kind in kinds.items()},
        cards={CardId(name): card for name, card in cards.items()},
        factions={name: faction.name for name, faction in factions.items()},
        scenarios=scenarios,
    )
    _check_kinds(catalogue)
    _check_scenarios(catalogue)
    return catalogue


def _tables(texts: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {}
    for file, text in texts.items():
        name = file.rpartition("/")[2]
        if name.startswith("phrases"):
            continue
        if name not in FILES:
            raise ConfigError(file, None, f"no such file is known here; the files are {', '.join(FILES)}")
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(file, None, f"is not TOML: {error}") from None
        for entry, fields in table.items():
            if not isinstance(fields, dict):
                raise ConfigError(file, entry, "expected a table of fields")
            tables.setdefault(name, {}).setdefault(entry, {}).update(fields)
    for name in FILES:
        if name not in tables:
            raise ConfigError(name, None, "is missing or empty")
    return tables


def _spread_units(fields: dict[str, Any]) -> dict[str, Any]:
    """Return a scenario's fields with each kind's hexes given to its units 1, 2, 3 …"""
    lists = msgspec.convert({"units": fields.get("units", {})}, Lists).units
    units = {f"{kind}-{place + 1}": at for kind, hexes in lists.items() for place, at in enumerate(hexes)}
    return {**fields, "units": units}


def _entries(
    tables: Mapping[str, dict[str, Any]],
    file: str,
    sort: type[Entry],
    prepare: Callable[[dict[str, Any]], dict[str, Any]] = dict,
) -> dict[str, Entry]:
    made: dict[str, Entry] = {}
    for name, fields in tables[file].items():
        try:
            made[name] = msgspec.convert({"id": name, **prepare(fields)}, sort)
        except msgspec.ValidationError as error:
            raise ConfigError(file, name, re.sub(r" - at `\$\.?(.*)`$", r", field \1", str(error))) from None
    return made


def _check_kinds(catalogue: Catalogue) -> None:
    named: set[str] = set()
    for name, kind in catalogue.kinds.items():
        if kind.faction not in catalogue.factions:
            raise ConfigError("units.toml", name, f"no faction is called {kind.faction!r}, field faction")
        if "ranged" in kind.traits and kind.range is None:
            raise ConfigError("units.toml", name, "a ranged unit needs a range, field range")
        for ability in kind.abilities:
            if ability.name not in KNOWN_ABILITIES:
                raise ConfigError("units.toml", name, f"no code answers {ability.name!r}, field abilities")
            named.add(ability.name)
    unnamed = sorted(KNOWN_ABILITIES - named)
    if unnamed:
        raise ConfigError("units.toml", None, f"no unit has the ability {unnamed[0]!r} that the code answers")


def _check_scenarios(catalogue: Catalogue) -> None:
    for name, scenario in catalogue.scenarios.items():
        for faction in scenario.factions.values():
            if faction not in catalogue.factions:
                raise ConfigError("scenarios.toml", name, f"no faction is called {faction!r}, field factions")
        if len(set(scenario.units.values())) < len(scenario.units):
            raise ConfigError("scenarios.toml", name, "two units stand in one hex, field units")
        for unit in scenario.units:
            kind = catalogue.kinds.get(kind_of(unit))
            if kind is None or kind.faction not in scenario.factions.values():
                raise ConfigError("scenarios.toml", name, f"no side can field {kind_of(unit)!r}, field units")
