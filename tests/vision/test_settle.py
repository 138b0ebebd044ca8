from collections.abc import Mapping
from types import MappingProxyType

import pytest

from rules.kernel.hexes import Hex
from vision.health import EyeState
from vision.reading import Reading
from vision.settle import UNAIDED, Settler
from vision.sightings import COCKED, OFF_THE_TRAY, DieSeen, Observation, SpotCount

HOME = {"a": "A1", "b": "B2"}
AWAY = {"a": "A2", "b": "B2"}


def reading(
    pieces: dict[str, str],
    *,
    state: EyeState = EyeState.QUIET,
    dice: tuple[DieSeen, ...] = (),
    stirs: int = 0,
    doubtful: tuple[str, ...] = (),
    still: bool = False,
    spots: Mapping[str, SpotCount] = MappingProxyType({}),
) -> Reading:
    return Reading(
        frame=0,
        name=None,
        at=0.0,
        still=still,
        state=state,
        registration=None,
        tray=None,
        sightings=(),
        tags={},
        pieces={piece: Hex(at) for piece, at in pieces.items()},
        doubtful=tuple(Hex(name) for name in doubtful),
        twice=(),
        dice=dice,
        stirs=stirs,
        spots=spots,
        reason=None,
        ms=0.0,
    )


def die(face: str, x: float, confidence: float = 0.95) -> DieSeen:
    return DieSeen(face=face, at_mm=(x, 0.0), confidence=confidence)


def feed(settler: Settler, *readings: Reading) -> list[Observation]:
    return [seen for one in readings if (seen := settler.feed(one)) is not None]


def test_nothing_is_said_before_the_window_is_full() -> None:
    settler = Settler(window=3)
    assert feed(settler, reading(HOME), reading(HOME)) == []
    assert len(feed(settler, reading(HOME))) == 1


@pytest.mark.parametrize("state", [state for state in EyeState if state is not EyeState.QUIET])
def test_a_busy_frame_forgets_everything(state: EyeState) -> None:
    settler = Settler(window=3)
    assert (
        feed(settler, reading(HOME), reading(HOME), reading(HOME, state=state), reading(HOME), reading(HOME))
        == []
    )
    assert len(feed(settler, reading(HOME))) == 1


def test_what_was_said_is_not_said_again_until_it_changes() -> None:
    settler = Settler(window=3)
    (first,) = feed(settler, *[reading(HOME)] * 5)
    (second,) = feed(settler, *[reading(AWAY)] * 5)
    assert (first.pieces, second.pieces) == (HOME, AWAY)


def test_one_bad_reading_of_three_is_outvoted() -> None:
    settler = Settler(window=3, agree=2)
    (seen,) = feed(settler, reading(HOME), reading({"b": "B2"}), reading(HOME))
    assert seen.pieces == HOME


def test_what_the_readings_do_not_agree_about_is_doubtful() -> None:
    settler = Settler(window=3, agree=2)
    (seen,) = feed(settler, reading(HOME), reading({"b": "B2"}), reading({"a": "A3", "b": "B2"}))
    assert seen.pieces == {"b": "B2"}
    assert seen.doubtful == ("A1", "A3")


def test_a_spot_that_is_no_longer_doubtful_is_told_though_no_more_are_seen() -> None:
    settler = Settler(window=1, agree=1)
    counts = [SpotCount(spots=3, seen=1, doubtful=left) for left in (2, 1, 0)]
    said = feed(settler, *(reading(HOME, spots={"a": count}) for count in counts))
    assert [seen.spots["a"].doubtful for seen in said] == [2, 0]


def test_a_photograph_is_a_window_of_its_own() -> None:
    settler = Settler(window=3)
    assert [seen.pieces for seen in feed(settler, reading(HOME, still=True), reading(AWAY, still=True))] == [
        HOME,
        AWAY,
    ]


