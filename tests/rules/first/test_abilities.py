"""What units, Creatures and ground of the packs can do, each from a position and by commands.

The units are those of config/first; where no source tells a number there is one of ours.
"""

import pytest
from msgspec.structs import replace

from companion.words.announcer import sentences
from companion.words.glossary import printed_subjects
from companion.words.names import Language, wording_of
from companion.words.phrases import load_phrases
from companion.words.subjects import PrintedWords
from companion.words.translator import Translator
from rules.first.abilities import ABILITIES
from rules.first.edition import FIRST
from rules.first.messages.commands import RetreatTo
from rules.first.messages.waits import RetreatWait
from rules.first.play.asking import battle_dice, boldness
from rules.first.printed.lore import LaidAdventure
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.catalogue import Catalogue, ConfigError, parse_catalogue
from rules.kernel.chapters.abilities import Asked, Question
from rules.kernel.chapters.sums import Addend, PartSort
from rules.kernel.decide import options
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.state import Unit
from rules.kernel.values import AbilityId, Face, Seat, Step, TerrainId, Tile, UnitId
from rules.kernel.view import view
from tests.rules.first.adapter import BOARD
from tests.rules.first.engine import printed_texts
from tests.rules.first.test_commanding import done, why

PACK = """
[dwarf_bear_riders]
banner = "green"
weapon = "long_sword"
[goblin_hyena_riders]
weapon = "long_sword"
"""
CATALOGUE = parse_catalogue({**printed_texts(), "pack/units.toml": PACK}, FIRST)
SEATS = {"south": Seat.SOUTH, "north": Seat.NORTH}


def drawn(units: str, *, terrain: str = "", lore: int = 5, catalogue: Catalogue = CATALOGUE) -> Game:
    """Return a Lore game in which all of south's *units* are ordered: ``south ogres E5, north hydra E6``.

    Units of one kind are numbered from 1 as they come; *terrain* is ``E5 wooded, E6 lair``.  Each
    side has another unit in a corner: without any it would have lost.
    """
    hexes: dict[UnitId, Hex] = {}
    owners: dict[UnitId, Seat] = {}
    for row in (*units.split(","), "south goblin_slingers M1", "north goblin_slingers M9"):
        seat, kind, at = row.split()
        name = UnitId(f"{kind}-{1 + sum(each.startswith(f'{kind}-') for each in hexes)}")
        hexes[name], owners[name] = Hex(at), SEATS[seat]
    rows = (row.split() for row in terrain.split(",") if row)
    tiles = {Hex(at): laid(TerrainId(kind), catalogue) for at, kind in rows}
    scenario = LaidAdventure(
        id="drawn",
        name="Drawn",
        edition="first",
        board="first",
        first=Seat.SOUTH,
        factions={Seat.SOUTH: "standard", Seat.NORTH: "pennant"},
        units=hexes,
        owners=owners,
        terrain=tiles,
        hand=4,
        lore_hand=0,
        points_to_win=9,
        confidence="certain",
    )
    game = new_game(Ruleset(FIRST, catalogue, BOARD, scenario))
    state = game.state
    ordered = {name: replace(unit, ordered=unit.seat is Seat.SOUTH) for name, unit in state.units.items()}
    sides = {seat: replace(side, lore=lore) for seat, side in state.sides.items()}
    now = replace(state, turn=1, step=Step.ORDER, units=ordered, sides=sides, card="A card")
    return Game(game.ruleset, replace(now, waits=(m.OrdersWait(seat=Seat.SOUTH),)))


def laid(kind: TerrainId, catalogue: Catalogue) -> Tile:
    """Return a tile of *kind*, or countryside on which that lies."""
    on = catalogue.terrain[kind].on
    return Tile(kind=on[0], token=kind) if on else Tile(kind=kind)


def unit(game: Game, kind: str, number: int = 1) -> Unit:
    return game.state.units[UnitId(f"{kind}-{number}")]


def attack(game: Game, kind: str, other: str) -> Game:
    return done(game, m.Attack(unit=UnitId(f"{kind}-1"), target=UnitId(f"{other}-1")))


def roll(game: Game, *faces: str) -> Game:
    return done(game, m.Roll(faces=tuple(map(Face, faces))))


