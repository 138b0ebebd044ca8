"""What the game waits for, as one question: a headline, what to do, and every choice with its words.

Made once, for page, wall and voice.  Knows no kind of wait: what a choice points at is read from its
command's fields, what is usual from the wait's.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import msgspec

from companion.words.command_words import shown
from companion.words.message_words import Filling, Occurrence
from companion.words.names import Language, wording_of
from companion.words.wait_words import orders_text
from companion.words.wording import Wording
from rules.kernel.game import Game
from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import Attack, Command, EndMainPhase, Move, Order, Wait
from rules.kernel.values import Step, UnitId

_POINTING = frozenset({"unit", "target", "to", "at", "through", "way"})
"""The fields of a command that are said by pointing at the board."""


class AskChoice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that can be done, called *label*.

    *unit* is who does it or is meant, *hex* where it is done; with both, the unit is chosen first.
    *is_answered_on_board*: pointing at them says all of it.  *is_usual* is what most players would do;
    *warning* says what would be lost by it, "" for nothing.
    """

    command: Command
    label: str
    hex: Hex | None = None
    unit: UnitId | None = None
    is_usual: bool = False
    is_answered_on_board: bool = False
    warning: str = ""


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """What is waited for, in a *headline*; *about* tells everybody more, *hint* who answers what to do.

    *choices* are those that whoever sees this may know of; without any the answer is told otherwise.
    """

    headline: str
    about: str
    hint: str
    choices: tuple[AskChoice, ...]


def ask_of(wait: Wait, offered: Sequence[Command], game: Game, language: Language | None = None) -> Ask:
    """Return what *wait* of *game* asks of whoever may choose among *offered*."""
    words = wording_of(game, language, spoken=False)
    told, one = words.told.waits[type(wait)], Occurrence(wait, game, offered=offered)
    phrase, filling = told.phrase(words.phrases.waits, one), Filling(words, told, one)
    losing = _losing(offered, game, words)
    pointed = Counter(_place(command, wait, game) for command in offered)
    return Ask(
        headline=phrase.show.format_map(filling),
        about=phrase.about.format_map(filling),
        hint=phrase.hint.format_map(filling),
        choices=tuple(_choice(command, wait, game, words, losing, pointed) for command in offered),
    )


def _choice(
    command: Command, wait: Wait, game: Game, words: Wording, losing: str, pointed: Counter[Hex | None]
) -> AskChoice:
    """Return *command* as a choice; *pointed* is how many of all choices point at which hex."""
    place, unit = _place(command, wait, game), getattr(command, "unit", None)
    is_alone = unit is None and place is not None and pointed[place] == 1
    return AskChoice(
        command=command,
        label=shown(words, Occurrence(command, game)),
        hex=place,
        unit=unit,
        is_usual=_is_usual(command, wait),
        is_answered_on_board=is_alone or is_answered_on_board(command, wait, game),
        warning=losing if isinstance(command, Attack | EndMainPhase) else "",
    )


def _place(command: Command, wait: Wait, game: Game) -> Hex | None:
    """Return the hex at which *command* points, None for none."""
    for field in ("to", "at"):
        if (place := getattr(command, field, None)) is not None:
            return Hex(place)
    if (target := getattr(command, "target", None)) is not None:
        return game.state.units[target].at
    way: Direction | None = getattr(command, "way", None)
    unit: UnitId | None = getattr(wait, "unit", None)
    start = None if unit is None else game.state.units[unit].at
    return None if way is None or start is None else game.ruleset.board.neighbours[start].get(way)


@cache
def _told_fields(sort: type[Command]) -> tuple[tuple[str, object], ...]:
    """Return the fields of a command that cannot be pointed at, and what each is where nothing is said."""
    fields = msgspec.structs.fields(sort)
    return tuple((field.name, field.default) for field in fields if field.name not in _POINTING)


def is_answered_on_board(command: Command, wait: Wait, game: Game) -> bool:
    """Return whether pointing at a unit or a hex says all of *command*, which answers *wait*."""
    if getattr(command, "unit", None) is None and _place(command, wait, game) is None:
        return False
    return all(getattr(command, name) == usual for name, usual in _told_fields(type(command)))


def _is_usual(command: Command, wait: Wait) -> bool:
    """Return whether *command* says what *wait* calls usual; what counts nothing is as good as left out."""
    usual = getattr(wait, "usual", None)
    return usual is not None and _counted(usual) in map(_counted, msgspec.structs.astuple(command))


def _counted(value: object) -> object:
    return {name: count for name, count in value.items() if count} if isinstance(value, dict) else value


def _losing(offered: Sequence[Command], game: Game, words: Wording) -> str:
    """Return what attacks, or the end of the main phase, would now put an end to; "" for nothing."""
    if game.state.step is not Step.ORDER:
        return ""
    left = orders_text(words, game)
    if left and any(isinstance(command, Order) and not command.paid for command in offered):
        return words.phrases.words["orders"]["left"].format(units=left)
    can_move = any(isinstance(command, Move) for command in offered)
    return words.phrases.words["orders"]["movable"] if can_move else ""
