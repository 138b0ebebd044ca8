"""What a spoken sentence would do to the game at this moment: something at once, something to be asked
first, or only an answer.

Pure.  It chooses among what the rules offer, and leaves it to them to refuse, in words, what they do not
allow.  What cannot be undone, what drops orders and what may mean several things is asked back.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import product
from typing import NamedTuple

from companion.reconcile.moment import Moment
from companion.voice.listening.grammar import Spoken, Verb
from companion.words.announcer import command_text
from companion.words.names import Tongue, wording_of
from companion.words.translator import Sentences
from rules.kernel import messages as m
from rules.kernel.chapters.orders import orders_left
from rules.kernel.decide import options
from rules.kernel.game import Game
from rules.kernel.values import Face, Step, UnitId

MOST_ASKED = 6
"""What can be meant by a sentence: of more, nothing is asked, and a name with its number is needed."""


class Kind(StrEnum):
    """What is to be done with a meaning."""

    DO = "do"
    ASK = "ask"
    TELL = "tell"
    SAY_AGAIN = "say_again"


class Act(NamedTuple):
    """One thing that can be done: a *command*, or everything after entry *undo_to* taken back, or choice
    *answer* of the table's question, or something told; none of them: the last words said again.  *text*
    names it, for a button.
    """

    text: str
    command: m.AnyCommand | None = None
    undo_to: int | None = None
    answer: int | None = None
    tells: str | None = None


class Meaning(NamedTuple):
    """*text* is the question, or what is told; *acts* what can be chosen, the only one where it is done."""

    kind: Kind
    text: str = ""
    acts: tuple[Act, ...] = ()


class Scene(NamedTuple):
    """The moment at which something is said: the *game* as far as whoever speaks may know it, what is
    *asked* in words, and the language in which it is answered (None: English).
    """

    game: Game
    moment: Moment
    asked: str
    tongue: Tongue | None = None

    @property
    def tell(self) -> Sentences:
        """Return the sentences in which it is answered."""
        return Sentences() if self.tongue is None else self.tongue.tell


def meaning_of(said: Spoken, scene: Scene) -> Meaning:
    """Return what *said* means now."""
    match said.verb:
        case Verb.UNDO:
            return _undo(scene)
        case Verb.SAY_AGAIN:
            return Meaning(Kind.SAY_AGAIN, acts=(Act(scene.tell("Say it again")),))
        case Verb.SCORE:
            return _tell(_score(scene))
        case Verb.WHO:
            return _tell(scene.asked)
        case Verb.YES | Verb.NO:
            return _answer(scene, is_yes=said.verb is Verb.YES)
        case Verb.ROLL:
            return _roll(scene)
        case Verb.NEXT:
            return _next(scene)
        case Verb.END_MAIN_PHASE:
            return _end(scene)
        case Verb.NAME:
            return _name(said, scene)
        case Verb.ORDER | Verb.MOVE | Verb.ATTACK:
            return _choose(_commands(said), scene, is_sure=not said.is_lettered)


def _tell(text: str) -> Meaning:
    return Meaning(Kind.TELL, text)


def _do(scene: Scene, command: m.AnyCommand) -> Meaning:
    return Meaning(Kind.DO, acts=(_act(scene, command),))


def _act(scene: Scene, command: m.AnyCommand) -> Act:
    return Act(command_text(command, scene.game, scene.tongue), command)


def _ask(text: str, acts: Iterable[Act]) -> Meaning:
    return Meaning(Kind.ASK, text, tuple(acts))


def _undo(scene: Scene) -> Meaning:
    to = scene.moment.undo_to
    if to is None:
        return _tell(scene.tell("There is nothing that could be taken back."))
    taken = "; ".join(line.text for line in scene.moment.lines if line.seq > to and line.text)
    taken = taken or scene.tell("the last entry")
    return _ask(scene.tell("Take back: {1}?", taken), [Act(scene.tell("Take it back"), undo_to=to)])


def _score(scene: Scene) -> str:
    ruleset = scene.game.ruleset
    parts = [
        scene.tell("{1}: {2} points, {3} lore", ruleset.faction_name(seat), side.points, side.lore)
        for seat, side in scene.game.state.sides.items()
    ]
    return scene.tell("{1}. {2} points win.", "; ".join(parts), ruleset.scenario.points_to_win)


def _answer(scene: Scene, *, is_yes: bool) -> Meaning:
    """Answer what is asked: the table's question first, else what the game waits for."""
    question = scene.moment.question
    if question is not None:
        acts = [Act(choice.text, answer=number) for number, choice in enumerate(question.choices, start=1)]
        meant = acts[:-1] if is_yes else acts[-1:]
        return Meaning(Kind.DO, acts=tuple(meant)) if len(meant) == 1 else _ask(question.text, meant)
    offered = _offered(scene.game)
    if not offered:
        return _tell(scene.tell("That answers nothing. {1}.", scene.asked))
    meant_commands = [one for one in offered if isinstance(one, m.Decline) is not is_yes]
    return _choose(meant_commands, scene)


def _offered(game: Game) -> Sequence[m.AnyCommand]:
    """Return what can be answered with yes or no; nothing where the game asks for something else."""
    if isinstance(game.state.wait, m.CounterWait | m.AdvanceWait | m.ExchangeWait):
        return options(game)
    if isinstance(game.state.wait, m.ExtraAttackWait | m.NumberWait):
        return [one for one in options(game) if isinstance(one, m.Decline)]
    return ()


