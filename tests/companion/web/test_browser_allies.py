"""Four people play Reluctant Allies from devices of their own."""

from pathlib import Path

import pytest
from selenium import webdriver

from rules.first.faces import GREEN, RED
from rules.first.messages.epic import RackWait
from rules.first.messages.waits import LandmarkWait
from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectScore, CorrectUnit, DiceWait, TellNumber
from rules.kernel.values import CardId, CardNumber, KindId, Seat, UnitId
from tests.companion.dashboard_world import World
from tests.companion.own_cards import OwnCards, party
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
    only_asked,
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


HANDS = {
    "south": (("advance_right", "mounted_charge"), ("rogue_5", "cleric_3")),
    "south_ally": (("patrol_right", "foot_onslaught"), ("rogue_2", "wizard_9")),
    "north": (("scout_center", "green_banners"), ("wizard_10", "wizard_14")),
    "north_ally": (("patrol_center", "red_banners"), ("cleric_4", "warrior_assault")),
}
"""What each marks of its hand: Command cards, of which the first is played, and Lore cards."""

COUNCILS = {
    "south": ("rogue", "cleric"),
    "south_ally": ("rogue", "wizard"),
    "north": ("wizard", "cleric"),
    "north_ally": ("cleric", "warrior"),
}
"""The Lore Masters who get two levels each, as the Commander does."""


def test_four_devices_play_a_round_of_allies_with_a_reaction_and_a_battle_back_out_of_turn(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    """All by touch, from secret councils on; at each step every device shows its own cards and no other's."""
    with party(driver, tmp_path, port, "high_council.reluctant_allies", ALLIES) as (table, tablets, own):
        choose_councils(tablets, own)
        begin(tablets, table)
        face_to_face(table)
        mark_hands(tablets)
        all_ask(tablets, "rack_card_wait")
        all_act(tablets, "Eva")
        own.alone()
        assert [tablet.driver.execute_script(CUT) for tablet in tablets.values()] == [[]] * 4
        attacked(tablets, own)
        struck_back(tablets, own)
        finish(tablets, "north_ally")
        own.alone()
        tablets["north"].touch('[data-key="rack patrol_left"]')
        for role, name in (("south_ally", "Bea"), ("north", "Dan"), ("south", "Ana")):
            all_ask(tablets, "rack_card_wait")
            only_asked(tablets, role)
            all_act(tablets, name)
            tablets[role].touch('.answers [data-key="decline"]')
            all_ask(tablets, "card_wait")
            own.alone()
            tablets[role].touch(f'[data-card="{HANDS[role][0][0]}"]')
            all_ask(tablets, "orders_wait")
            own.alone()
            finish(tablets, role)
        all_ask(tablets, "rack_card_wait")
        assert {tablet.text(".turn b") for tablet in tablets.values()} == {"Turn 5"}
        only_asked(tablets, "north_ally")
        own.alone()


def choose_councils(tablets: Tablets, own: OwnCards) -> None:
    """Each gives out its levels on its own device; until the last has, nobody is told another's."""
    all_ask(tablets, "council_wait")
    for role, masters in COUNCILS.items():
        tablet = tablets[role]
        tablet.touch(f'[data-key="council {role}"]')
        for each in ("commander", *masters):
            tablet.touch(f'[data-key="level {each} 2"]')
        tablet.touch('[data-key="lay council"]')
        if role == "north_ally":
            break
        for other in tablets.values():
            other.wait(
                lambda other=other, role=role: other.find(f'[data-laid-aside="{role}"]'), "the council aside"
            )
        own.councils_alone()
    tablets["south"].wait(lambda: not tablets["south"].find('[data-wait="council_wait"]'), "open councils")


def begin(tablets: Tablets, table: World) -> None:
    """Put no Landmark up, deal the rack, and roll for the turn markers until nobody is level."""
    while not tablets["south"].find('[data-wait="rack_card_wait"]'):
        asked = table.table.game.state.wait
        role = str(asked.seat or "south")
        tablet = tablets[role]
        match asked:
            case LandmarkWait():
                tablet.touch('.answers [data-key="decline"]')
            case RackWait():
                for card in RACK:
                    tablet.touch(f'[data-key="rack {card}"]')
                    tablet.wait(lambda card=card: CardId(card) in table.table.game.state.own.rack, card)
            case DiceWait(count=count):  # of two that are level Eva and Bea have more
                for _ in range(count):
                    tablet.touch(f'.answers [data-face="{GREEN if role.endswith("ally") else RED}"]')
            case _:
                tablet.touch('[data-key="Start the game"]')
        tablet.wait(lambda asked=asked: table.table.game.state.wait != asked, "what comes next")
        now = table.table.game.state.wait
        all_ask(tablets, now.__struct_config__.tag)


def face_to_face(table: World) -> None:
    """Let Eva, who acts, stand in front of a unit of Ana's that two of her own stand beside."""
    places = {"goblinoid_blue_foot-14": "H7"} | {
        f"human_blue_foot-{number}": at for number, at in ((1, "H8"), (2, "G8"), (3, "I8"))
    }
    table.say(*(CorrectUnit(unit=UnitId(unit), at=Hex(at), figures=4) for unit, at in places.items()))
    for kind in ("goblinoid_blue_foot", "human_blue_foot"):
        table.say(TellNumber(kind=KindId(kind), number=CardNumber.RANGE, value=1))
    table.say(*(CorrectScore(seat=Seat(role), lore=5) for role in ALLIES))


def mark_hands(tablets: Tablets) -> None:
    """Each marks on its own device which cards it holds."""
    for role, (cards, lore) in HANDS.items():
        tablet = tablets[role]
        tablet.touch('[data-key="own hand"]')
        for key in (*(f"known {card}" for card in cards), *(f"lore {card}" for card in lore), "keep"):
            tablet.touch(f'[data-key="{key}"]')


def attacked(tablets: Tablets, own: OwnCards) -> None:
    """Eva attacks Ana's unit, and Ana plays a Reaction; nobody else is offered one."""
    ana, eva = tablets["south"], tablets["north_ally"]
    eva.touch('[data-key^="play_rack_card attack_center"]')
    all_ask(tablets, "card_wait")
    own.alone()
    eva.touch('[data-card="patrol_center"]')
    all_ask(tablets, "orders_wait")
    only_asked(tablets, "north_ally")
    own.alone()
    eva.touch_hex("H7")
    all_tell(tablets, "4 units in the center")
    attack(eva, "H8")
    all_ask(tablets, "dice_wait")
    own.alone()
    for _ in range(3):
        eva.touch('.answers [data-face="green"]')
    all_ask(tablets, "react_wait")
    own.alone()
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
    own.alone()


def struck_back(tablets: Tablets, own: OwnCards) -> None:
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
    own.alone()
    tablets["north_ally"].touch('.answers [data-key="decline"]')
    all_ask(tablets, "orders_wait")
    own.alone()


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
