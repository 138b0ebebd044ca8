"""The Second Edition.

Pages: RB is the rulebook, Ref the Reference Book's glossary, whose page numbers
are not known to us.
"""

from rules.kernel.edition import Edition, SettingUp
from rules.second.abilities import ABILITIES
from rules.second.battle import BATTLE
from rules.second.faces import FACES
from rules.second.handlers import HANDLERS, WAITS
from rules.second.lore import LORE
from rules.second.ordering import ANYWHERE
from rules.second.setting_up.maps import laid, specials
from rules.second.setting_up.placing import begin
from rules.second.setting_up.setting_view import shown
from rules.second.state import evolve as evolve, game  # evolve registers what its events change
from rules.second.tables import PRINTED
from rules.second.verbs import VERBS
from rules.second.winning import WINNING

SECOND = Edition(
    id="second",
    name="Second Edition",
    printed=PRINTED,
    abilities=ABILITIES,
    faces=FACES,
    lore=LORE,
    battle=BATTLE,
    winning=WINNING,
    setting_up=SettingUp(prepare=laid, begin=begin, specials=specials, own=game.begin, shown=shown),
    anywhere=ANYWHERE,
    handlers=HANDLERS,
    waits=WAITS,
    verbs=VERBS,
    pages={
        "set_up": "RB p. 5",
        "turn": "RB p. 6",
        "command": "RB p. 6",
        "order": "RB p. 6",
        "move": "RB p. 6",
        "attack": "RB p. 7",
        "upkeep": "RB p. 7",
        "winning": "RB p. 7",
        "target": "RB p. 8",
        "range": "RB p. 8",
        "sight": "RB p. 8",
        "roll": "RB p. 9",
        "exchange": "RB p. 9",
        "retreat": "RB p. 10",
        "immovable": "Ref, Immovable",
        "counter": "RB p. 10",
        "advance": "RB p. 10",
        "abilities": "RB p. 10",
        "pursue": "Ref, Pursue",
        "additional": "Ref, Unit Abilities",
        "onslaught": "Ref, Onslaught",
        "poison": "Ref, Poison",
        "stun": "Ref, Stun",
        "cards": "RB p. 6",
        "components": "RB p. 5",
        "terrain": "RB p. 13",
        "water": "RB p. 13",
        "massive": "Unit card: Chaos Lord",
        "mobility": "Ref, Mobility",
        "automaton": "Hernfar Guardians",
        "rune_shield": "Hernfar Guardians",
        "trample": "Ref, Overrun",
        "lore_step": "RB p. 12",
        "lore_cards": "RB p. 12",
        "lore_timing": "RB p. 12",
        "runic_barrier": "Ref, Runic Barrier",
        "correction": "the table",
        "scenario_cards": "RB p. 15",
        "first_player": "RB p. 16",
        "fords": "RB p. 16",
        "muster": "RB p. 17",
        "army_cards": "RB p. 17",
        "deployment": "RB p. 17",
        "tent": "RB p. 17",
        "preset": "Ref, Preset Starting Hands",
        "core_sets": "Ref, Playing with Extra Core Games",
    },
)
