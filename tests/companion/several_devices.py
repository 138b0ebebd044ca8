"""Several people at one table, each with a device of his own: what all of them show, and who is asked."""

from collections.abc import Mapping

from tests.companion.browser import Tablet, inside
from tests.companion.dashboard_world import World

DESK, UPRIGHT, PHONE = "1280x800", "800x1280", "390x844"
RACK = ("scout_left", "attack_center", "leadership")

Tablets = Mapping[str, Tablet]


def come(tablets: Tablets, table: World, people: Mapping[str, tuple[str, str]]) -> None:
    for role, (name, _) in people.items():
        tablets[role].join(table.access.codes.join, role, name)


def sizes(people: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    return {role: size for role, (_, size) in people.items()}


def all_ask(tablets: Tablets, tag: str) -> None:
    for tablet in tablets.values():
        tablet.until_wait(tag)


def all_tell(tablets: Tablets, text: str) -> None:
    for tablet in tablets.values():
        tablet.wait(lambda tablet=tablet: text in tablet.text("#ask"), text)


def all_read(tablets: Tablets, heads: Mapping[str, str]) -> None:
    """Wait until each device asks its people what *heads* say."""
    for role, head in heads.items():
        tablet = tablets[role]
        tablet.wait(lambda tablet=tablet, head=head: tablet.text("#ask h2") == f"{head}why?", head)


def only_asked(tablets: Tablets, *roles: str) -> None:
    """Wait until these devices alone offer answers, which must lie in the window with nothing over them."""
    for role, tablet in tablets.items():
        wanted = role in roles
        tablet.wait(
            lambda tablet=tablet, wanted=wanted: wanted == bool(tablet.find(".answers button")), "answers"
        )
        if wanted:
            tablet.wait(lambda tablet=tablet: inside(tablet, ".answers button"), "answers in the window")


def all_act(tablets: Tablets, name: str) -> None:
    """Wait until each device marks *name* in the order of turns."""
    for tablet in tablets.values():
        tablet.wait(lambda tablet=tablet: tablet.text(".turn-order .now") == name, name)


def told(tablet: Tablet, text: str) -> None:
    """Wait for what is told for a moment."""
    tablet.wait(lambda: text in tablet.text("#toast"), text)


def attack(tablet: Tablet, at: str) -> None:
    """Attack whoever stands on *at*, once the chances are told."""
    tablet.touch_hex(at)
    tablet.wait(lambda: tablet.find('.answers [data-key="attack"].primary'), "the attack")
    tablet.touch('[data-key="attack"]')
