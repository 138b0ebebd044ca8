"""Several people play from devices of their own: each is told who acts, and taps only what is his."""

import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from selenium import webdriver

from rules.first.faces import GREEN, RED
from rules.first.messages import ChooseCouncil
from rules.first.messages.epic import FillRack
from rules.first.messages.waits import LandmarkWait
from rules.first.printed.lore import GivenCouncil
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    CorrectScore,
    CorrectUnit,
    Decline,
    DiceWait,
    Roll,
    StartGame,
    TellNumber,
)
from rules.kernel.values import CardId, CardNumber, KindId, Seat, UnitId
from tests.companion.browser import Tablet, gathered, inside, served_world
from tests.companion.dashboard_world import World
from tests.companion.sent_view import sent_view

pytestmark = [pytest.mark.browser, pytest.mark.journey]
DESK, UPRIGHT, PHONE = "1280x800", "800x1280", "390x844"
RACK = ("scout_left", "attack_center", "leadership")
FOOT, GOBLINS = UnitId("human_blue_foot-3"), UnitId("goblinoid_blue_foot-11")
SIX = {
    "south": ("Ana", DESK),
    "south_left": ("Bea", PHONE),
    "south_right": ("Carl", PHONE),
    "north": ("Dan", UPRIGHT),
    "north_left": ("Eva", PHONE),
    "north_right": ("Fritz", PHONE),
}
ALLIES = {
    "south": ("Ana", DESK),
    "south_ally": ("Bea", PHONE),
    "north": ("Dan", UPRIGHT),
    "north_ally": ("Eva", PHONE),
}
TWO = {"south": ("Ana", DESK), "north": ("Dan", PHONE)}
CUT = (
    "return [...document.querySelectorAll('.camp .score > *')].filter((each) => {"
    "const [own, all] = [each, each.parentElement].map((node) => node.getBoundingClientRect());"
    "return own.width > 0 && (own.left < all.left || own.right > all.right) })"
    ".map((each) => each.textContent)"
)
"""Of what four people have, what stands out of its frame."""

AT_ONCE = (
    "const [selector, at] = arguments; const node = document.querySelector(selector);"
    "setTimeout(() => { while (Date.now() < at); node.click(); }, at - 400 - Date.now())"
)
"""Tap at a moment; shortly before it the page takes nothing in any more."""

Tablets = Mapping[str, Tablet]


def come(tablets: Tablets, table: World, people: Mapping[str, tuple[str, str]]) -> None:
    for role, (name, _) in people.items():
        tablets[role].join(table.access.codes.join, role, name)


