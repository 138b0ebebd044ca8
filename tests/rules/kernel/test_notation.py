"""Positions as text: written, read back, and refused with every fault."""

from enum import Enum
from random import Random
from typing import Any, get_args, get_origin

import msgspec
import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.notation.position import NotationError, parse_position, title
from rules.kernel.notation.words import format_struct, format_value, parse_fields, parse_value
from rules.kernel.notation.writing import format_position
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Fight, Side, State, Unit
from rules.kernel.values import (
    CAMPS,
    AbilityId,
    CardId,
    Face,
    KindId,
    LoreId,
    Marker,
    ScenarioCardId,
    Seat,
    Section,
    Step,
    TerrainId,
    Tile,
    UnitId,
)
from rules.second import messages as second
from rules.second.faces import FACES, LORE, MORALE, STRIKE
from rules.second.printed import ScenarioCard
from rules.second.state.attack import AttackRecord, record
from rules.second.state.game import SecondState, Setting, setting_in
from tests.rules.drawn import TILES
from tests.rules.playing import learning_rules, play_random

RULES = learning_rules()
FREE, BATTLE = (
    Ruleset(RULES.edition, RULES.catalogue, RULES.board, RULES.catalogue.scenarios[name])
    for name in ("free", "battle")
)


@pytest.mark.parametrize("seed", range(20_000, 20_012))
def test_what_is_formatted_parses_to_the_same_state(seed: int) -> None:
    chance = Random(seed)

    def watch(before: Game, command: m.Command, events: tuple[m.Event, ...], after: Game) -> None:
        if chance.random() < 0.1 or after.state.fights:
            again = parse_position(format_position(after), RULES)
            assert again.state == after.state, format_position(after)

    play_random(RULES, seed, watch=(watch,))


def test_a_unit_is_called_by_its_kind_and_number() -> None:
    assert title(UnitId("viper_legion-2")) == "Viper Legion 2"


def test_a_new_game_is_told_completely() -> None:
    game = new_game(RULES)
    assert parse_position(format_position(game), RULES).state == game.state


SECONDS = State[m.SharedWait | second.SecondWait, m.AnyExtra, AttackRecord, SecondState]
NAMES: dict[object, tuple[str, ...]] = {
    Hex: RULES.board.hexes,
    KindId: tuple(RULES.catalogue.kinds),
    CardId: tuple(RULES.catalogue.cards),
    LoreId: tuple(RULES.catalogue.lore),
    ScenarioCardId: tuple(RULES.catalogue.of(ScenarioCard)),
    AbilityId: tuple(RULES.catalogue.abilities),
    UnitId: ("citadel_guard-1", "ironbound-2", "chaos_lord-1", "viper_legion-12"),
    TerrainId: tuple(RULES.catalogue.terrain),
    Face: FACES.all,
    str: ("archer", "two words", "Patrol #2, Left", "true"),
}


def anything(annotation: object, chance: Random) -> Any:
    """Return some value of the type that *annotation* says, whatever its fields are."""
    if annotation in NAMES:
        return chance.choice(NAMES[annotation])
    if annotation in (int, bool):
        return chance.randint(0, 3) if annotation is int else chance.random() < 0.5
    if annotation is msgspec.UnsetType:
        return msgspec.UNSET
    if annotation in (type(None), Any):  # what only an edition keeps is none of the notation's
        return None
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return chance.choice(tuple(annotation))
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        fields = msgspec.structs.fields(annotation)
        return annotation(**{field.name: anything(field.type, chance) for field in fields})
    if isinstance(get_origin(annotation), type) and issubclass(get_origin(annotation), msgspec.Struct):
        fields = msgspec.structs.fields(annotation)
        return get_origin(annotation)(**{field.name: anything(field.type, chance) for field in fields})
    first, *rest = get_args(annotation)
    if get_origin(annotation) is tuple:
        return tuple(anything(first, chance) for _ in range(chance.randint(0, 2)))
    if get_origin(annotation) is dict:
        return {anything(first, chance): anything(rest[0], chance) for _ in range(chance.randint(0, 2))}
    return anything(chance.choice((first, *rest)), chance)


def any_state(rules: Ruleset, chance: Random) -> State:
    """Return a state in which everything may stand, with units and tiles such as there are."""
    units = {unit.id: unit for unit in (any_unit(rules, chance) for _ in range(6))}
    places = chance.sample(rules.board.hexes, len(units))
    units = {
        name: unit if unit.at is None else replace(unit, at=place)
        for (name, unit), place in zip(units.items(), places, strict=True)
    }
    state: State = anything(SECONDS, chance)
    return replace(
        state,
        units=units,
        sides={seat: anything(Side, chance) for seat in CAMPS},
        terrain={place: chance.choice(tuple(TILES.values())) for place in places[:4]},
        called={name: anything(tuple[int, ...], chance) for name in list(units)[:2]},
        waits=state.waits or (m.CardWait(),),
        own=state.own or SecondState(),
    )


