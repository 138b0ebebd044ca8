"""Positions drawn as text, and the few verbs with which the tests play them.

A picture's lines are rows of the board, north first: the row's number, then its
hexes from A on; what is not drawn is empty.  ``CG`` is a full unit, ``CG1`` one
with one figure left (or, for legends, health left), ``CG2p`` a poisoned, ``CGs`` a
stunned and ``CGh`` a shielded one.  Units are numbered in reading order, kind by
kind.  ``ff`` is a forest without a unit and ``CG/ff`` one with (see ``TILES``).
"""

import re

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Side, State, Unit
from rules.kernel.values import CAMPS, CardId, Face, KindId, Marker, Seat, Step, TerrainId, Tile, UnitId, Why
from rules.second.state.game import SecondState
from tests.rules.playing import learning_rules

RULES = learning_rules()
CODES = {
    "CG": "citadel_guard",
    "YA": "yeoman_archers",
    "RR": "riverwatch_riders",
    "RG": "rune_golems",
    "RW": "roc_warrior",
    "BH": "blood_harvesters",
    "VL": "viper_legion",
    "FB": "flesh_ripper_brutes",
    "CL": "chaos_lord",
    "OB": "obscenes",
    "IB": "ironbound",
    "GB": "greyhaven_battlemages",
    "LA": "citadel_lancers",
    "SG": "siege_golem",
}
MARKERS = {"p": Marker.POISON, "s": Marker.STUN, "h": Marker.SHIELD}
TILES = {
    "hh": Tile(kind=TerrainId("hill")),
    "ff": Tile(kind=TerrainId("forest")),
    "bb": Tile(kind=TerrainId("building")),
    "ts": Tile(kind=TerrainId("command_tent"), owner=Seat.SOUTH),
    "tn": Tile(kind=TerrainId("command_tent"), owner=Seat.NORTH),
    "rr": Tile(kind=TerrainId("river")),
    "rf": Tile(kind=TerrainId("river"), token=TerrainId("ford")),
    "rb": Tile(kind=TerrainId("river"), token=TerrainId("bridge")),
    "ll": Tile(kind=TerrainId("lake")),
    "lf": Tile(kind=TerrainId("lake"), token=TerrainId("ford")),
    "lb": Tile(kind=TerrainId("lake"), token=TerrainId("bridge")),
}
Played = tuple[Game, tuple[m.Event, ...]]


def drawn(
    picture: str,
    *,
    active: Seat = Seat.SOUTH,
    step: Step = Step.ORDER,
    ordered: bool = True,
    lore: int = 0,
    points: tuple[int, int] = (0, 0),
    grants: tuple[m.GrantOrders, ...] = (),
    banners: tuple[str, ...] = (),
    rules: Ruleset = RULES,
) -> Game:
    """Return the drawn position in *active*'s Main Phase, all units *ordered* by the table's will.

    *lore* is the acting player's, *points* are south's and north's; it is played by *rules*.
    """
    units: dict[UnitId, Unit] = {}
    terrain: dict[Hex, Tile] = {}
    for line in picture.strip().splitlines():
        row, *tokens = line.split()
        for letter, token in zip("ABCDEFGHIJKL", tokens, strict=False):
            at, (piece, tile) = Hex(letter + row), _taken_apart(token)
            if tile is not None:
                terrain[at] = tile
            if piece:
                unit = _unit(piece, at, units, rules)
                units[unit.id] = replace(unit, ordered=ordered and unit.seat is active)
    sides = {
        seat: Side(cards=4, points=count, lore=lore if seat is active else 0)
        for seat, count in zip(CAMPS, points, strict=True)
    }
    state = State(
        own=SecondState(),
        turn=2,
        active=active,
        step=step,
        first=rules.scenario.first,
        units=units,
        sides=sides,
        waits=(m.OrdersWait(seat=active),),
        grants=grants,
        banners={Hex(place): 2 for place in banners},
        terrain=terrain,
    )
    return Game(rules, state)


def _taken_apart(token: str) -> tuple[str, Tile | None]:
    """Return what *token* draws: a unit ("" for none), and the tile below it."""
    piece, _, tile = token.rpartition("/")
    if tile in TILES:
        return piece, TILES[tile]
    return token.removesuffix("/..").strip("."), None


def _unit(token: str, at: Hex, units: dict[UnitId, Unit], rules: Ruleset) -> Unit:
    match = re.fullmatch(r"([A-Z]{2})(\d?)([psh]*)", token)
    assert match, token
    code, left, marks = match.groups()
    kind = rules.catalogue.kinds[KindId(CODES[code])]
    number = 1 + sum(unit.kind == kind.id for unit in units.values())
    health = int(left) if left else kind.health
    return Unit(
        id=UnitId(f"{kind.id}-{number}"),
        kind=kind.id,
        seat=next(seat for seat, faction in rules.scenario.factions.items() if faction == kind.faction),
        at=at,
        figures=1 if kind.damage_tokens else health,
        health=kind.health if kind.damage_tokens else None,
        damage=kind.health - health if kind.damage_tokens else 0,
        markers=tuple(MARKERS[mark] for mark in marks),
    )


def u(name: str) -> UnitId:
    """Return the unit that a test calls ``BH2``."""
    return UnitId(f"{CODES[name[:2]]}-{name[2:] or 1}")


def faces(text: str) -> m.Roll:
    """Return the roll of the faces named in *text*."""
    return m.Roll(faces=tuple(Face(word) for word in text.split()))


def attack(unit: str, target: str) -> m.Attack:
    """Return the command by which *unit* attacks *target*."""
    return m.Attack(unit=u(unit), target=u(target))


def move(unit: str, to: str) -> m.Move:
    """Return the command that moves *unit*."""
    return m.Move(unit=u(unit), to=Hex(to))


def order(unit: str) -> m.Order:
    """Return the command that names *unit*."""
    return m.Order(unit=u(unit))


def card(name: str, *, anywhere: bool = False) -> m.PlayCard:
    """Return the command that plays a card."""
    return m.PlayCard(card=CardId(name), anywhere=anywhere)


def after(game: Game, *commands: m.Command) -> Played:
    """Return the game after *commands*, and all their events; each must be legal."""
    events: list[m.Event] = []
    for command in commands:
        game, decision = play(game, command)
        assert not isinstance(decision, m.Refusal), (command, decision)
        events += decision
    return game, tuple(events)


def why(game: Game, command: m.Command) -> Why | None:
    """Return why *command* is refused, or None; a refusal must leave the game alone and name a page."""
    now, decision = play(game, command)
    if not isinstance(decision, m.Refusal):
        return None
    assert now is game
    assert decision.page
    return decision.why


def at(game: Game, unit: str) -> Hex | None:
    """Return where *unit* stands."""
    return game.state.units[u(unit)].at


def figures(game: Game, unit: str) -> int:
    """Return how many figures *unit* has."""
    return game.state.units[u(unit)].figures


def waits(game: Game) -> str:
    """Return the tag of what the game waits for."""
    return m.tag_of(game.state.wait)


def tags(events: tuple[m.Event, ...]) -> list[str]:
    """Return the events' tags, without what the game waits for."""
    return [m.tag_of(event) for event in events if not isinstance(event, m.Awaited)]


def started() -> Game:
    """Return the learning scenario at the first player's first card, banners on the stand-in hexes."""
    places = RULES.scenario.banners.stand_in
    game, _ = after(new_game(RULES), *(m.PlaceBanner(at=place) for place in places), m.StartGame())
    return game
