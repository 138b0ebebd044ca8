"""A position and a command of the First Edition for each reason to refuse: its own, and those of any edition.

As in refused.py: a case is called by its reason, and what is told of it stands in refusals_first.toml.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from rules.first.messages.allies import MarkersGiven, TargetAlly
from rules.first.messages.commands import ChooseCouncil, PlaceLandmark, StoreLore, UsePower
from rules.first.messages.epic import FillRack, PlayRackCard
from rules.first.messages.waits import ReactWait
from rules.first.moving import BattleAfter
from rules.first.printed.lore import GivenCouncil
from rules.first.table import table
from rules.kernel import messages as m
from rules.kernel.course import Course
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import (
    CardId,
    CardNumber,
    Face,
    KindId,
    LoreChoice,
    LoreId,
    Seat,
    Step,
    TerrainId,
    Tile,
    UnitId,
    Why,
)
from tests.companion.words.refused import Case
from tests.companion.words.refused_arms import ARMS_CASES
from tests.rules.first.by_allies import ROUND, allied_rules
from tests.rules.first.engine import epic_rules, rules, wild_rules
from tests.rules.first.test_abilities import drawn
from tests.rules.first.test_commanding import card, done

NAMES = {
    "archers": "human_green_archers-1",
    "foot": "human_blue_foot-1",
    "foot2": "human_blue_foot-2",
    "foot3": "human_blue_foot-3",
    "dwarves": "dwarf_swordsmen-1",
    "riders": "human_blue_mounted-1",
    "knights": "human_red_mounted-1",
    "goblins": "goblinoid_blue_foot-11",
    "goblins2": "goblinoid_blue_foot-12",
    "enemies": "human_blue_foot-11",
    "giant": "hill_giant-1",
    "elemental": "earth_elemental-11",
}
EVERYBODY = m.GrantOrders(count=9)
SOUTH, NORTH = Seat.SOUTH, Seat.NORTH
WIZARD = GivenCouncil(commander=3, masters={"wizard": 3})
QUIET = GivenCouncil(commander=2, masters={"cleric": 2, "rogue": 2})  # brings no Landmark
ROGUE = GivenCouncil(commander=2, masters={"rogue": 3, "cleric": 1})


def u(name: str) -> UnitId:
    return UnitId(NAMES[name])


def order(name: str) -> m.Order:
    return m.Order(unit=u(name))


def move(name: str, to: str) -> m.Move:
    return m.Move(unit=u(name), to=Hex(to))


def attack(name: str, other: str) -> m.Attack:
    return m.Attack(unit=u(name), target=u(other))


def roll(*faces: str) -> m.Roll:
    return m.Roll(faces=tuple(map(Face, faces)))


def unlisted(*does: m.Verb) -> m.PlayUnlistedCard:
    return m.PlayUnlistedCard(name="Something Else", does=does)


def standing(game: Game, **places: str) -> Game:
    """Return *game* with units on other hexes; "" takes one away."""
    units = {
        name: replace(unit, at=Hex(at) if at else None)
        for short, at in places.items()
        for name, unit in ((u(short), game.state.units[u(short)]),)
    }
    return Game(game.ruleset, replace(game.state, units={**game.state.units, **units}))


def of(game: Game, name: str, **changes: object) -> Game:
    """Return *game* with something else about one unit."""
    unit: Unit = replace(game.state.units[u(name)], **changes)
    return Game(game.ruleset, replace(game.state, units={**game.state.units, unit.id: unit}))


def with_lore(game: Game, seat: Seat, lore: int, cards: int = 2) -> Game:
    side = replace(game.state.sides[seat], lore=lore, lore_cards=cards)
    return Game(game.ruleset, replace(game.state, sides={**game.state.sides, seat: side}))


def at_a_card(**places: str) -> Game:
    """Return our adventure without Lore, before south's first Command card."""
    return standing(done(new_game(rules("first_steps")), m.StartGame()), **places)


def ordered(*commands: m.Command, **places: str) -> Game:
    """Return it after a card that orders everybody, and *commands*."""
    return done(at_a_card(**places), unlisted(EVERYBODY), *commands)