def asked_again(game: Game) -> int:
    """Return how many Bonus Strikes are to be rolled again."""
    wait = game.state.wait
    return wait.count if isinstance(wait, m.DiceWait) and wait.purpose == "again" else 0


def goals(game: Game, kind: str) -> set[str]:
    """Return where the first unit of *kind* may move, or follow."""
    name = UnitId(f"{kind}-1")
    return {
        str(each.to)
        for each in options(game)
        if (isinstance(each, m.Move) and each.unit == name) or isinstance(each, m.Advance)
    }


# --- dice rolled again


def test_frenzy_rolls_bonus_strikes_again_for_hits_and_flags_until_none_is_rolled() -> None:
    """Horrific Horde: Ogres."""
    game = attack(drawn("south ogres E5, north human_blue_foot E6"), "ogres", "human_blue_foot")
    game = roll(game, "bonus_strike", "bonus_strike", "green", "lore")
    assert asked_again(game) == 2
    game = roll(game, "bonus_strike", "blue")
    assert asked_again(game) == 1
    game = roll(game, "flag")
    assert unit(game, "human_blue_foot").at is None
    assert game.state.sides[Seat.SOUTH].lore == 6


def test_a_flag_of_the_second_roll_drives_back_and_its_lore_is_no_token() -> None:
    """Horrific Horde: Ogres."""
    game = attack(drawn("south ogres E5, north human_red_foot E6"), "ogres", "human_red_foot")
    game = roll(roll(game, "bonus_strike", "green", "green", "green"), "flag")
    assert isinstance(game.state.wait, RetreatWait)
    assert unit(game, "human_red_foot").figures == 3
    game = attack(drawn("south ogres E5, north human_red_foot E6"), "ogres", "human_red_foot")
    game = roll(roll(game, "bonus_strike", "green", "green", "green"), "lore")
    assert isinstance(game.state.wait, m.OrdersWait)
    assert game.state.sides[Seat.SOUTH].lore == 5


def test_fury_rolls_bonus_strikes_again_for_hits_only() -> None:
    """Bearded Brave: bear riders."""
    position = "south dwarf_bear_riders E5, north human_red_foot E6"
    game = attack(drawn(position), "dwarf_bear_riders", "human_red_foot")
    game = roll(roll(game, "bonus_strike", "green"), "flag")
    assert isinstance(game.state.wait, m.OrdersWait)
    assert unit(game, "human_red_foot").figures == 3
    game = attack(drawn(position), "dwarf_bear_riders", "human_red_foot")
    game = roll(roll(game, "bonus_strike", "green"), "red")
    assert unit(game, "human_red_foot").figures == 2


def test_nobody_else_rolls_a_bonus_strike_again() -> None:
    game = attack(drawn("south human_blue_foot E5, north ogres E6"), "human_blue_foot", "ogres")
    assert not asked_again(roll(game, "bonus_strike", "green", "green"))


# --- following


def test_bear_riders_gain_ground_without_pursuing_and_battle_once_more() -> None:
    """Bearded Brave: bear riders."""
    game = drawn("south dwarf_bear_riders E5, north human_blue_foot E6, north human_blue_foot D7")
    game = roll(attack(game, "dwarf_bear_riders", "human_blue_foot"), "flag", "green")
    game = done(game, options(game)[0])
    assert goals(game, "dwarf_bear_riders") == {"E6"}
    assert isinstance(done(game, m.Decline()).state.wait, m.OrdersWait)
    game = done(game, m.Advance(to=Hex("E6")))
    assert not unit(game, "dwarf_bear_riders").pursued
    assert isinstance(game.state.wait, m.ExtraAttackWait)


def test_hyena_riders_pursue_one_hex_further_than_other_mounted_troops() -> None:
    """Goblin Marauders: hyena riders; how much further is their card's."""
    ends = {}
    for kind in ("goblin_hyena_riders", "human_blue_mounted"):
        game = attack(drawn(f"south {kind} E5, north human_blue_foot E6"), kind, "human_blue_foot")
        dice = game.state.wait.count
        game = roll(game, "flag", *("green",) * (dice - 1))
        game = done(game, RetreatTo(to=Hex("E7")))
        ends[kind] = goals(game, kind)
    far = ends["goblin_hyena_riders"] - ends["human_blue_mounted"]
    assert ends["goblin_hyena_riders"] >= ends["human_blue_mounted"] >= {"E5", "E6"}
    assert {BOARD.distance(Hex("E6"), Hex(at)) for at in far} == {2}


