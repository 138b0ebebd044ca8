"""A command on its way: events are said one after the other, each upon the state that the last one left.

Also what every chapter needs to say no.  Knows no rule of the game.
"""

from collections.abc import Iterator

from rules.kernel.evolve import evolve
from rules.kernel.hexes import Hex
from rules.kernel.messages import Awaited, Event, Refusal, Wait
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Fight, State, Unit
from rules.kernel.values import FINAL, AbilityId, UnitId, Why

Checks = Iterator[Refusal]


def passes(checks: Checks) -> bool:
    """Return whether nothing is wrong."""
    return next(checks, None) is None


class Course:
    """The events said so far and the state they lead to."""

    def __init__(self, game: Game) -> None:
        self.ruleset: Ruleset = game.ruleset
        self.state: State = game.state
        self.events: list[Event] = []
        self._game = game

    @property
    def game(self) -> Game:
        """Return the game as it stands now."""
        if self._game.state is not self.state:
            self._game = Game(self.ruleset, self.state)
        return self._game

    @property
    def fight(self) -> Fight:
        """Return the innermost fight in progress."""
        return self.state.fights[-1]

    def unit(self, name: UnitId) -> Unit:
        """Return the unit called *name* as it stands now."""
        return self.state.units[name]

    def say(self, event: Event) -> None:
        """Let *event* happen."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def wait(self, *waits: Wait) -> None:
        """Let the game wait for *waits*, the innermost last.  Ends every command, once."""
        self.say(Awaited(waits=waits))


def refusal(
    game: Game,
    why: Why,
    rule: str,
    unit: Unit | UnitId | None = None,
    *,
    limit: int | None = None,
    at: Hex | None = None,
    final: bool = False,
) -> Refusal:
    """Return a refusal that names the page on which *rule* stands in the edition's books.

    What an ability does stands where its card says, unless the books have a rule of its name.
    Only what is nonsense, for a reason that ``FINAL`` tells, is *final*.
    """
    assert not final or why in FINAL, why
    name = unit.id if isinstance(unit, Unit) else unit
    pages, card = game.ruleset.edition.pages, game.ruleset.catalogue.abilities.get(AbilityId(rule))
    page = pages[rule] if card is None or rule in pages else card.page
    return Refusal(why=why, page=page, rule=rule, unit=name, limit=limit, at=at, final=final)
