"""What the chapters are asked of a game: who a unit is, what is around it, how many dice, how Bold.

Knows no order of play.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from rules.first import dice, morale, targets
from rules.first.council import Council, lore_deck
from rules.first.landmarks import is_lair
from rules.first.moving import Surroundings
from rules.first.play.questions import FirstQuestion, ask, parts
from rules.first.printed.cards import GrantBattles, MoreDice, TurnVerb
from rules.first.printed.lore import GivenCouncil, LaidAdventure, LoreMaster
from rules.first.printed.pieces import CreatureCard, GroundCard, LandmarkCard, WeaponCard
from rules.first.printed.profiles import Profile
from rules.first.printed.rulings import ReadOtherwise, is_played
from rules.first.printed.tables import Ground, UnitKind
from rules.first.table import BattleRole, arms_of, notes, table
from rules.kernel.chapters.abilities import Clash, Question
from rules.kernel.chapters.ask import added_dice
from rules.kernel.chapters.sums import Addend, PartSort, Sum
from rules.kernel.chapters.terrain import ground_at
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Game, Ruleset, Weapon
from rules.kernel.state import Fight, Unit
from rules.kernel.values import AbilityId, AttackType, Seat, Tile

NO_COUNCIL = GivenCouncil(commander=0)
COUNTRYSIDE = "countryside"


def adventure(ruleset: Ruleset) -> LaidAdventure:
    """Return the adventure that is played."""
    return cast(LaidAdventure, ruleset.scenario)


def reads(game: Game, reading: ReadOtherwise) -> bool:
    """Return whether the table plays *reading*, and not ours (docs/rulings.md)."""
    return is_played(game.ruleset.catalogue, reading)


def is_lore(ruleset: Ruleset) -> bool:
    """Return whether a Lore adventure is played."""
    return ruleset.scenario.lore_hand is not None


def collects_lore(game: Game, fight: Fight) -> bool:
    """Return whether the roller of *fight* takes tokens for Lore symbols."""
    seat = game.player(game.state.units[fight.attacker])
    return is_lore(game.ruleset) and game.ruleset.edition.lore.collects(game, seat, fight.kind)


def council(game: Game, seat: Seat) -> GivenCouncil:
    """Return *seat*'s War Council, one without anybody where there is none."""
    return table(game.state).councils.get(seat, NO_COUNCIL)


def as_council(given: GivenCouncil) -> Council:
    """Return *given* as the chapters take it."""
    return Council(given.commander, given.masters, given.creatures)


def deck_size(game: Game) -> int:
    """Return how many Lore cards are counted out: for the councils that play, unless a variant says."""
    counted = table(game.state).lore_deck
    if counted is not None:
        return counted
    councils = [as_council(council(game, seat)) for seat in game.ruleset.seats]
    return sum(lore_deck(councils, game.ruleset.catalogue.of(LoreMaster)).values())


def landmarks_on(game: Game) -> dict[Hex, LandmarkCard]:
    """Return the Landmarks that lie on the board, by their hexes; none in other editions.

    Where the table has laid something else since, there is none.
    """
    cards, terrain = game.ruleset.catalogue.of(LandmarkCard), game.state.terrain
    return {
        at: cards[name]
        for at, name in table(game.state).placed.items()
        if at in terrain and terrain[at].kind == cards[name].ground
    }


def profile(game: Game, unit: Unit) -> Profile:
    """Return *unit* as it plays, with what the table has told of its card, and a Specialist has given it."""
    kind = game.kind(unit)
    assert isinstance(kind, UnitKind)
    arms = table(game.state).arms
    if arms is None or unit.id not in arms.weapons:
        return kind.profile
    return replace(kind.profile, weapon=given_weapon(game, arms.weapons[unit.id]))


def given_weapon(game: Game, name: str) -> WeaponCard:
    """Return the weapon that a Specialist gives, with what the table has told of it."""
    weapon = game.ruleset.catalogue.of(WeaponCard)[name]
    return replace(weapon, range=arms_of(game.state).reaches.get(name, weapon.range))


def ground_card(game: Game, at: Hex) -> GroundCard | None:
    """Return the terrain that counts on *at*, None for countryside."""
    ground = ground_at(game, at)
    return ground.card if isinstance(ground, Ground) else None


def cards_at(game: Game, at: Hex | None) -> tuple[GroundCard, ...]:
    """Return the terrain of *at* as the chapters take it: one card, or none."""
    card = None if at is None else ground_card(game, at)
    return () if card is None else (card,)


