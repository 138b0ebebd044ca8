"""Several people play from devices of their own: each is told who acts, and taps only what is his."""

import time
from pathlib import Path

import pytest
from selenium import webdriver

from rules.first.messages.epic import FillRack
from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectUnit, StartGame
from rules.kernel.values import CardId, UnitId
from tests.companion.browser import gathered, inside, served_world
from tests.companion.dashboard_world import World
from tests.companion.own_cards import party
from tests.companion.sent_view import sent_view
from tests.companion.several_devices import (
    DESK,
    PHONE,
    RACK,
    UPRIGHT,
    Tablets,
    all_ask,
    all_read,
    all_tell,
    attack,
    come,
    only_asked,
    sizes,
    told,
)

pytestmark = [pytest.mark.browser, pytest.mark.journey]
FOOT, GOBLINS = UnitId("human_blue_foot-1"), UnitId("goblinoid_blue_foot-11")
SIX = {
    "south": ("Ana", DESK),
    "south_left": ("Bea", PHONE),
    "south_right": ("Carl", PHONE),
    "north": ("Dan", UPRIGHT),
    "north_left": ("Eva", PHONE),
    "north_right": ("Fritz", PHONE),
}
TWO = {"south": ("Ana", DESK), "north": ("Dan", PHONE)}
AT_ONCE = (
    "const [selector, at] = arguments; const node = document.querySelector(selector);"
    "setTimeout(() => { while (Date.now() < at); node.click(); }, at - 400 - Date.now())"
)
"""Tap at a moment; shortly before it the page takes nothing in any more."""


