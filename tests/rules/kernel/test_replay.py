import msgspec
import pytest
from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.evolve import evolve
from rules.kernel.game import new_game, play
from rules.kernel.hands import play_for
from rules.kernel.hexes import Hex
from rules.kernel.replay import Again, divergence, fold, live, played_late, replaced, replayed
from rules.kernel.ruleset import Game
from rules.kernel.values import CardId, LoreChoice, Seat, UnitId, Why
from rules.registry import AnyEntry, AnyState
from tests.rules.drawn import RULES, after, attack, card, faces, move, order, started, tags, u, waits
from tests.rules.tricks import held, lore, trick

TURN: tuple[m.Command, ...] = (
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


def entry(seq: int, command: m.Command | None, events: tuple[m.Event, ...]) -> m.Entry:
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
    again = msgspec.json.decode(msgspec.json.encode(log), type=list[AnyEntry])
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


def test_the_commands_of_a_log_bring_about_what_it_says() -> None:
    _, log = logged()
    assert divergence(new_game(RULES), log) is None


def test_the_first_entry_that_no_longer_holds_is_named() -> None:
    _, log = logged()
    log[6] = replace(log[6], command=move("BH4", "F2"))
    found = divergence(new_game(RULES), log)
    assert found is not None
    assert (found.entry, found.to) == (log[6], 6)
    assert found.game.state == fold(new_game(RULES).state, log[:6])
    assert found.refusal is not None
    assert found.refusal.why is Why.TOO_FAR


def test_the_first_entry_that_comes_out_otherwise_is_named() -> None:
    _, log = logged()
    log[8] = replace(log[8], events=log[8].events[1:])
    found = divergence(new_game(RULES), log)
    assert found is not None
    assert (found.entry.seq, found.to, found.refusal) == (9, 8, None)


def test_an_entry_that_was_taken_back_is_not_compared() -> None:
    _, log = logged()
    log[8] = replace(log[8], events=log[8].events[1:])
    assert divergence(new_game(RULES), [*log, undo(12, 8)]) is None


def test_what_was_overruled_for_another_reason_is_as_it_was() -> None:
    start = new_game(RULES)
    command = m.Overrule(command=m.StartGame())
    decision = play(start, command).decision
    assert isinstance(decision, tuple)
    assert isinstance(decision[0], m.Overruled)
    for events in (decision[1:], (m.Overruled(why=Why.NOT_NOW, page="RB p. 99"), *decision[1:])):
        entry = m.Entry(seq=1, at=0.0, by="south", frame=None, command=command, events=events)
        assert divergence(start, [entry]) is None


def test_an_entry_comes_out_as_it_was_judged_by_a_noted_hand_or_by_none() -> None:
    hand = tuple(CardId(name) for name in ("wedge", "wedge", "onslaught", "patrol_left"))
    game, _ = after(started(), m.NoteHand(seat=Seat.NORTH, known=hand))
    command = m.Overrule(command=card("battlelore"))
    by_hand, by_none = play(game, command).decision, play_for(game, command, None).decision
    assert by_hand != by_none
    for events in (by_hand, by_none):
        assert isinstance(events, tuple)
        assert replayed(game, entry(6, command, events), command).decision == events


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
    assert msgspec.json.decode(text, type=AnyState) == game.state


def test_an_undo_is_no_event_of_a_state() -> None:
    with pytest.raises(ValueError, match="fold"):
        evolve(new_game(RULES).state, m.Retracted(to=0))


# --- another past -----------------------------------------------------------------------------------

NORTH, SOUTH = Seat.NORTH, Seat.SOUTH
FIGHT = "6 YA VL\n5 .. .. .. FB CG2"


def played(game: Game, *commands: m.Command) -> list[m.Entry]:
    log: list[m.Entry] = []
    for seq, command in enumerate(commands, start=1):
        game, decision = play(game, command)
        assert not isinstance(decision, m.Refusal), (command, decision)
        log.append(entry(seq, command, decision))
    return log


def redone(start: Game, log: list[m.Entry], again: Again) -> Game:
    game = Game(start.ruleset, fold(start.state, [*log, undo(len(log) + 1, again.to)]))
    for command in again.commands:
        game, decision = play(game, command)
        assert not isinstance(decision, m.Refusal), (command, decision)
    return game


def test_a_reaction_played_after_the_dice_goes_back_to_its_moment_and_the_dice_lie_as_they_fell() -> None:
    """RB p. 12; Ref, Unstoppable."""
    start = held(FIGHT, active=NORTH)
    fatal = faces("strike cleave lore")
    log = played(start, attack("FB", "CG"), fatal, m.Advance(to=Hex("E5")))
    again = played_late(start, log, lore("unstoppable", SOUTH))
    assert isinstance(again, Again)
    assert again[:3] == (1, (lore("unstoppable", SOUTH), fatal), 1)
    game = redone(start, log, again)
    assert game.state.wait == m.CounterWait(seat=SOUTH, unit=u("CG"), target=u("FB"), early=True)


def test_what_still_holds_after_a_late_card_is_kept() -> None:
    start = held(FIGHT, active=NORTH)
    dice = faces("pierce cleave lore")
    log = played(start, attack("FB", "CG"), dice, m.Decline(), m.EndMainPhase())
    again = played_late(start, log, lore("turned_blows", SOUTH))
    assert isinstance(again, Again)
    assert again[:3] == (1, (lore("turned_blows", SOUTH), dice, m.Decline(), m.EndMainPhase()), 0)
    game = redone(start, log, again)
    assert (waits(game), game.state.units[u("CG")].figures, game.state.units[u("FB")].figures) == (
        "lore_wait",
        2,
        2,
    )


def test_dice_that_are_too_few_after_a_late_card_are_asked_for_again() -> None:
    """Ref, Rune Blade: four dice."""
    start = held("6 YA VL\n5 .. .. .. CG FB")
    log = played(start, attack("CG", "FB"), faces("pierce pierce lore"), m.Decline())
    again = played_late(start, log, lore("rune_blade"))
    assert isinstance(again, Again)
    assert again[:3] == (1, (lore("rune_blade"),), 2)
    assert redone(start, log, again).state.wait == m.DiceWait(seat=SOUTH, count=4, unit=u("CG"))


def test_the_latest_moment_that_fits_is_taken() -> None:
    start = held("6 YA VL\n5 .. .. FB CG\n3 .. .. FB CG", active=NORTH)
    dice = faces("pierce pierce lore")
    log = played(start, attack("FB", "CG"), dice, m.Decline(), attack("FB2", "CG2"), dice, m.Decline())
    again = played_late(start, log, lore("unstoppable", SOUTH))
    assert again is not None
    assert again.to == 4


def test_a_reaction_may_come_after_the_blow_that_won_the_game() -> None:
    """Ref, Unstoppable."""
    start = held("5 .. .. .. FB1 CG1", active=NORTH)
    log = played(start, attack("FB", "CG"), faces("strike lore lore"))
    assert fold(start.state, log).winner is NORTH
    again = played_late(start, log, lore("unstoppable", SOUTH))
    assert again is not None
    assert waits(redone(start, log, again)) == "counter_wait"


def test_a_late_card_without_a_moment_in_this_turn_stays_refused() -> None:
    start = held(FIGHT, active=NORTH)
    assert played_late(start, [], lore("unstoppable", SOUTH)) is None
    log = played(start, attack("FB", "CG"), faces("pierce pierce lore"), m.Decline())
    assert played_late(start, log, lore("rune_blade", SOUTH)) is None  # he attacked nobody
    more = (m.EndMainPhase(), m.ReplenishLore(choice=LoreChoice.TOKENS), card("wedge"))
    log = played(start, attack("FB", "CG"), faces("pierce pierce lore"), m.Decline(), *more)
    assert played_late(start, log, lore("unstoppable", SOUTH)) is None  # that was the turn before


def test_a_late_card_counts_no_moment_that_was_taken_back() -> None:
    start = held(FIGHT, active=NORTH)
    log = played(start, attack("FB", "CG"), faces("pierce pierce lore"))
    log.append(undo(3, 0))
    assert played_late(start, log, lore("unstoppable", SOUTH)) is None


def test_a_past_entry_is_replaced_and_what_came_after_it_follows() -> None:
    start = held(FIGHT, active=NORTH)
    log = played(start, attack("FB", "CG"), faces("pierce pierce lore"), m.Decline(), m.EndMainPhase())
    again = replaced(start, log, 2, faces("pierce cleave lore"))
    assert isinstance(again, Again)
    assert again[:3] == (1, (faces("pierce cleave lore"), m.Decline(), m.EndMainPhase()), 0)
    assert redone(start, log, again).state.units[u("CG")].figures == 1


def test_what_does_not_hold_after_the_replaced_entry_is_lost_from_there_on() -> None:
    start = held(FIGHT, active=NORTH)
    log = played(
        start, attack("FB", "CG"), faces("pierce pierce lore"), m.Counter(), faces("lore lore pierce")
    )
    again = replaced(start, log, 2, faces("morale pierce lore"))
    assert isinstance(again, Again)
    assert again[:3] == (1, (faces("morale pierce lore"),), 2)
    assert again.broken is not None
    assert (again.broken.entry, again.broken.refusal.why) == (log[2], Why.NOT_NOW)


def test_the_first_and_the_last_entry_can_be_replaced() -> None:
    start = held(FIGHT, active=NORTH)
    log = played(start, trick(SOUTH, m.GainLore(count=1)), attack("FB", "CG"))
    first = trick(SOUTH, m.GainLore(count=2))
    assert replaced(start, log, 1, first) == Again(0, (first, attack("FB", "CG")), 0, held=tuple(log[1:]))
    last = m.EndMainPhase()
    assert replaced(start, log, 2, last) == Again(1, (last,), 0)


def test_a_past_entry_is_left_out_and_what_came_after_it_follows() -> None:
    start = held(FIGHT, active=NORTH)
    log = played(start, trick(SOUTH, m.GainLore(count=1)), attack("FB", "CG"))
    assert replaced(start, log, 1, None) == Again(0, (attack("FB", "CG"),), 0, held=tuple(log[1:]))
    assert replaced(start, log, 2, None) == Again(1, (), 0)


def test_an_entry_is_not_replaced_by_what_could_not_be_done_then() -> None:
    start = held(FIGHT, active=NORTH)
    log = played(start, attack("FB", "CG"), faces("pierce pierce lore"))
    refused = replaced(start, log, 2, m.EndMainPhase())
    assert isinstance(refused, m.Refusal)
    assert refused.why is Why.NOT_NOW


def test_an_entry_that_was_taken_back_or_never_was_cannot_be_replaced() -> None:
    start = held(FIGHT, active=NORTH)
    log = played(start, attack("FB", "CG"), faces("pierce pierce lore"))
    log.append(undo(3, 1))
    for seq in (2, 3, 9):
        with pytest.raises(LookupError):
            replaced(start, log, seq, m.EndMainPhase())
