"""What is said of decisions, how they are told together, and what the announcer tells the voice."""

import random
import re
from dataclasses import dataclass, field

import pytest

from companion.voice.speaking.text import MOST_LETTERS
from companion.voice.speaking.waiting import Priority
from companion.words.announcer import Announcer, command_text, log_text, sentences, wait_text
from companion.words.levels import SpeechLevel
from rules.kernel import messages as m
from rules.kernel.decide import options
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import CAMPS, CardId, Cause, KindId, Marker, Seat, Section, TerrainId, Tile, UnitId
from rules.second import messages as second
from rules.second.faces import CLEAVE, FACES, HEROIC, STRIKE
from tests.companion.words.worded import (
    BH4,
    CG4,
    EARLY,
    F4,
    F5,
    FORCED,
    FORD,
    FOREST,
    G3,
    GATESMEN,
    LOCK,
    LORE_GAINED,
    MUSTERED,
    ORDERS,
    RETREATED,
    ROLLED,
    RUNE_BLADE,
    SPOKEN,
    TENT,
    WAITS,
    assert_is_plain,
    attack,
    hit,
    of_scenario,
    points,
    said,
)


def test_a_roll_and_all_that_comes_of_it_is_one_breath(game: Game) -> None:
    events = (ROLLED, hit(), FORCED, RETREATED, LORE_GAINED, m.Awaited(waits=(ORDERS,)))
    assert said(game, *events) == [
        "Strike, morale and lore. Citadel Guard four loses one figure and retreats to G 3. "
        "Uthuk gain one lore."
    ]


def test_an_elimination_is_said_once_and_without_counting_its_figures(game: Game) -> None:
    events = (hit(damage=2, left=0), m.Eliminated(unit=CG4, at=F4))
    assert said(game, *events) == ["Citadel Guard four is eliminated."]
    assert log_text(events, game) == "Citadel Guard 4 suffers 2 damage, is eliminated on F4"


def test_what_dice_and_abilities_do_to_a_unit_is_added_up(game: Game) -> None:
    blows = (hit(left=2), hit(left=1, cause=Cause.ABILITY))
    assert said(game, *blows) == ["Citadel Guard four loses two figures."]
    assert log_text(blows, game) == "Citadel Guard 4 loses 1 figure (2 left), loses 1 figure (1 left)"
    apart = (hit(left=2), hit(left=1, cause=Cause.BLOCKED_RETREAT))
    assert said(game, *apart) == [
        "Citadel Guard four loses one figure and loses one figure to a blocked retreat."
    ]
    fatal = (hit(left=1), hit(left=0, cause=Cause.ABILITY), m.Eliminated(unit=CG4, at=F4))
    assert said(game, *fatal) == ["Citadel Guard four is eliminated."]


def test_two_hexes_of_retreat_are_told_by_where_they_end(game: Game) -> None:
    further = m.Retreated(unit=CG4, start=G3, to=Hex("G2"))
    assert said(game, RETREATED, further) == ["Citadel Guard four retreats to G 2."]
    assert log_text((RETREATED, further), game) == "Citadel Guard 4 retreats F4 → G3, retreats G3 → G2"


def test_a_retreat_that_waits_for_a_choice_is_announced_and_asked_for(game: Game) -> None:
    way = WAITS[8][0]
    assert said(game, FORCED, m.Awaited(waits=(way,))) == [
        "Citadel Guard four must retreat one hex.",
        "Daqan: choose where Citadel Guard four retreats, towards east or south-east.",
    ]


def test_the_end_of_a_turn_tells_points_whose_turn_it_is_and_what_to_do(game: Game) -> None:
    events = (
        points(cause=Cause.BANNER, at=F5),
        m.CardDrawn(seat=Seat.NORTH, cards=5),
        m.TurnEnded(seat=Seat.NORTH),
        m.TurnStarted(seat=Seat.SOUTH, turn=4),
        m.Awaited(waits=(m.CardWait(seat=Seat.SOUTH),)),
    )
    assert said(game, *events) == [
        "Uthuk gain two victory points for the banner on F 5 and lead, sixteen to seven. Turn four, Daqan.",
        "Daqan: play a command card.",
    ]