def with_councils(south: GivenCouncil = WIZARD, north: GivenCouncil = ROGUE, *, wild: bool = False) -> Game:
    """Return the Lore adventure when both councils are open."""
    game = new_game(wild_rules() if wild else rules("war_council"))
    return done(game, ChooseCouncil(seat=SOUTH, council=south), ChooseCouncil(seat=NORTH, council=north))


def _with_creature(creature: str, level: int) -> ChooseCouncil:
    """Return south's council of six levels with such a *creature*."""
    masters = {"wizard": 3 - level} if level < 3 else {}
    council = GivenCouncil(commander=3, masters=masters, creatures={creature: level})
    return ChooseCouncil(seat=SOUTH, council=council)


def in_lore(*, wild: bool = False) -> Game:
    """Return the Lore adventure before north's first Command card, no Landmark on the board."""
    game = done(with_councils(QUIET, QUIET, wild=wild), m.StartGame())
    return with_lore(with_lore(game, SOUTH, 12), NORTH, 12)


def at_the_rack(*commands: m.Command) -> Game:
    """Return our adventure without Lore as an Epic one, with three cards on the rack, after *commands*."""
    cards = ("scout_left", "attack_center", "leadership")
    filled = (FillRack(card=CardId(card)) for card in cards)
    return done(new_game(epic_rules("first_steps")), m.StartGame(), *filled, *commands)


def with_an_ally(*commands: m.Command) -> Game:
    """Return S1's turn in a Lore game of four in which one order is left, after *commands*."""
    foot = "human_blue_foot"
    units = {
        "s1": ("S1", foot, "E3"),
        "a1": ("S2", foot, "F3"),
        "p1": ("P1", foot, "E7"),
        "p2": ("P2", foot, "F7"),
    }
    course = Course(new_game(allied_rules(units, lore=True)))
    course.say(MarkersGiven(seats=ROUND))
    course.say(m.TurnStarted(seat=SOUTH, turn=1))
    course.say(m.OrdersGranted(grant=m.GrantOrders(count=1)))
    course.say(m.StepStarted(step=Step.ORDER))
    course.wait(m.OrdersWait(seat=SOUTH))
    game = course.game
    for seat in ROUND:
        game = with_lore(game, seat, 9)
    return done(game, *commands)


def unlisted_lore(seat: Seat, *does: m.Verb) -> m.PlayUnlistedLoreCard:
    return m.PlayUnlistedLoreCard(seat=seat, name="Haste", cost=1, does=does)


def of_rack(name: str) -> PlayRackCard:
    return PlayRackCard(card=CardId(name))


def lore_card(seat: Seat, name: str, *does: m.Verb, cost: int | None = None) -> m.PlayLoreCard:
    return m.PlayLoreCard(seat=seat, card=LoreId(name), does=does, cost=cost)


def south_in_lore(*, wild: bool = False) -> Game:
    """Return the Lore adventure before south's first Command card."""
    return done(in_lore(wild=wild), unlisted(), m.EndMainPhase(), m.ReplenishLore(choice=LoreChoice.TOKENS))


def giant_rolls() -> Game:
    """Return a battle of the Giant that has rolled two Lore symbols; its powers cost two and three."""
    game = standing(south_in_lore(wild=True), giant="D6", goblins="D7")
    game = done(
        game, unlisted(EVERYBODY), order("giant"), attack("giant", "goblins"), roll("lore", "lore", "red")
    )
    return done(game, m.Decline()) if isinstance(game.state.wait, ReactWait) else game


def rushed() -> Game:
    """Return the moment after heavy troops have rushed next to an enemy."""
    game = ordered(order("knights"), knights="D6")
    own = replace(table(game.state), afters={u("knights"): BattleAfter.MUST_BATTLE})
    return Game(game.ruleset, replace(game.state, own=own))


def in_lieu() -> Game:
    """Return the moment after a Lore card in the place of a Command card, which no card follows."""
    game = in_lore()
    own = replace(table(game.state), in_lieu=True)
    return Game(game.ruleset, replace(game.state, own=own))


def won() -> Game:
    """Return a game that south has won by its last banner."""
    game = ordered(order("foot"), foot="D6")
    side = replace(game.state.sides[SOUTH], points=3)
    game = Game(game.ruleset, replace(game.state, sides={**game.state.sides, SOUTH: side}))
    return done(of(game, "goblins", figures=1), attack("foot", "goblins"), roll("blue", "lore", "lore"))


