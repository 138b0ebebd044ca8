"""Which struct the entries of each of the First Edition's files are, and the shared tables made of them."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.first.council import USUAL_LEVELS, Council
from rules.first.landmarks import COMMANDER
from rules.first.lore import parse_amount
from rules.first.printed.adventures import from_the_book
from rules.first.printed.cards import GiveOrders, OrderCard
from rules.first.printed.deployment import (
    DeploymentCard,
    DeploymentSet,
    SpecialistCard,
    check_deployment,
)
from rules.first.printed.lore import (
    Adventure,
    CommanderLevel,
    LaidAdventure,
    LoreMaster,
    LoreMasterCard,
    MasterLevel,
)
from rules.first.printed.pieces import (
    Banner,
    CreatureCard,
    DieFace,
    GroundCard,
    LandmarkCard,
    PrintedEntry,
    Race,
    Troop,
    WeaponCard,
)
from rules.first.printed.profiles import CREATURE, Profile, creature_profile, told_profile, troop_profile
from rules.first.printed.rulings import RULINGS, OtherReading, as_read, check_rulings
from rules.first.printed.variants import FirstVariant, check_variants
from rules.kernel.catalogue import Catalogue, ConfigError
from rules.kernel.edition import Printed, PrintedFile, UnitEntry
from rules.kernel.messages import GrantOrders
from rules.kernel.printed import Ability, CommandCard, Kind, LoreCard, Scenario, Terrain
from rules.kernel.values import CardId, CardNumber, KindId, LoreId, TerrainId

NOTHING_SO = "nothing is called {1}, field {2}"
UNKNOWN_FIGURES = 4
"""Figures of a unit whose banner nobody has told us: what most have."""


class UnitKind(Kind, frozen=True, kw_only=True):
    """A kind of unit with its *profile*: all that its summary cards say together."""

    profile: Profile

    def as_told(self, numbers: Mapping[CardNumber, int]) -> Kind:
        """Return this kind with the *numbers* that a table has told of its card, its profile too."""
        return replace(super().as_told(numbers), profile=told_profile(self.profile, numbers))


class Ground(Terrain, frozen=True, kw_only=True):
    """A kind of terrain with its *card*."""

    card: GroundCard


TABLES: Mapping[str, type[PrintedEntry]] = {
    "banners.toml": Banner,
    "races.toml": Race,
    "weapons.toml": WeaponCard,
    "units.toml": Troop,
    "creatures.toml": CreatureCard,
    "terrain.toml": GroundCard,
    "landmarks.toml": LandmarkCard,
    "classes.toml": LoreMaster,
    "lore.toml": LoreMasterCard,
    "commander_levels.toml": CommanderLevel,
    "master_levels.toml": MasterLevel,
    "dice.toml": DieFace,
    "adventures.toml": Adventure,
    "cards.toml": OrderCard,
    "deployment_cards.toml": DeploymentCard,
    "specialists.toml": SpecialistCard,
}
"""Besides abilities.toml, factions.toml and scenarios.toml, whose entries are those of every edition."""


def completed(catalogue: Catalogue) -> Catalogue:
    """Return *catalogue* with the tables of banners, races and weapons laid under the units.

    Raises ConfigError for a unit that names a banner, race or weapon that there is not.
    """
    kinds = {**_troops(catalogue), **_creatures(catalogue)}
    return replace(
        catalogue,
        kinds=kinds,
        terrain={TerrainId(card.id): ground_of(card) for card in catalogue.of(GroundCard).values()},
        cards={CardId(card.id): _card(card) for card in catalogue.of(OrderCard).values()},
        lore={LoreId(card.id): lore_of(card) for card in catalogue.of(LoreMasterCard).values()},
        scenarios={**catalogue.scenarios, **_from_the_book(catalogue)},
    )


def _from_the_book(catalogue: Catalogue) -> dict[str, Scenario]:
    """Return the printed adventures that can be played, by id: those whose set-up no scenario tells."""
    told = map(from_the_book, catalogue.of(Adventure).values())
    return {each.id: each for each in told if each is not None and each.id not in catalogue.scenarios}


def _troops(catalogue: Catalogue) -> dict[KindId, UnitKind]:
    tables = {
        "banner": catalogue.of(Banner),
        "race": catalogue.of(Race),
        "weapon": catalogue.of(WeaponCard),
    }
    made = {}
    for troop in catalogue.of(Troop).values():
        for field in tables:
            word = getattr(troop, field)
            if word is not None and word not in tables[field]:
                raise ConfigError("units.toml", troop.id, NOTHING_SO, repr(word), field)
        profile = troop_profile(
            troop,
            banners=catalogue.of(Banner),
            races=catalogue.of(Race),
            weapons=catalogue.of(WeaponCard),
        )
        made[KindId(troop.id)] = kind_of_card(troop, as_read(profile, catalogue), troop.units, troop.box)
    return made


def _creatures(catalogue: Catalogue) -> dict[KindId, UnitKind]:
    made = {}
    for card in catalogue.of(CreatureCard).values():
        if card.banner is not None and card.banner not in catalogue.of(Banner):
            raise ConfigError("creatures.toml", card.id, NOTHING_SO, repr(card.banner), "banner")
        profile = creature_profile(card, banners=catalogue.of(Banner), races=catalogue.of(Race))
        made[KindId(card.id)] = kind_of_card(card, profile, 1, card.box)
    return made


def kind_of_card(card: PrintedEntry, profile: Profile, units: int | None, box: str) -> UnitKind:
    """Return the kind of unit that *card* and its *profile* make, of which *box* holds so many *units*."""
    reach, figures = profile.reach, profile.figures or UNKNOWN_FIGURES
    attacks = () if reach is None else ("melee",) if reach == 1 else ("ranged",)
    return UnitKind(
        id=KindId(card.id),
        name=card.name,
        health=figures,
        figures=figures,
        move=profile.walk,
        combat=profile.dice,
        range=(1, reach) if reach is not None and reach > 1 else None,
        traits=(*sorted(profile.traits), *attacks),
        abilities=tuple(Ability(name=name, number=number) for name, number in profile.abilities.items()),
        units=units,
        box=box,
        confidence=card.confidence,
        page=card.page,
        source=card.source,
        profile=profile,
    )


def ground_of(card: GroundCard) -> Ground:
    """Return the kind of terrain that *card* makes."""
    return Ground(
        id=TerrainId(card.id),
        name=card.name,
        summary=card.summary,
        blocks_sight=bool(card.blocks_sight),
        impassable=card.impassable,
        stops=bool(card.stops),
        on=tuple(map(TerrainId, card.on)),
        confidence=card.confidence,
        page=card.page,
        source=card.source,
        card=card,
    )


def _orders_of(card: OrderCard) -> Iterator[GrantOrders]:
    """Yield the orders of a card that gives so many in sections and does nothing else.

    They are shown; what a card does its own verbs say.
    """
    plain = [verb for verb in card.does if isinstance(verb, GiveOrders) and verb.section is not None]
    if len(plain) == len(card.does):
        for verb in plain:
            if isinstance(verb.count, int):
                yield GrantOrders(count=verb.count, section=verb.section, traits=verb.traits)


def _card(card: OrderCard) -> CommandCard:
    return CommandCard(
        id=CardId(card.id),
        name=card.name,
        summary=card.summary,
        does=tuple(_orders_of(card)),
        copies=card.copies,
        confidence=card.confidence,
        page=card.page,
        source=card.source,
    )


def lore_of(card: LoreMasterCard) -> LoreCard:
    """Return what every edition knows of a Lore card."""
    return LoreCard(
        id=LoreId(card.id),
        name=card.name,
        summary=card.summary,
        cost=card.cost,
        does=card.does,
        confidence=card.confidence,
        page=card.page,
        source=card.source,
    )


def check(catalogue: Catalogue) -> None:
    """Raise ConfigError for a council, a Lore card or a Landmark that names what there is not."""
    for name, card in catalogue.of(LoreMasterCard).items():
        if card.master not in catalogue.of(LoreMaster):
            raise ConfigError("lore.toml", name, NOTHING_SO, repr(card.master), "master")
        _check_amount(name, card)
    bringers = {COMMANDER, CREATURE, *catalogue.of(LoreMaster), *catalogue.of(CreatureCard)}
    for name, landmark in catalogue.of(LandmarkCard).items():
        if landmark.brought_by not in bringers:
            raise ConfigError("landmarks.toml", name, NOTHING_SO, repr(landmark.brought_by), "brought_by")
        if landmark.ground is not None and landmark.ground not in catalogue.terrain:
            raise ConfigError("landmarks.toml", name, NOTHING_SO, repr(landmark.ground), "ground")
    for name, ground in catalogue.of(GroundCard).items():
        for ability in (*ground.abilities, *ground.beside):
            if ability.name not in catalogue.abilities:
                raise ConfigError("terrain.toml", name, NOTHING_SO, repr(ability.name), "abilities")
    check_variants(catalogue)
    check_rulings(catalogue)
    check_deployment(catalogue)
    for name, scenario in catalogue.scenarios.items():
        if isinstance(scenario, LaidAdventure):
            _check_councils(catalogue, name, scenario)


def _check_amount(name: str, card: LoreMasterCard) -> None:
    """Raise ConfigError for an amount that is none."""
    try:
        parse_amount(card.amount or "1")
    except ValueError:
        raise ConfigError(
            "lore.toml", name, "{1} is no amount like '2d/level +3', field amount", repr(card.amount)
        ) from None


def _check_councils(catalogue: Catalogue, name: str, scenario: LaidAdventure) -> None:
    due = USUAL_LEVELS if scenario.levels is None else scenario.levels
    for given in scenario.councils.values():
        for master in given.masters:
            if master not in catalogue.of(LoreMaster):
                raise ConfigError("scenarios.toml", name, NOTHING_SO, repr(master), "councils")
        levels = Council(given.commander, given.masters, given.creatures).levels
        if levels != due:
            raise ConfigError(
                "scenarios.toml",
                name,
                "a council has {1} levels, and this one {2}, field councils",
                due,
                levels,
            )


def as_entry(catalogue: Catalogue, name: KindId, numbers: Mapping[CardNumber, int]) -> UnitEntry:
    """Return *numbers* as fields of a unit's or a Creature's entry; how far it attacks its weapon says."""
    file = "creatures.toml" if name in catalogue.of(CreatureCard) else "units.toml"
    fields: dict[str, int] = {}
    if CardNumber.MOVE in numbers:
        fields |= {"battle": numbers[CardNumber.MOVE], "walk": numbers[CardNumber.MOVE]}
    if CardNumber.COMBAT in numbers:
        fields["dice"] = numbers[CardNumber.COMBAT]
    return UnitEntry(file, fields)


PRINTED = Printed(
    tables=(
        *(PrintedFile(file, sort) for file, sort in TABLES.items()),
        PrintedFile("scenarios.toml", LaidAdventure),
        PrintedFile("variants.toml", FirstVariant),
        PrintedFile("deployment_sets.toml", DeploymentSet),
        PrintedFile(RULINGS, OtherReading),
    ),
    check=check,
    as_entry=as_entry,
    completed=completed,
)
