"""What a command leads to: dispatch only; each chapter of the rulebook is a module of its own.

``decide`` answers events or a refusal and changes nothing.
"""

from typing import assert_never

from rules.kernel import messages as m
from rules.kernel.battle import attacks, rolling
from rules.kernel.chapters import card_numbers, cards, corrections, lore, movement, orders
from rules.kernel.course import Checks, Course
from rules.kernel.options import legal
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.second import answering, committing, following, retreating, rune_shield, upkeep
from rules.second.setting_up import battlefield, mustering, placing


def decide(game: Game, command: m.AnyCommand) -> m.Decision:
    """Return the events that *command* brings about, the last an ``Awaited``, or why it cannot be obeyed."""
    course = follow(game, command)
    return course if isinstance(course, m.Refusal) else tuple(course.events)


def follow(game: Game, command: m.AnyCommand) -> Course | m.Refusal:
    """Return the whole course that *command* takes, or why it cannot be obeyed."""
    course = Course(game)
    refused = _carry_out(course, command)
    return course if refused is None else refused


def _carry_out(course: Course, command: m.AnyCommand) -> m.Refusal | None:
    """Let *command* take its course, or return why it cannot be obeyed.

    Where it needs a number that nobody told us, the game waits for that first.
    """
    inner = command.command if isinstance(command, m.Overrule) else command
    if isinstance(command, m.Overrule):
        refusals = list(checks(course.game, inner))
        refused = next((refused for refused in refusals if refused.final), None)
    else:
        refusals = []
        refused = next(checks(course.game, inner), None)
    if refused is not None:
        return refused
    if isinstance(inner, m.Move | m.Attack | m.Counter):
        missing = card_numbers.needed(course.game, inner)
        if missing is not None:
            card_numbers.ask_for(course, *missing, then=command if isinstance(command, m.Overrule) else inner)
            return None
    if refusals:
        course.say(m.Overruled(why=refusals[0].why, page=refusals[0].page))
    obey(course, inner)
    return None


def options(game: Game) -> tuple[m.AnyCommand, ...]:
    """Return every legal command that needs no dice and is no correction, in a fixed order.

    What else is left out is told in ``options``, and for the set-up in ``placing``.
    """
    return tuple(legal(game))


def checks(game: Game, command: m.AnyCommand) -> Checks:
    """Return all that is wrong with *command*, the first reason first."""
    match command:
        case m.Move():
            return movement.check_move(game, command)
        case m.Attack():
            return attacks.check_attack(game, command)
        case m.Order():
            return orders.check_order(game, command)
        case m.Roll():
            return rolling.check_roll(game, command)
        case m.Commit():
            return committing.check_commit(game, command)
        case m.IgnoreRetreats():
            return retreating.check_ignore(game, command)
        case m.ChooseWay():
            return retreating.check_way(game, command)
        case m.Counter():
            return not_now(game, m.CounterWait)
        case m.Advance():
            return following.check_advance(game, command)
        case m.Decline():
            return not_now(game, *OPTIONAL)
        case m.EndMainPhase():
            return not_now(game, m.OrdersWait)
        case m.ExchangeLore():
            return upkeep.check_exchange(game, command)
        case m.PlayCard():
            return cards.check_card(game, command)
        case m.PlayUnlistedCard():
            return cards.check_unlisted(game, command)
        case m.Cure():
            return orders.check_cure(game, command)
        case m.StartAttacks():
            return movement.check_start_attacks(game)
        case m.PlaceUnit():
            return placing.check_place(game, command)
        case m.StartGame():
            return placing.check_start(game, command)
        case m.ChooseScenarioCard():
            return battlefield.check_card(game, command)
        case m.ChooseFirst():
            return battlefield.check_first(game)
        case m.FinishTerrain():
            return not_now(game, m.TerrainWait)
        case m.PlaceFord():
            return battlefield.check_ford(game, command)
        case m.Muster():
            return mustering.check_muster(game, command)
        case m.RevealArmies():
            return not_now(game, m.RevealWait)
        case m.PlaceBanner():
            return corrections.check_banner(game, command)
        case m.RemoveBanner():
            return corrections.check_no_banner(game, command)
        case m.PlaceTerrain():
            return corrections.check_terrain(game, command)
        case m.RemoveTerrain():
            return corrections.check_no_terrain(game, command)
        case m.PlayLoreCard():
            return lore.check_card(game, command)
        case m.PlayUnlistedLoreCard():
            return lore.check_unlisted(game, command)
        case m.ReplenishLore():
            return lore.check_replenish(game, command)
        case m.Shield():
            return rune_shield.check(game, command)
        case m.NoteHand():
            return corrections.check_hand(game, command)
        case m.CorrectUnit():
            return corrections.check_unit(game, command)
        case m.CorrectScore():
            return corrections.check_score(game, command)
        case m.TellNumber():
            return card_numbers.check(game, command)
        case m.Overrule():
            return checks(game, command.command)
        case _:
            assert_never(command)


