"""A position for each of the reasons to refuse that Call to Arms has."""

from collections.abc import Mapping

from rules.first.messages.arms import (
    ChooseSets,
    ChooseSpecialist,
    LoseUnit,
    PlaceLevy,
    UseSpecialist,
)
from rules.kernel.game import new_game
from rules.kernel.hexes import Hex
from tests.companion.words.refused import Case
from tests.rules.first.arms import (
    ALLIED_MAP,
    FINISH,
    IMPROMPTU,
    LARGE_MAP,
    MAP,
    ORGANIZED,
    SOUTH,
    chosen,
    known,
    laid,
    lineup,
    put,
    scouted,
    told,
)
from tests.rules.first.test_allied_arms import manned
from tests.rules.first.test_call_to_arms import (
    FOOT,
    ILLUSION,
    RESERVE,
    at_specialists,
    guard,
    levied,
    marked,
    used,
)
from tests.rules.first.test_commanding import done

BLUE = "human_blue_foot-1"
MOVE = UseSpecialist(unit=FOOT, at=Hex("A5"))
TO_CHOOSE = done(new_game(MAP), IMPROMPTU)
WITH_CARD = laid(told(MAP, standard_a_1=known("standard_a_1", "human_blue_foot", left=("B1",))))
RESERVES = done(scouted(), put("human_red_foot-1", "A1"), put("human_red_foot-2", "B1"))

ARMS_CASES: Mapping[str, Case] = {
    "set_not_there": Case(TO_CHOOSE, ChooseSets(seat=SOUTH, sets=("pennant_a",))),
    "wrong_number_of_sets": Case(TO_CHOOSE, ChooseSets(seat=SOUTH, sets=("standard_a", "standard_b"))),
    "no_drawn_card": Case(chosen(), lineup(SOUTH, "standard_b")),
    "card_laid_twice": Case(chosen(), lineup(SOUTH, "standard_a", reserve=1)),
    "not_the_guards_row": Case(laid(), put(BLUE, "A5")),
    "not_near_the_section": Case(done(laid(LARGE_MAP), FINISH, FINISH), put(BLUE, "A6")),
    "not_the_scouts_row": Case(laid(LARGE_MAP), put(BLUE, "A1")),
    "not_on_the_baseline": Case(scouted(), put("human_red_foot-3", "A3")),
    "not_by_the_card": Case(WITH_CARD, put(BLUE, "A2")),
    "reserve_is_deployed": Case(RESERVES, put("human_red_foot-3", "C1")),
    "deployed_already": Case(done(laid(), put(BLUE, "A1"), FINISH), put(BLUE, "F1")),
    "baseline_has_room": Case(laid(), LoseUnit()),
    "no_levies": Case(laid(), PlaceLevy(banner="blue", at=Hex("A1"))),
    "no_token_left": Case(
        done(laid(MAP, ORGANIZED), *(PlaceLevy(banner="blue", at=Hex(at)) for at in ("M1", "M3"))),
        PlaceLevy(banner="blue", at=Hex("L1")),
    ),
    "no_such_banner": Case(guard("human_blue_foot", right=("M1",)), PlaceLevy(banner="red", at=Hex("M1"))),
    "no_token_there": Case(done(levied(), FINISH), put(BLUE, "A1")),
    "higher_banner": Case(done(levied(), FINISH), put("human_red_foot-1", "M1")),
    "no_reserve": Case(manned(laid(ALLIED_MAP)), ChooseSpecialist(card="vantage_point")),
    "specialist_taken": Case(
        done(at_specialists(), ChooseSpecialist(card="specialist_8")), ChooseSpecialist(card="specialist_8")
    ),
    "lore_adventures_only": Case(at_specialists(marked(MAP, lore_only=True)), ILLUSION),
    "not_for_that_unit": Case(used("vantage_point"), UseSpecialist(unit=FOOT)),
    "another_unit": Case(done(used("infiltration"), MOVE), UseSpecialist(unit=FOOT, at=Hex("A6"))),
    "too_many_figures": Case(
        done(used("kings_allies"), UseSpecialist(unit=FOOT, figures=1)),
        UseSpecialist(unit=RESERVE, figures=2),
    ),
}
