"""What people of a variant's table ask wrongly: one sentence in their language, and nothing is changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rules.first.faces import GREEN, RED
from rules.first.messages.commands import CountLoreDeck
from rules.first.messages.epic import FillRack, PlayRackCard
from rules.kernel.messages import Command, DiceWait, PlayUnlistedCard, Roll, StartGame
from rules.kernel.messages.verbs import GrantOrders
from rules.kernel.values import CardId
from tests.companion.dashboard_world import World, world
from tests.companion.first_questions import ARMS_QUESTIONS
from tests.companion.web.test_home import Home

LANGUAGES = ("en", "ro")
MARKED = 'lore_only = true\nunknown = ["master"]\n'
RACK = tuple(FillRack(card=CardId(card)) for card in ("attack_center", "advance_center", "leadership"))
CENTER = PlayRackCard(card=CardId("attack_center"))
SECRET = ("a mode", "sets of cards", "cards in secret", "a Guard")
TO_SPECIALISTS = (*SECRET, "a Reserve", "Levies", "a Specialist")
PEOPLE = ("south", "south_left", "south_right", "north", "north_left", "north_right")


def arms(*questions: str) -> tuple[Command, ...]:
    return tuple(command for question in questions for command in ARMS_QUESTIONS[question])


@contextmanager
def table(data: Path, lang: str, scenario: str, *said: Command) -> Iterator[World]:
    with world(data, scenario=scenario, language=lang) as made:
        made.say(*said)
        yield made


def state(made: World) -> tuple[int, object]:
    return made.seq, made.table.game.state


ASKED: dict[str, tuple[str, tuple[Command, ...], dict[str, Any], dict[str, str]]] = {
    "two cards of the rack": (
        "three_fronts",
        (StartGame(), *RACK, CENTER),
        {"do": "play_rack_card", "card": "advance_center"},
        {
            "en": "One card of the rack at most: play one of your own beside it, or none",
            "ro": "Cel mult o carte de pe suport: jucați pe lângă ea una din mână sau niciuna",
        },
    ),
    "a Tactic card beside another card": (
        "three_fronts",
        (StartGame(), *RACK, CENTER),
        {"do": "play_card", "card": "mounted_charge"},
        {
            "en": "A Tactic card is played alone: beside another card play a Section card, or none",
            "ro": "O carte de Tactică se joacă singură: pe lângă altă carte jucați una de Sector sau niciuna",
        },
    ),
    "a unit off its row": (
        "open_country",
        arms(*SECRET),
        {"do": "place_unit", "unit": "human_blue_foot-1", "at": "A5"},
        {
            "en": "Human swordsmen 1: a Guard stands in the first 4 rows of its section, on hexes that are "
            "in no other",
            "ro": "Spadasinii oameni 1: Garda stă pe primele 4 rânduri din sectorul ei, pe hexagoane care nu "
            "sunt în altul",
        },
    ),
    "a Specialist with a Lore mark for Medieval Lore": (
        "two_hills.medieval_lore",
        (CountLoreDeck(), *arms(*TO_SPECIALISTS)),
        {"do": "choose_specialist", "card": "infiltration"},
        {
            "en": "That card bears the Lore mark: it is for Lore adventures only, and not for Medieval Lore; "
            "choose another one",
            "ro": "Cartea are semnul Lore: e numai pentru aventuri Lore, nu și pentru Lore medieval; "
            "alegeți alta",
        },
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("what", ASKED)
def test_what_a_variant_forbids_is_refused_in_one_sentence(tmp_path: Path, what: str, lang: str) -> None:
    scenario, said, asked, sentences = ASKED[what]
    pack = tmp_path / "packs" / "first" / "ours"
    pack.mkdir(parents=True)
    (pack / "specialists.toml").write_text("[infiltration]\n" + MARKED)
    with table(tmp_path, lang, scenario, *said) as made:
        before = state(made)
        refused = made.device("both").do(asked).json["refused"]
        assert refused["text"].partition(" (")[0].rstrip(".") == sentences[lang]
        assert state(made) == before


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "An ally's unit takes two orders, and only one is left: give it to a unit of your own"),
        (
            "ro",
            "O unitate a aliatului cere două ordine, și a mai rămas unul singur: dați-l unei unități proprii",
        ),
    ],
)
def test_an_order_for_an_ally_s_unit_takes_two(tmp_path: Path, lang: str, sentence: str) -> None:
    with table(tmp_path, lang, "three_fronts.reluctant_allies", StartGame(), *RACK) as made:
        for greens in range(6):  # of two that are level the second has more
            if isinstance(made.table.game.state.wait, DiceWait):
                made.say(Roll(faces=(*(GREEN,) * greens, *(RED,) * (6 - greens))))
        made.say(PlayUnlistedCard(name="One", does=(GrantOrders(count=1),)))
        game = made.table.game
        (ally,) = (seat for seat in game.ruleset.camps[game.state.active] if seat is not game.state.active)
        before = state(made)
        order = {"do": "order", "unit": game.state.army(ally)[0].id}
        assert made.device("both").do(order).json["refused"]["text"].partition(" (")[0] == sentence
        assert state(made) == before


@pytest.mark.parametrize(
    ("lang", "taken", "full"),
    [
        (
            "en",
            "Bea has that place already: choose another one.",
            "All places at this table are taken: this device can look on.",
        ),
        (
            "ro",
            "Bea are deja acel loc: alegeți altul.",
            "Toate locurile de la această masă sunt ocupate: acest dispozitiv poate privi.",
        ),
    ],
)
def test_a_place_is_one_person_s_and_a_seventh_looks_on(
    tmp_path: Path, lang: str, taken: str, full: str
) -> None:
    with table(tmp_path, lang, "three_fronts") as made:

        def told(role: str) -> str:
            message = {"code": made.access.codes.join, "role": role, "name": "Gus"}
            trouble: str = made.stranger().post("/join", message).json["trouble"]
            return trouble

        before = state(made)
        made.device("south_left", "Bea")
        assert told("south_left") == taken
        for role in PEOPLE:
            if role != "south_left":
                made.device(role)
        assert {told(role) for role in PEOPLE} == {full}
        assert state(made) == before


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Medieval Lore and Epic are not played together: leave one of them out."),
        ("ro", "Lore medieval și Aventuri Epice nu se joacă împreună: renunțați la una dintre ele."),
    ],
)
def test_variants_that_exclude_each_other_are_laid_out_for_nobody(
    tmp_path: Path, lang: str, sentence: str
) -> None:
    home = Home(tmp_path, language=lang)
    try:
        before = home.scenario, state(home.world)
        refused = home.world.device("both").post("/home/change", {"scenario": "three_fronts.medieval_lore"})
        assert (refused.status_code, refused.json["trouble"]) == (409, sentence)
        assert home.current.shared.changes.due() is None
        assert (home.scenario, state(home.world)) == before
    finally:
        home.current.close()
