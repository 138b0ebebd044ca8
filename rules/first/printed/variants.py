"""What the First Edition's variants change of what is printed: which Lore cards make the deck.

Knows no file and no game in progress.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rules.first.printed.cards import CardVerb, OrderCard
from rules.first.printed.deployment import ArmyCards, ArmyGround
from rules.first.printed.lore import LoreMaster, LoreMasterCard
from rules.kernel.catalogue import Catalogue, ConfigError
from rules.kernel.printed import VariantCard


class DeckRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which cards of a class are in a Lore deck: these *only*, or all *without* those."""

    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class DeckPart(NamedTuple):
    """So many *cards* of the class *master* in a Lore deck: *only* those, or all *without* those."""

    master: str
    cards: int
    only: tuple[str, ...]
    without: tuple[str, ...]


class ChangedCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a Command card *does* in a variant, and our own words for it."""

    summary: str
    does: tuple[CardVerb, ...]


class FirstVariant(VariantCard, frozen=True, kw_only=True):
    """A variant of the First Edition.

    *deck* is its Lore deck by classes, where it has one of its own, *cards* are the Command cards that do
    something else.  With the Lore cards *forgoing* their player takes no Lore for the turn's rolls.
    *bars_lore_marks*: Specialist cards with the Lore mark are not for it, though it is a Lore adventure.
    *army_ground* and *army_cards* are how Call to Arms goes with it, where it goes otherwise than without.
    """

    deck: dict[str, DeckRule] = msgspec.field(default_factory=dict)
    cards: dict[str, ChangedCard] = msgspec.field(default_factory=dict)
    forgoing: tuple[str, ...] = ()
    bars_lore_marks: bool = False
    army_ground: ArmyGround | None = None
    army_cards: ArmyCards | None = None


def with_changed_cards(catalogue: Catalogue, variant: str) -> Catalogue:
    """Return *catalogue* with the Command cards that *variant* changes as it has them."""
    changed = catalogue.of(FirstVariant)[variant].cards
    cards = {
        name: replace(card, summary=changed[name].summary, does=changed[name].does)
        if name in changed
        else card
        for name, card in catalogue.of(OrderCard).items()
    }
    summed_up = {name: replace(card, summary=cards[name].summary) for name, card in catalogue.cards.items()}
    return replace(catalogue.having(OrderCard, cards), cards=summed_up)


def deck_parts(catalogue: Catalogue, deck: Mapping[str, DeckRule]) -> tuple[DeckPart, ...]:
    """Return how many cards of which classes make *deck*, in the order of its entry."""
    return tuple(_parts(catalogue, deck))


def _parts(catalogue: Catalogue, deck: Mapping[str, DeckRule]) -> Iterator[DeckPart]:
    for name, rule in deck.items():
        whole = catalogue.of(LoreMaster)[name].cards or 0
        yield DeckPart(name, len(rule.only) or whole - len(rule.without), rule.only, rule.without)


def is_in_deck(card: LoreMasterCard, deck: Mapping[str, DeckRule]) -> bool:
    """Return whether *card* is one of *deck*."""
    rule = deck.get(card.master)
    if rule is None:
        return False
    return card.id in rule.only if rule.only else card.id not in rule.without


def check_variants(catalogue: Catalogue) -> None:
    """Raise ConfigError for a variant that names a class or a card that there is not."""
    orders, lore = catalogue.of(OrderCard), catalogue.of(LoreMasterCard)
    for name, variant in catalogue.of(FirstVariant).items():
        strange = {
            "deck": _strange(catalogue, variant.deck),
            "cards": (card for card in variant.cards if card not in orders),
            "forgoing": (card for card in variant.forgoing if card not in lore),
        }
        for field, words in strange.items():
            for word in words:
                raise ConfigError(
                    "variants.toml", name, "nothing is called {1}, field {2}", repr(word), field
                )


def _strange(catalogue: Catalogue, deck: Mapping[str, DeckRule]) -> Iterator[str]:
    cards = catalogue.of(LoreMasterCard)
    for master, rule in deck.items():
        if master not in catalogue.of(LoreMaster):
            yield master
        for card in (*rule.only, *rule.without):
            if card not in cards or cards[card].master != master:
                yield card
