"""What the table says is so: always accepted, unless it is nonsense."""

from collections.abc import Mapping

from rules.kernel import messages as m
from rules.kernel.chapters import ask
from rules.kernel.chapters.damage import declare_destroyed, is_over
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import Step, UnitId, Why


def check_unit(game: Game, command: m.CorrectUnit) -> Checks:
    """Yield what cannot be true of a unit."""
    unit = game.state.units.get(command.unit)
    if unit is None:
        yield refusal(game, Why.NO_SUCH_UNIT, "components", command.unit, final=True)
        return
    if command.at is None:
        return
    if command.at not in game.ruleset.board:
        yield refusal(game, Why.OFF_BOARD, "correction", unit, final=True)
        return
    other = game.state.standing_on(command.at)
    if other is not None and other.id != unit.id:
        yield refusal(game, Why.OCCUPIED, "correction", other, final=True)
    kind = game.kind(unit)
    most_damage = kind.health - 1 if kind.damage_tokens else 0
    most_figures = game.ruleset.most_figures(kind)
    if not 1 <= command.figures <= most_figures:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "components", unit, limit=most_figures, final=True)
    if not 0 <= command.damage <= most_damage:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "components", unit, limit=most_damage, final=True)


def correct_unit(course: Course, command: m.CorrectUnit) -> None:
    """Put a unit as the table says; a fight that it thereby leaves is over."""
    before, gone = course.unit(command.unit), command.at is None
    course.say(
        m.UnitCorrected(
            unit=command.unit,
            at=command.at,
            figures=0 if gone else command.figures,
            damage=0 if gone else command.damage,
            markers=() if gone else command.markers,
        )
    )
    if gone and before.at is not None:
        declare_destroyed(course, before.seat)
    if not is_over(course):
        settle(course, {before.id: before})


def settle(course: Course, before: Mapping[UnitId, Unit]) -> None:
    """Let the game wait for what still makes sense now that units stand otherwise than *before*."""
    moved = [unit for unit in before.values() if course.unit(unit.id).at != unit.at]
    fighting = {name for fight in course.state.fights for name in (fight.attacker, fight.target)}
    if any(unit.id in fighting for unit in moved):
        for fight in reversed(course.state.fights):
            course.say(m.CombatEnded(unit=fight.attacker, target=fight.target))
        course.wait(m.OrdersWait(seat=course.state.active))
    else:
        wait_anew(course)


def wait_anew(course: Course) -> None:
    """Let the game wait for what it waits for after a correction, by the edition's table."""
    waits = course.state.waits
    if isinstance(waits[-1], m.NumberWait):  # what was to be done with the number may make no sense any more
        waits = waits[:-1]
    wait = waits[-1]
    anew = course.ruleset.edition.waits[type(wait)].anew
    inner = (wait,) if anew is None else anew(course, wait)
    if inner is not None:
        course.wait(*waits[:-1], *inner)


def dice_anew(course: Course, wait: m.DiceWait) -> tuple[m.DiceWait, ...]:
    """Return the wait for as many dice as the corrected units give; none where nobody is left to trample."""
    if wait.trampled:
        victims = tuple(name for name in wait.trampled if course.unit(name).at is not None)
        return (m.DiceWait(seat=wait.seat, count=len(victims), trampled=victims),) if victims else ()
    if wait.unit is None:
        return (wait,)
    return (m.DiceWait(seat=wait.seat, count=_dice_of_fight(course.game, wait), unit=wait.unit),)


def _dice_of_fight(game: Game, wait: m.DiceWait) -> int:
    """Return how many dice the innermost fight is rolled with now."""
    found = ask.fight_dice(game, game.state.fights[-1])
    return wait.count if found is None else found.total


def check_score(game: Game, command: m.CorrectScore) -> Checks:
    """Yield what cannot be true of a score: less than none, more than pool and deck have."""
    side, limits = game.state.sides[command.seat], game.ruleset.edition.lore
    counts = (command.lore, command.points, command.cards, command.lore_cards)
    if any(count is not None and count < 0 for count in counts):
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "correction", limit=0, final=True)
    for count, held, left in (
        (command.lore, side.lore, limits.supply),
        (command.lore_cards, side.lore_cards, limits.common_deck),
    ):
        if count is not None and left is not None and count > held + left(game):
            yield refusal(game, Why.IMPOSSIBLE_NUMBER, "correction", limit=held + left(game), final=True)


