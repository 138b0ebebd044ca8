"""What a seat, or a spectator, may see of a game: one JSON-ready picture of it.

The only function that decides what is hidden.
"""

import msgspec
from msgspec.structs import replace

from rules.ask import own_dice
from rules.catalogue import kind_of
from rules.decide import options
from rules.hexes import Hex
from rules.messages import AnyCommand, AnyWait, CardWait
from rules.orders import orders_left
from rules.ruleset import Game
from rules.state import Unit
from rules.values import AttackType, CardId, KindId, Marker, Seat, Section, Step, UnitId


class UnitView(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as it stands; *at* is None once it is eliminated.  *dice*: those it would roll itself now."""

    id: UnitId
    kind: KindId
    name: str
    seat: Seat
    at: Hex | None
    figures: int
    health: int
    damage: int
    damage_tokens: bool
    weak: bool
    markers: tuple[Marker, ...]
    ordered: bool
    moved: bool
    attacked: bool
    dice: int | None


class ScoreView(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has; *known* cards are shown to their owner only."""

    faction: str
    name: str
    lore: int
    points: int
    cards: int
    known: tuple[CardId, ...]


class GrantView(msgspec.Struct, frozen=True, kw_only=True):
    """How many units of a sort may still be ordered."""

    left: int
    section: Section | None
    traits: tuple[str, ...]
    not_weak: bool


class FightView(msgspec.Struct, frozen=True, kw_only=True):
    """The attack or counter in progress."""

    attacker: UnitId
    target: UnitId
    kind: AttackType
    dice: int
    counter: bool
    additional: bool


class OverView(msgspec.Struct, frozen=True, kw_only=True):
    """How a game has ended: who won, whether by *elimination* and not by points, and both players' points."""

    winner: Seat
    elimination: bool
    points: dict[Seat, int]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A game as *seat* sees it (None: as a spectator does).  *waits* has the innermost last: *wait*."""

    seat: Seat | None
    turn: int
    active: Seat
    step: Step
    card: str | None
    waits: tuple[AnyWait, ...]
    wait: AnyWait
    units: tuple[UnitView, ...]
    banners: dict[Hex, int]
    scores: dict[Seat, ScoreView]
    grants: tuple[GrantView, ...]
    options: tuple[AnyCommand, ...]
    fight: FightView | None
    winner: Seat | None
    over: OverView | None
    points_to_win: int
    lore_per_point: int | None


def view(game: Game, seat: Seat | None) -> View:
    """Return what *seat* may see: its own cards, and the options where it is to choose.

    A spectator's options are those of whoever is to choose, as far as they do not
    give away a hand.
    """
    state, scenario = game.state, game.ruleset.scenario
    return View(
        seat=seat,
        turn=state.turn,
        active=state.active,
        step=state.step,
        card=state.card,
        waits=state.waits,
        wait=state.wait,
        units=tuple(_unit(game, unit) for unit in state.units.values()),
        banners=state.banners,
        scores={each: _score(game, each, seat) for each in Seat},
        grants=_grants(game),
        options=_options(game, seat),
        fight=_fight(game),
        winner=state.winner,
        over=_over(game),
        points_to_win=scenario.points_to_win,
        lore_per_point=scenario.lore_per_point,
    )


def unit_name(game: Game, unit: UnitId) -> str:
    """Return what a unit is called at the table: ``Blood Harvesters 4``."""
    return f"{game.ruleset.catalogue.kinds[kind_of(unit)].name} {unit.rpartition('-')[2]}"


def _unit(game: Game, unit: Unit) -> UnitView:
    kind = game.kind(unit)
    return UnitView(
        id=unit.id,
        kind=unit.kind,
        name=unit_name(game, unit.id),
        seat=unit.seat,
        at=unit.at,
        figures=unit.figures,
        health=kind.health,
        damage=unit.damage,
        damage_tokens=kind.damage_tokens,
        weak=unit.at is not None and game.is_weak(unit),
        markers=unit.markers,
        ordered=unit.ordered,
        moved=unit.moved,
        attacked=unit.attacks > 0,
        dice=own_dice(game, unit),
    )


def _score(game: Game, whose: Seat, seat: Seat | None) -> ScoreView:
    side, faction = game.state.sides[whose], game.ruleset.scenario.factions[whose]
    return ScoreView(
        faction=faction,
        name=game.ruleset.catalogue.factions[faction],
        lore=side.lore,
        points=side.points,
        cards=side.cards,
        known=side.known if whose is seat else (),
    )


def _grants(game: Game) -> tuple[GrantView, ...]:
    return tuple(
        GrantView(left=left, section=grant.section, traits=grant.traits, not_weak=grant.not_weak)
        for grant, left in zip(game.state.grants, orders_left(game), strict=True)
    )


def _options(game: Game, seat: Seat | None) -> tuple[AnyCommand, ...]:
    wait = game.state.wait
    if seat is not None and wait.seat not in (seat, None):
        return ()
    if seat is None and isinstance(wait, CardWait):
        sides = {each: replace(side, known=()) for each, side in game.state.sides.items()}
        game = Game(game.ruleset, replace(game.state, sides=sides))
    return options(game)


def _over(game: Game) -> OverView | None:
    winner = game.state.winner
    if winner is None:
        return None
    points = {seat: side.points for seat, side in game.state.sides.items()}
    return OverView(winner=winner, elimination=not game.state.army(winner.other), points=points)


def _fight(game: Game) -> FightView | None:
    if not game.state.fights:
        return None
    fight = game.state.fights[-1]
    return FightView(
        attacker=fight.attacker,
        target=fight.target,
        kind=fight.kind,
        dice=fight.dice,
        counter=fight.counter,
        additional=fight.additional,
    )