def any_unit(rules: Ruleset, chance: Random) -> Unit:
    seats = {faction: seat for seat, faction in rules.scenario.factions.items()}
    kind = chance.choice([kind for kind in rules.catalogue.kinds.values() if kind.faction in seats])
    return replace(
        anything(Unit, chance),
        id=f"{kind.id}-{chance.randint(1, 12)}",
        kind=kind.id,
        seat=seats[kind.faction],
        figures=chance.randint(0, kind.figures),
        health=kind.health if kind.damage_tokens else None,
    )


@pytest.mark.parametrize("rules", [FREE, BATTLE], ids=["free", "battle"])
def test_whatever_a_state_holds_is_told_and_read_back(rules: Ruleset) -> None:
    chance = Random(4)
    told: set[tuple[type, str]] = set()
    for _ in range(150):
        state = any_state(rules, chance)
        text = format_position(Game(rules, state))
        assert parse_position(text, rules).state == state, text
        told |= {
            (type(struct), field)
            for struct in (state, *state.units.values(), *state.sides.values(), *state.fights)
            for field in struct.__struct_fields__
            if getattr(struct, field)
        }
    every = {(sort, field) for sort in (State, Unit, Side, Fight) for field in sort.__struct_fields__}
    assert told >= every


POSITION = """
# A fight, half way.
turn: 7, south, attack
card: "Patrol Left"
south: 3 lore, 10 points, 4 cards
north: 0 lore, 12 points, 4 cards, known wedge
banners: C5 2, F5 2
grant: grant_orders count=2 section=left
fight: attacker=citadel_guard-1 target=blood_harvesters-2 kind=melee distance=1 dice=3 counter=false \
additional=false attacker_at=D5 target_at=E5 faces=["strike","lore","morale"]
awaits: orders_wait seat=south
awaits: commit_wait seat=south unit=citadel_guard-1 most={"superior_tactics":1} usual={"superior_tactics":0}
citadel_guard-1 at D5, 2 figures, ordered, moved, 1 attack, stood at A5, called by 0
blood_harvesters-2 at E5, 1 figure, poison      # nearly gone
viper_legion-1 eliminated
"""


def test_a_position_is_read_line_by_line() -> None:
    state = parse_position(POSITION, RULES).state
    assert (state.turn, state.active, state.step, state.card) == (7, Seat.SOUTH, Step.ATTACK, "Patrol Left")
    assert (state.sides[Seat.SOUTH].lore, state.sides[Seat.NORTH].points) == (3, 12)
    assert state.sides[Seat.NORTH].known == ("wedge",)
    assert state.banners == {"C5": 2, "F5": 2}
    assert state.grants == (m.GrantOrders(count=2, section=Section.LEFT),)
    assert state.fights[0].faces == (STRIKE, LORE, MORALE)
    assert [type(wait) for wait in state.waits] == [m.OrdersWait, second.CommitWait]
    guard, harvesters = state.units[UnitId("citadel_guard-1")], state.units[UnitId("blood_harvesters-2")]
    assert (guard.at, guard.figures, guard.ordered, guard.moved, guard.attacks) == ("D5", 2, True, True, 1)
    assert guard.stood == "A5"
    assert (harvesters.figures, harvesters.markers) == (1, (Marker.POISON,))
    assert state.called == {"citadel_guard-1": (0,)}


