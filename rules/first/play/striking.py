"""The first stages of a battle: what the dice do before anybody goes back (rules summary, Hits)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from rules.first import dice
from rules.first.faces import BLUE, BONUS_STRIKE, FLAG, GREEN, LORE, RED
from rules.first.messages.commands import TellHits
from rules.first.messages.events import RolledFurther
from rules.first.messages.waits import HitsWait, ReactWait
from rules.first.play.asking import collects_lore, is_lore, profile
from rules.first.play.necks import necks_of, strike_off
from rules.first.play.powers import creature_card
from rules.first.play.questions import FirstQuestion, ask
from rules.first.play.saying import ask_in_battle, note, refuse
from rules.first.printed.pieces import UnitType
from rules.first.table import notes
from rules.kernel import messages as m
from rules.kernel.battle.deeds import Deed, DieDeed
from rules.kernel.battle.stages import go_on
from rules.kernel.chapters.damage import hurt
from rules.kernel.chapters.gains import gain_lore
from rules.kernel.course import Checks, Course
from rules.kernel.ruleset import Game
from rules.kernel.state import Fight, Unit
from rules.kernel.turn import not_now
from rules.kernel.values import Cause, Face, Seat, UnitId, Why

AGAIN, CRITICAL = "again", "critical"


def hits(game: Game, fight: Fight) -> int | None:
    """Return how many dice of the roll hit, None where it hangs on a card that nobody knows."""
    told = notes(fight).hits
    if told is not None:
        return told
    found = hits_of(game, fight, Counter(counted_faces(fight)))
    return None if found is None else found.total


def hits_of(game: Game, fight: Fight, faces: Mapping[Face, int]) -> dice.Hits | None:
    """Return what *faces* of a *fight*'s roller hit its target, None where it hangs on what nobody knows."""
    roller, target = game.state.units[fight.attacker], game.state.units[fight.target]
    return dice.hits(
        faces,
        profile(game, roller),
        profile(game, target),
        fight.distance,
        sure=True if ask(game, FirstQuestion.STRIKES_HIT, roller, 0) else None,
        sheltered=ask(game, FirstQuestion.STRIKES_SPARED, target, 0),
    )


def counted_faces(fight: Fight) -> tuple[Face, ...]:
    """Return the faces that lie, and what counts of those that were rolled again."""
    return (*fight.faces, *notes(fight).again)


def roll_again(course: Course) -> bool:
    """Ask for the Bonus Strikes to be rolled again of whose unit that is said."""
    return _ask_again(course, course.fight.faces)


def _ask_again(course: Course, faces: tuple[Face, ...]) -> bool:
    fight, strikes = course.fight, faces.count(BONUS_STRIKE)
    rolls_again = ask(course.game, FirstQuestion.STRIKES_AGAIN, course.unit(fight.attacker), 0)
    return bool(strikes and rolls_again) and ask_further(course, AGAIN, strikes, fight.attacker)


def rolled_again(course: Course, faces: tuple[Face, ...]) -> None:
    """Keep what counts of dice rolled again: hits, and flags where that is said; never Lore."""
    with_flags = ask(course.game, FirstQuestion.FLAGS_AGAIN, course.unit(course.fight.attacker), 0)
    counted = (face for face in faces if face != LORE and (face != FLAG or with_flags))
    note(course, again=(*notes(course.fight).again, *counted))
    if not _ask_again(course, faces):
        go_on(course, after=roll_again)


def ask_hits(course: Course) -> bool:
    """Ask how many dice hit where nobody knows the weapon's card, or the target's banner."""
    fight = course.fight
    if hits(course.game, fight) is not None:
        return False
    least, most = _could_hit(course.game, fight)
    seat = course.game.player(course.unit(fight.attacker))
    return most > least and ask_in_battle(
        course, HitsWait(seat=seat, unit=fight.attacker, least=least, most=most)
    )


def _could_hit(game: Game, fight: Fight) -> tuple[int, int]:
    """Return how many dice hit at least, and at most."""
    banner = profile(game, game.state.units[fight.target]).banner
    faces = Counter(counted_faces(fight))
    strikes = faces[BONUS_STRIKE]
    if banner is None:
        return 0, strikes + sum(faces[colour] for colour in (GREEN, BLUE, RED))
    return faces[Face(banner)], faces[Face(banner)] + strikes


def check_hits(game: Game, command: TellHits) -> Checks:
    """Yield what cannot be true of the dice that lie."""
    yield from not_now(game, HitsWait)
    wait = game.state.wait
    if isinstance(wait, HitsWait) and not wait.least <= command.hits <= wait.most:
        yield refuse(game, Why.IMPOSSIBLE_NUMBER, "roll", wait.unit, limit=wait.most, final=True)


def tell_hits(course: Course, command: TellHits) -> None:
    """Keep how many of the dice hit."""
    note(course, hits=command.hits)
    go_on(course, after=ask_hits)


def hit_choices(game: Game, wait: HitsWait) -> Iterator[TellHits]:
    """Yield every number of dice that may have hit."""
    return (TellHits(hits=count) for count in range(wait.least, wait.most + 1))


def may_react(game: Game, seat: Seat) -> bool:
    """Return whether *seat* could play a Reaction card, for all that the table may know."""
    side = game.state.sides[seat]
    is_played = any(game.state.sides[each].lore_played for each in game.ruleset.camps[seat])
    has_card = side.lore_cards > 0 and not is_played and not side.lore_barred
    return is_lore(game.ruleset) and has_card and side.lore > 0


