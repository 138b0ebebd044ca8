"""How many figures units may have in a stored log."""

from companion.journal.journal import follow
from rules.first.messages.arms import ChooseSpecialist, UseSpecialist
from rules.kernel.game import play
from rules.kernel.messages import Entry, Refusal
from rules.kernel.values import UnitId
from tests.rules.first.arms import FINISH, MAP, ORGANIZED, finished, put, scouted
from tests.rules.first.test_commanding import done


def test_a_log_in_which_kings_allies_join_a_full_unit_is_followed() -> None:
    unit = UnitId("human_blue_foot-5")
    game = finished(done(scouted(MAP, ORGANIZED), put(unit, "G1"), FINISH))
    game = done(game, ChooseSpecialist(card="kings_allies"))
    command = UseSpecialist(unit=unit, figures=2)
    _, events = play(game, command)
    assert not isinstance(events, Refusal)
    entry = Entry(seq=1, at=1.0, by="a tablet", frame=None, command=command, events=events)
    (played,) = follow(game, (entry,), "the test")
    assert played.game.state.units[unit].figures == game.state.units[unit].figures + 2
