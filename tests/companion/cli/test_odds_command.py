"""``herald odds``: the command line of the odds."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import herald
from companion.journal.store import GameRow, Store
from companion.library.library import Library
from rules.kernel.game import new_game, play
from rules.kernel.hexes import Hex
from rules.kernel.messages import CorrectUnit, Entry, PlaceBanner, Refusal, StartGame
from rules.kernel.values import UnitId


def ask(folder: Path, *words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(herald, ["odds", "--data", str(folder), *words])
    return result.exit_code, result.stdout, result.stderr


def answer(folder: Path, *words: str) -> dict[str, object]:
    status, said, complaint = ask(folder, *words, "--json")
    assert status == 0, complaint
    return json.loads(said)


def test_two_kinds_alone_in_the_middle(tmp_path: Path) -> None:
    """RB p. 9: three dice that hit with two faces of six."""
    found = answer(tmp_path, "citadel_guard", "blood_harvesters")
    assert (found["attacker"], found["target"]) == ("citadel_guard-1", "blood_harvesters-1")
    assert (found["dice"], found["type"], found["policy"]) == (3, "melee", "usual")
    assert found["attack"]["damage"] == pytest.approx({"0": 8 / 27, "1": 12 / 27, "2": 6 / 27, "3": 1 / 27})
    assert found["attack"]["eliminates"] == pytest.approx(1 / 27)
    assert found["attack"]["expected_damage"] == pytest.approx(1)


def test_a_kind_alone_means_its_lowest_number_in_the_scenario(tmp_path: Path) -> None:
    found = answer(tmp_path, "human_blue_foot", "goblinoid_blue_foot", "--scenario", "first_steps")
    assert (found["attacker"], found["target"]) == ("human_blue_foot-1", "goblinoid_blue_foot-11")


def test_figures_places_and_poison_can_be_said(tmp_path: Path) -> None:
    """A poisoned unit with its back to the edge: pierce, lore and morale hurt, three faces of six."""
    words = ("--at", "yeoman_archers=J5", "--at", "viper_legion=L5", "--figures", "viper_legion=2")
    found = answer(tmp_path, "yeoman_archers", "viper_legion", *words, "--poisoned", "viper_legion")
    assert found["attack"]["damage"] == pytest.approx({"0": 1 / 4, "1": 1 / 2, "2": 1 / 4})


def test_rage_shows_in_words(tmp_path: Path) -> None:
    status, said, _ = ask(tmp_path, "blood_harvesters", "citadel_guard", "--figures", "blood_harvesters=1")
    assert status == 0
    assert said.splitlines()[0] == "Blood Harvesters 1 against Citadel Guard 1, melee: 5 dice"
    assert "Citadel Guard 1 can counter: 37.9 %" in said


def test_the_odds_are_told_in_romanian(tmp_path: Path) -> None:
    words = ("human_blue_mounted", "goblinoid_blue_foot-11", "--scenario", "first_steps", "--language", "ro")
    said = ask(tmp_path, *words)[1].splitlines()
    assert said[0] == "Cavaleria oamenilor 1 contra Goblinoizii 11, corp la corp: 3 zaruri"
    assert [line.split()[0] for line in said[1:]] == ["daune", "retrageri", "lore", "elimină", "Contraatac"]
    assert said[-1] == "Contraatac posibil, Goblinoizii 11: 0,0 %"


def test_the_counter_can_be_left_out(tmp_path: Path) -> None:
    found = answer(tmp_path, "citadel_guard", "blood_harvesters", "--no-counter")
    assert found["countered"] is None
    assert found["counter"] is None


def test_of_a_counter_that_never_comes_no_dice_are_missed(tmp_path: Path) -> None:
    """Goblinoids are not Bold: nobody battles back after a retreat, and none is asked for a card."""
    said = ask(tmp_path, "human_blue_foot", "goblinoid_blue_foot-11", "--scenario", "first_steps")[1]
    assert said.endswith("can counter: 0.0 %\n")


def test_a_counter_with_unknown_dice_is_told_as_such(tmp_path: Path) -> None:
    """Nobody knows how the Roc Warrior attacks, but that it may counter."""
    place = tmp_path / "duel.txt"
    place.write_text("roc_warrior-1 at F5\nblood_harvesters-1 at G5\nturn: 2, north, order\n")
    words = ("blood_harvesters", "roc_warrior", "--scenario", "free", "--position", str(place))
    assert "can counter: 69.4 %, with how many dice is not known" in ask(tmp_path, *words)[1]
    found = answer(tmp_path, *words)
    assert found["countered"] == pytest.approx(25 / 36)  # two dice, and no morale
    assert found["counter"] is None
    status, _, complaint = ask(tmp_path, "roc_warrior", "blood_harvesters", *words[2:])
    assert (status, "do not know this number of Roc Warrior 1" in complaint) == (2, True)


def test_damage_can_be_the_policy(tmp_path: Path) -> None:
    found = answer(tmp_path, "blood_harvesters", "citadel_guard", "--policy", "damage")
    assert found["attack"]["damage"]["0"] == pytest.approx(1 / 8)
    assert found["policy"] == "damage"


def test_a_position_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("citadel_guard-2 at K5, 1 figure\nblood_harvesters-3 at L5\n", encoding="utf-8")
    found = answer(tmp_path, "citadel_guard-2", "blood_harvesters-3", "--position", str(file))
    assert found["attack"]["damage"]["0"] == pytest.approx((4 / 6) ** 3)


def test_a_log_is_played_to_its_end(tmp_path: Path) -> None:
    """A single Harvester stands next to the Guard of D4 in the end, and rages."""
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"\n".join(exported(tmp_path)))
    found = answer(tmp_path, "blood_harvesters-3", "citadel_guard-3", "--log", str(file))
    assert found["dice"] == 5


def exported(folder: Path) -> list[bytes]:
    ruleset = Library(folder).ruleset("learning")
    game, entries = new_game(ruleset), []
    commands = (
        *(PlaceBanner(at=at) for at in ruleset.scenario.banners.stand_in),
        StartGame(),
        CorrectUnit(unit=UnitId("blood_harvesters-3"), at=Hex("E5"), figures=1),
    )
    for seq, command in enumerate(commands, start=1):
        game, events = play(game, command)
        assert not isinstance(events, Refusal), (command, events)
        entries.append(Entry(seq=seq, at=0.0, by="test", frame=None, command=command, events=events))
    store = Store(folder / "games.db")
    row = GameRow(id="one", scenario="learning", edition="second", started=0.0, version="0")
    store.append(row, *entries)
    lines = list(store.export("one"))
    store.close()
    return lines


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nobody", "citadel_guard"), "there is no unit 'nobody' in this scenario; there are "),
        (
            ("roc_warrior", "chaos_lord", "--scenario", "battle"),
            "none stands there before its set-up: --position",
        ),
        (
            ("citadel_gaurd-2", "viper_legion"),
            "no unit 'citadel_gaurd-2' in this scenario; the nearest are citadel_guard-2, ",
        ),
        (("citadel_guard", "citadel_guard-2"), "enem"),
        (("citadel_guard", "viper_legion", "--distance", "3"), "RB p. 8"),
        (("citadel_guard", "viper_legion", "--distance", "9"), "--distance is 1 to 6"),
        (("citadel_guard", "viper_legion", "--at", "viper_legion=Z9"), "'Z9'"),
        (("citadel_guard", "viper_legion", "--at", "viper_legion"), "UNIT=HEX"),
        (("citadel_guard", "viper_legion", "--at", "yeoman_archers=G5"), "stands on G5"),
        (("citadel_guard", "viper_legion", "--figures", "viper_legion=7"), "1 to 3 figures"),
        (("citadel_guard", "viper_legion", "--scenario", "nope"), "[nope]"),
        (("citadel_guard", "viper_legion", "--position", "nowhere.txt"), "nowhere.txt"),
        (("citadel_guard", "viper_legion", "--log", "nowhere.jsonl"), "nowhere.jsonl"),
        (("citadel_guard", "viper_legion", "--log", "a", "--position", "b"), "give one of them"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    status, said, complaint = ask(tmp_path, *words)
    assert (status, said) == (2, "")
    assert complaint.startswith("herald: ")
    assert says in complaint
    assert len(complaint.splitlines()) == 1


def test_a_file_that_is_no_position_names_a_few_of_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    file.write_text("Roses are red\n" * 9, encoding="utf-8")
    status, _, complaint = ask(tmp_path, "citadel_guard", "viper_legion", "--position", str(file))
    assert status == 2
    assert "poem.txt: line 1: there is no unit 'Roses'" in complaint
    assert complaint.strip().endswith("and 6 more.")
