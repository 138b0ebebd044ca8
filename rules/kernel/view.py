"""What a seat, or a spectator, may see of a game: one JSON-ready picture of it.

The only function that decides what is hidden.
"""

from typing import Generic
from weakref import WeakKeyDictionary

import msgspec

from rules.kernel.catalogue import kind_of
from rules.kernel.chapters.ask import own_dice
from rules.kernel.chapters.movement import tramples
from rules.kernel.chapters.orders import orders_left
from rules.kernel.decide import options
from rules.kernel.hands import without_hands
from rules.kernel.hexes import Hex
from rules.kernel.messages import Command, DiceWait
from rules.kernel.messages.holding import CommandT, OwnViewT, WaitT
from rules.kernel.printed import Confidence, Kind
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Unit
from rules.kernel.values import (
    AbilityId,
    AttackType,
    CardId,
    KindId,
    LoreId,
    Marker,
    Seat,
    Section,
    Step,
    TerrainId,
    UnitId,
)


class AbilityView(msgspec.Struct, frozen=True, kw_only=True):
    """An ability on a unit's card: the *number* behind its name, and our own words for it."""

    id: AbilityId
    name: str
    number: int
    summary: str
    page: str
    confidence: Confidence


class UnitCard(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on a unit's reference card; a number that is None stands on the owner's card only."""

    move: int | None
    combat: int | None
    range: tuple[int, int] | None
    traits: tuple[str, ...]
    abilities: tuple[AbilityView, ...]
    page: str
    confidence: Confidence


class UnitView(msgspec.Struct, frozen=True, kw_only=True):
    """A unit as it stands; *at* is None once it is eliminated.

    *dice*: those it would roll itself now.  *tramples*: it may move through enemies this turn.
    It has *health* as printed; where cards add figures, it can have *most_figures*.
    """

    id: UnitId
    kind: KindId
    name: str
    seat: Seat
    at: Hex | None
    figures: int
    most_figures: int
    health: int
    damage: int
    damage_tokens: bool
    weak: bool
    markers: tuple[Marker, ...]
    ordered: bool
    moved: bool
    attacked: bool
    dice: int | None
    tramples: bool
    card: UnitCard


class TileView(msgspec.Struct, frozen=True, kw_only=True):
    """The terrain of a hex, the ford or bridge *token* on it, whose tent it is, and what to call it all.

    *site* tells apart what stands on ground of one kind, where an edition does.
    """

    kind: TerrainId
    token: TerrainId | None
    owner: Seat | None
    name: str
    site: str | None = None


class AmountView(msgspec.Struct, frozen=True, kw_only=True):
    """The amount on a lore card as *printed*, and the *number* that it makes at its player's *level*."""

    printed: str
    level: int | None
    number: int | None


class ScoreView(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has; *known* cards and *known_lore* are shown to their owner only.

    *untimely* are lore cards whose moment is not now, for him, and *extra_prices* what they cost him
    beside what is printed, *amounts* those that stand on them, as he plays them; once the game has begun
    he keeps *most_lore_cards* at the end of a turn.
    """

    faction: str
    name: str
    lore: int
    points: int
    cards: int
    known: tuple[CardId, ...]
    lore_cards: int
    known_lore: tuple[LoreId, ...]
    most_lore_cards: int
    lore_played: bool
    lore_barred: bool
    untimely: tuple[LoreId, ...]
    extra_prices: dict[LoreId, int]
    amounts: dict[LoreId, AmountView]


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


class View(msgspec.Struct, Generic[WaitT, CommandT, OwnViewT], frozen=True, kw_only=True):
    """A game as *seat* sees it (None: as a spectator does).  *waits* has the innermost last: *wait*."""

    seat: Seat | None
    scenario: str
    turn: int
    first: Seat
    active: Seat
    step: Step
    card: str | None
    waits: tuple[WaitT, ...]
    wait: WaitT
    units: tuple[UnitView, ...]
    banners: dict[Hex, int]
    terrain: dict[Hex, TileView]
    setting: OwnViewT | None
    has_lore_cards: bool
    scores: dict[Seat, ScoreView]
    grants: tuple[GrantView, ...]
    options: tuple[CommandT, ...]
    fight: FightView | None
    winner: Seat | None
    over: OverView | None
    points_to_win: int
    told_costs: dict[LoreId, int]


def view(game: Game, seat: Seat | None) -> View:
    """Return what *seat* may see: its own cards, and the options where it is to choose.

    A spectator's options are those of whoever is to choose, as far as they do not
    give away a hand.  *told_costs* are those of lore cards that have been played.
    """
    state, scenario = game.state, game.ruleset.scenario
    return View(
        seat=seat,
        scenario=scenario.name,
        turn=state.turn,
        first=state.first,
        active=state.active,
        step=state.step,
        card=state.card,
        waits=state.waits,
        wait=state.wait,
        units=tuple(_unit(game, unit) for unit in state.units.values()),
        banners=state.banners,
        terrain=_terrain(game),
        setting=game.ruleset.edition.setting_up.shown(state, seat),
        has_lore_cards=scenario.lore_hand is not None,
        scores={each: _score(game, each, seat) for each in game.ruleset.seats},
        grants=_grants(game),
        options=_options(game, seat),
        fight=_fight(game),
        winner=state.winner,
        over=_over(game),
        points_to_win=scenario.points_to_win,
        told_costs=state.told_costs,
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
        most_figures=game.ruleset.most_figures(kind),
        health=kind.health,
        damage=unit.damage,
        damage_tokens=kind.damage_tokens,
        weak=unit.at is not None and game.is_weak(unit),
        markers=unit.markers,
        ordered=unit.ordered,
        moved=unit.moved,
        attacked=unit.attacks > 0,
        dice=own_dice(game, unit),
        tramples=unit.at is not None and tramples(game, unit) is not None,
        card=_card(game, unit),
    )


_CARDS: WeakKeyDictionary[Ruleset, dict[KindId, UnitCard]] = WeakKeyDictionary()


def _card(game: Game, unit: Unit) -> UnitCard:
    """Return what stands on a unit's card: made once for each kind that the table has told nothing of."""
    if unit.kind in game.state.told:
        return _made_card(game.ruleset, game.kind(unit))
    made = _CARDS.setdefault(game.ruleset, {})
    if unit.kind not in made:
        made[unit.kind] = _made_card(game.ruleset, game.kind(unit))
    return made[unit.kind]


def _made_card(ruleset: Ruleset, kind: Kind) -> UnitCard:
    cards = ruleset.catalogue.abilities
    abilities = (
        AbilityView(
            id=each.name,
            name=cards[each.name].name,
            number=each.number,
            summary=cards[each.name].summary,
            page=cards[each.name].page,
            confidence=cards[each.name].confidence,
        )
        for each in kind.abilities
    )
    return UnitCard(
        move=kind.move,
        combat=kind.combat,
        range=kind.range,
        traits=kind.traits,
        abilities=tuple(abilities),
        page=kind.page,
        confidence=kind.confidence,
    )


def _terrain(game: Game) -> dict[Hex, TileView]:
    kinds = game.ruleset.catalogue.terrain
    return {
        at: TileView(
            kind=tile.kind,
            token=tile.token,
            owner=tile.owner,
            name=kinds[tile.kind].name
            if tile.token is None
            else f"{kinds[tile.kind].name}, {kinds[tile.token].name.lower()}",
        )
        for at, tile in game.state.terrain.items()
    }


def _score(game: Game, whose: Seat, seat: Seat | None) -> ScoreView:
    side, faction = game.state.sides[whose], game.ruleset.scenario.factions[whose]
    lore = game.ruleset.edition.lore
    return ScoreView(
        faction=faction,
        name=game.ruleset.catalogue.factions[faction],
        lore=side.lore,
        points=side.points,
        cards=side.cards,
        known=side.known if whose is seat else (),
        lore_cards=side.lore_cards,
        known_lore=side.known_lore if whose is seat else (),
        most_lore_cards=0 if game.state.step is Step.SET_UP else lore.most_cards(game, whose),
        lore_played=side.lore_played,
        lore_barred=side.lore_barred,
        untimely=lore.untimely(game, whose),
        extra_prices=dict(lore.extra_prices(game, whose)),
        amounts={
            card: AmountView(printed=amount.printed, level=amount.level, number=amount.number)
            for card, amount in lore.amounts(game, whose).items()
        },
    )


def _grants(game: Game) -> tuple[GrantView, ...]:
    return tuple(
        GrantView(left=left, section=grant.section, traits=grant.traits, not_weak=grant.not_weak)
        for grant, left in zip(game.state.grants, orders_left(game), strict=True)
    )


def _options(game: Game, seat: Seat | None) -> tuple[Command, ...]:
    wait = game.state.wait
    if seat is not None and wait.seat not in (seat, None):
        return ()
    offered = options(without_hands(game, seat))
    if seat is None or wait.seat is not None:
        return offered
    handlers = game.ruleset.edition.handlers
    return tuple(each for each in offered if not handlers[type(each)].is_own or _seat_of(each) is seat)


def _seat_of(command: Command) -> Seat | None:
    return getattr(command, "seat", None)


def _over(game: Game) -> OverView | None:
    winner = game.state.winner
    if winner is None:
        return None
    points = {seat: side.points for seat, side in game.state.sides.items()}
    return OverView(winner=winner, elimination=not game.enemies(winner), points=points)


def _fight(game: Game) -> FightView | None:
    if not game.state.fights:
        return None
    fight, wait = game.state.fights[-1], game.state.wait
    return FightView(
        attacker=fight.attacker,
        target=fight.target,
        kind=fight.kind,
        dice=wait.count if isinstance(wait, DiceWait) else len(fight.faces),
        counter=fight.counter,
        additional=fight.additional,
    )
