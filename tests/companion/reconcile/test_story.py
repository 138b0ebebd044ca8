"""The learning scenario's first turn in another renderer's pictures: the story, in order, and no more."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.camera.recording import NarratedCommand, NarratedSource
from companion.library.settings import Settings
from companion.table.requests import Submit
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Advance,
    Advanced,
    Attack,
    Command,
    CounterWait,
    Damaged,
    Event,
    LoreGained,
    Move,
    Moved,
    Order,
    PlaceBanner,
    PlayCard,
    Retreated,
    Roll,
    Rolled,
    StartGame,
)
from rules.kernel.values import CardId, Seat, UnitId
from rules.second.faces import LORE, MORALE, STRIKE
from tests.companion.sent_view import sent_view

CASE = Path(__file__).parents[2] / "cases" / "learning"
BH4, CG4 = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")

TOLD: dict[str, tuple[Command, ...]] = {
    "the set-up is what this picture shows; start the game": (
        *(PlaceBanner(at=Hex(at)) for at in ("C5", "F5", "J5")),  # the scenario's stand-in
        StartGame(),
    ),
    "Uthuk plays Line Advance (one unit in each section)": (PlayCard(card=CardId("line_advance")),),
    "blood_harvesters-4 attacks citadel_guard-4": (Attack(unit=BH4, target=CG4),),
}


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """The table after all pictures, each looked at once, and what was told before each."""
    app = create_app(
        Settings(
            data=tmp_path_factory.mktemp("story"),
            camera=str(CASE),
            board=CASE / "board.toml",
            tags=CASE / "tags.toml",
            dice=CASE / "dice_faces",
            voice=False,
        )
    )
    opened = services_of(app)
    assert opened.watch is not None
    story = json.loads((CASE / "story.json").read_text())
    told = [
        NarratedCommand(before=line["before"], command=command)
        for line in story["told_by_the_players"]
        for command in TOLD[line["command"]]
    ]

    def say(command: Command) -> None:
        result = opened.table.ask(Submit(command=command, by="players"))
        assert result.seq is not None, (command, result.sentence)

    opened.watch.source = NarratedSource(opened.watch.source, told, say)
    opened.watch.run()
    yield opened
    opened.close()


def seen(services: Services) -> list[tuple[int | None, Command | None]]:
    return [(entry.frame, entry.command) for entry in services.table.journal.entries if entry.by == "camera"]


def events(services: Services) -> list[Event]:
    return [event for entry in services.table.journal.entries for event in entry.events]


def test_what_the_camera_makes_of_the_pictures_is_the_story_in_order_and_no_more(services: Services) -> None:
    assert seen(services) == [
        (2, Order(unit=BH4)),
        (2, Move(unit=BH4, to=Hex("F5"))),
        (3, Roll(faces=(STRIKE, MORALE, LORE))),
        (6, Advance(to=Hex("F4"))),
    ]


def test_what_follows_from_the_roll_is_what_the_rules_make_of_it(services: Services) -> None:
    happened = events(services)
    after = happened[next(at for at, event in enumerate(happened) if isinstance(event, Rolled)) :]
    assert [event for event in after if isinstance(event, Damaged | Retreated | LoreGained)] == [
        next(
            event for event in after if isinstance(event, Damaged) and event.damage == 1 and event.left == 2
        ),
        Retreated(unit=CG4, start=Hex("F4"), to=Hex("G3")),
        next(event for event in after if isinstance(event, LoreGained) and event.total == 1),
    ]
    assert services.table.game.state.sides[Seat.NORTH].lore == 1
    waits = [wait for event in after for wait in getattr(event, "waits", ())]
    assert not any(isinstance(wait, CounterWait) for wait in waits)  # no longer adjacent


def test_the_moves_are_those_of_the_story(services: Services) -> None:
    assert [event for event in events(services) if isinstance(event, Moved | Advanced)] == [
        Moved(unit=BH4, start=Hex("F6"), to=Hex("F5")),
        Advanced(unit=BH4, start=Hex("F5"), to=Hex("F4"), pursuit=False),
    ]


def test_at_the_end_table_and_books_agree(services: Services) -> None:
    state = services.table.game.state
    assert (state.units[BH4].at, state.units[CG4].at, state.units[CG4].figures) == ("F4", "G3", 2)
    view = sent_view(services.table)
    assert view["question"] is None
    assert view["table"]["differences"] == []
    assert [errand for errand in view["errands"] if errand["kind"] == "place"] == []
