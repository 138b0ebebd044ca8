"""What is printed on unit cards: each edition keeps one small function for each ability and question.

An ability that changes a number is a function asked one ``Question``; what is none is
answered by the edition where it comes up.  Knows no ability by name, and no order of play.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from rules.kernel.chapters.sums import Addend, PartSort
from rules.kernel.printed import Terrain
from rules.kernel.state import Unit
from rules.kernel.values import AbilityId

if TYPE_CHECKING:  # a game holds its edition, which holds these
    from rules.kernel.ruleset import Game, Weapon


class Question(StrEnum):
    """What an ability may be asked to change; an edition has questions of its own besides."""

    COMBAT_DICE = "combat_dice"
    COMBAT_DICE_OF_FRIENDS = "combat_dice_of_friends"
    COMBAT_DICE_AGAINST = "combat_dice_against"
    MOVEMENT = "movement"
    LATE_MOVEMENT = "late_movement"
    FLIES = "flies"
    ENTERS = "enters"
    ATTACKS = "attacks"
    PURSUIT = "pursuit"
    RETREATS_IGNORED = "retreats_ignored"


class Clash(NamedTuple):
    """One unit against another: *roller* rolls the dice of its *weapon*, in an attack or in a *counter*."""

    roller: Unit
    target: Unit
    weapon: "Weapon"
    counter: bool = False


class Asked(NamedTuple):
    """What an ability is told: *about* is the unit that has it, *number* stands behind its name.

    *ground* is the terrain that it is about to enter, where that is the question.
    """

    game: "Game"
    about: Unit
    number: int
    clash: Clash | None = None
    ground: Terrain | None = None


Answer = Callable[[Asked, int], int]


class AnsweringAbility(NamedTuple):
    """An ability by its *name*, the *number* behind that, and what it makes of the question."""

    name: AbilityId
    number: int
    answer: Answer


class Abilities:
    """The abilities of an edition: what each makes of which question's answer so far.

    *others* are those that are answered elsewhere, *questions* those that only this edition asks.
    """

    def __init__(self, others: Iterable[AbilityId] = (), questions: Iterable[StrEnum] = ()) -> None:
        self.answers: dict[StrEnum, dict[AbilityId, Answer]] = {
            question: {} for question in (*Question, *questions)
        }
        self._others = frozenset(others)

    def ability(self, name: str, question: StrEnum) -> Callable[[Answer], Answer]:
        """Register a function as what the ability *name* makes of *question*'s answer so far."""

        def register(answer: Answer) -> Answer:
            self.answers[question][AbilityId(name)] = answer
            return answer

        return register

    @property
    def known(self) -> frozenset[AbilityId]:
        """Return every ability that some code answers."""
        return self._others.union(*self.answers.values())


def ask(
    game: "Game",
    question: StrEnum,
    about: Unit,
    base: int,
    clash: Clash | None = None,
    *,
    ground: Terrain | None = None,
) -> int:
    """Return *base* as changed by *about*'s own abilities."""
    for _, number, answer in game.ruleset.answers[question][about.kind]:
        base = answer(Asked(game, about, number, clash, ground), base)
    return base


def parts(
    game: "Game",
    question: StrEnum,
    about: Unit,
    base: int,
    clash: Clash | None = None,
    *,
    ground: Terrain | None = None,
) -> Iterable[Addend]:
    """Return what each of *about*'s own abilities makes of *base*, one after the other."""
    answers = game.ruleset.answers[question][about.kind]
    return addends(answers, Asked(game, about, 0, clash, ground), base) if answers else ()


def addends(answers: Iterable[AnsweringAbility], asked: Asked, base: int) -> Iterator[Addend]:
    """Yield what each of *answers* makes of *base*, where that is anything; *asked* is the same for all."""
    for name, number, answer in answers:
        changed = answer(asked._replace(number=number), base)
        if changed != base:
            yield Addend(name, changed - base, PartSort.ABILITY)
        base = changed


def doers(
    game: "Game", question: StrEnum, about: Unit, base: int = 0, *, ground: Terrain | None = None
) -> tuple[AbilityId, ...]:
    """Return the abilities of *about* that change the answer to *question*."""
    return tuple(AbilityId(part.of) for part in parts(game, question, about, base, ground=ground))


def rule_of(
    game: "Game",
    question: StrEnum,
    about: Unit,
    base: int = 0,
    *,
    ground: Terrain | None = None,
    usual: str,
) -> str:
    """Return the first ability that changes the answer to *question*, or the *usual* rule where none does."""
    return next(iter(doers(game, question, about, base, ground=ground)), usual)


def flies(game: "Game", unit: Unit) -> bool:
    """Return whether *unit* passes over units and terrain."""
    return ask(game, Question.FLIES, unit, 0) > 0
