"""How the First Edition's own things are called: Landmarks, Lore Masters, powers and War Councils."""

from collections.abc import Mapping

from companion.words.message_words import Occurrence
from companion.words.wording import Wording
from rules.first.council import Council, lore_deck as counted_deck
from rules.first.landmarks import denied
from rules.first.messages import UsePower
from rules.first.messages.waits import PowerWait
from rules.first.play.asking import adventure, as_council
from rules.first.printed.lore import GivenCouncil, LoreMaster
from rules.first.printed.pieces import CreatureCard, LandmarkCard
from rules.first.table import table
from rules.kernel.game import Game
from rules.kernel.messages import Command
from rules.kernel.values import KindId


def _called(words: Wording, sort: str, name: str, printed: Mapping[str, str]) -> str:
    """Return the name of a thing of *sort*: the language's own, the *printed* one, or its id."""
    return words.phrases.names[sort].get(name) or printed.get(name) or name.replace("_", " ").title()


def landmark(words: Wording, name: str) -> str:
    """Return a Landmark's name."""
    cards = words.ruleset.catalogue.of(LandmarkCard)
    return _called(words, "landmarks", name, {each: card.name for each, card in cards.items()})


def master(words: Wording, name: str) -> str:
    """Return the name of a Lore Master, which is that of his class of Lore cards too."""
    masters = words.ruleset.catalogue.of(LoreMaster).items()
    return _called(words, "masters", name, {each: card.name for each, card in masters})


def power(words: Wording, name: str) -> str:
    """Return the name of a Creature's power."""
    cards = words.ruleset.catalogue.of(CreatureCard).values()
    return _called(words, "powers", name, {each.id: each.name for card in cards for each in card.powers})


def explained(command: Command, game: Game, words: Wording) -> str:
    """Return what a Creature's power does by its card, "" for any other *command*."""
    wait = game.state.wait
    if not (isinstance(command, UsePower) and isinstance(wait, PowerWait)):
        return ""
    kind = game.state.units[wait.unit].kind
    powers = {each.id: each for each in words.ruleset.catalogue.of(CreatureCard)[kind].powers}
    return words.summary("powers", f"{kind}_{command.power}", powers[command.power].summary)


def council(words: Wording, given: GivenCouncil) -> str:
    """Return who sits in a War Council, and on which level: "Commander 2, Wizard 3, Rogue 1"."""
    template = words.phrases.words["council"]
    seated = [(template["commander"], given.commander)] if given.commander else []
    seated += [(master(words, name), level) for name, level in given.masters.items()]
    seated += [(words.kind(KindId(name)), level) for name, level in given.creatures.items()]
    told = [template["seated"].format(who=who, level=words.number(level)) for who, level in seated]
    return words.listing(told) or template["nobody"]


def councils(words: Wording, one: Occurrence) -> str:
    """Return what each side's War Council is, as they are opened."""
    template = words.phrases.words["council"]["side"]
    councils = table(one.game.state).councils.items()
    return "; ".join(
        template.format(seat=words.seat(seat), council=council(words, given)) for seat, given in councils
    )


def lore_deck(words: Wording, game: Game) -> str:
    """Return how many cards of each class the Lore deck has for these councils: "14 Wizard, 8 Rogue"."""
    template = words.phrases.words["lore_deck"]["counted"]
    told = counted_deck(_seated(game), words.ruleset.catalogue.of(LoreMaster))
    return words.listing(
        template.format(master=master(words, name), count=words.number(count)) for name, count in told.items()
    )


def denied_landmarks(one: Occurrence) -> tuple[str, ...]:
    """Return the Landmarks that nobody gets for both sides have their Lore Master."""
    ruleset = one.game.ruleset
    if not adventure(ruleset).landmarks:
        return ()
    councils = dict(zip(table(one.game.state).councils, _seated(one.game), strict=True))
    return tuple(card.id for card in denied(councils, ruleset.catalogue.of(LandmarkCard).values()))


def _seated(game: Game) -> list[Council]:
    return [as_council(given) for given in table(game.state).councils.values()]


def landmarks(words: Wording, one: Occurrence) -> str:
    """Return the names of the Landmarks in *one* message."""
    return words.listing(landmark(words, name) for name in one.message.landmarks)
