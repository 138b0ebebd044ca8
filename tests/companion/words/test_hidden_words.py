"""What is laid face down is neither shown to the other player or onlookers, nor logged, nor said."""

from pathlib import Path
from typing import Any

import pytest

from companion.journal.store import GameRow, Store
from companion.library.library import Library
from companion.table.requests import Submit
from companion.table.table import Table
from companion.voice.speaking.waiting import Priority
from companion.words.announcer import Announcer
from rules.kernel import messages as m
from rules.kernel.values import CAMPS, CardId, KindId, LoreId, ScenarioCardId, Seat
from rules.second import messages as second
from tests.companion.sent_view import sent_view

ROW = GameRow(id="g", scenario="battle", edition="second", started=0.0, version="0")
CARDS = tuple(
    second.ChooseScenarioCard(seat=seat, card=ScenarioCardId(card))
    for seat, card in ((Seat.SOUTH, "crossing_the_river_of_sleep"), (Seat.NORTH, "blood_in_the_water"))
)


class Voice:
    """Remembers what is said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(
        self, text: str, priority: Priority = Priority.NORMAL, *, key: str = "", ttl: float = 20.0
    ) -> bool:
        self.said.append(text)
        return True

    def stop_speaking(self) -> None:
        pass


def told(folder: Path, *commands: m.Command) -> tuple[dict[Seat | None, dict[str, Any]], list[str]]:
    """Return what each seat and an onlooker are shown after *commands*, and all that was said."""
    folder.mkdir()
    store, voice = Store(folder / "games.sqlite"), Voice()
    table = Table(Library(folder).ruleset("battle"), store, ROW, clock=lambda: 1000.0)
    table.listen(Announcer(voice).hear)
    try:
        for command in commands:
            result = table.ask(Submit(command=command, by="south player"))
            assert result.seq is not None, (command, result.sentence)
        return {seat: sent_view(table, seat) for seat in (*CAMPS, None)}, voice.said
    finally:
        table.close()
        store.close()


def army(**units: int) -> second.Muster:
    return second.Muster(seat=Seat.SOUTH, units={KindId(kind): count for kind, count in units.items()})


@pytest.mark.parametrize(
    ("before", "one", "other"),
    [
        (
            (),
            second.ChooseScenarioCard(seat=Seat.SOUTH, card=ScenarioCardId("crossing_the_river_of_sleep")),
            second.ChooseScenarioCard(seat=Seat.SOUTH, card=ScenarioCardId("mustering_the_militia")),
        ),
        (
            (*CARDS, second.FinishTerrain()),
            army(citadel_guard=5, yeoman_archers=5),
            army(citadel_guard=4, rune_golems=2, riverwatch_riders=3),
        ),
        (
            (),
            m.NoteHand(seat=Seat.SOUTH, known=(), lore=()),
            m.NoteHand(seat=Seat.SOUTH, known=(CardId("wedge"),) * 2, lore=(LoreId("rune_blade"),)),
        ),
    ],
    ids=("scenario card", "army", "hand"),
)
def test_nobody_else_can_tell_what_was_laid_face_down(
    tmp_path: Path, before: tuple[m.Command, ...], one: m.Command, other: m.Command
) -> None:
    (shown, said), (shown_else, said_else) = (
        told(tmp_path / name, *before, command) for name, command in (("one", one), ("other", other))
    )
    assert shown[Seat.SOUTH] != shown_else[Seat.SOUTH]
    for viewer in (Seat.NORTH, None):
        assert shown[viewer] == shown_else[viewer]
    assert said == said_else


def test_what_lies_face_down_has_a_line_of_its_own_in_the_log(tmp_path: Path) -> None:
    """Were there none, the log would show the command instead, and that tells which card."""
    shown, _ = told(tmp_path / "one", CARDS[0])
    assert [line["text"] for line in shown[None]["log"]] == ["Daqan have chosen a scenario card"]
