import base64
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import herald
from vision.board.calibrate import register
from vision.board.plan import BoardPlan, TagBook
from vision.dice.pip_dice import PipReader
from vision.dice.pips import LAYOUTS
from vision.dice.reader import DiceReader
from vision.dice.sets import format_set, make_set, open_dice, parse_set, reader_of
from vision.dice.stickers.reader import StickerReader
from vision.dice.symbols import FACES, own_symbols
from vision.dice.teaching import cut_face, look_alike
from vision.errors import InputError
from vision.sightings import SURE
from vision.simulate.conditions import Condition, Lighting, Optics
from vision.simulate.table import SimulatedTable


def pictures() -> dict[str, list[np.ndarray]]:
    return {face: [picture] for face, picture in own_symbols().items()}


def test_a_set_is_the_same_after_it_was_written_and_read() -> None:
    made = make_set("ours", pictures(), reads="symbols", die_mm=16)
    assert parse_set(format_set(made), "ours.json") == made
    assert isinstance(reader_of(made, "ours"), DiceReader)


def changed(**fields: object) -> bytes:
    made = msgspec.to_builtins(make_set("ours", pictures(), reads="symbols", die_mm=16))
    return msgspec.json.encode({**made, **fields})


TEXT = base64.b64encode(b"no picture").decode()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"{", "is no dice set"),
        (changed(format="herald dice set 2"), "is no dice set"),
        (changed(die_mm=500.0), "dice of 500 mm"),
        (changed(faces={"strike": ["x"]}), "has 1 faces"),
        (changed(faces={"strike": [], "lore": ["x"]}), "'strike' has 0 pictures"),
        (changed(faces={"strike": ["x"] * 9, "lore": ["x"]}), "'strike' has 9 pictures"),
        (changed(faces={" ": ["x"], "lore": ["x"]}), "no usable name"),
        (changed(reads="pips"), "is not one of 1 to 6"),
        (changed(faces={"strike": [TEXT], "lore": [TEXT]}), "'strike', picture 1: is no picture"),
    ],
)
def test_a_set_that_cannot_be_used_is_refused_in_one_sentence(text: bytes, why: str) -> None:
    with pytest.raises(InputError, match=why) as refused:
        reader_of(parse_set(text, "ours.json"), "ours.json")
    assert "\n" not in str(refused.value)


