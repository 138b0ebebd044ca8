"""Numbers that the table tells of its cards: seen by the camera, tapped by anybody, offered for a pack."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.journal.store import GameRow, Store
from companion.library.unknown_values import TableValues, told
from companion.reconcile.referee import Explained, Same, Unexplained, explain
from companion.reconcile.sightings.unit_sightings import DiceState, UnitSightings
from companion.table.history import Correction, correction, entry_at
from rules.first.messages.arms import TellReach, UseSpecialist
from rules.first.play.asking import profile
from rules.kernel.game import play
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Attack,
    ChooseFirst,
    Counter,
    GrantOrders,
    NumberWait,
    Order,
    Overrule,
    PlaceUnit,
    PlayUnlistedCard,
    Refusal,
    StartGame,
    TellNumber,
)
from rules.kernel.values import CardNumber, KindId, LoreId, Seat, UnitId, Why
from tests.companion.dashboard_world import World, world
from tests.companion.sent_view import sent_view
from tests.rules.drawn import after, attack, faces, move, u
from tests.rules.first.test_call_to_arms import upgrading
from tests.rules.packs import without
from tests.rules.playing import full_rules
from tests.rules.tricks import NORTH, PLAIN, held, lore
from vision.sightings import DieSeen, Observation

ROC, OB = KindId("roc_warrior"), KindId("obscenes")
NO_MOVE, NO_DICE = (without(full_rules(), OB, number) for number in (CardNumber.MOVE, CardNumber.COMBAT))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[World]:
    """A free battle in which a Roc Warrior, whose attack type nobody knows, meets the Chaos Lord."""
    with world(tmp_path, scenario="free") as made:
        pieces = {"roc_warrior-1": "F4", "chaos_lord-1": "F5", "blood_harvesters-1": "F6"}
        placed = (PlaceUnit(unit=UnitId(unit), at=Hex(at)) for unit, at in pieces.items())
        made.say(*placed, ChooseFirst(seat=Seat.SOUTH), StartGame())
        yield made


def ask_for_range(table: World) -> None:
    """Let the Roc Warrior attack, whoever's turn it is."""
    table.say(PlayUnlistedCard(name="Any", does=()))
    table.say(Overrule(command=Attack(unit=UnitId("roc_warrior-1"), target=UnitId("chaos_lord-1"))))
    assert isinstance(table.table.game.state.wait, NumberWait)


def test_a_move_seen_of_a_unit_whose_reach_is_not_known_is_asked_about() -> None:
    start = held("5 OB .. ..\n9 CG", rules=NO_MOVE, active=NORTH)
    seen = {u("OB"): Hex("C5"), u("CG"): Hex("A9")}
    verdict = explain(start, seen)
    assert verdict == Explained((move("OB", "C5"),))
    asking, _ = after(start, *verdict.commands)
    assert explain(asking, seen) == Same()
    tr = TellNumber(kind=OB, number=CardNumber.MOVE, value=2)
    assert explain(after(asking, tr)[0], seen) == Same()
    short, _ = after(asking, TellNumber(kind=OB, number=CardNumber.MOVE, value=1))
    refused = explain(short, seen)
    assert isinstance(refused, Unexplained)
    assert refused.refusal is not None
    assert refused.refusal.why is Why.TOO_FAR


def test_what_was_told_is_written_as_a_pack_has_it() -> None:
    game = held("5 OB CG", rules=PLAIN)
    numbers = ((CardNumber.MOVE, 1), (CardNumber.COMBAT, 4), (CardNumber.RANGE, 3))
    game, _ = after(game, *(TellNumber(kind=OB, number=number, value=value) for number, value in numbers))
    game, _ = after(game, lore("runic_barrier", cost=2))
    units, card = told(game)
    assert (units.entry, units.fields["move"], units.fields["combat"]) == (OB, 1, 4)
    assert (units.fields["traits"], units.fields["range"]) == (["elite", "ranged"], [1, 3])
    assert card == TableValues(file="lore", entry="runic_barrier", name="Runic Barrier", fields={"cost": 2})


