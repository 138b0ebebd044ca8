"""Errands: what hands must still do at the table so that it stands as the journal says.

They are found by comparing the game before and after, so an undo and a
correction have theirs too.  Errands about places are done when the camera sees
them done; those about cards by their tags; those about figures, which it sees on trays only, about tokens,
and about markers, which it sees where they have tags, when the next thing happens.  Either can be ticked by
a tap.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum

import msgspec

from companion.reconcile.editions.first import landmark_names
from companion.reconcile.editions.first_pieces import (
    are_councils_open,
    levies_of,
    lore_beside,
    rack_of,
)
from companion.words.announcer import sentences
from companion.words.editions.first_names import lore_deck
from companion.words.levels import SpeechLevel
from companion.words.names import Language, wording_of
from companion.words.plurals import CountedNumber
from companion.words.wording import Wording
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import DeckShuffled, Event
from rules.kernel.state import Unit
from rules.kernel.values import CardId, Marker, Tile, UnitId


class ErrandKind(StrEnum):
    """What sort of thing is to be done; PLACE and REMOVE can be seen by the camera."""

    PLACE = "place"
    REMOVE = "remove"
    FIGURES = "figures"
    TOKENS = "tokens"
    LORE = "lore"
    MARKER = "marker"
    BANNER = "banner"
    TERRAIN = "terrain"
    LEVY = "levy"
    LAY_CARD = "lay_card"
    TAKE_CARD = "take_card"
    SHUFFLE = "shuffle"
    LORE_DECK = "lore_deck"


SEEN_BY_CAMERA: Collection[ErrandKind] = (ErrandKind.PLACE, ErrandKind.REMOVE)


class Errand(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to do.  *at* is where to (REMOVE: where from); *unit* None: no unit is meant.

    *card* goes to the rack or from there, *marker* beside the unit or from it.
    """

    id: int
    kind: ErrandKind
    text: str
    unit: UnitId | None
    at: Hex | None
    card: CardId | None = None
    marker: Marker | None = None

    def is_done(self, seen: Mapping[UnitId, Hex]) -> bool:
        """Return whether the camera, seeing units at *seen*, sees this errand done."""
        if self.unit is None or self.kind not in SEEN_BY_CAMERA:
            return False
        if self.kind is ErrandKind.REMOVE:
            return self.unit not in seen
        return seen.get(self.unit) == self.at


def errands_between(
    before: Game, after: Game, *, first: int, language: Language | None = None, is_undo: bool = False
) -> tuple[Errand, ...]:
    """Return what hands must do to turn a table of *before* into one of *after*, numbered from *first*.

    What goes from the rack goes back to the deck where that *is_undo*, and is thrown away else.
    """
    say = _ErrandWords(wording_of(after, language, spoken=False))
    old, new = before.state.units, after.state.units
    found = [errand for name, unit in new.items() if name in old for errand in _about(say, old[name], unit)]
    found += [_joins(say, unit) for name, unit in new.items() if name not in old and unit.at is not None]
    found += [
        _errand(ErrandKind.REMOVE, say("off", unit, at=unit.at), unit, unit.at)
        for name, unit in old.items()
        if name not in new and unit.at is not None
    ]
    found += _lore(say, before, after)
    found += _terrain(say, before, after)
    found += _banners(say, before, after)
    found += _levies(say, before, after)
    found += _rack(say, before, after, is_undo=is_undo)
    found += _lore_deck(say, before, after)
    return tuple(msgspec.structs.replace(errand, id=first + index) for index, errand in enumerate(found))


class _ErrandWords:
    """Words an errand; its numbers are words even on the screen."""

    def __init__(self, words: Wording) -> None:
        self.words = words
        self._phrases = words.phrases

    def __call__(self, entry: str, unit: Unit | None = None, *, count: int = 0, **named: object) -> str:
        if unit is not None:
            named["unit"] = self.words.unit(unit.id)
        number = CountedNumber(count, spoken=True, lang=self._phrases.lang)
        return self._phrases.words["errands"][entry].format(count=number, **named)

    def levy(self, banner: str) -> str:
        return self._phrases.words["levy_tokens"][banner]

    def marker(self, marker: Marker) -> str:
        return self._phrases.words["tokens"][marker]


def _about(say: _ErrandWords, before: Unit, after: Unit) -> Iterator[Errand]:
    """Yield the errands about one unit: figures and markers first, then its place."""
    if after.at is None:
        if before.at is not None:
            yield _errand(ErrandKind.REMOVE, say("off", after, at=before.at), after, before.at)
        return
    stands = before.at or after.at
    yield from _figures(say, before, after, stands)
    yield from _markers(say, before, after, stands)
    if before.at is None:
        yield _errand(ErrandKind.PLACE, say("place", after, at=after.at), after, after.at)
    elif before.at != after.at:
        text = say("move", after, start=before.at, at=after.at)
        yield _errand(ErrandKind.PLACE, text, after, after.at)


def _markers(say: _ErrandWords, before: Unit, after: Unit, stands: Hex) -> Iterator[Errand]:
    put = [("put_marker", marker) for marker in after.markers if marker not in before.markers]
    taken = [("take_marker", marker) for marker in before.markers if marker not in after.markers]
    for entry, marker in put + taken:
        text = say(entry, after, marker=say.marker(marker))
        yield msgspec.structs.replace(_errand(ErrandKind.MARKER, text, after, stands), marker=marker)


