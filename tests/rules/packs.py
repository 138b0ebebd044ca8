"""Rulesets for the tests: numbers by a pack for units that we do not know, scenario cards for one seat."""

from msgspec.structs import replace

from rules.kernel.catalogue import parse_catalogue
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import CardNumber, KindId, ScenarioCardId, Seat
from rules.second.edition import SECOND
from rules.second.printed import ScenarioCard
from tests.rules.drawn import RULES
from tests.rules.shelf import printed_texts

TEXTS = printed_texts()
# Numbers of ours, as a group would copy them from its cards: the rules do not depend on them.
UNITS = """
[roc_warrior]
move = 3
combat = 3
traits = ["legend", "melee"]

[obscenes]
move = 2
combat = 3

[citadel_lancers]
move = 3
combat = 3
traits = ["cavalry", "knight", "melee"]
abilities = [{ name = "mobility", number = 2 }]

[siege_golem]
move = 1
combat = 3
traits = ["legend", "melee"]
"""


def packed(
    units: str = UNITS, *, terrain: str = "", scenario_cards: str = "", abilities: str = ""
) -> Ruleset:
    """Return the learning scenario with what a pack fills in."""
    files = {"units": units, "terrain": terrain, "scenario_cards": scenario_cards, "abilities": abilities}
    pack = {f"pack/{name}.toml": text for name, text in files.items() if text}
    return Ruleset(RULES.edition, parse_catalogue({**TEXTS, **pack}, SECOND), RULES.board, RULES.scenario)


def dealt(seat: Seat, card: str, rules: Ruleset = RULES) -> Ruleset:
    """Return *rules* with the special rules of a scenario *card* in force for *seat* alone."""
    specials = {seat: rules.catalogue.of(ScenarioCard)[ScenarioCardId(card)].specials}
    return Ruleset(rules.edition, rules.catalogue, rules.board, replace(rules.scenario, specials=specials))


def without(rules: Ruleset, kind: KindId, *numbers: CardNumber) -> Ruleset:
    """Return *rules* as if nobody had told *numbers* of the card of such units."""
    card = rules.catalogue.kinds[kind]
    gone = {str(number): None for number in numbers if number is not CardNumber.RANGE}
    traits = tuple(trait for trait in card.traits if trait not in ("melee", "ranged"))
    bare = replace(card, **gone, **({"traits": traits, "range": None} if CardNumber.RANGE in numbers else {}))
    catalogue = replace(rules.catalogue, kinds={**rules.catalogue.kinds, kind: bare})
    return Ruleset(rules.edition, catalogue, rules.board, rules.scenario)


KNOWN = packed()