def test_what_was_told_is_offered_on_the_page_of_packs_until_it_is_kept(table: World) -> None:
    device = table.device("both")
    assert device.get("/packs.json").json["told"] == []
    table.say(TellNumber(kind=ROC, number=CardNumber.MOVE, value=3))
    (offered,) = device.get("/packs.json").json["told"]
    assert (offered["file"], offered["entry"], offered["fields"]) == ("units", "roc_warrior", {"move": 3})
    entry = {name: offered[name] for name in ("file", "entry", "fields")}
    assert device.post("/packs/entry", entry).json == {"ok": True}
    assert device.get("/packs.json").json["told"] == []


def test_either_player_may_read_the_number_off_the_card(table: World) -> None:
    ask_for_range(table)
    tr = {"do": "tell_number", "kind": "roc_warrior", "number": "range", "value": 1}
    for role in ("south", "north"):
        answer = table.device(role).do({**tr, "value": 1})
        assert answer.status_code == 200
        assert answer.json["ok"], answer.json
    assert table.device("both").do({**tr, "value": 40}).json["refused"]["why"] == "impossible_number"


def test_a_number_that_forbids_what_waited_for_it_is_followed_by_the_reason(table: World) -> None:
    table.say(PlayUnlistedCard(name="Any", does=(GrantOrders(count=1),)), Order(unit=UnitId("roc_warrior-1")))
    table.say(Attack(unit=UnitId("roc_warrior-1"), target=UnitId("blood_harvesters-1")))
    shown = table.table.moment.number
    table.say(TellNumber(kind=ROC, number=CardNumber.RANGE, value=1))
    assert table.table.moment.number == shown + 1  # what was told and why, in one view
    (toast,) = sent_view(table.table)["toasts"]
    assert toast["text"] == "Roc Warrior 1 attacks adjacent units only (RB p. 8)."
    table.say(TellNumber(kind=ROC, number=CardNumber.RANGE, value=2))
    assert len(sent_view(table.table)["toasts"]) == 1


def test_a_reach_that_was_told_wrongly_is_put_right_in_the_past(tmp_path: Path) -> None:
    begun, archers = upgrading(), UnitId("human_green_archers-1")
    row = GameRow(id="a", scenario="two_hills", edition="first", started=0.0, version="0")
    store = Store(tmp_path / "games.sqlite")
    journal = Journal(begun.ruleset, store, row)
    journal.start = begun
    told = journal.record((UseSpecialist(unit=archers), TellReach(hexes=6)), by="south")
    assert not isinstance(told, Refusal), told
    entry = entry_at(journal, 2, None)
    assert entry.command == TellReach(hexes=6)
    assert [other.command for other in entry.choices[:2]] == [TellReach(hexes=5), TellReach(hexes=7)]
    made = correction(journal, 2, TellReach(hexes=5), by="south", keep=False, seat=None)
    assert isinstance(made, Correction)
    journal.rewrite(made.to, made.redone, by="south")
    assert profile(journal.game, journal.game.state.units[archers]).reach == 5
    store.close()


def test_the_question_is_written_for_the_table(table: World) -> None:
    ask_for_range(table)
    view = sent_view(table.table)
    assert view["ask"]["headline"] == "Daqan: how far does Roc Warrior 1 attack? It stands on its card"
    assert [choice["command"]["do"] for choice in view["ask"]["choices"]] == ["tell_number"] * 12 + [
        "decline"
    ]


def test_a_refused_number_changes_nothing() -> None:
    game = held("5 OB CG", rules=PLAIN)
    after_it, decision = play(game, TellNumber(kind=KindId("troll"), number=CardNumber.MOVE, value=1))
    assert isinstance(decision, Refusal)
    assert after_it is game
    assert LoreId("runic_barrier") not in game.state.told_costs


def test_dice_do_not_declare_a_counter_whose_dice_nobody_knows() -> None:
    """They are not called too many: their number is asked first."""
    game, _ = after(held("5 OB CG", rules=NO_DICE), attack("CG", "OB"), faces("lore lore pierce"))
    dice = tuple(DieSeen(face="strike", at_mm=(20.0 * number, 0.0), confidence=0.9) for number in range(3))
    witness = UnitSightings()
    witness.hear(Observation(frame=1, name=None, at=0.0, pieces={}, dice=dice, fresh=dice, roll=1), game)
    assert witness.dice(game).state is DiceState.NOTHING_NEW
    game, _ = after(game, Counter(), TellNumber(kind=OB, number=CardNumber.COMBAT, value=3))
    assert witness.dice(game).state is DiceState.ASK  # they may lie there from before
