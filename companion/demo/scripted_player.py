"""A player for demonstrations: plays sensibly enough that games come to an end.

It may use every option that the rules offer and nothing else; its luck comes
from the random numbers it is given.  Knows no camera and no table.
"""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

from companion.demo.editions import ANSWERS
from rules.kernel.decide import options
from rules.kernel.game import Game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import (
    Advance,
    AdvanceWait,
    Attack,
    CardWait,
    Command,
    Counter,
    CounterWait,
    Decline,
    DiceWait,
    EndMainPhase,
    ExtraAttackWait,
    Move,
    NumberWait,
    Order,
    OrdersWait,
    PlaceBanner,
    PlayCard,
    Refusal,
    Roll,
    SetUpWait,
    StartGame,
    TellNumber,
)
from rules.kernel.state import Unit
from rules.kernel.values import CardId, Seat

Option = TypeVar("Option", bound=Command)

FAR = 99
COMES_BACK = 0.25
"""How often a pursuit comes back to the hex where it began, where it can."""


class ScriptedPlayer:
    """Plays both seats; the same *random* and the same game give the same commands."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._deck: list[CardId] = []
        self._hands: dict[Seat, list[CardId]] = {}

    def next_commands(self, game: Game) -> tuple[Command, ...]:
        """Return what is done next: one command, or two where one gesture means both."""
        wait = game.state.waits[-1]
        if answer := ANSWERS.get(type(wait)):
            return answer(self._random, game, wait)
        match wait:
            case SetUpWait():
                return (self._set_up(game, wait),)
            case CardWait():
                return (self._card(game),)
            case OrdersWait():
                return self._orders(game)
            case ExtraAttackWait():
                attacks = _of(Attack, options(game))
                return (self._best_attack(game, attacks) if attacks else Decline(),)
            case DiceWait(count=count):
                return (self._roll(game, count),)
            case CounterWait():
                return self._counter(game)
            case AdvanceWait():
                return (self._advance(game, wait),)
            case NumberWait():
                return (self._random.choice(_of(TellNumber, options(game))),)
        return options(game)[:1]

    def _roll(self, game: Game, count: int) -> Roll:
        faces = game.ruleset.edition.faces
        return Roll(faces=faces.in_order(self._random.choice(faces.all) for _ in range(count)))

    def _set_up(self, game: Game, wait: SetUpWait) -> Command:
        free = [at for at in game.ruleset.scenario.banners.stand_in if at not in game.state.banners]
        return PlaceBanner(at=free[0]) if wait.banners else StartGame()

    def _card(self, game: Game) -> Command:
        """Play the card in hand whose orders reach the most of what is worth ordering."""
        hand = self._hands.setdefault(game.state.active, [])
        while len(hand) < game.state.sides[game.state.active].cards:
            hand.append(self._draw(game))
        can = {command.card for command in _of(PlayCard, options(game))}
        fit = sorted(can.intersection(hand)) or sorted(can)
        worth = {card: self._card_worth(game, PlayCard(card=card)) for card in fit}
        best = max(worth, key=worth.__getitem__)
        hand.remove(best if best in hand else hand[0])
        return PlayCard(card=best)

    def _draw(self, game: Game) -> CardId:
        """Draw from a deck with two of each card; how many there really are is not known."""
        if not self._deck:
            self._deck = sorted(game.ruleset.catalogue.cards) * 2
            self._random.shuffle(self._deck)
        return self._deck.pop()

    def _card_worth(self, game: Game, card: PlayCard) -> float:
        after, _ = play(game, card)
        wait = after.state.waits[-1]
        if isinstance(wait, DiceWait):
            return self._random.random()
        gains = sorted((self._gain(after, order) for order in _of(Order, options(after))), reverse=True)
        count = sum(grant.count for grant in after.state.grants)
        return sum(gains[:count]) + self._random.random()

    def _gain(self, game: Game, order: Order) -> float:
        """Return how much better *order*'s unit can stand, or what it can attack from where it is."""
        unit = game.state.units[order.unit]
        enemies = game.enemies(unit.seat)
        near = min((game.ruleset.board.distance(_at(unit), _at(enemy)) for enemy in enemies), default=FAR)
        kind = game.kind(unit)
        reach = (kind.move or 0) + (kind.range[1] if kind.range else 1)
        return 3.0 if near <= reach else 1.0 / near

    def _orders(self, game: Game) -> tuple[Command, ...]:
        """Order and move what is worth it, then attack while there is something to attack, then end."""
        offered = options(game)
        plans = [self._plan(game, order) for order in _of(Order, offered)]
        useful = [plan for plan in plans if plan[0] > 0.05]
        if useful:
            return max(useful, key=lambda plan: plan[0])[1]
        attacks = _of(Attack, offered)
        return (self._best_attack(game, attacks) if attacks else EndMainPhase(),)

    def _plan(self, game: Game, order: Order) -> tuple[float, tuple[Command, ...]]:
        """Return what ordering a unit is worth, and the commands for it."""
        ordered, decision = play(game, order)
        assert not isinstance(decision, Refusal)
        unit = ordered.state.units[order.unit]
        stay = self._worth(ordered, unit, _at(unit))
        moves = [move for move in _of(Move, options(ordered)) if move.unit == unit.id]
        best = max(moves, key=lambda move: self._worth(ordered, unit, move.to), default=None)
        gain = 0.0 if best is None else self._worth(ordered, unit, best.to) - stay
        if best is not None and gain > 0.3:
            return gain + self._random.random() * 0.2, (order, best)
        return (1.0 if _can_attack(ordered, unit, _at(unit)) else 0.0), (order,)

    def _worth(self, game: Game, unit: Unit, at: Hex) -> float:
        """Return how well *unit* would stand on *at*: something to attack, banners, the enemy near."""
        enemies = [_at(enemy) for enemy in game.enemies(unit.seat)]
        near = min((game.ruleset.board.distance(at, enemy) for enemy in enemies), default=FAR)
        worth = 4.0 if _can_attack(game, unit, at) else 0.0
        worth += 2.0 if at in game.state.banners else 0.0
        worth -= 2.0 if unit.at in game.state.banners and at != unit.at else 0.0
        return worth - 0.4 * near - (0.5 if game.kind(unit).range and near == 1 else 0.0)

    def _best_attack(self, game: Game, attacks: list[Attack]) -> Attack:
        """Attack whom it hurts most: few figures left, a banner under its feet."""

        def worth(attack: Attack) -> float:
            target = game.state.units[attack.target]
            return 4.0 - game.left(target) + (2.0 if target.at in game.state.banners else 0.0)

        return max(attacks, key=lambda attack: (worth(attack), self._random.random()))

    def _counter(self, game: Game) -> tuple[Command, ...]:
        """Counter, mostly; the dice say it, so the roll belongs to it."""
        if self._random.random() < 0.1:
            return (Decline(),)
        after, decision = play(game, Counter())
        wait = after.state.waits[-1]
        if isinstance(decision, Refusal) or not isinstance(wait, DiceWait):
            return (Decline(),)
        return Counter(), self._roll(game, wait.count)

    def _advance(self, game: Game, wait: AdvanceWait) -> Command:
        unit = game.state.units[wait.unit]
        if unit.at in wait.to and self._random.random() < COMES_BACK:
            return Advance(to=_at(unit))
        best = max(wait.to, key=lambda at: self._worth(game, unit, at))
        better = self._worth(game, unit, best) >= self._worth(game, unit, _at(unit))
        return Advance(to=best) if better or self._random.random() < 0.5 else Decline()


def _can_attack(game: Game, unit: Unit, at: Hex) -> bool:
    """Return whether an enemy would be near enough, lines of sight apart."""
    low, high = game.kind(unit).range or (1, 1)
    enemies: Iterable[Unit] = game.enemies(unit.seat)
    return any(low <= game.ruleset.board.distance(at, _at(enemy)) <= high for enemy in enemies)


def _at(unit: Unit) -> Hex:
    assert unit.at is not None
    return unit.at


def _of(sort: type[Option], commands: Iterable[Command]) -> list[Option]:
    return [command for command in commands if isinstance(command, sort)]
