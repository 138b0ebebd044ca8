"""Whoever is named in a command plays in that game, in every edition and variant."""

import pytest
from msgspec.structs import fields

from rules.kernel import messages as m
from rules.kernel.decide import checks
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.ruleset import Ruleset
from rules.kernel.values import Seat, TerrainId, Tile, Why
from tests.rules import drawn
from tests.rules.first.engine import rules

NOBODY = Seat.SOUTH_ALLY
PLAYED = {"second": drawn.RULES, "first": rules("war_council"), "call_to_arms": rules("two_hills")}


def naming_nobody(ruleset: Ruleset) -> list[m.Command]:
    """Return each sort of command that names a seat, given for one at which nobody plays."""
    told = {
        sort: {field.name for field in fields(sort) if field.required} for sort in ruleset.edition.handlers
    }
    return [
        sort(**{**dict.fromkeys(names), "seat": NOBODY}) for sort, names in told.items() if "seat" in names
    ]


@pytest.mark.parametrize("name", PLAYED)
def test_no_command_is_obeyed_for_a_seat_at_which_nobody_plays(name: str) -> None:
    game = new_game(PLAYED[name])
    commands = naming_nobody(PLAYED[name])
    assert len(commands) > 3
    tent = Tile(kind=TerrainId("forest"), owner=NOBODY)
    for command in (*commands, m.PlaceTerrain(at=Hex("A1"), tile=tent)):
        assert [(refused.why, refused.final) for refused in checks(game, command)] == [
            (Why.NO_SUCH_SEAT, True)
        ]
        refused = play(game, m.Overrule(command=command)).decision
        assert isinstance(refused, m.Refusal)
