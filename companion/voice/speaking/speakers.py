"""Who speaks: this computer, or tablets; each sentence by exactly those that are chosen.

Knows no sound and no page: it is told who gives a sign of life and what became of a
sentence, and says who has the next one.  Safe to call from any thread.
"""

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from companion.words.translator import Translator
from rules.kernel.translatable import Message

COMPUTER = "computer"
ASLEEP = 12.0  # s without a sign of life after which a tablet counts as asleep
FORGOTTEN = 6 * 3600.0  # s after which a tablet that was not chosen is no longer shown
MOST_TABLETS = 64


class SpeakerLight(StrEnum):
    """What is known of a speaker."""

    UNTESTED = "untested"
    WAITING = "waiting"  # it has a sentence, and has not begun
    HEARD = "heard"  # it began to sound
    SILENT = "silent"


class SpeakerPlace(msgspec.Struct, frozen=True, kw_only=True):
    """A speaker as screens show it: *chosen* by the table, and whether it *speaks* now.

    *light* is since the second *at* (of the epoch); *trouble* is why it is silent, a sentence.
    *awake*: it gives signs of life; *ready*: it was touched, so that its browser lets it speak.
    """

    id: str
    name: str
    chosen: bool
    speaks: bool
    light: SpeakerLight
    at: float
    trouble: str
    awake: bool = True
    ready: bool = True


@dataclass(slots=True)
class _Speaker:
    """One that can speak; of a tablet's tabs it is *tab* that does."""

    name: str
    tab: str = ""
    seen: float = float("-inf")
    ready: bool = False
    wants: bool = False  # somebody tapped there that it shall speak
    awake: bool = False
    light: SpeakerLight = SpeakerLight.UNTESTED
    at: float = 0.0
    trouble: str | Message = ""


