"""Questions of the referee to the people at the table, and what each answer does."""

from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

from companion.announcer import command_text
from companion.referee import Commands, TakenBack
from rules.game import Game
from rules.messages import Order, Roll


class Answer(NamedTuple):
    """What a choice does: take back to *to* (None: nothing is taken back), then play *commands*.

    *dismisses*: the question is not to be asked again about the same table.
    """

    commands: Commands = ()
    to: int | None = None
    dismisses: bool = False


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


_LEAVE = Choice("No, leave it", Answer(dismisses=True))


def ask_which(game: Game, choices: Sequence[Commands], *, key: object) -> Question:
    """Ask which of several explanations is what was done."""
    named = tuple(Choice(in_words(game, commands), Answer(commands)) for commands in choices)
    return Question(key, "What was done?", (*named, _LEAVE))


def ask_to_take_back(game: Game, verdict: TakenBack, taken: str, *, key: object) -> Question:
    """Ask whether what was done last is taken back, and something else done in its place."""
    text = f"Take back: {taken}"
    if verdict.commands:
        text += f" And instead: {in_words(game, verdict.commands)}"
    yes = Choice("Yes, take it back", Answer(verdict.commands, to=verdict.to))
    return Question(key, text, (yes, _LEAVE))


def ask_about_dice(commands: Commands, *, key: object) -> Question:
    """Ask whether dice that lay in the tray before anybody asked for them are the roll."""
    faces = ", ".join(face for command in commands if isinstance(command, Roll) for face in command.faces)
    yes = Choice("Yes, that is the roll", Answer(commands))
    no = Choice("No, they will be rolled", Answer(dismisses=True))
    return Question(key, f"In the tray lie {faces}. Is that the roll?", (yes, no))


def ask_about_terrain(game: Game, commands: Commands, *, key: object) -> Question:
    """Ask whether terrain has been changed as its tags show it."""
    yes = Choice("Yes, that is so", Answer(commands))
    return Question(
        key, f"The tags show other terrain: {in_words(game, commands)}. Is that so?", (yes, _LEAVE)
    )


def in_words(game: Game, commands: Commands) -> str:
    """Return *commands* as a short text for a button; naming a unit goes without saying where it moves."""
    texts = [command_text(command, game) for command in commands if not isinstance(command, Order)]
    return ", then ".join(texts)
