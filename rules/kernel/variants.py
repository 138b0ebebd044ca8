"""Variants of an edition's rules: how a game names them, which go together, and the edition that they make.

A game is called by its scenario and the variants that it is played with: ``war_council.medieval_lore``.
Knows no variant.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from rules.kernel.catalogue import Catalogue, ConfigError
from rules.kernel.edition import Edition
from rules.kernel.printed import Scenario, VariantCard
from rules.kernel.translatable import Message

SEPARATOR = "."


class GameName(NamedTuple):
    """What a game is called by: its *scenario*, and the *variants* beside those of the scenario itself."""

    scenario: str
    variants: tuple[str, ...]


def parse_game_name(name: str) -> GameName:
    """Return what *name* is made of."""
    scenario, *variants = name.split(SEPARATOR)
    return GameName(scenario, tuple(variants))


def format_game_name(name: GameName) -> str:
    """Return *name* as games, settings and the command line write it."""
    return SEPARATOR.join((name.scenario, *name.variants))


def with_variants(scenario: Scenario, variants: Iterable[str]) -> Scenario:
    """Return *scenario* as it is played with *variants* beside its own, and called so."""
    more = tuple(dict.fromkeys(each for each in variants if each not in scenario.variants))
    if not more:
        return scenario
    name = format_game_name(GameName(scenario.id, more))
    return replace(scenario, id=name, variants=(*scenario.variants, *more))


def choices(edition: Edition, catalogue: Catalogue, scenario: Scenario) -> Iterator[GameName]:
    """Yield what can be played of *scenario*: it as it is, and with all variants together that fit."""
    more = [variant.id for variant in edition.variants if variant.id not in scenario.variants]
    for count in range(len(more) + 1):
        for names in combinations(more, count):
            if not names or unfit(edition, catalogue, with_variants(scenario, names)) is None:
                yield GameName(scenario.id, names)


def unfit(edition: Edition, catalogue: Catalogue, scenario: Scenario) -> Message | None:
    """Return why *scenario* cannot be played with its variants, or None."""
    known, cards = [variant.id for variant in edition.variants], catalogue.variants
    for name in scenario.variants:
        if name not in known:
            return (
                Message("there is no variant {1}, only {2}", repr(name), ", ".join(known))
                if known
                else Message("the edition {1} has no variants: leave {2} out", repr(edition.id), repr(name))
            )
    found = (_unfit(cards[name], cards, scenario) for name in scenario.variants)
    return next((wrong for wrong in found if wrong is not None), None)


def _unfit(card: VariantCard, cards: Mapping[str, VariantCard], scenario: Scenario) -> Message | None:
    """Return why *card*'s variant is not one for *scenario* and its other variants, or None."""
    for other in card.excludes:
        if other in scenario.variants:
            return Message(
                "{1} and {2} are not played together: leave one of them out", card.name, cards[other].name
            )
    for other in card.needs:
        if other not in scenario.variants:
            return Message(
                "{1} is played together with {2} only: choose both, or neither", card.name, cards[other].name
            )
    if card.own_scenarios and card.id in parse_game_name(scenario.id).variants:
        return Message("{1} has scenarios of its own: choose one of them", card.name)
    if card.lore_only and scenario.lore_hand is None:
        return Message("{1} is for Lore adventures, and this is none: choose another one", card.name)
    return None


def varied(edition: Edition, catalogue: Catalogue, scenario: Scenario) -> Edition:
    """Return *edition* as the variants of *scenario* change it, one after the other in their fixed order.

    Raises ConfigError for those that do not go together, or not with the scenario.
    """
    wrong = unfit(edition, catalogue, scenario)
    if wrong is not None:
        raise ConfigError("scenarios.toml", scenario.id, wrong)
    for variant in edition.variants:
        if variant.id in scenario.variants and variant.id not in edition.played:
            edition = replace(variant.of(edition), played=(*edition.played, variant.id))
    return edition
