"""Games of the First Edition that play themselves: everything legal, now and then something else.

The player likes battles, because games have to end.  He also plays Lore cards and Reactions at any
moment, too late ones among them, cards that nobody listed, corrects, overrules and takes back.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import NamedTuple

from rules.first.edition import FIRST
from rules.first.messages.allies import PlaceAllianceToken
from rules.first.messages.arms import DeployWait, FinishDeployment, LevyWait, PlaceLevy
from rules.first.messages.verbs import TakeBackCommand
from rules.first.printed.lore import LoreMasterCard, LoreWindow
from rules.first.printed.pieces import Troop
from rules.first.variants.call_to_arms.deploying import next_unit
from rules.first.variants.call_to_arms.levies import BANNERS
from rules.kernel import messages as m
from rules.kernel.decide import checks, options
from rules.kernel.game import new_game, play
from rules.kernel.replay import fold, played_late
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import KindId, LoreId, Step, TerrainId, Tile

Watcher = Callable[[Game, m.Command, tuple[m.Event, ...], Game], None]
MOST_ENTRIES = 6000


class PlayedGame(NamedTuple):
    """A game from its start to its end, and its log."""

    start: Game
    end: Game
    log: tuple[m.Entry, ...]


class Player:
    """Chooses what is done next."""

    def __init__(self, chance: Random, *, whims: bool) -> None:
        self.chance, self.whims = chance, whims

    def next(self, game: Game) -> m.Command:
        wait = game.state.wait
        if self.whims and self.chance.random() < 0.08:
            whim = self._whim(game)
            if whim is not None and not _is_refused(game, whim):
                return whim
        if isinstance(wait, m.DiceWait):
            return m.Roll(faces=tuple(self.chance.choices(FIRST.faces.all, k=wait.count)))
        if isinstance(wait, DeployWait | LevyWait):
            placed = self._deployed(game, wait)
            if not _is_refused(game, placed):
                return placed
        legal = options(game)
        battles = [each for each in legal if isinstance(each, m.Attack)]
        others = [each for each in legal if not isinstance(each, m.EndMainPhase)]
        if battles and self.chance.random() < 0.7:
            return self.chance.choice(battles)
        return self.chance.choice(others or list(legal))

    def _deployed(self, game: Game, wait: DeployWait | LevyWait) -> m.Command:
        """Return a unit, or now and then a Levy token, on a hex where one is wanted, or the end of it."""
        assert wait.seat is not None
        own = len(game.state.army(wait.seat))
        if not wait.hexes or (own and self.chance.random() < 0.3):
            return FinishDeployment()
        at = self.chance.choice(wait.hexes)
        if own and self.chance.random() < 0.2:
            return PlaceLevy(banner=self.chance.choice(BANNERS), at=at)
        kind = self.chance.choice(tuple(game.ruleset.catalogue.of(Troop)))
        return m.PlaceUnit(unit=next_unit(game, KindId(kind), wait.seat), at=at)

    def _whim(self, game: Game) -> m.Command | None:
        if game.state.step is Step.SET_UP:
            shared = PlaceAllianceToken in game.ruleset.edition.handlers and self.chance.random() < 0.5
            return self._token(game) if shared else self._piece(game)
        whims = (
            self._lore,
            self._lore,
            self._unlisted,
            self._correction,
            self._overruled,
            self._piece,
            self._hand,
        )
        return self.chance.choice(whims)(game)

    def _lore(self, game: Game) -> m.Command | None:
        if game.ruleset.scenario.lore_hand is None:
            return None
        seat = self.chance.choice(game.ruleset.seats)
        cost = self.chance.randint(0, 3)
        if self.chance.random() < 0.3:
            return m.PlayUnlistedLoreCard(seat=seat, name="Made up", cost=1, does=self._does(game))
        cards = game.ruleset.catalogue.of(LoreMasterCard).values()
        in_battle = [card.id for card in cards if LoreWindow.BATTLE in card.windows]
        if game.state.fights and in_battle and self.chance.random() < 0.7:
            card, does = self.chance.choice(in_battle), (m.AddDice(count=self.chance.choice((-1, 1, 2))),)
            return m.PlayLoreCard(seat=seat, card=LoreId(card), cost=cost, does=does)
        card = self.chance.choice([each.id for each in cards])
        return m.PlayLoreCard(seat=seat, card=LoreId(card), cost=cost, does=self._does(game))

    def _does(self, game: Game) -> tuple[m.Verb, ...]:
        units = [unit for unit in game.state.units.values() if unit.at is not None]
        unit = self.chance.choice(units)
        return self.chance.choice(
            (
                (),
                (m.AddDice(count=self.chance.choice((-1, 1, 2))),),
                (m.GrantOrders(count=1),),
                (m.DealDamage(unit=unit.id, count=1),),
                (m.GainLore(count=self.chance.choice((-1, 2))),),
                (m.GrantExtraMove(trait="green", hexes=1),),
                (m.DrawLore(count=1),),
                (TakeBackCommand(),),
            )
        )

    def _unlisted(self, game: Game) -> m.Command | None:
        return m.PlayUnlistedCard(name="Made up", does=self._does(game))

    def _correction(self, game: Game) -> m.Command | None:
        state = game.state
        if self.chance.random() < 0.3:
            seat = self.chance.choice(game.ruleset.seats)
            return m.CorrectScore(seat=seat, lore=self.chance.randint(0, 3))
        unit = self.chance.choice([unit for unit in state.units.values() if unit.at is not None])
        free = [at for at in game.ruleset.board.hexes if state.standing_on(at) is None]
        at = unit.at if self.chance.random() < 0.5 else self.chance.choice(free)
        return m.CorrectUnit(unit=unit.id, at=at, figures=self.chance.randint(1, game.kind(unit).figures))

    def _token(self, game: Game) -> m.Command | None:
        """Return an Alliance token beside a unit of whoever has another."""
        units = [each for each in game.state.units.values() if len(game.state.army(each.seat)) > 1]
        return PlaceAllianceToken(unit=self.chance.choice(units).id) if units else None

    def _piece(self, game: Game) -> m.Command | None:
        at = self.chance.choice(game.ruleset.board.hexes)
        if game.state.step is Step.SET_UP:
            units = tuple(game.state.units)
            return m.PlaceUnit(unit=self.chance.choice(units), at=at) if units else None
        if at in game.state.terrain:
            return m.RemoveTerrain(at=at)
        return m.PlaceTerrain(at=at, tile=Tile(kind=TerrainId(self.chance.choice(("wooded", "elevated")))))

    def _hand(self, game: Game) -> m.Command | None:
        seat = self.chance.choice(game.ruleset.seats)
        cards = tuple(game.ruleset.catalogue.cards)
        held = min(game.state.sides[seat].cards, self.chance.randint(0, 2))
        return m.NoteHand(seat=seat, known=tuple(self.chance.choices(cards, k=held)))

    def _overruled(self, game: Game) -> m.Command | None:
        units = game.friends(game.state.active)
        unit = self.chance.choice(units)
        enemies = game.enemies(game.state.active)
        command = self.chance.choice(
            (
                m.Order(unit=unit.id),
                m.Move(unit=unit.id, to=self.chance.choice(game.ruleset.board.hexes)),
                m.Attack(unit=unit.id, target=self.chance.choice(enemies).id),
                m.EndMainPhase(),
            )
        )
        return m.Overrule(command=command)


def _is_refused(game: Game, command: m.Command) -> bool:
    refusals = checks(game, command)
    if isinstance(command, m.Overrule):
        return any(refused.final for refused in refusals)
    return next(refusals, None) is not None


def play_random(
    rules: Ruleset, seed: int, *, watch: Iterable[Watcher] = (), whims: bool = True
) -> PlayedGame:
    """Return a game at its end, its commands chosen at random."""
    chance, start = Random(seed), new_game(rules)
    player, game, log = Player(chance, whims=whims), start, list[m.Entry]()
    watchers = tuple(watch)
    while game.state.step is not Step.OVER:
        assert len(log) < MOST_ENTRIES, f"seed {seed} does not end"
        if whims and log and chance.random() < 0.01:
            log.append(_undo(log, chance))
            game = Game(rules, fold(start.state, log))
            continue
        if whims and chance.random() < 0.01:
            game = _play_late(start, game, log, chance)
            continue  # it may be over now
        command = player.next(game)
        before, (game, decision) = game, play(game, command)
        assert not isinstance(decision, m.Refusal), (seed, command, decision)
        log.append(_entry(log, command, decision))
        for watcher in watchers:
            watcher(before, command, decision, game)
    return PlayedGame(start, game, tuple(log))


def _entry(log: Sequence[m.Entry], command: m.Command | None, events: tuple[m.Event, ...]) -> m.Entry:
    return m.Entry(seq=len(log) + 1, at=0.0, by="chance", frame=None, command=command, events=events)


def _undo(log: Sequence[m.Entry], chance: Random) -> m.Entry:
    to = max(0, len(log) - chance.randint(1, 6))
    return _entry(log, None, (m.Retracted(to=to),))


def _play_late(start: Game, game: Game, log: list[m.Entry], chance: Random) -> Game:
    """Play a Reaction card whose moment is over: the game goes back to it, and what came after follows."""
    if game.ruleset.scenario.lore_hand is None or not log:
        return game
    seat = chance.choice(game.ruleset.seats)
    card = chance.choice(
        [each for each in game.ruleset.catalogue.of(LoreMasterCard).values() if each.reaction]
    )
    command = m.PlayLoreCard(seat=seat, card=LoreId(card.id), cost=1, does=(m.AddDice(count=-1),))
    again = played_late(start, log, command)
    if again is None:
        return game
    log.append(_entry(log, None, (m.Retracted(to=again.to),)))
    game = Game(game.ruleset, fold(start.state, log))
    for each in again.commands:
        game, decision = play(game, each)
        assert not isinstance(decision, m.Refusal), (each, decision)
        log.append(_entry(log, each, decision))
    return game