def _figures(say: _ErrandWords, before: Unit, after: Unit, stands: Hex) -> Iterator[Errand]:
    lost = before.figures - after.figures
    if before.at is not None and lost:
        text = say("take_figures" if lost > 0 else "add_figures", after, count=abs(lost), at=stands)
        yield _errand(ErrandKind.FIGURES, text, after, stands)
    hurt = after.damage - before.damage
    if hurt:
        text = say("put_tokens" if hurt > 0 else "take_tokens", after, count=abs(hurt))
        yield _errand(ErrandKind.TOKENS, text, after, stands)


def _joins(say: _ErrandWords, unit: Unit) -> Errand:
    """Return the errand to put a unit that was in no army before, with its figures."""
    assert unit.at is not None
    entry = "join" if unit.health is None else "place"
    return _errand(ErrandKind.PLACE, say(entry, unit, at=unit.at, count=unit.figures), unit, unit.at)


def _lore(say: _ErrandWords, before: Game, after: Game) -> Iterator[Errand]:
    """Yield the errands about Lore that lies beside units."""
    old, new = lore_beside(before.state), lore_beside(after.state)
    for name in (*old, *(new.keys() - old.keys())):
        unit, more = after.state.units[name], new.get(name, 0) - old.get(name, 0)
        stands = unit.at or before.state.units[name].at
        if more and stands is not None:
            text = say("put_lore" if more > 0 else "take_lore", unit, count=abs(more))
            yield _errand(ErrandKind.LORE, text, unit, stands)


def _terrain(say: _ErrandWords, before: Game, after: Game) -> Iterator[Errand]:
    """Yield the errands about tiles and the tokens on them: what goes first, then what comes."""
    old, new = _pieces(say, before), _pieces(say, after)
    for at, pieces in old.items():
        for piece in reversed(pieces):
            if piece not in new.get(at, ()):
                yield _errand(ErrandKind.TERRAIN, say("take_piece", piece=piece, at=at), None, at)
    for at, pieces in new.items():
        for piece in pieces:
            if piece not in old.get(at, ()):
                yield _errand(ErrandKind.TERRAIN, say("put_piece", piece=piece, at=at), None, at)


def _pieces(say: _ErrandWords, game: Game) -> dict[Hex, tuple[str, ...]]:
    """Return what lies in each hex with a tile, the lowest first: "river", "ford"."""
    landmarks = landmark_names(game, say.words)
    return {
        at: _lying(say, game, tile, landmarks.get(at) or say.words.terrain(tile.kind))
        for at, tile in game.state.terrain.items()
    }


def _lying(say: _ErrandWords, game: Game, tile: Tile, lowest: str) -> tuple[str, ...]:
    """Return what lies in a tile's hex: the tile itself, *lowest*, with whose it is, and its token."""
    if tile.owner is not None:
        faction = game.ruleset.scenario.factions[tile.owner]
        lowest = say("owned", piece=lowest, owner=say.words.faction(faction))
    return (lowest,) if tile.token is None else (lowest, say.words.terrain(tile.token))


def _banners(say: _ErrandWords, before: Game, after: Game) -> list[Errand]:
    old, new = before.state.banners, after.state.banners
    put = [_errand(ErrandKind.BANNER, say("put_banner", at=at), None, at) for at in new if at not in old]
    taken = [_errand(ErrandKind.BANNER, say("take_banner", at=at), None, at) for at in old if at not in new]
    return put + taken


def _levies(say: _ErrandWords, before: Game, after: Game) -> Iterator[Errand]:
    """Yield the errands about Levy tokens."""
    old, new = levies_of(before.state), levies_of(after.state)
    for entry, tokens, others in (("take_levy", old, new), ("put_levy", new, old)):
        for at, token in tokens.items():
            if others.get(at) != token:
                yield _errand(ErrandKind.LEVY, say(entry, banner=say.levy(token.banner), at=at), None, at)


def _rack(say: _ErrandWords, before: Game, after: Game, *, is_undo: bool) -> Iterator[Errand]:
    """Yield the errands about the cards of the rack: what goes first."""
    old, new = Counter(rack_of(before.state)), Counter(rack_of(after.state))
    gone = "take_card" if is_undo else "discard_card"
    for kind, entry, cards in (
        (ErrandKind.TAKE_CARD, gone, old - new),
        (ErrandKind.LAY_CARD, "put_card", new - old),
    ):
        for card in cards.elements():
            text = say(entry, card=say.words.card(card))
            yield Errand(id=0, kind=kind, text=text, unit=None, at=None, card=card)


def _lore_deck(say: _ErrandWords, before: Game, after: Game) -> Iterator[Errand]:
    """Yield the errand to count out the Lore deck that the councils make, once they lie open."""
    if are_councils_open(after.state) and not are_councils_open(before.state):
        text = say("count_lore_deck", cards=lore_deck(say.words, after))
        yield _errand(ErrandKind.LORE_DECK, text, None, None)


def shuffles(
    events: Iterable[Event], game: Game, *, first: int, language: Language | None = None
) -> tuple[Errand, ...]:
    """Return the errands to shuffle the decks that *events*, which led to *game*, tell of, from *first*."""
    shuffled = [event for event in events if isinstance(event, DeckShuffled)]
    told = sentences(shuffled, game, language=language, level=SpeechLevel.STANDARD)
    return tuple(
        Errand(id=number, kind=ErrandKind.SHUFFLE, text=said.text.removesuffix("."), unit=None, at=None)
        for number, said in enumerate(told, start=first)
    )


def _errand(kind: ErrandKind, text: str, unit: Unit | None, at: Hex | None) -> Errand:
    return Errand(id=0, kind=kind, text=text, unit=None if unit is None else unit.id, at=at)