def test_what_a_position_leaves_out_is_usual() -> None:
    state = parse_position("citadel_guard-3 at D5\nturn: 2, south, order", RULES).state
    standing = [unit.id for unit in state.units.values() if unit.at is not None]
    assert standing == ["citadel_guard-3"]
    assert state.units[UnitId("citadel_guard-3")].figures == 3
    assert set(state.units) == set(RULES.scenario.units)
    assert state.waits == (m.OrdersWait(seat=Seat.SOUTH),)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("citadel_guard-9 at D5", "no unit 'citadel_guard-9'"),
        ("citadel_guard-1 at Z5", "no hex 'Z5'"),
        ("citadel_guard-1 at D5, 4 figures", "at most 3 figures"),
        ("citadel_guard-1 at D5, brave", "'brave'"),
        ("turn: 1, south", "3 things"),
        ("turn: one, south, order", "'one' is no number"),
        ("turn: 1, east, order", "'east' is no seat"),
        ("turn: 1, south, lunch", "'lunch'"),
        ("south: 3 beer", "'3 beer'"),
        ("awaits: lunch_wait", "lunch_wait"),
        ("awaits: dice_wait count", "'count'"),
        ("fight: attacker=citadel_guard-1", "target"),
        ("banners: C5", "number is missing"),
        ("banners: X5 2", "no hex 'X5'"),
        ('card: "half', "truncated"),
        ("terrain: X5 forest", "no hex 'X5'"),
        ("terrain: C5 jungle", "no terrain 'jungle'"),
        ("terrain: C5", "C5 needs a tile"),
        ("terrain: C5 south", "C5 needs a tile"),
        ("terrain: C5 forest ford", "no forest ford can lie on C5"),
        ("terrain: C5 bridge", "no bridge can lie on C5"),
        ("deck: 30 cards", "'30 cards'"),
        ("own: setting=none", "setting"),
        ("ironbound-1 at D5", "no unit 'ironbound-1'"),
        ("told: troll combat 3", "no unit is called 'troll'"),
        ("told: obscenes beauty 3", "'beauty'"),
        ("told: obscenes combat many", "'many' is no number"),
        ("cost: lunch 3", "no lore card is called 'lunch'"),
    ],
)
def test_a_wrong_line_is_named(line: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(f"turn: 2, south, order\n{line}", RULES)
    assert caught.value.faults[0].startswith("line 2: ")
    assert says in caught.value.faults[0]


SET_UP = """
turn: 3, north, late_moves
first: south
own: setting={"cards":{"south":"staking_a_claim"},"first":"south"}
deck: 30 left, 4 discarded
terrain: C5 forest, D4 river ford, E2 command_tent south
south: 2 lore, 5 points, 3 cards, 1 lore cards, 17 in lore deck, lore played, lore known rune_blade
north: lore barred
extra: trample trait=knight marker=stun
fight: attacker=ironbound-1 target=viper_legion-2 kind=melee distance=1 dice=4 counter=false \
additional=false attacker_at=D4 target_at=D5 fixed=4 \
own={"fuels":[{"verb":"fuel_damage","face":"lore"}],"pending":1}
ironbound-1 at D4, paid, late, shield
viper_legion-2 at D5
chaos_lord-1 not placed
citadel_guard-1 eliminated
"""


def test_terrain_decks_lore_and_mustered_units_are_read() -> None:
    state = parse_position(SET_UP, FREE).state
    assert (state.first, state.step, state.deck, state.discards) == (Seat.SOUTH, Step.LATE_MOVES, 30, 4)
    cards = {Seat.SOUTH: ScenarioCardId("staking_a_claim")}
    assert setting_in(state) == Setting(cards=cards, first=Seat.SOUTH)
    assert state.terrain == {
        "C5": Tile(kind=TerrainId("forest")),
        "D4": Tile(kind=TerrainId("river"), token=TerrainId("ford")),
        "E2": Tile(kind=TerrainId("command_tent"), owner=Seat.SOUTH),
    }
    assert state.sides[Seat.SOUTH] == Side(
        lore=2,
        points=5,
        cards=3,
        lore_cards=1,
        lore_deck=17,
        lore_played=True,
        known_lore=(LoreId("rune_blade"),),
    )
    assert state.sides[Seat.NORTH] == Side(cards=4, lore_cards=2, lore_barred=True)
    assert state.extras == (m.Trample(trait="knight", marker=Marker.STUN),)
    fight = state.fights[0]
    assert (fight.fixed, record(fight).fuels) == (4, (second.FuelDamage(face=LORE),))
    ironbound, vipers, lord, guard = state.units.values()
    assert (ironbound.seat, ironbound.paid, ironbound.late, ironbound.markers) == (
        Seat.SOUTH,
        True,
        True,
        (Marker.SHIELD,),
    )
    assert (vipers.seat, vipers.figures) == (Seat.NORTH, 3)
    assert (lord.at, lord.figures, lord.health) == (None, 1, 6)
    assert (guard.at, guard.figures) == (None, 0)


def test_all_faults_are_told_at_once() -> None:
    text = "citadel_guard-1 at D5\ncitadel_guard-2 at D5\ncitadel_guard-2 at D6\nnobody at A1"
    with pytest.raises(NotationError) as caught:
        parse_position(text, RULES)
    assert caught.value.faults == (
        "line 3: citadel_guard-2 is named twice",
        "line 4: there is no unit 'nobody' in this scenario",
        "two units stand on D5",
    )


@pytest.mark.parametrize(
    "value", ["plain", "two words", "true", "3", "", "a #b", 3, None, True, ["a b"], {"x": 1}]
)
def test_values_are_read_as_they_were_written(value: object) -> None:
    written = format_value(value)
    assert " " not in written
    assert parse_value(written) == value


def test_a_struct_is_told_without_what_is_usual() -> None:
    words = format_struct(m.GrantOrders(count=2, traits=("archer",)))
    assert words == 'grant_orders count=2 traits=["archer"]'
    assert parse_fields(words, tag="verb") == {"verb": "grant_orders", "count": 2, "traits": ["archer"]}
