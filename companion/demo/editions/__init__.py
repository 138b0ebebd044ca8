"""What demonstrations of each edition do of their own: the only module here that knows all editions."""

from collections.abc import Mapping

from companion.demo.editions.demo_edition import Answer, IsShown
from companion.demo.editions.first import FIRST_DEMO
from companion.demo.editions.second import SECOND_DEMO
from rules.kernel.messages import Command, Wait

ANSWERS: Mapping[type[Wait], Answer] = {**FIRST_DEMO.answers, **SECOND_DEMO.answers}
SHOWN: Mapping[type[Command], IsShown] = {**FIRST_DEMO.shown, **SECOND_DEMO.shown}
