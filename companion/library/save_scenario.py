"""Saving the board as a scenario: what stands and lies there becomes a pack of its own.

Units come back in full strength, and nobody has played a card yet.  Knows no table.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

import msgspec
import tomli_w

from companion.input.text import LONGEST_TITLE, is_name, shortened, tidy
from companion.library.packs import FORMAT, Packs
from rules.first.play.asking import landmarks_on
from rules.first.variants.call_to_arms.edition import NAME as CALL_TO_ARMS
from rules.kernel.catalogue import NORTH_FROM, kind_of
from rules.kernel.game import Game
from rules.kernel.hexes import Hex
from rules.kernel.printed import Scenario
from rules.kernel.values import Seat
from vision.errors import InputError


def save_scenario(game: Game, name: str, packs: Packs) -> str:
    """Keep the board of *game* as a scenario called *name*, in a pack of its own; return the scenario's id.

    Raises InputError with one sentence for a name that is none or is taken, and for a board
    that makes no scenario; then nothing has been kept.
    """
    name = tidy(name)
    scenario = _id(name)
    if scenario in packs.check().scenarios or scenario in packs.names():
        raise InputError("there is a scenario or pack {1} already: choose another name", scenario)
    text = scenario_text(game, name)
    return packs.take_in(text, file=f"scenario {scenario}", name=scenario)


def scenario_text(game: Game, name: str) -> str:
    """Return the pack that holds the board of *game* as a scenario called *name*.

    Raises InputError where a side has no unit, or banners differ in worth.
    """
    heading = {"name": _id(name), "edition": game.ruleset.edition.id, "format": FORMAT}
    return tomli_w.dumps({"pack": heading, "scenarios": {_id(name): _fields(game, name)}})


def _id(name: str) -> str:
    """Return the id of the scenario *name*: ``the_ford_at_dusk``.  Raises InputError for no name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    found = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    if not found or not is_name(name, LONGEST_TITLE):
        asked = shortened(name)
        raise InputError(
            "{1} is no name for a scenario: use letters and digits, {2} at the most",
            repr(asked),
            LONGEST_TITLE,
        )
    return found


def _fields(game: Game, name: str) -> dict[str, object]:
    """Return the scenario's entry; what the group has not said is as in the scenario that is played."""
    state, scenario = game.state, game.ruleset.scenario
    for seat in game.ruleset.seats:
        if not state.army(seat):
            faction = game.ruleset.catalogue.factions[scenario.factions[seat]]
            raise InputError("no unit of the {1} is on the board: put one there, then save", faction)
    variants = tuple(name for name in scenario.variants if name != CALL_TO_ARMS)  # its armies stand there now
    brought = landmarks_on(game)  # Landmarks come with the councils that are chosen again
    told = {
        **_told(msgspec.structs.replace(scenario.settled(), variants=variants)),
        "name": name,
        "first": state.first,
        "confidence": "certain",
        "units": _units(game),
        "banners": _banners(game),
        "terrain": {at: state.terrain[at] for at in _in_order(game, state.terrain) if at not in brought},
        "specials": {seat: special for seat in game.ruleset.seats if (special := game.specials(seat))},
    }
    plain = _without_none(msgspec.to_builtins(told))
    assert isinstance(plain, dict)
    return plain


def _told(scenario: Scenario) -> dict[str, object]:
    """Return what *scenario* says that goes without saying of no scenario, by its fields."""
    fields = msgspec.structs.fields(scenario)
    said = {field.name: getattr(scenario, field.name) for field in fields if field.name not in _ANEW}
    return {name: value for name, value in said.items() if value is not False and value not in (None, {}, ())}


_ANEW = ("id", "owners")
"""What a scenario gets from its name and the lists of its units."""


def _units(game: Game) -> dict[str, object]:
    """Return each kind's hexes, its first number first; "" for a number that is not on the board.

    Those that are a seat's whatever their faction stand under that seat.
    """
    units: dict[str, Any] = {}
    for unit in game.state.units.values():
        if unit.at is None:
            continue
        is_given = unit.id in game.ruleset.scenario.owners or unit.kind not in game.ruleset.fielded
        first = NORTH_FROM if is_given and unit.seat is Seat.NORTH else 1
        lists = units.setdefault(unit.seat, {}) if is_given else units
        hexes, place = lists.setdefault(kind_of(unit.id), []), int(unit.id.rpartition("-")[2]) - first
        hexes += [""] * (place + 1 - len(hexes))
        hexes[place] = unit.at
    return units


def _banners(game: Game) -> dict[str, object]:
    """Return the banner markers.  Raises InputError where they are not all worth the same."""
    laid, points = game.state.banners, game.ruleset.scenario.banners.points
    worth = set(laid.values()) or {points}
    if len(worth) > 1:
        raise InputError("the banners are not all worth the same points: make them so, then save")
    return {"count": len(laid), "points": worth.pop(), "at": _in_order(game, laid)}


def _in_order(game: Game, hexes: Iterable[Hex]) -> list[Hex]:
    """Return *hexes* in the board's order."""
    return sorted(hexes, key=game.ruleset.places.__getitem__)


def _without_none(value: object) -> object:
    """Return *value* without the fields that are None, which TOML cannot say."""
    if isinstance(value, dict):
        return {key: _without_none(each) for key, each in value.items() if each is not None}
    return [_without_none(each) for each in value] if isinstance(value, list | tuple) else value