def test_dice_that_lie_there_from_the_start_were_not_thrown() -> None:
    settler = Settler(window=1, agree=1)
    (seen,) = feed(settler, reading(HOME, dice=(die("lore", 0),), stirs=1))
    assert (seen.roll, seen.fresh) == (0, ())


def test_dice_newly_thrown_are_a_roll() -> None:
    settler = Settler(window=1, agree=1)
    thrown = (die("lore", 0), die("strike", 30))
    _, seen = feed(settler, reading(HOME), reading(HOME, dice=thrown, stirs=1))
    assert (seen.roll, seen.dice, seen.fresh) == (1, thrown, thrown)


def test_dice_read_again_where_they_lay_are_the_same_roll() -> None:
    settler = Settler(window=1, agree=1)
    feed(settler, reading(HOME), reading(HOME, dice=(die("lore", 0), die("strike", 30)), stirs=1))
    again = reading(HOME, dice=(die("lore", 2), die("morale", 31, 0.4)), stirs=2)
    assert feed(settler, again) == []


def test_without_a_stir_in_the_tray_no_reading_of_it_counts() -> None:
    settler = Settler(window=1, agree=1)
    feed(settler, reading(HOME), reading(HOME, dice=(die("lore", 0),), stirs=1))
    assert feed(settler, reading(HOME, dice=(die("heroic", 70),), stirs=1)) == []


def test_the_same_faces_elsewhere_are_a_new_roll() -> None:
    settler = Settler(window=1, agree=1)
    feed(settler, reading(HOME), reading(HOME, dice=(die("lore", 0),), stirs=1))
    (seen,) = feed(settler, reading(HOME, dice=(die("lore", 70),), stirs=2))
    assert seen.roll == 2


def test_another_sure_face_on_the_same_spot_is_a_new_roll() -> None:
    settler = Settler(window=1, agree=1)
    feed(settler, reading(HOME), reading(HOME, dice=(die("lore", 0),), stirs=1))
    (seen,) = feed(settler, reading(HOME, dice=(die("heroic", 1),), stirs=2))
    assert seen.roll == 2


def test_of_dice_thrown_beside_others_only_the_new_ones_are_fresh() -> None:
    settler = Settler(window=1, agree=1)
    feed(settler, reading(HOME), reading(HOME, dice=(die("lore", 0),), stirs=1))
    (seen,) = feed(settler, reading(HOME, dice=(die("lore", 0), die("strike", 40)), stirs=2))
    assert (seen.roll, len(seen.dice)) == (2, 2)
    assert [one.face for one in seen.fresh] == ["strike"]


def test_dice_taken_away_are_no_roll() -> None:
    settler = Settler(window=1, agree=1)
    feed(settler, reading(HOME), reading(HOME, dice=(die("lore", 0), die("strike", 40)), stirs=1))
    (fewer,) = feed(settler, reading(HOME, dice=(die("strike", 40),), stirs=2))
    (none,) = feed(settler, reading(HOME, stirs=3))
    assert (fewer.roll, [one.face for one in fewer.dice], none.roll, none.dice) == (1, ["strike"], 1, ())


def test_a_window_smaller_than_its_majority_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot agree"):
        Settler(window=2, agree=3)


def test_new_eyes_take_dice_that_lie_there_for_no_throw_and_count_the_next_one_on() -> None:
    settler = Settler(window=1, agree=1)
    feed(settler, reading(HOME), reading(HOME, dice=(die("lore", 0),), stirs=1))
    settler.start_over()
    (lying,) = feed(settler, reading(AWAY, dice=(die("lore", 0), die("strike", 40)), stirs=1))
    (thrown,) = feed(settler, reading(AWAY, dice=(die("heroic", 90),), stirs=2))
    assert (lying.roll, lying.fresh, thrown.roll) == (1, (), 2)


def trouble(face: str, x: float, why: str) -> DieSeen:
    return DieSeen(face=face, at_mm=(x, 0.0), confidence=0.95, trouble=why)


