import msgspec
import pytest
from msgspec.structs import replace

from rules import messages as m
from rules.evolve import evolve
from rules.game import new_game, play
from rules.hexes import Hex
from rules.replay import fold, live, rerun
from rules.ruleset import Game
from rules.values import UnitId, Why
from tests.rules.drawn import RULES, attack, card, faces, move, order, tags

TURN: tuple[m.AnyCommand, ...] = (
    m.PlaceBanner(at=Hex("C5")),
    m.PlaceBanner(at=Hex("F5")),
    m.PlaceBanner(at=Hex("J5")),
    m.StartGame(),
    card("line_advance"),
    order("BH4"),
    move("BH4", "F5"),
    attack("BH4", "CG4"),
    faces("strike morale lore"),
    m.Advance(to=Hex("F4")),
    m.EndMainPhase(),
)


def entry(seq: int, command: m.AnyCommand | None, events: tuple[m.AnyEvent, ...]) -> m.Entry:
    return m.Entry(seq=seq, at=float(seq), by="test", frame=None, command=command, events=events)


def logged() -> tuple[Game, list[m.Entry]]:
    game, log = new_game(RULES), []
    for seq, command in enumerate(TURN, start=1):
        game, decision = play(game, command)
        assert not isinstance(decision, m.Refusal)
        log.append(entry(seq, command, decision))
    return game, log


def undo(seq: int, to: int) -> m.Entry:
    return entry(seq, None, (m.Retracted(to=to),))


def test_the_recorded_first_turn_is_understood() -> None:
    """The story of the recorded pictures: one figure lost, one hex back to G3, one lore, an advance."""
    _, log = logged()
    assert tags(log[8].events) == ["rolled", "damaged", "retreat_forced", "retreated", "lore_gained"]
    assert m.Retreated(unit=UnitId("citadel_guard-4"), start=Hex("F4"), to=Hex("G3")) in log[8].events
    assert tags(log[9].events) == ["advanced", "combat_ended"]


def test_a_log_folds_to_the_state_that_was_played() -> None:
    game, log = logged()
    assert fold(new_game(RULES).state, log) == game.state


def test_a_log_survives_json() -> None:
    game, log = logged()
    again = msgspec.json.decode(msgspec.json.encode(log), type=list[m.Entry])
    assert again == log
    assert fold(new_game(RULES).state, again) == game.state


def test_every_decision_ends_with_one_awaited() -> None:
    _, log = logged()
    for line in log:
        awaited = [event for event in line.events if isinstance(event, m.Awaited)]
        assert awaited == [line.events[-1]]
        assert awaited[0].waits


def test_an_undo_takes_back_everything_after_its_entry() -> None:
    _, log = logged()
    start = new_game(RULES)
    log.append(undo(12, 7))
    assert [line.seq for line in live(log)] == [1, 2, 3, 4, 5, 6, 7]
    assert fold(start.state, log) == fold(start.state, log[:7])
    game = Game(RULES, fold(start.state, log))
    game, decision = play(game, attack("BH4", "CG5"))
    assert isinstance(decision, m.Refusal)  # H4 is not next to F5
    game, decision = play(game, attack("BH4", "CG4"))
    assert not isinstance(decision, m.Refusal)
    log.append(entry(13, attack("BH4", "CG4"), decision))
    log.append(undo(14, 3))
    log.append(undo(15, 0))
    assert live(log) == ()
    assert fold(start.state, log) == start.state


def test_an_undo_of_the_past_does_not_bring_back_what_was_undone() -> None:
    _, log = logged()
    log += [undo(12, 5), undo(13, 9)]
    assert [line.seq for line in live(log)] == [1, 2, 3, 4, 5]


def test_the_commands_of_a_log_can_be_run_again() -> None:
    game, log = logged()
    again = rerun(new_game(RULES), log)
    assert (again.game.state, again.done, again.broken_at, again.changed) == (game.state, 11, None, ())


def test_a_rerun_names_the_first_entry_that_no_longer_holds() -> None:
    _, log = logged()
    log[6] = replace(log[6], command=move("BH4", "F2"))
    again = rerun(new_game(RULES), log)
    assert (again.done, again.broken_at) == (6, 7)
    assert again.refusal is not None
    assert again.refusal.why is Why.TOO_FAR


def test_a_rerun_names_the_entries_that_come_out_otherwise() -> None:
    _, log = logged()
    log[8] = replace(log[8], events=log[8].events[1:])
    assert rerun(new_game(RULES), log).changed == (9,)


def test_a_refusal_changes_nothing() -> None:
    game = new_game(RULES)
    before = msgspec.json.encode(game.state)
    same, decision = play(game, move("BH1", "A1"))
    assert isinstance(decision, m.Refusal)
    assert same is game
    assert msgspec.json.encode(game.state) == before


def test_the_state_reads_as_json() -> None:
    game, _ = logged()
    text = msgspec.json.encode(game.state)
    assert msgspec.json.decode(text, type=type(game.state)) == game.state


def test_an_undo_is_no_event_of_a_state() -> None:
    with pytest.raises(ValueError, match="fold"):
        evolve(new_game(RULES).state, m.Retracted(to=0))
