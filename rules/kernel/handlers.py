"""The commands that every edition has, each with what is wrong with it and how it is obeyed.

Each chapter of the rulebook is a module of its own; an edition adds its own to these.
"""

from collections.abc import Mapping

from rules.kernel import messages as m
from rules.kernel.battle import attacks, rolling
from rules.kernel.chapters import card_numbers, cards, corrections, movement, orders
from rules.kernel.course import Checks, Course
from rules.kernel.decide import carry_out
from rules.kernel.edition import Handler
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now


def check_decline(game: Game, command: m.Decline) -> Checks:
    """Yield why there is nothing to let pass."""
    waits = game.ruleset.edition.waits.items()
    return not_now(game, *(sort for sort, waiting in waits if waiting.decline is not None))


def decline(course: Course, command: m.Decline) -> None:
    """Let pass what the game waits for."""
    wait = course.state.wait
    pass_by = course.ruleset.edition.waits[type(wait)].decline
    assert pass_by is not None, f"nothing to decline in {wait}"
    pass_by(course, wait)


def tell_number(course: Course, command: m.TellNumber) -> None:
    """Keep a number; then do what waited for it, unless with that number it cannot be done."""
    wait = course.state.wait
    is_answer = card_numbers.is_answer(course.game, command)
    card_numbers.keep(course, command)
    if not isinstance(wait, m.NumberWait):
        corrections.settle(course, {})
    elif not is_answer or carry_out(course, wait.then) is not None:
        course.wait(*course.state.waits)


SHARED: Mapping[type[m.Command], Handler] = {
    m.PlayCard: Handler(cards.check_card, cards.play_card),
    m.PlayUnlistedCard: Handler(cards.check_unlisted, cards.play_unlisted),
    m.Order: Handler(orders.check_naming, orders.name),
    m.Move: Handler(movement.check_move, movement.move),
    m.StartAttacks: Handler(movement.check_start_attacks, movement.start_attacks),
    m.Attack: Handler(attacks.check_attack, attacks.attack),
    m.Roll: Handler(rolling.check_roll, rolling.roll),
    m.Counter: Handler(attacks.check_counter, attacks.counter),
    m.Decline: Handler(check_decline, decline),
    m.PlaceBanner: Handler(corrections.check_banner, corrections.place_banner),
    m.RemoveBanner: Handler(corrections.check_no_banner, corrections.remove_banner),
    m.PlaceTerrain: Handler(corrections.check_terrain, corrections.place_terrain),
    m.RemoveTerrain: Handler(corrections.check_no_terrain, corrections.remove_terrain),
    m.NoteHand: Handler(corrections.check_hand, corrections.note_hand),
    m.CorrectUnit: Handler(corrections.check_unit, corrections.correct_unit),
    m.CorrectScore: Handler(corrections.check_score, corrections.correct_score),
    m.TellNumber: Handler(card_numbers.check, tell_number),
}
