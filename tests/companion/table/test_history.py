"""The past: the whole log, the board as it was, and entries that are corrected, with what came after."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.journal.jsonl import read_export
from companion.journal.store import StoreError
from companion.table.requests import Undo
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    Command,
    CorrectScore,
    CorrectUnit,
    Decline,
    EndMainPhase,
    Event,
    Move,
    NoteHand,
    Order,
    PlayCard,
    Roll,
)
from rules.kernel.replay import divergence, fold
from rules.kernel.values import CardId, Seat, UnitId
from rules.second.faces import STRIKE
from tests.companion.dashboard_world import Device, World, world
from tests.companion.sent_view import sent_view

BH4, CG4 = UnitId("blood_harvesters-4"), UnitId("citadel_guard-4")
KILL = Roll(faces=(STRIKE, STRIKE, STRIKE))
MILD = {"do": "roll", "faces": ["strike", "lore", "lore"]}
TURN: tuple[Command, ...] = (
    PlayCard(card=CardId("line_advance")),
    Order(unit=BH4),
    Move(unit=BH4, to=Hex("F5")),
    Attack(unit=BH4, target=CG4),
    KILL,
)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    """A game in which Blood Harvesters 4 have just wiped out Citadel Guard 4 on F4, from F5."""
    with world(tmp_path) as made:
        made.start()
        made.say(*TURN)
        yield made


def seq_of(table: World, kind: type[Command]) -> int:
    return next(one.entry.seq for one in table.table.journal.played if isinstance(one.entry.command, kind))


def ask(device: Device, address: str) -> Any:
    return device.get(address).json


def correct(device: Device, seq: int, command: Any, *, keep: bool = False, seen: int | None = None) -> Any:
    seen = device.world.seq if seen is None else seen
    return device.post("/correct", {"seen": seen, "seq": seq, "command": command, "keep": keep}).json


def test_the_log_is_told_page_by_page_to_the_very_first_entry(table: World) -> None:
    told: list[Any] = []
    device, before = table.device("watch"), ""
    for left in (4, 0):
        page = ask(device, f"/past/log?count=5{before}")
        told = [*page["lines"], *told]
        assert page["earlier"] == left
        before = f"&before={told[0]['seq']}"
    assert [line["seq"] for line in told] == list(range(1, 10))
    assert "C5" in told[0]["text"]


def test_what_is_taken_back_is_told_before(table: World) -> None:
    page = ask(table.device("both"), "/past/log?after=5&count=2")
    assert [line["seq"] for line in page["lines"]] == [8, 9]
    assert (page["earlier"], page["seq"]) == (2, table.seq)


def test_the_board_is_shown_as_it_was_and_nothing_changes(table: World) -> None:
    was, moved = table.seq, seq_of(table, Move)
    past = ask(table.device("watch"), f"/past/board?seq={moved - 1}")
    standing = {unit["id"]: unit["at"] for unit in past["game"]["units"]}
    assert (standing[BH4], standing[CG4]) == ("F6", "F4")
    assert (past["former"], past["next"], past["game"]["options"]) == (moved - 2, moved, [])
    assert table.seq == was
    beginning = ask(table.device("watch"), "/past/board?seq=0")
    assert (beginning["line"], beginning["former"], beginning["next"]) == (None, None, 1)


def test_an_entry_that_was_taken_back_is_no_longer_shown(table: World) -> None:
    table.table.ask(Undo(to=5, by="south"))
    answer = table.device("both").get("/past/board?seq=7")
    assert (answer.status_code, "taken back" in answer.text) == (404, True)


def test_nobody_without_a_ticket_sees_the_past(table: World) -> None:
    for address in ("/past/log", "/past/board?seq=1", "/past/entry?seq=1", "/past/picture.jpg?seq=1"):
        assert table.stranger().get(address).status_code == 403


def test_a_hand_of_the_past_is_shown_to_its_own_seat_alone(table: World) -> None:
    table.say(
        NoteHand(seat=Seat.NORTH, known=(CardId("patrol_left"),)), CorrectScore(seat=Seat.NORTH, lore=1)
    )
    noted = table.seq - 1
    for role in ("south", "watch", "both"):
        board = ask(table.device(role), f"/past/board?seq={noted}")
        assert board["game"]["scores"]["north"]["known"] == []
        for address in (f"/past/board?seq={noted}", f"/past/entry?seq={noted}", "/past/log"):
            assert "patrol_left" not in table.device(role).get(address).text
    own = ask(table.device("north"), f"/past/board?seq={noted}")
    assert own["game"]["scores"]["north"]["known"] == ["patrol_left"]
    assert ask(table.device("north"), f"/past/entry?seq={noted}")["command"] is None


def test_another_card_is_chosen_among_those_that_everybody_may_know(table: World) -> None:
    entry = ask(table.device("both"), f"/past/entry?seq={seq_of(table, PlayCard)}")
    assert entry["command"]["card"] == "line_advance"
    texts = [choice["text"] for choice in entry["choices"]]
    assert len(texts) > 5
    assert "Play Line Advance" not in texts
    assert "Play Patrol Left" in texts


def test_what_is_mistaken_most_easily_is_offered_first(table: World) -> None:
    device, board = table.device("both"), table.table.game.ruleset.board
    moves = ask(device, f"/past/entry?seq={seq_of(table, Move)}")
    away = [board.distance(moves["command"]["to"], each["command"]["to"]) for each in moves["choices"]]
    assert len(away) > 3 and away == sorted(away)
    begin = seq_of(table, PlayCard) - 1
    for played, *others in (  # the first that is offered: the same card, for units anywhere
        ("patrol_left", "patrol_center", "patrol_right", "attack_left"),
        ("attack_right", "attack_left", "patrol_right", "line_advance"),
    ):
        table.table.ask(Undo(to=begin, by="south"))
        table.say(PlayCard(card=CardId(played)))
        cards = ask(device, f"/past/entry?seq={seq_of(table, PlayCard)}")
        assert cards["command"]["card"] == played
        assert [each["command"]["card"] for each in cards["choices"][:4]] == [played, *others]


def test_an_attack_may_have_been_another_unit_s_beside_it(table: World) -> None:
    table.table.ask(Undo(to=seq_of(table, PlayCard) - 1, by="south"))
    bh3 = UnitId("blood_harvesters-3")
    table.say(
        *(CorrectUnit(unit=unit, at=Hex(at), figures=3) for unit, at in ((BH4, "F5"), (bh3, "G5"))),
        PlayCard(card=CardId("battle_march")),
        *(Order(unit=unit) for unit in (BH4, bh3)),
        Attack(unit=BH4, target=CG4),
    )
    entry = ask(table.device("both"), f"/past/entry?seq={seq_of(table, Attack)}")
    assert (entry["choices"][0]["command"]["unit"], entry["choices"][0]["command"]["target"]) == (bh3, CG4)


def test_other_dice_change_what_came_of_them(table: World) -> None:
    assert table.table.game.state.units[CG4].at is None
    length, old = table.seq, table.table.journal.entries
    answer = correct(table.device("both"), seq_of(table, Roll), MILD)
    assert answer["ok"], answer
    assert table.table.game.state.units[CG4].figures == 2
    journal = table.table.journal
    assert journal.entries[:length] == old
    assert [entry.seq for entry in journal.entries[length:]] == [length + 1, length + 2]
    assert fold(journal.start.state, journal.entries) == table.table.game.state
    assert divergence(journal.start, journal.entries) is None


def test_a_move_to_another_hex_is_recomputed_with_all_that_follows(table: World) -> None:
    table.table.ask(Undo(to=seq_of(table, Move), by="south"))
    order = Order(unit=UnitId("blood_harvesters-3"))
    table.say(order)
    device = table.device("south")
    entry = ask(device, f"/past/entry?seq={seq_of(table, Move)}")
    assert {"E5", "F5", "G6"} <= {
        entry["command"]["to"],
        *(each["command"]["to"] for each in entry["choices"]),
    }
    assert correct(device, seq_of(table, Move), {"do": "move", "unit": BH4, "to": "E5"})["ok"]
    state = table.table.game.state
    assert (state.units[BH4].at, state.units[order.unit].ordered) == ("E5", True)
    replayed = [one.entry for one in table.table.journal.played[-2:]]
    assert [(entry.by, entry.command) for entry in replayed] == [
        ("south player", Move(unit=BH4, to=Hex("E5"))),
        ("table tablet", order),
    ]


def test_what_was_impossible_then_is_refused_in_words_and_the_table_can_rule_otherwise(table: World) -> None:
    table.table.ask(Undo(to=seq_of(table, Move), by="south"))
    was, device, moved = table.seq, table.device("both"), seq_of(table, Move)
    far = {"do": "move", "unit": BH4, "to": "F1"}
    refused = correct(device, moved, far)["refused"]
    assert (refused["why"], refused["can_overrule"], table.seq) == ("too_far", True, was)
    assert "RB p." in refused["text"]
    assert correct(device, moved, {"do": "overrule", "command": far})["ok"]
    assert table.table.game.state.units[BH4].at == "F1"


def test_the_first_entry_that_no_longer_holds_is_named_and_nothing_is_done(table: World) -> None:
    was, device, moved = table.seq, table.device("both"), seq_of(table, Move)
    away = {"do": "move", "unit": BH4, "to": "G6"}
    fallen = correct(device, moved, away)["fallen"]
    assert (fallen["seq"], fallen["lost"], table.seq) == (seq_of(table, Attack), 2, was)
    assert "Citadel Guard 4" in fallen["text"]
    assert fallen["why"].endswith(".")
    assert correct(device, moved, away, keep=True)["ok"]
    assert table.table.game.state.units[BH4].at == "G6"
    assert isinstance(table.table.journal.played[-1].entry.command, Move)


def test_an_entry_can_be_left_out(table: World) -> None:
    banner = table.table.journal.played[1].entry
    table.table.ask(Undo(to=3, by="south"))
    answer = correct(table.device("both"), banner.seq, None)
    assert answer["ok"]
    assert "left out" in answer["told"]
    assert len(table.table.game.state.banners) == 2


def test_a_correction_on_an_old_view_does_nothing_and_is_explained(table: World) -> None:
    device, seen = table.device("both"), table.seq
    table.say(CorrectScore(seat=Seat.SOUTH, lore=3))
    was = table.seq
    assert "Meanwhile" in correct(device, seq_of(table, Roll), MILD, seen=seen)["conflict"]
    assert table.seq == was


@pytest.mark.parametrize("command", [{"do": "note_hand", "seat": "south", "known": []}, {"do": "start_game"}])
def test_what_is_hidden_is_put_in_no_other_entry_s_place(table: World, command: Any) -> None:
    was = table.seq
    assert correct(table.device("both"), 5, command)["refused"]["why"] == "only_left_out"
    assert table.seq == was


def test_who_only_looks_on_corrects_nothing(table: World) -> None:
    device = table.device("watch")
    assert device.post("/correct", {"seen": table.seq, "seq": 5, "command": None}).status_code == 403
    assert device.get("/past/entry?seq=5").status_code == 403


def test_a_correction_outlives_the_program_and_goes_through_export_and_import(tmp_path: Path) -> None:
    with world(tmp_path) as first:
        first.start()
        first.say(*TURN)
        assert correct(first.device("both"), seq_of(first, Roll), MILD)["ok"]
        state, game = first.table.game.state, first.table.row.id
        row, entries = read_export(list(first.services.store.export(game)), "game.jsonl")
        assert fold(first.table.journal.start.state, entries) == state
    with world(tmp_path, game=row.id) as second:
        assert second.table.game.state == state
        assert (
            second.device("both")
            .post("/undo", {"seen": second.seq, "game": second.table.row.id, "to": 5})
            .status_code
            == 200
        )
        assert second.table.game.state.units[BH4].at == "F6"


def test_where_the_disk_is_full_a_correction_changes_nothing(
    table: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    was, state = table.seq, table.table.game.state

    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(table.services.store, "append", full)
    assert "disk is full" in correct(table.device("both"), seq_of(table, Roll), MILD)["conflict"]
    assert (table.seq, table.table.game.state) == (was, state)


def test_one_sentence_tells_what_was_corrected_then_what_that_changed_in_points(table: World) -> None:
    table.say(Decline(), EndMainPhase(), CorrectScore(seat=Seat.NORTH, lore=9))
    told: list[str] = []
    heard: list[Event] = []
    table.table.listen(lambda events, game: heard.extend(events), None, told.append)
    last = table.table.journal.played[-1].entry
    answer = correct(table.device("both"), last.seq, {"do": "correct_score", "seat": "north", "points": 4})
    assert told == [answer["told"]]
    assert told[0].startswith("The past was corrected: Uthuk 0 lore, 4 victory points")
    assert told[0].endswith("Victory points, Uthuk Y'llan: 4, no longer 2.")
    assert heard == []


def test_hands_are_asked_to_put_the_table_as_the_corrected_past_has_it(table: World) -> None:
    assert correct(table.device("both"), seq_of(table, Roll), MILD)["ok"]
    errands = [errand["text"] for errand in sent_view(table.table)["errands"]]
    assert any("Citadel Guard 4" in text for text in errands), errands


def test_pieces_put_down_and_scores_told_in_the_past_are_told_anew(table: World) -> None:
    table.say(CorrectUnit(unit=CG4, at=Hex("F3"), figures=1))
    right = {"do": "correct_unit", "unit": CG4, "at": "G3", "figures": 2}
    assert correct(table.device("both"), table.seq, right)["ok"]
    unit = table.table.game.state.units[CG4]
    assert (unit.at, unit.figures) == ("G3", 2)
    large = correct(table.device("both"), table.seq, {**right, "figures": 10**6})
    assert large["refused"]["why"] == "impossible_number"
