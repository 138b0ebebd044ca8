"""A Romanian table in a real browser: no sentence that has a Romanian one is shown in English."""

import re
from pathlib import Path

import pytest
from selenium import webdriver

from companion.words.translator import load_translator
from tests.companion.browser import Tablet, served_world
from tests.companion.scenes import TOURS
from tests.shares import share

pytestmark = pytest.mark.browser
CARDS = Path(__file__).parents[3] / "config" / "second"
SIZES = ("1280x800", "390x844")
LONG_ENOUGH = 12
"""Letters from which a sentence cannot be a name, or a word of the other language."""

SHOWN = (
    "const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], img[alt]')]"
    ".filter((node) => node.checkVisibility())"
    ".flatMap((node) => ['aria-label', 'title', 'placeholder', 'alt'].map((key) => node.getAttribute(key)));"
    "return [document.title, document.body.innerText, ...named].join('\\n')"
)


def english() -> list[str]:
    """Return the parts of English sentences, between their values, that are told otherwise in Romanian.

    What the cards say in the same words stays English.
    """
    told = load_translator("ro").told
    cards = "".join(path.read_text(encoding="utf-8") for path in CARDS.glob("*.toml"))
    parts = [
        part.strip()
        for sentence, said in told.items()
        for romanian in ([said] if isinstance(said, str) else said.values())
        if sentence != romanian
        for part in re.split(r"\{\d\}", sentence)
        if part not in romanian
    ]
    return [part for part in dict.fromkeys(parts) if len(part) > LONG_ENOUGH and part not in cards]


@pytest.mark.parametrize("tour", share(TOURS, "door", journeys=("game", "first")))
def test_nothing_is_shown_in_english_that_has_romanian_words(
    driver: webdriver.Chrome, tmp_path: Path, port: int, tour: str
) -> None:
    scenes, scenario, camera, _ = TOURS[tour]
    parts, found = english(), list[str]()
    tablet = Tablet(driver, port)
    tablet.shape(SIZES[0])
    with served_world(tmp_path, port=port, scenario=scenario, camera=camera, language="ro") as world:
        for name in scenes(tablet, world):
            for size in SIZES:
                tablet.shape(size)
                shown = " ".join(str(driver.execute_script(SHOWN)).split())
                found += [f"{name}, {size}: {part}" for part in parts if part in shown]
            tablet.shape(SIZES[0])
        driver.get("about:blank")
    assert found == []


@pytest.mark.journey
def test_whose_scenario_card_is_chosen_is_told_in_romanian(
    driver: webdriver.Chrome, tmp_path: Path, port: int
) -> None:
    tablet = Tablet(driver, port)
    with served_world(tmp_path, port=port, scenario="battle", language="ro") as world:
        tablet.join(world.access.codes.join)
        tablet.wait(lambda: tablet.find('[data-key="choose south"]'), "the button")
        assert tablet.text('[data-key="choose south"]') == "Lorzii Daqan: alegeți"
        driver.get("about:blank")
