"""Questions of the referee to the people at the table, and what each answer does."""

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple
from zlib import crc32

from companion.reconcile.grid_check import GridOff
from companion.reconcile.hints import tell_of
from companion.reconcile.referee import Commands, TakenBack
from companion.words.announcer import command_text
from companion.words.names import Tongue, wording_of
from rules.kernel.game import Game
from rules.kernel.messages import Order, Roll
from vision.sightings import Point


class Answer(NamedTuple):
    """What a choice does: take back to *to* (None: nothing is taken back), then play *commands*.

    *dismisses*: the question is not to be asked again about the same table.  *moves_grid* is by how much
    (mm east, north) the grid is laid elsewhere.
    """

    commands: Commands = ()
    to: int | None = None
    dismisses: bool = False
    moves_grid: Point | None = None


class Choice(NamedTuple):
    """One answer that can be given, in words."""

    text: str
    answer: Answer


class Question(NamedTuple):
    """*key* tells the same question asked twice from another one."""

    key: object
    text: str
    choices: tuple[Choice, ...]

    @property
    def id(self) -> str:
        """Return a short text that tells this question from others with the same words."""
        return f"{crc32(repr(self.key).encode()):08x}"


class Asker:
    """Puts questions about *game* into words of *tongue*, by default English."""

    def __init__(self, game: Game, tongue: Tongue | None) -> None:
        self._game, self._tongue = game, tongue
        self._tell = tell_of(tongue)
        self._leave = Choice(self._tell("No, leave it"), Answer(dismisses=True))

    def which(self, choices: Sequence[Commands], *, key: object) -> Question:
        """Ask which of several explanations is what was done."""
        named = tuple(Choice(self.named(commands), Answer(commands)) for commands in choices)
        return Question(key, self._tell("What was done?"), (*named, self._leave))

    def whether_taken_back(self, verdict: TakenBack, taken: Commands, *, key: object) -> Question:
        """Ask whether *taken*, which was done last, is taken back, and something else done in its place."""
        text = self._tell("Take back: {1}.", self.named(taken))
        if verdict.commands:
            text += " " + self._tell("And instead: {1}", self.named(verdict.commands))
        yes = Choice(self._tell("Yes, take it back"), Answer(verdict.commands, to=verdict.to))
        return Question(key, text, (yes, self._leave))

    def about_dice(self, commands: Commands, *, key: object) -> Question:
        """Ask whether dice that lay in the tray before anybody asked for them are the roll."""
        word = wording_of(self._game, self._tongue, spoken=False).thing
        rolls = (command for command in commands if isinstance(command, Roll))
        faces = ", ".join(str(word(face)) for roll in rolls for face in roll.faces)
        yes = Choice(self._tell("Yes, that is the roll"), Answer(commands))
        no = Choice(self._tell("No, they will be rolled"), Answer(dismisses=True))
        return Question(key, self._tell("In the tray lie {1}. Is that the roll?", faces), (yes, no))

    def about_terrain(self, commands: Commands, *, key: object) -> Question:
        """Ask whether terrain has been changed as its tags show it."""
        yes = Choice(self._tell("Yes, that is so"), Answer(commands))
        text = self._tell("The tags show other terrain: {1}. Is that so?", self.named(commands))
        return Question(key, text, (yes, self._leave))

    def about_grid(self, off: GridOff, *, key: object) -> Question:
        """Ask whether the grid lies beside the printed one."""
        text = self._tell(
            "The grid seems to lie beside the printed one: if it is moved by {1} mm, "
            "{2} of {3} units stand where they should.",
            round(hypot(*off.shift_mm)),
            off.right,
            off.seen,
        )
        yes = Choice(self._tell("Yes, lay the grid there"), Answer(moves_grid=off.shift_mm))
        no = Choice(self._tell("No, the units stand elsewhere"), Answer(dismisses=True))
        return Question(key, text, (yes, no))

    def named(self, commands: Commands) -> str:
        """Return *commands* as a text for a button; naming a unit goes without saying where it moves."""
        said = [command for command in commands if not isinstance(command, Order)]
        text = ""
        for command in said:
            named = command_text(command, self._game, self._tongue)
            text = self._tell("{1}, then {2}", text, named) if text else named
        return text
