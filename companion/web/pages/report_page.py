"""The page that tells the game so far, to be read and printed.  It needs no script and nothing else."""

from collections.abc import Callable

from flask import Blueprint, Flask, Response


def register_report(app: Flask, write: Callable[[], str], policy: str) -> None:
    """Give *app*, which has the dashboard already, the battle report that *write* makes anew each time.

    *policy* is the content security policy that lets the page have its own style.
    """

    def page() -> Response:
        """Return the battle report: the same for everybody, since it holds nothing that is hidden."""
        return Response(write(), mimetype="text/html", headers={"Content-Security-Policy": policy})

    blueprint = Blueprint("reporting", __name__)
    blueprint.add_url_rule("/report", "page", page)
    app.register_blueprint(blueprint)
