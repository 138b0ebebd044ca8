"""Full set-ups for the tests: scenario cards whose maps are told, and the way to each wait."""

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import KindId, ScenarioCardId, Seat, TerrainId, Tile, UnitId
from rules.second import messages as second
from rules.second.printed import ScenarioCard
from tests.rules.drawn import RULES, after

SOUTH, NORTH = Seat.SOUTH, Seat.NORTH
RIVER = Tile(kind=TerrainId("river"))
LAKE = Tile(kind=TerrainId("lake"))
FORD = TerrainId("ford")
TENT = TerrainId("command_tent")
TREASURES = ScenarioCardId("treasures_of_the_shadow_peaks")  # Uthuk, B2
STAKING = ScenarioCardId("staking_a_claim")  # Uthuk, C1
CROSSING = ScenarioCardId("crossing_the_river_of_sleep")  # Daqan, C1
BARROWS = ScenarioCardId("barrow_mounds_of_the_gatesmen")  # Daqan, B2
MILITIA = ScenarioCardId("mustering_the_militia")  # Daqan, initiative not known


def hexes(text: str) -> tuple[Hex, ...]:
    """Return the hexes named in *text*."""
    return tuple(Hex(name) for name in text.split())


SOUTH_DEPLOYMENT = hexes("A1 B1 C1 D1 F1 G1 H1 I1 J1 K1 L1 A2 B2 C2 D2 F2 G2 E2")
NORTH_DEPLOYMENT = hexes("A9 B9 C9 D9 F9 G9 H9 I9 J9 K9 L9 A8 B8 C8 D8 F8 G8 H8")


def told(card: ScenarioCard) -> ScenarioCard:
    """Return *card* with the map that our table has read off it, where the example of RB p. 18 needs one."""
    if card.id == CROSSING:
        river = dict.fromkeys(hexes("E1 E2 E3 E4 E5"), RIVER)
        return replace(card, terrain=river, banners={Hex("C5"): 2}, deployment=SOUTH_DEPLOYMENT)
    if card.id == TREASURES:
        river = dict.fromkeys(hexes("E6 E7 E8 E9"), RIVER)
        return replace(
            card,
            terrain={**river, Hex("K6"): Tile(kind=TerrainId("building"))},
            banners={Hex("J6"): 2},
            deployment=NORTH_DEPLOYMENT,
        )
    return card


def battle_rules(*, maps: bool = False, core_sets: int = 1) -> Ruleset:
    """Return the rules of a full battle, with our table's *maps* or without any."""
    catalogue, scenario = RULES.catalogue, RULES.catalogue.scenarios["battle"]
    assert scenario.muster is not None
    scenario = replace(scenario, muster=replace(scenario.muster, core_sets=core_sets))
    if maps:
        cards = {name: told(card) for name, card in catalogue.of(ScenarioCard).items()}
        catalogue = catalogue.having(ScenarioCard, cards)
    return Ruleset(RULES.edition, catalogue, RULES.board, scenario)


FREE = Ruleset(RULES.edition, RULES.catalogue, RULES.board, RULES.catalogue.scenarios["free"])


def choose(seat: Seat, card: ScenarioCardId) -> second.ChooseScenarioCard:
    """Return the choice of a scenario card."""
    return second.ChooseScenarioCard(seat=seat, card=card)


def army(units: str, *, tent: bool = False, points: int | None = None, lore: int = 0) -> second.Muster:
    """Return south's army of what *units* says: ``citadel_guard 4, rune_golems 2``."""
    counts = {KindId(name): int(count) for name, count in map(str.split, units.split(","))}
    return second.Muster(seat=SOUTH, units=counts, tent=tent, points=points, lore=lore)


RULEBOOK_ARMY = army("citadel_guard 4, yeoman_archers 3, riverwatch_riders 2, rune_golems 2", tent=True)
HORDE = second.Muster(seat=NORTH, units={KindId("blood_harvesters"): 5, KindId("chaos_lord"): 2}, points=46)


def to_terrain(rules: Ruleset) -> Game:
    """Return the game of RB p. 18 while its terrain is being laid."""
    return after(new_game(rules), choose(NORTH, TREASURES), choose(SOUTH, CROSSING))[0]


def to_muster(rules: Ruleset) -> Game:
    """Return that game when the armies are to be mustered."""
    game, _ = after(to_terrain(rules), second.FinishTerrain())
    while isinstance(game.state.wait, second.FordWait):
        game, _ = after(game, second.PlaceFord(at=game.state.wait.hexes[0]))
    assert isinstance(game.state.wait, second.MusterWait)
    return game


def to_pieces(rules: Ruleset, south: second.Muster = RULEBOOK_ARMY, north: second.Muster = HORDE) -> Game:
    """Return that game when both armies are open and no unit is on the board."""
    muster = to_muster(rules)
    game, _ = after(muster, south, m.Overrule(command=north), second.RevealArmies())
    return game


def put(unit: str, at: str) -> m.PlaceUnit:
    """Return the command that puts a unit on the board."""
    return m.PlaceUnit(unit=UnitId(unit), at=Hex(at))


def tent(seat: Seat, at: str) -> m.PlaceTerrain:
    """Return the command that puts *seat*'s command tent on the board."""
    return m.PlaceTerrain(at=Hex(at), tile=Tile(kind=TENT, owner=seat))
