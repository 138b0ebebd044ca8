"""Games that play themselves: everything legal, now and then something else, never twice the same.

The player likes attacks and banners, because games have to end.  He also plays
cards that nobody knows, corrects, overrules and takes back.
"""

from collections.abc import Callable, Iterable
from importlib import resources
from random import Random
from typing import NamedTuple

from rules import messages as m
from rules.catalogue import FILES, parse_catalogue
from rules.decide import options
from rules.editions.second import SECOND
from rules.game import new_game, play
from rules.hexes import Board, Direction, Hex
from rules.replay import fold
from rules.ruleset import Game, Ruleset
from rules.values import Face, Marker, Seat, Section, Step, UnitId

Whim = (
    m.PlayCard
    | m.Order
    | m.Move
    | m.Attack
    | m.Cure
    | m.Counter
    | m.Advance
    | m.ChooseWay
    | m.ExchangeLore
    | m.Decline
    | m.EndMainPhase
    | m.StartAttacks
    | m.StartGame
)
Watcher = Callable[[Game, m.AnyCommand, tuple[m.AnyEvent, ...], Game], None]
MOST_ENTRIES = 6000


def learning_rules() -> Ruleset:
    """Return the learning scenario as the project's own config has it."""
    folder = resources.files("config") / "second"
    catalogue = parse_catalogue({file: (folder / file).read_text(encoding="utf-8") for file in FILES})
    board = Board((12, 11, 12, 11, 12, 11, 12, 11, 12), (3.5, 7.5))
    return Ruleset(SECOND, catalogue, board, catalogue.scenarios["learning"])


class Played(NamedTuple):
    """A game from its start to its end."""

    start: Game
    end: Game
    log: tuple[m.Entry, ...]


def play_random(ruleset: Ruleset, seed: int, *, watch: Iterable[Watcher] = (), whims: bool = True) -> Played:
    """Play a game to its end; each of *watch* is shown every step.

    Without *whims* nothing is corrected, overruled or taken back.
    """
    table = _Table(ruleset, Random(seed), tuple(watch))
    table.set_up()
    while table.game.state.step is not Step.OVER:
        assert len(table.log) < MOST_ENTRIES, f"seed {seed} does not end"
        if whims and table.chance.random() < 0.03:
            table.follow_a_whim()
        else:
            table.say(table.next_command())
    return Played(table.start, table.game, tuple(table.log))