def test_the_option_names_a_kind_of_dice_a_folder_or_a_set(tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    file.write_bytes(format_set(make_set("ours", pictures(), reads="symbols", die_mm=16)))
    assert open_dice(None) is None
    assert open_dice("none") is None
    assert isinstance(open_dice("stickers"), StickerReader)
    assert isinstance(open_dice("pips"), PipReader)
    assert isinstance(open_dice(str(file)), DiceReader)
    with pytest.raises(InputError, match="there is no such file or folder"):
        open_dice(str(tmp_path / "nowhere"))


def dim(plan: BoardPlan, book: TagBook, seed: int) -> SimulatedTable:
    condition = Condition(Optics(tilt=22), Lighting(0.7, 0.25, (0.2, -0.1)))
    return SimulatedTable(plan, book, seed=seed, dice="symbols", condition=condition)


@pytest.mark.journey
def test_faces_taught_in_the_tray_in_dim_light_are_read_in_another_light(plan, book) -> None:
    table = dim(plan, book, 3)
    taught = {}
    for face in FACES:
        table.roll([face])
        taught[face] = [cut_face(table.read().image, face, plan=plan, die_mm=16)]
    reader = reader_of(make_set("ours", taught, reads="symbols", die_mm=16), "ours")
    bright = SimulatedTable(plan, book, seed=4, dice="symbols")
    where = register(cv2.cvtColor(bright.read().image, cv2.COLOR_BGR2GRAY), plan)
    for faces in (FACES[:3], FACES[3:]):
        bright.roll(faces)
        seen = reader.read(bright.read().image, where, plan.tray)
        assert sorted(die.face for die in seen if die.confidence >= SURE) == sorted(faces)


@pytest.mark.parametrize(("faces", "why"), [((), "no die is seen"), (("lore",) * 2, "more than one die is")])
def test_a_tray_that_does_not_show_one_die_teaches_nothing(plan, book, faces, why) -> None:
    table = dim(plan, book, 5)
    table.roll(faces)
    with pytest.raises(InputError, match=why):
        cut_face(table.read().image, "here", plan=plan, die_mm=16)


def lying(face: str, turn: float) -> np.ndarray:
    """A photograph of one die on a plain ground, without a board."""
    image = np.full((360, 480, 3), (70, 96, 60), np.uint8)
    there = cv2.boxPoints(((240, 170), (72, 72), turn)).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(np.float32([(0, 256), (0, 0), (256, 0), (256, 256)]), there)
    card = cv2.warpPerspective(own_symbols()[face], matrix, (480, 360), flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.full((256, 256), 255, np.uint8), matrix, (480, 360))
    image[cover > 128] = card[cover > 128]
    return cv2.GaussianBlur(image, (0, 0), 0.8)


def test_teach_learns_from_pictures_and_look_reads_with_the_set_without_a_board(tmp_path: Path) -> None:
    examples = []
    for face in FACES:
        for number, turn in enumerate((5, 50)):
            path = tmp_path / f"{face}_{number}.png"
            cv2.imwrite(str(path), lying(face, turn))
            examples.append(f"{face}={path}")
    file = tmp_path / "ours.json"
    taught = CliRunner().invoke(herald, ["teach", str(file), *examples])
    assert taught.exit_code == 0, taught.output
    assert "strike 2" in taught.output
    cv2.imwrite(str(tmp_path / "thrown.png"), lying("pierce", 31))
    seen = CliRunner().invoke(herald, ["look", str(tmp_path / "thrown.png"), "--dice", str(file), "--json"])
    assert seen.exit_code == 0, seen.output
    said = msgspec.json.decode(seen.stdout)
    assert (said["board"]["found"], said["dice_at"]) == (False, "px")
    (die,) = said["dice"]
    assert die["face"] == "pierce"
    assert die["confidence"] >= SURE
    assert die["at"] == pytest.approx((240, 170), abs=3)


def test_teach_asks_for_each_face_before_a_camera(tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    shown.mkdir()
    for number, face in enumerate(("lore", "lore", "morale", "morale")):
        cv2.imwrite(str(shown / f"{number}.png"), lying(face, 10 + 20 * number))
    file = tmp_path / "two.json"
    asked = ["teach", str(file), "--source", str(shown), "--faces", "lore,morale", "--times", "2"]
    taught = CliRunner().invoke(herald, asked, input="\n" * 4)
    assert taught.exit_code == 0, taught.output
    assert "morale (2 of 2)" in taught.output
    assert "lore 2, morale 2" in taught.output


def test_teach_warns_where_one_picture_is_given_for_two_faces(tmp_path: Path) -> None:
    picture = tmp_path / "strike.png"
    cv2.imwrite(str(picture), lying("strike", 20))
    asked = ["teach", str(tmp_path / "set.json"), f"strike={picture}", f"lore={picture}"]
    taught = CliRunner().invoke(herald, asked)
    assert taught.exit_code == 0
    assert "strike and lore look alike" in taught.output


def grain() -> np.ndarray:
    waves = np.sin(np.arange(300) / 9)[:, None] * (15, 18, 20) + (90, 130, 170)
    return np.repeat(np.asarray(waves, np.uint8)[:, None], 300, axis=1)


def reaching_the_rim() -> np.ndarray:
    face = np.full((96, 96, 3), 230, np.uint8)
    cv2.line(face, (0, 0), (95, 95), (30, 30, 160), 14)
    cv2.line(face, (95, 0), (0, 95), (30, 30, 160), 14)
    return face


@pytest.mark.parametrize("picture", [grain(), np.full((96, 96, 3), 230, np.uint8), reaching_the_rim()])
def test_teach_takes_a_picture_on_which_no_symbol_stands_out_and_says_so(tmp_path: Path, picture) -> None:
    cv2.imwrite(str(tmp_path / "odd.png"), picture)
    cv2.imwrite(str(tmp_path / "lore.png"), lying("lore", 20))
    shown = [f"{face}={tmp_path / face}.png" for face in ("odd", "lore")]
    taught = CliRunner().invoke(herald, ["teach", str(tmp_path / "set.json"), *shown])
    assert taught.exit_code == 0, taught.output
    assert "odd.png: no symbol stands out" in taught.output
    assert "lore.png" not in taught.output


def test_no_two_faces_with_pips_look_alike() -> None:
    drawn = {}
    for face, places in LAYOUTS:
        drawn[face] = [np.full((96, 96, 3), 230, np.uint8)]
        for place in np.array(places):
            at = tuple(round(each) for each in (0.25 * place + 0.5) * 96)
            cv2.circle(drawn[face][0], at, 8, (20, 20, 20), -1, cv2.LINE_AA)
    assert look_alike(drawn) == []


@pytest.mark.parametrize(
    ("examples", "why"),
    [
        (["strike"], "neither a folder nor FACE=PICTURE"),
        (["strike=nowhere.png"], "nowhere.png"),
        ([], "nothing to learn from"),
    ],
)
def test_teach_refuses_what_teaches_nothing(tmp_path: Path, examples: list[str], why: str) -> None:
    refused = CliRunner().invoke(herald, ["teach", str(tmp_path / "set.json"), *examples])
    assert refused.exit_code == 2
    assert why in refused.output
    assert "Traceback" not in refused.output
