"""Four people play Reluctant Allies from devices of their own."""

from pathlib import Path

import pytest
from selenium import webdriver

from rules.first.faces import GREEN, RED
from rules.first.messages import ChooseCouncil
from rules.first.messages.epic import FillRack
from rules.first.messages.waits import LandmarkWait
from rules.first.printed.lore import GivenCouncil
from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectScore, CorrectUnit, Decline, DiceWait, Roll, StartGame, TellNumber
from rules.kernel.values import CardId, CardNumber, KindId, Seat, UnitId
from tests.companion.browser import gathered, served_world
from tests.companion.dashboard_world import World
from tests.companion.several_devices import (
    DESK,
    PHONE,
    RACK,
    UPRIGHT,
    Tablets,
    all_act,
    all_ask,
    all_read,
    all_tell,
    attack,
    come,
    only_asked,
    sizes,
)

pytestmark = [pytest.mark.browser, pytest.mark.journey]
ALLIES = {
    "south": ("Ana", DESK),
    "south_ally": ("Bea", PHONE),
    "north": ("Dan", UPRIGHT),
    "north_ally": ("Eva", PHONE),
}
CUT = (
    "return [...document.querySelectorAll('.camp .score > *')].filter((each) => {"
    "const [own, all] = [each, each.parentElement].map((node) => node.getBoundingClientRect());"
    "return own.width > 0 && (own.left < all.left || own.right > all.right) })"
    ".map((each) => each.textContent)"
)
"""Of what four people have, what stands out of its frame."""


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
