"""An edition as each of its variants changes it."""

from collections.abc import Iterator, Mapping

from rules.kernel.edition import Edition
from rules.kernel.printed import VariantCard


def laid(edition: Edition, cards: Mapping[str, VariantCard]) -> Iterator[Edition]:
    """Yield *edition*, then it with each of its variants laid over those that the card says it needs."""
    yield edition
    for variant in edition.variants:
        names, changed = {variant.id, *cards[variant.id].needs}, edition
        for each in edition.variants:
            changed = each.of(changed) if each.id in names else changed
        yield changed
