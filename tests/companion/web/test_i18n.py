"""Requests and templates speak the table's language."""

import pytest
from flask import Flask, render_template_string

from companion.web.requests.i18n import register_language, tell_trouble, tr
from companion.words.translator import load_translator
from rules.kernel.translatable import counted
from vision.errors import InputError


@pytest.fixture
def app() -> Flask:
    made = Flask(__name__)
    register_language(made, load_translator("ro"))
    return made


@pytest.mark.parametrize(("number", "said"), [(1, "1 zar"), (3, "3 zaruri"), (20, "20 de zaruri")])
def test_a_number_decides_the_form_in_templates_and_requests(app: Flask, number: int, said: str) -> None:
    with app.test_request_context():
        shown = render_template_string('{{ t(counted(n, "{1} die", "{1} dice")) }}', n=number)
        assert shown == tr(counted(number, "{1} die", "{1} dice")) == said


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (InputError("the four corners make no board: tap them in the order of the numbers"), "Cele patru"),
        (
            InputError("{1}: cannot be read ({2})", "own.toml", "in use"),
            "own.toml: nu se poate citi (in use).",
        ),
        (InputError("{1}: cannot be read ({2})", "a.png", "in use"), "A.png: nu se poate citi (in use)."),
    ],
)
def test_a_trouble_is_a_sentence_that_calls_its_file_as_it_is(
    app: Flask, trouble: InputError, said: str
) -> None:
    with app.test_request_context():
        assert tell_trouble(trouble).startswith(said)
    assert tell_trouble(trouble).endswith(".")


def test_a_page_brings_what_its_own_modules_say_and_nothing_else(app: Flask) -> None:
    with app.test_request_context():
        said = render_template_string("{{ said_by(('game/ask.mjs',)) | tojson }}")
    assert "Commit these dice" in said
    assert "Continue" not in said  # of the home page
