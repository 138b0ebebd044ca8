"""The list of errands: what hands have been asked to do and have not done yet.

The list keeps the table as hands have left it, so that what is asked is always the way
from there to what the journal says: taking back what nobody has done yet asks for nothing.
Knows no camera: whoever does says what it sees.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from companion.reconcile.editions.first_pieces import (
    levies_of,
    lore_beside,
    with_closed_councils,
    with_levy,
    with_lore_beside,
    with_rack_card_as_in,
    with_rack_in_hand,
)
from companion.reconcile.errands import SEEN_BY_CAMERA, Errand, ErrandKind, errands_between, shuffles
from companion.words.names import Language
from rules.kernel.catalogue import kind_of
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Advance,
    Advanced,
    Command,
    CorrectUnit,
    Entry,
    Event,
    Move,
    Moved,
    Overrule,
    PlaceBanner,
    PlaceTerrain,
    PlaceUnit,
    RemoveBanner,
    RemoveTerrain,
    Retracted,
)
from rules.kernel.state import Unit
from rules.kernel.values import Seat, Step, UnitId

TELLING = (PlaceTerrain, RemoveTerrain, PlaceBanner, RemoveBanner)
"""What people say of a hex when it lies there already, or no longer."""
IN_PASSING: Collection[ErrandKind] = (ErrandKind.LEVY, ErrandKind.LAY_CARD, ErrandKind.TAKE_CARD)
"""What is done as it is told, so that it is over with the next thing in a set-up, too."""

Key = TypeVar("Key")
Thing = TypeVar("Thing")


class ErrandList:
    """The *open* errands, in the order in which they were asked for."""

    def __init__(self, language: Language | None = None) -> None:
        self._language = language
        self.open: tuple[Errand, ...] = ()
        self._left: Game | None = None
        self._next = 1

    def change(
        self, before: Game, after: Game, entries: Iterable[Entry], *, checked: Collection[ErrandKind]
    ) -> None:
        """Find what *entries*, which led from *before* to *after*, ask for.

        Errands of the *checked* kinds stay open until they are done.  Others are taken to be
        done when the next thing happens, but not while a game is set up, nor by an undo.
        What people correct or put down stands as they say, and terrain and banners that they tell
        lie as they say, also where they take that back while a game is set up by touch: nothing
        is to be done about it.  Nor is it about a unit that they move by a tap, where no camera looks on.
        """
        entries = tuple(entries)
        is_undo = any(isinstance(event, Retracted) for entry in entries for event in entry.events)
        corrected = {unit for entry in entries if (unit := _corrected(entry.command)) is not None}
        told = {entry.command.at for entry in entries if isinstance(entry.command, TELLING)}
        if is_undo and before.state.step is Step.SET_UP and not checked:
            told |= _laid_otherwise(before, after)
        moved = set() if checked else set(_moved(entries))
        is_set_up = before.state.step is Step.SET_UP
        kept = [
            errand
            for errand in self.open
            if (is_undo or errand.kind in checked or (is_set_up and errand.kind not in IN_PASSING))
            and errand.unit not in corrected
            and not (errand.unit is None and errand.at in told)
            and not (errand.unit in moved and errand.kind in SEEN_BY_CAMERA)
        ]
        events = [event for entry in entries for event in entry.events]
        base = _in_hand(before, after if corrected or told else before, events)
        self._left = left = _standing_as_in(after, _as_left(base, self._left or before, kept), moved)
        asked = errands_between(left, after, first=self._next, language=self._language, is_undo=is_undo)
        decks = [errand for errand in kept if errand.kind is ErrandKind.SHUFFLE and not is_undo]
        decks += shuffles(events, after, first=self._next + len(asked), language=self._language)
        self._ask((*asked, *decks))

    def _ask(self, errands: Sequence[Errand]) -> None:
        """Open *errands*; those that are open already keep their numbers."""
        known = {_what(errand): errand for errand in self.open}
        self.open = tuple(known.get(_what(errand), errand) for errand in errands)
        self._next += len(errands)

    def put_back(self, game: Game, stands: Mapping[UnitId, Hex | None], others: Iterable[Unit] = ()) -> None:
        """Ask for units that *stand* elsewhere than *game* has them (None: nowhere) to be put back.

        And for *others*, which have other figures or markers on the table, to be as *game* has them.
        """
        left = _as_left(game, self._left or game, self.open)
        units = dict(left.state.units)
        for name, at in stands.items():
            units[name] = replace(units.get(name) or _stranger(name), at=at)
        for seen in others:
            units[seen.id] = replace(units[seen.id], figures=seen.figures, markers=seen.markers)
        self._left = left._replace(state=replace(left.state, units=units))
        self._ask(errands_between(self._left, game, first=self._next, language=self._language))

    def drop_about(self, units: Collection[UnitId]) -> None:
        """Ask no longer for *units* to be put anywhere."""
        self.open = tuple(
            errand for errand in self.open if errand.unit not in units or errand.kind not in SEEN_BY_CAMERA
        )

    def drop(self, kinds: Collection[ErrandKind]) -> None:
        """Take the errands of *kinds* to be done."""
        self.open = tuple(errand for errand in self.open if errand.kind not in kinds)

    def cross_off(
        self,
        seen: Mapping[UnitId, Hex],
        banners: Collection[Hex],
        game: Game,
        *,
        is_laid: Callable[[Hex], bool] = lambda at: False,
        are_counted: Callable[[Unit, int], bool] = lambda unit, left: False,
        is_carried: Callable[[Errand], bool] = lambda errand: False,
        lies_there: Callable[[Errand, Game, Game], bool] = lambda errand, game, left: False,
    ) -> None:
        """Take to be done what is seen done: units *seen* in hexes, tags of *banners* lying in hexes.

        *is_laid* says of a hex whether its terrain is seen to be as *game* has it, *are_counted* of a
        unit, of which so many figures stood on the table, whether all have been taken or added,
        *is_carried* of an errand whether its card is seen to have been laid or taken, *lies_there* of
        what goes beside a unit whether it has come to lie in its hex since.
        """
        left = self._left or game
        self.open = tuple(
            errand
            for errand in self.open
            if not errand.is_done(seen)
            and not _is_banner_done(errand, banners, game)
            and not is_carried(errand)
            and not (errand.kind is ErrandKind.TERRAIN and errand.at is not None and is_laid(errand.at))
            and not (
                errand.kind is ErrandKind.FIGURES
                and errand.unit in left.state.units
                and are_counted(game.state.units[errand.unit], left.state.units[errand.unit].figures)
            )
            and not lies_there(errand, game, left)
        )

    def tick(self, number: int) -> tuple[Errand, ...]:
        """Take errand *number* to be done, and return it; nothing where it is not open."""
        ticked = tuple(errand for errand in self.open if errand.id == number)
        self.open = tuple(errand for errand in self.open if errand.id != number)
        return ticked


def by_urgency(errands: Iterable[Errand]) -> tuple[Errand, ...]:
    """Return *errands*, what the camera waits for first: units that stand wrong, others, banners, terrain."""
    told = tuple(errands)
    waited_for = {errand.unit for errand in told if errand.kind in SEEN_BY_CAMERA}

    def rank(errand: Errand) -> int:
        if errand.unit is None:
            return 3 if errand.kind is ErrandKind.TERRAIN else 2
        return 0 if errand.unit in waited_for else 1

    return tuple(sorted(told, key=rank))


def _stranger(name: UnitId) -> Unit:
    """Return a unit that is in no army, as a table may show one: of which seat does not matter."""
    return Unit(id=name, kind=kind_of(name), seat=Seat.SOUTH, at=None, figures=1)


def _what(errand: Errand) -> Errand:
    return replace(errand, id=0)


def _corrected(command: Command | None) -> UnitId | None:
    if isinstance(command, Overrule):
        command = command.command
    return command.unit if isinstance(command, CorrectUnit | PlaceUnit) else None


def _moved(entries: Iterable[Entry]) -> Iterator[UnitId]:
    """Yield the units that people have moved by what they told."""
    for entry in entries:
        if isinstance(entry.command, Move | Advance):
            yield from (event.unit for event in entry.events if isinstance(event, Moved | Advanced))


def _standing_as_in(after: Game, left: Game, moved: Collection[UnitId]) -> Game:
    """Return the table as it was *left*, but *moved* units where *after* has them."""
    now = after.state.units
    units = {
        name: replace(unit, at=now[name].at) if name in moved and now[name].at is not None else unit
        for name, unit in left.state.units.items()
    }
    return left._replace(state=replace(left.state, units=units))


def _in_hand(before: Game, told: Game, events: Iterable[Event]) -> Game:
    """Return the table as it is *told* when *events* begin, with what lies on it beside units as *before*."""
    state = replace(told.state, own=before.state.own)
    return told._replace(state=with_rack_in_hand(state, events))


def _laid_otherwise(before: Game, after: Game) -> set[Hex]:
    """Return the hexes where other terrain lies *after*, or another banner, than *before*."""
    pairs = (
        (before.state.terrain, after.state.terrain),
        (before.state.banners, after.state.banners),
    )
    return {at for old, new in pairs for at in {*old, *new} if old.get(at) != new.get(at)}


def _is_banner_done(errand: Errand, banners: Collection[Hex], game: Game) -> bool:
    """Return whether a marker is seen put or taken, at a table where markers with tags are seen at all."""
    if errand.kind is not ErrandKind.BANNER or not banners:
        return False
    return (errand.at in banners) == (errand.at in game.state.banners)


def _as_left(game: Game, left: Game, undone: Iterable[Errand]) -> Game:
    """Return *game*, but as it was *left* wherever an errand is *undone*."""
    state, was = game.state, left.state
    units, banners, terrain = dict(state.units), dict(state.banners), dict(state.terrain)
    for errand in undone:
        if errand.unit is not None and errand.kind is ErrandKind.LORE:
            state = with_lore_beside(state, errand.unit, lore_beside(was).get(errand.unit, 0))
        elif errand.unit is not None:
            unit, stood = units.get(errand.unit), was.units.get(errand.unit)
            _keep(units, errand.unit, _unit_as_left(unit, stood, errand))
        elif errand.card is not None:
            state = with_rack_card_as_in(state, was, errand.card)
        elif errand.kind is ErrandKind.LORE_DECK:
            state = with_closed_councils(state)
        elif errand.at is None:
            continue
        elif errand.kind is ErrandKind.LEVY:
            state = with_levy(state, errand.at, levies_of(was).get(errand.at))
        elif errand.kind is ErrandKind.TERRAIN:
            _keep(terrain, errand.at, was.terrain.get(errand.at))
        else:
            _keep(banners, errand.at, was.banners.get(errand.at))
    return game._replace(state=replace(state, units=units, banners=banners, terrain=terrain))


def _keep(things: dict[Key, Thing], key: Key, thing: Thing | None) -> None:
    """Put *thing* among *things*, or take away what is there where it is None."""
    if thing is None:
        things.pop(key, None)
    else:
        things[key] = thing


def _unit_as_left(unit: Unit | None, left: Unit | None, errand: Errand) -> Unit | None:
    """Return *unit*, but as it was *left* in what *errand* is about; None: it is in no army."""
    if unit is None or left is None:
        return left
    match errand.kind:
        case ErrandKind.PLACE:
            return replace(unit, at=left.at)
        case ErrandKind.REMOVE:
            return left
        case ErrandKind.FIGURES:
            return replace(unit, figures=left.figures)
        case ErrandKind.TOKENS:
            return replace(unit, damage=left.damage)
        case ErrandKind.MARKER:
            return replace(unit, markers=left.markers)
        case _:
            return unit
