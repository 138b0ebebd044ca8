"""What the page shows of Call to Arms: its cards, and what can be deployed."""

from companion.table.view_structs import ArmsRules, ShownSpecialist
from companion.words.editions.arms_messages import deployment_set, lineup, part, specialist
from companion.words.wording import Wording
from rules.first.printed.deployment import DeploymentCard, DeploymentSet, SpecialistCard, cards_of
from rules.first.variants.call_to_arms.armies import parts_of
from rules.first.variants.call_to_arms.edition import NAME
from rules.first.variants.call_to_arms.levies import BANNERS
from rules.kernel.ruleset import Ruleset


def arms_rules(ruleset: Ruleset, words: Wording) -> ArmsRules | None:
    """Return the cards of Call to Arms, None where it is not played."""
    if NAME not in ruleset.edition.played:
        return None
    catalogue = ruleset.catalogue
    cards = catalogue.of(DeploymentCard)
    return ArmsRules(
        sets={name: deployment_set(words, name) for name in catalogue.of(DeploymentSet)},
        cards={
            name: {card: cards[card].name for card in cards_of(catalogue, name)}
            for name in catalogue.of(DeploymentSet)
        },
        lineup=lineup(words),
        parts={each: _capital(part(words, each)) for each in parts_of(ruleset)},
        banners={name: words.phrases.words["levy_tokens"][name] for name in BANNERS},
        specialists={
            card.id: ShownSpecialist(
                name=specialist(words, card.id),
                summary=words.summary("specialists", card.id, card.summary),
            )
            for card in catalogue.of(SpecialistCard).values()
        },
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
