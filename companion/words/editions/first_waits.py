"""What the First Edition's own questions say in templates, and those that it asks otherwise."""

import msgspec

from companion.words.editions.first_names import landmarks, power
from companion.words.editions.retreat_words import loses, may_stand
from companion.words.message_words import MessageWords, Occurrence, ShownSum, by_value, is_empty, text
from companion.words.wait_words import WAITS
from companion.words.wording import Wording
from rules.first.messages import waits as w
from rules.first.play.asking import boldness
from rules.first.play.retreating import CHECK, CHECK_AGAIN, PANIC
from rules.first.play.setting_up import must_place
from rules.first.play.striking import AGAIN, CRITICAL
from rules.first.variants.allies.markers import TURN_MARKER
from rules.first.variants.scouting import FIRST_TURN
from rules.kernel import messages as m

FURTHER = (AGAIN, CRITICAL, CHECK, CHECK_AGAIN, PANIC)
"""What a further roll of a battle is for."""
FURTHER_RULES = {
    AGAIN: "roll",
    CRITICAL: "critical",
    CHECK: "trampling",
    CHECK_AGAIN: "trampling",
    PANIC: "panic",
}


def _victim(words: Wording, one: Occurrence) -> object:
    """Return who is attacked in the innermost battle."""
    fights = one.game.state.fights
    return words.unit(fights[-1].target) if fights else ""


OWN_WAITS: dict[type[msgspec.Struct], MessageWords] = {
    w.CouncilWait: MessageWords("council"),
    w.LandmarkWait: MessageWords(
        "landmarks",
        variants={"must": lambda one: must_place(one.game, one.message)},
        fields={"landmarks": text(landmarks)},
    ),
    w.RetreatWait: MessageWords(
        "retreat",
        variants={"may_stand": may_stand, "blocked": loses},
        sum=ShownSum("bold", lambda one: boldness(one.game, one.game.state.units[one.message.unit])),
    ),
    w.FlagsWait: MessageWords(
        "retreat",
        sum=ShownSum("bold", lambda one: boldness(one.game, one.game.state.units[one.message.unit])),
    ),
    w.ReactWait: MessageWords(
        "lore_timing",
        variants={
            "played": lambda one: (
                one.message.seat is not None and one.game.state.sides[one.message.seat].lore_played
            )
        },
    ),
    w.PowerWait: MessageWords(
        "powers",
        variants={"store_only": is_empty("powers")},
        fields={
            "powers": text(lambda words, one: words.choice(power(words, name) for name in one.message.powers))
        },
    ),
    w.HitsWait: MessageWords("roll"),
    # --- what every edition has, told otherwise ---------------------------------------------------------
    m.SetUpWait: WAITS[m.SetUpWait],
    m.DiceWait: WAITS[m.DiceWait]._replace(
        rules={**FURTHER_RULES, FIRST_TURN: "epic", TURN_MARKER: "allies", **WAITS[m.DiceWait].rules},
        entry="purpose",
        variants={**by_value("purpose", (*FURTHER, FIRST_TURN, TURN_MARKER)), **WAITS[m.DiceWait].variants},
        fields={
            **WAITS[m.DiceWait].fields,
            "victim": text(_victim),
        },
    ),
}
