"""Banners during the set-up, a camera that is lost, and troubles that are said once."""

from pathlib import Path

from companion.reconcile.camera_reports import CameraNews
from companion.reconcile.moment import CameraState
from companion.table.requests import Undo
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    RemoveBanner,
    StartGame,
)
from tests.companion.table_services import BH3, BH4, LINE_ADVANCE, Services


def set_up(services: Services) -> dict[str, Hex]:
    return {name: unit.at for name, unit in services.table.game.state.units.items() if unit.at}


def banners(services: Services) -> set[str]:
    return set(services.table.game.state.banners)


def test_a_banner_tag_seen_elsewhere_during_the_set_up_is_that_banner_moved(services: Services) -> None:
    units = set_up(services)
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5")})
    services.see({**units, "banner-1": Hex("C5"), "banner-2": Hex("G5")})
    assert banners(services) == {"C5", "G5"}
    services.see({**units, "banner-2": Hex("G5")})  # covered: it still lies there
    assert banners(services) == {"C5", "G5"}


def test_a_banner_that_the_camera_misread_makes_room_for_the_one_that_is_seen(tmp_path: Path) -> None:
    first = Services(tmp_path)
    units = set_up(first)
    first.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5"), "banner-3": Hex("K5")})
    first.close()
    second = Services(tmp_path)
    second.see({**units, "banner-1": Hex("C5"), "banner-2": Hex("G5"), "banner-3": Hex("K5")})
    assert banners(second) == {"C5", "G5", "K5"}
    second.close()


def test_a_banner_that_people_take_away_or_undo_is_not_laid_again_by_its_tag(services: Services) -> None:
    units = set_up(services)
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5")})
    services.say(RemoveBanner(at=Hex("B5")))
    assert banners(services) == {"G5"}
    services.table.ask(Undo(to=1, by="south"))
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5")})
    assert banners(services) == {"B5"}  # banner-2's place was undone
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("H5")})
    assert banners(services) == {"B5", "H5"}


def test_banner_tags_are_placed_during_the_set_up(services: Services) -> None:
    units = set_up(services)
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5")})
    services.see({**units, "banner-1": Hex("B5"), "banner-2": Hex("G5"), "banner-3": Hex("K5")})
    assert services.table.game.state.banners == {Hex("B5"): 2, Hex("G5"): 2, Hex("K5"): 2}
    services.say(StartGame())
    services.see({**units, "banner-1": Hex("C5")})
    assert Hex("C5") not in services.table.game.state.banners


def test_the_set_up_follows_what_is_seen(services: Services) -> None:
    services.look(blood_harvesters4="G6", blood_harvesters3="F6")
    assert (services.at(BH4), services.at(BH3)) == ("G6", "F6")


def test_a_lost_camera_is_shown_said_and_forgotten_when_it_is_back(services: Services) -> None:
    services.begin()
    services.look()
    services.table.ask(CameraNews(CameraState.LOST, "Camera 0 sends no pictures."))
    assert services.state == "camera_lost"
    assert services.warned[-1] == "Camera 0 sends no pictures."
    services.say(LINE_ADVANCE)  # the game goes on by touch
    services.table.ask(CameraNews(CameraState.WATCHING))
    assert services.state == "in_step"


def test_a_trouble_is_said_once_an_occurrence_whatever_is_seen_in_between(services: Services) -> None:
    services.begin()
    services.look()
    for _ in range(2):
        services.table.ask(CameraNews(CameraState.HIDDEN, "The picture is dark.", alarm="dark"))
        services.table.ask(CameraNews(CameraState.SETTLING))
    assert services.warned == ["The picture is dark."]
    services.table.ask(CameraNews(CameraState.WATCHING))
    services.table.ask(CameraNews(CameraState.HIDDEN, "The picture is dark.", alarm="dark"))
    assert services.warned == ["The picture is dark."] * 2


def test_a_unit_that_stands_wrong_is_said_once_however_often_hands_come_by(services: Services) -> None:
    services.begin()
    services.look(blood_harvesters4="F5")
    services.table.ask(CameraNews(CameraState.SETTLING))
    services.table.ask(CameraNews(CameraState.WATCHING))
    assert len(services.warned) == 1
