from typing import Any

import pytest

STILLS = ("still_dice.jpg", "still_hand.jpg", "still_oblique.jpg", "still_overhead.jpg")
RESTS = ("learning_0.jpg", "learning_2.jpg", "learning_3.jpg", "learning_5.jpg", "learning_6.jpg")
HANDS = ("learning_1.jpg", "learning_4.jpg")
ROLLED = ["lore", "morale", "strike"]


@pytest.mark.parametrize("name", STILLS)
def test_every_fully_visible_tag_of_a_still_is_read_in_its_hex(
    name: str, still_readings: dict[str, Any], truths: dict[str, Any]
) -> None:
    wanted = {tag.payload: tag.hex for tag in truths[name].tags if tag.visible >= 0.85}
    assert {payload: still_readings[name].tags.get(payload) for payload in wanted} == wanted


@pytest.mark.parametrize("name", STILLS)
def test_no_tag_of_a_still_is_read_in_a_wrong_hex(
    name: str, still_readings: dict[str, Any], truths: dict[str, Any]
) -> None:
    true = {tag.payload: tag.hex for tag in truths[name].tags}
    assert set(still_readings[name].tags.items()) <= set(true.items())


@pytest.mark.parametrize("name", STILLS)
def test_the_size_of_the_tags_is_found_out(
    name: str, still_readings: dict[str, Any], truths: dict[str, Any]
) -> None:
    sizes = sorted(one.pose.size_mm for one in still_readings[name].sightings)
    assert sizes[len(sizes) // 2] == pytest.approx(truths[name].tag_size_mm, rel=0.04)


@pytest.mark.parametrize("name", STILLS)
def test_a_hand_is_seen_in_a_single_picture(
    name: str, still_readings: dict[str, Any], truths: dict[str, Any]
) -> None:
    assert (still_readings[name].state == "covered") == truths[name].hand


@pytest.mark.parametrize("name", RESTS)
def test_a_picture_at_rest_is_read_completely(
    name: str, story: dict[str, Any], truths: dict[str, Any]
) -> None:
    assert story[name].reading.tags == {tag.payload: tag.hex for tag in truths[name].tags}
    assert story[name].reading.doubtful == ()
    assert story[name].observation is not None


@pytest.mark.parametrize("name", HANDS)
def test_nothing_is_reported_with_a_hand_over_the_board(name: str, story: dict[str, Any]) -> None:
    assert story[name].reading.state == "covered"
    assert story[name].observation is None


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        ("learning_0.jpg", "learning_2.jpg", {"blood_harvesters-4": "F5"}),
        ("learning_2.jpg", "learning_3.jpg", {}),
        ("learning_3.jpg", "learning_5.jpg", {"citadel_guard-4": "G3"}),
        ("learning_5.jpg", "learning_6.jpg", {"blood_harvesters-4": "F4"}),
    ],
)
def test_what_the_story_moves_moves_and_nothing_else(
    before: str, after: str, moved: dict[str, str], story: dict[str, Any]
) -> None:
    first, second = story[before].observation.pieces, story[after].observation.pieces
    assert {piece: at for piece, at in second.items() if first[piece] != at} == moved
    assert set(first) == set(second)


def test_dice_are_rolled_once_and_lie_on(story: dict[str, Any]) -> None:
    rolls = [
        (story[name].observation.roll, sorted(die.face for die in story[name].observation.dice))
        for name in RESTS
    ]
    assert rolls == [(0, []), (0, []), (1, ROLLED), (1, ROLLED), (1, ROLLED)]
