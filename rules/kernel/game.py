"""Games as others use them: made, and played."""

from typing import NamedTuple

from rules.kernel.catalogue import Catalogue, kind_of
from rules.kernel.decide import follow
from rules.kernel.messages import Command, Decision, Refusal
from rules.kernel.printed import Scenario
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Side, State, Unit
from rules.kernel.values import Seat, Step, UnitId

__all__ = ["Game", "Played", "Ruleset", "new_game", "play"]


class Played(NamedTuple):
    """The *game* after a command, and what was decided.  A refusal leaves the game as it was."""

    game: Game
    decision: Decision


def new_game(ruleset: Ruleset) -> Game:
    """Return a game as its scenario begins, in the set-up.

    Units, terrain and banners stand as the scenario says; what is waited for is the edition's.
    """
    scenario, catalogue = ruleset.scenario, ruleset.catalogue
    banners = scenario.banners
    laid = dict.fromkeys(banners.at, banners.points)
    setting_up = ruleset.edition.setting_up
    state = State(
        turn=0,
        active=scenario.first,
        step=Step.SET_UP,
        first=scenario.first,
        units=_units(ruleset),
        sides={seat: _side(scenario, catalogue, seat) for seat in ruleset.seats},
        waits=(setting_up.begin(ruleset),),
        banners=laid,
        terrain=scenario.terrain,
        deck=_deck(scenario, catalogue, is_dealt=scenario.lore_hand is None and not setting_up.deals_all),
        own=setting_up.own(ruleset),
    )
    return Game(ruleset, state)


def _units(ruleset: Ruleset) -> dict[UnitId, Unit]:
    kinds = ruleset.catalogue.kinds
    return {
        name: Unit(
            id=name,
            kind=kind_of(name),
            seat=ruleset.owners[name],
            at=at,
            figures=kinds[kind_of(name)].figures,
            health=kinds[kind_of(name)].health if kinds[kind_of(name)].damage_tokens else None,
        )
        for name, at in ruleset.scenario.units.items()
    }


def _side(scenario: Scenario, catalogue: Catalogue, seat: Seat) -> Side:
    """Return what *seat* begins with.  Where there are lore cards, its deck is dealt from at the start."""
    if scenario.lore_hand is None:
        return Side(cards=scenario.hand)
    deck = catalogue.lore_deck(scenario.factions[seat])
    return Side(cards=scenario.hand, lore_cards=scenario.lore_hand, lore_deck=deck)


def _deck(scenario: Scenario, catalogue: Catalogue, *, is_dealt: bool) -> int | None:
    """Return how many command cards can be drawn: all, until the hands are dealt."""
    if catalogue.deck is None or not is_dealt:
        return catalogue.deck
    return max(0, catalogue.deck - len(scenario.factions) * scenario.hand)


def play(game: Game, command: Command) -> Played:
    """Return the game after *command* and the events, or the game as it was and the refusal."""
    course = follow(game, command)
    if isinstance(course, Refusal):
        return Played(game, course)
    return Played(course.game, tuple(course.events))