def has_won() -> Game:
    """Return the moment when cavalry that has emptied a hex may gain ground."""
    game = ordered(order("riders"), riders="D6", goblins2="C7")
    return done(of(game, "goblins", figures=1), attack("riders", "goblins"), roll("blue", "lore", "lore"))


def in_pursuit() -> Game:
    """Return the moment when it has pursued, and may attack once more."""
    return done(has_won(), m.Advance(to=Hex("D7")))


FIGHT = ordered(order("foot"), attack("foot", "goblins"), foot="D6")
BEGUN = done(FIGHT, roll("lore", "lore", "red"))
LORE_FIRST = in_lore()
CASES: Mapping[str, Case] = {
    # --- units and orders ---------------------------------------------------------------------------
    "no_such_unit": Case(ordered(), m.Move(unit=UnitId("troll-1"), to=Hex("E4"))),
    "not_your_unit": Case(ordered(), order("goblins")),
    "first_is_known": Case(new_game(rules("first_steps")), m.ChooseFirst(seat=SOUTH)),
    "not_now": Case(FIGHT, m.EndMainPhase()),
    "game_is_over": Case(won(), m.EndMainPhase()),
    "already_ordered": Case(ordered(order("foot")), order("foot")),
    "no_orders_left": Case(done(at_a_card(), card("leadership"), order("foot")), order("foot2")),
    "wrong_section": Case(done(at_a_card(), card("attack_left")), order("riders")),
    "came_too_late": Case(
        of(standing(done(at_a_card(), card("attack_left")), riders="B3"), "riders", stood=Hex("K2")),
        order("riders"),
    ),
    "wrong_trait": Case(done(at_a_card(), card("green_banners")), order("foot")),
    "not_connected": Case(done(at_a_card(), card("foot_onslaught"), order("foot")), order("dwarves")),
    "wrong_section paid": Case(
        done(south_in_lore(), card("attack_left")), m.Order(unit=u("foot"), paid=True)
    ),
    "too_little_lore": Case(
        with_lore(done(south_in_lore(), card("attack_left")), SOUTH, 2), m.Order(unit=u("giant"), paid=True)
    ),
    # --- moves --------------------------------------------------------------------------------------
    "off_board": Case(ordered(order("foot")), move("foot", "Z1")),
    "not_ordered": Case(ordered(), move("foot", "E4")),
    "already_moved": Case(ordered(order("foot"), move("foot", "E4")), move("foot", "D4")),
    "attacks_have_begun": Case(BEGUN, move("foot2", "F3")),
    "occupied": Case(ordered(order("foot"), foot2="E4"), move("foot", "E4")),
    "already_there": Case(ordered(order("foot")), move("foot", "E3")),
    "too_far": Case(ordered(order("foot")), move("foot", "E6")),
    "no_landing": Case(
        drawn("south ice_drake E4, north human_blue_foot E9", terrain="E7 wooded"),
        m.Move(unit=UnitId("ice_drake-1"), to=Hex("E7")),
    ),
    "way_blocked": Case(
        ordered(order("knights"), knights="A1", foot="B1", foot2="A2"), move("knights", "B2")
    ),
    "impassable": Case(ordered(order("riders"), riders="C5"), move("riders", "C6")),
    "must_stop": Case(ordered(order("knights"), knights="D5"), move("knights", "F5")),
    "barred_by_card": Case(
        done(at_a_card(), card("darken_the_sky"), order("archers")), move("archers", "D3")
    ),
    "must_battle": Case(rushed(), m.EndMainPhase()),
    # --- battles ------------------------------------------------------------------------------------
    "no_battle": Case(ordered(order("foot"), move("foot", "D6"), foot="D4"), attack("foot", "goblins")),
    "not_an_enemy": Case(ordered(order("foot")), attack("foot", "foot2")),
    "already_attacked": Case(BEGUN, attack("foot", "goblins")),
    "not_adjacent": Case(in_pursuit(), attack("riders", "enemies")),
    "not_now additional": Case(in_pursuit(), attack("foot", "enemies")),
    "out_of_range": Case(ordered(order("foot")), attack("foot", "goblins")),
    "adjacent_enemy": Case(ordered(order("archers"), archers="D6"), attack("archers", "goblins2")),
    "too_near": Case(
        done(at_a_card(archers="D6"), card("darken_the_sky"), order("archers")), attack("archers", "goblins")
    ),
    "sight_blocked": Case(
        ordered(order("archers"), archers="D4", foot="E4", goblins="F4"), attack("archers", "goblins")
    ),
    "wrong_number_of_dice": Case(FIGHT, roll("red")),
    "no_such_face": Case(FIGHT, roll("strike", "strike", "strike")),
    "not_an_option advance": Case(has_won(), m.Advance(to=Hex("A1"))),
    # --- cards --------------------------------------------------------------------------------------
    "no_such_card": Case(at_a_card(), card("wedge")),
    "card_not_in_hand": Case(
        done(at_a_card(), m.NoteHand(seat=SOUTH, known=(CardId("forward"),) * 4)), card("surround")
    ),
    "not_an_option": Case(at_a_card(), card("counter_attack")),
    "impossible_number card": Case(at_a_card(), unlisted(m.DealDamage(unit=u("goblins"), count=0))),
    "wrong_time": Case(
        LORE_FIRST,
        m.PlayUnlistedLoreCard(seat=SOUTH, name="Haste", cost=1, does=(m.AddDice(count=1),)),
    ),
    "played_in_lieu": Case(in_lieu(), card("forward")),
    # --- Lore ---------------------------------------------------------------------------------------
    "no_such_card lore": Case(LORE_FIRST, lore_card(NORTH, "rune_blade")),
    "not_now lore": Case(at_a_card(), lore_card(SOUTH, "wizard_10")),
    "card_not_in_hand lore": Case(with_lore(LORE_FIRST, NORTH, 9, cards=0), lore_card(NORTH, "wizard_10")),
    "cost_not_told": Case(LORE_FIRST, lore_card(NORTH, "cleric_3")),
    "too_little_lore card": Case(with_lore(LORE_FIRST, NORTH, 2), lore_card(NORTH, "wizard_10")),
    "lore_card_played": Case(done(LORE_FIRST, lore_card(NORTH, "rogue_1")), lore_card(NORTH, "wizard_10")),
    "not_a_reaction": Case(LORE_FIRST, lore_card(SOUTH, "wizard_10")),
    "wrong_moment": Case(done(LORE_FIRST, unlisted(EVERYBODY)), lore_card(NORTH, "rogue_5", cost=3)),
    "lore_units_first": Case(
        done(
            LORE_FIRST,
            unlisted(EVERYBODY),
            m.PlayUnlistedLoreCard(seat=NORTH, name="Haste", cost=1, does=(m.GrantOrders(count=1),)),
            order("goblins"),
            order("goblins2"),
        ),
        move("goblins2", "F6"),
    ),
    "too_many_cards": Case(
        done(LORE_FIRST, unlisted(), m.EndMainPhase()),
        m.ReplenishLore(
            choice=LoreChoice.CARDS, discards=(LoreId("rogue_1"), LoreId("rogue_2"), LoreId("rogue_3"))
        ),
    ),
    "no_such_ability": Case(giant_rolls(), UsePower(power="web")),
    "power_not_paid": Case(giant_rolls(), UsePower(power="roar")),
    "impossible_number store": Case(giant_rolls(), StoreLore(count=9)),
    # --- corrections --------------------------------------------------------------------------------
    "impossible_number": Case(ordered(), m.CorrectUnit(unit=u("foot"), at=Hex("E3"), figures=9)),
    "impossible_number told": Case(
        ordered(), m.TellNumber(kind=KindId("goblinoid_blue_foot"), number=CardNumber.COMBAT, value=99)
    ),
    "no_such_seat": Case(ordered(), m.CorrectScore(seat=Seat.SOUTH_ALLY, points=1)),
    "nothing_there terrain": Case(ordered(), m.RemoveTerrain(at=Hex("A1"))),
    "no_such_terrain": Case(ordered(), m.PlaceTerrain(at=Hex("A1"), tile=Tile(kind=TerrainId("swamp")))),
    "not_on_water": Case(
        ordered(),
        m.PlaceTerrain(at=Hex("A1"), tile=Tile(kind=TerrainId("wooded"), token=TerrainId("ford"))),
    ),
    # --- set-up -------------------------------------------------------------------------------------
    "no_such_master": Case(
        new_game(rules("war_council")),
        ChooseCouncil(seat=SOUTH, council=GivenCouncil(commander=3, masters={"bard": 3})),
    ),
    "impossible_level": Case(
        new_game(rules("war_council")),
        ChooseCouncil(seat=SOUTH, council=GivenCouncil(commander=3, masters={"wizard": 3, "rogue": 0})),
    ),
    "wrong_number_of_levels": Case(
        new_game(rules("war_council")),
        ChooseCouncil(seat=SOUTH, council=GivenCouncil(commander=3, masters={"wizard": 3, "rogue": 1})),
    ),
    "no_such_creature": Case(new_game(rules("war_council")), _with_creature("dragonx", 1)),
    "creature_not_fielded": Case(new_game(rules("war_council")), _with_creature("earth_elemental", 1)),
    "other_creatures_level": Case(new_game(rules("war_council")), _with_creature("hill_giant", 3)),
    "first_player_first": Case(
        with_councils(), PlaceLandmark(seat=SOUTH, landmark="magic_pentacle", at=Hex("K4"))
    ),
    "nothing_there": Case(with_councils(), PlaceLandmark(seat=NORTH, landmark="training_camp", at=Hex("F6"))),
    "must_be_placed": Case(with_councils(north=QUIET), m.Decline()),
    "wrong_row": Case(with_councils(), PlaceLandmark(seat=NORTH, landmark="rogues_den", at=Hex("F5"))),
    "not_empty": Case(with_councils(), PlaceLandmark(seat=NORTH, landmark="rogues_den", at=Hex("D7"))),
    "not_on_that_ground": Case(
        standing(with_councils(north=QUIET), foot="G4"),
        PlaceLandmark(seat=SOUTH, landmark="stronghold", at=Hex("G4")),
    ),
    "no_own_unit": Case(
        with_councils(north=QUIET),
        PlaceLandmark(seat=SOUTH, landmark="stronghold", at=Hex("A3")),
    ),
    "occupied set-up": Case(new_game(rules("first_steps")), m.PlaceUnit(unit=u("foot"), at=Hex("F2"))),
    "tactic_alone": Case(at_the_rack(of_rack("attack_center")), m.PlayCard(card=CardId("mounted_charge"))),
    "one_from_the_rack": Case(at_the_rack(of_rack("attack_center")), of_rack("scout_left")),
    "one_from_the_hand": Case(
        at_the_rack(m.PlayCard(card=CardId("patrol_left"))), m.PlayCard(card=CardId("patrol_right"))
    ),
    "not_on_the_rack": Case(at_the_rack(), of_rack("patrol_left")),
    "too_few_orders": Case(with_an_ally(), order("foot2")),
    "only_who_acts": Case(with_an_ally(), unlisted_lore(Seat.SOUTH_ALLY)),
    "one_card_a_camp": Case(with_an_ally(unlisted_lore(NORTH)), unlisted_lore(Seat.NORTH_ALLY)),
    "not_the_allys": Case(with_an_ally(), unlisted_lore(SOUTH, TargetAlly(unit=u("foot")))),
    "units_missing": Case(new_game(rules("first_steps")), m.StartGame(preset=True)),
    **ARMS_CASES,
}

ELSEWHERE = {
    Why.NOT_KNOWN: "no command is refused for it: the table is asked for the number",
    Why.IS_STUNNED: "the Second Edition's marker",
    Why.NOT_MARKED: "the Second Edition's markers",
    Why.TOO_MASSIVE: "the Second Edition's ability",
    Why.MAY_NOT_TRAMPLE: "the Second Edition's card",
    Why.UNIT_IS_WEAK: "the Second Edition's units",
    Why.LORE_BARRED: "the Second Edition's card",
    Why.EFFECT_NOT_TOLD: "here the table does what a card says",
}
"""Reasons of any edition's phrases for which nothing is refused in the First, and why."""
