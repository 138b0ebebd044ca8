"""Commands out of the blue: cards that nobody printed, corrections, and what is asked at the wrong time."""

from collections.abc import Callable
from random import Random

from rules.kernel import messages as m
from rules.kernel.chapters.lore import playable
from rules.kernel.hexes import Direction, Hex
from rules.kernel.ruleset import Game
from rules.kernel.values import (
    CAMPS,
    CardNumber,
    LoreChoice,
    LoreId,
    Marker,
    Seat,
    Section,
    TerrainId,
    Tile,
    UnitId,
)
from rules.second import messages as second
from rules.second.faces import CLEAVE, FACES, PIERCE, STRIKE

Whim = (
    m.PlayCard
    | m.Order
    | m.Move
    | m.Attack
    | second.Cure
    | m.Counter
    | m.Advance
    | second.ChooseWay
    | second.ExchangeLore
    | m.Decline
    | m.EndMainPhase
    | m.StartAttacks
    | m.StartGame
)
WATER = ("river", "lake")
TILES = ("hill", "hill", "forest", "forest", "building", "crystal_spire", "barricade", *WATER)
TRAITS = ("infantry", "cavalry", "archer", "melee", "legend", "knight")


class Fancy:
    """What comes into somebody's mind as *game* stands."""

    def __init__(self, game: Game, chance: Random) -> None:
        self.game, self.chance = game, chance

    def unlisted_card(self) -> m.PlayUnlistedCard:
        """Return a command card with orders, and perhaps something else."""
        makers = (*self._gifts(), *self._blows(), *self._gains())
        grant = m.GrantOrders(count=self.chance.randint(1, 4))
        extra = tuple(make() for make in self.chance.sample(makers, self.chance.choice((0, 1, 1))))
        return m.PlayUnlistedCard(name="Something Else", does=(grant, *extra))

    def lore_card(self) -> m.PlayLoreCard | m.PlayUnlistedLoreCard:
        """Return a lore card that may be played now as far as the table knows, or one of a few verbs."""
        chance, seat = self.chance, self.chance.choice(tuple(CAMPS))
        cards = playable(self.game, seat)
        if cards and chance.random() < 0.5:
            return m.PlayLoreCard(seat=seat, card=chance.choice(cards))
        does = tuple(make() for make in chance.sample(self._makers(seat), chance.randint(1, 2)))
        if chance.random() < 0.2:
            told = chance.choice(("battle_cry", "take_to_the_skies", "portal"))
            return m.PlayLoreCard(seat=seat, card=LoreId(told), cost=chance.choice((1, 2, None)), does=does)
        return m.PlayUnlistedLoreCard(seat=seat, name="A Trick", cost=chance.randint(0, 2), does=does)

    def _makers(self, seat: Seat) -> tuple[Callable[[], m.Verb], ...]:
        """Return what makes verbs that fit the moment, now and then all that there are."""
        always = (*self._blows(), *self._gains())
        if self.chance.random() < 0.1:
            return (*always, *self._gifts(), *self._turns())
        if self.game.state.fights:
            return (*always, *self._turns(), *self._turns())
        return (*always, *self._gifts()) if seat is self.game.state.active else always

    def _gifts(self) -> tuple[Callable[[], m.Verb], ...]:
        """Return what makes orders and gifts of the turn."""
        chance = self.chance
        return (
            lambda: m.GrantOrders(count=chance.randint(1, 3), section=chance.choice((None, *Section))),
            lambda: m.GrantOrders(count=2, traits=("archer",), not_weak=True),
            lambda: m.GrantExtraAttack(trait=chance.choice(("archer", "melee"))),
            lambda: m.GrantExtraMove(trait="infantry", hexes=1),
            lambda: m.RollForOrders(
                dice=4,
                orders=dict.fromkeys((STRIKE, CLEAVE, PIERCE), ("infantry",)),
                lore=3,
                shuffle=chance.random() < 0.5,
            ),
            lambda: m.AddDice(count=chance.choice((-1, 1, 2))),
            lambda: m.Trample(trait=chance.choice(TRAITS), faces=(STRIKE, CLEAVE)),
            lambda: m.Trample(trait=chance.choice(TRAITS), marker=chance.choice(tuple(Marker))),
        )

    def _blows(self) -> tuple[Callable[[], m.Verb], ...]:
        """Return what makes blows and boons for a unit."""
        chance, way = self.chance, self.chance.choice(tuple(Direction))
        return (
            lambda: m.DealDamage(unit=self.somebody(), count=chance.randint(1, 2)),
            lambda: m.Heal(unit=self.somebody(), count=chance.randint(1, 2)),
            lambda: m.PlaceAt(unit=self.somebody(), at=self.free_hex()),
            lambda: m.Drive(unit=self.somebody(), way=way, hexes=chance.randint(1, 3)),
            lambda: m.ForceRetreat(unit=self.somebody(), way=way, hexes=chance.randint(1, 3)),
            lambda: m.Mark(
                unit=self.somebody(), marker=chance.choice(tuple(Marker)), on=chance.random() < 0.7
            ),
        )

    def _gains(self) -> tuple[Callable[[], m.Verb], ...]:
        """Return what makes lore and points."""
        chance = self.chance
        return (
            lambda: m.GainLore(count=chance.randint(0, 3)),
            lambda: m.GainPoints(count=1),
            lambda: m.DrawLore(count=chance.randint(1, 2)),
            lambda: second.BarLore(),
        )

    def _turns(self) -> tuple[Callable[[], m.Verb], ...]:
        """Return what makes turns of an attack in progress."""
        chance = self.chance
        return (
            lambda: second.FixDice(count=chance.randint(1, 4)),
            lambda: second.FuelDamage(face=chance.choice(FACES.all), damage=chance.randint(1, 2)),
            lambda: second.IgnoreDamage(count=chance.choice((None, 1, 2))),
            lambda: second.TurnBlows(faces=(STRIKE, CLEAVE)),
            lambda: second.LastStand(),
        )

    def correction(self) -> m.Command:
        """Return what is accepted at any time, though not with any number."""
        chance, unit = self.chance, self.game.state.units[self.somebody()]
        seat, catalogue = chance.choice(tuple(CAMPS)), self.game.ruleset.catalogue
        at = chance.choice((unit.at, unit.at, self.free_hex(), None))
        markers = tuple(marker for marker in Marker if chance.random() < 0.2)
        figures = 0 if at is None else chance.randint(1, 3)
        banner = chance.choice((self.free_hex(), *self.game.state.banners))
        known = tuple(chance.sample(tuple(catalogue.cards), chance.randint(0, 3)))
        lore = tuple(chance.sample(tuple(catalogue.lore), chance.randint(0, 2)))
        tile = chance.choice(self.game.ruleset.board.hexes)
        return chance.choice(
            (
                m.CorrectUnit(unit=unit.id, at=at, figures=figures, markers=markers),
                m.CorrectUnit(
                    unit=unit.id, at=unit.at, figures=figures, damage=chance.randint(0, 3), markers=markers
                ),
                m.CorrectScore(seat=seat, lore=chance.randint(0, 6)),
                m.CorrectScore(seat=seat, points=chance.randint(0, 9), cards=chance.randint(1, 5)),
                m.CorrectScore(seat=seat, lore_cards=chance.randint(0, 5)),
                m.NoteHand(seat=seat, known=known, lore=lore),
                m.PlaceBanner(at=banner),
                m.RemoveBanner(at=banner),
                m.PlaceTerrain(at=tile, tile=random_tile(chance)),
                m.RemoveTerrain(at=chance.choice((tile, *self.game.state.terrain))),
                m.TellNumber(
                    kind=unit.kind, number=chance.choice(tuple(CardNumber)), value=chance.randint(0, 4)
                ),
            )
        )

    def anything(self) -> Whim:
        """Return any command at all, likely at the wrong time."""
        chance, unit = self.chance, self.somebody()
        cards = tuple(self.game.ruleset.catalogue.cards)
        return chance.choice(
            (
                m.PlayCard(card=chance.choice(cards), anywhere=chance.random() < 0.5),
                m.Order(unit=unit),
                m.Order(unit=unit, paid=chance.random() < 0.5),
                m.Move(unit=unit, to=self.free_hex()),
                m.Move(unit=unit, to=self.free_hex()),
                m.Attack(unit=unit, target=self.somebody()),
                m.Attack(unit=unit, target=self.somebody()),
                second.Cure(unit=unit, marker=chance.choice(tuple(Marker))),
                m.Counter(),
                m.Advance(to=self.free_hex()),
                second.ChooseWay(way=chance.choice(tuple(Direction))),
                second.ExchangeLore(points=chance.randint(1, 2)),
                m.Decline(),
                m.EndMainPhase(),
                m.StartAttacks(),
                m.StartGame(),
            )
        )

    def out_of_turn(self) -> m.Command:
        """Return what only a full game knows, likely at the wrong time, and what cannot be overruled."""
        chance = self.chance
        return chance.choice(
            (second.Shield(unit=self.somebody()), m.ReplenishLore(choice=chance.choice(tuple(LoreChoice))))
        )

    def somebody(self) -> UnitId:
        """Return a unit on the board, likely one that fights."""
        fight = self.game.state.fights[-1] if self.game.state.fights else None
        if fight is not None and self.chance.random() < 0.5:
            both = [name for name in (fight.attacker, fight.target) if self.game.state.units[name].at]
            if both:
                return self.chance.choice(both)
        return self.chance.choice([unit.id for seat in CAMPS for unit in self.game.state.army(seat)])

    def free_hex(self) -> Hex:
        """Return a hex where no unit stands, water among them."""
        taken = self.game.state.occupied()
        return self.chance.choice([name for name in self.game.ruleset.board.hexes if name not in taken])


def random_tile(chance: Random) -> Tile:
    """Return a tile, water now and then with a ford or a bridge."""
    kind = chance.choice(TILES)
    token = chance.choice((None, "ford", "bridge")) if kind in WATER else None
    return Tile(kind=TerrainId(kind), token=None if token is None else TerrainId(token))
