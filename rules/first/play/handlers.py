"""All commands and waits of the First Edition: the shared ones, and its own."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.first.messages import commands as c, waits as w
from rules.first.messages.verbs import BattleFirst, TakeBackCommand
from rules.first.play import (
    attacking,
    commanding,
    following,
    lore_cards,
    moving,
    ordering,
    powers,
    retreating,
    rolling,
    setting_up,
    striking,
    upkeep,
)
from rules.kernel import messages as m
from rules.kernel.battle.rolling import check_roll
from rules.kernel.chapters import lore
from rules.kernel.chapters.verbs import SHARED_VERBS
from rules.kernel.course import Course
from rules.kernel.edition import Handler, VerbHandler, Waiting
from rules.kernel.handlers import SHARED
from rules.kernel.options import SHARED_WAITS, counters
from rules.kernel.ruleset import Game


def main_phase(game: Game, wait: m.OrdersWait) -> Iterator[m.Command]:
    """Yield the orders, moves and attacks of the acting player, and the end of them."""
    yield from ordering.choices(game)
    ordered = [unit for unit in game.friends(game.state.active) if unit.ordered]
    for unit in ordered:
        yield from moving.choices(game, unit)
    for unit in ordered:
        yield from attacking.choices(game, unit)
    yield m.EndMainPhase()


def reactions(game: Game, wait: w.ReactWait) -> Iterator[m.Command]:
    """Yield to let the moment pass; Lore cards are told."""
    yield m.Decline()


def told(decline: Callable[[Course, Any], None]) -> Callable[[Course, Any], None]:
    """Return what lets a moment pass as *decline* does, and says so."""

    def decline_and_tell(course: Course, wait: m.Wait) -> None:
        assert wait.seat is not None
        course.say(m.Declined(seat=wait.seat, what=m.tag_of(wait)))
        decline(course, wait)

    return decline_and_tell


OWN: Mapping[type[m.Command], Handler] = {
    c.ChooseCouncil: Handler(setting_up.check_council, setting_up.choose_council, is_own=True),
    c.PlaceLandmark: Handler(setting_up.check_landmark, setting_up.place_landmark),
    m.Decline: SHARED[m.Decline]._replace(check=setting_up.check_decline),
    m.PlaceUnit: Handler(setting_up.check_place, setting_up.place),
    m.ChooseFirst: Handler(setting_up.check_first, setting_up.choose_first),
    m.StartGame: Handler(setting_up.check_start, setting_up.start),
    m.PlayCard: Handler(commanding.check_card, commanding.play_card),
    m.Order: Handler(ordering.check_order, ordering.order),
    m.Move: Handler(moving.check_move, moving.move),
    m.Attack: Handler(attacking.check_attack, attacking.attack),
    m.Roll: Handler(check_roll, rolling.roll),
    c.TellHits: Handler(striking.check_hits, striking.tell_hits),
    c.UsePower: Handler(powers.check_power, powers.use_power),
    c.StoreLore: Handler(powers.check_store, powers.store_lore),
    c.IgnoreFlags: Handler(retreating.check_ignoring, retreating.ignore_flags),
    c.RetreatTo: Handler(retreating.check_retreat, retreating.retreat),
    m.Counter: Handler(following.check_counter, following.counter),
    m.Advance: Handler(following.check_advance, following.advance),
    m.EndMainPhase: Handler(upkeep.check_end, upkeep.end_main_phase),
    m.ReplenishLore: Handler(lore.check_replenish, upkeep.replenish),
    m.PlayLoreCard: Handler(lore_cards.check_card, lore_cards.play_card),
    m.PlayUnlistedLoreCard: Handler(lore_cards.check_unlisted, lore_cards.play_unlisted),
}

LEFT_OUT = (m.StartAttacks, m.PlaceBanner, m.RemoveBanner)
"""Shared commands for what this edition does not have: moves in the Combat step, banners on the board."""

HANDLERS: Mapping[type[m.Command], Handler] = {
    **{sort: row for sort, row in SHARED.items() if sort not in LEFT_OUT},
    **OWN,
}

WAITS: Mapping[type[m.Wait], Waiting] = {
    **SHARED_WAITS,
    w.CouncilWait: Waiting(setting_up.council_choices),
    w.LandmarkWait: Waiting(setting_up.landmark_choices, setting_up.leave_out),
    m.SetUpWait: Waiting(setting_up.set_up_choices),
    m.CardWait: Waiting(commanding.card_choices, told(commanding.decline_card)),
    m.OrdersWait: Waiting(main_phase),
    m.DiceWait: Waiting(SHARED_WAITS[m.DiceWait].answers, anew=rolling.dice_anew),
    w.HitsWait: Waiting(striking.hit_choices),
    w.ReactWait: Waiting(reactions, told(striking.decline_reaction)),
    w.PowerWait: Waiting(powers.power_choices, told(powers.decline_power)),
    w.RetreatWait: Waiting(retreating.retreat_choices, anew=retreating.retreat_anew),
    w.FlagsWait: Waiting(retreating.flag_choices, anew=retreating.retreat_anew),
    m.CounterWait: Waiting(counters, told(following.decline_counter), following.counter_anew),
    m.AdvanceWait: Waiting(
        following.advance_choices, told(following.decline_advance), following.advance_anew
    ),
    m.ExtraAttackWait: Waiting(following.bonus_choices, told(following.decline_bonus)),
    m.LoreWait: Waiting(upkeep.lore_choices),
}

VERBS_LEFT_OUT = (m.GrantExtraAttack, m.Trample, m.Mark)
"""Shared verbs for what this edition does not have: second attacks, moves through units, markers."""

VERBS: Mapping[type[m.Verb], VerbHandler] = {
    **{sort: row for sort, row in SHARED_VERBS.items() if sort not in VERBS_LEFT_OUT},
    TakeBackCommand: VerbHandler(
        commanding.take_back, is_time=commanding.can_take_back, is_told=True, of_lore=True
    ),
    BattleFirst: VerbHandler(
        lore_cards.battle_first_later, is_time=lore_cards.is_declared, is_told=True, of_attack=True
    ),
}
