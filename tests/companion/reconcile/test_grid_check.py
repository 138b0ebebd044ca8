"""A grid that was fitted beside the printed one: doubted before it moves anybody, mended by one tap."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.library.settings import Settings
from companion.reconcile.grid_check import grid_off
from companion.table.requests import AnswerQuestion, Submit
from rules.kernel.hexes import Hex
from rules.kernel.messages import PlaceBanner, PlayCard, StartGame
from rules.kernel.values import CardId, UnitId
from tests.companion.sent_view import sent_view
from tests.shares import share
from vision.board.plan import BoardPlan
from vision.sightings import Pose, Sighting

SHIFTS = [(0.6, 0.0), (1.0, 0.0), (-0.6, 0.0), (0.5, 0.87), (-0.25, 0.45), (0.0, -1.74)]


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    opened = services_of(create_app(Settings(data=tmp_path, camera="simulated", voice=False), seed=3))
    yield opened
    opened.close()


def homes(services: Services) -> dict[UnitId, Hex]:
    return {name: at for name, unit in services.table.game.state.units.items() if (at := unit.at)}


def put_up(services: Services, *names: UnitId) -> None:
    assert services.simulated is not None
    for name, at in homes(services).items():
        if not names or name in names:
            services.simulated.place(name, at)


def lay_off(services: Services, east: float, north: float) -> None:
    """Lay the grid so many hexes beside the printed one."""
    assert services.watch is not None
    width = services.watch.plan.hex_width_mm
    services.watch.move_grid((east * width, north * width))


def look(services: Services, count: int = 6) -> None:
    for _ in range(count):
        assert services.watch is not None and services.watch.step()


@pytest.mark.parametrize("shift", share(SHIFTS, SHIFTS[3]))
def test_a_grid_that_is_off_is_doubted_before_it_moves_anybody(
    services: Services, shift: tuple[float, float]
) -> None:
    said: list[str] = []
    services.table.listen(lambda events, game: None, said.append)
    lay_off(services, *shift)
    right, start = homes(services), services.table.journal.last
    put_up(services)
    look(services)
    shown = sent_view(services.table)
    assert services.table.journal.last == start and homes(services) == right
    assert shown["question"]["text"].startswith("The grid seems to lie beside the printed one: if it is ")
    assert shown["question"]["text"].endswith(" units stand where they should.")
    assert shown["table"]["state"] == "out_of_step" and shown["table"]["differences"] == []
    assert [text for text in said if "The grid seems to lie" in text]


@pytest.mark.parametrize("shift", share(SHIFTS[:2], SHIFTS[0]))
def test_one_tap_lays_the_grid_where_it_belongs(services: Services, shift: tuple[float, float]) -> None:
    assert services.watch is not None
    before = services.watch.plan.centre_mm(Hex("E5"))
    lay_off(services, *shift)
    right = homes(services)
    put_up(services)
    look(services)
    assert services.table.ask(AnswerQuestion(choice=1, by="south")).sentence is None
    look(services)
    assert services.watch.plan.centre_mm(Hex("E5")) == pytest.approx(before, abs=3)
    assert homes(services) == right
    shown = sent_view(services.table)
    assert (shown["table"]["state"], shown["question"], shown["table"]["differences"]) == (
        "in_step",
        None,
        [],
    )


@pytest.mark.journey
def test_who_says_that_the_grid_is_right_is_believed(services: Services) -> None:
    lay_off(services, 1.0, 0.0)
    right = homes(services)
    put_up(services)
    look(services)
    services.table.ask(AnswerQuestion(choice=2, by="south"))
    assert sum(homes(services)[name] != at for name, at in right.items()) >= 12
    look(services)
    assert sent_view(services.table)["question"] is None


def test_the_first_units_beside_their_hexes_wait_for_more(services: Services) -> None:
    lay_off(services, 1.0, 0.0)
    right = homes(services)
    few = sorted(right)[:3]
    for name in few:
        put_up(services, name)
        look(services)
    assert homes(services) == right
    assert sent_view(services.table)["table"]["state"] == "out_of_step"
    put_up(services, sorted(right)[3])
    look(services)
    assert homes(services) == right
    assert "4 of 4 units" in sent_view(services.table)["question"]["text"]


def test_a_grid_that_lies_right_is_never_doubted(services: Services) -> None:
    assert services.simulated is not None
    right = homes(services)
    for name in sorted(right):
        put_up(services, name)
        look(services, 3)
        assert sent_view(services.table)["question"] is None
    assert homes(services) == right
    unit = sorted(right)[0]
    services.simulated.place(unit, Hex("A5"))
    look(services)
    assert homes(services)[unit] == "A5"


@pytest.mark.journey
def test_a_grid_that_is_off_when_a_game_goes_on_is_doubted_too(services: Services) -> None:
    put_up(services)
    commands = [*(PlaceBanner(at=Hex(at)) for at in ("C5", "F5", "J5")), StartGame()]
    for command in (*commands, PlayCard(card=CardId("line_advance"))):
        assert services.table.ask(Submit(command=command, by="north")).seq is not None
    look(services)
    right = homes(services)
    lay_off(services, 1.0, 0.0)
    look(services)
    assert homes(services) == right
    assert "The grid seems to lie" in sent_view(services.table)["question"]["text"]


def sighting(plan: BoardPlan, piece: str, at: tuple[float, float]) -> Sighting:
    place = plan.place(at)
    pose = Pose(at, 0.0, 22.0)
    return Sighting(
        payload=piece,
        piece=piece,
        pose=pose,
        hex=place.nearest,
        margin_mm=place.margin_mm,
        score=0.9,
        gap=0.4,
    )


def test_units_of_one_kind_may_have_changed_places(services: Services) -> None:
    assert services.watch is not None
    plan, places = services.watch.plan, homes(services)
    kinds: dict[str, list[UnitId]] = {}
    for name in places:
        kinds.setdefault(name.rpartition("-")[0], []).append(name)
    seen = []
    for names in kinds.values():
        for name, other in zip(names, [*names[1:], names[0]], strict=True):
            x, y = plan.centre_mm(places[other])
            seen.append(sighting(plan, name, (x - plan.hex_width_mm, y)))
    off = grid_off(plan, seen, places)
    assert off is not None and off.right == off.seen == len(places)
    assert off.shift_mm == pytest.approx((-plan.hex_width_mm, 0.0))
