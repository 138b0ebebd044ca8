"""All commands and waits of the Second Edition: the shared ones, and its own."""

from collections.abc import Mapping

from rules.kernel import messages as m
from rules.kernel.chapters import corrections
from rules.kernel.chapters.lore import check_replenish, check_unlisted
from rules.kernel.edition import Handler, Waiting
from rules.kernel.handlers import SHARED
from rules.kernel.options import SHARED_WAITS, counters, more_attacks
from rules.second import (
    committing,
    following,
    lore,
    messages as second,
    ordering,
    retreating,
    rune_shield,
    upkeep,
)
from rules.second.setting_up import battlefield, checks, mustering, placing

HANDLERS: Mapping[type[m.Command], Handler] = {
    **SHARED,
    second.ChooseScenarioCard: Handler(battlefield.check_card, battlefield.choose_card, is_own=True),
    m.ChooseFirst: Handler(battlefield.check_first, battlefield.choose_first),
    second.FinishTerrain: Handler(battlefield.check_finish, battlefield.finish_terrain),
    second.PlaceFord: Handler(battlefield.check_ford, battlefield.place_ford),
    second.Muster: Handler(mustering.check_muster, mustering.muster, is_own=True),
    second.RevealArmies: Handler(mustering.check_reveal, mustering.reveal),
    m.PlaceUnit: Handler(placing.check_place, placing.place),
    m.StartGame: Handler(placing.check_start, placing.start),
    m.PlaceTerrain: Handler(checks.check_terrain, corrections.place_terrain),
    m.Order: Handler(ordering.check_order, ordering.order),
    second.Cure: Handler(ordering.check_cure, ordering.cure),
    second.Commit: Handler(committing.check_commit, committing.resolve),
    second.Shield: Handler(rune_shield.check, rune_shield.put),
    second.IgnoreRetreats: Handler(retreating.check_ignore, retreating.ignore),
    second.ChooseWay: Handler(retreating.check_way, retreating.choose_way),
    m.Advance: Handler(following.check_advance, following.advance),
    m.EndMainPhase: Handler(upkeep.check_end, upkeep.end_main_phase),
    second.ExchangeLore: Handler(upkeep.check_exchange, upkeep.exchange),
    m.PlayLoreCard: Handler(lore.check_card, lore.play_card),
    m.PlayUnlistedLoreCard: Handler(check_unlisted, lore.play_unlisted),
    m.ReplenishLore: Handler(check_replenish, upkeep.replenish),
}

WAITS: Mapping[type[m.Wait], Waiting] = {
    **SHARED_WAITS,
    m.OrdersWait: Waiting(ordering.main_phase),
    second.ScenarioCardsWait: Waiting(placing.cards),
    second.FirstPlayerWait: Waiting(battlefield.firsts),
    second.TerrainWait: Waiting(battlefield.terrain_done),
    second.FordWait: Waiting(battlefield.fords, anew=battlefield.fords_anew),
    second.MusterWait: Waiting(placing.armies),
    second.RevealWait: Waiting(mustering.reveals),
    m.SetUpWait: Waiting(placing.pieces, anew=placing.pieces_anew),
    second.CommitWait: Waiting(committing.commitments, committing.decline, committing.anew),
    second.ShieldWait: Waiting(rune_shield.choices, anew=rune_shield.anew),
    second.IgnoreWait: Waiting(retreating.ignorings),
    second.WayWait: Waiting(retreating.ways),
    m.CounterWait: Waiting(counters, following.decline_counter, following.counter_anew),
    m.AdvanceWait: Waiting(following.advances, following.decline_advance, following.advance_anew),
    m.ExtraAttackWait: Waiting(more_attacks, following.decline_attack, following.attack_anew),
    second.ExchangeWait: Waiting(upkeep.exchanges, upkeep.decline, upkeep.exchange_anew),
    m.LoreWait: Waiting(upkeep.lore_choices),
}
