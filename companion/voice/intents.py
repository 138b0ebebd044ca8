"""What a spoken sentence would do to the game at this moment: something at once, something to be asked
first, or only an answer.

Pure.  It chooses among what the rules offer, and leaves it to them to refuse, in words, what they do not
allow.  What cannot be undone, what drops orders and what may mean several things is asked back.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import product
from typing import NamedTuple

import msgspec

from companion.reconcile.moment import Moment
from companion.voice.board_answers import BoardAnswers
from companion.voice.listening.grammar import Spoken, SpokenVerb, commands_called
from companion.words.announcer import command_text
from companion.words.ask import Ask, AskChoice
from companion.words.names import Language, wording_of
from companion.words.translator import Translator
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import Game
from rules.kernel.translatable import Message, counted, listed
from rules.kernel.values import Face, Seat, UnitId

MOST_ASKED = 6
"""What can be meant by a sentence: of more, nothing is asked, and a name with its number is needed."""

SEVERAL = Message("That may mean several units. Say the name with its number.")


class IntentKind(StrEnum):
    """What is to be done with a meaning.

    TELL_ASIDE: to be told to whoever has asked, and to nobody else.
    """

    DO = "do"
    ASK = "ask"
    TELL = "tell"
    TELL_ASIDE = "tell_aside"
    SAY_AGAIN = "say_again"


class Act(NamedTuple):
    """One thing that can be done: a *command*, or everything after entry *undo_to* taken back, or choice
    *answer* of the table's question, or something told; none of them: the last words said again.  *text*
    names it, for a button.
    """

    text: str
    command: m.Command | None = None
    undo_to: int | None = None
    answer: int | None = None
    tells: str | None = None


class Intent(NamedTuple):
    """*text* is the question, or what is told; *acts* what can be chosen, the only one where it is done."""

    kind: IntentKind
    text: str = ""
    acts: tuple[Act, ...] = ()


class IntentContext(NamedTuple):
    """The moment at which something is said: the *game* as far as whoever speaks may know it, what is
    asked of it, the language in which it is answered (None: English), and whose *seat* it is said at.
    """

    game: Game
    moment: Moment
    ask: Ask
    language: Language | None = None
    seat: Seat | None = None

    @property
    def tr(self) -> Translator:
        """Return the sentences in which it is answered."""
        return Translator() if self.language is None else self.language.tr


def intent_of(said: Spoken, scene: IntentContext) -> Intent:
    """Return what *said* means now."""
    match said.verb:
        case SpokenVerb.UNDO:
            return _undo(scene)
        case SpokenVerb.SAY_AGAIN:
            return Intent(IntentKind.SAY_AGAIN, acts=(Act(scene.tr("Say it again")),))
        case SpokenVerb.SCORE:
            return _told(_score(scene))
        case SpokenVerb.WHO:
            return _told(scene.ask.headline)
        case SpokenVerb.HAND:
            return Intent(IntentKind.TELL_ASIDE, _answers(scene).hand(scene.seat))
        case SpokenVerb.NEAR:
            assert said.hex is not None
            return _told(_answers(scene).near(said.hex))
        case SpokenVerb.REACH:
            return _reach(said, scene)
        case SpokenVerb.YES | SpokenVerb.NO:
            return _answer(said, scene)
        case SpokenVerb.ROLL:
            return _roll(scene)
        case SpokenVerb.NEXT:
            return _next(scene)
        case SpokenVerb.CHOOSE:
            return _choose(commands_called(said.labels, scene.game), scene)
        case SpokenVerb.NAME:
            return _name(said, scene)
        case SpokenVerb.ORDER | SpokenVerb.MOVE | SpokenVerb.ATTACK:
            return _choose(_commands(said), scene, is_sure=not said.is_lettered)


def _told(text: str) -> Intent:
    return Intent(IntentKind.TELL, text)


def _do(scene: IntentContext, command: m.Command) -> Intent:
    return Intent(IntentKind.DO, acts=(_act(scene, command),))


def _act(scene: IntentContext, command: m.Command) -> Act:
    return Act(command_text(command, scene.game, scene.language), command)


def _ask(text: str, acts: Iterable[Act]) -> Intent:
    return Intent(IntentKind.ASK, text, tuple(acts))


def _undo(scene: IntentContext) -> Intent:
    to = scene.moment.undo_to
    if to is None:
        return _told(scene.tr("There is nothing that could be taken back."))
    taken = "; ".join(line.text for line in scene.moment.lines if line.seq > to and line.text)
    taken = taken or scene.tr("the last entry")
    return _ask(scene.tr("Take back: {1}?", taken), [Act(scene.tr("Take it back"), undo_to=to)])


def _score(scene: IntentContext) -> str:
    words = wording_of(scene.game, scene.language, spoken=False)
    parts = [
        Message("{1}: {2}, {3} lore", words.side(seat), words.goal("has", side.points), side.lore)
        for seat, side in scene.game.state.sides.items()
    ]
    return scene.tr("{1}. {2}", listed(parts), words.goal("wins"))


def _answers(scene: IntentContext) -> BoardAnswers:
    return BoardAnswers(scene.game, scene.language)


def _reach(said: Spoken, scene: IntentContext) -> Intent:
    """Tell what one unit can reach; of several too much would be said."""
    if said.hex is not None:
        return _told(_answers(scene).reach(said.hex))
    if len(said.units) > 1:
        return _told(scene.tr(SEVERAL))
    return _told(_answers(scene).reach_of(said.units[0]))


def _answer(said: Spoken, scene: IntentContext) -> Intent:
    """Answer what is asked: the table's question first, else what the game waits for."""
    question = scene.moment.question
    if question is not None:
        acts = [Act(choice.text, answer=number) for number, choice in enumerate(question.choices, start=1)]
        meant = acts[:-1] if said.verb is SpokenVerb.YES else acts[-1:]
        return Intent(IntentKind.DO, acts=tuple(meant)) if len(meant) == 1 else _ask(question.text, meant)
    if not said.labels:
        return _told(scene.tr("That answers nothing. {1}.", scene.ask.headline))
    return _choose(commands_called(said.labels, scene.game), scene)


