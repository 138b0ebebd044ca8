"""Every legal command for what every edition waits for, in a fixed order.

Left out: dice, corrections, overruling, cards that nobody listed, lore cards (see
``lore.playable``), and in the set-up the placing of units.  To commit no dice at all is
listed once, as a ``Commit``.
"""

from collections.abc import Iterator, Mapping

from rules.kernel import messages as m
from rules.kernel.battle.attacks import check_attack, targets
from rules.kernel.chapters import card_numbers
from rules.kernel.chapters.cards import check_card
from rules.kernel.chapters.corrections import dice_anew
from rules.kernel.chapters.movement import (
    check_move,
    check_start_attacks,
    hexes_at_most,
    reachable,
    reachable_over,
    tramples,
)
from rules.kernel.chapters.orders import check_naming
from rules.kernel.course import passes
from rules.kernel.edition import Waiting
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit


def _cards(game: Game, wait: m.CardWait) -> Iterator[m.Command]:
    for card in game.ruleset.catalogue.cards:
        for command in (m.PlayCard(card=card), m.PlayCard(card=card, anywhere=True)):
            if passes(check_card(game, command)):
                yield command


def more_attacks(game: Game, wait: m.ExtraAttackWait) -> Iterator[m.Command]:
    """Yield the attacks that a unit may make beside its first."""
    yield from _attacks(game, game.state.units[wait.unit])
    yield m.Decline()


def _dice(game: Game, wait: m.DiceWait) -> Iterator[m.Command]:
    if wait.count == 0:
        yield m.Roll(faces=())


def _numbers(game: Game, wait: m.NumberWait) -> Iterator[m.Command]:
    yield from card_numbers.answers(game, wait)
    yield m.Decline()


def counters(game: Game, wait: m.CounterWait) -> Iterator[m.Command]:
    """Yield the counter, and to let it pass."""
    yield m.Counter()
    yield m.Decline()


def _nothing(game: Game, wait: m.OverWait) -> Iterator[m.Command]:
    return iter(())


def orders(game: Game) -> Iterator[m.Order]:
    """Yield every unit that may be named, in the order of its army."""
    for unit in game.state.army(game.state.active):
        order = m.Order(unit=unit.id)
        if not unit.ordered and passes(check_naming(game, order)):
            yield order


def deeds(game: Game) -> Iterator[m.Command]:
    """Yield what ordered units may do: their moves, then their attacks; and the end of it."""
    ordered = [unit for unit in game.state.army(game.state.active) if unit.ordered]
    for unit in ordered:
        yield from _moves(game, unit)
    for unit in ordered:
        yield from _attacks(game, unit)
    opening = m.StartAttacks()
    if passes(check_start_attacks(game, opening)):
        yield opening
    yield m.EndMainPhase()


def _main_phase(game: Game, wait: m.OrdersWait) -> Iterator[m.Command]:
    yield from orders(game)
    yield from deeds(game)


def _moves(game: Game, unit: Unit) -> Iterator[m.Move]:
    """Yield *unit*'s moves: if one of them passes the checks, all of them do."""
    hexes = hexes_at_most(game, unit)
    goals = sorted(reachable(game, unit, hexes), key=game.ruleset.places.__getitem__) if hexes else ()
    moves = [m.Move(unit=unit.id, to=place) for place in goals]
    if hexes and tramples(game, unit) is not None:
        moves += _over_enemies(game, unit, hexes)
    if moves and passes(check_move(game, moves[0])):
        yield from moves


def _over_enemies(game: Game, unit: Unit, hexes: int) -> Iterator[m.Move]:
    """Yield the moves that trample one enemy; those over more must be told."""
    assert unit.at is not None
    distance = game.ruleset.board.distance
    for enemy in game.enemies(unit.seat):
        if enemy.at is None or distance(unit.at, enemy.at) >= hexes:
            continue
        goals = reachable_over(game, unit, (enemy.at,), hexes)
        for goal in sorted(goals, key=game.ruleset.places.__getitem__):
            yield m.Move(unit=unit.id, to=goal, through=(enemy.at,))


def _attacks(game: Game, unit: Unit) -> Iterator[m.Attack]:
    """Yield *unit*'s attacks: if one target in reach passes the checks, all of them do."""
    found = targets(game, unit)
    if found and passes(check_attack(game, m.Attack(unit=unit.id, target=found[0]))):
        yield from (m.Attack(unit=unit.id, target=target) for target in found)


SHARED_WAITS: Mapping[type[m.Wait], Waiting] = {
    m.CardWait: Waiting(_cards),
    m.OrdersWait: Waiting(_main_phase),
    m.DiceWait: Waiting(_dice, anew=dice_anew),
    m.NumberWait: Waiting(_numbers, decline=card_numbers.decline),
    m.OverWait: Waiting(_nothing),
}
"""The waits that every edition has; an edition adds its own to these."""
