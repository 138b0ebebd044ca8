"""What screens are told of the First Edition's Landmarks, which all stand on one kind of ground."""

from companion.table.view_json import seen_by
from rules.first.messages import PlaceLandmark
from rules.kernel.hexes import Hex
from rules.kernel.values import Seat
from tests.companion.words.refused_first import with_councils
from tests.rules.first.test_commanding import done


def test_a_landmark_is_told_by_its_name_and_from_others() -> None:
    game = done(with_councils(), PlaceLandmark(seat=Seat.NORTH, landmark="rogues_den", at=Hex("F6")))
    game = done(game, PlaceLandmark(seat=Seat.SOUTH, landmark="magic_pentacle", at=Hex("K4")))
    shown = seen_by(None, game, None).terrain
    assert [(shown[at].site, shown[at].name) for at in (Hex("F6"), Hex("K4"))] == [
        ("rogues_den", "Rogue's Den"),
        ("magic_pentacle", "Magic Pentacle"),
    ]
    assert {tile.site for at, tile in shown.items() if at not in ("F6", "K4")} == {None}