def _roll(scene: Scene) -> Meaning:
    wait, dice = scene.game.state.wait, scene.moment.dice
    if not isinstance(wait, m.DiceWait):
        return _tell(scene.tell("No dice are asked for now. {1}.", scene.asked))
    if wait.count == 0:
        return _do(scene, m.Roll(faces=()))
    faces = tuple(Face(face) for face in dice.faces) if dice else ()
    if len(faces) != wait.count:
        return _tell(scene.tell("The dice cannot be read: tap what they show."))
    words = wording_of(scene.game, scene.tongue, spoken=False)
    return _ask(scene.tell("The roll: {1}?", words.faces(faces)), [_act(scene, m.Roll(faces=faces))])


def _next(scene: Scene) -> Meaning:
    """Go on without doing more, where that can be; what asks for a decision is told again."""
    if scene.moment.question is not None:
        return _tell(scene.moment.question.text)
    match scene.game.state.wait:
        case m.OrdersWait():
            starts = [one for one in options(scene.game) if isinstance(one, m.StartAttacks)]
            return _do(scene, starts[0]) if starts else _end(scene)
        case m.CounterWait() | m.AdvanceWait() | m.ExchangeWait() | m.ExtraAttackWait():
            return _do(scene, m.Decline())
        case m.CommitWait(usual=usual):
            return _do(scene, m.Commit(dice=usual))
        case m.IgnoreWait(usual=hexes):
            return _do(scene, m.IgnoreRetreats(hexes=hexes))
        case m.WayWait(usual=way):
            return _do(scene, m.ChooseWay(way=way))
        case m.SetUpWait():
            return _do(scene, m.StartGame())
        case m.DiceWait():
            return _roll(scene)
        case _:
            return _tell(scene.asked)


def _end(scene: Scene) -> Meaning:
    """End the main phase; asked back, since what comes after it shows cards that were hidden."""
    end = m.EndMainPhase()
    if end not in options(scene.game):
        return _do(scene, end)  # the rules say why not
    left = _dropped(scene)
    return _ask(f"{left} {scene.tell('End the main phase?')}".strip(), [_act(scene, end)])


def _dropped(scene: Scene) -> str:
    """Return what ending the moves now would drop, "" where nothing would be."""
    game = scene.game
    count = sum(orders_left(game))
    offered = options(game)
    if count and any(isinstance(one, m.Order) and not one.paid for one in offered):
        if count == 1:
            return scene.tell("One more unit could be ordered.")
        return scene.tell("{1} more units could be ordered.", count)
    if game.state.step is not Step.ORDER:
        return ""
    can_move = any(isinstance(one, m.Move) for one in offered)
    return scene.tell("Some ordered units can still move.") if can_move else ""


def _name(said: Spoken, scene: Scene) -> Meaning:
    """A unit's name alone orders it or shields it where it can be; else it is told how the unit stands."""
    game = scene.game
    if isinstance(game.state.wait, m.ShieldWait):
        shields = [m.Shield(unit=unit) for unit in said.units if unit in game.state.wait.units]
        if shields:
            return _choose(shields, scene)
    orders = [m.Order(unit=unit) for unit in said.units]
    allowed = [order for order in orders if order in options(game)]
    if allowed:
        return _choose(allowed, scene)
    return _tell(" ".join(_standing(scene, unit) for unit in said.units[:MOST_ASKED]))


def _standing(scene: Scene, name: UnitId) -> str:
    unit = scene.game.state.units[name]
    named = wording_of(scene.game, scene.tongue, spoken=False).unit(name)
    if unit.figures == 1:
        return scene.tell("{1} stands on {2} with 1 figure.", named, unit.at)
    return scene.tell("{1} stands on {2} with {3} figures.", named, unit.at, unit.figures)


def _commands(said: Spoken) -> list[m.AnyCommand]:
    """Return every command that *said* may mean."""
    match said.verb:
        case Verb.ORDER:
            return [m.Order(unit=unit) for unit in said.units]
        case Verb.MOVE:
            assert said.hex is not None
            return [m.Move(unit=unit, to=said.hex) for unit in said.units]
        case _:
            return [m.Attack(unit=unit, target=other) for unit, other in product(said.units, said.targets)]


def _choose(commands: Sequence[m.AnyCommand], scene: Scene, *, is_sure: bool = True) -> Meaning:
    """Do the only one of *commands* that is legal; ask which, where several are."""
    offered = options(scene.game)
    legal = [command for command in commands if command in offered] or list(
        commands[:1] if len(commands) == 1 else ()
    )
    if not legal:
        return _tell(scene.tell("None of them can do that now. Say the name with its number to hear why."))
    acts = [_act(scene, command) for command in legal]
    if len(acts) > MOST_ASKED:
        return _tell(scene.tell("That may mean several units. Say the name with its number."))
    if len(acts) > 1:
        return _ask(scene.tell("Which one?"), acts)
    left = _dropped(scene) if isinstance(legal[0], m.Attack) and legal[0] in offered else ""
    if left:
        return _ask(scene.tell("An attack ends orders and moves. {1} {2}?", left, acts[0].text), acts)
    if is_sure:
        return Meaning(Kind.DO, acts=tuple(acts))
    return _ask(scene.tell("Did you mean: {1}?", acts[0].text), acts)
