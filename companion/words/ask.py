"""What the game waits for, as one question: a headline, what to do, and every choice with its words.

Made once, for page, wall and voice.  Knows no kind of wait: what a choice points at is read from its
command's fields, what is usual from the wait's.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

import msgspec
from msgspec.structs import replace

from companion.words.announcer import summed_up
from companion.words.command_words import shown
from companion.words.message_words import Filling, Occurrence, sum_text
from companion.words.names import (
    Language,
    calling_who_acts,
    in_their_order,
    side_name,
    wording_of,
)
from companion.words.translator import Translator
from companion.words.wait_words import LEAST_PARTS, dice_between, orders_text
from companion.words.wording import Wording
from rules.kernel.chapters.places import acting_places, places_for
from rules.kernel.game import Game
from rules.kernel.hands import play_for
from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import (
    Attack,
    Command,
    Damaged,
    DamageIgnored,
    Decline,
    Eliminated,
    EndMainPhase,
    Event,
    FiguresRemoved,
    LoreGained,
    Marked,
    Move,
    Order,
    Refusal,
    RetreatForced,
    Wait,
)
from rules.kernel.values import Section, Step, UnitId

_POINTING = frozenset({"unit", "target", "to", "at", "through", "way"})
"""The fields of a command that are said by pointing at the board."""

_FURTHEST = 8
"""How many answers a battle still needs at the most."""

_TOLD = (Damaged, DamageIgnored, Eliminated, FiguresRemoved, LoreGained, Marked, RetreatForced)
"""What is told of what a choice would bring about."""


class AskChoice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that can be done, called *label*.

    *unit* is who does it or is meant, *hex* where it is done; with both, the unit is chosen first.
    *does* is what would come of it, where that hangs on nothing else, or what a card says that it does,
    "" else.
    *is_answered_on_board*: pointing at them says all of it.  *is_usual* is what most players would do;
    *warning* says what would be lost by it, *doubt* what nobody here knows of it, "" for nothing.
    *sum* tells the parts of the dice that are rolled for it, "" where it is one alone, and what is not
    known of them.
    *places* are those whose it is, where several people share a side.
    """

    command: Command
    label: str
    hex: Hex | None = None
    unit: UnitId | None = None
    is_usual: bool = False
    is_answered_on_board: bool = False
    warning: str = ""
    doubt: str = ""
    does: str = ""
    sum: str = ""
    places: tuple[Section, ...] = ()


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """What is waited for, in a *headline*; *about* tells everybody more, *hint* who answers what to do.

    *sum* tells the parts of the number that it is about, "" for none; *who* is to answer, "" for anybody.
    *choices* are those that whoever sees this may know of; without any the answer is told otherwise.
    *places* are those of who is to answer, where several people share a side.
    """

    headline: str
    about: str
    hint: str
    choices: tuple[AskChoice, ...]
    sum: str = ""
    who: str = ""
    places: tuple[Section, ...] = ()


def ask_of(wait: Wait, offered: Sequence[Command], game: Game, language: Language | None = None) -> Ask:
    """Return what *wait* of *game* asks of whoever may choose among *offered*."""
    words = wording_of(game, language, spoken=False)
    losing = _losing(offered, game, words)
    pointed = Counter(_place(command, wait, game) for command in offered)
    tr = Translator() if language is None else language.tr
    of_moves = cache(
        lambda unit: (
            words.told.move_doubts(unit, game, words, tr),
            words.told.move_warnings(unit, game, words, tr),
        )
    )
    choices = tuple(
        replace(
            _choice(command, wait, game, words, losing, pointed),
            does=does or words.told.explained(command, game, words),
            **_not_known(command, game, words, tr, of_moves),
        )
        for command, does in zip(offered, _outcomes(offered, game, words, language), strict=True)
    )
    return _shared(replace(_heading(wait, offered, game, language), choices=choices), game, language)


