"""What the messages of the First Edition's variants say in templates."""

from collections.abc import Mapping

import msgspec

from companion.words.editions.first_names import master
from companion.words.event_words import EVENTS
from companion.words.message_words import Field, Filled, MessageWords, Occurrence, is_set, number, text
from companion.words.wait_words import WAITS
from companion.words.wording import Wording
from rules.first.messages import allies as a, epic as e
from rules.first.messages.commands import CountLoreDeck
from rules.first.messages.events import LoreDeckCounted
from rules.first.messages.waits import LoreDeckWait
from rules.first.printed.lore import LoreMasterCard
from rules.first.printed.variants import DeckPart
from rules.first.table import CardSource, table
from rules.kernel import messages as m
from rules.kernel.values import CardId

MEDIEVAL, EPIC, RACK, ALLIES = "medieval_lore", "epic", "rack", "allies"
_CARD: Mapping[str, Field] = {"card": text(lambda words, one: words.card(one.message.card))}


def _cards(words: Wording, cards: tuple[CardId, ...]) -> str:
    return words.listing([words.card(card) for card in cards])


def _waiting_cards(words: Wording, one: Occurrence) -> str:
    return _cards(words, one.message.cards)


def _printed(words: Wording, one: Occurrence) -> str:
    return words.printed("cards", one.message.card, one.message.name)


def _lying(words: Wording, one: Occurrence) -> str:
    return _cards(words, table(one.game.state).rack)


def _lies(one: Occurrence) -> bool:
    """Return whether a card lies on the rack already."""
    return bool(table(one.game.state).rack)


def _has_own(one: Occurrence) -> bool:
    """Return whether one's own card has been played, and one of the rack may be beside it."""
    return any(each.source is CardSource.HAND for each in table(one.game.state).commands)


def _deck(words: Wording, one: Occurrence) -> str:
    """Return which cards of which classes make the Lore deck."""
    return "; ".join(_deck_part(words, part) for part in one.message.parts)


def _deck_part(words: Wording, part: DeckPart) -> str:
    cards = words.ruleset.catalogue.of(LoreMasterCard)
    named = [words.printed("lore", card, cards[card].name) for card in part.only or part.without]
    sort = "only" if part.only else "without" if part.without else "whole"
    return words.phrases.words["lore_deck"][sort].format(
        master=master(words, part.master), count=words.number(part.cards), cards=words.listing(named)
    )


def _deck_size(one: Occurrence) -> int:
    return sum(part.cards for part in one.message.parts)


def _of_rack(one: Occurrence) -> bool:
    """Return whether a card of the rack has been played, and one's own may be beside it."""
    return any(each.source is CardSource.RACK for each in table(one.game.state).commands)


def _seats(words: Wording, one: Occurrence) -> str:
    return words.listing(str(words.seat(seat)) for seat in one.message.seats)


_ROLLED: Mapping[str, Field] = {"faces": text(lambda words, one: words.dice_shown(one.message.faces))}

VARIANT_EVENTS: dict[type[msgspec.Struct], MessageWords] = {
    LoreDeckCounted: MessageWords(MEDIEVAL),
    e.RackFilled: MessageWords(RACK, fields=_CARD),
    e.RackDiscarded: MessageWords(RACK),
    e.RackCardPlayed: MessageWords(
        RACK,
        fields={"name": text(lambda words, one: words.printed("cards", one.message.card, one.message.name))},
    ),
    e.CommandNoted: MessageWords(RACK),
    e.RolledForFirst: MessageWords(EPIC, fields=_ROLLED),
    e.LoreForgone: MessageWords(EPIC),
    e.LoreNotCollected: MessageWords(EPIC, variants={"far": is_set("far")}),
    e.VictoryJudged: MessageWords(EPIC, variants={"decisive": is_set("decisive")}),
    a.AllianceTokenPlaced: MessageWords(ALLIES),
    a.RolledForMarker: MessageWords(ALLIES, fields=_ROLLED),
    a.TieBroken: MessageWords(ALLIES),
    a.MarkersGiven: MessageWords(ALLIES, fields={"seats": text(_seats)}),
    a.CampWon: MessageWords(
        ALLIES,
        fields={
            "camp": Field(Filled.SIDE, lambda words, one: words.camp(one.message.camp)),
            "seats": text(_seats),
        },
        variants={"shared": lambda one: len(one.message.seats) > 1},
    ),
    m.GameWon: EVENTS[m.GameWon]._replace(
        variants={**EVENTS[m.GameWon].variants, "allied": lambda one: len(one.game.ruleset.seats) > 2}
    ),
}
VARIANT_WAITS: dict[type[msgspec.Struct], MessageWords] = {
    m.CardWait: WAITS[m.CardWait]._replace(variants={"second": _of_rack}),
    LoreDeckWait: MessageWords(MEDIEVAL, fields={"parts": text(_deck), "count": number(_deck_size)}),
    e.RackWait: MessageWords(RACK, variants={"lies": _lies}, fields={"cards": text(_lying)}),
    e.RackCardWait: MessageWords(RACK, variants={"second": _has_own}, fields={"cards": text(_waiting_cards)}),
    e.RepeatWait: MessageWords(EPIC, fields={"cards": text(_waiting_cards)}),
}
VARIANT_COMMANDS: dict[type[msgspec.Struct], MessageWords] = {
    CountLoreDeck: MessageWords(),
    a.PlaceAllianceToken: MessageWords(),
    e.FillRack: MessageWords(fields=_CARD),
    e.PlayRackCard: MessageWords(fields=_CARD),
    e.Repeat: MessageWords(fields=_CARD),
}
