"""The combat sequence: the stages of a battle once its dice lie, in their order (rules summary, Combat)."""

from rules.first.faces import FACES
from rules.first.play.attacking import check_reach, declare, dice_against
from rules.first.play.following import battle_back, end, follow
from rules.first.play.necks import grow
from rules.first.play.odds import BattleRoll
from rules.first.play.powers import collect_lore, use_lore
from rules.first.play.retreating import count_flags, drive_back, panic, pay
from rules.first.play.striking import ask_hits, deeds, hit, hits_of, react, roll_again
from rules.first.table import FightNotes
from rules.kernel.edition import Battle
from rules.kernel.ruleset import Game
from rules.kernel.state import Unit
from rules.kernel.values import Face


def hitting(game: Game) -> frozenset[Face]:
    """Return which faces hit in the innermost battle, as far as that is known; a Creature only in part."""
    fight = game.state.fights[-1]
    found = {face: hits_of(game, fight, {face: 1}) for face in FACES}
    return frozenset(face for face, hits in found.items() if hits is not None and hits.total)


def is_weak(game: Game, unit: Unit) -> bool:
    """Return whether *unit* counts as weak: losses never lower anything in this edition."""
    return False


BATTLE = Battle(
    declare=declare,
    stages=(
        roll_again,
        ask_hits,
        react,
        grow,
        use_lore,
        hit,
        count_flags,
        pay,
        panic,
        collect_lore,
        battle_back,
        follow,
        end,
    ),
    pending_roll=BattleRoll,
    hitting=hitting,
    deeds=deeds,
    is_weak=is_weak,
    drive_back=drive_back,
    check_target=check_reach,
    dice=dice_against,
    record=FightNotes,
)
