"""Where table and journal disagree: told hex by hex, settled by one tap, and never in the others' way."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from werkzeug.test import TestResponse

from companion.app import create_app, services_of
from companion.camera.watch import Watch
from companion.library.library import Library
from companion.library.settings import Settings
from companion.reconcile.camera_reports import BoardSeen, CameraNews
from companion.reconcile.differences import DifferenceOffer
from companion.reconcile.errand_list import by_urgency
from companion.reconcile.errands import Errand, ErrandKind
from companion.reconcile.moment import CameraState
from companion.reconcile.referee import Explained, explain_but_one, try_all
from companion.table.requests import LookAgain, Settle, Submit, Undo
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.messages import Attack, CorrectUnit, Move, Order, PlayCard, Refusal
from rules.kernel.values import CardId, UnitId
from tests.companion.dashboard_world import World, world
from tests.companion.sent_view import sent_view
from tests.companion.table_services import BH3, BH4, CG4, LINE_ADVANCE, SET_UP, Services
from vision.board.plan import tag_modules
from vision.sightings import Observation
from vision.simulate.table import SimulatedTable

CG1 = UnitId("citadel_guard-1")


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """The learning scenario, begun, Line Advance played, all units seen in their places."""
    opened = Services(tmp_path)
    opened.begin(LINE_ADVANCE)
    opened.look()
    yield opened
    opened.close()


def told(services: Services) -> list[dict[str, Any]]:
    differences: list[dict[str, Any]] = services.view["table"]["differences"]
    return differences


def settle(services: Services, offer: DifferenceOffer, *, by: str = "north") -> str | None:
    """Take *offer* for everything on which table and journal disagree."""
    differences = tuple(one["id"] for one in told(services))
    return services.table.ask(Settle(offer=offer, differences=differences, by=by)).sentence


def errands(services: Services) -> list[str]:
    return [one["text"] for one in services.view["errands"]]


def see(services: Services, pieces: dict[str, str], *, doubtful: tuple[str, ...] = ()) -> None:
    """See every unit in its place, but *pieces* where they are given ("": nowhere)."""
    units = services.table.journal.game.state.units
    places = {name: unit.at for name, unit in units.items() if unit.at is not None} | pieces
    seen = {name: Hex(at) for name, at in places.items() if at}
    hexes = tuple(map(Hex, doubtful))
    services.table.ask(
        BoardSeen(observation=Observation(frame=9, name=None, at=9.0, pieces=seen, doubtful=hexes))
    )


# One bad read does not stop the others


def test_a_unit_that_nothing_explains_does_not_stop_the_others(services: Services) -> None:
    services.look(citadel_guard4="F3")
    assert services.state == "out_of_step"
    services.look(citadel_guard4="F3", blood_harvesters4="F5")
    assert services.at(BH4) == "F5"
    assert [(one["unit"], one["hex"]) for one in told(services)] == [(CG4, "F3")]
    assert services.state == "out_of_step"
    assert len(services.warned) == 1  # once an occurrence


def test_a_bad_read_that_comes_with_a_move_does_not_stop_it(services: Services) -> None:
    services.look(citadel_guard4="F3", blood_harvesters4="F5")
    assert services.at(BH4) == "F5"
    assert [one["unit"] for one in told(services)] == [CG4]


def test_of_several_bad_reads_at_once_nothing_is_made(services: Services) -> None:
    """A board that was jogged is no move, though one of the units slid where it might have gone."""
    count = len(services.commands())
    services.look(citadel_guard4="F3", citadel_guard1="C4", blood_harvesters4="F5")
    assert len(services.commands()) == count
    assert len(told(services)) == 3


def test_the_one_that_spoils_the_rest_must_be_plain(tmp_path: Path) -> None:
    """With one order left either of two units may have moved, and neither is taken for the bad read."""
    game = new_game(Library(tmp_path).ruleset("learning"))
    begun = try_all(game, (*SET_UP, PlayCard(card=CardId("line_advance"), anywhere=True)))
    assert not isinstance(begun, Refusal)
    assert explain_but_one(begun, {BH4: Hex("F5"), BH3: Hex("D5")}) is None
    plain = explain_but_one(begun, {BH4: Hex("F5"), CG4: Hex("F3")})
    assert plain == Explained((Order(unit=BH4), Move(unit=BH4, to=Hex("F5"))))


def test_a_unit_that_is_out_of_the_game_and_is_seen_does_not_stop_the_others(services: Services) -> None:
    services.say(CorrectUnit(unit=CG1, at=None, figures=0))
    see(services, {CG1: "A1"})
    see(services, {CG1: "B2", BH4: "F5"})
    assert services.at(BH4) == "F5"
    (one,) = told(services)
    assert (one["hex"], one["expected"], one["offers"]) == ("B2", None, ["put_back", "ignore"])


# Put it back


def test_put_back_is_an_errand_that_is_ticked_when_it_is_seen_done(services: Services) -> None:
    services.look(citadel_guard4="F3")
    assert settle(services, DifferenceOffer.PUT_BACK) is None
    assert errands(services) == ["Move Citadel Guard 4 from F3 to F4"]
    assert services.state == "errands"
    assert [one["is_sent"] for one in told(services)] == [True]
    services.look(citadel_guard4="F3", blood_harvesters4="F5")  # the game goes on meanwhile
    assert services.at(BH4) == "F5"
    assert errands(services) == ["Move Citadel Guard 4 from F3 to F4"]
    services.look()
    assert (errands(services), told(services), services.state) == ([], [], "in_step")


def test_what_should_not_stand_there_is_to_be_taken_away(services: Services) -> None:
    see(services, {"citadel_guard-6": "E5"})
    (one,) = told(services)
    assert (one["sees"], one["hex"], services.state) == ("strange", "E5", "in_step")
    assert settle(services, DifferenceOffer.PUT_BACK) is None
    assert errands(services) == ["Take Citadel Guard 6 from E5"]
    see(services, {"citadel_guard-6": "E6"})
    assert errands(services) == ["Take Citadel Guard 6 from E5"]
    services.look()
    assert errands(services) == []


def test_a_unit_that_is_not_seen_is_told_calmly_and_can_be_put_back(services: Services) -> None:
    warned = len(services.warned)
    see(services, {CG4: ""})
    (one,) = told(services)
    assert (one["sees"], one["hex"], one["offers"]) == ("nothing", "F4", ["put_back", "follow", "ignore"])
    assert (services.state, len(services.warned)) == ("in_step", warned)
    assert settle(services, DifferenceOffer.PUT_BACK) is None
    assert errands(services) == ["Put Citadel Guard 4 on F4"]
    services.look()
    assert (errands(services), told(services)) == ([], [])


def test_a_unit_that_is_put_back_and_then_taken_for_right_has_no_errand_left(services: Services) -> None:
    services.look(citadel_guard4="F3")
    settle(services, DifferenceOffer.PUT_BACK)
    assert settle(services, DifferenceOffer.FOLLOW) is None
    assert services.at(CG4) == "F3"
    assert (errands(services), told(services), services.state) == ([], [], "in_step")


# The camera is right


def test_the_books_follow_the_camera_by_a_correction_that_can_be_taken_back(services: Services) -> None:
    before = services.table.journal.last
    services.look(citadel_guard4="F3")
    assert settle(services, DifferenceOffer.FOLLOW, by="Ann") is None
    entry = services.table.journal.entries[-1]
    assert (entry.by, entry.command) == ("Ann", CorrectUnit(unit=CG4, at=Hex("F3"), figures=3))
    assert (services.at(CG4), services.state, told(services)) == ("F3", "in_step", [])
    assert services.view["undo_to"] == before
    services.look(citadel_guard4="F2")  # its tag is believed as before
    assert [one["unit"] for one in told(services)] == [CG4]


def test_the_books_follow_by_the_rules_where_they_can(services: Services) -> None:
    """With one order left the camera saw two moves; one of them is taken for right."""
    services.table.ask(Undo(to=4, by="north"))
    services.say(PlayCard(card=CardId("line_advance"), anywhere=True))
    services.look(blood_harvesters4="F5", blood_harvesters3="D5")
    assert services.at(BH4) == "F6"
    chosen = [one["id"] for one in told(services) if one["unit"] == BH4]
    assert (
        services.table.ask(
            Settle(offer=DifferenceOffer.FOLLOW, differences=tuple(chosen), by="north")
        ).sentence
        is None
    )
    assert services.commands()[-2:] == [Order(unit=BH4), Move(unit=BH4, to=Hex("F5"))]
    assert [one["unit"] for one in told(services)] == [BH3]


def test_units_that_have_changed_places_are_followed_all_at_once(services: Services) -> None:
    (one, other), units = (services.at(CG4), services.at(CG1)), services.table.game.state.units
    services.look(citadel_guard4=str(other), citadel_guard1=str(one))
    assert settle(services, DifferenceOffer.FOLLOW) is None
    assert (services.at(CG4), services.at(CG1), services.state) == (other, one, "in_step")
    assert services.table.game.state.units[CG4].figures == units[CG4].figures


def test_a_unit_that_is_nowhere_is_off_the_board(services: Services) -> None:
    see(services, {CG4: ""})
    settle(services, DifferenceOffer.FOLLOW)
    assert services.at(CG4) is None
    assert told(services) == []


# Ignore this hex


def test_in_an_ignored_hex_nothing_is_compared_until_it_agrees_again(services: Services) -> None:
    services.look(citadel_guard4="F3")
    assert settle(services, DifferenceOffer.IGNORE) is None
    assert (told(services), services.state, services.view["table"]["ignored"]) == ([], "in_step", ["F3"])
    services.look(citadel_guard4="F3", blood_harvesters4="F5")  # the others are read
    assert services.at(BH4) == "F5"
    services.look()
    assert services.view["table"]["ignored"] == []
    services.look(citadel_guard4="F3")
    assert [one["hex"] for one in told(services)] == ["F3"]


def test_an_ignored_hex_can_be_looked_at_again(services: Services) -> None:
    services.look(citadel_guard4="F3")
    settle(services, DifferenceOffer.IGNORE)
    assert services.table.ask(LookAgain(hexes=(Hex("F3"),))).sentence is None
    assert [one["hex"] for one in told(services)] == ["F3"]
    assert services.table.ask(LookAgain(hexes=(Hex("F3"),))).sentence


def test_after_a_restart_ignored_hexes_are_looked_at_again(tmp_path: Path) -> None:
    first = Services(tmp_path)
    first.begin(LINE_ADVANCE)
    first.look(citadel_guard4="F3")
    settle(first, DifferenceOffer.IGNORE)
    first.close()
    second = Services(tmp_path)
    second.look(citadel_guard4="F3")
    assert (second.state, second.view["table"]["ignored"]) == ("out_of_step", [])
    second.close()


def test_a_hex_that_cannot_be_read_is_told_and_can_be_ignored(services: Services) -> None:
    see(services, {CG4: ""}, doubtful=("E5", "F4"))
    assert {(one["hex"], one["unit"], one["sees"]) for one in told(services)} == {
        ("F4", CG4, "doubtful"),
        ("E5", None, "doubtful"),
    }
    settle(services, DifferenceOffer.IGNORE)
    assert (told(services), services.view["table"]["ignored"]) == ([], ["E5", "F4"])
    see(services, {}, doubtful=("E5",))
    assert services.view["table"]["ignored"] == ["E5"]


# What is told


def test_a_tap_on_what_is_settled_by_now_changes_nothing(services: Services) -> None:
    services.look(citadel_guard4="F3")
    ids = [one["id"] for one in told(services)]
    services.look()
    count = len(services.commands())
    assert services.table.ask(
        Settle(offer=DifferenceOffer.FOLLOW, differences=tuple(ids), by="north")
    ).sentence
    assert len(services.commands()) == count


def test_a_table_whose_units_have_no_tags_is_not_told_that_all_are_missing(services: Services) -> None:
    services.see({})
    assert told(services) == []


def test_since_when_is_told_of_each_difference(tmp_path: Path) -> None:
    opened = Services(tmp_path)
    opened.begin(LINE_ADVANCE)
    opened.look(citadel_guard4="F3")
    assert [one["since"] for one in told(opened)] == [1000.0]
    opened.close()


def test_each_difference_is_warned_of_once_and_by_itself(services: Services) -> None:
    services.look(citadel_guard4="F3")
    services.look(citadel_guard4="F3", citadel_guard1="C4")
    assert ["Citadel Guard 4" in text for text in services.warned] == [True, False]
    assert "Citadel Guard 1" in services.warned[-1]


def test_the_most_urgent_errand_comes_first(services: Services) -> None:
    """What the camera waits for, the figures that go with it, then other units, banners and terrain."""
    asked = [(ErrandKind.TERRAIN, None), (ErrandKind.BANNER, None), (ErrandKind.MARKER, BH3)]
    asked += [(ErrandKind.FIGURES, CG4), (ErrandKind.PLACE, CG4), (ErrandKind.REMOVE, BH4)]
    given = [
        Errand(id=number, kind=kind, text="", unit=unit, at=None)
        for number, (kind, unit) in enumerate(asked, start=1)
    ]
    assert [errand.id for errand in by_urgency(given)] == [4, 5, 6, 3, 2, 1]


# The dice as they are read


def test_the_dice_are_told_as_they_are_read_and_which_of_them_are_doubtful(services: Services) -> None:
    services.look(blood_harvesters4="F5")
    services.throw("strike", "lore", "lore")
    services.look()
    assert dice(services) is None  # nobody waits for dice
    services.say(Attack(unit=BH4, target=CG4))
    assert dice(services) == (["strike", "lore", "lore"], [False] * 3)
    services.throw("strike", "lore", "lore", confidence=0.4)
    services.look()
    assert dice(services) == (["strike", "lore", "lore"], [True] * 3)
    services.table.ask(CameraNews(CameraState.SETTLING))  # a hand takes them up
    assert dice(services) is None


def dice(services: Services) -> tuple[list[str], list[bool]] | None:
    shown = services.view["dice"]
    return shown and (shown["faces"], shown["doubtful"])


# With pictures


def test_a_tag_that_is_read_in_two_hexes_counts_where_it_is_not_ignored(tmp_path: Path) -> None:
    """Citadel Guard 4 carries the tag of Citadel Guard 1: once its hex is ignored, 1 is read again."""
    opened = services_of(create_app(Settings(data=tmp_path, camera="simulated", voice=False), seed=3))
    simulated, watch, table = opened.simulated, opened.watch, opened.table
    assert simulated is not None
    assert watch is not None
    for command in (*SET_UP, LINE_ADVANCE):
        table.ask(Submit(command=command, by="north"))
    for name, unit in table.game.state.units.items():
        assert unit.at is not None
        simulated.place(name, unit.at)
    simulated.remove(CG4)
    lay_twice(simulated, watch, CG1, Hex("F4"))
    look(watch, 6)
    shown = sent_view(table)["table"]
    assert {one["hex"] for one in shown["differences"]} == {"F4", "D3"}
    chosen = [one["id"] for one in shown["differences"] if one["hex"] == "F4"]
    assert (
        table.ask(Settle(offer=DifferenceOffer.IGNORE, differences=tuple(chosen), by="north")).sentence
        is None
    )
    look(watch, 4)
    shown = sent_view(table)["table"]
    assert (shown["differences"], shown["ignored"], shown["text"]) == ([], ["F4"], "")
    simulated.place(BH4, Hex("F5"))
    look(watch, 6)
    assert table.game.state.units[BH4].at == "F5"
    opened.close()


def lay_twice(simulated: SimulatedTable, watch: Watch, piece: UnitId, at: Hex) -> None:
    """Lay the tag of *piece* a second time, in hex *at*."""
    part = next(part for part in simulated.book.parts if piece in part.tags.values())
    payload = next(payload for payload, one in part.tags.items() if one == piece)
    middle = np.array(watch.plan.centre_mm(at))
    simulated.lay("again", tag_modules(payload, part.layout), middle, turn=0.3, size_mm=part.size_mm or 25.0)


def look(watch: Watch, count: int) -> None:
    for _ in range(count):
        assert watch.step()


# By tap


@pytest.fixture
def room(tmp_path: Path) -> Iterator[World]:
    """A begun game whose camera has just seen Citadel Guard 4 too far north."""
    with world(tmp_path) as made:
        made.table.ask(CameraNews(CameraState.WATCHING))
        made.start()
        made.say(LINE_ADVANCE)
        made.table.ask(BoardSeen(observation=observed(made, CG4, "F3")))
        yield made


def observed(made: World, unit: UnitId, at: str) -> Observation:
    """Return what a camera sees that sees everything as the journal has it, but *unit* in *at*."""
    units = made.table.game.state.units
    pieces: dict[str, Hex] = {name: one.at for name, one in units.items() if one.at is not None}
    return Observation(frame=1, name=None, at=1.0, pieces=pieces | {unit: Hex(at)})


def answered(answer: TestResponse) -> dict[str, Any]:
    told: dict[str, Any] = answer.get_json()
    return told


def ids(room: World) -> list[str]:
    return [one["id"] for one in sent_view(room.table)["table"]["differences"]]


def test_a_tap_settles_a_difference_in_the_name_of_who_made_it(room: World) -> None:
    answer = room.device("south").post("/differences", {"offer": "follow", "differences": ids(room)})
    assert answered(answer)["ok"]
    assert room.table.journal.entries[-1].by == "south player"
    assert room.table.game.state.units[CG4].at == "F3"


def test_a_tap_ignores_a_hex_and_another_looks_again(room: World) -> None:
    device = room.device("both")
    assert answered(device.post("/differences", {"offer": "ignore", "differences": ids(room)}))["ok"]
    assert ids(room) == []
    assert answered(device.post("/differences/look", {"hexes": ["F3"]}))["ok"]
    assert len(ids(room)) == 1


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("/differences", {"offer": "follow", "differences": ["unit:nobody-1:A1"]}),
        ("/differences", {"offer": "follow", "differences": ["unit:citadel_guard-4:F3"], "game": "other"}),
        ("/differences/look", {"hexes": ["F3"]}),
        ("/differences/look", {"hexes": ["F3"], "game": "other"}),
    ],
)
def test_a_tap_on_another_game_or_on_what_is_over_is_explained(
    room: World, address: str, message: dict[str, Any]
) -> None:
    answer = room.device("both").post(address, message)
    assert answer.status_code == 409
    assert answered(answer)["conflict"]
    assert room.table.game.state.units[CG4].at == "F4"


@pytest.mark.parametrize("address", ["/differences", "/differences/look"])
def test_who_looks_on_or_has_not_joined_settles_nothing(room: World, address: str) -> None:
    message = {"offer": "follow", "differences": ids(room)} if address == "/differences" else {"hexes": []}
    assert room.device("watch").post(address, message).status_code == 403
    assert room.stranger().post(address, message).status_code == 403
    assert room.device("both").post(address, {"offer": "pray"}).status_code == 400


def test_a_unit_that_stands_in_the_way_is_named(room: World) -> None:
    """Two tags read in one hex: the journal cannot follow both."""
    room.table.ask(BoardSeen(observation=observed(room, CG4, "F6")))
    answer = room.device("both").post("/differences", {"offer": "follow", "differences": ids(room)})
    assert answered(answer)["refused"]["why"] == "occupied"
    assert len(ids(room)) == 1