def react(course: Course) -> bool:
    """Let the roller's opponent play a Reaction card before anything of the roll is applied.

    It waits until he lets the moment pass, also after a card: what came after it follows a card
    that is played late.  Of two opponents the one whose unit is attacked comes first.
    """
    return _ask_reaction(course, _reacting(course))


def _reacting(course: Course) -> list[Seat]:
    """Return the roller's opponents in the order in which they may react; in a camp's turn who acts alone."""
    player, active = course.game.player(course.unit(course.fight.target)), course.state.active
    opponents = course.ruleset.opponents(course.unit(course.fight.attacker).seat)
    passive = {*course.ruleset.camps[active]} - {active}
    return sorted((seat for seat in opponents if seat not in passive), key=lambda seat: seat is not player)


def _ask_reaction(course: Course, seats: Sequence[Seat]) -> bool:
    """Ask the first of *seats* who may react; return whether there is one."""
    seat = next((seat for seat in seats if may_react(course.game, seat)), None)
    return seat is not None and ask_in_battle(course, ReactWait(seat=seat))


def decline_reaction(course: Course, wait: ReactWait) -> None:
    """Let the moment after the roll pass; where there is another opponent it is his."""
    reacting = _reacting(course)
    assert wait.seat is not None
    if not _ask_reaction(course, reacting[reacting.index(wait.seat) + 1 :]):
        go_on(course, after=react)


def hit(course: Course) -> bool:
    """Take the figures that the roll hits; what would hit a Creature is rolled again."""
    fight, target = course.fight, course.unit(course.fight.target)
    found = hits(course.game, fight)
    if not found:
        return False
    card = creature_card(course.game, target)
    if necks_of(course.game, target):
        strike_off(course, target, found)
        return False
    if card is None or not card.critical:
        hurt(course, target.id, found, Cause.DICE)
        return False
    return ask_further(course, CRITICAL, found, fight.attacker)


def ask_further(course: Course, purpose: str, count: int, roller: UnitId) -> bool:
    """Ask for a further roll of the battle; True, as a stage says that it has asked."""
    seat = course.game.player(course.unit(roller))
    return ask_in_battle(course, m.DiceWait(seat=seat, count=count, unit=roller, purpose=purpose))


def critical_rolled(course: Course, faces: tuple[Face, ...]) -> None:
    """Kill the Creature if its colour lies; nothing else of a Critical roll counts."""
    kill_by(course, faces)
    go_on(course, after=hit)


def kill_by(course: Course, faces: tuple[Face, ...]) -> None:
    """Take the attacked Creature from the board if *faces* show its colour: its victor gains one Lore."""
    fight, target = course.fight, course.unit(course.fight.target)
    if not dice.own_colour(Counter(faces), profile(course.game, target)):
        return
    hurt(course, target.id, target.figures, Cause.DICE)
    if is_lore(course.ruleset) and course.state.winner is None:
        gain_lore(course, course.game.player(course.unit(fight.attacker)), 1, Cause.CARD)


def told_further(course: Course, wait: m.DiceWait, faces: tuple[Face, ...], about: UnitId) -> None:
    """Tell the table what was rolled beside the battle's own roll."""
    assert wait.seat is not None
    assert isinstance(wait.purpose, str)
    course.say(RolledFurther(seat=wait.seat, faces=faces, purpose=wait.purpose, unit=about))


def flags_rolled(fight: Fight) -> int:
    """Return how many flags lie."""
    return counted_faces(fight).count(FLAG)


def is_creature(game: Game, unit: Unit) -> bool:
    """Return whether *unit* is a Creature."""
    return profile(game, unit).type is UnitType.CREATURE


def deeds(game: Game) -> tuple[DieDeed, ...]:
    """Return what each die of the innermost battle does, as far as that is known (rules summary, Hits)."""
    fight = game.state.fights[-1]
    banner = profile(game, game.state.units[fight.target]).banner
    doubtful = {BONUS_STRIKE} if banner is not None else {BONUS_STRIKE, GREEN, BLUE, RED}
    landing = _how_many_land(game, fight, doubtful)
    told = list[DieDeed]()
    for face in sorted(fight.faces, key=fight.faces.index):
        if face == FLAG:
            deed = Deed.RETREAT
        elif face == LORE and collects_lore(game, fight):
            deed = Deed.LORE
        elif face not in doubtful:
            deed = Deed.HIT if face == banner else Deed.NOTHING
        elif landing is None:
            deed = Deed.OPEN
        else:
            deed = Deed.HIT if landing > 0 else Deed.NOTHING
            landing -= 1
        told.append(DieDeed(face=face, deed=deed))
    return tuple(told)


def _how_many_land(game: Game, fight: Fight, doubtful: Collection[Face]) -> int | None:
    """Return how many of the dice that lie with *doubtful* faces hit; None where nobody knows which do."""
    told = notes(fight).hits
    if told is None:
        found = hits_of(game, fight, Counter(fight.faces))
        return None if found is None else found.strikes
    counted = counted_faces(fight)
    of_them = sum(face in doubtful for face in counted)
    sure = sum(face == profile(game, game.state.units[fight.target]).banner for face in counted)
    if told - sure in (0, of_them):
        return len(fight.faces) if told > sure else 0
    is_one_sort = len(doubtful) == 1 and not notes(fight).again
    return told - sure if is_one_sort else None
