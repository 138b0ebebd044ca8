"""What those are told who do not see the board: who stands near a hex, what a unit can reach, their own hand.

Pure.  Board and orders are open to everybody; of hands only that of the seat asked for is told, and whose
ear that is for is for others to say.  Names are worded for the ear, and nothing is longer than one breath.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.words.ask import asked_of_others
from companion.words.names import Language, wording_of
from companion.words.translator import Translator
from companion.words.wording import Wording
from rules.kernel.decide import options
from rules.kernel.game import Game, play
from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import Attack, Command, Move, Order
from rules.kernel.state import Unit
from rules.kernel.translatable import Message, counted
from rules.kernel.values import Seat, Tile, UnitId

MOST_LETTERS = 240
MOST_LETTERS_OF_MOVES = 70
"""Letters kept for where a unit may move beside whom it may attack."""


class BoardAnswers(NamedTuple):
    """Answers about *game*, in *language* (None: English)."""

    game: Game
    language: Language | None = None

    def near(self, place: Hex) -> str:
        """Return what *place* is, who stands on it, and who around it: next to it first."""
        board, words = self.game.ruleset.board, self._words
        standing = self.game.state.occupied()
        own = self._standing(standing[place]) if place in standing else ""
        head = [part for part in (words.hex(place), self._terrain(place), self._banner(place), own) if part]
        told = []
        for distance, heading in ((1, self._tr("next to it:")), (2, self._tr("two hexes away:"))):
            around = sorted(at for at in standing if board.distance(place, at) == distance)
            parts = [
                f"{self._standing(standing[at])}, {self._way(place, at)} {words.hex(at)}" for at in around
            ]
            told += [f"{heading} {parts[0]}", *parts[1:]] if parts else []
        told = told or [self._tr("nobody else within two hexes")]
        return self._shortened(f"{', '.join(head)}; ", told, "; ")

    def reach(self, place: Hex) -> str:
        """Return whom the unit on *place* may attack and where it may move, now or once it is ordered."""
        unit = self.game.state.standing_on(place)
        if unit is None:
            return self._tr("Nobody stands on {1}.", self._words.hex(place))
        offered, is_ordered = self._offered(unit)
        begin = "" if is_ordered else f"{self._tr('Once ordered:')} "
        name, tr = self._words.unit(unit.id), self._tr
        attacks, moves = list(self._attacks(unit, offered)), list(self._moves(unit, offered))
        if not attacks and not moves:
            return begin + tr("{1} can neither attack nor move as things stand.", name)
        if not attacks:
            return self._shortened(f"{begin}{tr('{1} can move to', name)} ", moves, ", ")
        most = MOST_LETTERS - MOST_LETTERS_OF_MOVES if moves else MOST_LETTERS
        told = self._shortened(f"{begin}{tr('{1} can attack', name)} ", attacks, ", ", most)
        return self._shortened(f"{told} {tr('It can move to')} ", moves, ", ") if moves else told

    def reach_of(self, unit: UnitId) -> str:
        """Return the same of a unit that stands on the board."""
        place = self.game.state.units[unit].at
        assert place is not None
        return self.reach(place)

    def hand(self, seat: Seat | None, *, is_marshal: bool = False) -> str:
        """Return the cards that *seat* has marked as its own: for its own ears only.

        Who *is_marshal* of one of its wings holds none of them himself.
        """
        if seat is None:
            return self._tr("This device has no hand of its own.")
        words, side = self._words, self.game.state.sides[seat]
        cards = [*map(words.card, side.known), *map(words.lore_card, side.known_lore)]
        missing = side.cards + side.lore_cards - len(cards)
        rest = counted(missing, "{1} card is not marked.", "{1} cards are not marked.")
        unmarked = self._tr(rest) if missing > 0 else ""
        if not cards:
            return unmarked or self._tr("The hand is empty.")
        head = f"{self._tr('Our hand') if is_marshal else self._tr('My hand')}: "
        told = self._shortened(head, cards, ", ", MOST_LETTERS - len(unmarked) - 1)
        return f"{told} {unmarked}".strip()

    def waiting(self) -> str:
        """Return who is waited for, by name, and for what."""
        game = self.game
        return asked_of_others(game.state.wait, options(game), game, self.language).headline

    @property
    def _words(self) -> Wording:
        return wording_of(self.game, self.language, spoken=True)

    @property
    def _tr(self) -> Translator:
        return Translator() if self.language is None else self.language.tr

    def _standing(self, unit: Unit) -> str:
        """Return a unit with its side and how strong it is."""
        words, left = self._words, self.game.left(unit)
        takes_tokens = self.game.kind(unit).damage_tokens
        strength = (
            Message("{1} health left", left) if takes_tokens else counted(left, "{1} figure", "{1} figures")
        )
        return f"{words.unit(unit.id)}, {words.seat(unit.seat)}, {self._tr(strength)}"

    def _terrain(self, place: Hex) -> str:
        tile: Tile | None = self.game.state.terrain.get(place)
        if tile is None:
            return ""
        kinds = (tile.kind,) if tile.token is None else (tile.kind, tile.token)
        return ", ".join(map(self._words.terrain, kinds))

    def _banner(self, place: Hex) -> str:
        points = self.game.state.banners.get(place)
        if not points:
            return ""
        return self._tr("a banner worth {1}", counted(points, "{1} point", "{1} points"))

    def _way(self, start: Hex, end: Hex) -> str:
        """Return the compass point of *end* from *start*: of those between two sides the slanting one."""
        spots = self.game.ruleset.board.spots
        across, up = spots[end].x - spots[start].x, spots[end].y - spots[start].y
        if across == 0:
            return self._tr("north") if up > 0 else self._tr("south")
        sides = {0: "", 1: "north_", -1: "south_"}[(up > 0) - (up < 0)]
        return str(self._words.thing(Direction(f"{sides}{'east' if across > 0 else 'west'}")))

    def _offered(self, unit: Unit) -> tuple[Sequence[Command], bool]:
        """Return what may be done now, or what may be once *unit* is ordered, and whether it is that now."""
        offered = options(self.game)
        order = next((each for each in offered if isinstance(each, Order) and each.unit == unit.id), None)
        if order is None:
            return offered, True
        return options(play(self.game, order).game), False

    def _attacks(self, unit: Unit, offered: Sequence[Command]) -> Iterator[str]:
        """Yield whom *unit* may attack, the nearest first."""
        units = self.game.state.units
        targets = {each.target for each in offered if isinstance(each, Attack) and each.unit == unit.id}
        for place in self._nearest(unit, [at for name in targets if (at := units[name].at) is not None]):
            target = self.game.state.occupied()[place]
            yield f"{self._words.unit(target.id)} {self._words.hex(place)}"

    def _moves(self, unit: Unit, offered: Sequence[Command]) -> Iterator[str]:
        """Yield where *unit* may move, the nearest first."""
        places = {each.to for each in offered if isinstance(each, Move) and each.unit == unit.id}
        yield from map(self._words.hex, self._nearest(unit, [*places]))

    def _nearest(self, unit: Unit, places: Sequence[Hex]) -> list[Hex]:
        board, at = self.game.ruleset.board, unit.at
        assert at is not None
        return sorted(places, key=lambda place: (board.distance(at, place), place))

    def _shortened(self, head: str, parts: Sequence[str], between: str, most: int = MOST_LETTERS) -> str:
        """Return *head* and as many of *parts* as *most* letters hold, at least one, and how many more."""
        for count in range(len(parts), 0, -1):
            left = len(parts) - count
            more = f"{between}{self._tr('and {1} more', left)}" if left else ""
            told = f"{head}{between.join(parts[:count])}{more}."
            if len(told) <= most:
                break
        return told
