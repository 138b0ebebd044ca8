"""Building the scenario: its cards, the first player, terrain, rivers and fords (RB p. 15-16)."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.kernel.course import Checks, Course, passes, refusal
from rules.kernel.hexes import Hex
from rules.kernel.messages import BannerPlaced, ChooseFirst, FirstPlayerFound, SetUpWait, TerrainPlaced
from rules.kernel.ruleset import Game
from rules.kernel.turn import not_now
from rules.kernel.values import Seat, TerrainId, Why
from rules.second.messages import (
    ChooseScenarioCard,
    FinishTerrain,
    FirstPlayerWait,
    FordPassed,
    FordPlaced,
    FordWait,
    MusterWait,
    PlaceFord,
    RevealWait,
    ScenarioCardChosen,
    ScenarioCardsRevealed,
    ScenarioCardsWait,
    TerrainFinished,
    TerrainWait,
)
from rules.second.printed import ScenarioCard
from rules.second.setting_up.checks import pieces_wait
from rules.second.setting_up.maps import is_own_half, scenario_card
from rules.second.setting_up.rivers import settled
from rules.second.state.game import Setting, setting_in

FORD = TerrainId("ford")


def setting_of(game: Game) -> Setting:
    """Return how far the full set-up has come."""
    return setting_in(game.state) or Setting()


def check_card(game: Game, command: ChooseScenarioCard) -> Checks:
    """Yield what is wrong with choosing a scenario card (RB p. 15).  It may be chosen anew until both are."""
    yield from not_now(game, ScenarioCardsWait)
    card = game.ruleset.catalogue.of(ScenarioCard).get(command.card)
    if card is None:
        yield refusal(game, Why.NO_SUCH_CARD, "scenario_cards", final=True)
    elif card.faction != game.ruleset.scenario.factions[command.seat]:
        yield refusal(game, Why.WRONG_FACTION, "scenario_cards")


def choose_card(course: Course, command: ChooseScenarioCard) -> None:
    """Lay a scenario card face down; with the second one both are revealed and resolved (RB p. 15)."""
    course.say(ScenarioCardChosen(seat=command.seat, card=command.card))
    cards = setting_of(course.game).cards
    missing = tuple(seat for seat in course.ruleset.seats if seat not in cards)
    if missing:
        course.wait(ScenarioCardsWait(missing=missing))
        return
    course.say(ScenarioCardsRevealed(cards={seat: cards[seat] for seat in course.ruleset.seats}))
    first = first_by_initiative(course.game)
    if first is None:
        course.wait(FirstPlayerWait())
        return
    course.say(FirstPlayerFound(seat=first))
    _lay_maps(course)


def first_by_initiative(game: Game) -> Seat | None:
    """Return who is first by the letter, then the number of the cards (RB p. 16).

    None where they are equal, and where we do not know one of them.
    """
    (one, seat), (other, _) = _initiatives(game)
    if one is None or other is None or one == other:
        return None
    return seat if one < other else game.ruleset.opponent(seat)


def _initiatives(game: Game) -> list[tuple[str | None, Seat]]:
    return [
        (card.initiative, seat)
        for seat in game.ruleset.seats
        if (card := scenario_card(game, seat)) is not None
    ]


def check_first(game: Game, command: ChooseFirst) -> Checks:
    """Yield why nobody is to say who is first: the cards do (RB p. 16), unless the battle is free."""
    yield from not_now(game, FirstPlayerWait, TerrainWait, FordWait, MusterWait, RevealWait, SetUpWait)
    is_free = game.ruleset.scenario.open and isinstance(game.state.wait, SetUpWait)
    if not is_free and not isinstance(game.state.wait, FirstPlayerWait):
        yield refusal(game, Why.FIRST_IS_KNOWN, "first_player")


def choose_first(course: Course, command: ChooseFirst) -> None:
    """Let the lot say who is first; the table, where we do not know the cards, or against them."""
    is_asked = isinstance(course.state.wait, FirstPlayerWait)
    is_lot = is_asked and all(initiative is not None for initiative, _ in _initiatives(course.game))
    course.say(FirstPlayerFound(seat=command.seat, lot=is_lot))
    match course.state.wait:
        case FirstPlayerWait():
            _lay_maps(course)
        case FordWait():
            go_on_with_fords(course)
        case SetUpWait():
            course.wait(pieces_wait(course.game))
        case _:
            course.wait(*course.state.waits)


def _lay_maps(course: Course) -> None:
    """Lay terrain and banners of the cards whose maps are known (RB p. 16); what lies there stays."""
    first = course.state.first
    for seat in (first, course.ruleset.opponent(first)):
        card = scenario_card(course.game, seat)
        assert card is not None
        for at, tile in card.terrain.items():
            if at not in course.state.terrain:
                course.say(TerrainPlaced(at=at, tile=tile))
        for at, points in card.banners.items():
            if at not in course.state.banners:
                course.say(BannerPlaced(at=at, points=points))
    course.wait(TerrainWait())


def check_finish(game: Game, command: FinishTerrain) -> Checks:
    """Yield why the terrain is not being laid now."""
    return not_now(game, TerrainWait)


def finish_terrain(course: Course, command: FinishTerrain) -> None:
    """Turn rivers that end in the open into lakes, then go on to the fords (RB p. 16)."""
    board, kinds = course.ruleset.board, course.ruleset.catalogue.terrain
    water = {name for name, kind in kinds.items() if kind.is_water}
    for at, tile in settled(board, course.state.terrain, water).items():
        course.say(TerrainPlaced(at=at, tile=tile))
    course.say(TerrainFinished())
    go_on_with_fords(course)


def fordable(game: Game, seat: Seat) -> tuple[Hex, ...]:
    """Return where *seat* may lay its ford: water without a ford or bridge on his card's map (RB p. 16).

    On his half of the board where the map is not known to us.
    """
    card, kinds = scenario_card(game, seat), game.ruleset.catalogue.terrain
    tiles = game.state.terrain
    shown = card.terrain if card is not None and card.terrain else None
    return tuple(
        at
        for at in game.ruleset.board.hexes
        if at in tiles
        and kinds[tiles[at].kind].is_water
        and tiles[at].token is None
        and (at in shown if shown is not None else is_own_half(game.ruleset.board, seat, at))
    )


def go_on_with_fords(course: Course) -> None:
    """Let the first player, then the other lay a ford where they can; then the armies are mustered."""
    first = course.state.first
    for seat in (first, course.ruleset.opponent(first)):
        if seat in setting_of(course.game).forded:
            continue
        hexes = fordable(course.game, seat)
        if hexes:
            course.wait(FordWait(seat=seat, hexes=hexes))
            return
        course.say(FordPassed(seat=seat))
    course.wait(MusterWait(missing=course.ruleset.seats))


def check_ford(game: Game, command: PlaceFord) -> Checks:
    """Yield what is wrong with laying a ford (RB p. 16)."""
    yield from not_now(game, FordWait)
    if command.at not in game.ruleset.board:
        yield refusal(game, Why.OFF_BOARD, "fords", final=True)
        return
    tile = game.state.terrain.get(command.at)
    if tile is None or not game.ruleset.catalogue.terrain[tile.kind].is_water:
        yield refusal(game, Why.NOT_ON_WATER, "fords", final=True)
    elif tile.token is not None:
        yield refusal(game, Why.HAS_CROSSING, "fords")
    wait = game.state.wait
    if isinstance(wait, FordWait) and wait.seat is not None and command.at not in wait.hexes:
        card = scenario_card(game, wait.seat)
        is_shown = card is not None and bool(card.terrain)
        yield refusal(game, Why.NOT_ON_OWN_CARD if is_shown else Why.NOT_ON_OWN_HALF, "fords")


def place_ford(course: Course, command: PlaceFord) -> None:
    """Lay the ford and go on to the other player."""
    seat = course.state.wait.seat
    assert seat is not None
    tile = course.state.terrain[command.at]
    course.say(TerrainPlaced(at=command.at, tile=replace(tile, token=FORD)))
    course.say(FordPlaced(seat=seat, at=command.at))
    go_on_with_fords(course)


def firsts(game: Game, wait: FirstPlayerWait) -> Iterator[ChooseFirst]:
    """Yield whom the lot may have named."""
    return (ChooseFirst(seat=seat) for seat in game.ruleset.seats)


def terrain_done(game: Game, wait: TerrainWait) -> Iterator[FinishTerrain]:
    """Yield that all terrain lies."""
    return iter((FinishTerrain(),))


def fords(game: Game, wait: FordWait) -> Iterator[PlaceFord]:
    """Yield every hex for the ford."""
    laid = (PlaceFord(at=at) for at in wait.hexes)
    return (ford for ford in laid if passes(check_ford(game, ford)))


def fords_anew(course: Course, wait: FordWait) -> None:
    """Ask for the fords that can be laid after a correction."""
    go_on_with_fords(course)
