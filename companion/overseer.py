"""Compares the table with the books: what follows, what is still to be done by hand, what must be asked.

Lives in the table's thread.  It proposes; the table plays.  While errands about
places are open, nothing new is proposed about the units that have them.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import takewhile

from companion.announcer import refusal_text
from companion.books import CAMERA, Books
from companion.errands import SEEN_BY_CAMERA, ErrandKind
from companion.question import (
    Answer,
    Question,
    ask_about_dice,
    ask_about_terrain,
    ask_to_take_back,
    ask_which,
    in_words,
)
from companion.referee import (
    Commands,
    Difference,
    Explained,
    Moment as Past,
    Same,
    Several,
    TakenBack,
    Unexplained,
    Verdict,
    differences,
    explain,
)
from companion.status import CameraState, DiceSeen, Line, Moment, RollTold, TableState
from companion.tilewitness import TileWitness
from companion.todo import ErrandList
from companion.witness import DiceReading, DiceState, Witness
from rules.game import Game
from rules.hexes import Hex
from rules.messages import (
    Counter,
    Entry,
    PlaceBanner,
    RemoveTerrain,
    Roll,
    Rolled,
    TerrainRemoved,
    TurnStarted,
)
from rules.view import unit_name
from vision.sighting import DieSeen, Observation

FAR_BACK = 12
"""How many entries back the board of an earlier moment is looked for."""


class Overseer:
    """What is known about how the real table differs from *books*."""

    def __init__(self, books: Books, *, camera: CameraState) -> None:
        self.witness = Witness()
        self.tiles = TileWitness()
        self.camera = camera
        self.camera_text = ""
        self.camera_alarm = ""
        self._books = books
        self._errands = ErrandList(books.tongue)
        self._verdict: Verdict = Same()
        self._question: Question | None = None
        self._dismissed: set[object] = set()
        self._dice = DiceReading(DiceState.NOTHING_NEW)

    @property
    def frame(self) -> int | None:
        """Return the number of the picture that was seen last."""
        return None if self.witness.last is None else self.witness.last.frame

    def hear(self, observation: Observation) -> None:
        """Take in what the camera saw, and cross off what has been done."""
        self.witness.hear(observation, self._books.game)
        self.tiles.hear(observation, self._books.game)
        self._cross_off()

    def changed(self, before: Game, entries: Iterable[Entry]) -> None:
        """Find the errands that *entries*, which led from *before* to now, make."""
        checked = SEEN_BY_CAMERA if self.witness.last is not None else ()
        self._errands.change(before, self._books.game, entries, checked=checked)
        self._cross_off()

    def recall(self) -> None:
        """Find the errands of a game that goes on: what was asked and, by the log, is not seen done yet."""
        checked = () if self.camera is CameraState.NONE else SEEN_BY_CAMERA
        for entry, before, after in self._books.steps():
            self._errands.change(before, after, (entry,), checked=checked)
            if entry.by == CAMERA and not isinstance(entry.command, Roll | Counter):
                self._errands.drop(
                    (*checked, ErrandKind.BANNER)
                )  # it was played because all places that are seen were right

    def _cross_off(self) -> None:
        if self.witness.last is not None:
            game = self._books.game
            self._errands.cross_off(
                self.witness.seen(game),
                self.witness.banner_hexes(),
                game,
                is_laid=partial(self.tiles.is_done, game),
            )

    def tick(self, number: int) -> bool:
        """Cross off errand *number* on somebody's word; return whether it was open."""
        ticked = self._errands.tick(number)
        self.witness.disbelieve(
            errand.unit for errand in ticked if errand.unit is not None and errand.kind in SEEN_BY_CAMERA
        )
        return bool(ticked)

    def choose(self, number: int, *, text: str | None = None, key: str | None = None) -> Answer | None:
        """Return what choice *number* (from 1) of the open question does; None where there is none.

        Where *text* or *key* is given, only the question that has it is meant.
        """
        question = self._question
        if question is None or not 1 <= number <= len(question.choices):
            return None
        if text not in (None, question.text) or key not in (None, question.id):
            return None
        answer = question.choices[number - 1].answer
        if answer.dismisses:
            self._dismissed.add(question.key)
        self._question = None
        return answer

    def conclusion(self) -> Commands:
        """Return what the table shows to have been done (nothing: ()); sets question and verdict."""
        self._question, self._verdict = None, Same()
        self._dice = DiceReading(DiceState.NOTHING_NEW)
        if self.witness.last is None or self.camera is CameraState.NONE:
            return ()
        game = self._books.game
        if banners := self.witness.banners(game, self._laid_by_camera()):
            return banners
        if tiles := self.tiles.news(game, self._taken_from()):
            return tiles
        commands = self._from_dice(game) or self._from_places(game)
        if not commands and self._question is None and isinstance(self._verdict, Same):
            self._ask_about_tiles(game)
        return commands

    def _ask_about_tiles(self, game: Game) -> None:
        """Ask whether terrain that the tags show no longer, or elsewhere, has been changed."""
        proposal = self.tiles.proposal(game, may_hide=bool(self.witness.missing(game)))
        if proposal is not None and game.state.winner is None:
            self._ask(ask_about_terrain(game, proposal.commands, key=proposal.key))

    def _taken_from(self) -> frozenset[Hex]:
        """Return from which hexes terrain has been taken in this game, not counting tiles seen moved."""
        entries = [one.entry for one in self._books.played]
        told = [one for one in entries if one.by != CAMERA or not isinstance(one.command, RemoveTerrain)]
        events = [event for entry in told for event in entry.events]
        return frozenset(event.at for event in events if isinstance(event, TerrainRemoved))

    def _laid_by_camera(self) -> frozenset[Hex]:
        """Return where the camera saw banners laid down, those that people have taken away included."""
        commands = [one.entry.command for one in self._books.played if one.entry.by == CAMERA]
        return frozenset(command.at for command in commands if isinstance(command, PlaceBanner))

    def _from_dice(self, game: Game) -> Commands:
        self._dice = self.witness.dice(game)
        if self._dice.state is DiceState.RESULT:
            return self._dice.commands
        if self._dice.state is DiceState.ASK:
            self._ask(ask_about_dice(self._dice.commands, key=("dice", self._books.last, self.witness.roll)))
        return ()

    def _from_places(self, game: Game) -> Commands:
        seen = self.witness.seen(game)
        if self._waits_for_hands(differences(game, seen)):
            return ()
        self._verdict = explain(game, seen, past=self._past())
        key = (self._books.last, tuple(sorted(seen.items())))
        match self._verdict:
            case Explained(commands=commands):
                return commands
            case Several(choices=choices):
                self._ask(ask_which(game, choices, key=key))
            case TakenBack():
                self._ask(ask_to_take_back(game, self._verdict, self._taken(self._verdict), key=key))
        return ()

    def _waits_for_hands(self, wrong: Iterable[Difference]) -> bool:
        """Return whether a unit that stands wrong has an open errand."""
        sent = {errand.unit for errand in self._errands.open if errand.kind in SEEN_BY_CAMERA}
        return any(one.unit in sent for one in wrong)

    def _past(self) -> list[Past]:
        """Return the moments that a hand can bring back, of this turn and since the last roll."""
        played = [one.entry for one in reversed(self._books.played)]
        count = len(list(takewhile(_can_be_taken_back, played)))
        return self._books.moments()[1 : 1 + min(count, FAR_BACK)]

    def _taken(self, verdict: TakenBack) -> str:
        commands = tuple(
            one.entry.command
            for one in self._books.played
            if one.entry.seq > verdict.to and one.entry.command is not None
        )
        return in_words(self._books.game, commands) + "."

    def _ask(self, question: Question) -> None:
        if question.key not in self._dismissed:
            self._question = question

    def moment(self, number: int, lines: tuple[Line, ...]) -> Moment:
        """Return everything that screens are shown now, as view *number*."""
        state, text = self._state()
        wrong: tuple[Difference, ...] = ()
        if state in (TableState.OUT_OF_STEP, TableState.ERRANDS):
            wrong = differences(self._books.game, self.witness.seen(self._books.game))
        return Moment(
            number=number,
            seq=self._books.last,
            game=self._books.game,
            lines=lines,
            errands=self._errands.open,
            state=state,
            text=text,
            differences=wrong,
            question=self._question,
            dice=self._dice_seen(),
            roll=self._newest_roll(),
            undo_to=self._books.before(self._books.played[-1].entry.seq) if self._books.played else None,
            alarms=self._alarms(state, text),
        )

    def _alarms(self, state: TableState, text: str) -> dict[str, str]:
        """Return what people should look up for, by what is the same as long as it is one occurrence."""
        found: dict[str, str] = {}
        if self._question is not None:
            found[self._question.id] = self._question.text
        elif state is TableState.OUT_OF_STEP:
            found[text] = text
        if self.camera_alarm or state is TableState.CAMERA_LOST:
            found[self.camera_alarm or self.camera_text] = self.camera_text
        if self._dice.state is DiceState.TROUBLE:
            found["dice"] = dice_trouble(self._dice.troubled)
        return found

    def _state(self) -> tuple[TableState, str]:
        if self.camera is CameraState.NONE:
            return TableState.NO_CAMERA, self.camera_text or "No camera: play by touch."
        if self.camera in (CameraState.LOST, CameraState.HIDDEN):
            return TableState.CAMERA_LOST, self.camera_text
        if self.camera is CameraState.SETTLING:
            return TableState.SETTLING, self.camera_text
        if self.witness.last is None:
            return TableState.SETTLING, "Looking for the board."
        game = self._books.game
        if self._waits_for_hands(differences(game, self.witness.seen(game))):
            return TableState.ERRANDS, "Please do what is listed."
        if isinstance(self._verdict, Unexplained | TakenBack | Several):
            return TableState.OUT_OF_STEP, self._why(game, self._verdict)
        return TableState.IN_STEP, self._remark(game)

    def _why(self, game: Game, verdict: Verdict) -> str:
        wrong = differences(game, self.witness.seen(game))
        places = "; ".join(_difference(game, one) for one in wrong)
        reason = verdict.refusal if isinstance(verdict, Unexplained) else None
        return f"{places}." if reason is None else f"{places}. {refusal_text(reason, game)}."

    def _remark(self, game: Game) -> str:
        """Return what is worth knowing although table and books agree."""
        if self._dice.state is DiceState.TROUBLE:
            return dice_trouble(self._dice.troubled)
        if self._dice.state is DiceState.WRONG_NUMBER:
            return f"{self._dice.seen} dice are in the tray, {self._dice.wanted} are to be rolled."
        if self._dice.state is DiceState.UNSURE:
            return "The dice cannot be read for sure: roll again or enter them."
        if self.camera_text:
            return self.camera_text
        if puzzling := self.tiles.puzzling(game):
            return (
                f"The tags of terrain on {', '.join(puzzling)} do not go together: "
                "a ford or bridge lies on water, and only one tile on a hex."
            )
        missing = self.witness.missing(game)
        if missing:
            return f"Not read at the moment: {', '.join(unit_name(game, unit) for unit in missing)}."
        return ""

    def _dice_seen(self) -> DiceSeen | None:
        dice = [] if self.witness.last is None else [die for die in self.witness.last.dice if not die.trouble]
        if not dice:
            return None
        return DiceSeen(
            faces=tuple(die.face for die in dice), confidence=tuple(float(die.confidence) for die in dice)
        )

    def _newest_roll(self) -> RollTold | None:
        for entry in reversed([played.entry for played in self._books.played]):
            if isinstance(entry.command, Roll):
                back = self._books.before(entry.seq)
                return RollTold(seq=entry.seq, undo_to=back, faces=entry.command.faces)
        return None


def _can_be_taken_back(entry: Entry) -> bool:
    return not any(isinstance(event, Rolled | TurnStarted) for event in entry.events)


def _difference(game: Game, one: Difference) -> str:
    name, unit = unit_name(game, one.unit), game.state.units.get(one.unit)
    if unit is None:
        return f"{name} stands in {one.seen} but is in no army"
    if one.expected is None and unit.figures > 0:
        return f"{name} stands in {one.seen} and has no place yet"
    if one.expected is None:
        return f"{name} is out of the game but stands in {one.seen}"
    return f"{name} stands in {one.seen}, expected in {one.expected}"


def dice_trouble(dice: Sequence[DieSeen]) -> str:
    """Return the sentence that names the dice for which a roll waits, and what helps."""
    named = ", ".join(f"{die.face} is {die.trouble}" for die in dice)
    return f"The roll waits, dice must lie flat in the tray: {named}. Roll again what does not count."
