"""What people may say that a card does: forms made from the verbs' structs, and their names.

``python -m tests.companion.words.test_verb_forms`` writes the forms with which the page is tested.
"""

import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.library.pack_forms import own_verbs
from companion.words.editions.verb_forms import (
    KINDS,
    SEVERAL,
    FieldForm,
    VerbForm,
    Verbs,
    asked_fields,
    asked_verbs,
    card_verb_forms,
    verb_forms,
)
from companion.words.phrases import load_phrases
from rules.first.edition import FIRST
from rules.first.printed.cards import CardVerb
from rules.kernel.edition import Edition, VerbHandler
from rules.kernel.hexes import Direction, Hex
from rules.kernel.messages import Verb, tag_of
from rules.kernel.values import Face, Marker, Section, UnitId
from rules.registry import EDITIONS
from rules.second.edition import SECOND

PAGE = Path(__file__).parents[2] / "page"


def sent(edition: Edition, lang: str = "en") -> dict[str, VerbForm]:
    return verb_forms(edition.verbs, load_phrases(edition.id, lang).words)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
def test_every_verb_but_one_that_rolls_dice_has_a_form_in_each_language(edition: Edition) -> None:
    assert {sort.__name__ for sort in edition.verbs} >= {"RollForOrders"}
    for lang in ("en", "ro"):
        assert len(sent(edition, lang)) == len(edition.verbs) - 1
    same = [tag for tag, form in sent(edition).items() if form.name == sent(edition, "ro")[tag].name]
    assert same == ["gain_lore"]


class Hurl(Verb, frozen=True, kw_only=True, tag="hurl"):
    """A made-up verb with a field of every sort that can be asked for, several of some."""

    unit: UnitId
    near: UnitId
    others: tuple[UnitId, ...] = ()
    way: Direction
    at: Hex
    beside: Hex | None = None
    hexes: int
    cost: int = 2
    faces: tuple[Face, ...]
    turned: Face
    traits: tuple[str, ...] = ()
    leader: str
    marker: Marker | None = None
    lost: tuple[Marker, ...] = ()
    wing: Section | None = None
    wings: tuple[Section, ...] = ()
    by_force: bool = True


HURL: Verbs = {Hurl: VerbHandler(lambda course, seat, verb: None, of_attack=True)}
OWN = ("near", "others", "beside", "cost", "turned", "leader", "lost", "wing", "wings", "by_force")
LABELS = {name: f"its {name.replace('_', ' ')}" for name in OWN}


def hurled() -> dict[str, VerbForm]:
    return verb_forms(HURL, {"verbs": {"hurl": "Hurl a unit"}, "fields": LABELS})


def page_forms() -> dict[str, str]:
    """Return the forms that the page is tested with, by file."""
    made = {"verbs.json": sent(SECOND), "made_up_verb.json": hurled()}
    return {
        name: json.dumps(msgspec.to_builtins(forms), indent=2, ensure_ascii=False) + "\n"
        for name, forms in made.items()
    }


@pytest.mark.parametrize("name", page_forms())
def test_the_page_is_tested_with_the_forms_that_it_is_sent(name: str) -> None:
    """``python -m tests.companion.words.test_verb_forms`` writes them anew; git shows what has changed."""
    assert (PAGE / name).read_text(encoding="utf-8") == page_forms()[name]


def test_a_made_up_verb_has_its_form_from_its_struct_and_its_words() -> None:
    """No file of ours names it: a class, a row of its edition's verbs and its words are all that it takes."""
    assert asked_verbs(HURL) == ("hurl",)
    assert asked_fields(HURL) == OWN
    form = hurled()["hurl"]
    assert (form.name, form.of_attack, form.of_lore) == ("Hurl a unit", True, False)
    assert form.fields["unit"] == FieldForm(kind="unit")
    assert form.fields["near"] == FieldForm(kind="unit", label="its near")
    assert form.fields["others"] == FieldForm(kind="units", label="its others", value=[])
    assert form.fields["hexes"] == FieldForm(kind="number", value=1, least=1)
    assert form.fields["faces"] == FieldForm(kind="faces", value=[], needs_one=True)
    assert form.fields["marker"] == FieldForm(kind="marker", may_be_open=True)
    assert form.fields["by_force"] == FieldForm(kind="flag", label="its by force", value=True)
    kinds = {field.kind for field in form.fields.values()}
    assert kinds == {*KINDS.values(), *(f"{kind}s" for kind in SEVERAL)}


class Puzzle(Verb, frozen=True, kw_only=True, tag="puzzle"):
    """A made-up verb with a field that nobody can be asked for."""

    answers: dict[str, int]


class Maze(Verb, frozen=True, kw_only=True, tag="maze"):
    """A made-up verb that wants several of what one is asked for one by one."""

    hexes: tuple[Hex, ...]


def test_a_verb_that_nobody_can_be_asked_for_has_no_form() -> None:
    verbs: Verbs = dict.fromkeys((Puzzle, Maze), VerbHandler(lambda course, seat, verb: None))
    assert asked_verbs(verbs) == ()
    assert verb_forms(verbs, {}) == {}


def test_a_decks_own_verbs_have_forms_with_words_in_the_place_of_numbers() -> None:
    """Only the roll for orders has none: what each face orders is more than a form asks."""
    for lang in ("en", "ro"):
        forms = card_verb_forms(own_verbs(FIRST)["cards"], load_phrases("first", lang).words)
        assert set(forms) == {tag_of(verb) for verb in get_args(CardVerb)} - {"roll_for_orders"}
        assert forms["grant_orders"].fields["count"] == FieldForm(
            kind="number", value=1, least=0, words=("command", "all", "commander", "camp")
        )
        assert forms["grant_orders"].fields["connected"] == FieldForm(
            kind="flag", label=load_phrases("first", lang).words["fields"]["connected"], value=False
        )
    assert own_verbs(SECOND) == {}


if __name__ == "__main__":
    for name, text in page_forms().items():
        (PAGE / name).write_text(text, encoding="utf-8")
