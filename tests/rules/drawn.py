"""Positions drawn as text, and the few verbs with which the tests play them.

A picture's lines are rows of the board, north first: the row's number, then its
hexes from A on; what is not drawn is empty.  ``CG`` is a full unit, ``CG1`` one
with one figure left (or, for legends, health left), ``CG2p`` a poisoned and
``CGs`` a stunned one.  Units are numbered in reading order, kind by kind.
"""

import re

from msgspec.structs import replace

from rules import messages as m
from rules.game import new_game, play
from rules.hexes import Hex
from rules.ruleset import Game
from rules.state import Side, State, Unit
from rules.values import CardId, Face, KindId, Marker, Seat, Step, UnitId, Why
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
}
MARKERS = {"p": Marker.POISON, "s": Marker.STUN}
DAQAN = ("citadel_guard", "yeoman_archers", "riverwatch_riders", "rune_golems", "roc_warrior")
Played = tuple[Game, tuple[m.AnyEvent, ...]]


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
) -> Game:
    """Return the drawn position in *active*'s Main Phase, all units *ordered* by the table's will.

    *lore* is the acting player's, *points* are south's and north's.
    """
    units: dict[UnitId, Unit] = {}
    for line in picture.strip().splitlines():
        row, *tokens = line.split()
        for letter, token in zip("ABCDEFGHIJKL", tokens, strict=False):
            if token.strip("."):
                unit = _unit(token, Hex(letter + row), units)
                units[unit.id] = replace(unit, ordered=ordered and unit.seat is active)
    sides = {
        seat: Side(cards=4, points=count, lore=lore if seat is active else 0)
        for seat, count in zip(Seat, points, strict=True)
    }
    state = State(
        turn=2,
        active=active,
        step=step,
        units=units,
        sides=sides,
        waits=(m.OrdersWait(seat=active),),
        grants=grants,
        banners={Hex(place): 2 for place in banners},
    )
    return Game(RULES, state)


def _unit(token: str, at: Hex, units: dict[UnitId, Unit]) -> Unit:
    match = re.fullmatch(r"([A-Z]{2})(\d?)([ps]*)", token)
    assert match, token
    code, left, marks = match.groups()
    kind = RULES.catalogue.kinds[KindId(CODES[code])]
    number = 1 + sum(unit.kind == kind.id for unit in units.values())
    health = int(left) if left else kind.health
    return Unit(
        id=UnitId(f"{kind.id}-{number}"),
        kind=kind.id,
        seat=Seat.SOUTH if kind.id in DAQAN else Seat.NORTH,
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


def after(game: Game, *commands: m.AnyCommand) -> Played:
    """Return the game after *commands*, and all their events; each must be legal."""
    events: list[m.AnyEvent] = []
    for command in commands:
        game, decision = play(game, command)
        assert not isinstance(decision, m.Refusal), (command, decision)
        events += decision
    return game, tuple(events)


def why(game: Game, command: m.AnyCommand) -> Why | None:
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
    return m.snake(type(game.state.wait).__name__)


def tags(events: tuple[m.AnyEvent, ...]) -> list[str]:
    """Return the events' tags, without what the game waits for."""
    return [m.snake(type(event).__name__) for event in events if not isinstance(event, m.Awaited)]


def started() -> Game:
    """Return the learning scenario at the first player's first card, banners on the stand-in hexes."""
    places = RULES.scenario.banners.stand_in
    game, _ = after(new_game(RULES), *(m.PlaceBanner(at=place) for place in places), m.StartGame())
    return game
