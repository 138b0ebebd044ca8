"""Compares the table with the journal: what follows, what is still to be done by hand, what must be asked.

Lives in the table's thread.  It proposes; the table plays.  While errands about
places are open, nothing new is proposed about the units that have them.
"""

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from msgspec.structs import replace

from companion.journal.journal import CAMERA, Journal
from companion.reconcile.camera_reports import CameraNews
from companion.reconcile.differences import (
    DifferenceOffer,
    Disagreement,
    as_found,
    disagreements,
    followed,
    unbooked,
)
from companion.reconcile.divergence import Doubt
from companion.reconcile.editions import SAID_BY_CARDS
from companion.reconcile.editions.edition_sight import Commands
from companion.reconcile.errand_list import ErrandList, by_urgency
from companion.reconcile.errands import SEEN_BY_CAMERA, ErrandKind
from companion.reconcile.grid_check import GridDoubt
from companion.reconcile.hints import dice_trouble, hint
from companion.reconcile.journal_facts import laid_by_camera, newest_roll, recent_moments, taken_from
from companion.reconcile.moment import CameraState, DiceSeen, LogLine, Moment, TableState
from companion.reconcile.questions import Asker, ChoiceAction, TableQuestion
from companion.reconcile.referee import (
    Ambiguous,
    Astray,
    Difference,
    Explained,
    GoneOn,
    Same,
    TakenBack,
    Unexplained,
    Verdict,
    differences,
    explain,
    without,
)
from companion.reconcile.sightings.card_sightings import CardSightings
from companion.reconcile.sightings.figure_sightings import FiguresGone, FigureSightings
from companion.reconcile.sightings.marker_sightings import MarkerSeen, MarkerSightings
from companion.reconcile.sightings.terrain_sightings import TerrainSightings
from companion.reconcile.sightings.unit_sightings import DiceReading, DiceState, UnitSightings
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Counter, Entry, OrdersWait, Roll
from rules.kernel.values import UnitId
from vision.sightings import SURE, Observation

_UNSEEING = (CameraState.NONE, CameraState.LOST, CameraState.HIDDEN)


