"""A Romanian table: refusals, questions, alarms and the log's tellers in Romanian."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.reconcile.hints import dice_trouble
from companion.reconcile.questions import Asker
from companion.reconcile.referee import TakenBack
from companion.table.requests import Undo
from companion.table.view_json import scenario_view, why_over
from companion.words.names import Language, wording_of
from companion.words.phrases import load_phrases
from companion.words.translator import load_translator
from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectUnit, PlaceTerrain, Roll
from rules.kernel.values import Seat, TerrainId, Tile, UnitId
from rules.kernel.view import view
from rules.second.faces import LORE, STRIKE
from tests.companion.dashboard_world import World, world
from tests.companion.sent_view import sent_view
from tests.rules.playing import full_rules
from vision.sightings import COCKED, OFF_THE_TRAY, DieSeen

ROMANIAN = Language(load_phrases("second", "ro"), {}, load_translator("ro"))
GUARD = UnitId("citadel_guard-1")
PLAY = {"do": "play_card", "card": "line_advance"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path, language="ro") as made:
        yield made


def test_who_may_not_is_refused_in_romanian(table: World) -> None:
    table.start()
    assert "Acest dispozitiv nu a intrat la masă." in table.stranger().get("/links").text
    wrong = table.stranger().post("/join", {"code": "NO", "role": "south", "name": ""})
    assert wrong.json == {"trouble": "Acesta nu este codul mesei. Codul este pe ecranul mesei."}
    onlooker = table.device("watch").do(PLAY).json
    assert onlooker == {"trouble": "Acest dispozitiv e numai spectator. Intrați cu codul mesei ca să jucați."}
    other = table.device("south").do(PLAY).json
    assert other["refused"]["text"] == "La rând: Uthuk Y'llan, nu voi."
    assert "La această adresă nu este nimic." in table.device("both").get("/nowhere").text


def test_a_tap_on_an_old_view_is_told_in_romanian_what_happened(table: World) -> None:
    table.start()
    told = table.device("both").do(PLAY, seen=table.seq - 1).json["conflict"]
    assert told.startswith("Între timp s-a întâmplat: ")
    again = table.table.ask(Undo(to=99, by="somebody")).sentence
    assert again == "Intrarea aceea a fost deja anulată."


def test_units_terrain_and_tellers_are_called_in_romanian(table: World) -> None:
    table.start()
    table.say(PlaceTerrain(at=Hex("E5"), tile=Tile(kind=TerrainId("river"), token=TerrainId("ford"))))
    shown: dict[str, Any] = sent_view(table.table)
    assert next(unit["name"] for unit in shown["game"]["units"] if unit["id"] == GUARD) == "Garda Cetății 1"
    assert shown["game"]["terrain"]["E5"]["name"] == "Râu, vad"
    assert shown["log"][-1]["by"] == "tableta mesei"


def test_cards_and_factions_are_called_in_romanian_with_what_is_printed_behind() -> None:
    rules = full_rules()
    shown = scenario_view(rules, ROMANIAN)
    assert shown.factions == {Seat.SOUTH: "Lorzii Daqan", Seat.NORTH: "Uthuk Y'llan"}
    assert shown.name == "Bătălie completă"
    named = [card.name for card in (*shown.cards, *shown.scenario_cards, *shown.armies)]
    assert {"Atac pe stânga (Attack Left)", "Sânge în apă (Blood in the Water)"} <= set(named)
    assert "Asalt călare (Mounted Assault)" in named
    assert "Lamă runică (Rune Blade)" in [card.name for card in shown.lore[Seat.SOUTH]]


def test_questions_are_asked_in_romanian(table: World) -> None:
    asker = Asker(table.table.game, ROMANIAN)
    moved = (CorrectUnit(unit=GUARD, at=Hex("E4"), figures=2),)
    dice = asker.about_dice((Roll(faces=(STRIKE, LORE)),), key=1)
    assert dice.text == "În tavă sunt lovire, lore. E aruncarea bună?"
    assert [choice.text for choice in dice.choices] == ["Da, aceasta este aruncarea", "Nu, vor fi aruncate"]
    back = asker.whether_taken_back(TakenBack(to=0, commands=moved), moved, key=1).text
    named = asker.named(moved)
    assert back == f"Anulați: {named}. Și în loc: {named}"
    assert asker.named((*moved, *moved)) == f"{named}, apoi {named}"


def test_dice_that_cannot_count_are_named_in_romanian() -> None:
    dice = [
        DieSeen(face="strike", at_mm=(0.0, 0.0), confidence=1.0, trouble=COCKED),
        DieSeen(face="lore", at_mm=(40.0, 0.0), confidence=1.0, trouble=OFF_THE_TRAY),
    ]
    assert "lovire stă într-o rână, lore nu este în tavă" in dice_trouble(dice, ROMANIAN)
    assert "strike is cocked, lore is off the tray" in dice_trouble(dice, None)


def test_who_won_is_told_in_romanian(table: World) -> None:
    table.start()
    units = table.table.game.state.units.values()
    table.say(*(CorrectUnit(unit=unit.id, at=None, figures=0) for unit in units if unit.seat == "south"))
    words = wording_of(table.table.game, ROMANIAN, spoken=False)
    told = why_over(view(table.table.game, None), ROMANIAN.tr, words)
    assert told is not None
    assert told.why == "Lorzii Daqan nu mai au nicio unitate pe tablă."
