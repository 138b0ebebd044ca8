"""What the First Edition's summary cards say, as the glossary tells it."""

from collections.abc import Iterator

from companion.words.subjects import PrintedWords, Subject, as_sentences
from rules.first.printed.deployment import SpecialistCard
from rules.first.printed.pieces import Banner, CreatureCard, LandmarkCard, Race, WeaponCard
from rules.first.printed.profiles import Profile
from rules.first.printed.tables import UnitKind
from rules.kernel.catalogue import Catalogue
from rules.kernel.printed import Kind
from rules.kernel.translatable import Message


def unit_card(words: PrintedWords, catalogue: Catalogue, kind: Kind) -> Iterator[str]:
    """Yield what all summary cards together say of *kind*, and what a Creature's own card says."""
    assert isinstance(kind, UnitKind)
    profile = kind.profile
    yield as_sentences(
        (
            ", ".join(_sorts(words, catalogue, profile)),
            words.tr(_moves(profile)),
            ", ".join(map(words.tr, _battle_numbers(profile))),
            ", ".join(words.abilities(catalogue, kind)),
        )
    )
    creature = catalogue.of(CreatureCard).get(kind.id)
    if creature is not None:
        yield words.summary("kinds", creature)
        for power in creature.powers:
            told = words.phrases.summary("powers", f"{kind.id}_{power.id}", power.summary)
            name = words.phrases.names["powers"].get(power.id, power.name)
            price = Message("not known") if power.lore is None else Message("{1} Lore", power.lore)
            unknown = words.tr("What it does is not known here: look at your card.")
            yield f"{name} ({words.tr(price)}): {told or unknown}"


def _sorts(words: PrintedWords, catalogue: Catalogue, profile: Profile) -> Iterator[str]:
    """Yield a unit's banner, people, type and weapon."""
    banner, weapon = profile.banner, profile.weapon
    yield (
        words.tr("banner not known")
        if banner is None
        else words.name("banners", catalogue.of(Banner)[banner])
    )
    if profile.is_troop:
        yield words.name("races", catalogue.of(Race)[profile.race])
        yield words.phrases.trait(profile.type.value)
        yield words.tr("weapon not known") if weapon is None else words.name("weapons", weapon)


def _moves(profile: Profile) -> Message:
    if profile.battle is None or profile.walk is None:
        return Message("how far it moves is not known")
    return Message("moves with a battle: {1}, without: {2}", profile.battle, profile.walk)


def _battle_numbers(profile: Profile) -> Iterator[Message]:
    yield Message("dice not known") if profile.dice is None else Message("dice: {1}", profile.dice)
    if profile.reach is not None and profile.reach > 1:
        yield Message("range: {1}", profile.reach)
    if profile.figures is not None:
        yield Message("figures: {1}", profile.figures)


def own_subjects(words: PrintedWords, catalogue: Catalogue) -> Iterator[Subject]:
    """Yield the banners, peoples, weapons, Landmarks, variants and Specialists."""
    for banner in catalogue.of(Banner).values():
        text = (words.summary("banners", banner), words.tr(_banner_moves(banner)))
        yield words.subject("units", "banners", banner, text, see=("banners",))
    yield from words.summed_up("units", "races", catalogue.of(Race).values())
    yield from words.summed_up("combat", "weapons", catalogue.of(WeaponCard).values())
    for landmark in catalogue.of(LandmarkCard).values():
        power = words.phrases.summary("powers", landmark.id, landmark.power or "")
        text = (words.summary("landmarks", landmark), power)
        yield words.subject("set_up", "landmarks", landmark, text, see=("landmarks",))
    yield from words.summed_up("options", "variants", catalogue.variants.values())
    yield from words.summed_up("options", "specialists", catalogue.of(SpecialistCard).values())


def _banner_moves(banner: Banner) -> Message:
    foot, mounted = banner.foot, banner.mounted
    return Message(
        "Dice: {1}. On foot: figures {2}, moves with a battle {3}, without {4}. "
        "Mounted: figures {5}, moves with a battle {6}, without {7}.",
        banner.dice,
        foot.figures,
        foot.battle,
        foot.walk,
        mounted.figures,
        mounted.battle,
        mounted.walk,
    )