# --- morale, shelter, woods


@pytest.mark.parametrize(
    ("friends", "terrain", "bold"), [("", "E5 ramparts", 0), ("D5 F5", "", 1), ("D5 F5", "E5 ramparts", 2)]
)
def test_ogres_ignore_a_flag_only_where_they_are_supported(friends: str, terrain: str, bold: int) -> None:
    """Horrific Horde: Ogres."""
    rows = ["south ogres E5", *(f"south human_blue_foot {at}" for at in friends.split())]
    game = drawn(", ".join([*rows, "north human_blue_foot E6"]), terrain=terrain)
    assert boldness(game, unit(game, "ogres")).total == bold


def test_stakes_embolden_who_shoots_and_stop_all_others() -> None:
    """Call to Arms: archers' stakes."""
    position = "south human_green_archers E4, south human_green_foot G4, north human_blue_foot E7"
    game = drawn(position, terrain="E5 archers_stakes, G5 archers_stakes")
    assert {"E5", "E6"} <= goals(game, "human_green_archers")
    moved = done(game, m.Move(unit=UnitId("human_green_archers-1"), to=Hex("E5")))
    sheltered = Addend("strike_shelter", 1, PartSort.ABILITY)
    assert boldness(moved, unit(moved, "human_green_archers")).base == (sheltered,)
    assert table(moved.state).afters[UnitId("human_green_archers-1")] == "may_battle"
    moved = done(game, m.Move(unit=UnitId("human_green_foot-1"), to=Hex("G5")))
    assert boldness(moved, unit(moved, "human_green_foot")).total == 0
    assert table(moved.state).afters[UnitId("human_green_foot-1")] == "no_battle"


def test_stakes_let_who_shoots_ignore_a_bonus_strike() -> None:
    """Call to Arms: archers' stakes."""
    for kind, left in (("human_green_archers", 3), ("human_green_foot", 2)):
        game = attack(
            drawn(f"south human_blue_foot E5, north {kind} E6", terrain="E6 archers_stakes"),
            "human_blue_foot",
            kind,
        )
        assert unit(roll(game, "bonus_strike", "bonus_strike", "red"), kind).figures == left


def test_stakes_lie_on_countryside_or_elevated_ground_only() -> None:
    """Call to Arms: Specific Card Effects."""
    position = "south human_blue_foot E5, north human_blue_foot E8"
    game = drawn(position, terrain="F4 waterway, G4 wooded, H4 elevated")
    for at, kind, reason in (("F4", "waterway", True), ("G4", "wooded", True), ("H4", "elevated", False)):
        tile = Tile(kind=TerrainId(kind), token=TerrainId("archers_stakes"))
        refused = why(game, m.PlaceTerrain(at=Hex(at), tile=tile))
        assert (refused is not None) is reason


WOODS = "E5 wooded, G5 wooded"


def test_woods_neither_stop_the_wood_giant_nor_limit_its_dice() -> None:
    """Creatures: Wood Giant."""
    game = drawn(
        "south wood_giant E4, south human_red_foot G4, north human_blue_foot E7",
        terrain="E5 wooded, G5 wooded",
    )
    assert "E6" in goals(game, "wood_giant")
    walled = drawn(
        "south wood_giant E4, north human_blue_foot E9", terrain="D4 wooded, E5 wooded, F4 wooded, F5 wooded"
    )
    assert "E6" in goals(walled, "wood_giant"), "the only way leads through woods"
    game = drawn(
        "south wood_giant E5, south human_red_foot G5, north human_blue_foot E6",
        terrain="E5 wooded, G5 wooded",
    )
    foe = unit(game, "human_blue_foot")
    assert battle_dice(game, unit(game, "human_red_foot"), foe, 1).cap is not None
    assert not battle_dice(game, unit(game, "wood_giant"), foe, 1).caps
    marsh = drawn("south wood_giant E5, north human_blue_foot E6", terrain="E5 marsh")
    assert battle_dice(marsh, unit(marsh, "wood_giant"), foe, 1).caps


