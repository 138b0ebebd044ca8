"""Positions written as text: everything that a state holds, one line a thing.

Knows no rule, and not how such text is read.
"""

from collections.abc import Mapping

from rules.kernel.catalogue import kind_of
from rules.kernel.hexes import Hex
from rules.kernel.notation.words import format_struct, format_value
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Side, State, Unit
from rules.kernel.values import CardNumber, KindId, Seat, Tile, UnitId

FLAGS = ("ordered", "paid", "moved", "marched", "pursued", "finished", "late")
COUNTS = {
    "lore": "lore",
    "points": "points",
    "cards": "cards",
    "lore cards": "lore_cards",
    "in lore deck": "lore_deck",
    "lore discards": "lore_discards",
}
ALWAYS_TOLD = ("lore", "points", "cards", "lore_cards")
LORE_FLAGS = {"lore played": "lore_played", "lore barred": "lore_barred"}
DECK = {"left": "deck", "discarded": "discards"}
NOT_PLACED = "not placed"
"""Where a unit is that has joined and does not stand on the board yet."""


def format_position(game: Game) -> str:
    """Return everything that *game*'s state holds, one line a thing."""
    state, scenario = game.state, game.ruleset.scenario
    lines = [f"turn: {state.turn}, {state.active}, {state.step}"]
    lines += [f"first: {state.first}"] if state.first is not scenario.first else []
    lines += [f"card: {format_value(state.card)}"] if state.card is not None else []
    lines += [f"winner: {state.winner}"] if state.winner is not None else []
    lines += [f"own: {format_struct(state.own)}"] if state.own is not None and _is_changed(game) else []
    lines += [f"deck: {_format_deck(state)}"] if state.deck is not None or state.discards else []
    lines += [f"{seat}: {_format_side(side)}" for seat, side in state.sides.items()]
    lines += [f"terrain: {_format_terrain(state.terrain)}"] if state.terrain != scenario.terrain else []
    lines += ["banners: " + ", ".join(f"{at} {points}" for at, points in state.banners.items())]
    lines += [f"told: {_format_told(kind, told)}" for kind, told in state.told.items()]
    lines += [f"cost: {card} {cost}" for card, cost in state.told_costs.items()]
    lines += [f"grant: {format_struct(grant)}" for grant in state.grants]
    lines += [f"extra: {format_struct(extra)}" for extra in state.extras]
    lines += [f"fight: {format_struct(fight)}" for fight in state.fights]
    lines += [f"awaits: {format_struct(wait)}" for wait in state.waits]
    lines += [_format_unit(game, unit) for unit in state.units.values()]
    return "\n".join(lines) + "\n"


def _is_changed(game: Game) -> bool:
    """Return whether what only the edition keeps is not as a game begins."""
    return bool(game.state.own != game.ruleset.edition.setting_up.own(game.ruleset))


def owner(ruleset: Ruleset, unit: UnitId) -> Seat | None:
    """Return whose *unit* is by the scenario or by its faction, None where it may be anybody's."""
    named = ruleset.scenario.owners.get(unit)
    return named or ruleset.fielded.get(kind_of(unit))


def _format_unit(game: Game, unit: Unit) -> str:
    """Return a unit's line: ``citadel_guard-1 at D3, 3 figures, ordered, moved, 1 attack``."""
    gone = NOT_PLACED if unit.figures else "eliminated"
    parts = [f"{unit.id} at {unit.at}" if unit.at is not None else f"{unit.id} {gone}"]
    if unit.at is not None or unit.figures:
        parts.append(_count(unit.figures, "figure"))
    parts += [f"of {unit.seat}"] if owner(game.ruleset, unit.id) is not unit.seat else []
    parts += [f"{unit.damage} damage"] if unit.damage else []
    parts += [str(marker) for marker in unit.markers]
    parts += [flag for flag in FLAGS if getattr(unit, flag)]
    parts += [_count(unit.attacks, "attack")] if unit.attacks else []
    parts += [f"stood at {unit.stood}"] if unit.stood is not None else []
    called = game.state.called.get(unit.id)
    parts += [" ".join(("called by", *map(str, called)))] if called is not None else []
    return ", ".join(parts)


def _format_told(kind: KindId, told: Mapping[CardNumber, int]) -> str:
    return f"{kind} " + ", ".join(f"{number} {value}" for number, value in told.items())


def _format_side(side: Side) -> str:
    usual = Side()
    parts = [
        f"{count} {what}"
        for what, field in COUNTS.items()
        if (count := getattr(side, field)) != getattr(usual, field) or field in ALWAYS_TOLD
    ]
    parts += [flag for flag, field in LORE_FLAGS.items() if getattr(side, field)]
    parts += [f"known {' '.join(side.known)}"] if side.known else []
    parts += [f"lore known {' '.join(side.known_lore)}"] if side.known_lore else []
    return ", ".join(parts)


def _format_deck(state: State) -> str:
    counts = {what: getattr(state, field) for what, field in DECK.items()}
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count is not None)


def _format_terrain(terrain: Mapping[Hex, Tile]) -> str:
    """Return tiles as ``C5 forest, D4 river ford, E2 command_tent south``."""
    tiles = [
        " ".join(word for word in (at, tile.kind, tile.token, tile.owner) if word is not None)
        for at, tile in terrain.items()
    ]
    return ", ".join(tiles)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
