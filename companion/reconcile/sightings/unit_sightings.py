"""What the camera said last, and how much of it is believed.

A unit that people have placed by hand is not believed by its tag until the tag
is seen elsewhere.  Dice are read once: a throw has a number and is used up.
Knows no thread and no store.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple

from companion.reconcile.editions import PLACING, grounds
from companion.reconcile.sightings.laid_tags import BANNER, is_of_no_unit
from rules.kernel.catalogue import kind_of
from rules.kernel.chapters.card_numbers import needed
from rules.kernel.game import Game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Command,
    Counter,
    CounterWait,
    DiceWait,
    PlaceBanner,
    Refusal,
    RemoveBanner,
    Roll,
    SetUpWait,
)
from rules.kernel.values import Face, UnitId
from rules.second.messages import TerrainWait
from vision.sightings import SURE, DieSeen, Observation, is_same_die


class DiceState(StrEnum):
    """What lies in the tray, as far as the game is concerned."""

    NOTHING_NEW = "nothing_new"
    RESULT = "result"
    ASK = "ask"
    WRONG_NUMBER = "wrong_number"
    UNSURE = "unsure"
    FOREIGN = "foreign"
    TROUBLE = "trouble"


class DiceReading(NamedTuple):
    """The judgement on the dice in the tray; *commands* is what they would say to the rules.

    *troubled* are the dice that must not count, for which the roll waits; FOREIGN: whose faces the
    edition's dice do not have.
    """

    state: DiceState
    commands: tuple[Command, ...] = ()
    seen: int = 0
    wanted: int = 0
    troubled: tuple[DieSeen, ...] = ()


class UnitSightings:
    """The last observation, what is not believed of it, and the throws that are used up."""

    def __init__(self) -> None:
        self.last: Observation | None = None
        self.ignored: frozenset[Hex] = frozenset()
        self._not_believed: dict[UnitId, Hex | None] = {}
        self._banners_were: dict[UnitId, Hex] = {}
        self._used_roll = 0
        self._used_dice: tuple[DieSeen, ...] = ()
        self._idle_roll = 0
        self._typed: tuple[Face, ...] = ()

    @property
    def roll(self) -> int:
        """Return the number of the newest throw, 0 before the first."""
        return 0 if self.last is None else self.last.roll

    def hear(self, observation: Observation, game: Game) -> None:
        """Take in *observation*.  A throw that comes while nobody waits for dice is noted as idle."""
        self._banners_were |= self._banners()
        self.last = observation
        for unit, where in list(self._not_believed.items()):
            if observation.pieces.get(unit) not in (None, where) or self._agrees(unit, game):
                del self._not_believed[unit]
        if self._typed and observation.roll > self._used_roll:
            self._compare_with_typed(observation, game)
        if not _waits_for_dice(game):
            self._idle_roll = max(self._idle_roll, observation.roll)

    def _compare_with_typed(self, observation: Observation, game: Game) -> None:
        """Judge the first throw that is seen after a roll was typed.

        The same faces are that roll, seen at last.  Others may be that roll misread: while a
        counter is open, nobody knows whether the throw began before it, so people are asked.
        """
        dice = observation.fresh or observation.dice
        typed, self._typed = self._typed, ()
        if sorted(die.face for die in dice) == sorted(typed):
            self.use_up_roll()
        elif isinstance(game.state.waits[-1], CounterWait):
            self._idle_roll = max(self._idle_roll, observation.roll)

    def seen(self, game: Game) -> dict[UnitId, Hex]:
        """Return where the units of *game* are seen, without other games' pieces and disbelieved tags.

        In hexes that are ignored nothing is seen, unless it is what the journal says.
        While armies are put on the board, units of their factions that are in none yet are seen too.
        """
        if self.last is None:
            return {}
        may_join: Collection[str] = ()
        if isinstance(game.state.wait, PLACING):
            may_join = game.ruleset.edition.setting_up.recruits(game.ruleset)
        return {
            UnitId(piece): at
            for piece, at in self.last.pieces.items()
            if self._is_believed(UnitId(piece), at, game)
            and (UnitId(piece) in game.state.units or kind_of(UnitId(piece)) in may_join)
        }

    def _is_believed(self, piece: UnitId, at: Hex, game: Game) -> bool:
        is_doubted = piece in self._not_believed or at in self.ignored
        return not is_doubted or self._agrees(piece, game)

    def _agrees(self, piece: UnitId, game: Game) -> bool:
        """Return whether *piece* is a unit that is seen where the journal has it."""
        unit = game.state.units.get(piece)
        return unit is not None and self.last is not None and self.last.pieces.get(piece) == unit.at

    def missing(self, game: Game) -> tuple[UnitId, ...]:
        """Return the living units whose tag is not read at the moment."""
        seen: Mapping[str, Hex] = {} if self.last is None else self.last.pieces
        return tuple(
            name for name, unit in game.state.units.items() if unit.at is not None and name not in seen
        )

    def unseen(self, game: Game) -> dict[UnitId, Hex]:
        """Return the units that are missing, each with the hex that would show it, ignored ones aside."""
        places = {name: game.state.units[name].at for name in self.missing(game)}
        return {
            name: at
            for name, at in places.items()
            if at is not None and at not in self.ignored and name not in self._not_believed
        }

    def reads_units(self, game: Game) -> bool:
        """Return whether units are known by their tags at this table at all."""
        pieces: Collection[str] = () if self.last is None else self.last.pieces
        return any(name in pieces for name in game.state.units)

    def doubtful(self) -> frozenset[Hex]:
        """Return the hexes of which the camera cannot say what stands there, ignored ones aside."""
        return frozenset() if self.last is None else frozenset(self.last.doubtful) - self.ignored

    def strangers(self, game: Game) -> dict[UnitId, Hex]:
        """Return where tags lie that are of no unit, banner, terrain or token of *game*."""
        pieces = {} if self.last is None else self.last.pieces
        kinds = grounds(game.ruleset.catalogue)
        return {
            UnitId(piece): at
            for piece, at in pieces.items()
            if UnitId(piece) not in game.state.units
            and not is_of_no_unit(piece, kinds)
            and at not in self.ignored
            and UnitId(piece) not in self._not_believed
            and UnitId(piece) not in self.seen(game)
        }

    def look_again(self, game: Game) -> None:
        """Ignore no longer the hexes that are seen to be as the journal has them."""
        self.ignored = frozenset(at for at in self.ignored if not self._is_agreeing(at, game))

    def _is_agreeing(self, at: Hex, game: Game) -> bool:
        if self.last is None or at in self.last.doubtful:
            return False
        kinds = grounds(game.ruleset.catalogue)
        units = {
            piece
            for piece, place in self.last.pieces.items()
            if place == at and not is_of_no_unit(piece, kinds)
        }
        unit = game.state.standing_on(at)
        return units == (set() if unit is None else {unit.id})

    def disbelieve(self, units: Iterable[UnitId]) -> None:
        """Take people's word for *units* until their tags are seen elsewhere."""
        for unit in units:
            self._not_believed[unit] = None if self.last is None else self.last.pieces.get(unit)

    def banner_hexes(self) -> frozenset[Hex]:
        """Return where tags of banner markers are seen and believed."""
        return frozenset(
            at
            for piece, at in self._banners().items()
            if piece not in self._not_believed and at not in self.ignored
        )

    def _banners(self) -> dict[UnitId, Hex]:
        pieces = {} if self.last is None else self.last.pieces
        return {UnitId(piece): at for piece, at in pieces.items() if piece.startswith(BANNER)}

    def disbelieve_banners(self, hexes: Collection[Hex]) -> None:
        """Take people's word that no banner lies on *hexes* until its tag is seen elsewhere."""
        self.disbelieve(piece for piece, at in self._banners().items() if at in hexes)

    def banners(self, game: Game, laid: Collection[Hex]) -> tuple[Command, ...]:
        """Return what banner markers seen during the set-up say that is not known yet.

        *laid* are the hexes where the camera saw markers before: one of them that is seen
        nowhere any more has been moved, or was misread, where more markers are seen than
        the scenario still lacks.  Where the players build the scenario, there may be any number.
        """
        wait = game.state.wait
        if not isinstance(wait, SetUpWait | TerrainWait):
            return ()
        seen, known = self.banner_hexes(), game.state.banners
        new = sorted(seen - known.keys())
        left = sorted(at for at in known if at in laid and at not in seen | self.ignored)
        is_free = isinstance(wait, TerrainWait) or game.ruleset.scenario.open
        room = wait.banners if isinstance(wait, SetUpWait) and not is_free else len(new)
        gone = {self._banners_were.get(piece) for piece, at in self._banners().items() if at in new}
        moved = [at for at in left if at in gone] or left[: max(0, len(new) - room)]
        places = tuple(PlaceBanner(at=at) for at in new[: room + len(moved)])
        return (*(RemoveBanner(at=at) for at in moved[: len(places)]), *places)

    def use_up_roll(self, *, typed: tuple[Face, ...] = ()) -> None:
        """The dice in the tray have been used, or given by hand: they are not read again.

        *typed* faces of which no throw has been seen yet use up the one that is seen next.
        """
        self._typed = typed if self.roll <= self._used_roll else ()
        if self.last is not None:
            self._used_roll = self.last.roll
            self._used_dice = self.last.dice

    def dice(self, game: Game) -> DiceReading:
        """Judge the dice in the tray against what *game* waits for."""
        if self.last is None or self.last.roll <= self._used_roll or not _waits_for_dice(game):
            return DiceReading(DiceState.NOTHING_NEW)
        wanted, before = _dice_wanted(game)
        known = game.ruleset.edition.faces
        troubled = tuple(die for die in self._unused(self.last) if die.trouble)
        if troubled:
            return DiceReading(DiceState.TROUBLE, seen=len(self.last.dice), wanted=wanted, troubled=troubled)
        dice, is_doubtful = self._thrown(self.last, wanted)
        if len(dice) != wanted:
            return DiceReading(DiceState.WRONG_NUMBER, seen=len(dice), wanted=wanted)
        if any(die.confidence < SURE for die in dice):
            return DiceReading(DiceState.UNSURE, seen=len(dice), wanted=wanted)
        if foreign := tuple(die for die in dice if die.face not in known.all):
            return DiceReading(DiceState.FOREIGN, seen=len(dice), wanted=wanted, troubled=foreign)
        commands = (*before, Roll(faces=known.in_order(die.face for die in dice)))
        is_old = is_doubtful or self.last.roll <= self._idle_roll
        state = DiceState.ASK if is_old else DiceState.RESULT
        return DiceReading(state, commands, len(dice), wanted)

    def _thrown(self, last: Observation, wanted: int) -> tuple[tuple[DieSeen, ...], bool]:
        """Return the dice that were thrown, and whether that is doubtful.

        Dice may come to rest one after the other, and one may fall where one of the
        throw before lay with the same face up.
        """
        if len(last.fresh) == wanted and not any(die.trouble for die in last.fresh):
            return last.fresh, False
        unused = self._unused(last)
        if len(unused) != wanted and last.fresh and len(last.dice) == wanted:
            return last.dice, True
        return unused, False

    def waiting_dice(self, game: Game) -> tuple[DieSeen, ...]:
        """Return the dice in the tray that may be the roll that *game* waits for, as they are read."""
        if self.last is None or self.last.roll <= self._used_roll or not _waits_for_dice(game):
            return ()
        return self._unused(self.last)

    def _unused(self, last: Observation) -> tuple[DieSeen, ...]:
        """Return the dice that do not lie where those of the throw before lay."""
        return tuple(die for die in last.dice if not any(is_same_die(die, used) for used in self._used_dice))


def _waits_for_dice(game: Game) -> bool:
    wait = game.state.waits[-1]
    # A counter that dice would declare: of a unit whose dice nobody knows their number is asked first.
    is_declared = isinstance(wait, CounterWait) and needed(game, Counter()) is None
    return isinstance(wait, DiceWait) or is_declared


def _dice_wanted(game: Game) -> tuple[int, tuple[Command, ...]]:
    """Return how many dice are waited for, and what must be said first (a counter that dice declare)."""
    wait = game.state.waits[-1]
    if isinstance(wait, DiceWait):
        return wait.count, ()
    after, decision = play(game, Counter())
    countering = after.state.waits[-1]
    if isinstance(decision, Refusal) or not isinstance(countering, DiceWait):
        return 0, ()
    return countering.count, (Counter(),)
