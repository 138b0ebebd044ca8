"""The page that tells the game so far, to be read and printed, and the picture of it.

Neither needs a script or anything else.
"""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Flask, Response


@dataclass(frozen=True, slots=True, eq=False)
class ToldPage:
    """Something that *write* makes anew each time, of a *mimetype*, and the *policy* that lets it be shown.

    It is the same for everybody, since it holds nothing that is hidden.
    """

    write: Callable[[], str]
    mimetype: str
    policy: str

    def answer(self) -> Response:
        """Return it."""
        return Response(
            self.write(), mimetype=self.mimetype, headers={"Content-Security-Policy": self.policy}
        )


def register_report(app: Flask, page: ToldPage, picture: ToldPage) -> None:
    """Give *app*, which has the dashboard already, the battle report, as a *page* and as one *picture*."""
    blueprint = Blueprint("reporting", __name__)
    blueprint.add_url_rule("/report", "page", page.answer)
    blueprint.add_url_rule("/report.svg", "picture", picture.answer)
    app.register_blueprint(blueprint)