def test_the_orders_of_one_card_are_one_sentence(game: Game) -> None:
    grants = [
        m.OrdersGranted(grant=m.GrantOrders(count=count, section=section))
        for section, count in ((Section.LEFT, 1), (Section.CENTER, 2))
    ]
    text = "They may order one unit on the left and two units in the center."
    assert said(game, *grants) == [text]


@pytest.mark.parametrize(
    ("grant", "text"),
    [
        (m.GrantOrders(count=1, traits=("infantry", "cavalry")), "one infantry or cavalry unit"),
        (m.GrantOrders(count=3, not_weak=True), "three units that are not weak"),
        (m.GrantOrders(count=3, traits=("archer",)), "three archer units"),
        (m.GrantOrders(count=1), "one unit"),
    ],
)
def test_whom_a_card_orders(game: Game, grant: m.GrantOrders, text: str) -> None:
    assert said(game, m.OrdersGranted(grant=grant)) == [f"They may order {text}."]


def test_an_attack_is_told_with_its_dice_and_they_are_not_asked_for_again(game: Game) -> None:
    dice = m.Awaited(waits=(ORDERS, m.DiceWait(seat=Seat.NORTH, count=3, unit=BH4)))
    assert said(game, attack(), dice) == ["Blood Harvesters four attacks Citadel Guard four with three dice."]
    assert said(game, dice) == ["Roll three dice."]


@pytest.mark.parametrize(
    ("event", "spoken", "shown"),
    [
        (
            m.HandNoted(seat=Seat.NORTH, known=(CardId("patrol_left"),), lore=(RUNE_BLADE,)),
            [],
            "Uthuk noted their hand",
        ),
        (
            second.ScenarioCardChosen(seat=Seat.NORTH, card=LOCK),
            ["Uthuk have chosen a scenario card."],
            "Uthuk have chosen a scenario card",
        ),
        (MUSTERED, ["Uthuk have mustered their army."], "Uthuk have mustered their army"),
        (
            m.LoreCardsDiscarded(seat=Seat.NORTH, count=1, total=4, cards=(RUNE_BLADE,)),
            ["Uthuk discard one lore card."],
            "Uthuk discard 1 lore card (4 in hand)",
        ),
    ],
)
def test_nobody_hears_or_reads_what_is_hidden(
    game: Game, event: m.Event, spoken: list[str], shown: str
) -> None:
    assert said(game, event, m.Awaited(waits=(ORDERS,))) == spoken
    assert log_text((event,), game) == shown


def test_a_set_up_is_told_step_by_step(game: Game) -> None:
    chosen = second.ScenarioCardChosen(seat=Seat.SOUTH, card=GATESMEN)
    cards = second.ScenarioCardsRevealed(cards={Seat.NORTH: LOCK, Seat.SOUTH: GATESMEN})
    first = m.FirstPlayerFound(seat=Seat.SOUTH)
    assert said(game, chosen, cards, first, m.Awaited(waits=(second.TerrainWait(),))) == [
        "Daqan have chosen a scenario card. Uthuk play Staking a Claim and Daqan play "
        "Barrow Mounds of the Gatesmen. Daqan take the first turn.",
        "Lay the terrain and the banners of both scenario cards.",
    ]
    ford = (second.FordPlaced(seat=Seat.NORTH, at=F5), m.TerrainPlaced(at=F5, tile=FORD))
    assert said(game, *ford, m.Awaited(waits=(second.MusterWait(missing=(Seat.SOUTH,)),))) == [
        "Uthuk lay a ford on F 5.",
        "Daqan: muster your army.",
    ]


@pytest.mark.parametrize(("count", "is_said"), [(3, True), (4, False)])
def test_a_crowd_of_tiles_or_units_is_not_said_piece_by_piece(game: Game, count: int, is_said: bool) -> None:
    tiles = [m.TerrainPlaced(at=Hex(f"{letter}5"), tile=FOREST) for letter in "ABCD"[:count]]
    units = [
        m.UnitJoined(unit=UnitId(f"ironbound-{number}"), kind=KindId("ironbound"), seat=Seat.SOUTH, figures=3)
        for number in range(1, count + 1)
    ]
    assert bool(said(game, *tiles)) is bool(said(game, *units)) is is_said
    assert log_text(tiles, game).lower().count("forest on") == count
    assert log_text(units, game).count("joins Daqan") == count
    assert said(game, *tiles, LORE_GAINED)[-1].endswith("Uthuk gain one lore.")


