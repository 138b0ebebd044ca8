"""What the messages of Call to Arms say in templates."""

from collections.abc import Iterable, Mapping

import msgspec

from companion.words.message_words import (
    Condition,
    Field,
    MessageWords,
    Occurrence,
    both,
    by_value,
    is_called,
    is_empty,
    is_set,
    number,
    text,
)
from companion.words.wording import Wording
from rules.first.messages import arms as a
from rules.first.printed.deployment import DeploymentCard, DeploymentSet, SpecialistCard, SpecialistUse
from rules.first.printed.pieces import WeaponCard
from rules.first.table import ArmyMode, ArmyPart, DeploymentPart, LevyToken, arms_of
from rules.first.variants.call_to_arms.armies import cards_for, ground_of, is_shared, parts_of
from rules.kernel import messages as m

ARMS, SPECIALISTS = "call_to_arms", "specialists"


def specialist(words: Wording, name: str) -> str:
    """Return the name of a Specialist card."""
    cards = words.ruleset.catalogue.of(SpecialistCard)
    return words.phrases.names["specialists"].get(name) or (cards[name].name if name in cards else name)


def weapon(words: Wording, name: str) -> str:
    """Return the name of a weapon."""
    weapons = words.ruleset.catalogue.of(WeaponCard)
    return words.phrases.names["weapons"].get(name) or (weapons[name].name if name in weapons else name)


def deployment_set(words: Wording, name: str) -> str:
    """Return the name of a set of Deployment cards."""
    sets = words.ruleset.catalogue.of(DeploymentSet)
    return words.phrases.names["deployment_sets"].get(name) or (sets[name].name if name in sets else name)


def deployment_card(words: Wording, one: Occurrence) -> str:
    """Return what a Deployment card is known by: letter and number, and its Camp where any may be held."""
    card = words.ruleset.catalogue.of(DeploymentCard)[one.message.card]
    is_any = arms_of(one.game.state).mode is ArmyMode.ORGANIZED
    return f"{deployment_set(words, card.set)} {card.number}" if is_any else card.name


def part(words: Wording, which: DeploymentPart) -> str:
    """Return what a part of an army is called."""
    return words.phrases.words["army_parts"][which]


def lineup(words: Wording) -> str:
    """Return what a side lays in this game: "Guards and Reserve"."""
    laid = parts_of(words.ruleset)
    others = [part for part in (DeploymentPart.SCOUT, DeploymentPart.RESERVE) if part in laid]
    return words.phrases.words["lineups"]["_".join(("guards", *others))]


def _ground(words: Wording, one: Occurrence) -> str:
    """Return where the part that is asked for is deployed, and where what finds no place there goes."""
    ruleset, part = words.ruleset, one.message.part
    ground = ground_of(ruleset)
    if part is DeploymentPart.SCOUT:
        called = "scout"
    elif part is DeploymentPart.RESERVE:
        called = "reserve_shifted" if ground.shifted else "reserve"
    elif is_shared(ruleset):
        called = "guard_shared"
    else:
        called = "guard_shifted" if ground.shifted else "guard"
    told = words.phrases.words["army_grounds"][called]
    return told.format(row=cards_for(ruleset).scouts, baseline=ground.baseline)


def _sets(words: Wording, sets: Iterable[str]) -> str:
    return words.listing([deployment_set(words, name) for name in sets])


def _greens(*, own: bool) -> Field:
    """Return how many green banners who has scouted ahead has of his *own*, or the other side."""

    def count(one: Occurrence) -> int:
        told: a.ScoutedAhead = one.message
        return next(count for seat, count in told.greens.items() if (seat is told.seat) is own)

    return number(count)


def _is_tied(one: Occurrence) -> bool:
    return len(set(one.message.greens.values())) == 1


def _use_is(*uses: SpecialistUse) -> Condition:
    """Return the condition that the card is one of these *uses*."""

    def holds(one: Occurrence) -> bool:
        card = one.game.ruleset.catalogue.of(SpecialistCard).get(one.message.card)
        return card is not None and card.use in uses

    return holds


def _waits_for(*sorts: type[m.Wait]) -> Condition:
    return lambda one: isinstance(one.game.state.wait, sorts)


def _has_begun(one: Occurrence) -> bool:
    """Return whether a unit of the part that is asked for stands, or a token does: then it has been said."""
    arms, wait = arms_of(one.game.state), one.message
    part = ArmyPart(seat=wait.seat, part=wait.part)
    tokens = (ArmyPart(seat=token.seat, part=token.part) for token in arms.levies.values())
    return part in arms.deployed.values() or part in tokens


def _tokens(words: Wording, one: Occurrence) -> str:
    """Return which Levy tokens lie where: "green on B2"."""
    levies = arms_of(one.game.state).levies
    template = words.phrases.words["army_parts"]["token"]
    told = (
        template.format(banner=_colour(words, levies[at]), at=words.hex(at))
        for at in one.message.hexes
        if at in levies
    )
    return words.listing(list(told))


