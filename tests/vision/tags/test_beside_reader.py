"""Tags beside the board, as those of cards: each is observed once as it comes and once as it goes."""

from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from msgspec.structs import replace

from companion.cli.camera.look import describe
from rules.kernel.hexes import Hex
from tests.vision.conftest import Bench
from vision.board.calibrate import Registration
from vision.board.plan import BoardPlan, TagBook, payload_of, tag_modules
from vision.board.plane import Area
from vision.eyes import Eyes
from vision.sightings import Pose, Sighting
from vision.source.frames import Frame
from vision.tags.beside_reader import LOOKS, BesideReader
from vision.tags.locate import FramedReader, Scan
from vision.tags.matcher import TagMatch

CARD, OTHER, UNIT = "battle_march-1", "wedge-1", "citadel_guard-1"
CARDS = {payload_of("CT1"): CARD, payload_of("CT2"): OTHER}
NORTH_MM, NEAR_MM = (300.0, 12.0), (380.0, 12.0)  # on the board's margin, where no hex is


def lay(bench: Bench, piece: str, at_mm: tuple[float, float]) -> None:
    """Lay the tag of *piece* at a place."""
    book = bench.table.book
    payload = next(payload for payload, each in (book.tags | book.cards).items() if each == piece)
    bench.table.figures(piece, 0)
    bench.table.lay(piece, tag_modules(payload, bench.table.book.layout), at_mm, turn=0.4, size_mm=22.0)


@pytest.fixture
def cards(plan: BoardPlan, book: TagBook) -> Bench:
    """Return a table at rest at which one unit stands and a card lies."""
    bench = Bench(plan, replace(book, cards=CARDS))
    bench.table.place(UNIT, Hex("D3"))
    lay(bench, CARD, NORTH_MM)
    bench.watch(5)
    return bench


def test_a_card_that_is_laid_beside_the_board_or_taken_away_is_observed_once(cards: Bench) -> None:
    assert [one.beside for one in cards.watch(3)] == []
    lay(cards, OTHER, NEAR_MM)
    seen = cards.watch(6)
    assert [one.beside for one in seen] == [(CARD, OTHER)] and seen[0].pieces == {UNIT: Hex("D3")}
    cards.table.remove(CARD)
    assert [one.beside for one in cards.watch(6)] == [(OTHER,)]


def test_a_card_that_is_laid_elsewhere_is_counted_and_one_that_is_straightened_is_not(cards: Bench) -> None:
    lay(cards, OTHER, NEAR_MM)
    cards.watch(6)
    lay(cards, CARD, (NORTH_MM[0] + 30.0, NORTH_MM[1]))
    assert [one.carried for one in cards.watch(6)] == []
    lay(cards, CARD, (NORTH_MM[0] - 40.0, NORTH_MM[1]))
    (seen,) = cards.watch(6)
    assert (seen.beside, seen.carried) == ((CARD, OTHER), {CARD: 1})
    cards.table.remove(CARD)
    cards.watch(6)
    lay(cards, CARD, (NORTH_MM[0] - 130.0, NORTH_MM[1]))
    assert [one.carried for one in cards.watch(6)] == [{CARD: 2}]
    cards.table.bump((6.0, -5.0), 0.8)
    cards.watch(8)
    assert cards.readings[-1].carried == {CARD: 2}


def test_cards_that_are_shifted_within_their_row_one_after_the_other_are_not_carried(cards: Bench) -> None:
    lay(cards, OTHER, (NORTH_MM[0] + 110.0, NORTH_MM[1]))
    cards.watch(6)
    lay(cards, CARD, (NORTH_MM[0] + 65.0, NORTH_MM[1]))
    cards.watch(6)
    lay(cards, OTHER, (NORTH_MM[0] + 20.0, NORTH_MM[1]))
    cards.watch(6)
    assert (cards.readings[-1].beside, cards.readings[-1].carried) == ((CARD, OTHER), {})