def _roll(scene: IntentContext) -> Intent:
    wait, dice = scene.game.state.wait, scene.moment.dice
    if not isinstance(wait, m.DiceWait):
        return _told(scene.tr("No dice are asked for now. {1}.", scene.ask.headline))
    if wait.count == 0:
        return _do(scene, m.Roll(faces=()))
    faces = tuple(Face(face) for face in dice.faces) if dice else ()
    if len(faces) != wait.count:
        return _told(scene.tr("The dice cannot be read: tap what they show."))
    words = wording_of(scene.game, scene.language, spoken=False)
    return _ask(scene.tr("The roll: {1}?", words.faces(faces)), [_act(scene, m.Roll(faces=faces))])


def _next(scene: IntentContext) -> Intent:
    """Go on without doing more, where that can be; what asks for a decision is told again."""
    if scene.moment.question is not None:
        return _told(scene.moment.question.text)
    if isinstance(scene.game.state.wait, m.DiceWait):
        return _roll(scene)
    choice = _going_on(scene.ask.choices)
    return _told(scene.ask.headline) if choice is None else _choose([choice.command], scene)


def _going_on(choices: Sequence[AskChoice]) -> AskChoice | None:
    """Return what does least or what is usual: it is usual, lets something pass, or says nothing more."""
    passing = [choice for choice in choices if isinstance(choice.command, m.Decline)]
    bare = [choice for choice in choices if _is_bare(choice.command)]
    usual = [choice for choice in choices if choice.is_usual]
    return next(iter((*usual, *passing, *bare)), None)


def _is_bare(command: m.Command) -> bool:
    """Return whether *command* says nothing but what it is."""
    return all(getattr(command, field.name) == field.default for field in msgspec.structs.fields(command))


def _warning(command: m.Command, scene: IntentContext) -> str:
    """Return what would be lost by *command*, "" for nothing."""
    return next((choice.warning for choice in scene.ask.choices if choice.command == command), "")


def _name(said: Spoken, scene: IntentContext) -> Intent:
    """A unit's name alone chooses it where it can be chosen; else it is told how the unit stands."""
    pointed_at = [
        choice.command
        for choice in scene.ask.choices
        if choice.is_answered_on_board and choice.hex is None and choice.unit in said.units
    ]
    if pointed_at:
        return _choose(pointed_at, scene)
    return _told(" ".join(_standing(scene, unit) for unit in said.units[:MOST_ASKED]))


def _standing(scene: IntentContext, name: UnitId) -> str:
    unit = scene.game.state.units[name]
    named = wording_of(scene.game, scene.language, spoken=False).unit(name)
    told = counted(
        unit.figures,
        "{2} stands on {3} with {1} figure.",
        "{2} stands on {3} with {1} figures.",
        named,
        unit.at,
    )
    return scene.tr(told)


def _commands(said: Spoken) -> list[m.Command]:
    """Return every command that *said* may mean."""
    match said.verb:
        case SpokenVerb.ORDER:
            return [m.Order(unit=unit) for unit in said.units]
        case SpokenVerb.MOVE:
            assert said.hex is not None
            return [m.Move(unit=unit, to=said.hex) for unit in said.units]
        case _:
            return [m.Attack(unit=unit, target=other) for unit, other in product(said.units, said.targets)]


def _choose(commands: Sequence[m.Command], scene: IntentContext, *, is_sure: bool = True) -> Intent:
    """Do the only one of *commands* that is legal; ask which, where several are."""
    offered = options(scene.game)
    legal = [command for command in commands if command in offered] or list(
        commands[:1] if len(commands) == 1 else ()
    )
    if not legal:
        return _told(scene.tr("None of them can do that now. Say the name with its number to hear why."))
    acts = [_act(scene, command) for command in legal]
    if len(acts) > MOST_ASKED:
        return _told(scene.tr(SEVERAL))
    if len(acts) > 1:
        return _ask(scene.tr("Which one?"), acts)
    warning = _warning(legal[0], scene)
    if isinstance(legal[0], m.EndMainPhase):  # what comes after it shows cards that were hidden
        return _ask(f"{warning} {scene.tr('End the turn?')}".strip(), acts)
    if warning:
        return _ask(scene.tr("An attack ends orders and moves. {1} {2}?", warning, acts[0].text), acts)
    if is_sure:
        return Intent(IntentKind.DO, acts=tuple(acts))
    return _ask(scene.tr("Did you mean: {1}?", acts[0].text), acts)
