"""Markers by their tags: errands to put them cross themselves off, others are told and change no book."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.library.library import Library
from companion.preparation.box_contents import BoxContents
from companion.reconcile.camera_reports import BoardSeen
from companion.reconcile.differences import DifferenceOffer
from companion.reconcile.editions.first_pieces import with_lore_beside
from companion.reconcile.errands import Errand, ErrandKind
from companion.reconcile.sightings.laid_tags import TOKENS
from companion.reconcile.sightings.marker_sightings import MarkerSightings
from companion.table.requests import Settle, TickErrand, Undo
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectUnit, Move, Order
from rules.kernel.values import Marker
from rules.registry import EDITIONS
from tests.companion.table_services import BH4, CG4, LINE_ADVANCE, Services
from vision.sightings import Observation


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """The learning scenario, begun, all units in their places: CG4 in F4."""
    opened = Services(tmp_path)
    opened.begin(LINE_ADVANCE, Order(unit=BH4), Move(unit=BH4, to=Hex("F5")))
    see(opened)
    yield opened
    opened.close()


def see(services: Services, **tokens: str) -> None:
    """See all units in their places, and *tokens* in hexes."""
    units = services.table.journal.game.state.units
    pieces: dict[str, Any] = {name: unit.at for name, unit in units.items() if unit.at is not None}
    pieces |= {f"{name}-1": Hex(at) for name, at in tokens.items()}
    services.table.ask(BoardSeen(observation=Observation(frame=1, name=None, at=1.0, pieces=pieces)))


def mark(services: Services, *markers: Marker) -> None:
    """Let the books say that CG4 has *markers*."""
    unit = services.table.journal.game.state.units[CG4]
    services.say(CorrectUnit(unit=CG4, at=unit.at, figures=unit.figures, markers=markers))


def told(services: Services) -> list[str]:
    return [one["text"] for one in services.view["table"]["differences"]]


def errands(services: Services) -> list[str]:
    return [one["text"] for one in services.view["errands"]]


def settle(services: Services, offer: DifferenceOffer) -> None:
    ids = tuple(one["id"] for one in services.view["table"]["differences"])
    assert services.table.ask(Settle(offer=offer, differences=ids, by="north")).sentence is None


def markers(services: Services) -> tuple[Marker, ...]:
    return services.table.journal.game.state.units[CG4].markers


def test_a_marker_that_the_books_do_not_know_is_told_with_its_hex_and_changes_nothing(
    services: Services,
) -> None:
    see(services, poison="F4")
    (one,) = services.view["table"]["differences"]
    assert (one["hex"], one["unit"], one["sees"]) == ("F4", CG4, "marker")
    assert one["text"] == "A marker lies by Citadel Guard 4 in F4 that it has not: poison"
    assert markers(services) == ()
    see(services)
    assert told(services) == []


def test_a_marker_of_the_books_that_is_not_seen_says_nothing(services: Services) -> None:
    mark(services, Marker.POISON)
    see(services)
    assert told(services) == [] == errands(services)
    see(services, poison="F4")
    assert told(services) == []


def test_the_books_take_a_marker_in_where_people_say_so(services: Services) -> None:
    see(services, stun="F4", poison="F4")
    settle(services, DifferenceOffer.FOLLOW)
    assert {*markers(services)} == {Marker.STUN, Marker.POISON}
    assert told(services) == [] == errands(services)


@pytest.mark.parametrize("offer", [DifferenceOffer.PUT_BACK, DifferenceOffer.IGNORE])
def test_a_marker_that_people_speak_about_is_told_no_more_until_it_lies_elsewhere(
    services: Services, offer: DifferenceOffer
) -> None:
    see(services, poison="F4")
    settle(services, offer)
    if offer is DifferenceOffer.PUT_BACK:
        assert errands(services) == ["Take the poison marker from Citadel Guard 4"]
        services.table.ask(TickErrand(errand=services.view["errands"][0]["id"], by="south"))
    see(services, poison="F4")
    assert told(services) == [] == errands(services)
    see(services, poison="F5")
    assert len(told(services)) == 1


def test_the_errand_to_put_a_marker_is_done_when_it_is_seen_in_the_unit_s_hex(services: Services) -> None:
    mark(services, Marker.POISON)
    mark(services)
    services.table.ask(Undo(to=services.table.journal.before(services.table.journal.last), by="south"))
    for lying in ({}, {"stun": "F4"}, {"poison": "F5"}):
        see(services, **lying)
        assert errands(services) == ["Put a poison marker beside Citadel Guard 4"]
    see(services, poison="F4")
    assert errands(services) == []


def test_lore_beside_a_creature_is_laid_when_as_many_tags_lie_there() -> None:
    left = new_game(Library(Path("nowhere")).ruleset("war_council"))
    unit = next(each for each in left.state.units.values() if each.at is not None)
    game = left._replace(state=with_lore_beside(left.state, unit.id, 2))
    errand = Errand(id=1, kind=ErrandKind.LORE, text="", unit=unit.id, at=unit.at)
    sightings = MarkerSightings()
    for seen, is_done in ((1, False), (2, True)):
        pieces: dict[str, Any] = {f"lore-{number}": unit.at for number in range(seen)}
        sightings.hear(Observation(frame=1, name=None, at=1.0, pieces=pieces))
        assert sightings.is_done(errand, game, left) is is_done
    assert not sightings.is_done(errand, left, game), "Lore that is taken may be covered"


def test_tokens_are_no_strangers_wherever_they_lie(services: Services) -> None:
    see(services, target="F4", attacker="C4", lore="A1", poison="A2")
    assert told(services) == []


@pytest.mark.parametrize("edition", [edition.id for edition in EDITIONS])
def test_every_token_that_is_printed_is_known(edition: str) -> None:
    assert BoxContents(Library(Path("nowhere")), edition, "en").tokens().keys() <= TOKENS