class Speakers:
    """The table's choice, and the signs of life of those it may choose.

    Nothing chosen yet means: this computer if it can, else a tablet on which somebody
    tapped that it shall speak.  *changed* is called when screens must be told.
    """

    def __init__(
        self,
        tr: Translator | None = None,
        *,
        changed: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._tr = tr or Translator()
        self.changed, self._clock, self._now = changed, clock, now
        self._lock = threading.RLock()
        self._computer = _Speaker(self._tr("This computer"))
        self._tablets: dict[str, _Speaker] = {}
        self._chosen: frozenset[str] | None = None
        self._has_computer = False

    # ---- what the table chooses ----------------------------------------------------------

    def choose(self, speaker: str, *, speaks: bool, alone: bool = True) -> bool:
        """Let *speaker* speak, *alone* or beside the others, or no more; False where it is not known."""
        with self._lock:
            if self._known(speaker) is None:
                return False
            others = frozenset(self._duty()) if self._chosen is None else self._chosen
            if speaks:
                self._chosen = frozenset({speaker}) if alone else others | {speaker}
            else:
                self._chosen = others - {speaker}
        self.changed()
        return True

    def carry(self, former: "Speakers") -> None:
        """Take over which tablets *former* knows, and who is chosen: a new voice takes its place."""
        with former._lock, self._lock:
            self._tablets, self._chosen = dict(former._tablets), former._chosen
        self.changed()

    def computer_can(self, *, speak: bool) -> None:
        """Take in whether this computer can *speak*."""
        with self._lock:
            is_new, self._has_computer = speak != self._has_computer, speak
        if is_new:
            self.changed()

    # ---- signs of life -------------------------------------------------------------------

    def here(self, device: str, tab: str, name: str, *, ready: bool, wants: bool = False) -> None:
        """Take in that *device* is there, and whether its *tab* is *ready* to speak.

        Of several tabs the one keeps the voice that has it, while it lives and can speak.
        *wants*: somebody tapped there that it shall speak.
        """
        with self._lock:
            tablet = self._tablet(device, name)
            if tablet.tab != tab and not (self._is_late(tablet) or (ready and not tablet.ready)):
                return
            before = (tablet.tab, tablet.ready, tablet.awake, tablet.name, tablet.wants)
            tablet.tab, tablet.ready, tablet.name, tablet.wants = tab, ready, name, wants
            tablet.seen, tablet.awake = self._clock(), True
            is_new = before != (tab, ready, True, name, wants)
        if is_new:
            self.changed()

    def touched(self, device: str, tab: str, name: str) -> None:
        """Take in a tap in *tab* of *device*: of its tabs this one speaks from now on."""
        with self._lock:
            tablet = self._tablet(device, name)
            tablet.tab, tablet.name, tablet.ready = tab, name, True
            tablet.seen, tablet.awake = self._clock(), True
        self.changed()

    def left(self, device: str, tab: str) -> None:
        """Take in that *tab* of *device* was closed."""
        with self._lock:
            tablet = self._tablets.get(device)
            if tablet is None or tablet.tab != tab:
                return
            tablet.seen, tablet.ready, tablet.awake, tablet.wants = float("-inf"), False, False, False
        self.changed()

    def look(self) -> None:
        """See who has fallen asleep meanwhile; to be called now and then."""
        with self._lock:
            late = [one for one in self._tablets.values() if one.awake and self._is_late(one)]
            for tablet in late:
                tablet.awake = False
        if late:
            self.changed()

    def silent(self, speakers: Iterable[str], trouble: str) -> None:
        """Take in that *speakers* gave no sign when they had a sentence: they count as asleep."""
        with self._lock:
            for name in speakers:
                tablet = self._tablets.get(name)
                if tablet is not None:
                    tablet.seen, tablet.awake = float("-inf"), False
                    tablet.light, tablet.at, tablet.trouble = SpeakerLight.SILENT, self._now(), trouble
        self.changed()

    def note(self, speaker: str, light: SpeakerLight, trouble: str | Message = "") -> None:
        """Take in how it went with a sentence that *speaker* had."""
        with self._lock:
            known = self._known(speaker)
            if known is None:
                return
            before, now = (known.light, known.trouble, known.at // 60), self._now()
            known.light, known.trouble, known.at = light, trouble, now
            if speaker != COMPUTER:
                known.seen, known.awake = self._clock(), True
        if before != (light, trouble, now // 60):
            self.changed()

    # ---- who has the next sentence -------------------------------------------------------

    def duty(self) -> dict[str, str]:
        """Return who has the next sentence, with the tab of each."""
        with self._lock:
            return {name: self._of(name).tab for name in self._duty()}

    def holds(self, device: str, tab: str) -> bool:
        """Return whether *tab* is the one of *device* that speaks."""
        with self._lock:
            known = self._tablets.get(device)
            return known is not None and known.tab == tab

    def tab_of(self, speaker: str) -> str | None:
        """Return the tab by which *speaker* speaks, "" for this computer, None where it is not known."""
        with self._lock:
            known = self._known(speaker)
            return None if known is None else known.tab

    @property
    def needs_computer(self) -> bool:
        """Return whether this computer would have the next sentence, if it can speak."""
        with self._lock:
            return self._chosen is None or COMPUTER in self._chosen or not self._awake(self._chosen)

    @property
    def has_tablets(self) -> bool:
        """Return whether there is a tablet that may fall asleep."""
        with self._lock:
            return any(tablet.awake for tablet in self._tablets.values())

    def _duty(self) -> tuple[str, ...]:
        computer = (COMPUTER,) if self._has_computer else ()
        if self._chosen is None:
            willing = [name for name, tablet in self._tablets.items() if tablet.wants]
            return computer or self._awake(willing)[:1]
        named = self._awake(self._chosen)
        if COMPUTER in self._chosen:
            return (*computer, *named)
        return named or (computer if self._chosen else ())

    def _awake(self, names: Iterable[str]) -> tuple[str, ...]:
        found = ((name, self._tablets.get(name)) for name in sorted(names))
        return tuple(name for name, one in found if one is not None and one.ready and not self._is_late(one))

    def _is_late(self, tablet: _Speaker) -> bool:
        return self._clock() - tablet.seen > ASLEEP

    def _of(self, name: str) -> _Speaker:
        return self._computer if name == COMPUTER else self._tablets[name]

    def _known(self, name: str) -> _Speaker | None:
        return self._computer if name == COMPUTER else self._tablets.get(name)

    def _tablet(self, device: str, name: str) -> _Speaker:
        """Return what is known of *device*; where that is nothing yet, room is made for it."""
        found = self._tablets.get(device)
        if found is None:
            kept = self._chosen or frozenset()
            for other in sorted(self._tablets.keys() - kept, key=lambda one: self._tablets[one].seen):
                if (
                    len(self._tablets) >= MOST_TABLETS
                    or self._clock() - self._tablets[other].seen > FORGOTTEN
                ):
                    del self._tablets[other]
            found = self._tablets[device] = _Speaker(name)
        return found

    # ---- what screens are told -----------------------------------------------------------

    def places(self) -> tuple[SpeakerPlace, ...]:
        """Return all that can speak, this computer first."""
        with self._lock:
            duty = self._duty()
            everybody = {COMPUTER: self._computer, **self._tablets}
            return tuple(
                SpeakerPlace(
                    id=name,
                    name=one.name or self._tr("Tablet {1}", name[:4]),
                    chosen=name in duty if self._chosen is None else name in self._chosen,
                    speaks=name in duty,
                    light=one.light,
                    at=one.at,
                    trouble=self._tr.worded(one.trouble),
                    awake=name == COMPUTER or not self._is_late(one),
                    ready=self._has_computer if name == COMPUTER else one.ready,
                )
                for name, one in everybody.items()
            )

    def who(self) -> str:
        """Return who speaks and for whom, in one sentence; "" where nobody does."""
        places = self.places()
        speaking = [place for place in places if place.speaks]
        missing = [place for place in places if place.chosen and not place.speaks and place.id != COMPUTER]
        if not speaking:
            return ""
        names = ", ".join(place.name for place in speaking)
        lost = ", ".join(place.name for place in missing)
        if not missing:
            return self._tr("Spoken by: {1}.", names)
        if [place.id for place in speaking] == [COMPUTER] and not speaking[0].chosen:
            return self._tr("{1} gives no sign or was not touched yet: this computer speaks instead.", lost)
        return self._tr("Spoken by: {1}. No sign of {2}, or it was not touched yet.", names, lost)


def addressed(by: Mapping[str, str]) -> tuple[str, ...]:
    """Return the tablets among those that have a sentence."""
    return tuple(name for name in by if name != COMPUTER)
