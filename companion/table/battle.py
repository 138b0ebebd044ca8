"""The battle that is on, or was the last act, as the journal's events tell it: blow by blow, die by die.

Knows no words and no screen.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.journal.journal import Journal, PlayedEntry
from companion.reconcile.moment import BattlePart
from companion.words.editions import words_of
from rules.kernel.battle.deeds import Deed, DieDeed
from rules.kernel.evolve import evolve
from rules.kernel.game import Game
from rules.kernel.messages import (
    AttackDeclared,
    Awaited,
    CardPlayed,
    CombatEnded,
    Damaged,
    Declined,
    Eliminated,
    Entry,
    Event,
    HandNoted,
    LoreCardPlayed,
    Moved,
    NumberTold,
    Ordered,
    OrdersWait,
    Rolled,
    ScoreCorrected,
    StepStarted,
    TurnEnded,
    UnitCorrected,
)
from rules.kernel.values import Step

LONGEST = 60
"""How many entries a battle has at the most, what the table corrects meanwhile included."""

_NEXT_ACTS = (Ordered, Moved, CardPlayed, TurnEnded)
_SETTLED = (Damaged, Eliminated)
_BESIDE = (
    *(AttackDeclared, Awaited, CombatEnded, Declined, Rolled, StepStarted),
    *(HandNoted, NumberTold, ScoreCorrected, UnitCorrected),
)
"""What the picture of a blow and its dice tells by itself, or is no part of it."""


class LastBattle:
    """The newest battle of *journal*, told anew only when there is a newer entry."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._last = -1
        self._blows: tuple[BattlePart, ...] = ()

    def blows(self) -> tuple[BattlePart, ...]:
        """Return the blows of the battle that is on, or was the last act; none once another act has begun."""
        if self._last != self._journal.last:
            self._last, self._blows = self._journal.last, blows_in(self._journal.start, self._journal.played)
        return self._blows


def blows_in(start: Game, played: Sequence[PlayedEntry]) -> tuple[BattlePart, ...]:
    """Return the blows of the battle with which *played*, which began at *start*, ends."""
    for index in range(len(played) - 1, max(-1, len(played) - 1 - LONGEST), -1):
        before = played[index - 1].game if index else start
        entry = played[index].entry
        if any(isinstance(event, AttackDeclared) and not event.counter for event in entry.events):
            return _told(before, [one.entry for one in played[index:]])
        if _is_next_act(entry, before):
            break
    return ()


def _is_next_act(entry: Entry, before: Game) -> bool:
    """Return whether *entry* is no part of a battle any more."""
    for event in entry.events:
        if isinstance(event, StepStarted) and event.step is not Step.OVER:
            return True
        if isinstance(event, _NEXT_ACTS):
            return True
        if isinstance(event, LoreCardPlayed) and not before.state.fights:
            return True
    return False


def _told(before: Game, entries: Sequence[Entry]) -> tuple[BattlePart, ...]:
    """Return the blows that *entries* tell of from *before* on."""
    teller = _Teller(before)
    for entry in entries:
        for event in entry.events:
            teller.hear(event, entry.seq)
    return tuple(teller.blows)


class _Teller:
    """Follows events through the battle, and keeps which blow each belongs to."""

    def __init__(self, game: Game) -> None:
        self.blows: list[BattlePart] = []
        self._game = game
        self._open: list[int] = []  # the blows that are not over, the innermost last
        self._shown_by_dice = words_of(game.ruleset.edition.id).shown_by_dice
        self._settled: set[int] = set()  # those whose dice have done what they do

    def hear(self, event: Event, seq: int) -> None:
        """Take in *event* of entry *seq*."""
        self._game = self._game._replace(state=evolve(self._game.state, event))
        if isinstance(event, AttackDeclared):
            self._settled |= set(self._open)
            self._open.append(len(self.blows))
            self.blows.append(BattlePart(attack=event))
        if not self.blows:
            return
        at = self._open[-1] if self._open else 0
        self.blows[at] = self._with(self.blows[at], at, event, seq)
        if isinstance(event, CombatEnded) and self._open:
            self._open.pop()

    def _with(self, blow: BattlePart, at: int, event: Event, seq: int) -> BattlePart:
        if isinstance(event, _SETTLED) and blow.seq is not None:
            if at in self._open[-1:] and any(die.deed is Deed.OPEN for die in blow.dice):
                blow = replace(blow, dice=self._dice(event))  # chosen without an event of its own
            self._settled.add(at)
        if isinstance(event, Rolled) and event.unit == blow.attack.unit:
            blow = replace(blow, seq=seq)
        is_on = blow.seq is not None and at not in self._settled and bool(self._game.state.fights)
        is_on = is_on and not isinstance(event, CombatEnded)  # then the fight around it is the innermost
        if is_on and at in self._open[-1:]:
            blow = replace(blow, dice=self._dice(event))
        is_beside = isinstance(event, _BESIDE) or type(event) in self._shown_by_dice
        return blow if is_beside else replace(blow, events=(*blow.events, event))

    def _dice(self, event: Event) -> tuple[DieDeed, ...]:
        """Return what the dice do as they lie after *event*; what was asked before it is answered by now."""
        game = self._game
        if not isinstance(event, Awaited):
            game = game._replace(state=replace(game.state, waits=(OrdersWait(),)))
        return game.ruleset.edition.battle.deeds(game)
