"""Who speaks: exactly those that are chosen and can, by a clock of the test's own."""

import pytest

from companion.voice.speaking.speakers import ASLEEP, COMPUTER, MOST_TABLETS, SpeakerLight, Speakers
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def speakers(clock: Clock) -> Speakers:
    made = Speakers(clock=clock, now=clock)
    made.computer_can(speak=True)
    return made


def tap(speakers: Speakers, device: str, tab: str = "t", *, alone: bool = True) -> None:
    """Tap "Speak on this tablet" on *device*, as the page does."""
    speakers.touched(device, tab, device.title())
    assert speakers.choose(device, speaks=True, alone=alone)


def test_this_computer_speaks_where_nobody_chose_and_it_can(speakers: Speakers) -> None:
    speakers.here("ana", "t", "Ana", ready=True, wants=True)
    assert speakers.duty() == {COMPUTER: ""}


def test_where_it_cannot_nobody_speaks_until_a_tablet_was_asked_to(speakers: Speakers) -> None:
    speakers.computer_can(speak=False)
    speakers.here("ana", "t", "Ana", ready=False)
    speakers.here("bob", "t", "Bob", ready=True)
    assert (speakers.duty(), speakers.who()) == ({}, "")
    tap(speakers, "bob")
    assert (speakers.duty(), speakers.who()) == ({"bob": "t"}, "Spoken by: Bob.")


def test_a_tablet_that_was_asked_to_speak_is_found_again_by_a_computer_that_began_anew(
    speakers: Speakers,
) -> None:
    speakers.computer_can(speak=False)
    speakers.here("ana", "t", "Ana", ready=True, wants=True)
    assert speakers.duty() == {"ana": "t"}


def test_by_default_exactly_one_speaks_and_more_only_by_choice(speakers: Speakers) -> None:
    tap(speakers, "ana")
    assert speakers.duty() == {"ana": "t"}
    tap(speakers, "bob")
    assert speakers.duty() == {"bob": "t"}
    tap(speakers, "ana", alone=False)
    assert speakers.choose(COMPUTER, speaks=True, alone=False)
    assert speakers.duty() == {COMPUTER: "", "ana": "t", "bob": "t"}
    assert speakers.choose("bob", speaks=False)
    assert speakers.duty() == {COMPUTER: "", "ana": "t"}
    assert not speakers.choose("nobody", speaks=True)


def test_silence_can_be_chosen(speakers: Speakers) -> None:
    assert speakers.choose(COMPUTER, speaks=False)
    assert speakers.duty() == {}


def test_of_several_tabs_of_one_tablet_one_speaks(speakers: Speakers, clock: Clock) -> None:
    tap(speakers, "ana", "first")
    speakers.here("ana", "second", "Ana", ready=True)
    assert speakers.duty() == {"ana": "first"}
    speakers.touched("ana", "second", "Ana")
    assert speakers.duty() == {"ana": "second"}
    speakers.left("ana", "first")
    assert speakers.duty() == {"ana": "second"}
    speakers.left("ana", "second")
    assert speakers.duty() == {COMPUTER: ""}
    speakers.here("ana", "first", "Ana", ready=True)
    assert speakers.duty() == {"ana": "first"}
    clock.now += ASLEEP + 1
    speakers.here("ana", "third", "Ana", ready=True)
    assert speakers.duty() == {"ana": "third"}


def test_a_tab_that_may_not_speak_yet_gives_way_to_one_that_may(speakers: Speakers) -> None:
    speakers.here("ana", "fresh", "Ana", ready=False)
    assert speakers.choose("ana", speaks=True)
    assert speakers.duty() == {COMPUTER: ""}
    speakers.here("ana", "touched", "Ana", ready=True)
    assert speakers.duty() == {"ana": "touched"}


def test_for_a_tablet_that_fell_asleep_this_computer_speaks_and_says_so(
    speakers: Speakers, clock: Clock
) -> None:
    tap(speakers, "ana")
    clock.now += ASLEEP
    assert speakers.duty() == {"ana": "t"}
    clock.now += 0.1
    assert speakers.needs_computer
    assert speakers.duty() == {COMPUTER: ""}
    assert speakers.who() == "Ana gives no sign or was not touched yet: this computer speaks instead."
    speakers.here("ana", "t", "Ana", ready=True)
    assert speakers.duty() == {"ana": "t"}


