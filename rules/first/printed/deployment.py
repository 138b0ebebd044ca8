"""What Call to Arms prints: Deployment cards in sets, and Specialist cards, as far as anybody has told them.

Knows no file and no game in progress.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Literal

import msgspec

from rules.first.printed.lore import LoreMaster
from rules.first.printed.pieces import PrintedEntry, Troop, WeaponCard
from rules.kernel.catalogue import Catalogue, ConfigError
from rules.kernel.hexes import Hex
from rules.kernel.printed import Confidence, Some
from rules.kernel.values import Section


class DeploymentSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set of Deployment cards with the banner of a Camp, its *faction*, on them."""

    id: str
    name: str
    faction: str
    confidence: Confidence
    page: str
    source: str = ""


class DeploymentCard(PrintedEntry, frozen=True, kw_only=True):
    """Card *number* of a *set*: its *troops*, and where they stand in each section, in the same order.

    *places* are told as for the side in the south; for the other the board is turned.
    """

    set: str
    number: Some
    troops: tuple[str, ...] = ()
    places: dict[Section, tuple[Hex, ...]] = msgspec.field(default_factory=dict)


class SpecialistUse(StrEnum):
    """What of a Specialist card's effect is known, and so can be checked."""

    GROUND = "ground"
    BOW = "bow"
    THIRD_UNIT = "third_unit"
    MOVES = "moves"
    TROOPS = "troops"
    FIGURES = "figures"
    RESERVE_UNITS = "reserve_units"


class SpecialistCard(PrintedEntry, frozen=True, kw_only=True):
    """A Specialist card.  *lore_only*: it bears the Lore mark; *master*: that class's (None: not known).

    *weapon* is what it gives to bowmen instead of their own.
    """

    use: SpecialistUse | None = None
    weapon: str | None = None
    lore_only: bool | None = None
    master: str | None = None


class ArmyGround(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where armies are deployed, by rows from their player's side.

    Guards stand in the first *rows*; the *baseline* is one of them.
    *shifted*: Guards stand a hex to the left or right of where their cards show them on the common board;
    to which nobody knows.
    """

    baseline: Some
    rows: Some
    shifted: bool = False


class ArmyCards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which cards are laid beside a Guard for each section, and how much of them comes.

    *reserve* is how many units of the Reserve come, 0 where there is none; *scouts* is the row of the Scout
    Guard, None where there is none.
    """

    reserve: int | Literal["all"]
    scouts: Some | None = None


def cards_of(catalogue: Catalogue, held: str) -> tuple[str, ...]:
    """Return the names of all cards of the set *held*."""
    return tuple(card.id for card in catalogue.of(DeploymentCard).values() if card.set == held)


def check_deployment(catalogue: Catalogue) -> None:
    """Raise ConfigError for a Deployment or Specialist card that names what there is not."""
    for name, file, field, word in _strange(catalogue):
        raise ConfigError(file, name, "nothing is called {1}, field {2}", repr(word), field)
    for name, card in catalogue.of(DeploymentCard).items():
        if any(len(places) != len(card.troops) for places in card.places.values()):
            raise ConfigError("deployment_cards.toml", name, "needs a hex for each of its troops")


def _strange(catalogue: Catalogue) -> Iterator[tuple[str, str, str, str]]:
    """Yield each entry, file, field and word that is the name of nothing."""
    troops, masters = catalogue.of(Troop), catalogue.of(LoreMaster)
    for name, held in catalogue.of(DeploymentSet).items():
        if held.faction not in catalogue.factions:
            yield name, "deployment_sets.toml", "faction", held.faction
    for name, card in catalogue.of(DeploymentCard).items():
        if card.set not in catalogue.of(DeploymentSet):
            yield name, "deployment_cards.toml", "set", card.set
        for troop in card.troops:
            if troop not in troops:
                yield name, "deployment_cards.toml", "troops", troop
    for name, specialist in catalogue.of(SpecialistCard).items():
        if specialist.master is not None and specialist.master not in masters:
            yield name, "specialists.toml", "master", specialist.master
        if specialist.weapon is not None and specialist.weapon not in catalogue.of(WeaponCard):
            yield name, "specialists.toml", "weapon", specialist.weapon