def test_at_a_table_where_more_may_come_nobody_is_told_to_start(game: Game) -> None:
    ready = m.Awaited(waits=(m.SetUpWait(banners=0),))
    assert said(game, ready) == ["Everything is in place. Start the game."]
    assert said(of_scenario(game, "free"), ready) == []


def test_before_a_full_battle_everybody_is_told_how_many_cards_to_draw_and_to_keep(game: Game) -> None:
    ready = m.SetUpWait(banners=0)
    assert said(of_scenario(game, "battle"), m.Awaited(waits=(ready,))) == [
        "Everything is in place. Draw six command cards and three lore cards each, "
        "keep four and two, and start the game."
    ]
    assert wait_text(ready, of_scenario(game, "free")).endswith("or start the game")


def test_a_captured_tent_is_told_with_what_it_gave(game: Game) -> None:
    gone = m.TerrainRemoved(at=F5, tile=TENT, cause=Cause.TENT)
    turn = m.TurnStarted(seat=Seat.NORTH, turn=9)
    assert said(game, turn, gone, points(cause=Cause.TENT, at=F5)) == [
        "Turn nine, Uthuk. The command tent on F 5 is captured. Uthuk gain two victory points for the tent."
    ]


def test_two_gains_of_one_side_are_told_apart(game: Game) -> None:
    gains = (points(cause=Cause.BANNER, at=F5), points(count=1, total=7, cause=Cause.SCENARIO))
    assert said(game, *gains) == [
        "Uthuk gain two victory points for the banner on F 5 and gain one victory point for their scenario."
    ]


def test_a_lore_card_is_told_with_its_cost_and_what_it_does_and_its_dice_are_not_told_twice(
    game: Game,
) -> None:
    events = (
        m.LoreSpent(seat=Seat.SOUTH, count=3, total=1, cause=Cause.LORE_CARD),
        m.LoreCardPlayed(seat=Seat.SOUTH, name="Rune Blade", card=RUNE_BLADE),
        second.FightChanged(unit=CG4, by=second.FixDice(count=4)),
        m.Awaited(waits=(ORDERS, m.DiceWait(seat=Seat.SOUTH, count=4, unit=CG4))),
    )
    assert said(game, *events) == [
        "Daqan pay three lore and play the lore card Rune Blade. Citadel Guard four rolls exactly four dice."
    ]


def test_what_a_unit_ignores_is_told_with_what_it_suffers(game: Game) -> None:
    cover = m.DamageIgnored(unit=CG4, damage=1, cause=Cause.TERRAIN)
    assert said(game, cover, hit(), FORCED, RETREATED) == [
        "Citadel Guard four ignores one damage in cover, loses one figure and retreats to G 3."
    ]
    used = m.Unmarked(unit=CG4, marker=Marker.SHIELD, cause=Cause.SHIELD)
    assert said(game, used, m.DamageIgnored(unit=CG4, damage=1, cause=Cause.SHIELD)) == [
        "Citadel Guard four ignores one damage thanks to its shield."
    ]


def test_who_may_counter_first_hears_what_comes_otherwise(game: Game) -> None:
    answer = m.Awaited(waits=(ORDERS, EARLY))
    assert said(game, hit(), second.AnswerAwaited(unit=CG4, retreats=2), answer) == [
        "Citadel Guard four loses one figure and will have to retreat two hexes.",
        "Citadel Guard four, counter first?",
    ]
    assert said(game, second.AnswerAwaited(unit=CG4, retreats=0, dying=True), answer) == [
        "Citadel Guard four is about to fall.",
        "Citadel Guard four, counter first?",
    ]


