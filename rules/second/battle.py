"""The combat sequence: the stages of a battle once its dice lie, in their order (RB p. 9-10)."""

from rules.kernel.battle.attacks import check_target, declare
from rules.kernel.chapters.ask import dice_against
from rules.kernel.edition import Battle
from rules.second.answering import answer
from rules.second.committing import hitting, is_weak, offer_dice
from rules.second.following import end, follow, pay_frenzy, take_lore
from rules.second.retreating import drive_back, force_retreats, retreat
from rules.second.rolls import CombatRoll
from rules.second.rune_shield import give_shield
from rules.second.state.attack import AttackRecord
from rules.second.striking import answer_before_retreat, deeds, fall, strike

BATTLE = Battle(
    declare=declare,
    stages=(
        offer_dice,
        give_shield,
        strike,
        fall,
        answer_before_retreat,
        force_retreats,
        retreat,
        take_lore,
        answer,
        follow,
        pay_frenzy,
        end,
    ),
    pending_roll=CombatRoll,
    hitting=hitting,
    deeds=deeds,
    is_weak=is_weak,
    drive_back=drive_back,
    check_target=check_target,
    dice=dice_against,
    record=AttackRecord,
)
