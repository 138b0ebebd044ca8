"""The page of rules: the glossary, searched in the page itself so that it goes on without the table.

Knows no game in progress.
"""

import msgspec
from flask import Blueprint, Flask, Response, render_template

from companion.words.glossary import CHAPTERS, Glossary


def register_rules(app: Flask, glossary: Glossary) -> None:
    """Give *app*, which has the dashboard already, the page of rules."""
    held = msgspec.json.encode({"chapters": CHAPTERS, "subjects": tuple(glossary.values())})

    def page() -> str:
        """Return the page of rules; what stands after ``#`` is the entry that it opens."""
        return render_template("rules.html")

    def subjects() -> Response:
        """Return every entry."""
        return Response(held, mimetype="application/json")

    blueprint = Blueprint("rulebook", __name__, template_folder="templates")
    blueprint.add_url_rule("/rules", "page", page)
    blueprint.add_url_rule("/rules.json", "subjects", subjects)
    app.register_blueprint(blueprint)