class Reconciler:
    """What is known about how the real table differs from *journal*."""

    def __init__(
        self, journal: Journal, *, camera: CameraState, clock: Callable[[], float] = time.time
    ) -> None:
        self.witness = UnitSightings()
        self.tiles, self.figures, self._cards = TerrainSightings(), FigureSightings(), CardSightings()
        self._markers = MarkerSightings()
        self.camera = camera
        self.camera_text = ""
        self.camera_alarm = ""
        self.grid, self._is_held = GridDoubt(self.witness), False
        self._journal = journal
        self._errands = ErrandList(journal.language)
        self._verdict: Verdict = Same()
        self._astray = Astray()
        self._question: TableQuestion | None = None
        self._doubt = Doubt(journal)
        self._dismissed: set[object] = set()
        self._clock = clock
        self._since: dict[str, float] = {}
        self._sent_back: set[UnitId] = set()
        self._dice = DiceReading(DiceState.NOTHING_NEW)

    @property
    def frame(self) -> int | None:
        """Return the number of the picture that was seen last."""
        return None if self.witness.last is None else self.witness.last.frame

    def hear(self, observation: Observation) -> None:
        """Take in what the camera saw, and cross off what has been done."""
        if self.grid.is_stale(observation):
            return
        self.witness.hear(observation, self._journal.game)
        self.witness.look_again(self._journal.game)
        self.tiles.hear(observation, self._journal.game)
        self.figures.hear(observation)
        self._cards.hear(observation, self._journal.game, self._errands.open)
        self._markers.hear(observation)
        self._cross_off()

    def hear_of_camera(self, news: CameraNews) -> None:
        """Take in how the camera is doing."""
        self.camera, self.camera_text, self.camera_alarm = news.state, news.text, news.alarm

    def changed(self, before: Game, entries: Sequence[Entry]) -> None:
        """Find the errands that *entries*, which led from *before* to now, make."""
        checked = SEEN_BY_CAMERA if self.witness.last is not None else ()
        self._doubt.hear(entries)
        self._cards.changed(entries, self._journal.game)
        self._errands.change(before, self._journal.game, entries, checked=checked)
        self.witness.look_again(self._journal.game)
        self._cross_off()

    def recall(self) -> None:
        """Find the errands of a game that goes on: what was asked and, by the log, is not seen done yet."""
        checked = () if self.camera is CameraState.NONE else SEEN_BY_CAMERA
        for entry, before, after in self._journal.steps():
            self._errands.change(before, after, (entry,), checked=checked)
            if entry.by == CAMERA and not isinstance(entry.command, (Roll, Counter, *SAID_BY_CARDS)):
                # It was played because all places that are seen were right.
                self._errands.drop((*checked, ErrandKind.BANNER))

    def _cross_off(self) -> None:
        if self.witness.last is not None:
            game = self._journal.game
            self._errands.cross_off(
                self.witness.strangers(game) | self.witness.seen(game),
                self.witness.banner_hexes(),
                game,
                is_laid=partial(self.tiles.is_done, game),
                are_counted=self.figures.is_done,
                is_carried=self._cards.is_done,
                lies_there=self._markers.is_done,
            )

    def tick(self, number: int) -> bool:
        """Cross off errand *number* on somebody's word; return whether it was open."""
        ticked = self._errands.tick(number)
        self.witness.disbelieve(
            errand.unit for errand in ticked if errand.unit is not None and errand.kind in SEEN_BY_CAMERA
        )
        self.figures.disbelieve(
            errand.unit for errand in ticked if errand.unit is not None and errand.kind is ErrandKind.FIGURES
        )
        self._markers.disbelieve({errand.at for errand in ticked if errand.kind is ErrandKind.MARKER})
        return bool(ticked)

    def choose(
        self, number: int, *, text: str | None = None, key: str | None = None, own: int = 0
    ) -> ChoiceAction | None:
        """Return what choice *number* (from 1) of the open question does; None where there is none.

        Where *text* or *key* is given, only the question that has it is meant.  It stays open where that
        would take back entry *own*.
        """
        question = self._question or self._doubt.question
        if question is None or not 1 <= number <= len(question.choices):
            return None
        if text not in (None, question.text) or key not in (None, question.id):
            return None
        answer = question.choices[number - 1].answer
        if answer.goes_behind(own):
            return answer
        if answer.dismisses:
            self._dismissed.add(question.key)
        self._doubt.settle(question)
        self._question = None
        return answer

    def conclusion(self) -> ChoiceAction | None:
        """Return what follows from what the table shows, None for nothing; sets question and verdict."""
        self._question, self._verdict = None, Same()
        self._dice = DiceReading(DiceState.NOTHING_NEW)
        if self.witness.last is None or self.camera is CameraState.NONE:
            return None
        game = self._journal.game
        self._is_held = self._is_grid_doubted()
        if self._is_held:
            return self._from_dice(game)
        if banners := self.witness.banners(game, laid_by_camera(self._journal)):
            return ChoiceAction(banners)
        if tiles := self.tiles.news(game, taken_from(self._journal)):
            return ChoiceAction(tiles)
        if cards := self._cards.news(game):
            return ChoiceAction(cards)
        action = self._from_dice(game) or self._from_places(game)
        if action is None and self._question is None and isinstance(self._verdict, Same):
            self._ask_about_tiles(game)
        return action

    def _is_grid_doubted(self) -> bool:
        """Return whether the grid may lie off, so that no place is believed; ask where that is sure."""
        game, off = self._journal.game, self.grid.off
        if off is None or self.grid.key in self._dismissed:
            return False
        if not self.grid.holds(game, self.witness.seen(game), recent_moments(self._journal)):
            return False
        if off.is_sure:
            self._ask(self._asker(game).about_grid(off, key=self.grid.key))
        return True

    def _ask_about_tiles(self, game: Game) -> None:
        """Ask whether terrain that the tags show no longer, or elsewhere, has been changed."""
        proposal = self.tiles.proposal(game, may_hide=bool(self.witness.missing(game)))
        if proposal is not None and game.state.winner is None:
            self._ask(self._asker(game).about_terrain(proposal.commands, key=proposal.key))

    def _from_dice(self, game: Game) -> ChoiceAction | None:
        self._dice = self.witness.dice(game)
        if self._dice.state is DiceState.RESULT:
            return ChoiceAction(self._dice.commands)
        if self._dice.state is DiceState.ASK:
            self._ask(
                self._asker(game).about_dice(
                    self._dice.commands, key=("dice", self._journal.last, self.witness.roll)
                )
            )
        return None

    def _from_places(self, game: Game) -> ChoiceAction | None:
        seen = self.witness.seen(game)
        sent = {one.unit for one in self._sent(differences(game, seen))}
        if sent - self._sent_back and not isinstance(game.state.waits[-1], OrdersWait):
            return None  # who has not retreated yet may still be followed
        seen = without(seen, sent)
        past = recent_moments(self._journal)
        self._verdict = explain(game, seen, past=past)
        verdict = self._astray.set_aside(game, seen, self._verdict, past=past)
        key = (self._journal.last, tuple(sorted(seen.items())))
        match verdict:
            case Explained(commands=commands):
                return ChoiceAction(commands)
            case Ambiguous(choices=choices):
                self._ask(self._asker(game).which(choices, key=key))
            case GoneOn(to=to, commands=commands):
                return ChoiceAction(commands, to=to)
            case TakenBack(to=to):
                asker = self._asker(self._journal.at(to))
                self._ask(asker.whether_taken_back(verdict, self._taken(verdict), key=key))
        return None

    def _sent(self, wrong: Iterable[Difference]) -> list[Difference]:
        """Return those of the units that stand *wrong* for which an errand is open."""
        sent = {errand.unit for errand in self._errands.open if errand.kind in SEEN_BY_CAMERA}
        return [one for one in wrong if one.unit in sent]

    def settle(self, offer: DifferenceOffer, ids: Collection[str], own: int = 0) -> ChoiceAction | None:
        """Take *offer* for the disagreements *ids*, and return what is to be played for it.

        None where none of them is still there, or makes that offer.  They stay where that would take
        back entry *own*.
        """
        chosen = [one for one in self._disagreements() if one.id in ids and offer in one.offers]
        if not chosen:
            return None
        game, kept = self._journal.game, {one.id for one in chosen}
        found = [one for one in self._unbooked() if one.id in kept]
        chosen = [one for one in chosen if all(one.id != other.id for other in found)]
        match offer:
            case DifferenceOffer.PUT_BACK:
                stands = {one.unit: one.stands for one in chosen if one.unit}
                self._errands.put_back(game, stands, as_found(game, found))
                self._sent_back |= stands.keys()
            case DifferenceOffer.IGNORE:
                self.figures.disbelieve(one.unit.id for one in found if isinstance(one, FiguresGone))
                self._markers.disbelieve({one.unit.at for one in found if isinstance(one, MarkerSeen)})
                hexes = frozenset(one.hex for one in chosen)
                self.witness.ignored |= hexes
                self.tiles.disbelieve(hexes)
            case DifferenceOffer.FOLLOW:
                past = recent_moments(self._journal)
                answer = followed(game, self.witness.seen(game), chosen, found, past=past)
                if not answer.goes_behind(own):
                    self._errands.drop_about({one.unit for one in chosen if one.unit})
                return answer
        return ChoiceAction()

    def _unbooked(self) -> list[FiguresGone | MarkerSeen]:
        """Return what is found of units and not booked, those aside of which an errand asks it."""
        game, asked = self._journal.game, {(errand.unit, errand.kind) for errand in self._errands.open}
        gone = [one for one in self.figures.gone(game) if (one.unit.id, ErrandKind.FIGURES) not in asked]
        lie = self._markers.unbooked(game, self.witness.seen(game))
        return [*gone, *(one for one in lie if (one.unit.id, ErrandKind.MARKER) not in asked)]

    def look_again(self, hexes: Collection[Hex]) -> bool:
        """Compare *hexes* again; return whether any of them was ignored."""
        was_ignored = not self.witness.ignored.isdisjoint(hexes)
        self.witness.ignored -= frozenset(hexes)
        return was_ignored

    def _taken(self, verdict: TakenBack) -> Commands:
        entries = self._journal.after(verdict.to)
        return tuple(entry.command for entry in entries if entry.command is not None)

    def _asker(self, game: Game) -> Asker:
        return Asker(game, self._journal.language)

    def _ask(self, question: TableQuestion) -> None:
        if question.key not in self._dismissed:
            self._question = question

    def moment(self, number: int, lines: tuple[LogLine, ...]) -> Moment:
        """Return everything that screens are shown now, as view *number*."""
        found = self._disagreements()
        state, text = self._state(found)
        return Moment(
            number=number,
            seq=self._journal.last,
            game=self._journal.game,
            lines=lines,
            errands=by_urgency(self._errands.open),
            state=state,
            text=text,
            differences=found,
            ignored=tuple(sorted(self.witness.ignored)),
            question=self._question or self._doubt.question,
            dice=self._dice_seen(),
            roll=newest_roll(self._journal),
            undo_to=self._journal.before(self._journal.played[-1].entry.seq)
            if self._journal.played
            else None,
            alarms=self._alarms(state, found),
        )

    def _disagreements(self) -> tuple[Disagreement, ...]:
        """Return where table and journal disagree, those aside whose errand the game itself has made."""
        if self.witness.last is None or self.camera in _UNSEEING or self._is_held:
            return ()
        game = self._journal.game
        wrong = differences(game, self.witness.seen(game))
        sent = {one.unit for one in self._sent(wrong)}
        self._sent_back &= sent | {errand.unit for errand in self._errands.open if errand.unit}
        found = disagreements(
            game,
            self.witness,
            [one for one in wrong if one.unit not in sent or one.unit in self._sent_back],
            language=self._journal.language,
            has_reasons=isinstance(self._verdict, Unexplained),
        )
        found = (*found, *unbooked(self._unbooked(), game, self._journal.language))
        now = self._clock()
        self._since = {one.id: self._since.get(one.id, now) for one in found}
        return tuple(
            replace(one, since=self._since[one.id], is_sent=one.unit in self._sent_back) for one in found
        )

    def _alarms(self, state: TableState, found: Iterable[Disagreement]) -> dict[str, str]:
        """Return what people should look up for, by what is the same as long as it is one occurrence."""
        alarms: dict[str, str] = {}
        if self._question is not None:
            alarms[self._question.id] = self._question.text
        elif state is TableState.OUT_OF_STEP:
            alarms |= {one.id: one.told for one in found if one.is_astray and not one.is_sent}
        if self.camera_alarm or state is TableState.CAMERA_LOST:
            alarms[self.camera_alarm or self.camera_text] = self.camera_text
        if self._dice.state is DiceState.TROUBLE:
            alarms["dice"] = dice_trouble(self._dice.troubled, self._journal.language)
        return alarms

    def _state(self, found: Iterable[Disagreement]) -> tuple[TableState, str]:
        if self.camera is CameraState.NONE:
            return TableState.NO_CAMERA, self.camera_text or self._journal.tr("No camera: play by touch.")
        if self.camera in (CameraState.LOST, CameraState.HIDDEN):
            return TableState.CAMERA_LOST, self.camera_text
        if self.camera is CameraState.SETTLING:
            return TableState.SETTLING, self.camera_text
        if self.witness.last is None:
            return TableState.SETTLING, self._journal.tr("Looking for the board.")
        game = self._journal.game
        if self._is_held:
            return TableState.OUT_OF_STEP, self._journal.tr("The units stand beside their hexes.")
        if isinstance(self._verdict, Unexplained | TakenBack | Ambiguous):
            astray = [one.told for one in found if one.is_astray and not one.is_sent]
            return TableState.OUT_OF_STEP, " ".join(astray)
        if self._sent(differences(game, self.witness.seen(game))):
            return TableState.ERRANDS, self._journal.tr("Please do what is listed.")
        text = hint(
            game,
            self._dice,
            self.witness,
            self.tiles,
            camera=self.camera_text,
            language=self._journal.language,
        )
        return TableState.IN_STEP, text

    def _dice_seen(self) -> DiceSeen | None:
        dice = self.witness.waiting_dice(self._journal.game)
        if not dice or self.camera is not CameraState.WATCHING:
            return None  # nothing is read while dice are in the hand
        return DiceSeen(
            faces=tuple(die.face for die in dice),
            confidence=tuple(float(die.confidence) for die in dice),
            doubtful=tuple(bool(die.trouble) or die.confidence < SURE for die in dice),
        )
