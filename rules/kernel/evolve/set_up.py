"""How what happens while the board is set up changes a state."""

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.evolve.changes import evolves
from rules.kernel.evolve.parts import with_unit
from rules.kernel.state import State, Unit


@evolves(m.UnitPlaced)
def unit_placed(state: State, event: m.UnitPlaced) -> State:
    """Return *state* with the unit on the board."""
    return with_unit(state, replace(state.units[event.unit], at=event.at))


@evolves(m.UnitJoined)
def unit_joined(state: State, event: m.UnitJoined) -> State:
    """Return *state* with one more unit, which does not stand on the board yet."""
    unit = Unit(
        id=event.unit,
        kind=event.kind,
        seat=event.seat,
        at=None,
        figures=event.figures,
        health=event.health,
    )
    return with_unit(state, unit)


@evolves(m.TerrainPlaced)
def terrain_placed(state: State, event: m.TerrainPlaced) -> State:
    """Return *state* with a tile on a hex."""
    return replace(state, terrain={**state.terrain, event.at: event.tile})


@evolves(m.TerrainRemoved)
def terrain_removed(state: State, event: m.TerrainRemoved) -> State:
    """Return *state* with a clear hex."""
    tiles = {place: tile for place, tile in state.terrain.items() if place != event.at}
    return replace(state, terrain=tiles)


@evolves(m.FirstPlayerFound)
def first_player_found(state: State, event: m.FirstPlayerFound) -> State:
    """Return *state* with the first player."""
    return replace(state, first=event.seat, active=event.seat)


@evolves(m.BannerPlaced)
def banner_placed(state: State, event: m.BannerPlaced) -> State:
    """Return *state* with a banner marker on a hex."""
    return replace(state, banners={**state.banners, event.at: event.points})


@evolves(m.BannerRemoved)
def banner_removed(state: State, event: m.BannerRemoved) -> State:
    """Return *state* without the banner marker on a hex."""
    rest = {place: points for place, points in state.banners.items() if place != event.at}
    return replace(state, banners=rest)


@evolves(m.HandsDealt)
def dealt(state: State, event: m.HandsDealt) -> State:
    """Return *state* with the hands dealt."""
    sides = {
        seat: replace(
            side,
            cards=event.cards,
            known=event.known or side.known,
            lore_cards=event.lore,
            lore_deck=None if side.lore_deck is None else max(0, side.lore_deck - event.lore),
        )
        for seat, side in state.sides.items()
    }
    deck = None if state.deck is None else max(0, state.deck - len(sides) * event.cards)
    return replace(state, sides=sides, deck=deck)
