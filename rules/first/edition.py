"""The First Edition: BattleLore of 2006.  Pages are titles and headings of its rules summary."""

from rules.first import evolve as evolve  # registers what its events change
from rules.first.abilities import ABILITIES
from rules.first.faces import FACES, FLAG, LORE as LORE_FACE
from rules.first.pages import PAGES
from rules.first.play.battle import BATTLE
from rules.first.play.handlers import HANDLERS, VERBS, WAITS
from rules.first.play.setting_up import SETTING_UP
from rules.first.play.upkeep import LORE, WINNING
from rules.first.printed.tables import PRINTED
from rules.first.variants import VARIANTS
from rules.kernel.edition import Edition, Faces

FIRST = Edition(
    id="first",
    name="First Edition",
    printed=PRINTED,
    abilities=ABILITIES,
    faces=Faces(all=FACES, retreat=FLAG, lore=LORE_FACE),
    lore=LORE,
    battle=BATTLE,
    winning=WINNING,
    setting_up=SETTING_UP,
    anywhere=(),
    pages=PAGES,
    handlers=HANDLERS,
    waits=WAITS,
    verbs=VERBS,
    variants=VARIANTS,
)
