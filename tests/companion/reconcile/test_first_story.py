"""Two turns of the First Edition in photographs of a hard sort: the story, in order, and no more."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import pytest

from companion.app import create_app, services_of
from companion.app.services import Services
from companion.journal.journal import CAMERA
from companion.library.library import Library
from companion.library.settings import Settings
from companion.table.requests import AnswerQuestion, Request, Submit
from rules.first.faces import FLAG, GREEN, LORE
from rules.first.messages import ChooseCouncil, RetreatTo
from rules.first.printed.lore import GivenCouncil
from rules.kernel.catalogue import kind_of
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Advance,
    Attack,
    Command,
    Decline,
    EndMainPhase,
    Move,
    Order,
    PlayCard,
    ReplenishLore,
    Roll,
    StartGame,
    TellNumber,
)
from rules.kernel.values import CAMPS, CardId, CardNumber, LoreChoice, Seat, UnitId
from tests.companion.sent_view import sent_view
from vision.dice.symbols import stickers
from vision.simulate.conditions import CONDITIONS
from vision.simulate.helmets import helmet_faces
from vision.simulate.scenery import Picture
from vision.simulate.table import SimulatedTable
from vision.source.frames import Frame, Source

pytestmark = pytest.mark.journey

RIDERS, DWARVES, GIANT = UnitId("human_blue_mounted-2"), UnitId("dwarf_swordsmen-2"), UnitId("hill_giant-1")
NORTH_RIDERS, GOBLINS = UnitId("human_blue_mounted-12"), UnitId("goblinoid_blue_foot-12")
FORWARD = PlayCard(card=CardId("forward"))
GIVEN = GivenCouncil(commander=2, masters={"wizard": 2, "rogue": 2})

TOLD: Mapping[str, Sequence[Command]] = {
    "01.png": (*(ChooseCouncil(seat=seat, council=GIVEN) for seat in CAMPS), StartGame(), FORWARD),
    "03.png": (Attack(unit=RIDERS, target=NORTH_RIDERS),),
    "08.png": (EndMainPhase(), ReplenishLore(choice=LoreChoice.TOKENS), FORWARD),
    "09.png": (
        Attack(unit=GOBLINS, target=GIANT),
        TellNumber(kind=kind_of(GOBLINS), number=CardNumber.RANGE, value=1),  # their card's, not known here
    ),
}
"""What people tell before a picture; before the eighth they also say that the pursuit came back."""

SEEN: Sequence[tuple[int, Command]] = (
    (2, Order(unit=DWARVES)),
    (2, Move(unit=DWARVES, to=Hex("H5"))),
    (2, Order(unit=RIDERS)),
    (2, Move(unit=RIDERS, to=Hex("J5"))),
    (3, Roll(faces=(LORE, FLAG, FLAG))),
    (5, Decline()),
    (5, RetreatTo(to=Hex("J8"), ignoring=0)),
    (6, Advance(to=Hex("J6"))),
    (8, Order(unit=GOBLINS)),
    (8, Move(unit=GOBLINS, to=Hex("I5"))),
    (9, Roll(faces=(GREEN, FLAG, FLAG))),
    (10, Decline()),
    (10, RetreatTo(to=Hex("I2"), ignoring=1)),
    (11, Advance(to=Hex("I4"))),
)


class Told:
    """Pictures, before each of which people tell the table something."""

    def __init__(self, source: Source, services: Services) -> None:
        self.label = source.label
        self._source, self._services = source, services

    def read(self) -> Frame | None:
        frame = self._source.read()
        if frame is not None and frame.name == "08.png":
            question = sent_view(self._services.table)["question"]
            assert question["choices"][0]["text"] == "Pursue and come back to J5"
            self._tell(AnswerQuestion(choice=1, by="players"))
        for command in TOLD.get("" if frame is None else frame.name or "", ()):
            self._tell(Submit(command=command, by="players"))
        return frame

    def _tell(self, request: Request) -> None:
        result = self._services.table.ask(request)
        assert result.sentence is None, (request, result.sentence)

    def close(self) -> None:
        self._source.close()


def photograph(folder: Path, condition: str, faces: Mapping[str, Picture]) -> None:
    """Put the story's pictures into *folder*, in order, and those of the dice's *faces* into one within."""
    library = Library(folder)
    table = SimulatedTable(
        library.plan("first"),
        library.book("first"),
        size=(1920, 1080),
        seed=1 + len(condition),
        dice=faces,
        condition=CONDITIONS[condition],
    )
    for unit in new_game(library.ruleset("border_watch")).state.units.values():
        assert unit.at is not None
        table.figures(unit.id, unit.figures, "blue" if unit.seat is Seat.SOUTH else "red")
        table.place(unit.id, unit.at)
    (folder / "faces").mkdir()
    for face, picture in faces.items():
        cv2.imwrite(str(folder / "faces" / f"{face}.png"), picture)
    for number, change in enumerate(CHANGES):
        change(table)
        cv2.imwrite(str(folder / f"{number:02}.png"), table.read().image)
        table.hand(None)


def put(table: SimulatedTable, places: Mapping[UnitId, str]) -> None:
    for unit, at in places.items():
        table.place(unit, Hex(at))


CHANGES: Sequence[Callable[[SimulatedTable], None]] = (
    lambda table: None,
    lambda table: table.hand(Hex("H4")),
    lambda table: put(table, {DWARVES: "H5", RIDERS: "J5"}),
    lambda table: table.roll(("flag", "lore", "flag")),
    lambda table: table.hand(Hex("J7"), north=True),
    lambda table: put(table, {NORTH_RIDERS: "J8"}),
    lambda table: put(table, {RIDERS: "J6"}),
    lambda table: put(table, {RIDERS: "J5"}),
    lambda table: put(table, {GOBLINS: "I5"}),
    lambda table: table.roll(("flag", "green", "flag")),
    lambda table: put(table, {GIANT: "I2"}),
    lambda table: put(table, {GOBLINS: "I4"}),
)
"""What hands do before each picture."""


HELMETS = helmet_faces()
STICKERS = stickers(Library(Path("nowhere")).die_faces("first"))
CONDITIONS_TRIED = [
    pytest.param(("window", HELMETS), id="window"),
    # It shows as much of the dice's sides as of their tops.
    pytest.param(("wide lens", STICKERS), id="wide lens"),
    pytest.param(("glossy", HELMETS), id="glossy", marks=pytest.mark.long),
    pytest.param(("evening", HELMETS), id="evening", marks=pytest.mark.long),
]


@pytest.fixture(scope="module", params=CONDITIONS_TRIED)
def services(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """The table after all pictures, each looked at once, and what was told before each."""
    folder = tmp_path_factory.mktemp("pictures")
    photograph(folder, *request.param)
    app = create_app(
        Settings(
            data=tmp_path_factory.mktemp("story"),
            camera=str(folder),
            dice=str(folder / "faces"),
            scenario="border_watch",
            voice=False,
        )
    )
    opened = services_of(app)
    assert opened.watch is not None
    opened.watch.source = Told(opened.watch.source, opened)
    opened.watch.run()
    yield opened
    opened.close()


def test_what_the_camera_makes_of_the_pictures_is_the_story_in_order_and_no_more(services: Services) -> None:
    entries = services.table.journal.entries
    assert [(one.frame, one.command) for one in entries if one.by == CAMERA] == list(SEEN)


def test_at_the_end_table_and_books_agree(services: Services) -> None:
    view = sent_view(services.table)
    assert view["question"] is None
    assert view["table"]["differences"] == []
    assert [errand for errand in view["errands"] if errand["kind"] == "place"] == []
    state = services.table.game.state
    assert (state.units[RIDERS].at, state.units[GIANT].at, state.units[GOBLINS].at) == ("J5", "I2", "I4")
