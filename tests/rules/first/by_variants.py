"""The examples of variants through the engine, sentence by sentence."""

from collections.abc import Callable, Mapping

from rules.first import lore
from rules.first.messages.commands import CountLoreDeck
from rules.first.messages.waits import LoreDeckWait
from rules.first.play.asking import as_council, council
from rules.first.play.lore_cards import price
from rules.kernel import messages as m
from rules.kernel.game import new_game
from rules.kernel.values import LoreChoice, Seat
from tests.rules.first.by_sentences import SENTENCES, BySentences


class ByVariants(BySentences):
    """Plays an example of a variant."""

    def dear_card(self) -> None:
        """Say what the card of the example costs, and its number."""
        amount = "1d/level +1"
        card = self.make_card("dear", cost=3, master="warrior", amount=amount)
        level = lore.acting_level(as_council(council(self.game, Seat.SOUTH)).masters, "warrior")
        told = price(self.game, m.PlayLoreCard(seat=Seat.SOUTH, card=card))
        self.said = [str(told), str(lore.parse_amount(amount).at(level))]

    def deck(self) -> None:
        wait = new_game(self.game.ruleset).state.wait
        assert isinstance(wait, LoreDeckWait)
        by_class = {part.master: part.cards for part in wait.parts}
        numbers = [by_class[name] for name in ("warrior", "rogue", "wizard", "cleric")]
        self.said = [str(number) for number in (*numbers, sum(numbers))]

    def at_the_start(self) -> None:
        before, self.game = self.game, new_game(self.game.ruleset)
        for command in (CountLoreDeck(), m.StartGame()):
            assert self.do(command) is None
        self.said = [
            str(number) for side in self.game.state.sides.values() for number in (side.lore_cards, side.lore)
        ]
        self.game = before

    def keeps_one(self) -> None:
        self._hold(Seat.SOUTH, lore_cards=1)
        self._become(waits=(m.LoreWait(seat=Seat.SOUTH),))
        held = 1 + self.game.ruleset.edition.lore.gains[LoreChoice.CARDS].cards
        assert self.do(m.ReplenishLore(choice=LoreChoice.CARDS)) is None
        (gone,) = [event.count for event in self.events if isinstance(event, m.LoreCardsDiscarded)]
        back = self.game.ruleset.edition.lore.gains[LoreChoice.CARDS].back
        self.said = [f"must discard {gone - back} of {held - back}"]


OF_VARIANTS: Mapping[str, Callable[..., str | None]] = {
    r"price; dice": ByVariants.dear_card,
    r"cards: warrior, rogue, wizard, cleric, all": ByVariants.deck,
    r"at the start: cards, tokens": ByVariants.at_the_start,
    r"he keeps one of the two drawn": ByVariants.keeps_one,
}
ByVariants.sentences = {**SENTENCES, **OF_VARIANTS}
