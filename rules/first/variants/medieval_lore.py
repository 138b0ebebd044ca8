"""Medieval Lore: a Commander without a War Council, a Lore deck counted out, and cards out of character.

Texts: Game Variants, Medieval Lore Adventures.
"""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from rules.first.landmarks import COMMANDER
from rules.first.lore import EXTRA_PRICE
from rules.first.messages.commands import CountLoreDeck
from rules.first.messages.events import LoreDeckCounted
from rules.first.messages.waits import LoreDeckWait
from rules.first.play import lore_cards
from rules.first.printed.lore import LaidAdventure, LoreMasterCard
from rules.first.printed.pieces import LandmarkCard
from rules.first.printed.rulings import ReadOtherwise, is_played
from rules.first.printed.variants import DeckPart, FirstVariant, deck_parts, is_in_deck
from rules.first.table import FirstTable
from rules.kernel import messages as m
from rules.kernel.catalogue import Catalogue
from rules.kernel.course import Checks, Course
from rules.kernel.edition import Edition, Handler, Variant, Waiting
from rules.kernel.printed import Scenario
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.turn import not_now
from rules.kernel.values import Seat

NAME = "medieval_lore"
MOST_CARDS = 1


def deck_alone(base: Edition, catalogue: Catalogue) -> Catalogue:
    """Return *catalogue* with the Lore cards of the variant's deck, and no others to be played."""
    catalogue = base.printed.as_played(catalogue)
    deck, cards = catalogue.of(FirstVariant)[NAME].deck, catalogue.of(LoreMasterCard)
    return replace(
        catalogue, lore={name: card for name, card in catalogue.lore.items() if is_in_deck(cards[name], deck)}
    )


def without_council(base: Edition, scenario: Scenario) -> Scenario:
    """Return *scenario* with nobody in its councils but a Commander that it gives."""
    scenario = base.setting_up.as_played(scenario)
    assert isinstance(scenario, LaidAdventure)
    councils = {seat: replace(given, masters={}, creatures={}) for seat, given in scenario.councils.items()}
    return replace(scenario, levels=None, councils=councils)


def most_cards(game: Game, seat: Seat) -> int:
    """Return how many Lore cards anybody may hold at the end of a turn."""
    return MOST_CARDS


def own(base: Edition, ruleset: Ruleset) -> FirstTable:
    """Return what is kept of a game as it begins: there is nothing secret about its Commanders.

    They bring no Strongholds, unless the table reads that otherwise.
    """
    kept = base.setting_up.own(ruleset)
    assert isinstance(kept, FirstTable)
    due = kept.due
    if not is_played(ruleset.catalogue, ReadOtherwise.MEDIEVAL_STRONGHOLD):
        due = {seat: sites for seat in due if (sites := _without_strongholds(ruleset, due[seat]))}
    return replace(kept, councils_open=True, due=due)


def _without_strongholds(ruleset: Ruleset, sites: tuple[str, ...]) -> tuple[str, ...]:
    cards = ruleset.catalogue.of(LandmarkCard)
    return tuple(name for name in sites if cards[name].brought_by != COMMANDER)


def _deck(ruleset: Ruleset) -> tuple[DeckPart, ...]:
    return deck_parts(ruleset.catalogue, ruleset.catalogue.of(FirstVariant)[NAME].deck)


def begin(ruleset: Ruleset) -> m.Wait:
    """Return what a game waits for first: the Lore deck, which people sort out."""
    return LoreDeckWait(parts=_deck(ruleset))


def check_deck(game: Game, command: CountLoreDeck) -> Checks:
    """Yield why no Lore deck is counted out now."""
    yield from not_now(game, LoreDeckWait)


def count_deck(base: Edition, course: Course, command: CountLoreDeck) -> None:
    """Keep how many cards the Lore deck has; the set-up goes on."""
    course.say(LoreDeckCounted(count=sum(part.cards for part in _deck(course.ruleset))))
    course.wait(base.setting_up.begin(course.ruleset))


def deck_choices(game: Game, wait: LoreDeckWait) -> Iterator[m.Command]:
    """Yield that the deck is counted out."""
    yield CountLoreDeck()


def _dearer(command: m.PlayUnlistedLoreCard) -> m.PlayUnlistedLoreCard:
    """Return *command* with what its card costs, which is more than is printed on it."""
    return replace(command, cost=command.cost + EXTRA_PRICE)


def check_unlisted(game: Game, command: m.PlayUnlistedLoreCard) -> Checks:
    """Yield what makes no sense in a Lore card that nobody listed, at its price."""
    is_price = command.cost >= 0
    yield from lore_cards.check_unlisted(game, _dearer(command) if is_price else command)


def play_unlisted(course: Course, command: m.PlayUnlistedLoreCard) -> None:
    """Play a Lore card that nobody listed, out of character as all are."""
    lore_cards.play_unlisted(course, _dearer(command))


def medieval_lore(base: Edition) -> Edition:
    """Return *base* as Medieval Lore is played; prices and level 1 follow from there being no council."""
    return replace(
        base,
        printed=base.printed._replace(as_played=partial(deck_alone, base)),
        lore=base.lore._replace(most_cards=most_cards),
        setting_up=base.setting_up._replace(
            as_played=partial(without_council, base), own=partial(own, base), begin=begin
        ),
        handlers={
            **base.handlers,
            CountLoreDeck: Handler(check_deck, partial(count_deck, base)),
            m.PlayUnlistedLoreCard: Handler(check_unlisted, play_unlisted),
        },
        waits={**base.waits, LoreDeckWait: Waiting(deck_choices)},
    )


MEDIEVAL_LORE = Variant(NAME, medieval_lore)
