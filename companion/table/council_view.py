"""What the page shows of the First Edition's Lore: councils, classes of Lore cards, Creatures' powers.

What was chosen in a game stands in its view.
"""

from companion.table.view_structs import CouncilRules, ShownLandmark, ShownMasterLevel, ShownPower
from companion.words.editions.first_names import landmark, master, power
from companion.words.wording import Wording
from rules.first.printed.lore import (
    CommanderLevel,
    LaidAdventure,
    LoreMaster,
    LoreMasterCard,
    MasterLevel,
)
from rules.first.printed.pieces import CreatureCard, LandmarkCard
from rules.kernel.catalogue import kind_of
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import KindId, LoreId


def council_rules(ruleset: Ruleset, words: Wording) -> CouncilRules | None:
    """Return what the sides of *ruleset* give their councils, None where they choose none."""
    laid, catalogue = ruleset.scenario, ruleset.catalogue
    if not isinstance(laid, LaidAdventure) or laid.levels is None:
        return None
    commanders = sorted(catalogue.of(CommanderLevel).values(), key=lambda each: each.level)
    levels = sorted(catalogue.of(MasterLevel).values(), key=lambda each: each.level)
    cards = catalogue.of(LandmarkCard).values() if laid.landmarks else ()
    return CouncilRules(
        levels=laid.levels,
        masters={name: master(words, name) for name in catalogue.of(LoreMaster)},
        command_cards=tuple(each.cards for each in commanders),
        lore_levels=tuple(
            ShownMasterLevel(cards=each.keep, tokens=each.tokens, most=each.most) for each in levels
        ),
        creatures=_creatures(ruleset),
        landmarks=tuple(
            ShownLandmark(
                name=landmark(words, card.id), brought_by=card.brought_by, level=card.level, sole=card.sole
            )
            for card in cards
            if card.level is not None
        ),
    )


def _creatures(ruleset: Ruleset) -> dict[KindId, int]:
    """Return the level of each Creature of the set-up."""
    kinds = {kind_of(unit) for unit in ruleset.scenario.units}
    cards = ruleset.catalogue.of(CreatureCard)
    return {kind: cards[kind].level or 1 for kind in sorted(kinds) if kind in cards}


def lore_classes(ruleset: Ruleset, words: Wording) -> dict[LoreId, str]:
    """Return the name of each Lore card's class; of an edition without classes nothing."""
    return {
        LoreId(card.id): master(words, card.master) for card in ruleset.catalogue.of(LoreMasterCard).values()
    }


def creature_powers(ruleset: Ruleset, words: Wording) -> dict[KindId, tuple[ShownPower, ...]]:
    """Return the powers of each kind of Creature of the set-up."""
    kinds = {kind_of(unit) for unit in ruleset.scenario.units}
    return {
        KindId(card.id): tuple(
            ShownPower(
                id=each.id,
                name=power(words, each.id),
                lore=each.lore,
                summary=words.phrases.summary("powers", f"{card.id}_{each.id}", each.summary),
            )
            for each in card.powers
        )
        for card in ruleset.catalogue.of(CreatureCard).values()
        if card.id in kinds
    }
