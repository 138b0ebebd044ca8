"""The moment that screens are shown, its views, and how whoever looks hears that there is a newer one."""

from msgspec.structs import replace

from companion.reconcile.moment import Moment
from companion.table.subscription import Bell, Subscription
from companion.table.view_json import TableViewer
from companion.table.view_structs import TableView
from rules.kernel.values import Seat


class Screens:
    """What *viewer* makes of the newest moment, the *first* one so far; any thread may look."""

    def __init__(self, viewer: TableViewer, first: Moment) -> None:
        self.moment = first
        self._viewer = viewer
        self._bell = Bell()

    def show(self, moment: Moment) -> bool:
        """Show *moment* under the next number; False where it does not differ from what is shown."""
        number = self.moment.number
        if replace(moment, number=number) == self.moment:
            return False
        self.refresh(moment)
        return True

    def refresh(self, moment: Moment) -> None:
        """Show *moment* under the next number, though it be as before: its words are others."""
        self.moment = replace(moment, number=self.moment.number + 1)
        self.ring()

    def view(self, seat: Seat | None) -> TableView:
        """Return what a screen of *seat* (None: everybody) is shown now.  Never blocks."""
        return self._viewer.view(self.moment, seat)

    def ring(self) -> None:
        """Tell whoever looks the newest number."""
        self._bell.ring(self.moment.number)

    def notify_screens(self) -> None:
        """Wake whoever looks although the table is as it was: what is heard has changed."""
        self._bell.notify_screens()

    def subscribe(self) -> Subscription:
        """Return a subscription to the numbers of the view."""
        return Subscription(self._bell)
