"""What people may say that a card does: forms made from the verbs' structs, and their names."""

import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.library.pack_forms import own_verbs
from companion.words.editions.verb_forms import (
    FieldForm,
    VerbForm,
    asked_verbs,
    card_verb_forms,
    verb_forms,
)
from companion.words.phrases import load_phrases
from rules.first.edition import FIRST
from rules.first.printed.cards import CardVerb
from rules.kernel.edition import Edition, VerbHandler
from rules.kernel.hexes import Direction
from rules.kernel.messages import Verb, tag_of
from rules.kernel.values import Face, Marker, UnitId
from rules.registry import EDITIONS
from rules.second.edition import SECOND

PAGE = Path(__file__).parents[2] / "page" / "verbs.json"


def sent(edition: Edition, lang: str = "en") -> dict[str, VerbForm]:
    return verb_forms(edition.verbs, load_phrases(edition.id, lang).words["verbs"])


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_every_verb_but_one_that_rolls_dice_has_a_form_in_each_language(edition: Edition) -> None:
    assert {sort.__name__ for sort in edition.verbs} >= {"RollForOrders"}
    for lang in ("en", "ro"):
        assert len(sent(edition, lang)) == len(edition.verbs) - 1
    same = [tag for tag, form in sent(edition).items() if form.name == sent(edition, "ro")[tag].name]
    assert same == ["gain_lore"]


def test_the_page_is_tested_with_the_forms_that_it_is_sent() -> None:
    tested = json.loads(PAGE.read_text(encoding="utf-8"))
    fresh = msgspec.to_builtins(sent(SECOND))
    assert tested == fresh, f"{PAGE.name} is not what the program sends: {json.dumps(fresh)}"


class Hurl(Verb, frozen=True, kw_only=True, tag="hurl"):
    """A made-up verb with a field of every sort that can be asked for."""

    unit: UnitId
    way: Direction
    hexes: int
    faces: tuple[Face, ...]
    traits: tuple[str, ...] = ()
    marker: Marker | None = None
    by_force: bool = True


def test_a_made_up_verb_has_its_form_from_its_struct_and_one_name() -> None:
    """No file of ours names it: a class, a row of its edition's verbs and its name are all that it takes."""
    handler = VerbHandler(lambda course, seat, verb: None, of_attack=True)
    verbs = {Hurl: handler}
    assert asked_verbs(verbs) == ("hurl",)
    form = verb_forms(verbs, {"hurl": "Hurl a unit"})["hurl"]
    assert (form.name, form.of_attack, form.of_lore) == ("Hurl a unit", True, False)
    assert form.fields == {
        "unit": FieldForm(kind="unit"),
        "way": FieldForm(kind="way"),
        "hexes": FieldForm(kind="number", value=1, least=1),
        "faces": FieldForm(kind="faces", value=[], needs_one=True),
        "traits": FieldForm(kind="traits", value=[]),
        "marker": FieldForm(kind="marker", may_be_open=True),
        "by_force": FieldForm(kind="flag", value=True),
    }


class Puzzle(Verb, frozen=True, kw_only=True, tag="puzzle"):
    """A made-up verb with a field that nobody can be asked for."""

    answers: dict[str, int]


def test_a_verb_that_nobody_can_be_asked_for_has_no_form() -> None:
    verbs = {Puzzle: VerbHandler(lambda course, seat, verb: None)}
    assert asked_verbs(verbs) == ()
    assert verb_forms(verbs, {}) == {}


def test_a_decks_own_verbs_have_forms_with_words_in_the_place_of_numbers() -> None:
    """Only the roll for orders has none: what each face orders is more than a form asks."""
    for lang in ("en", "ro"):
        forms = card_verb_forms(own_verbs(FIRST)["cards"], load_phrases("first", lang).words["verbs"])
        assert set(forms) == {tag_of(verb) for verb in get_args(CardVerb)} - {"roll_for_orders"}
        assert forms["grant_orders"].fields["count"] == FieldForm(
            kind="number", value=1, least=0, words=("command", "all", "commander", "camp")
        )
        assert forms["grant_orders"].fields["connected"] == FieldForm(kind="flag", value=False)
    assert own_verbs(SECOND) == {}
