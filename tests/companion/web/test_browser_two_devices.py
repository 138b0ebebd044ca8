"""Two devices play turns of a whole game, from the cards that set it up, through what their pages offer."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from rules.kernel.messages import PlayLoreCard
from rules.kernel.values import Seat
from tests.companion.browser import Tablet, chromium, held, served_world
from tests.companion.scripted import Scripted, spot

pytestmark = pytest.mark.browser
COLUMNS = "BCDEFGHIJ"
ROWS = {Seat.SOUTH: "12", Seat.NORTH: "98"}
SHORTER = '[data-key="yeoman_archers 4"]'  # its four points become lore


@pytest.fixture
def tablets(driver: webdriver.Chrome, port: int) -> Iterator[dict[Seat, Tablet]]:
    """The south's tablet, and the north's telephone in a browser of its own."""
    with held(driver, port) as south, chromium() as other, held(other, port) as north:
        north.shape("390x844")
        yield {Seat.SOUTH: south, Seat.NORTH: north}


def armies(players: Scripted) -> None:
    """Build an army from its card, and one by hand, whose costs its player tells; turn them over."""
    players.tap(
        Seat.SOUTH,
        '[data-key="muster south"]',
        '[data-key="army mounted_assault"]',
        SHORTER,
        '[data-key="muster"]',
    )
    north = players.tablets[Seat.NORTH]
    north.touch('[data-key="muster north"]')
    for kind, cost in (("blood_harvesters", "6"), ("flesh_ripper_brutes", "4")):
        north.write(f'[data-kind="{kind}"] input', cost)
    taken = ("blood_harvesters 5", "chaos_lord 1", "flesh_ripper_brutes 2")
    players.tap(Seat.NORTH, *(f'[data-key="{number}"]' for number in taken), '[data-key="muster"]')
    players.tap(Seat.SOUTH, '[data-key="reveal"]')


def deploy(players: Scripted) -> None:
    """Let each put its own units on its own rows, and begin."""
    for seat, rows in ROWS.items():
        free = iter([f"{column}{row}" for row in rows for column in COLUMNS])
        for unit in players.game()["units"]:
            if unit["seat"] == seat:
                players.tap(seat, spot(next(free)))
    players.tap(Seat.SOUTH, '[data-key="Start the game"]')


def play_lore(players: Scripted, seat: Seat, card: str, *effects: str) -> None:
    """Play *card* for one lore in the Order Step, having told what it does where nobody knows that."""
    players.answer(seat)
    tablet = players.tablets[seat]
    tablet.touch('#tools [data-key="lore"]')
    tablet.touch(f'[data-lore="{card}"]')
    for key in (*effects, "cost more"):
        tablet.touch(f'[data-key="{key}"]')
    players.tap(seat, '[data-key="play"]')


@pytest.mark.journey
def test_two_devices_set_up_a_full_battle_and_play_three_turns_with_a_lore_card_each(
    tablets: dict[Seat, Tablet], tmp_path: Path, port: int
) -> None:
    with served_world(tmp_path, port=port, scenario="battle") as world:
        for seat, tablet in tablets.items():
            tablet.join(world.access.codes.join, seat)
        players = Scripted(world.table, tablets, ("line_advance", "patrol_center"))
        players.tap(Seat.SOUTH, '[data-key="scenario crossing_the_river_of_sleep"]')
        players.tap(Seat.NORTH, '[data-key="scenario staking_a_claim"]')
        players.tap(Seat.SOUTH, '[data-key="first south"]')
        players.tap(Seat.NORTH, '[data-key="finish terrain"]')
        armies(players)
        deploy(players)
        play_lore(players, Seat.SOUTH, "runic_barrier")
        players.play(1)
        play_lore(players, Seat.NORTH, "portal", "bar_lore", "Add")
        players.play(3)
        played = [entry.command for entry in world.table.journal.entries]
        lore = [each.card for each in played if isinstance(each, PlayLoreCard)]
        assert (players.game()["turn"], lore) == (4, ["runic_barrier", "portal"])


@pytest.mark.journey
def test_two_devices_play_four_turns_of_an_adventure_with_war_councils(
    tablets: dict[Seat, Tablet], tmp_path: Path, port: int
) -> None:
    with served_world(tmp_path, port=port, scenario="war_council") as world:
        for seat, tablet in tablets.items():
            tablet.join(world.access.codes.join, seat)
        players = Scripted(world.table, tablets, ("patrol_left", "attack_left", "attack_center"))
        for seat, master in ((Seat.SOUTH, "wizard"), (Seat.NORTH, "rogue")):
            given = [f'[data-key="level {each} 3"]' for each in ("commander", master)]
            players.tap(seat, f'[data-key="council {seat}"]', *given, '[data-key="lay council"]')
        players.play(4)
        assert players.game()["turn"] == 5
        assert {seat: tablet.text(".turn")[:6] for seat, tablet in tablets.items()} == dict.fromkeys(
            tablets, "Turn 5"
        )
