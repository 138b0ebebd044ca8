"""From the home page by touch: a game in another language, names, a rematch, past games put away and had."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from companion.app.current_game import CurrentGame
from companion.table.requests import Submit
from rules.kernel.messages import CorrectUnit, PlaceBanner, StartGame
from tests.companion.browser import Tablet, chromium, held, served_game
from tests.companion.sent_view import sent_view

pytestmark = pytest.mark.browser
BELOW = """
const foot = document.querySelector(".home-foot").getBoundingClientRect();
const answers = ":is(button, input):not([data-key=begin], [data-key^='play '])"; // games may scroll
const asked = [...document.querySelectorAll(`[data-room] ${answers}`)];
return foot.bottom > innerHeight || asked.some((node) => node.getBoundingClientRect().bottom > foot.top);
"""


@pytest.fixture
def current(tmp_path: Path, port: int) -> Iterator[CurrentGame]:
    with served_game(tmp_path, port=port) as made:
        yield made


@pytest.fixture
def first(driver: webdriver.Chrome, port: int, current: CurrentGame) -> Iterator[Tablet]:
    with held(driver, port) as made:
        yield made


def code(current: CurrentGame) -> str:
    return current.shared.access.codes.join


def begin(tablet: Tablet, scenario: str, *touched: str) -> None:
    """Begin a new game from the home page, *touched* on the way."""
    for key in ("to new", f"play {scenario}", *touched, "begin"):
        tablet.touch(f'[data-key="{key}"]')
    tablet.wait(lambda: tablet.find("#board svg"), "the table")


def end(current: CurrentGame) -> None:
    """Take the game to its end: the south has no unit left."""
    table = current.services.table
    stand_in = sent_view(table)["scenario"]["banners"]["stand_in"]
    units = [unit.id for unit in table.game.state.units.values() if unit.seat == "south"]
    gone = (CorrectUnit(unit=unit, at=None, figures=0) for unit in units)
    for command in (*(PlaceBanner(at=at) for at in stand_in), StartGame(), *gone):
        assert table.ask(Submit(command=command, by="table tablet")).sentence is None


@pytest.mark.journey
def test_a_new_game_in_another_language_is_begun_by_touch_and_taken_back(
    first: Tablet, current: CurrentGame
) -> None:
    first.come_home(code(current))
    first.touch('[data-key="to new"]')
    first.touch('[data-key="play war_council"]')
    first.wait(lambda: first.find("#name-1"), "who plays")
    for size in ("1024x768", "1280x690"):  # names and language beside the games, not below them
        first.shape(size)
        first.driver.execute_script("scrollTo(0, 0)")
        assert not first.driver.execute_script(BELOW), size
    first.driver.get(first.home)
    begin(first, "first_steps", "language ro")
    assert (current.services.table.row.scenario, first.text("html title")) == ("first_steps", "herald")
    first.wait(lambda: "Joc nou" in first.text("#change"), "what was changed")
    first.touch('#change [data-key="take back"]')
    first.wait(lambda: first.find(".home-tiles"), "the home page again")
    assert current.services.settings.language == "en"


@pytest.mark.journey
def test_two_devices_play_from_the_home_page_to_the_first_turn_and_a_rematch(
    first: Tablet, current: CurrentGame, port: int
) -> None:
    with chromium() as other:
        second = Tablet(other, port)
        second.shape("390x844")
        first.come_home(code(current), "south", "Ana")
        told = first.wait(lambda: first.text(".home-panel .code"), "how another device joins")
        second.come_home(told, "north", "Bogdan")
        begin(first, "learning")
        second.wait(lambda: second.find("#board svg"), "the table there too")
        for tablet in (first, second):
            tablet.wait(lambda tablet=tablet: "Bogdan" in tablet.text("#scores"), "the names")
        stand_in = sent_view(current.services.table)["scenario"]["banners"]["stand_in"]
        for at in stand_in:
            current.services.table.ask(Submit(command=PlaceBanner(at=at), by="table tablet"))
        first.touch('[data-key="Start the game"]')
        second.until_wait("card_wait")
        assert "Bogdan" in second.text("#ask h2")
        game = current.services.table.row.id
        # Ana wants another game in the midst of this one, and Bogdan does not.
        first.touch('#tools [data-key="tablets"]')
        first.touch('[data-key="home"]')
        begin_asked(first)
        second.touch('#change [data-key="disagree"]')
        second.wait(lambda: "Bogdan says no" in second.text("#toast"), "the answer")
        assert current.services.table.row.id == game
        first.driver.get(first.home)
        begin_again(first, second, current)
        assert second.troubles() == []


@pytest.mark.journey
def test_who_asks_for_a_second_game_is_taken_to_it_once_the_other_side_agrees(
    first: Tablet, current: CurrentGame, port: int
) -> None:
    with chromium() as other:
        second = Tablet(other, port)
        first.come_home(code(current), "south", "Ana")
        for key in ("to new", "play learning"):
            first.touch(f'[data-key="{key}"]')
        second.come_home(code(current), "north", "Bogdan")
        first.wait(lambda: first.find("#name-1")[0].get_property("value") == "Bogdan", "who has joined")
        first.touch('[data-key="begin"]')
        first.wait(lambda: first.find("#board svg"), "the table")
        stand_in = sent_view(current.services.table)["scenario"]["banners"]["stand_in"]
        current.services.table.ask(Submit(command=PlaceBanner(at=stand_in[0]), by="table tablet"))
        first.touch('#tools [data-key="tablets"]')
        first.touch('[data-key="home"]')
        begin_asked(first)
        second.touch('#change [data-key="agree"]')
        for tablet in (first, second):
            tablet.wait(lambda tablet=tablet: tablet.find("#board svg"), "the table")
        first.wait(lambda: current.services.table.row.scenario == "battle", "the second game")
        assert second.troubles() == []


@pytest.mark.journey
def test_what_the_other_did_is_taken_back_once_its_own_device_says_yes(
    first: Tablet, current: CurrentGame, port: int
) -> None:
    with chromium() as other:
        second = Tablet(other, port)
        first.come_home(code(current), "south", "Ana")
        second.come_home(code(current), "north", "Bogdan")
        begin(first, "learning")
        table = current.services.table
        stand_in = sent_view(table)["scenario"]["banners"]["stand_in"]
        for command in (*(PlaceBanner(at=at) for at in stand_in), StartGame()):
            assert table.ask(Submit(command=command, by="table tablet")).sentence is None
        second.until_wait("card_wait")
        second.touch('[data-key="text patrol_left"]')
        for tablet in (first, second):
            tablet.until_wait("orders_wait")
        first.touch('#tools [data-key="undo"]')
        first.wait(lambda: "the other side is asked" in first.text("#change"), "that Bogdan is asked")
        second.wait(lambda: "Ana asks" in second.text("#change"), "the question")
        assert second.text("#ask h2")
        second.touch('#change [data-key="agree"]')
        for tablet in (first, second):
            tablet.until_wait("card_wait")
        assert table.journal.entries[-1].by == "Ana"
        assert second.troubles() == []


def begin_asked(tablet: Tablet) -> None:
    for key in ("to new", "play battle", "begin"):
        tablet.touch(f'[data-key="{key}"]')
    tablet.wait(lambda: tablet.find('#change [data-key="give up"]'), "that the other side is asked")


def begin_again(first: Tablet, second: Tablet, current: CurrentGame) -> None:
    """End the game, and have a rematch to which the other side agrees."""
    table = current.services.table
    units = [unit.id for unit in table.game.state.units.values() if unit.seat == "south"]
    for unit in units:
        gone = CorrectUnit(unit=unit, at=None, figures=0)
        assert table.ask(Submit(command=gone, by="table tablet")).sentence is None
    former = table.row.id
    first.until_wait("over_wait")
    first.touch('[data-key="rematch"]')
    second.touch('#change [data-key="agree"]')
    for tablet in (first, second):
        tablet.wait(lambda tablet=tablet: "Bogdan" in tablet.text("#scores"), "the names again")
        tablet.until_wait("set_up_wait")
    assert current.services.table.row.id != former


@pytest.mark.journey
def test_a_past_game_is_put_away_and_had_back_and_goes_on(first: Tablet, current: CurrentGame) -> None:
    first.come_home(code(current))
    begin(first, "learning")
    end(current)
    game = current.services.table.row.id
    first.touch('[data-key="home"]')
    begin(first, "battle")
    first.driver.get(f"{first.home}/home#past")
    first.touch(f'[data-game="{game}"] .home-past-game')
    made = "URL.createObjectURL = (file) => { document.body.dataset.made = file.size; return '#'; }"
    first.driver.execute_script(made)
    first.touch('[data-key="share picture"]')
    size = first.wait(lambda: first.find("body[data-made]"), "the picture")[0].get_attribute("data-made")
    assert int(size) > 20_000
    first.write(".home-past input", "The ford")
    first.touch('[data-key="rename"]')
    first.wait(lambda: "The ford" in first.text(f'[data-game="{game}"]'), "its name")
    first.touch('[data-key="delete game"]')
    first.wait(lambda: not first.find(f'.home-panel > ul [data-game="{game}"]'), "that it is gone")
    first.touch('#toast [data-key="undo delete"]')
    first.wait(lambda: first.find(f'.home-panel > ul [data-game="{game}"]'), "that it is back")
    first.touch(f'[data-game="{game}"] .home-past-game')
    first.touch('[data-key="open game"]')
    first.until_wait("over_wait")
    assert current.services.table.row.id == game
