"""Where parts of an army are deployed, and what of their cards is still due.

Texts: Call to Arms, Deploy Your Guards, Call the Reserve, Notes.  Says nothing and asks nobody.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rules.first.landmarks import row_from
from rules.first.messages.arms import DeployWait
from rules.first.printed.deployment import DeploymentCard, SpecialistCard, SpecialistUse
from rules.first.printed.pieces import Troop
from rules.first.table import ArmyMode, ArmyPart, DeploymentPart, arms_of
from rules.first.variants.call_to_arms.armies import GUARDS, cards_for, ground_of, is_shared
from rules.kernel.catalogue import kind_of
from rules.kernel.chapters.terrain import ground_at
from rules.kernel.hexes import Direction, Hex
from rules.kernel.ruleset import Game, Ruleset
from rules.kernel.values import KindId, Seat, Section, UnitId

BESIDE = (Direction.WEST, Direction.EAST)


class DueUnit(NamedTuple):
    """A unit that a known card lists, and where it stands by it (None: not known)."""

    kind: KindId
    at: Hex | None


class ArmyPlaces(NamedTuple):
    """Where armies are deployed: the hexes of each side's *sections*, its *baselines*, its *scouts*' row."""

    sections: dict[tuple[Seat, Section], tuple[Hex, ...]]
    baselines: dict[Seat, tuple[Hex, ...]]
    scouts: dict[Seat, tuple[Hex, ...]]


def lay_out(ruleset: Ruleset) -> ArmyPlaces:
    """Return where armies are deployed on the board of *ruleset*, which is worked out once."""
    row, scouts = ground_of(ruleset).baseline, cards_for(ruleset).scouts
    return ArmyPlaces(
        sections={
            (seat, section): _section_hexes(ruleset, seat, section)
            for seat in ruleset.seats
            for section in Section
        },
        baselines={seat: _row(ruleset, seat, row) for seat in ruleset.seats},
        scouts={seat: _row(ruleset, seat, scouts) for seat in ruleset.seats},
    )


def _row(ruleset: Ruleset, seat: Seat, row: int | None) -> tuple[Hex, ...]:
    return tuple(at for at in ruleset.board.hexes if row_from(ruleset.board, at, seat) == row)


def _section_hexes(ruleset: Ruleset, seat: Seat, section: Section) -> tuple[Hex, ...]:
    """Return the first rows of *seat*'s *section*, without hexes that two sections share.

    Where Guards are shifted these belong to it too, and on either side one hex more.
    """
    board, ground = ruleset.board, ground_of(ruleset)
    rows = (at for at in board.hexes if row_from(board, at, seat) <= ground.rows)
    return tuple(at for at in rows if _is_of(ruleset, seat, section, at, is_shifted=ground.shifted))


def _is_of(ruleset: Ruleset, seat: Seat, section: Section, at: Hex, *, is_shifted: bool) -> bool:
    """Return whether *at* is a hex of *seat*'s *section* alone, or where Guards are shifted, next to one."""
    sections = ruleset.sections[seat]
    if not is_shifted:
        return sections[at] == {section}
    beside = (ruleset.board.step(at, way) for way in BESIDE)
    return any(near is not None and section in sections[near] for near in (at, *beside))


def _laid_out(game: Game) -> ArmyPlaces:
    found: ArmyPlaces = game.ruleset.prepared
    return found


def baseline(game: Game, seat: Seat, section: Section | None = None) -> tuple[Hex, ...]:
    """Return the hexes of *seat*'s baseline, or those that are of *section*."""
    places = _laid_out(game)
    line = places.baselines[seat]
    return line if section is None else tuple(at for at in places.sections[seat, section] if at in line)


def is_impassable(game: Game, at: Hex) -> bool:
    """Return whether no unit can be deployed on the ground of *at*."""
    ground = ground_at(game, at)
    return ground is not None and ground.impassable


def is_free(game: Game, at: Hex) -> bool:
    """Return whether a unit can be deployed on *at*: nothing stands there, and units can."""
    is_taken = game.state.standing_on(at) is not None or at in arms_of(game.state).levies
    return not is_taken and not is_impassable(game, at)