@pytest.mark.parametrize(("figures", "dice", "bold"), [(4, 4, 2), (3, 3, 1)])
def test_clan_chiefs_are_more_as_long_as_all_of_them_live(figures: int, dice: int, bold: int) -> None:
    """Scottish Wars: clan chiefs."""
    game = drawn("south dwarf_clan_chiefs E5, north human_blue_foot E6")
    game = done(game, m.CorrectUnit(unit=UnitId("dwarf_clan_chiefs-1"), at=Hex("E5"), figures=figures))
    chiefs = unit(game, "dwarf_clan_chiefs")
    assert battle_dice(game, chiefs, unit(game, "human_blue_foot"), 1).total == dice
    assert boldness(game, chiefs).total == bold


def test_clan_chiefs_go_two_hexes_into_melee_and_need_not_battle() -> None:
    """Scottish Wars: clan chiefs."""
    game = drawn("south dwarf_clan_chiefs E3, north human_blue_foot E6")
    near, away = (done(game, m.Move(unit=UnitId("dwarf_clan_chiefs-1"), to=Hex(at))) for at in ("E5", "G3"))
    assert [*table(near.state).afters.values()] == ["may_battle"]
    assert [*table(away.state).afters.values()] == ["no_battle"]
    assert why(near, m.EndMainPhase()) is None


def test_spear_bearers_battle_back_with_one_die_more() -> None:
    """Scottish Wars: spear bearers."""
    game = drawn("south human_blue_foot E5, north dwarf_spear_bearers E6")
    bearers, swordsmen = unit(game, "dwarf_spear_bearers"), unit(game, "human_blue_foot")
    assert battle_dice(game, bearers, swordsmen, 1).total == 3
    game = roll(attack(game, "human_blue_foot", "dwarf_spear_bearers"), "green", "green", "red")
    game, events = play(game, m.Counter())
    assert [event.dice for event in events if isinstance(event, m.AttackDeclared)] == [4]
    assert game.state.wait == m.DiceWait(seat=Seat.NORTH, count=4, unit=bearers.id)


# --- Creatures


def test_each_lore_symbol_of_the_wood_giant_drives_its_target_back_two_hexes_and_is_no_token() -> None:
    """Creatures: Wood Giant."""
    game = attack(
        drawn("south wood_giant E4, north dwarf_swordsmen E5"),
        "wood_giant",
        "dwarf_swordsmen",
    )
    game = roll(game, "lore", "flag")
    assert isinstance(game.state.wait, RetreatWait)
    assert {(way.counted, way.hexes) for way in game.state.wait.ways} == {(0, 2), (1, 3)}
    standing = RetreatTo(to=Hex("E5"))
    assert why(game, standing) == "not_an_option"
    game = done(game, RetreatTo(to=Hex("E7"), ignoring=1))
    assert not isinstance(game.state.wait, m.CounterWait)
    assert game.state.sides[Seat.SOUTH].lore == 5


def test_an_elemental_moves_a_hex_for_each_lore_token_over_units_and_terrain() -> None:
    """Creatures: the Elementals."""
    position = "south rock_elemental E4, south human_blue_foot E5, north human_blue_foot E9"
    game = drawn(position, terrain="D5 waterway", lore=3)
    assert {"E7", "H4"} <= goals(game, "rock_elemental")
    assert not {"E5", "D5", "E8"} & goals(game, "rock_elemental")
    game = done(game, m.Move(unit=UnitId("rock_elemental-1"), to=Hex("E6")))
    assert game.state.sides[Seat.SOUTH].lore == 1
    assert not goals(drawn(position, lore=0), "rock_elemental")


def test_a_dragon_walks_two_hexes_or_flies_two_to_four_over_all_onto_open_ground() -> None:
    """Dragons: flight."""
    game = drawn(
        "south ice_drake E4, south human_blue_foot E5, south human_blue_foot D5, north human_blue_foot E9",
        terrain="E6 wooded, F5 waterway, E7 wooded",
    )
    assert {"F4", "E8", "I4"} <= goals(game, "ice_drake")
    assert not {"E5", "E7", "J4"} & goals(game, "ice_drake")
    assert why(game, m.Move(unit=UnitId("ice_drake-1"), to=Hex("E7"))) == "no_landing"
    assert why(game, m.Move(unit=UnitId("ice_drake-1"), to=Hex("J4"))) == "too_far"
    game = done(game, m.Move(unit=UnitId("ice_drake-1"), to=Hex("E8")))
    assert table(game.state).afters[UnitId("ice_drake-1")] == "may_battle"


