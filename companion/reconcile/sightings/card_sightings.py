"""The cards whose tags lie beside the board: which of them say something new, and what is done with them.

A tag says its card only where it comes to the table while a card is waited for: one that lay there before
has been told by a tap, or lies there from another turn.  Knows no thread and no store.
"""

from collections.abc import Collection, Iterable, Mapping

from companion.reconcile.editions import CARDS, SAID_BY_CARDS
from companion.reconcile.editions.edition_sight import Commands
from companion.reconcile.editions.first_pieces import asked_of_rack, is_rack_filling, rack_of
from companion.reconcile.errands import Errand, ErrandKind
from rules.kernel.catalogue import kind_of
from rules.kernel.game import Game, play
from rules.kernel.messages import Entry, Refusal
from rules.kernel.values import CardId, Seat, UnitId
from vision.sightings import Observation


class CardSightings:
    """The tags that lie beside the board, and those of them that were laid for the card waited for now."""

    def __init__(self) -> None:
        self._lying: frozenset[str] = frozenset()
        self._seen: frozenset[str] = frozenset()
        self._new: frozenset[str] = frozenset()
        self._before: frozenset[str] = frozenset()
        self._carried: dict[str, int] = {}
        self._turn: tuple[int, Seat] | None = None

    def hear(self, observation: Observation, game: Game, errands: Iterable[Errand] = ()) -> None:
        """Take in what lies there; what does when the table is first seen, or lay there this turn, is old.

        So is what open *errands* ask to be laid on the rack: it has been told by a tap.
        """
        lying, turn = frozenset(observation.beside), (game.state.turn, game.state.active)
        if turn != self._turn:
            self._seen = lying if self._turn is None else self._lying
        if type(game.state.waits[-1]) in CARDS:
            asked = _to_lay(errands, game, set(map(card_of, lying)))
            self._new |= {piece for piece in lying - self._seen if card_of(piece) not in asked}
            self._new |= self._taken_from_rack(observation, game)
        else:
            self._before = lying
        self._new &= lying
        self._seen |= lying
        self._carried |= _more(observation.carried, self._carried)
        self._lying, self._turn = lying, turn

    def _taken_from_rack(self, observation: Observation, game: Game) -> set[str]:
        """Return the tag of a card that was taken from the rack and laid elsewhere, while one is asked for.

        Where several have moved it was the rack itself.
        """
        moved = _more(observation.carried, self._carried)
        asked = asked_of_rack(game.state) if len(moved) == 1 else ()
        return {piece for piece in moved if card_of(piece) in asked}

    def changed(self, entries: Iterable[Entry], game: Game) -> None:
        """Let no tag say again what *entries*, which led to *game*, have told."""
        told = [entry.command for entry in entries]
        if None in told:  # an undo may ask for a card to be laid where it lies still
            self._before = frozenset()
        is_waited_for = type(game.state.waits[-1]) in CARDS
        self._new = frozenset(
            piece
            for piece in self._new
            if is_waited_for and not any(say(card=card_of(piece)) in told for say in SAID_BY_CARDS)
        )

    def is_done(self, errand: Errand) -> bool:
        """Return whether *errand*'s card is seen to lie, or to have been taken away from where it lay.

        One like it that lay about before any card was waited for is not the one to be laid.
        """
        if errand.kind is ErrandKind.LAY_CARD:
            return errand.card in set(map(card_of, self._lying - self._before))
        lying = set(map(card_of, self._lying))
        return errand.kind is ErrandKind.TAKE_CARD and errand.card in set(map(card_of, self._seen)) - lying

    def news(self, game: Game) -> Commands:
        """Return what a card that was laid down says; () where none was, or the rules refuse it."""
        says = CARDS.get(type(game.state.waits[-1]), ())
        others = {card_of(piece) for piece in self._lying - self._new}
        for card in map(card_of, sorted(self._new)):
            if card not in game.ruleset.catalogue.cards:
                continue
            for say in says[1:] if card in others and len(says) > 1 else says:
                command = say(card=card)
                if not isinstance(play(game, command)[1], Refusal):
                    return (command,)
        return ()


def _more(now: Mapping[str, int], before: Mapping[str, int]) -> dict[str, int]:
    """Return what counts more *now*: less is told where a camera has gone, whose counts come back with it."""
    return {piece: count for piece, count in now.items() if count > before.get(piece, 0)}


def _to_lay(errands: Iterable[Errand], game: Game, lying: Collection[CardId]) -> set[CardId]:
    """Return the cards that come to the rack where they come to lie, as *errands* ask, and are not played.

    Once the rack is full these are none unless others of it are seen *lying*: no camera sees it.
    """
    asked = {errand.card for errand in errands if errand.kind is ErrandKind.LAY_CARD and errand.card}
    if not asked or is_rack_filling(game.state):
        return asked
    is_in_sight = any(card in lying for card in rack_of(game.state) if card not in asked)
    return asked if is_in_sight else set()


def card_of(piece: str) -> CardId:
    """Return whose card's tag *piece* is."""
    return CardId(kind_of(UnitId(piece)))