def _not_known(
    command: Command,
    game: Game,
    words: Wording,
    tr: Translator,
    of_moves: Callable[[UnitId], tuple[Mapping[Hex, str], Mapping[Hex, str]]],
) -> dict[str, str]:
    """Return what nobody here knows of *command*, what a move costs, and what an attack's dice come of."""
    if isinstance(command, Move):
        doubts, warnings = of_moves(command.unit)
        return {"doubt": doubts.get(command.to, ""), "warning": warnings.get(command.to, "")}
    if not isinstance(command, Attack):
        return {}
    found = dice_between(game, command.unit, command.target)
    is_sum = found is not None and len(found.parts) >= LEAST_PARTS
    told = (sum_text(words, "dice", found),) if found is not None and is_sum else ()
    return {
        "doubt": " ".join(words.told.doubts(command, game, words, tr)),
        "sum": ". ".join((*told, *words.told.dice_doubts(command, game, words, tr))),
    }


def _shared(ask: Ask, game: Game, language: Language | None) -> Ask:
    """Return *ask* with whose each choice is, of those who share the side that is asked."""
    seat = game.state.wait.seat
    people = {} if language is None or seat is None else language.people.get(seat, {})
    if game.ruleset.edition.wings is None or len(people) < 2:
        return ask
    choices = tuple(
        replace(choice, places=in_their_order(places_for(game, choice.command, people)))
        for choice in ask.choices
    )
    return replace(ask, choices=choices, places=in_their_order(acting_places(game, people)))


def asked_of_others(
    wait: Wait, offered: Sequence[Command], game: Game, language: Language | None = None
) -> Ask:
    """Return what *wait* of *game* asks of those who may choose among *offered*, told to whoever may not."""
    return replace(_heading(wait, offered, game, language), hint="")


def _heading(wait: Wait, offered: Sequence[Command], game: Game, language: Language | None) -> Ask:
    called = language and calling_who_acts(language, game)
    words = wording_of(game, called, spoken=False)
    told, one = words.told.waits[type(wait)], Occurrence(wait, game, offered=offered)
    phrase, filling = told.phrase(words.phrases.waits, one), Filling(words, told, one)
    return Ask(
        headline=phrase.show.format_map(filling),
        about=phrase.about.format_map(filling),
        hint=phrase.hint.format_map(filling),
        choices=(),
        sum=told.sum_text(words, one),
        who="" if wait.seat is None else side_name(wait.seat, words),
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


def _outcomes(
    offered: Sequence[Command], game: Game, words: Wording, language: Language | None
) -> Iterator[str]:
    """Yield what would come of each command that is *offered*, "" where that is not told.

    What comes of all of them alike is left out.
    """
    found = [
        _outcome(command, game, language) if type(command) in words.told.foretold else ()
        for command in offered
    ]
    alike = set.intersection(*map(set, found)) if len(found) > 1 else set()
    return ("; ".join(part for part in parts if part not in alike) for parts in found)


def _outcome(command: Command, game: Game, language: Language | None) -> tuple[str, ...]:
    """Return what comes of *command* in the battle that is on, in words.

    It is played through the rules, never guessed: nobody counters, and nobody goes after anybody.
    """
    told = [event for event in _events(command, game) if isinstance(event, _TOLD)]
    return summed_up(told, game, language)


def _events(command: Command, game: Game) -> Iterator[Event]:
    """Yield what happens until the innermost fight is over, all that may pass let pass."""
    fights = len(game.state.fights)
    next_up: Command | None = command
    for _ in range(_FURTHEST):
        if next_up is None or len(game.state.fights) < fights:
            return
        game, decision = play_for(game, next_up, None)
        if isinstance(decision, Refusal):
            return
        yield from decision
        next_up = _usual(game)


def _usual(game: Game) -> Command | None:
    """Return what lets the present question pass, or else its first answer; None where there is none."""
    wait = game.state.wait
    waiting = game.ruleset.edition.waits[type(wait)]
    if waiting.decline is not None:
        return Decline()
    return next(iter(waiting.answers(game, wait)), None)