def _landmark_grounds(game: Game) -> frozenset[str]:
    """Return the kinds of terrain that are Landmarks; a Lair is none."""
    cards, creatures = (
        game.ruleset.catalogue.of(LandmarkCard).values(),
        game.ruleset.catalogue.of(CreatureCard),
    )
    return frozenset(card.ground for card in cards if card.ground and not is_lair(card, creatures))


def surroundings(game: Game, unit: Unit) -> Surroundings:
    """Return what there is around *unit*."""
    others = {at: other for at, other in game.state.occupied().items() if other.id != unit.id}
    lie = lie_of_land(game)
    return Surroundings(
        game.ruleset.board,
        units=others.keys(),
        closed=lie.closed,
        stopping=_hindering(game, unit, FirstQuestion.STOPPED, lie.stopping),
        resting=_hindering(game, unit, FirstQuestion.RESTED, lie.resting),
        covered=lie.covered,
        enemies={at for at, other in others.items() if other.seat not in game.ruleset.camps[unit.seat]},
    )


def _hindering(game: Game, unit: Unit, question: FirstQuestion, places: frozenset[Hex]) -> frozenset[Hex]:
    """Return those of *places* whose terrain hinders *unit* too, whatever abilities it has or gives."""
    answers = game.ruleset.edition.abilities.answers[question]
    if not game.ruleset.answers[question][unit.kind] and lie_of_land(game).abilities.isdisjoint(answers):
        return places
    return frozenset(at for at in places if ask(game, question, unit, 1, ground=ground_at(game, at)))


class LieOfLand(NamedTuple):
    """The hexes whose terrain is *closed*, ends a move, lets nobody battle on entry, or blocks sight.

    *covered* are all that are not open, *abilities* those that any terrain gives units, *landmarks*
    the kinds that are Landmarks.
    """

    closed: frozenset[Hex]
    stopping: frozenset[Hex]
    resting: frozenset[Hex]
    blocking: frozenset[Hex]
    covered: frozenset[Hex]
    abilities: frozenset[AbilityId]
    landmarks: frozenset[str]


_SEEN: WeakKeyDictionary[Ruleset, tuple[Mapping[Hex, Tile], LieOfLand]] = WeakKeyDictionary()


def lie_of_land(game: Game) -> LieOfLand:
    """Return what the terrain does where; remembered until it changes."""
    tiles = game.state.terrain
    seen = _SEEN.get(game.ruleset)
    if seen is None or seen[0] is not tiles:
        cards = {at: card for at in tiles if (card := ground_card(game, at)) is not None}
        found = LieOfLand(
            closed=frozenset(at for at, card in cards.items() if card.impassable),
            stopping=frozenset(at for at, card in cards.items() if card.stops),
            resting=frozenset(at for at, card in cards.items() if not card.battle_on_entry),
            blocking=frozenset(at for at, card in cards.items() if card.blocks_sight),
            covered=frozenset(at for at, card in cards.items() if card.id != COUNTRYSIDE),
            abilities=frozenset(ability.name for card in cards.values() for ability in card.abilities),
            landmarks=_landmark_grounds(game),
        )
        seen = _SEEN[game.ruleset] = (tiles, found)
    return seen[1]


def aim(game: Game, unit: Unit, target: Unit) -> targets.Aim:
    """Return what bars *unit* from attacking *target* from where both stand."""
    assert unit.at is not None
    assert target.at is not None
    occupied = game.state.occupied()
    reach = profile(game, unit).reach
    return targets.shot(
        game.ruleset.board,
        unit.at,
        target.at,
        reach=len(game.ruleset.board.hexes) if reach is None else reach,
        enemies=[at for at, other in occupied.items() if other.seat not in game.ruleset.camps[unit.seat]],
        units=occupied,
        ground=lie_of_land(game).blocking,
        beside=not reads(game, ReadOtherwise.UNITS_BESIDE_LINE_IGNORED),
    )


def boons(game: Game, unit: Unit) -> Iterator[TurnVerb]:
    """Yield what the turn's cards give to *unit*: to ordered ones of the acting player, of their trait."""
    given = table(game.state).boons
    if not given or not unit.ordered or not game.may_act(unit):
        return
    traits = game.kind(unit).traits
    for boon in given:
        if isinstance(boon, TurnVerb) and getattr(boon, "trait", None) in (None, *traits):
            yield boon