def test_the_lore_step_is_told_card_by_card_and_the_deck_is_shuffled(game: Game) -> None:
    events = (
        m.LoreGained(seat=Seat.NORTH, count=1, total=5, cause=Cause.LORE_STEP),
        m.DeckShuffled(seat=Seat.NORTH),
        m.LoreCardsDrawn(seat=Seat.NORTH, count=1, total=5),
        m.LoreCardsDiscarded(seat=Seat.NORTH, count=1, total=4),
    )
    assert said(game, *events) == [
        "Uthuk take one lore. Uthuk: shuffle your discarded lore cards into their deck. "
        "Uthuk draw one lore card and discard one lore card."
    ]


@pytest.mark.parametrize(
    "event",
    [
        points(),
        *(points(cause=cause, at=F5) for cause in (Cause.BANNER, Cause.TENT, Cause.SCENARIO)),
        RETREATED,
        LORE_GAINED,
        m.LoreGained(seat=Seat.NORTH, count=2, total=3, cause=Cause.LORE_STEP),
        m.LoreCardsDrawn(seat=Seat.NORTH, count=1, total=3),
        m.DamageIgnored(unit=CG4, damage=1, cause=Cause.TERRAIN),
        hit(),
        m.Eliminated(unit=CG4, at=F4),
    ],
)
def test_points_lore_retreats_and_losses_are_never_crowded_out_by_small_talk(
    game: Game, event: m.Event
) -> None:
    (sentence,) = sentences((m.Moved(unit=BH4, start=F5, to=G3), event), game)
    assert sentence.priority is Priority.HIGH
    assert sentence.ttl >= 60
    assert sentence.key == ""


def test_a_win_interrupts(game: Game) -> None:
    (sentence,) = sentences((m.GameWon(seat=Seat.NORTH, elimination=False),), game)
    assert sentence.priority is Priority.URGENT
    assert sentence.text == "Uthuk win the game, sixteen to seven!"


def test_a_newer_move_of_the_same_unit_replaces_the_older_one(game: Game) -> None:
    one, two = (sentences((m.Moved(unit=BH4, start=F5, to=to),), game)[0] for to in (G3, F4))
    other = sentences((m.Moved(unit=CG4, start=F5, to=G3),), game)[0]
    assert one.key == two.key != other.key
    assert one.text == "Blood Harvesters four to G 3."


def test_a_long_decision_is_said_in_portions_that_no_engine_cuts(game: Game) -> None:
    events = [
        event
        for number in range(1, 12)
        for unit in [UnitId(f"blood_harvesters-{number}")]
        for event in (hit(unit), m.Retreated(unit=unit, start=F5, to=G3))
    ]
    found = said(game, *events)
    assert len(found) > 1
    assert all(len(text) < MOST_LETTERS for text in found)
    assert " ".join(found).count("loses one figure and retreats to G 3.") == 11


def answer(game: Game, chance: random.Random) -> m.Command:
    match game.state.wait:
        case m.SetUpWait(banners=0):
            return m.StartGame()
        case m.SetUpWait(banners=missing):
            return m.PlaceBanner(at=game.ruleset.scenario.banners.stand_in[-missing])
        case m.DiceWait(unit=str()) if chance.random() < 0.3 and (card := lore_card(game, chance)):
            return card
        case m.DiceWait(count=count):
            return m.Roll(faces=tuple(chance.choice(FACES.all) for _ in range(count)))
        case _:
            offers = options(game)
            attacks = [offer for offer in offers if isinstance(offer, m.Attack)]
            return chance.choice(attacks or offers)


def lore_card(game: Game, chance: random.Random) -> m.Command | None:
    """Return a lore card that can be played now and does something to the attack, or None."""
    does = chance.choice(
        (
            second.FixDice(count=3),
            second.FuelDamage(face=HEROIC),
            second.IgnoreDamage(count=1),
            second.IgnoreDamage(),
            second.TurnBlows(faces=(STRIKE, CLEAVE)),
            second.LastStand(),
            second.BarLore(),
            m.DrawLore(count=1),
        )
    )
    seat, cost = chance.choice(tuple(CAMPS)), chance.randint(0, 1)
    card = m.PlayUnlistedLoreCard(seat=seat, name="Second Wind", cost=cost, does=(does,))
    return card if isinstance(play(game, card).decision, tuple) else None


