"""Figures counted on trays: errands cross themselves off, losses that the books do not know are told."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.library.library import Library
from companion.preparation.box_contents import BoxContents
from companion.reconcile.camera_reports import BoardSeen
from companion.reconcile.differences import DifferenceOffer
from companion.reconcile.sightings.figure_sightings import FigureSightings
from companion.table.requests import Settle, TickErrand, Undo
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, CorrectUnit, Move, Order, Roll
from rules.second.faces import LORE, STRIKE
from tests.companion.table_services import BH4, CG4, LINE_ADVANCE, Services
from vision.sightings import Observation, SpotCount


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """The learning scenario, begun, all units in their places with their figures: CG4 in F4 has three."""
    opened = Services(tmp_path)
    opened.begin(LINE_ADVANCE, Order(unit=BH4), Move(unit=BH4, to=Hex("F5")))
    see(opened, 0)
    yield opened
    opened.close()


def see(services: Services, spots: int, *, doubtful: int = 0, of: int = 3, others: int = 0) -> None:
    """See all units in their places, so many *spots* on the tray of CG4, and *others* on that of BH4."""
    units = services.table.journal.game.state.units
    pieces: dict[str, Any] = {name: unit.at for name, unit in units.items() if unit.at is not None}
    shown = {CG4: SpotCount(spots=of, seen=spots, doubtful=doubtful), BH4: SpotCount(spots=3, seen=others)}
    services.table.ask(
        BoardSeen(observation=Observation(frame=1, name=None, at=1.0, pieces=pieces, spots={**shown}))
    )


def errands(services: Services) -> list[str]:
    return [one["text"] for one in services.view["errands"]]


def told(services: Services) -> list[dict[str, Any]]:
    differences: list[dict[str, Any]] = services.view["table"]["differences"]
    return differences


def settle(services: Services, offer: DifferenceOffer) -> None:
    ids = tuple(one["id"] for one in told(services))
    assert services.table.ask(Settle(offer=offer, differences=ids, by="north")).sentence is None


def figures(services: Services) -> int:
    return services.table.journal.game.state.units[CG4].figures


def hit(services: Services) -> None:
    """Let CG4 lose two figures."""
    services.say(Attack(unit=BH4, target=CG4))
    services.say(Roll(faces=(STRIKE, STRIKE, LORE)))
    assert figures(services) == 1
    assert errands(services) == ["Take two figures from Citadel Guard 4 in F4"]


# Errands


def test_the_errand_to_take_figures_is_done_when_as_many_spots_are_seen(services: Services) -> None:
    hit(services)
    see(services, 1)
    assert len(errands(services)) == 1
    see(services, 2)
    assert errands(services) == [] == told(services)


def test_figures_taken_before_the_books_knew_need_no_errand(services: Services) -> None:
    see(services, 2)
    services.say(Attack(unit=BH4, target=CG4))
    services.say(Roll(faces=(STRIKE, STRIKE, LORE)))
    assert errands(services) == [] == told(services)


def test_spots_that_are_not_seen_say_nothing(services: Services) -> None:
    hit(services)
    for spots in (0, 1, 0):
        see(services, spots)
        assert len(errands(services)) == 1
        assert told(services) == []


def test_the_errand_to_add_a_figure_is_done_when_its_spot_is_hidden_again(services: Services) -> None:
    hit(services)
    see(services, 2)
    services.table.ask(Undo(to=services.table.journal.before(services.table.journal.last), by="south"))
    assert errands(services) == ["Add two figures to Citadel Guard 4 in F4"]
    assert told(services) == []
    see(services, 1)
    assert len(errands(services)) == 1
    see(services, 0, doubtful=1)
    assert len(errands(services)) == 1
    see(services, 0)
    assert errands(services) == []


# Differences


def test_more_spots_than_losses_are_told_with_the_hex_and_change_nothing(services: Services) -> None:
    see(services, 1)
    (one,) = told(services)
    assert (one["hex"], one["unit"], one["sees"]) == ("F4", CG4, "figures")
    assert one["text"] == (
        "Figures missing on the tray of Citadel Guard 4 in F4: 1 by the camera, 0 by the books"
    )
    assert one["offers"] == ["put_back", "follow", "ignore"]
    assert figures(services) == 3
    see(services, 0)
    assert told(services) == []


def test_the_books_follow_the_camera_where_people_say_so(services: Services) -> None:
    see(services, 2)
    settle(services, DifferenceOffer.FOLLOW)
    assert (figures(services), services.at(CG4)) == (1, "F4")
    assert told(services) == [] == errands(services)


def test_a_figure_to_be_put_back_is_an_errand_that_is_done_when_it_is_seen(services: Services) -> None:
    see(services, 1)
    settle(services, DifferenceOffer.PUT_BACK)
    assert errands(services) == ["Add one figure to Citadel Guard 4 in F4"]
    assert told(services) == []
    see(services, 0)
    assert errands(services) == [] == told(services)


@pytest.mark.parametrize("by", ["ignoring", "correcting", "ticking"])
def test_peoples_word_holds_until_other_spots_are_seen(services: Services, by: str) -> None:
    see(services, 1)
    if by == "ignoring":
        settle(services, DifferenceOffer.IGNORE)
    elif by == "correcting":
        services.say(CorrectUnit(unit=CG4, at=Hex("F4"), figures=3))
    else:
        settle(services, DifferenceOffer.PUT_BACK)
        (errand,) = services.view["errands"]
        services.table.ask(TickErrand(errand=errand["id"], by="south"))
    see(services, 1)
    assert told(services) == []
    see(services, 2)
    assert len(told(services)) == 1


def test_a_tray_on_which_no_figure_is_left_is_not_followed(services: Services) -> None:
    see(services, 3, others=1)
    offers = {one["unit"]: one["offers"] for one in told(services)}
    assert offers == {BH4: ["put_back", "follow", "ignore"], CG4: ["put_back", "ignore"]}
    settle(services, DifferenceOffer.FOLLOW)
    assert figures(services) == 3 and [one["unit"] for one in told(services)] == [CG4]


def test_a_unit_that_takes_damage_tokens_has_no_figures_to_count(services: Services) -> None:
    game = services.table.journal.game
    hurt = replace(game.state.units[CG4], health=3)
    game = game._replace(state=replace(game.state, units={CG4: hurt}))
    sightings = FigureSightings()
    sightings.hear(
        Observation(frame=1, name=None, at=1.0, pieces={}, spots={CG4: SpotCount(spots=3, seen=3)})
    )
    assert sightings.gone(game) == [] and not sightings.is_done(hurt, 4)


@pytest.mark.parametrize(("edition", "scenario"), [("second", "learning"), ("first", "war_council")])
def test_a_tray_is_printed_with_as_many_spots_as_its_unit_has_figures(edition: str, scenario: str) -> None:
    library = Library(Path("nowhere"))
    contents, units = BoxContents(library, edition, "en"), new_game(library.ruleset(scenario)).state.units
    for name, unit in units.items():
        if unit.health is None:
            assert contents.figures(name.rpartition("-")[0]) == unit.figures, name


def test_four_figures_of_the_first_edition_are_counted_too() -> None:
    game = new_game(Library(Path("nowhere")).ruleset("war_council"))
    unit = next(unit for unit in game.state.units.values() if unit.figures == 4)
    sightings = FigureSightings()
    sightings.hear(
        Observation(frame=1, name=None, at=1.0, pieces={}, spots={unit.id: SpotCount(spots=4, seen=3)})
    )
    (one,) = sightings.gone(game)
    assert (one.unit.id, one.seen, one.lost, one.on(unit).figures) == (unit.id, 3, 0, 1)
    assert sightings.is_done(replace(unit, figures=1), 4)