def hexes_of(game: Game, part: ArmyPart) -> tuple[Hex, ...]:
    """Return where units of *part* are deployed, whether anything is there or not.

    To the baseline a Scout Guard falls back that finds no free hex in its row, and an ally's unit.
    """
    places, line = _laid_out(game), baseline(game, part.seat)
    if part.part in GUARDS:
        own = places.sections[part.seat, Section(part.part)]
        return tuple(dict.fromkeys((*own, *line))) if is_shared(game.ruleset) else own
    if part.part is not DeploymentPart.SCOUT:
        return line
    row = places.scouts[part.seat]
    return row if any(is_free(game, at) for at in row) else (*row, *line)


def room(game: Game, part: ArmyPart) -> tuple[Hex, ...]:
    """Return the free hexes where a unit of *part* goes that has no other place: of the baseline, mostly."""
    if part.part is DeploymentPart.SCOUT:
        places = hexes_of(game, part)
    else:
        is_one_section = part.part in GUARDS and not is_shared(game.ruleset)
        places = baseline(game, part.seat, Section(part.part) if is_one_section else None)
    return tuple(at for at in places if is_free(game, at))


def is_guard(part: DeploymentPart) -> bool:
    """Return whether all units of *part*'s card are deployed: of a Guard, the Scout Guard too."""
    return part in GUARDS or part is DeploymentPart.SCOUT


def card_of(game: Game, part: ArmyPart) -> str:
    """Return which card *part* is."""
    return arms_of(game.state).lineups[part.seat].parts()[part.part]


def known_card(game: Game, part: ArmyPart) -> DeploymentCard | None:
    """Return the card that *part* is, where somebody has told what stands on it."""
    card = game.ruleset.catalogue.of(DeploymentCard).get(card_of(game, part))
    return card if card is not None and card.troops else None


def due(game: Game, part: ArmyPart, *, without: UnitId | None = None) -> tuple[DueUnit, ...]:
    """Return the units that *part*'s card lists and that have neither a place, a token, nor been lost.

    *without*: as it is while that unit is taken up from the board.
    """
    card, arms = known_card(game, part), arms_of(game.state)
    if card is None:
        return ()
    places: tuple[Hex | None, ...] = (None,) * len(card.troops)
    if part.part in GUARDS and not ground_of(game.ruleset).shifted:
        places = own_way(game, part.seat, card.places.get(Section(part.part), ())) or places
    listed = [DueUnit(KindId(kind), at) for kind, at in zip(card.troops, places, strict=True)]
    here = [unit for unit, of in arms.deployed.items() if of == part and unit != without]
    stand = {at: kind_of(unit) for unit in here if (at := game.state.units[unit].at) is not None}
    tokens = {
        at: token.banner
        for at, token in arms.levies.items()
        if ArmyPart(seat=token.seat, part=token.part) == part
    }
    listed = [each for each in listed if not _has_its_place(each, stand, tokens)]
    lost = [unit.kind for unit in arms.lost if unit.part == part and unit.kind is not None]
    listed = _without(game, listed, (*stand.values(), *lost), lambda unit: unit.kind)
    return tuple(_without(game, listed, tokens.values(), lambda unit: banner_of(game, unit.kind)))


def banner_of(game: Game, kind: KindId) -> str | None:
    """Return the colour of the banner of troops of *kind* (None: not known)."""
    return game.ruleset.catalogue.of(Troop)[kind].banner


def _has_its_place(unit: DueUnit, stand: dict[Hex, KindId], tokens: dict[Hex, str]) -> bool:
    """Return whether *unit* stands where its card says, or a token does; it is then taken off those."""
    if unit.at is None:
        return False
    if unit.at in tokens:
        del tokens[unit.at]
        return True
    if stand.get(unit.at) != unit.kind:
        return False
    del stand[unit.at]
    return True