class _Table:
    def __init__(self, ruleset: Ruleset, chance: Random, watch: tuple[Watcher, ...]) -> None:
        self.start = self.game = new_game(ruleset)
        self.chance, self.watch = chance, watch
        self.log: list[m.Entry] = []
        self.states = [self.game]
        self.live: list[int] = []

    def say(self, command: m.AnyCommand, *, may_fail: bool = False) -> bool:
        """Have *command* done.  A refusal is a fault unless it *may_fail*."""
        before = self.game
        after, decision = play(before, command)
        if isinstance(decision, m.Refusal):
            assert may_fail, (command, decision)
            assert after == before
            return False
        for watcher in self.watch:
            watcher(before, command, decision, after)
        self._keep(command, decision, after)
        self.live.append(len(self.log))
        return True

    def _keep(self, command: m.AnyCommand | None, events: tuple[m.AnyEvent, ...], after: Game) -> None:
        seq = len(self.log) + 1
        self.log.append(
            m.Entry(seq=seq, at=float(seq), by="chance", frame=None, command=command, events=events)
        )
        self.game = after
        self.states.append(after)

    def set_up(self) -> None:
        """Put three banners near the middle and start."""
        near = [name for name in self.game.ruleset.board.hexes if name[1] in "456"]
        self.say(m.PlaceUnit(unit=self._somebody(), at=self._free_hex()))
        for place in self.chance.sample(near, self.game.ruleset.scenario.banners.count):
            self.say(m.PlaceBanner(at=place))
        self.say(m.StartGame())

    def next_command(self) -> m.AnyCommand:
        """Return something legal that brings the game nearer to its end."""
        chance, wait = self.chance, self.game.state.wait
        if isinstance(wait, m.DiceWait):
            return m.Roll(faces=tuple(chance.choices(tuple(Face), k=wait.count)))
        if isinstance(wait, m.CardWait) and chance.random() < 0.2:
            return self.unlisted_card()
        offers = options(self.game)
        assert offers, f"nothing can be done, and the game waits for {wait}"
        if isinstance(wait, m.OrdersWait):
            return self._among_orders(offers)
        likely = tuple(offer for offer in offers if not isinstance(offer, m.Decline))
        return chance.choice(likely if likely and chance.random() < 0.85 else offers)

    def _among_orders(self, offers: tuple[m.AnyCommand, ...]) -> m.AnyCommand:
        """Order first, then move toward the banners, then attack, then end; now and then out of turn."""
        for sort, odds in (
            (m.Cure, 0.5),
            (m.Order, 0.95),
            (m.Move, 0.85),
            (m.StartAttacks, 0.3),
            (m.Attack, 0.95),
        ):
            some = [offer for offer in offers if isinstance(offer, sort)]
            if some and self.chance.random() < odds:
                moves = [offer for offer in some if isinstance(offer, m.Move)]
                return min(moves, key=self._far) if moves else self.chance.choice(some)
        return self.chance.choice(offers) if self.chance.random() < 0.1 else m.EndMainPhase()

    def _far(self, move: m.Move) -> float:
        distance = self.game.ruleset.board.distance
        banners = self.game.state.banners
        return min((distance(move.to, at) for at in banners), default=0) + 3 * self.chance.random()

    def unlisted_card(self) -> m.PlayUnlistedCard:
        """Return a card with a few verbs that nobody has printed."""
        chance = self.chance
        makers = (
            lambda: m.GrantOrders(count=chance.randint(1, 3), section=chance.choice((None, *Section))),
            lambda: m.GrantOrders(count=2, traits=("archer",), not_weak=True),
            lambda: m.GrantExtraAttack(trait=chance.choice(("archer", "melee"))),
            lambda: m.GrantExtraMove(trait="infantry", hexes=1),
            lambda: m.RollForOrders(
                dice=4,
                orders=dict.fromkeys((Face.STRIKE, Face.CLEAVE, Face.PIERCE), ("infantry",)),
                lore=3,
            ),
            lambda: m.AddDice(count=chance.choice((-1, 1, 2))),
            lambda: m.DealDamage(unit=self._somebody(), count=chance.randint(1, 2)),
            lambda: m.Heal(unit=self._somebody(), count=chance.randint(1, 2)),
            lambda: m.PlaceAt(unit=self._somebody(), at=self._free_hex()),
            lambda: m.Mark(
                unit=self._somebody(), marker=chance.choice(tuple(Marker)), on=chance.random() < 0.7
            ),
            lambda: m.GainLore(count=chance.randint(0, 3)),
            lambda: m.GainPoints(count=1),
        )
        grant = m.GrantOrders(count=chance.randint(1, 4))
        extra = tuple(make() for make in chance.sample(makers, chance.randint(0, 1)))
        return m.PlayUnlistedCard(name="Something Else", does=(grant, *extra))

    def follow_a_whim(self) -> None:
        """Correct something, overrule the rules, ask for what is forbidden, or take moves back."""
        whims = (
            lambda: self.say(self._correction(), may_fail=True),
            lambda: self.say(m.Overrule(command=self._anything()), may_fail=True),
            self._ask_anything,
            self._undo,
        )
        self.chance.choice(whims)()

    def _correction(self) -> m.AnyCommand:
        """Return what is accepted at any time, though not with any number."""
        chance, unit = self.chance, self.game.state.units[self._somebody()]
        seat, cards = chance.choice(tuple(Seat)), tuple(self.game.ruleset.catalogue.cards)
        at = chance.choice((unit.at, unit.at, self._free_hex(), None))
        markers = tuple(marker for marker in Marker if chance.random() < 0.2)
        figures = 0 if at is None else chance.randint(1, 3)
        banner = chance.choice((self._free_hex(), *self.game.state.banners))
        return chance.choice(
            (
                m.CorrectUnit(unit=unit.id, at=at, figures=figures, markers=markers),
                m.CorrectScore(seat=seat, lore=chance.randint(0, 6)),
                m.CorrectScore(seat=seat, points=chance.randint(0, 9), cards=chance.randint(1, 5)),
                m.NoteHand(seat=seat, known=tuple(chance.sample(cards, chance.randint(0, 3)))),
                m.PlaceBanner(at=banner),
                m.RemoveBanner(at=banner),
            )
        )

    def _ask_anything(self) -> None:
        """Ask for something: it is done exactly if it was offered.

        To commit no die can also be said as ``Decline``, which is not offered twice.
        """
        command, wait = self._anything(), self.game.state.wait
        nothing = isinstance(command, m.Decline) and isinstance(wait, m.CommitWait)
        offered = nothing or command in options(self.game)
        assert self.say(command, may_fail=True) == offered, command

    def _anything(self) -> Whim:
        chance, unit = self.chance, self._somebody()
        cards = tuple(self.game.ruleset.catalogue.cards)
        return chance.choice(
            (
                m.PlayCard(card=chance.choice(cards), anywhere=chance.random() < 0.5),
                m.Order(unit=unit),
                m.Order(unit=unit),
                m.Move(unit=unit, to=self._free_hex()),
                m.Move(unit=unit, to=self._free_hex()),
                m.Attack(unit=unit, target=self._somebody()),
                m.Attack(unit=unit, target=self._somebody()),
                m.Cure(unit=unit, marker=chance.choice(tuple(Marker))),
                m.Counter(),
                m.Advance(to=self._free_hex()),
                m.ChooseWay(way=chance.choice(tuple(Direction))),
                m.ExchangeLore(points=chance.randint(1, 2)),
                m.Decline(),
                m.EndMainPhase(),
                m.StartAttacks(),
                m.StartGame(),
            )
        )

    def _undo(self) -> None:
        back = self.chance.randint(1, 8)
        if len(self.live) > back + 5:
            kept = self.live[-back - 1]
            self._keep(None, (m.Retracted(to=kept),), self.states[kept])
            self.live = [*self.live[: -back - 1], kept]
            assert fold(self.start.state, self.log) == self.game.state

    def _somebody(self) -> UnitId:
        return self.chance.choice([unit.id for seat in Seat for unit in self.game.state.army(seat)])

    def _free_hex(self) -> Hex:
        taken = self.game.state.occupied()
        return self.chance.choice([name for name in self.game.ruleset.board.hexes if name not in taken])
