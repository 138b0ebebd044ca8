"""The sentence that tablets are saying now: what each has told of it, and until when they are waited for.

Knows no text.  All that it keeps is guarded by the voice's own bell, which it rings.
"""

import threading
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.voice.speaking.speakers import SpeakerLight, Speakers, addressed

NO_SIGN = 3.0  # s within which a tablet must tell that it has the sentence
NO_START = 10.0  # s within which it must begin: it may try two ways of four seconds each
SLOWER = 1.6  # times as long as this computer's voice a tablet's may take


class RelayedSentence(NamedTuple):
    """A sentence that has been given to those who speak, or would have been: *number* grows by one each.

    *lang* is its language.  *by* are those that have it, by their tabs; after the second *until* of
    the clock it is stale.  *urgent*: it ends what is being said.
    """

    number: int
    text: str
    lang: str = ""
    by: Mapping[str, str] = {}
    until: float = float("inf")
    urgent: bool = False


class Relay:
    """Follows one sentence at a time."""

    def __init__(self, speakers: Speakers, bell: threading.Condition) -> None:
        self._speakers = speakers
        self._bell = bell
        self._number = 0
        self._begun = 0.0
        self._mute: set[str] = set()  # those that have told nothing yet
        self._open: set[str] = set()  # those that are not done
        self._started = False

    def begin(self, number: int, by: Mapping[str, str]) -> None:
        """Follow sentence *number*, which the tablets in *by* have from now on."""
        with self._bell:
            tablets = addressed(by)
            self._number, self._begun = number, time.monotonic()
            self._mute, self._open, self._started = set(tablets), set(tablets), False

    def report(self, device: str, tab: str, number: int, progress: SpeakerLight | None, trouble: str) -> None:
        """Take in how it goes: WAITING it has it, HEARD it sounds, SILENT it cannot, None it is done."""
        if not self._speakers.holds(device, tab):
            return
        with self._bell:
            if number == self._number:
                self._mute.discard(device)
                self._started = self._started or progress is SpeakerLight.HEARD
                if progress in (None, SpeakerLight.SILENT):
                    self._open.discard(device)
                self._bell.notify_all()
        if progress in (SpeakerLight.HEARD, SpeakerLight.SILENT):
            self._speakers.note(device, progress, trouble)

    def wait(self, seconds: float, *, until: Callable[[], bool]) -> tuple[str, ...]:
        """Wait for the tablets to say a sentence of about *seconds*; return those that gave no sign.

        Ends early where *until* says so.
        """
        with self._bell:
            while self._open and not until():
                left = self._limit(seconds) - time.monotonic()
                if left <= 0:
                    break
                self._bell.wait(left)
            if until():
                return ()
            return tuple(self._mute)

    def _limit(self, seconds: float) -> float:
        """Return until when is waited: all mute, none begun, or as long as a slow voice takes."""
        if self._mute == self._open:
            return self._begun + NO_SIGN
        return self._begun + NO_START + (SLOWER * seconds if self._started else 0.0)
