"""The First Edition's variants, in the order in which they are laid over one another."""

from rules.first.variants.allies.edition import RELUCTANT_ALLIES
from rules.first.variants.call_to_arms.edition import CALL_TO_ARMS
from rules.first.variants.epic.edition import EPIC
from rules.first.variants.medieval_lore import MEDIEVAL_LORE

VARIANTS = (CALL_TO_ARMS, MEDIEVAL_LORE, EPIC, RELUCTANT_ALLIES)
