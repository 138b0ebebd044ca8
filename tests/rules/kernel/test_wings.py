"""Several people share a side: who of them may do what is asked of the edition alone."""

from msgspec.structs import replace

from rules.kernel import messages as m
from rules.kernel.chapters.places import places_for
from rules.kernel.edition import Wings
from rules.kernel.game import new_game
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import Section
from tests.rules.drawn import RULES

LEFT, CENTER, RIGHT = Section


def test_who_stands_in_for_an_empty_place_is_the_edition_s_to_say() -> None:
    wings = Wings(
        lambda game, command: frozenset({LEFT}),
        lambda section, taken: section if section in taken else RIGHT,
    )
    edition = replace(RULES.edition, wings=wings)
    game = new_game(Ruleset(edition, RULES.catalogue, RULES.board, RULES.scenario))
    assert places_for(game, m.EndMainPhase(), {LEFT, CENTER, RIGHT}) == {LEFT}
    assert places_for(game, m.EndMainPhase(), {CENTER, RIGHT}) == {RIGHT}