def correct_score(course: Course, command: m.CorrectScore) -> None:
    """Set what a player has; what that was counted from is asked for anew."""
    side = course.state.sides[command.seat]
    course.say(
        m.ScoreCorrected(
            seat=command.seat,
            lore=side.lore if command.lore is None else command.lore,
            points=side.points if command.points is None else command.points,
            cards=side.cards if command.cards is None else command.cards,
            lore_cards=side.lore_cards if command.lore_cards is None else command.lore_cards,
        )
    )
    if isinstance(course.state.wait, m.NumberWait):
        course.wait(*course.state.waits)
    else:
        wait_anew(course)


def check_hand(game: Game, command: m.NoteHand) -> Checks:
    """Yield what cannot be true of a hand."""
    if any(card not in game.ruleset.catalogue.cards for card in command.known):
        yield refusal(game, Why.NO_SUCH_CARD, "cards", final=True)
    if any(card not in game.ruleset.catalogue.lore for card in command.lore or ()):
        yield refusal(game, Why.NO_SUCH_CARD, "lore_cards", final=True)
    side = game.state.sides[command.seat]
    if len(command.known) > side.cards:
        yield refusal(game, Why.TOO_MANY_CARDS, "command", limit=side.cards, final=True)
    if len(command.lore or ()) > side.lore_cards:
        yield refusal(game, Why.TOO_MANY_CARDS, "lore_cards", limit=side.lore_cards, final=True)


def note_hand(course: Course, command: m.NoteHand) -> None:
    """Note which cards a player holds."""
    lore = course.state.sides[command.seat].known_lore if command.lore is None else command.lore
    course.say(m.HandNoted(seat=command.seat, known=command.known, lore=lore))
    course.wait(*course.state.waits)


def check_banner(game: Game, command: m.PlaceBanner) -> Checks:
    """Yield why no such banner can lie there."""
    if command.at not in game.ruleset.board:
        yield refusal(game, Why.OFF_BOARD, "set_up", final=True)
    if command.points < 1:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "set_up", limit=1, final=True)


def place_banner(course: Course, command: m.PlaceBanner) -> None:
    """Lay a banner down, or change the points of the one that lies there."""
    course.say(m.BannerPlaced(at=command.at, points=command.points))
    _wait_for_pieces(course)


def check_no_banner(game: Game, command: m.RemoveBanner) -> Checks:
    """Yield why no banner can be taken from there."""
    if command.at not in game.state.banners:
        yield refusal(game, Why.NOTHING_THERE, "set_up", final=True)


def remove_banner(course: Course, command: m.RemoveBanner) -> None:
    """Take a banner away."""
    course.say(m.BannerRemoved(at=command.at))
    _wait_for_pieces(course)


def _wait_for_pieces(course: Course) -> None:
    """Let the game wait for what its set-up lacks now; outside of it a banner changes nothing."""
    if course.state.step is Step.SET_UP:
        wait_anew(course)
    else:
        course.wait(*course.state.waits)


def check_terrain(game: Game, command: m.PlaceTerrain) -> Checks:
    """Yield why no such tile can lie there."""
    if command.at not in game.ruleset.board:
        yield refusal(game, Why.OFF_BOARD, "terrain", final=True)
    kinds, tile = game.ruleset.catalogue.terrain, command.tile
    kind = kinds.get(tile.kind)
    if kind is None or kind.on or (tile.token is not None and tile.token not in kinds):
        yield refusal(game, Why.NO_SUCH_TERRAIN, "terrain", final=True)
    elif tile.token is not None and tile.kind not in kinds[tile.token].on:
        yield refusal(game, Why.NOT_ON_WATER, "terrain", final=True)


def place_terrain(course: Course, command: m.PlaceTerrain) -> None:
    """Lay a tile down in place of what lies there."""
    course.say(m.TerrainPlaced(at=command.at, tile=command.tile))
    settle(course, {})


def check_no_terrain(game: Game, command: m.RemoveTerrain) -> Checks:
    """Yield why no tile can be taken from there."""
    if command.at not in game.state.terrain:
        yield refusal(game, Why.NOTHING_THERE, "terrain", final=True)


def remove_terrain(course: Course, command: m.RemoveTerrain) -> None:
    """Take a tile away."""
    course.say(m.TerrainRemoved(at=command.at, tile=course.state.terrain[command.at]))
    settle(course, {})