def battles_allowed(game: Game, unit: Unit) -> int:
    """Return how many battles *unit* may have this turn, the Bonus Melee Attack apart."""
    return max((boon.count for boon in boons(game, unit) if isinstance(boon, GrantBattles)), default=1)


def battle_dice(
    game: Game,
    roller: Unit,
    target: Unit,
    distance: int,
    fight: Fight | None = None,
    *,
    counter: bool = False,
) -> Sum:
    """Return how many dice *roller* rolls against *target*, with their parts, in *fight* once declared.

    *counter*: it battles back.
    """
    counted = dice.battle_dice(
        profile(game, roller),
        out_of=_capping(game, roller, roller.at),
        into=_capping(game, roller, target.at),
        has_moved=roller.moved or roller.marched,
        extras=(
            *_extras(game, roller, target, distance, fight),
            *parts(
                game, Question.COMBAT_DICE, roller, 0, _clash(game, roller, target, distance, counter=counter)
            ),
        ),
    )
    return Sum(()) if counted is None else counted


def _extras(game: Game, roller: Unit, target: Unit, distance: int, fight: Fight | None) -> Iterator[Addend]:
    for boon in boons(game, roller):
        if isinstance(boon, MoreDice) and (distance == 1 or not boon.melee):
            yield Addend("card", boon.count, PartSort.CARD)
    if game.player(roller) is game.state.active:
        yield from added_dice(game)
    for effect in table(game.state).effects:
        about = roller if effect.role is BattleRole.ATTACKER else target
        if effect.unit == about.id:
            yield Addend("lore_card", effect.dice, PartSort.LORE_CARD)
    if fight is not None and notes(fight).dice:
        yield Addend("lore_card", notes(fight).dice, PartSort.LORE_CARD)


def _clash(game: Game, roller: Unit, target: Unit, distance: int, *, counter: bool) -> Clash:
    return Clash(roller, target, weapon_at(game, roller, distance), counter)


def _capping(game: Game, roller: Unit, at: Hex | None) -> tuple[GroundCard, ...]:
    """Return the terrain of *at* that limits *roller*'s dice."""
    ground = None if at is None else ground_at(game, at)
    if not isinstance(ground, Ground) or not ask(game, FirstQuestion.CAPPED, roller, 1, ground=ground):
        return ()
    return (ground.card,)


def weapon_at(game: Game, unit: Unit, distance: int) -> Weapon:
    """Return how *unit* attacks so far away; a missile weapon used on the next hex is melee."""
    sort = AttackType.MELEE if distance == 1 else AttackType.RANGED
    who = profile(game, unit)
    return Weapon(sort, (1, who.reach or 1), who.dice)


def boldness(game: Game, unit: Unit) -> Sum:
    """Return how Bold *unit* is where it stands, with what it comes of."""
    assert unit.at is not None
    near, landmarks = set(game.ruleset.around[unit.at]), lie_of_land(game).landmarks
    more = (part for part in parts(game, Question.RETREATS_IGNORED, unit, 0) if part.of != morale.BOLD)
    found = morale.boldness(
        profile(game, unit),
        supported_by=supporting(game, unit),
        ground=[(card, card.id in landmarks) for card in cards_at(game, unit.at)],
        beside=[
            card
            for at, tile in game.state.terrain.items()
            if at in near and tile.owner is unit.seat
            for card in cards_at(game, at)
        ],
        extras=tuple(more),
        adds_landmark=not reads(game, ReadOtherwise.LANDMARK_BOLD_ONCE),
    )
    changed = parts(game, FirstQuestion.WHOLE_BOLDNESS, unit, found.total)
    return found._replace(base=(*found.base, *changed))


def bold_by(game: Game, unit: Unit) -> tuple[AbilityId, ...]:
    """Return the abilities that make *unit* Bold where it stands: its own and those of its ground."""
    own = (morale.BOLD,) if profile(game, unit).abilities.get(morale.BOLD) else ()
    given = (part.of for part in boldness(game, unit).parts if part.sort is PartSort.ABILITY)
    return (*own, *map(AbilityId, given))


def supporting(game: Game, unit: Unit) -> int:
    """Return how many friends stand next to *unit*."""
    assert unit.at is not None
    friends = {friend.at for friend in game.friends(unit.seat) if friend.at is not None}
    return len(morale.supporters(game.ruleset.board, unit.at, friends))
