"""Every legal command for what the game waits for, in a fixed order.

Left out: dice, corrections, overruling, cards that nobody listed, lore cards (see
``lore.playable``), and in the set-up the placing of units.  To commit no dice at all is
listed once, as a ``Commit``.
"""

from collections.abc import Iterator
from itertools import product
from typing import assert_never

from rules.kernel import messages as m
from rules.kernel.battle.attacks import check_attack, targets
from rules.kernel.chapters import card_numbers
from rules.kernel.chapters.ask import can_be_ordered_for_lore
from rules.kernel.chapters.cards import check_card
from rules.kernel.chapters.movement import (
    check_move,
    check_start_attacks,
    hexes_at_most,
    reachable,
    reachable_over,
    tramples,
)
from rules.kernel.chapters.orders import check_cure, check_order
from rules.kernel.course import passes
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import LoreChoice
from rules.second.committing import check_commit
from rules.second.setting_up.placing import set_up_options


def legal(game: Game) -> Iterator[m.AnyCommand]:
    """Yield what can be answered to the innermost wait: cards, orders, cures, moves, attacks, the end."""
    wait = game.state.wait
    match wait:
        case (
            m.ScenarioCardsWait()
            | m.FirstPlayerWait()
            | m.TerrainWait()
            | m.FordWait()
            | m.MusterWait()
            | m.RevealWait()
            | m.SetUpWait()
        ):
            yield from set_up_options(game)
        case m.CardWait():
            for card in game.ruleset.catalogue.cards:
                for command in (m.PlayCard(card=card), m.PlayCard(card=card, anywhere=True)):
                    if passes(check_card(game, command)):
                        yield command
        case m.OrdersWait():
            yield from _main_phase(game)
        case m.ExtraAttackWait():
            yield from _attacks(game, game.state.units[wait.unit])
            yield m.Decline()
        case m.DiceWait():
            if wait.count == 0:
                yield m.Roll(faces=())
        case m.CommitWait():
            for counts in product(*(range(most + 1) for most in wait.most.values())):
                commit = m.Commit(dice=dict(zip(wait.most, counts, strict=True)))
                if passes(check_commit(game, commit)):  # two abilities may want the same dice
                    yield commit
        case m.ShieldWait():
            yield from (m.Shield(unit=unit) for unit in wait.units)
        case m.IgnoreWait():
            yield from (m.IgnoreRetreats(hexes=hexes) for hexes in range(wait.most, -1, -1))
        case m.WayWait():
            yield from (m.ChooseWay(way=way) for way in wait.ways)
        case m.CounterWait():
            yield m.Counter()
            yield m.Decline()
        case m.AdvanceWait():
            yield from (m.Advance(to=place) for place in wait.to)
            yield m.Decline()
        case m.ExchangeWait():
            yield from (m.ExchangeLore(points=points) for points in range(1, wait.most + 1))
            yield m.Decline()
        case m.LoreWait():
            yield from (m.ReplenishLore(choice=choice) for choice in LoreChoice)
        case m.NumberWait():
            yield from card_numbers.answers(game, wait)
            yield m.Decline()
        case m.OverWait():
            return
        case _:
            assert_never(wait)


def _main_phase(game: Game) -> Iterator[m.AnyCommand]:
    own = game.state.army(game.state.active)
    for unit in own:
        order = m.Order(unit=unit.id)
        if not unit.ordered and passes(check_order(game, order)):
            yield order
        paid = m.Order(unit=unit.id, paid=True)
        if not unit.ordered and can_be_ordered_for_lore(game, unit) and passes(check_order(game, paid)):
            yield paid
    ordered = [unit for unit in own if unit.ordered]
    for unit in ordered:
        for marker in unit.markers:
            cure = m.Cure(unit=unit.id, marker=marker)
            if passes(check_cure(game, cure)):
                yield cure
    for unit in ordered:
        yield from _moves(game, unit)
    for unit in ordered:
        yield from _attacks(game, unit)
    if passes(check_start_attacks(game)):
        yield m.StartAttacks()
    yield m.EndMainPhase()


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
    for enemy in game.state.army(unit.seat.other):
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