def test_six_devices_play_an_epic_turn_each_its_own_part(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    """Cards talked over, two Section cards, a unit a wing, one that crosses a line, the rack refilled."""
    with (
        served_world(tmp_path, port=port, scenario="three_fronts") as table,
        gathered(driver, port, sizes(SIX)) as tablets,
    ):
        come(tablets, table, SIX)
        tablets["south"].touch('[data-key="Start the game"]')
        for left, card in ((3, "scout_left"), (2, "attack_right"), (1, "leadership")):
            cards = "1 Command card" if left == 1 else f"{left} Command cards"
            all_read(tablets, dict.fromkeys(SIX, f"Turn up {cards} for the rack"))
            tablets["north_right"].touch(f'[data-key="rack {card}"]')
        all_ask(tablets, "rack_card_wait")
        table.say(CorrectUnit(unit=FOOT, at=Hex("E4"), figures=4))
        table.say(CorrectUnit(unit=GOBLINS, at=Hex("G5"), figures=4))
        talk_over_cards(tablets)
        tablets["south"].touch('[data-key^="play_rack_card attack_right"]')
        all_ask(tablets, "card_wait")
        tablets["south"].touch('[data-card="attack_left"]')
        all_ask(tablets, "orders_wait")
        order_and_cross(tablets, table)
        battle_and_end(tablets)
        tablets["north_left"].touch('[data-key="rack scout_right"]')
        all_ask(tablets, "rack_card_wait")
        asked = "Dan: play a card of the rack?"
        all_read(tablets, {role: asked if role.startswith("north") else "Waiting for Dan" for role in SIX})
        only_asked(tablets, "north")


def talk_over_cards(tablets: Tablets) -> None:
    """A Field Marshal marks a card of the hand: that side's devices show it, and the rack, no other does."""
    all_ask(tablets, "rack_card_wait")
    asked = "Ana: play a card of the rack?"
    all_read(tablets, {role: asked if role.startswith("south") else "Waiting for Ana" for role in SIX})
    only_asked(tablets, "south")
    phones = {role: len(tablets[role].find(".rack .card-tile")) for role in ("south_left", "north_left")}
    assert phones == {"south_left": 3, "north_left": 0}
    bea, carl = tablets["south_left"], tablets["south_right"]
    bea.touch('[data-key="own hand"]')
    bea.touch('[data-key="known attack_left"]')
    bea.touch('[data-key="keep"]')
    carl.wait(lambda: "Attack Left" in carl.text("#hand"), "the hand")
    for role in ("north", "north_left", "north_right"):
        assert not tablets[role].find("#hand li, .own-hand li")


def order_and_cross(tablets: Tablets, table: World) -> None:
    """Each orders in its own wing; a unit that has crossed a line stays with who moved it."""
    ana, bea, carl = tablets["south"], tablets["south_left"], tablets["south_right"]
    asked = "Bea, Ana and Carl: give orders and move"  # a unit on a line is the middle's too
    waiting = "Waiting for Bea, Ana and Carl"
    all_read(tablets, {role: asked if role.startswith("south") else waiting for role in SIX})
    only_asked(tablets, "south")
    bea.touch_hex("M2")
    told(bea, "That is for Carl to do, not for this device's place.")
    carl.touch_hex("M2")
    all_tell(tablets, "2 units on the right")
    carl.touch_hex("M3")
    bea.touch_hex("E4")
    all_tell(tablets, "2 units on the left")
    bea.touch_hex("F4")
    for tablet in tablets.values():
        tablet.wait(lambda tablet=tablet: tablet.standing("F4") == FOOT, "the unit")
        tablet.wait(
            lambda tablet=tablet: tablet.standing("M3") == "human_blue_foot-4", "the other wing's unit"
        )
    assert table.table.game.state.units[FOOT].at == "F4"
    ana.touch_hex("F4")
    ana.touch_hex("G5")
    ana.touch(".answers button")
    told(ana, "That is for Bea to do, not for this device's place.")


def battle_and_end(tablets: Tablets) -> None:
    """Who has moved the unit battles with it beyond the line, and the Lord Commander ends the turn."""
    ana, bea = tablets["south"], tablets["south_left"]
    attack(bea, "G5")
    all_ask(tablets, "dice_wait")
    all_read(tablets, {"south": "Bea: roll 3 dice for Human swordsmen 1"})
    only_asked(tablets, "south_left")
    for _ in range(3):
        bea.touch('.answers [data-face="lore"]')
    all_ask(tablets, "orders_wait")
    ana.touch('[data-key="end"]')
    all_ask(tablets, "rack_wait")
    all_read(tablets, dict.fromkeys(SIX, "Turn up 1 Command card for the rack"))


def test_two_people_who_tap_at_once_get_one_result_and_one_explanation(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    with (
        served_world(tmp_path, port=port, scenario="three_fronts") as table,
        gathered(driver, port, sizes(TWO)) as tablets,
    ):
        table.say(StartGame(), *(FillRack(card=CardId(card)) for card in RACK[:2]))
        come(tablets, table, TWO)
        all_ask(tablets, "rack_wait")
        cards = {"south": "scout_right", "north": "patrol_left"}
        moment = 1000 * time.time() + 2500
        for role, card in cards.items():
            tablets[role].driver.execute_script(AT_ONCE, f'[data-key="rack {card}"]', moment)
        shown = "#toast:not([hidden])"
        first = tablets["south"]
        first.wait(lambda: any(tablet.find(shown) for tablet in tablets.values()), "the explanation")
        first, later = sorted(tablets.values(), key=lambda tablet: len(tablet.find(shown)))
        told(later, "Your tap did nothing. Repeat it if it is still right.")
        assert not first.find(shown)
        all_ask(tablets, "rack_card_wait")
        assert len(table.table.game.state.own.rack) == 3


def test_two_devices_come_from_secret_cards_to_the_first_turn(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    with party(driver, tmp_path, port, "open_country", TWO) as (table, tablets, own):
        all_ask(tablets, "mode_wait")
        tablets["south"].touch('[data-key^="choose_mode impromptu"]')
        for role, name, cards in (("south", "Ana", "standard_a"), ("north", "Dan", "pennant_a")):
            all_tell(tablets, f"{name}: choose 1 set of Deployment cards")
            only_asked(tablets, role)
            tablets[role].touch(f'[data-key="set {cards}"]')
            tablets[role].touch('[data-key="take sets"]')
        all_ask(tablets, "lineup_wait")
        lay(tablets, "south", "standard_a")
        for tablet in tablets.values():
            tablet.wait(lambda tablet=tablet: tablet.find('[data-laid-aside="south"]'), "the cards")
        assert "A 4" in tablets["south"].text('[data-laid-aside="south"]')
        assert tablets["north"].text('[data-laid-aside="south"]') == "Ana: Guards and Reserve lie face down."
        own.untold("north", {f"standard_a_{number}" for number in range(1, 5)})
        lay(tablets, "north", "pennant_a")
        all_ask(tablets, "deploy_wait")
        own.untold("north", {"standard_a_4"})  # the Reserve stays aside
        own.untold("south", {"pennant_a_4"})
        deploy(tablets, table)
        all_read(tablets, {"south": "Waiting for Dan", "north": "Dan: play a command card"})
        assert table.table.game.state.units[UnitId("human_blue_foot-1")].at == "B1"


def lay(tablets: Tablets, role: str, cards: str) -> None:
    """Lay three Guards and a Reserve of *cards* face down."""
    tablet = tablets[role]
    tablet.touch(f'[data-key="lineup {role}"]')
    for number, slot in enumerate(("left", "center", "right", "reserve"), 1):
        tablet.touch(f'[data-key="{slot} {cards}_{number}"]')
    assert inside(tablet, '[data-key="lay lineup"]')
    tablet.touch('[data-key="lay lineup"]')


def deploy(tablets: Tablets, table: World) -> None:
    """Put a unit of each side's on the board, Dan's with the most green banners, and begin."""
    own = {"south": ("human_blue_foot", "B1"), "north": ("human_green_foot", "M9")}
    while not tablets["north"].find('[data-wait="set_up_wait"]'):
        asked = table.table.game.state.wait
        role = str(asked.seat)
        only_asked(tablets, role)
        tablet = tablets[role]
        if role in own:
            kind, at = own.pop(role)
            tablet.touch(f'[data-key="troop {kind}"]')
            tablet.touch_hex(at)
            for each in tablets.values():
                each.wait(lambda each=each, at=at: each.standing(at), at)
            asked = table.table.game.state.wait
        tablet.touch(".answers .primary")
        tablet.wait(lambda asked=asked: table.table.game.state.wait != asked, "the next card")
        all_tell(tablets, sent_view(table.table)["ask"]["headline"])
    tablets["south"].touch('[data-key="Start the game"]')
    all_ask(tablets, "card_wait")
