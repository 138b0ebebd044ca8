"""Many poses are matched together: for less work than one by one, and with the same answers."""

import cv2
import numpy as np
import pytest

from benchmarks.vision import crowded
from vision.board.calibrate import Gray, Registration, register
from vision.board.plan import BoardPlan, TagBook
from vision.sightings import Pose
from vision.tags import matcher
from vision.tags.matcher import Clue, Matcher
from vision.tags.tag_tracker import TagTracker

TAGS = 30


@pytest.fixture(scope="module")
def table() -> tuple[BoardPlan, TagBook, Gray, Registration]:
    plan, book, pictures = crowded(TAGS)
    gray = np.asarray(cv2.cvtColor(pictures[0], cv2.COLOR_BGR2GRAY), np.uint8)
    registration = register(gray, plan)
    assert registration is not None
    return plan, book, gray, registration


def test_a_full_board_is_sampled_in_a_few_pieces_whatever_lies_on_it(
    table: tuple[BoardPlan, TagBook, Gray, Registration], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, book, gray, registration = table
    tracker, counts, sampled = TagTracker(plan, book), list[int](), matcher.sampled

    def counted(*asked: np.ndarray) -> np.ndarray:
        samples = sampled(*asked)
        counts.append(samples.shape[0] * samples.shape[1])
        return samples

    monkeypatch.setattr(matcher, "sampled", counted)
    tracker.look_everywhere(gray, registration)
    assert len(tracker.sightings) == TAGS
    assert len(counts) < TAGS
    assert sum(counts) < 4 * TAGS * 63, "nine, 27 and 27 tries a tag, and little that is none"


def test_tags_matched_together_are_those_matched_one_by_one(
    table: tuple[BoardPlan, TagBook, Gray, Registration],
) -> None:
    plan, book, gray, registration = table
    tracker, reader = TagTracker(plan, book), Matcher(book)
    tracker.look_everywhere(gray, registration)
    poses = [one.pose for one in tracker.sightings]
    together = reader.match_all(gray, registration, poses)
    assert [each.payload for each in together] == [one.payload for one in tracker.sightings]
    for pose, match in zip(poses, together, strict=True):
        alone = reader.match(gray, registration, pose)
        assert (alone.payload, alone.pose) == (match.payload, match.pose)
        assert alone.score == pytest.approx(match.score, abs=1e-5)


def test_rings_that_resemble_no_tag_are_not_compared_with_the_whole_book_in_each_step(
    table: tuple[BoardPlan, TagBook, Gray, Registration], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, book, gray, registration = table
    reader, noise = Matcher(book), np.random.default_rng(1).integers(90, 130, gray.shape, np.uint8)
    bare = [Pose((90.0 + 40 * number, 90.0), 0.3 * number, 22.0) for number in range(6)]
    monkeypatch.setattr(Matcher, "_searched", None)
    assert not any(reader.is_sure(each) for each in reader.match_all(noise, registration, bare, by=Clue.HINT))