ARMIES = {
    "citadel_guard": "D4 F4",
    "yeoman_archers": "D3 H3",
    "ironbound": "E4",
    "greyhaven_battlemages": "G3 J3",
    "blood_harvesters": "D6 F6",
    "viper_legion": "D7 H7",
    "obscenes": "E6",
    "chaos_lord": "G7",
}


def free_battle() -> list[m.Command]:
    """Return how a battle with terrain is put on the board, unit by unit."""
    building, hill = Tile(kind=TerrainId("building")), Tile(kind=TerrainId("hill"))
    tiles = {"F5": FOREST, "D4": building, "G6": hill, "H5": FORD, "C2": TENT}
    laid = [m.PlaceTerrain(at=Hex(at), tile=tile) for at, tile in tiles.items()]
    stand = [
        m.PlaceUnit(unit=UnitId(f"{kind}-{number}"), at=Hex(at))
        for kind, places in ARMIES.items()
        for number, at in enumerate(places.split(), start=1)
    ]
    return [*laid, m.PlaceBanner(at=Hex("C5")), *stand]


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [
        ("learning", 0),
        ("free", 0),
        pytest.param("learning", 1, marks=pytest.mark.journey),
        pytest.param("free", 1, marks=pytest.mark.journey),
        pytest.param("free", 2, marks=pytest.mark.long),
    ],
)
def test_a_whole_game_is_told_in_words(game: Game, scenario: str, seed: int) -> None:
    chance = random.Random(seed)
    running = new_game(of_scenario(game, scenario).ruleset)
    planned = free_battle() if scenario == "free" else []
    for _ in range(2000):
        command = planned.pop(0) if planned else answer(running, chance)
        choice = command_text(command, running)
        assert_is_plain(choice)
        running, events = play(running, command)
        assert isinstance(events, tuple), (command, events)
        for sentence in sentences(events, running):
            assert re.fullmatch(SPOKEN, sentence.text), sentence.text
        assert_is_plain(log_text(events, running) or choice)
        assert_is_plain(wait_text(running.state.wait, running))
        if isinstance(running.state.wait, m.OverWait):
            assert "win the game" in " ".join(said(running, *events))
            return
    raise AssertionError("the game did not end")


@dataclass
class Listener:
    """A voice that writes down what it is told."""

    heard: list[tuple[str, Priority, str]] = field(default_factory=list)

    def say(
        self,
        text: str,
        priority: Priority = Priority.NORMAL,
        *,
        key: str = "",
        ttl: float = 20.0,
        lang: str = "",
    ) -> bool:
        self.heard.append((text, priority, key))
        return True

    def stop_speaking(self) -> None:
        self.heard.clear()


def test_the_announcer_tells_the_voice_everything_in_order(game: Game) -> None:
    listener = Listener()
    announcer = Announcer(listener, level=SpeechLevel.EVERYTHING)
    announcer.hear((LORE_GAINED, m.Awaited(waits=(m.CardWait(seat=Seat.NORTH),))), game)
    announcer.warn("Citadel Guard 4 stands in F4, expected in G3.")
    assert [text for text, _, _ in listener.heard] == [
        "Uthuk gain one lore.",
        "Uthuk: play a command card.",
        "Citadel Guard 4 stands in F4, expected in G3.",
    ]
    assert listener.heard[-1][1:] == (Priority.DISPUTE, "table")


def test_an_undo_silences_what_is_no_longer_true(game: Game) -> None:
    listener = Listener()
    announcer = Announcer(listener)
    announcer.hear((LORE_GAINED,), game)
    announcer.hear((m.Retracted(to=4), m.Awaited(waits=(ORDERS,))), game)
    assert [text for text, _, _ in listener.heard] == ["Taken back."]


def test_without_a_voice_the_announcer_says_nothing(game: Game) -> None:
    announcer = Announcer(None)
    announcer.hear((LORE_GAINED, m.Retracted(to=1)), game)
    announcer.warn("Hello.")
