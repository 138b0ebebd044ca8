"""Questions of the referee to the people at the table, and what each answer does."""

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple
from zlib import crc32

from companion.reconcile.editions.edition_sight import Commands
from companion.reconcile.grid_check import GridOff
from companion.reconcile.hints import tr_of
from companion.reconcile.referee import TakenBack
from companion.words.announcer import command_text
from companion.words.names import Language, wording_of
from rules.kernel.game import Game
from rules.kernel.messages import Order, Roll
from vision.sightings import Point


class ChoiceAction(NamedTuple):
    """What a choice does: take back to *to* (None: nothing is taken back), then play *commands*.

    *dismisses*: the question is not to be asked again about the same table.  *moves_grid* is by how much
    (mm east, north) the grid is laid elsewhere.
    """

    commands: Commands = ()
    to: int | None = None
    dismisses: bool = False
    moves_grid: Point | None = None

    def goes_behind(self, entry: int) -> bool:
        """Return whether this takes back *entry*, or what came before it."""
        return self.to is not None and self.to < entry


class Choice(NamedTuple):
    """One answer that can be given, in words."""

    text: str
    answer: ChoiceAction


class TableQuestion(NamedTuple):
    """*key* tells the same question asked twice from another one."""

    key: object
    text: str
    choices: tuple[Choice, ...]

    @property
    def id(self) -> str:
        """Return a short text that tells this question from others with the same words."""
        return f"{crc32(repr(self.key).encode()):08x}"


class Asker:
    """Puts questions about *game* into words of *language*, by default English."""

    def __init__(self, game: Game, language: Language | None) -> None:
        self._game, self._language = game, language
        self._tr = tr_of(language)
        self._leave = Choice(self._tr("No, leave it"), ChoiceAction(dismisses=True))

    def which(self, choices: Sequence[Commands], *, key: object) -> TableQuestion:
        """Ask which of several explanations is what was done."""
        named = tuple(Choice(self.named(commands), ChoiceAction(commands)) for commands in choices)
        return TableQuestion(key, self._tr("What was done?"), (*named, self._leave))

    def whether_taken_back(self, verdict: TakenBack, taken: Commands, *, key: object) -> TableQuestion:
        """Ask whether *taken*, which was done since this game, is taken back, or something else was done."""
        text = self._tr("Take back: {1}.", self.named(taken))
        if verdict.commands:
            text += " " + self._tr("And instead: {1}", self.named(verdict.commands))
        yes = Choice(self._tr("Yes, take it back"), ChoiceAction(verdict.commands, to=verdict.to))
        others = (
            Choice(self.named(commands), ChoiceAction(commands, to=verdict.to)) for commands in verdict.alike
        )
        return TableQuestion(key, text, (*others, yes, self._leave))

    def about_dice(self, commands: Commands, *, key: object) -> TableQuestion:
        """Ask whether dice that lay in the tray before anybody asked for them are the roll."""
        word = wording_of(self._game, self._language, spoken=False).face
        rolls = (command for command in commands if isinstance(command, Roll))
        faces = ", ".join(word(face) for roll in rolls for face in roll.faces)
        yes = Choice(self._tr("Yes, that is the roll"), ChoiceAction(commands))
        no = Choice(self._tr("No, they will be rolled"), ChoiceAction(dismisses=True))
        return TableQuestion(key, self._tr("In the tray lie {1}. Is that the roll?", faces), (yes, no))

    def about_terrain(self, commands: Commands, *, key: object) -> TableQuestion:
        """Ask whether terrain has been changed as its tags show it."""
        yes = Choice(self._tr("Yes, that is so"), ChoiceAction(commands))
        text = self._tr("The tags show other terrain: {1}. Is that so?", self.named(commands))
        return TableQuestion(key, text, (yes, self._leave))

    def about_grid(self, off: GridOff, *, key: object) -> TableQuestion:
        """Ask whether the grid lies beside the printed one."""
        text = self._tr(
            "The grid seems to lie beside the printed one: if it is moved by {1} mm, "
            "{2} of {3} units stand where they should.",
            round(hypot(*off.shift_mm)),
            off.right,
            off.seen,
        )
        yes = Choice(self._tr("Yes, lay the grid there"), ChoiceAction(moves_grid=off.shift_mm))
        no = Choice(self._tr("No, the units stand elsewhere"), ChoiceAction(dismisses=True))
        return TableQuestion(key, text, (yes, no))

    def named(self, commands: Commands) -> str:
        """Return *commands* as a text for a button; naming a unit goes without saying where it moves."""
        said = [command for command in commands if not isinstance(command, Order)]
        text = ""
        for command in said:
            named = command_text(command, self._game, self._language)
            text = self._tr("{1}, then {2}", text, named) if text else named
        return text