def sizes(people: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    return {role: size for role, (_, size) in people.items()}


def all_ask(tablets: Tablets, tag: str) -> None:
    for tablet in tablets.values():
        tablet.until_wait(tag)


def all_tell(tablets: Tablets, text: str) -> None:
    for tablet in tablets.values():
        tablet.wait(lambda tablet=tablet: text in tablet.text("#ask"), text)


def all_read(tablets: Tablets, heads: Mapping[str, str]) -> None:
    """Wait until each device asks its people what *heads* say."""
    for role, head in heads.items():
        tablet = tablets[role]
        tablet.wait(lambda tablet=tablet, head=head: tablet.text("#ask h2") == f"{head}why?", head)


def only_asked(tablets: Tablets, *roles: str) -> None:
    """Wait until these devices alone offer answers, which must lie in the window with nothing over them."""
    for role, tablet in tablets.items():
        wanted = role in roles
        tablet.wait(
            lambda tablet=tablet, wanted=wanted: wanted == bool(tablet.find(".answers button")), "answers"
        )
        if wanted:
            tablet.wait(lambda tablet=tablet: inside(tablet, ".answers button"), "answers in the window")


def all_act(tablets: Tablets, name: str) -> None:
    """Wait until each device marks *name* in the order of turns."""
    for tablet in tablets.values():
        tablet.wait(lambda tablet=tablet: tablet.text(".turn-order .now") == name, name)


def told(tablet: Tablet, text: str) -> None:
    """Wait for what is told for a moment."""
    tablet.wait(lambda: text in tablet.text("#toast"), text)


def attack(tablet: Tablet, at: str) -> None:
    """Attack whoever stands on *at*, once the chances are told."""
    tablet.touch_hex(at)
    tablet.wait(lambda: tablet.find('.answers [data-key="attack"].primary'), "the attack")
    tablet.touch('[data-key="attack"]')


def test_six_devices_play_an_epic_turn_each_its_own_part(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    """Cards talked over, two Section cards, a unit a wing, one that crosses a line, the rack refilled."""
    with (
        served_world(tmp_path, port=port, scenario="three_fronts") as table,
        gathered(driver, port, sizes(SIX)) as tablets,
    ):
        table.say(StartGame(), *(FillRack(card=CardId(card)) for card in RACK))
        table.say(CorrectUnit(unit=FOOT, at=Hex("F4"), figures=4))
        table.say(CorrectUnit(unit=GOBLINS, at=Hex("E5"), figures=4))
        come(tablets, table, SIX)
        talk_over_cards(tablets)
        tablets["south"].touch('[data-key="play_rack_card attack_center"]')
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
    """Each orders in its own section; a unit that has crossed a line stays with who moved it."""
    ana, bea = tablets["south"], tablets["south_left"]
    asked = "Bea and Ana: give orders and move"
    waiting = "Waiting for Bea and Ana"
    all_read(tablets, {role: asked if role.startswith("south") else waiting for role in SIX})
    only_asked(tablets, "south")
    bea.touch_hex("F4")
    told(bea, "That is for Ana to do, not for this device's place.")
    bea.touch_hex("D2")
    all_tell(tablets, "2 units on the left")
    ana.touch_hex("F4")
    all_tell(tablets, "2 units in the center")
    ana.touch_hex("E4")
    for tablet in tablets.values():
        tablet.wait(lambda tablet=tablet: tablet.standing("E4") == FOOT, "the unit")
    assert table.table.game.state.units[FOOT].at == "E4"
    bea.touch_hex("E4")
    bea.touch_hex("E5")
    bea.touch(".answers button")
    told(bea, "That is for Ana to do, not for this device's place.")


def battle_and_end(tablets: Tablets) -> None:
    ana = tablets["south"]
    attack(ana, "E5")
    all_ask(tablets, "dice_wait")
    all_read(tablets, {"south_left": "Ana: roll 3 dice for Human swordsmen 3"})
    only_asked(tablets, "south")
    for _ in range(3):
        ana.touch('.answers [data-face="lore"]')
    all_ask(tablets, "orders_wait")
    all_read(tablets, {"south_left": "Ana: no battle is left"})
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


def test_four_devices_play_a_round_of_allies_with_a_reaction_and_a_battle_back_out_of_turn(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    with (
        served_world(tmp_path, port=port, scenario="high_council.reluctant_allies") as table,
        gathered(driver, port, sizes(ALLIES)) as tablets,
    ):
        face_to_face(table)
        come(tablets, table, ALLIES)
        all_ask(tablets, "rack_card_wait")
        all_act(tablets, "Eva")
        assert [tablet.driver.execute_script(CUT) for tablet in tablets.values()] == [[]] * 4
        attacked(tablets)
        struck_back(tablets)
        finish(tablets, "north_ally")
        tablets["north"].touch('[data-key="rack patrol_left"]')
        for role, name in (("south_ally", "Bea"), ("north", "Dan"), ("south", "Ana")):
            all_ask(tablets, "rack_card_wait")
            only_asked(tablets, role)
            all_act(tablets, name)
            tablets[role].touch('.answers [data-key="decline"]')
            all_ask(tablets, "card_wait")
            tablets[role].touch('[data-card="patrol_right"]')
            all_ask(tablets, "orders_wait")
            finish(tablets, role)
        all_ask(tablets, "rack_card_wait")
        assert {tablet.text(".turn b") for tablet in tablets.values()} == {"Turn 5"}
        only_asked(tablets, "north_ally")


def face_to_face(table: World) -> None:
    """Begin a Lore game of four; Eva acts, in front of a unit of Ana's that two of her own stand beside."""
    council = GivenCouncil(commander=2, masters={"rogue": 2, "cleric": 2})
    table.say(*(ChooseCouncil(seat=Seat(role), council=council) for role in ALLIES))
    while isinstance(table.table.game.state.wait, LandmarkWait):
        table.say(Decline())
    table.say(StartGame(), *(FillRack(card=CardId(card)) for card in RACK))
    for greens in range(6):  # of two that are level the second has more
        if isinstance(table.table.game.state.wait, DiceWait):
            table.say(Roll(faces=(*(GREEN,) * greens, *(RED,) * (6 - greens))))
    places = {"goblinoid_blue_foot-14": "H7"} | {
        f"human_blue_foot-{number}": at for number, at in ((1, "H8"), (2, "G8"), (3, "I8"))
    }
    table.say(*(CorrectUnit(unit=UnitId(unit), at=Hex(at), figures=4) for unit, at in places.items()))
    for kind in ("goblinoid_blue_foot", "human_blue_foot"):
        table.say(TellNumber(kind=KindId(kind), number=CardNumber.RANGE, value=1))
    table.say(*(CorrectScore(seat=Seat(role), lore=5) for role in ALLIES))


def attacked(tablets: Tablets) -> None:
    """Eva attacks Ana's unit, and Ana plays a Reaction; nobody else is offered one."""
    ana, eva = tablets["south"], tablets["north_ally"]
    eva.touch('[data-key="play_rack_card attack_center"]')
    all_ask(tablets, "card_wait")
    eva.touch('[data-card="patrol_center"]')
    all_ask(tablets, "orders_wait")
    only_asked(tablets, "north_ally")
    eva.touch_hex("H7")
    all_tell(tablets, "4 units in the center")
    attack(eva, "H8")
    all_ask(tablets, "dice_wait")
    for _ in range(3):
        eva.touch('.answers [data-face="green"]')
    all_ask(tablets, "react_wait")
    all_read(
        tablets,
        {
            role: "Ana: will you play a Reaction card?" if role == "south" else "Waiting for Ana"
            for role in ALLIES
        },
    )
    only_asked(tablets, "south")
    ana.touch('[data-key="reaction"]')
    ana.touch(".lore-card")
    ana.touch('[data-key="play"]')
    all_tell(tablets, "plays the lore card Backstab")
    ana.touch('.answers [data-key="decline"]')
    all_ask(tablets, "counter_wait")


def struck_back(tablets: Tablets) -> None:
    """Ana battles back in Eva's turn, and rolls herself."""
    ana = tablets["south"]
    only_asked(tablets, "south")
    ana.touch('[data-key="counter"]')
    all_ask(tablets, "dice_wait")
    all_read(tablets, {"north_ally": "Waiting for Ana"})
    only_asked(tablets, "south")
    for _ in range(3):
        ana.touch('.answers [data-face="red"]')
    all_ask(tablets, "react_wait")
    only_asked(tablets, "north_ally")
    tablets["north_ally"].touch('.answers [data-key="decline"]')
    all_ask(tablets, "orders_wait")


def finish(tablets: Tablets, role: str) -> None:
    """End the turn, with orders left or none, and take Lore."""
    tablets[role].touch('[data-key="end"]')
    tablets[role].wait(
        lambda: tablets[role].find('[data-wait="lore_wait"], [data-key="end for sure"]'), "the end"
    )
    if tablets[role].find('[data-key="end for sure"]'):
        tablets[role].touch('[data-key="end for sure"]')
    all_ask(tablets, "lore_wait")
    tablets[role].touch('[data-key="replenish tokens"]')


def test_two_devices_come_from_secret_cards_to_the_first_turn(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    with (
        served_world(tmp_path, port=port, scenario="open_country") as table,
        gathered(driver, port, sizes(TWO)) as tablets,
    ):
        come(tablets, table, TWO)
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
        lay(tablets, "north", "pennant_a")
        all_ask(tablets, "deploy_wait")
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