def obey(course: Course, command: m.AnyCommand) -> None:
    """Let *command* take its course, whether or not the rules allow it."""
    match command:
        case m.Move():
            movement.move(course, command)
        case m.Attack():
            attacks.attack(course, command)
        case m.Order():
            orders.order(course, command)
        case m.Roll():
            rolling.roll(course, command)
        case m.Commit():
            committing.resolve(course, command)
        case m.IgnoreRetreats():
            retreating.ignore(course, command)
        case m.ChooseWay():
            retreating.choose_way(course, command)
        case m.Counter():
            answering.counter(course)
        case m.Advance():
            following.advance(course, command)
        case m.Decline():
            _decline(course)
        case m.EndMainPhase():
            upkeep.end_main_phase(course)
        case m.ExchangeLore():
            upkeep.exchange(course, command)
        case m.PlayCard():
            cards.play_card(course, command)
        case m.PlayUnlistedCard():
            cards.play_unlisted(course, command)
        case m.Cure():
            orders.cure(course, command)
        case m.StartAttacks():
            movement.start_attacks(course)
        case m.PlaceUnit():
            placing.place(course, command)
        case m.StartGame():
            placing.start(course, command)
        case m.ChooseScenarioCard():
            battlefield.choose_card(course, command)
        case m.ChooseFirst():
            battlefield.choose_first(course, command)
        case m.FinishTerrain():
            battlefield.finish_terrain(course)
        case m.PlaceFord():
            battlefield.place_ford(course, command)
        case m.Muster():
            mustering.muster(course, command)
        case m.RevealArmies():
            mustering.reveal(course)
        case m.PlaceBanner():
            corrections.place_banner(course, command)
        case m.RemoveBanner():
            corrections.remove_banner(course, command)
        case m.PlaceTerrain():
            corrections.place_terrain(course, command)
        case m.RemoveTerrain():
            corrections.remove_terrain(course, command)
        case m.PlayLoreCard():
            lore.play_card(course, command)
        case m.PlayUnlistedLoreCard():
            lore.play_unlisted(course, command)
        case m.ReplenishLore():
            upkeep.replenish(course, command)
        case m.Shield():
            rune_shield.put(course, command)
        case m.NoteHand():
            corrections.note_hand(course, command)
        case m.CorrectUnit():
            corrections.correct_unit(course, command)
        case m.CorrectScore():
            corrections.correct_score(course, command)
        case m.TellNumber():
            _tell_number(course, command)
        case m.Overrule():
            obey(course, command.command)
        case _:
            assert_never(command)


def _tell_number(course: Course, command: m.TellNumber) -> None:
    """Keep a number; then do what waited for it, unless with that number it cannot be done."""
    wait = course.state.wait
    is_answer = card_numbers.is_answer(course.game, command)
    card_numbers.keep(course, command)
    if not isinstance(wait, m.NumberWait):
        corrections.settle(course, {})
    elif not is_answer or _carry_out(course, wait.then) is not None:
        course.wait(*course.state.waits)


OPTIONAL = (m.CommitWait, m.CounterWait, m.AdvanceWait, m.ExtraAttackWait, m.ExchangeWait, m.NumberWait)


def _decline(course: Course) -> None:
    """Let pass what the game waits for."""
    wait = course.state.wait
    match wait:
        case m.CommitWait():
            committing.decline(course, wait)
        case m.CounterWait() | m.AdvanceWait() | m.ExtraAttackWait():
            following.decline(course, wait)
        case m.ExchangeWait():
            upkeep.decline(course, wait)
        case m.NumberWait():
            card_numbers.decline(course, wait)
        case _:
            raise AssertionError(f"nothing to decline in {wait}")
