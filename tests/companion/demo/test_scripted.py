"""The scripted player: legal, sensible, the same for the same luck, and it comes to an end."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.demo.scripted_player import ScriptedPlayer
from companion.library.library import Library
from rules.first.messages import ChooseCouncil, PlaceLandmark, RetreatTo
from rules.first.messages.events import RolledFurther
from rules.first.play.asking import profile
from rules.first.play.retreating import PANIC
from rules.first.play.striking import CRITICAL
from rules.first.printed.lore import LoreMasterCard
from rules.first.printed.pieces import UnitType
from rules.kernel.game import Game, new_game, play
from rules.kernel.messages import (
    Advanced,
    Attack,
    Command,
    Counter,
    Eliminated,
    Event,
    Order,
    OverWait,
    PlaceUnit,
    PlayLoreCard,
    Refusal,
    Retreated,
)
from tests.shares import share


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return new_game(Library(tmp_path_factory.mktemp("none")).ruleset("learning"))


def played(start: Game, seed: int) -> tuple[Game, list[Command]]:
    game, said = start, list[Command]()
    player = ScriptedPlayer(Random(seed))
    while not isinstance(game.state.waits[-1], OverWait):
        for command in player.next_commands(game):
            game, decision = play(game, command)
            assert not isinstance(decision, Refusal), (command, decision)
            said.append(command)
        assert len(said) < 3000
    return game, said


@pytest.mark.parametrize("seed", range(8))
def test_every_game_comes_to_an_end_by_legal_commands(start: Game, seed: int) -> None:
    game, said = played(start, seed)
    assert game.state.winner is not None
    assert 4 <= game.state.turn <= 60
    assert sum(isinstance(command, Attack) for command in said) > 10


def test_the_same_luck_gives_the_same_game_and_other_luck_another(start: Game) -> None:
    assert played(start, 3)[1] == played(start, 3)[1]
    assert played(start, 3)[1] != played(start, 4)[1]


def test_units_are_named_only_where_it_is_worth_it(start: Game) -> None:
    """Nobody names every unit of a card for nothing: an ordered unit moves or attacks, mostly."""
    _, said = played(start, 5)
    orders = sum(isinstance(command, Order) for command in said)
    acts = sum(not isinstance(command, Order) for command in said)
    assert orders < acts


@pytest.fixture(scope="module")
def border(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """An adventure of the First Edition in which everything is within reach."""
    return new_game(Library(tmp_path_factory.mktemp("none")).ruleset("border_watch"))


@pytest.mark.parametrize("seed", share(range(20), 15))
def test_every_game_of_the_first_edition_comes_to_an_end_by_legal_commands(border: Game, seed: int) -> None:
    game, said = played(border, seed)
    assert game.state.winner is not None
    assert sum(isinstance(command, Attack) for command in said) > 5


def test_no_unit_is_deployed_that_has_no_tag(tmp_path: Path) -> None:
    """In this game Levies are replaced until no figures of their kind are left."""
    library = Library(tmp_path)
    _, said = played(new_game(library.ruleset("open_country")), 7)
    placed = {command.unit for command in said if isinstance(command, PlaceUnit)}
    assert placed
    assert placed <= set(library.book("first").tags.values())


@pytest.mark.journey
def test_twenty_games_of_the_first_edition_show_what_it_has_of_its_own(border: Game) -> None:
    shown: set[str] = set()
    for seed in range(20):
        game = border
        for command in played(border, seed + 1)[1]:  # as the demos with the seeds 0 to 19 play it
            before, (game, decision) = game, play(game, command)
            assert not isinstance(decision, Refusal)
            shown.update(one for event in decision for one in _shown(before, event, decision))
            shown.update(_said(before, command))
    assert shown >= {
        "a retreat of two hexes",
        "a Creature driven off",
        "a pursuit that came back",
        "a Bold unit that stands",
        "panic",
        "a battle back",
        "a Critical Hit",
        "a council",
        "a Landmark",
        "a Reaction",
    }


def _shown(game: Game, event: Event, events: tuple[Event, ...]) -> Iterator[str]:
    match event:
        case Retreated(unit=unit, start=start, to=to) if game.ruleset.board.distance(start, to) == 2:
            is_creature = profile(game, game.state.units[unit]).type is UnitType.CREATURE
            yield "a Creature driven off" if is_creature else "a retreat of two hexes"
        case Advanced(start=start, to=to, pursuit=True) if start == to:
            yield "a pursuit that came back"
        case RolledFurther(purpose=purpose) if purpose == PANIC:
            yield "panic"
        case RolledFurther(purpose=purpose) if purpose == CRITICAL:
            if any(isinstance(each, Eliminated) for each in events):
                yield "a Critical Hit"


def _said(game: Game, command: Command) -> Iterator[str]:
    match command:
        case RetreatTo(to=to, ignoring=int(flags)) if flags and game.state.standing_on(to):
            yield "a Bold unit that stands"
        case Counter():
            yield "a battle back"
        case ChooseCouncil():
            yield "a council"
        case PlaceLandmark():
            yield "a Landmark"
        case PlayLoreCard(card=card) if game.ruleset.catalogue.of(LoreMasterCard)[card].reaction:
            yield "a Reaction"
