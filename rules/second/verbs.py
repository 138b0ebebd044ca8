"""What the verbs of the Second Edition's own lore cards do, and when; beside those of all editions."""

from collections.abc import Mapping

from rules.kernel import messages as m
from rules.kernel.chapters.verbs import SHARED_VERBS
from rules.kernel.course import Checks, Course, refusal
from rules.kernel.edition import VerbHandler
from rules.kernel.ruleset import Game
from rules.kernel.values import Seat, Why
from rules.second import messages as second


def _change_fight(course: Course, seat: Seat, verb: second.InFight) -> None:
    """Change the attack in progress: its roller's side, or its target's."""
    fight = course.fight
    unit = fight.attacker if isinstance(verb, second.FixDice | second.FuelDamage) else fight.target
    course.say(second.FightChanged(unit=unit, by=verb))


def _bar_lore(course: Course, seat: Seat, verb: second.BarLore) -> None:
    course.say(second.LoreBarred(seat=course.ruleset.opponent(seat)))


def _before_the_dice_lie(game: Game, seat: Seat) -> bool:
    return isinstance(game.state.wait, m.DiceWait) and bool(game.state.fights)


def _check_blows(game: Game, seat: Seat, verb: second.TurnBlows) -> Checks:
    """Yield that no face is turned."""
    if not verb.faces:
        yield refusal(game, Why.IMPOSSIBLE_NUMBER, "lore_cards", limit=1, final=True)


_IN_FIGHT = VerbHandler(_change_fight, is_time=_before_the_dice_lie, is_told=True, of_attack=True)

VERBS: Mapping[type[m.Verb], VerbHandler] = {
    **SHARED_VERBS,
    second.FixDice: _IN_FIGHT,
    second.FuelDamage: _IN_FIGHT,
    second.IgnoreDamage: _IN_FIGHT,
    second.TurnBlows: _IN_FIGHT._replace(check=_check_blows),
    second.LastStand: _IN_FIGHT,
    second.BarLore: VerbHandler(_bar_lore, of_lore=True),
}