def test_a_leaning_die_that_is_put_flat_where_it_lay_is_told_as_it_lies_now() -> None:
    settler = Settler(window=1, agree=1)
    leaning = (die("lore", 0), trouble("strike", 30, COCKED))
    feed(settler, reading(HOME), reading(HOME, dice=leaning, stirs=1))
    (seen,) = feed(settler, reading(HOME, dice=(die("lore", 0), die("strike", 31)), stirs=2))
    assert [one.trouble for one in (*seen.dice, *seen.fresh)] == ["", "", "", ""]
    assert seen.roll == 1


def test_a_die_that_falls_beside_the_tray_is_told_though_nothing_stirs_in_the_tray() -> None:
    settler = Settler(window=1, agree=1)
    feed(settler, reading(HOME))
    (seen,) = feed(settler, reading(HOME, dice=(trouble("lore", 300, OFF_THE_TRAY),)))
    assert [one.trouble for one in seen.dice] == [OFF_THE_TRAY]


BUSY = reading(HOME, state=EyeState.COVERED)


def moved_there_and_back(hands: int) -> list[Observation]:
    """Return what is told of a piece that is seen away and back, after so many busy frames each time."""
    home, away = [reading(HOME)], [reading(AWAY)]
    return feed(Settler(window=1, agree=1), *home, *[BUSY] * hands, *away, *[BUSY] * hands, *home)


def test_a_piece_that_hands_moved_away_and_back_is_told_as_moved_back() -> None:
    assert [(seen.pieces, seen.doubtful) for seen in moved_there_and_back(hands=2)] == [
        (HOME, ()),
        (AWAY, ()),
        (HOME, ()),
    ]


@pytest.mark.parametrize("hands", [0, 1])
def test_a_piece_that_comes_back_though_no_hand_was_there_is_doubted(hands: int) -> None:
    last = moved_there_and_back(hands)[-1]
    assert (last.pieces, last.doubtful) == (AWAY, ("A1", "A2"))


@pytest.mark.parametrize(("hands", "told"), [(1, {"a": "A1"}), (2, {"c": "A1"})])
def test_another_piece_in_the_place_of_one_is_believed_at_once_only_after_a_hand(
    hands: int, told: dict[str, str]
) -> None:
    last = feed(Settler(window=1, agree=1), reading({"a": "A1"}), *[BUSY] * hands, reading({"c": "A1"}))[-1]
    assert last.pieces == told
    assert last.doubtful == (("A1",) if hands == 1 else ())


MANY = {"a": "A1", "b": "B2", "c": "C3", "d": "D4"}


def test_many_pieces_lost_at_once_though_no_hand_was_there_stay_where_they_were_and_are_doubted() -> None:
    settler = Settler(window=1, agree=1)
    _, lost = feed(settler, reading(MANY), reading({"a": "A1"}))
    assert (lost.pieces, lost.doubtful) == (MANY, ("B2", "C3", "D4"))
    *_, back = feed(settler, *[reading(MANY)] * 40)
    assert (back.pieces, back.doubtful) == (MANY, ())


@pytest.mark.parametrize(("looks", "told"), [(UNAIDED - 1, {"a": "A1"}), (UNAIDED, {})])
def test_a_piece_lost_though_no_hand_was_there_is_doubted_for_a_moment_and_then_gone(
    looks: int, told: dict[str, str]
) -> None:
    last = feed(Settler(window=1, agree=1), reading({"a": "A1"}), *[reading({})] * looks)[-1]
    assert (last.pieces, last.doubtful) == (told, ("A1",) if told else ())


def test_many_pieces_that_hands_take_away_are_gone() -> None:
    settler, busy = Settler(window=1, agree=1), reading(MANY, state=EyeState.COVERED)
    _, gone = feed(settler, reading(MANY), busy, busy, reading({"a": "A1"}))
    assert (gone.pieces, gone.doubtful) == ({"a": "A1"}, ())