def _colour(words: Wording, token: LevyToken) -> str:
    return words.phrases.words["levy_tokens"].get(token.banner, token.banner)


_CARD: Mapping[str, Field] = {"card": text(deployment_card)}
_SPECIALIST: Mapping[str, Field] = {"card": text(lambda words, one: specialist(words, one.message.card))}
_WEAPON: Mapping[str, Field] = {"weapon": text(lambda words, one: weapon(words, one.message.weapon))}
_PART: Mapping[str, Field] = {"part": text(lambda words, one: part(words, one.message.part))}
_LAID: Mapping[str, Field] = {"cards": text(lambda words, one: lineup(words))}
_SETS: Mapping[str, Field] = {"sets": text(lambda words, one: _sets(words, one.message.sets))}
_BANNER: Mapping[str, Field] = {
    "banner": text(
        lambda words, one: words.phrases.words["levy_tokens"].get(one.message.banner, one.message.banner)
    )
}
_MODES = by_value("mode", ArmyMode)

ARMS_EVENTS: dict[type[msgspec.Struct], MessageWords] = {
    a.ModeChosen: MessageWords(ARMS, variants=_MODES),
    a.SetsChosen: MessageWords(ARMS, fields=_SETS),
    a.LineupLaid: MessageWords(ARMS, fields=_LAID),
    a.GuardsRevealed: MessageWords(ARMS),
    a.DeploymentRevealed: MessageWords(ARMS, fields={**_CARD, **_PART}),
    a.UnitDeployed: MessageWords(ARMS, fields=_PART),
    a.LevyPlaced: MessageWords("levies", fields={**_BANNER, **_PART}),
    a.LevyReplaced: MessageWords("levies", fields=_BANNER),
    a.LevyLost: MessageWords("levies", fields=_BANNER),
    a.UnitsLost: MessageWords("guards", variants={"told": is_set("kind")}, fields=_PART),
    a.PartDeployed: MessageWords(
        ARMS, variants={"levies": is_called("part", DeploymentPart.LEVY)}, fields=_PART
    ),
    a.ScoutedAhead: MessageWords(
        "scouting_ahead",
        variants={"tied": _is_tied},
        fields={"own": _greens(own=True), "other": _greens(own=False)},
    ),
    a.SpecialistChosen: MessageWords(SPECIALISTS, fields=_SPECIALIST),
    a.SpecialistPassed: MessageWords(SPECIALISTS),
    a.SpecialistUsed: MessageWords(
        SPECIALISTS,
        variants={"moved": is_set("at"), "figures": is_set("figures")},
        fields=_SPECIALIST,
    ),
    a.ReachTold: MessageWords(SPECIALISTS, fields=_WEAPON),
}
ARMS_WAITS: dict[type[msgspec.Struct], MessageWords] = {
    a.ModeWait: MessageWords(ARMS),
    a.SetsWait: MessageWords(
        ARMS, fields={**_SETS, "drawn": number(lambda one: len(parts_of(one.game.ruleset)))}
    ),
    a.LineupWait: MessageWords(ARMS, fields=_LAID),
    a.DeployWait: MessageWords(
        ARMS,
        variants={
            "no_room": is_empty("hexes"),
            "reserve_more": both(is_set("most"), _has_begun),
            "reserve": is_set("most"),
            "whole_more": both(is_called("part", DeploymentPart.RESERVE), _has_begun),
            "whole": is_called("part", DeploymentPart.RESERVE),
            "known_more": both(is_set("kinds"), _has_begun),
            "known": is_set("kinds"),
            "more": _has_begun,
        },
        fields={
            **_CARD,
            **_PART,
            "ground": text(_ground),
            "kinds": text(lambda words, one: words.listing([words.kind(kind) for kind in one.message.kinds])),
        },
    ),
    a.LevyWait: MessageWords("levies", fields={"tokens": text(_tokens)}),
    a.SpecialistWait: MessageWords(SPECIALISTS),
    a.ReachWait: MessageWords(SPECIALISTS, fields=_WEAPON),
    a.SpecialistDeedWait: MessageWords(
        SPECIALISTS,
        variants={
            "figures": _use_is(SpecialistUse.FIGURES),
            "moves": _use_is(SpecialistUse.MOVES),
        },
        fields=_SPECIALIST,
    ),
}
ARMS_COMMANDS: dict[type[msgspec.Struct], MessageWords] = {
    a.ChooseMode: MessageWords(variants=_MODES),
    a.ChooseSets: MessageWords(fields=_SETS),
    a.LayLineup: MessageWords(fields=_LAID),
    a.PlaceLevy: MessageWords(fields=_BANNER),
    a.LoseUnit: MessageWords(variants={"told": is_set("kind")}),
    a.FinishDeployment: MessageWords(
        variants={"levies": _waits_for(a.LevyWait), "specialist": _waits_for(a.SpecialistDeedWait)}
    ),
    a.ChooseSpecialist: MessageWords(fields=_SPECIALIST),
    a.TellReach: MessageWords(),
    a.UseSpecialist: MessageWords(variants={"moved": is_set("at"), "figures": is_set("figures")}),
}