def test_the_hydra_rolls_a_die_a_head_loses_a_neck_a_hit_of_its_colour_and_dies_without_any() -> None:
    """Creatures: Hydra."""
    game = drawn("south human_blue_foot E5, north hydra E6")
    foe = unit(game, "human_blue_foot")
    assert battle_dice(game, unit(game, "hydra"), foe, 1).total == 4
    struck = roll(attack(game, "human_blue_foot", "hydra"), "blue", "bonus_strike", "red")
    assert table(struck.state).necks == {UnitId("hydra-1"): (1, 1)}
    assert view(struck, Seat.SOUTH).setting.necks == table(struck.state).necks
    assert battle_dice(struck, unit(struck, "hydra"), foe, 1).total == 3
    killed = roll(attack(game, "human_blue_foot", "hydra"), "blue", "blue", "blue")
    assert unit(killed, "hydra").at is None
    assert killed.state.sides[Seat.SOUTH].points == 1


def test_lore_that_the_hydra_rolls_in_melee_grows_two_heads_in_each_empty_place() -> None:
    """Creatures: Hydra."""
    game = drawn("south hydra E5, north human_blue_foot E6")
    grown = replace(table(game.state), necks={UnitId("hydra-1"): (1,)})
    game = attack(Game(game.ruleset, replace(game.state, own=grown)), "hydra", "human_blue_foot")
    game = roll(game, "lore", "lore")
    assert table(game.state).necks == {UnitId("hydra-1"): (2, 2, 1)}
    assert game.state.sides[Seat.SOUTH].lore == 5


# --- a made-up one

MADE_UP = {
    "pack/abilities.toml": """
[stubborn]
name = "Stubborn"
summary = "It rolls so many dice more where it has not moved."
confidence = "certain"
page = "Our own card"
""",
    "pack/units.toml": """
[human_blue_foot]
abilities = [{ name = "stubborn", number = 2 }]
""",
}


def stubborn(asked: Asked, dice: int) -> int:
    return dice if asked.about.moved else dice + asked.number


def test_a_made_up_ability_is_a_row_of_a_pack_and_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is played, said and explained: this test fails where any other file has to know it."""
    with pytest.raises(ConfigError, match="no code answers this ability"):
        parse_catalogue({**printed_texts(), **MADE_UP}, FIRST)
    monkeypatch.setitem(ABILITIES.answers[Question.COMBAT_DICE], AbilityId("stubborn"), stubborn)
    catalogue = parse_catalogue({**printed_texts(), **MADE_UP}, FIRST)
    game = drawn("south human_blue_foot E4, north human_red_foot E5", catalogue=catalogue)
    dice = battle_dice(game, unit(game, "human_blue_foot"), unit(game, "human_red_foot"), 1)
    assert (dice.total, dice.extras) == (5, (Addend("stubborn", 2, PartSort.ABILITY),))
    fought, events = play(game, m.Attack(unit=UnitId("human_blue_foot-1"), target=UnitId("human_red_foot-1")))
    assert "with five dice" in sentences(events, fought)[0].text
    for lang in ("en", "ro"):
        words = wording_of(game, Language(load_phrases("first", lang)), spoken=False)
        assert words.ability(AbilityId("stubborn")) == "Stubborn"
    subjects = printed_subjects(catalogue, "first", PrintedWords(load_phrases("first"), Translator()))
    assert subjects["stubborn"].text == (catalogue.abilities[AbilityId("stubborn")].summary,)
    assert "stubborn" in subjects["human_blue_foot"].see
    assert "Stubborn 2." in subjects["human_blue_foot"].text[0]


def test_ground_that_gives_an_ability_nobody_answers_is_refused() -> None:
    pack = {"pack/terrain.toml": '[marsh]\nabilities = [{ name = "sticky" }]\n'}
    with pytest.raises(ConfigError, match="sticky"):
        parse_catalogue({**printed_texts(), **pack}, FIRST)