def test_what_is_known_from_before_the_board_was_found_anew_is_not_carried(
    plan: BoardPlan, book: TagBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = [NORTH_MM, (NORTH_MM[0] + 90.0, NORTH_MM[1])]
    found = [Scan([TagMatch(payload_of("CT1"), 0.4, 0.0, Pose(at, 0.0, 22.0))], []) for at in places]
    monkeypatch.setattr(FramedReader, "verify", Mock(return_value=None))
    reader = BesideReader(plan, replace(book, cards=CARDS))
    frame = Frame(np.zeros((300, 600, 3), np.uint8), 0, 0.0, still=True)
    plain = Registration(np.eye(3), 0.0, (0.0, 0.0), 1000.0, 0.0)
    for each in found:
        monkeypatch.setattr(FramedReader, "scan", Mock(side_effect=[each, *[Scan([], [])] * 9]))
        reader.begin(frame, plain, [])
    assert (reader.pieces, dict(reader.carried)) == ((CARD,), {})


def test_what_lies_there_is_known_from_the_beginning_and_after_a_bump_and_a_hand(cards: Bench) -> None:
    assert cards.readings[-1].beside == (CARD,)
    cards.table.bump((6.0, -5.0), 0.8)
    cards.watch(8)
    assert cards.readings[-1].beside == (CARD,)
    cards.table.hand(Hex("D3"))
    cards.watch(4)
    cards.table.hand(None)
    assert [one.beside for one in cards.watch(6)] == []


def test_a_card_taken_away_does_not_come_back_with_how_the_table_looked_before(cards: Bench) -> None:
    cards.table.remove(CARD)
    cards.table.roll(("strike", "pierce", "morale"))
    cards.watch(8)
    cards.table.clear_tray()  # nearer to the time when the card lay there than to the newest rest
    cards.watch(8)
    assert not any(reading.beside for reading in cards.readings[-8:])


def test_on_a_hex_it_is_no_card_and_a_unit_beside_the_board_is_none_either(cards: Bench) -> None:
    cards.table.remove(CARD)
    cards.table.remove(UNIT)
    lay(cards, OTHER, cards.table.plan.centre_mm(Hex("F6")))
    lay(cards, UNIT, NORTH_MM)
    cards.watch(16)
    assert (cards.readings[-1].beside, cards.readings[-1].pieces) == ((), {})


@pytest.mark.parametrize("is_unread", [False, True])
def test_where_something_may_be_a_tag_and_is_not_read_some_more_pictures_are_looked_at(
    plan: BoardPlan, book: TagBook, monkeypatch: pytest.MonkeyPatch, *, is_unread: bool
) -> None:
    guess = TagMatch(payload_of("CT1"), 0.4, 0.0, Pose(NORTH_MM, 0.0, 22.0))
    scan = Mock(return_value=Scan([], [guess] if is_unread else []))
    monkeypatch.setattr(FramedReader, "scan", scan)
    reader = BesideReader(plan, replace(book, cards=CARDS))
    frame = Frame(np.zeros((4, 4, 3), np.uint8), 0, 0.0)
    plain = Registration(np.eye(3), 0.0, (0.0, 0.0), 1000.0, 0.0)
    reader.look(frame, plain, Area(290.0, 2.0, 310.0, 20.0), [])
    for _ in range(LOOKS + 2):
        reader.look(frame, plain, None, [])
    assert scan.call_count == (LOOKS if is_unread else 1)


@pytest.mark.parametrize("is_photograph", [False, True])
def test_what_changes_is_read_once_it_no_longer_does_and_in_a_photograph_at_once(
    plan: BoardPlan, book: TagBook, monkeypatch: pytest.MonkeyPatch, *, is_photograph: bool
) -> None:
    scan = Mock(return_value=Scan([], [TagMatch(payload_of("CT1"), 0.4, 0.0, Pose(NORTH_MM, 0.0, 22.0))]))
    monkeypatch.setattr(FramedReader, "scan", scan)
    reader = BesideReader(plan, replace(book, cards=CARDS))
    frame = Frame(np.zeros((4, 4, 3), np.uint8), 0, 0.0, still=is_photograph)
    plain = Registration(np.eye(3), 0.0, (0.0, 0.0), 1000.0, 0.0)
    counted = []
    for changed in (Area(290.0, 2.0, 310.0, 20.0), None, None):
        reader.look(frame, plain, changed, [])
        counted.append(scan.call_count)
    assert counted == ([1, 1, 1] if is_photograph else [0, 1, 2])


def test_tags_on_the_board_are_as_clear_as_they_are_in_the_very_picture(
    plan: BoardPlan, book: TagBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan = Mock(return_value=Scan([], []))
    monkeypatch.setattr(FramedReader, "scan", scan)
    payload = next(payload for payload, piece in book.tags.items() if piece == UNIT)
    pose = Pose((200.0, 100.0), 0.0, 22.0)
    clear = Sighting(
        payload=payload, piece=UNIT, pose=pose, hex=Hex("D3"), margin_mm=9.0, score=0.97, gap=0.4
    )
    frame = Frame(np.full((300, 400, 3), 90, np.uint8), 0, 0.0)
    plain = Registration(np.eye(3), 0.0, (0.0, 0.0), 1000.0, 0.0)
    reader = BesideReader(plan, replace(book, cards=CARDS))
    reader.look(frame, plain, Area(290.0, 2.0, 310.0, 20.0), [clear])
    reader.look(frame, plain, None, [clear])
    [now] = scan.call_args.kwargs["scores"]
    assert now < 0.5


@pytest.mark.journey
def test_in_a_photograph_they_are_read_at_once(plan: BoardPlan, book: TagBook, cards: Bench) -> None:
    photo = Frame(cards.table.read().image, 0, 0.0, still=True)
    reading = Eyes(plan, replace(book, cards=CARDS)).look(photo)
    assert reading.beside == (CARD,) and describe(Path("table.jpg"), reading)["cards"] == [CARD]
    assert Eyes(plan, book).look(photo).beside == ()