def test_where_it_was_not_the_only_one_the_others_speak_on(speakers: Speakers, clock: Clock) -> None:
    tap(speakers, "ana")
    tap(speakers, "bob", alone=False)
    clock.now += ASLEEP + 1
    speakers.here("bob", "t", "Bob", ready=True)
    assert speakers.duty() == {"bob": "t"}
    assert speakers.who() == "Spoken by: Bob. No sign of Ana, or it was not touched yet."


def test_screens_are_told_of_a_change_once(clock: Clock) -> None:
    told: list[float] = []
    speakers = Speakers(clock=clock, now=clock, changed=lambda: told.append(clock.now))
    speakers.here("ana", "t", "Ana", ready=True)
    speakers.here("ana", "t", "Ana", ready=True)
    assert len(told) == 1
    speakers.note("ana", SpeakerLight.HEARD)
    speakers.note("ana", SpeakerLight.HEARD)
    assert len(told) == 2
    clock.now += 60
    speakers.note("ana", SpeakerLight.HEARD)
    assert len(told) == 3
    speakers.look()
    clock.now += ASLEEP + 1
    speakers.look()
    speakers.look()
    assert len(told) == 4


def test_screens_are_told_of_whatever_changes_and_of_nothing_else(clock: Clock) -> None:
    told: list[float] = []
    speakers = Speakers(clock=clock, now=clock, changed=lambda: told.append(clock.now))
    speakers.here("ana", "t", "Ana", ready=True)
    for count, act in enumerate(
        (
            lambda: speakers.computer_can(speak=True),
            lambda: speakers.touched("ana", "u", "Ana"),
            lambda: speakers.choose("ana", speaks=True),
            lambda: speakers.silent(["ana", "nobody"], "no sign"),
            lambda: speakers.left("ana", "u"),
            lambda: speakers.carry(Speakers(clock=clock, now=clock)),
        ),
        start=2,
    ):
        act()
        assert len(told) == count
    speakers.computer_can(speak=True)
    speakers.left("ana", "u")
    speakers.choose("ana", speaks=True)
    assert len(told) == 7


def test_the_computer_is_needed_unless_a_tablet_that_lives_was_chosen_without_it(
    speakers: Speakers, clock: Clock
) -> None:
    assert (speakers.needs_computer, speakers.tab_of(COMPUTER), speakers.tab_of("ana")) == (True, "", None)
    assert (speakers.holds("ana", "t"), speakers.has_tablets) == (False, False)
    tap(speakers, "ana")
    assert (speakers.needs_computer, speakers.tab_of("ana"), speakers.has_tablets) == (False, "t", True)
    assert (speakers.holds("ana", "t"), speakers.holds("ana", "u")) == (True, False)
    clock.now += ASLEEP
    speakers.note("ana", SpeakerLight.HEARD)  # a sign of life
    clock.now += ASLEEP
    assert not speakers.needs_computer
    assert speakers.choose(COMPUTER, speaks=True, alone=False) and speakers.needs_computer
    speakers.silent(["ana"], "no sign")
    assert (speakers.has_tablets, speakers.duty()) == (False, {COMPUTER: ""})


def test_tablets_without_number_come_and_go_and_the_chosen_one_stays(
    speakers: Speakers, clock: Clock
) -> None:
    tap(speakers, "ana")
    for number in range(3 * MOST_TABLETS):
        clock.now += 1
        speakers.here(f"tablet {number}", "t", "", ready=False)
    assert len(speakers.places()) == MOST_TABLETS + 1
    assert "ana" in [place.id for place in speakers.places()]


def test_a_tablet_of_which_nothing_was_heard_for_six_hours_makes_room_for_another(
    speakers: Speakers, clock: Clock
) -> None:
    speakers.here("ana", "t", "Ana", ready=False)
    clock.now += 6 * 3600
    speakers.here("bob", "t", "Bob", ready=False)
    assert [place.name for place in speakers.places()] == ["This computer", "Ana", "Bob"]
    clock.now += 1
    speakers.here("eve", "t", "Eve", ready=False)
    assert [place.name for place in speakers.places()] == ["This computer", "Bob", "Eve"]


def test_a_tablet_without_a_name_is_told_by_its_number(speakers: Speakers) -> None:
    speakers.here("ab12cd34", "t", "", ready=True)
    assert [place.name for place in speakers.places()] == ["This computer", "Tablet ab12"]
