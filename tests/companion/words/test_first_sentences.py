"""Sentences of the First Edition about what happens together: nothing is said twice, or against itself."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.table.view_json import why_over
from companion.words.announcer import log_text, sentences
from companion.words.ask import ask_of
from companion.words.editions.first_doubts import dice_doubts, doubts, move_doubts
from companion.words.levels import SpeechLevel
from companion.words.names import Language, load_language, ruleset_wording
from companion.words.phrases import load_phrases
from companion.words.translator import Translator
from rules.first.faces import BONUS_STRIKE, FLAG, GREEN, LORE
from rules.first.messages.commands import UsePower
from rules.first.messages.epic import RackFilled
from rules.first.messages.events import BoonGranted, CouncilsOpened, Scouted
from rules.first.messages.waits import PowerWait, ReactWait
from rules.first.printed.cards import Scout
from rules.first.printed.lore import GivenCouncil
from rules.first.table import CallToArms, CardSource, PlayedCommand, table
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import CAMPS, CardId, Cause, Face, LoreId, Seat, Step, TerrainId, Tile, UnitId
from rules.kernel.view import view
from tests.rules.first.arms import ALLIED_MAP, LARGE_MAP, MAP, chosen, laid, scouted
from tests.rules.first.engine import rules
from tests.rules.first.test_epic_arms import past_scouts, scouted as scouted_on_large_board

GAME = new_game(rules("war_council"))
DWARVES, GIANT = UnitId("dwarf_swordsmen-1"), UnitId("hill_giant-1")
ELEMENTAL = UnitId("earth_elemental-11")
LANGUAGES = {lang: Language(load_phrases("first", lang)) for lang in ("en", "ro")}


def said(lang: str, *events: m.Event) -> str:
    return " ".join(
        one.text for one in sentences(events, GAME, language=LANGUAGES[lang], level=SpeechLevel.STANDARD)
    )


def gained(cause: Cause, total: int) -> m.LoreGained:
    return m.LoreGained(seat=Seat.NORTH, count=1, total=total, cause=cause)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Dwarf swordsmen one ignores one flag and retreats to C 2."),
        ("ro", "Spadasinii pitici unu ignoră un steag și se retrag pe C 2."),
    ],
)
def test_who_goes_back_for_some_flags_does_not_stand_its_ground(lang: str, told: str) -> None:
    ignored = m.RetreatIgnored(unit=DWARVES, hexes=1, cause=Cause.ABILITY)
    gone = m.Retreated(unit=DWARVES, start=Hex("C3"), to=Hex("C2"))
    assert said(lang, ignored, gone) == told
    assert said("en", ignored) == "Dwarf swordsmen one stands its ground."


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "Pennants gain two lore."), ("ro", "Flamurile câștigă două lore.")]
)
def test_lore_from_one_battle_is_added_up(lang: str, told: str) -> None:
    assert said(lang, gained(Cause.CARD, 4), gained(Cause.DICE, 5)) == told


def test_the_lore_deck_that_both_sides_draw_from_is_shuffled_once() -> None:
    shuffled = tuple(m.DeckShuffled(seat=seat) for seat in CAMPS)
    assert said("en", *shuffled) == "Shuffle the discarded Lore cards into the deck."
    assert said("ro", *shuffled) == "Amestecați cărțile Lore decartate în pachet."


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Pennants play the Lore card Fireball, three dice."),
        ("ro", "Flamurile joacă cartea Lore Bila de foc, trei zaruri."),
    ],
)
def test_with_a_lore_card_it_is_told_what_it_makes_at_the_level_of_who_plays_it(lang: str, told: str) -> None:
    game = GAME._replace(state=replace(GAME.state, own=replace(table(GAME.state), councils_open=True)))
    played = (m.LoreCardPlayed(seat=Seat.NORTH, name="Fireball", card=LoreId("wizard_14")),)
    (said_of_it,) = sentences(played, game, language=LANGUAGES[lang], level=SpeechLevel.STANDARD)
    assert said_of_it.text == told


@pytest.mark.parametrize(
    ("wizard", "told"),
    [
        (1, "nobody gets the Magic Pentacle, for both sides have that Lore Master"),
        (0, "the Lore deck is counted out: 5 Cleric, 8 Wizard, 5 Warrior and 8 Rogue"),
    ],
)
def test_as_the_councils_open_the_lore_deck_is_counted_out_and_who_gets_no_landmark_is_told(
    wizard: int, told: str
) -> None:
    """BattleLore: Setup, Landmarks."""
    rogue = {"wizard": wizard, "rogue": 2} if wizard else {"rogue": 3}
    councils = {
        Seat.SOUTH: GivenCouncil(commander=3, masters={"wizard": 3}),
        Seat.NORTH: GivenCouncil(commander=3, masters=rogue),
    }
    own = replace(table(GAME.state), councils=councils, councils_open=True)
    game = GAME._replace(state=replace(GAME.state, own=own))
    assert told in log_text((CouncilsOpened(landmarks={}),), game, LANGUAGES["en"])


@pytest.mark.parametrize(
    ("face", "is_told"), [(BONUS_STRIKE, True), (FLAG, True), (LORE, True), (GREEN, False)]
)
def test_the_table_is_asked_what_battlelore_gives_for_more_than_helmets(face: Face, is_told: bool) -> None:
    own = replace(table(GAME.state), last_cards={Seat.SOUTH: CardId("battlelore")})
    game = GAME._replace(state=replace(GAME.state, own=own))
    told = log_text((m.Rolled(seat=Seat.SOUTH, faces=(GREEN, face)),), game, LANGUAGES["en"])
    assert ("look at it, and do that by hand" in told) is is_told


def test_a_scout_draws_two_cards_and_not_one_besides() -> None:
    events = (m.CardDrawn(seat=Seat.SOUTH, cards=5), Scouted(seat=Seat.SOUTH, drawn=2, kept=1))
    assert log_text(events, GAME, LANGUAGES["en"]) == "Standards draw 2 Command cards and keep 1"


@pytest.mark.parametrize(("source", "is_told"), [(CardSource.RACK, False), (CardSource.HAND, True)])
def test_a_scout_of_the_rack_alone_promises_no_card(source: CardSource, is_told: bool) -> None:
    """docs/rulings.md, F38."""
    played = PlayedCommand(source=source, is_section=True)
    state = replace(GAME.state, own=replace(table(GAME.state), commands=(played,)))
    told = log_text((BoonGranted(boon=Scout(draw=2, keep=1)),), GAME._replace(state=state), LANGUAGES["en"])
    assert ("2 Command cards are drawn" in told) is is_told


@pytest.mark.parametrize(
    ("level", "told"),
    [(SpeechLevel.STANDARD, []), (SpeechLevel.EVERYTHING, ["Battle march lies on the rack."])],
)
def test_a_card_that_came_to_the_rack_is_told_and_asked_for_by_its_errand_alone(
    level: SpeechLevel, told: list[str]
) -> None:
    filled = (RackFilled(card=CardId("battle_march")),)
    spoken = sentences(filled, GAME, language=LANGUAGES["en"], level=level)
    assert [one.text for one in spoken] == told


def test_what_belongs_to_a_side_that_is_many_has_an_apostrophe_alone() -> None:
    ended = (m.TurnEnded(seat=Seat.NORTH),)
    assert log_text(ended, GAME, LANGUAGES["en"]) == "End of Pennants' turn"
    assert log_text(ended, GAME, LANGUAGES["en"]._replace(names={Seat.NORTH: "Ines"})) == "End of Ines's turn"


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "4 blue-banner units"), ("ro", "4 unități cu stindard albastru")],
)
def test_units_of_a_banner_are_told_as_people_say_it(lang: str, told: str) -> None:
    granted = m.OrdersGranted(grant=m.GrantOrders(count=4, traits=("blue",)))
    assert told in log_text((granted,), GAME, LANGUAGES[lang])


@pytest.mark.parametrize(
    ("banners", "lang", "sort"),
    [
        ((7, 5), "en", "The victory is decisive."),
        ((9, 8), "en", "The victory is marginal."),
        ((7, 5), "ro", "Victoria este hotărâtoare."),
    ],
)
def test_the_end_of_an_epic_adventure_tells_what_sort_of_victory_it_is(
    banners: tuple[int, int], lang: str, sort: str
) -> None:
    game = new_game(rules("three_fronts"))
    sides = {
        seat: replace(side, points=points)
        for (seat, side), points in zip(game.state.sides.items(), banners, strict=True)
    }
    over = (m.OverWait(seat=Seat.SOUTH),)
    state = replace(game.state, sides=sides, winner=Seat.SOUTH, step=Step.OVER, waits=over)
    language = load_language(lang, "first", Path("no such folder"))
    words = ruleset_wording(game.ruleset, language, spoken=False)
    told = why_over(view(Game(game.ruleset, state), None), language.tr, words)
    assert told is not None and told.why.endswith(sort)


@pytest.mark.parametrize(
    ("attacker", "at", "target", "there", "doubt"),
    [
        ("goblinoid_blue_foot-11", "D7", "human_blue_foot-1", "D6", ""),
        ("goblinoid_blue_foot-11", "D7", "human_blue_foot-1", "D5", "how far Goblinoid regulars 11 attacks"),
        (
            "human_green_archers-1",
            "G3",
            "goblinoid_blue_foot-11",
            "G6",
            "whether the hill on G4 blocks the sight",
        ),
        ("human_green_archers-1", "D3", "goblinoid_blue_foot-11", "D6", ""),
    ],
)
def test_what_nobody_knows_of_an_attack_is_told_with_it(
    attacker: str, at: str, target: str, there: str, doubt: str
) -> None:
    units = dict(GAME.state.units)
    for name, place in ((attacker, at), (target, there)):
        units[UnitId(name)] = replace(units[UnitId(name)], at=Hex(place))
    game = GAME._replace(state=replace(GAME.state, units=units))
    words = ruleset_wording(game.ruleset, LANGUAGES["en"], spoken=False)
    told = " ".join(doubts(m.Attack(unit=UnitId(attacker), target=UnitId(target)), game, words, Translator()))
    assert doubt in told if doubt else told == ""


@pytest.mark.parametrize(
    ("attacker", "target", "told"),
    [("F3", "G4", ["hill on G4"]), ("G4", "F3", ["hill on G4"]), ("D3", "D4", [])],
)
def test_whether_the_ground_limits_the_dice_is_told_as_unknown(
    attacker: str, target: str, told: list[str]
) -> None:
    archers, goblins = UnitId("human_green_archers-1"), UnitId("goblinoid_blue_foot-11")
    units = dict(GAME.state.units)
    for name, place in ((archers, attacker), (goblins, target)):
        units[name] = replace(units[name], at=Hex(place))
    game = GAME._replace(state=replace(GAME.state, units=units))
    words = ruleset_wording(game.ruleset, LANGUAGES["en"], spoken=False)
    found = dice_doubts(m.Attack(unit=archers, target=goblins), game, words, Translator())
    assert [one.split(" the ")[1].split(" limits")[0] for one in found] == told


@pytest.mark.parametrize(
    ("start", "to", "hill", "told"),
    [
        ("B2", "B4", "B3 C3", "whether the hill on B3 stops who enters it"),
        ("B2", "B4", "B3", ""),  # it goes round it
        ("B2", "B3", "B3", ""),  # it goes no further anyway
        ("B2", "B4", "C3 B3 A9", "whether the hill on B3 stops who enters it"),  # A9 is far away
    ],
)
def test_whether_the_ground_on_the_way_stops_a_move_is_told_as_unknown(
    start: str, to: str, hill: str, told: str
) -> None:
    riders = UnitId("human_red_mounted-1")
    hills = {Hex(at): Tile(kind=TerrainId("elevated")) for at in hill.split()}
    units = {riders: replace(GAME.state.units[riders], at=Hex(start))}
    game = GAME._replace(state=replace(GAME.state, units=units, terrain=hills))
    words = ruleset_wording(game.ruleset, LANGUAGES["en"], spoken=False)
    found = move_doubts(riders, game, words, Translator()).get(Hex(to), "")
    assert told in found if told else found == ""


def test_a_move_that_lets_a_unit_battle_no_more_says_so_before_it_is_made() -> None:
    """Two hexes on foot, and one onto a Landmark."""
    foot = UnitId("human_blue_foot-1")
    landmark = {Hex("E4"): Tile(kind=TerrainId("landmark"))}
    units = {foot: replace(GAME.state.units[foot], at=Hex("E3"))}
    game = GAME._replace(state=replace(GAME.state, units=units, terrain=landmark))
    moves = tuple(m.Move(unit=foot, to=Hex(at)) for at in ("D4", "E4", "D5"))
    told = [choice.warning for choice in ask_of(m.OrdersWait(seat=Seat.SOUTH), moves, game).choices]
    assert told == ["", "It will not battle this turn.", "It will not battle this turn."]


def test_how_far_a_bow_reaches_that_a_specialist_gave_is_not_known() -> None:
    archers, goblins = UnitId("human_green_archers-1"), UnitId("goblinoid_blue_foot-11")
    units = dict(GAME.state.units)
    for name, place in ((archers, "D3"), (goblins, "D6")):
        units[name] = replace(units[name], at=Hex(place))
    own = replace(table(GAME.state), arms=CallToArms(weapons={archers: "long_bow"}))
    game = GAME._replace(state=replace(GAME.state, units=units, own=own))
    words = ruleset_wording(game.ruleset, LANGUAGES["en"], spoken=False)
    (told,) = doubts(m.Attack(unit=archers, target=goblins), game, words, Translator())
    assert told.startswith("Not known here: how far Human archers 1 attacks with its new weapon.")


def asked(game: Game) -> tuple[str, str]:
    ask = ask_of(game.state.wait, options(game), game, LANGUAGES["en"])
    return ask.headline, ask.about


def test_who_has_played_his_lore_card_of_the_turn_is_asked_for_no_reaction_any_more() -> None:
    waiting = GAME._replace(state=replace(GAME.state, waits=(ReactWait(seat=Seat.NORTH),)))
    sides = {**GAME.state.sides, Seat.NORTH: replace(GAME.state.sides[Seat.NORTH], lore_played=True)}
    played = waiting._replace(state=replace(waiting.state, sides=sides))
    assert asked(waiting)[0] == "Pennants: will you play a Reaction card?"
    assert asked(played)[0] == "Pennants: do what the Reaction says, then go on"


def test_what_is_laid_and_where_it_is_deployed_is_told_as_this_game_has_it() -> None:
    scouts, allied = laid(LARGE_MAP), laid(ALLIED_MAP)
    assert [asked(chosen(each))[0] for each in (MAP, LARGE_MAP, ALLIED_MAP)] == [
        "Standards and Pennants: lay Guards and Reserve, a Guard for each section",
        "Standards and Pennants: lay Guards, Scout Guard and Reserve, a Guard for each section",
        "Standards, Pennants, Allied Standards and Allied Pennants: lay Guards, a Guard for each section",
    ]
    assert asked(scouts) == (
        "Standards: deploy the Scout Guard, card A 5",
        "On free hexes of row 5; once there are none, of row 2, the baseline.",
    )
    places = {each: asked(game)[1] for each, game in (("one", past_scouts()), ("ally", allied))}
    assert places["one"].startswith("A hex left or right of the section, as your booklet shows. ")
    assert places["ally"].startswith("In your own zones, as your booklet shows. ")
    assert asked(laid())[1] == "Off impassable ground to a free baseline hex of the section, or lost."


def test_of_a_reserve_it_is_told_whether_two_units_come_or_all() -> None:
    assert asked(scouted()) == (
        "Standards: call the Reserve, card A 4: 2 units of your choice",
        "On free hexes of your baseline, or they are lost.",
    )
    assert asked(scouted_on_large_board()) == (
        "Standards: call the Reserve, card A 4: all of it, or what you want of it",
        "On free hexes of row 2, the baseline, or they are lost.",
    )


@pytest.mark.parametrize(
    ("lang", "does"),
    [
        ("en", "Every unit next to it loses a figure and retreats as by Tremor."),
        ("ro", "Fiecare unitate de lângă el pierde o figurină și se retrage ca la Cutremurarea."),
    ],
)
def test_a_creature_s_power_is_offered_with_what_its_card_says(lang: str, does: str) -> None:
    wait = PowerWait(unit=ELEMENTAL, symbols=2, most=0, powers=("tremor", "earthquake"))
    game = Game(GAME.ruleset, replace(GAME.state, waits=(wait,)))
    offered = (UsePower(power="earthquake"), m.Decline())
    told = [choice.does for choice in ask_of(wait, offered, game, LANGUAGES[lang]).choices]
    assert told == [does, ""]