def _without(
    game: Game, listed: list[DueUnit], names: Iterable[str], called: Callable[[DueUnit], str | None]
) -> list[DueUnit]:
    """Return *listed* without one unit for each of *names* that it is *called*, first one that has no hex.

    Whoever stands elsewhere than by the card stands there for a unit that could not stand by it.  A unit
    of which that name is not known may be any.
    """

    def last_choice(unit: DueUnit) -> tuple[bool, bool]:
        return called(unit) is None, unit.at is not None and not is_impassable(game, unit.at)

    left = list(listed)
    for name in names:
        fit = [unit for unit in left if called(unit) in (name, None)]
        if fit:
            left.remove(min(fit, key=last_choice))
    return left


def own_way(game: Game, seat: Seat, places: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return *places* as they lie for *seat*: cards tell them for the side in the south."""
    return places if seat.is_south else tuple(game.ruleset.board.turned(at) for at in places)


def spots_for(game: Game, part: ArmyPart, unit: DueUnit) -> tuple[Hex, ...]:
    """Return where *unit* of *part* may be put now: its own hex, or the baseline where that is impassable."""
    if unit.at is None:
        return tuple(at for at in hexes_of(game, part) if is_free(game, at))
    return room(game, part) if is_impassable(game, unit.at) else (unit.at,)


def count_of(game: Game, part: ArmyPart) -> int:
    """Return how many units of *part* stand on the board, or stood."""
    return sum(of == part for of in arms_of(game.state).deployed.values())


def most_of(game: Game, part: ArmyPart) -> int | None:
    """Return how many units of *part* may be deployed beyond those that are (None: as its card says).

    A Specialist card brings one unit of a Reserve that was called before, however many had come; no part
    has more than its card, where it is known.
    """
    if is_guard(part.part):
        return None
    called, left = _called(game, part), _left_on_card(game, part)
    counts = [count for count in (called, left) if count is not None]
    return max(0, min(counts)) if counts else None


def _called(game: Game, part: ArmyPart) -> int | None:
    """Return how many units more of the Reserve *part* are called, whatever its card is (None: all)."""
    arms, reserve = arms_of(game.state), cards_for(game.ruleset).reserve
    if part not in arms.done:
        if reserve == "all":
            return None
        return reserve - count_of(game, part) - sum(unit.part == part for unit in arms.lost)
    cards, chosen = game.ruleset.catalogue.of(SpecialistCard), arms.specialists.get(part.seat, ())
    more = sum(cards[card].use is SpecialistUse.THIRD_UNIT for card in chosen)
    return more - sum(of == part and unit not in arms.settled for unit, of in arms.deployed.items())


def _left_on_card(game: Game, part: ArmyPart) -> int | None:
    """Return how many units of *part*'s card have neither come nor been lost (None: its card is unknown)."""
    if known_card(game, part) is None:
        return None
    lost = sum(unit.part == part and unit.kind is None for unit in arms_of(game.state).lost)
    return len(due(game, part)) - lost


def deploy_wait(game: Game, part: ArmyPart) -> DeployWait:
    """Return the wait for the units of *part*."""
    return DeployWait(
        seat=part.seat,
        part=part.part,
        card=card_of(game, part),
        hexes=tuple(at for at in hexes_of(game, part) if is_free(game, at)),
        kinds=tuple(each.kind for each in due(game, part)),
        most=most_of(game, part),
    )


def open_parts(game: Game, at: Hex) -> tuple[ArmyPart, ...]:
    """Return the parts that are being deployed and to which *at* belongs, first the one that is asked for.

    Where all Guards are open, each side deploys its own without waiting for the other; Scout Guards
    come before the others.
    """
    wait, arms = game.state.wait, arms_of(game.state)
    assert isinstance(wait, DeployWait) and wait.seat is not None
    asked = ArmyPart(seat=wait.seat, part=wait.part)
    is_open = arms.mode is ArmyMode.IMPROMPTU and is_guard(wait.part)
    beside = GUARDS if wait.part in GUARDS else (wait.part,)
    others = (
        ArmyPart(seat=seat, part=part) for seat in game.ruleset.seats for part in (beside if is_open else ())
    )
    parts = dict.fromkeys((asked, *(each for each in others if each not in arms.done)))
    return tuple(each for each in parts if at in hexes_of(game, each))


def levies_of(seat: Seat) -> ArmyPart:
    """Return *seat*'s Levies as the part that is done last."""
    return ArmyPart(seat=seat, part=DeploymentPart.LEVY)
