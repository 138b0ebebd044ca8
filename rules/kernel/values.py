"""The small words of the game: seats, faces, steps, markers, reasons.

The values are what the files say.  Knows no state and no rule.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NewType

import msgspec

UnitId = NewType("UnitId", str)
KindId = NewType("KindId", str)
CardId = NewType("CardId", str)
AbilityId = NewType("AbilityId", str)
LoreId = NewType("LoreId", str)
TerrainId = NewType("TerrainId", str)
ScenarioCardId = NewType("ScenarioCardId", str)
Face = NewType("Face", str)
"""A face of the dice; which there are is the edition's."""


class Seat(StrEnum):
    """A player, by the edge of the board: south is Daqan or Standard, north is Uthuk or Pennant.

    Where four play, each edge has two allies, who are a camp.
    """

    SOUTH = "south"
    NORTH = "north"
    SOUTH_ALLY = "south_ally"
    NORTH_ALLY = "north_ally"

    @property
    def is_south(self) -> bool:
        """Return whether it sits at the southern edge: where its rows begin, its left is the west."""
        return self is Seat.SOUTH or self is Seat.SOUTH_ALLY

    @property
    def camp(self) -> "Seat":
        """Return the seat after which its camp is called: its own, or whose ally it is."""
        return Seat.SOUTH if self.is_south else Seat.NORTH


CAMPS = (Seat.SOUTH, Seat.NORTH)
"""The two camps, by the seats after which they are called."""


class Section(StrEnum):
    """A third of the board, as the acting player sees it (RB p. 6)."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class Step(StrEnum):
    """Where a turn stands.  ORDER holds the Order and the Move Step: see docs/rulings.md (RB p. 6-7)."""

    SET_UP = "set_up"
    COMMAND = "command"
    ORDER = "order"
    ATTACK = "attack"
    LATE_MOVES = "late_moves"
    VICTORY_POINTS = "victory_points"
    DRAW = "draw"
    LORE = "lore"
    OVER = "over"


class AttackType(StrEnum):
    """How a unit attacks (RB p. 8)."""

    MELEE = "melee"
    RANGED = "ranged"


class Marker(StrEnum):
    """What can lie beside a unit."""

    POISON = "poison"
    STUN = "stun"
    SHIELD = "shield"


class Tile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terrain of one hex: its *kind*, the ford or bridge *token* on it, and whose tent it is."""

    kind: TerrainId
    token: TerrainId | None = None
    owner: Seat | None = None


class Window(StrEnum):
    """When a lore card may be played (RB p. 12): the timing text on it, as moments of this engine.

    The step windows are the player's own turn; ATTACKED is the opponent's attack on a unit of
    his (ATTACKED_IN_MELEE: a melee attack), ATTACKING an attack of his own: from the choice of
    the target until the dice take effect.
    """

    COMMAND_STEP = "command_step"
    ORDER_STEP = "order_step"
    ATTACK_STEP = "attack_step"
    ATTACKING = "attacking"
    ATTACKED = "attacked"
    ATTACKED_IN_MELEE = "attacked_in_melee"


class LoreChoice(StrEnum):
    """The three ways to replenish lore in the Lore Step (RB p. 12)."""

    TOKENS = "tokens"
    TOKEN_AND_CARD = "token_and_card"
    CARDS = "cards"


class CardNumber(StrEnum):
    """A number on a unit's card that we may not know: RANGE is how far it attacks, 1 for melee."""

    MOVE = "move"
    COMBAT = "combat"
    RANGE = "range"


class Cause(StrEnum):
    """Why damage was suffered, lore or points were gained, a retreat was ignored or a unit left the board."""

    DICE = "dice"
    ABILITY = "ability"
    POISON = "poison"
    BLOCKED_RETREAT = "blocked_retreat"
    SUPPORTED = "supported"
    FRENZY = "frenzy"
    BANNER = "banner"
    LORE = "lore"
    CARD = "card"
    CURE = "cure"
    TERRAIN = "terrain"
    SHIELD = "shield"
    SCENARIO = "scenario"
    TENT = "tent"
    MUSTER = "muster"
    LORE_STEP = "lore_step"
    LORE_CARD = "lore_card"
    AUTOMATON = "automaton"


class Why(StrEnum):
    """Why a command cannot be obeyed."""

    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_UNIT = "no_such_unit"
    NO_SUCH_CARD = "no_such_card"
    NO_SUCH_ABILITY = "no_such_ability"
    OFF_BOARD = "off_board"
    NOT_NOW = "not_now"
    NOT_YOUR_UNIT = "not_your_unit"
    NOT_AN_ENEMY = "not_an_enemy"
    ALREADY_ORDERED = "already_ordered"
    NOT_ORDERED = "not_ordered"
    NO_ORDERS_LEFT = "no_orders_left"
    WRONG_SECTION = "wrong_section"
    CAME_TOO_LATE = "came_too_late"
    WRONG_TRAIT = "wrong_trait"
    UNIT_IS_WEAK = "unit_is_weak"
    ALREADY_MOVED = "already_moved"
    ATTACKS_HAVE_BEGUN = "attacks_have_begun"
    OCCUPIED = "occupied"
    ALREADY_THERE = "already_there"
    MAY_NOT_TRAMPLE = "may_not_trample"
    TOO_FAR = "too_far"
    WAY_BLOCKED = "way_blocked"
    IS_STUNNED = "is_stunned"
    NOT_MARKED = "not_marked"
    TOO_LITTLE_LORE = "too_little_lore"
    ALREADY_ATTACKED = "already_attacked"
    NOT_ADJACENT = "not_adjacent"
    OUT_OF_RANGE = "out_of_range"
    TOO_NEAR = "too_near"
    SIGHT_BLOCKED = "sight_blocked"
    WRONG_NUMBER_OF_DICE = "wrong_number_of_dice"
    TOO_MANY_DICE = "too_many_dice"
    NOT_AN_OPTION = "not_an_option"
    NOTHING_THERE = "nothing_there"
    TOO_MANY_CARDS = "too_many_cards"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    BANNERS_MISSING = "banners_missing"
    IMPOSSIBLE_NUMBER = "impossible_number"
    GAME_IS_OVER = "game_is_over"
    NOT_KNOWN = "not_known"
    IMPASSABLE = "impassable"
    TOO_MASSIVE = "too_massive"
    NO_SUCH_TERRAIN = "no_such_terrain"
    NO_SUCH_FACE = "no_such_face"
    NOT_ON_WATER = "not_on_water"
    HAS_CROSSING = "has_crossing"
    NOT_CLEAR = "not_clear"
    NOT_ON_OWN_HALF = "not_on_own_half"
    NOT_ON_OWN_CARD = "not_on_own_card"
    FIRST_IS_KNOWN = "first_is_known"
    LORE_CARD_PLAYED = "lore_card_played"
    LORE_BARRED = "lore_barred"
    WRONG_TIME = "wrong_time"
    COST_NOT_TOLD = "cost_not_told"
    EFFECT_NOT_TOLD = "effect_not_told"
    WRONG_FACTION = "wrong_faction"
    TOO_MANY_POINTS = "too_many_points"
    WRONG_NUMBER_OF_CARDS = "wrong_number_of_cards"
    TOO_FEW_IN_BOX = "too_few_in_box"
    POINTS_NOT_TOLD = "points_not_told"
    UNITS_MISSING = "units_missing"
    TENT_MISSING = "tent_missing"
    IN_FRONT_OF_TENT = "in_front_of_tent"
    NO_DEPLOYMENT_HEX = "no_deployment_hex"


_NO_SUCH, _NOT_NOW = "there is no such thing", "the game is at no such moment"
_IS_SO, _NOT_THERE = "it is so already", "what it takes away is not there"
_NUMBER = "a number is missing, or there cannot be so few or so many"
FINAL: Mapping[Why, str] = {
    Why.NO_SUCH_SEAT: _NO_SUCH,
    Why.NO_SUCH_UNIT: _NO_SUCH,
    Why.NO_SUCH_CARD: _NO_SUCH,
    Why.NO_SUCH_ABILITY: _NO_SUCH,
    Why.NO_SUCH_TERRAIN: _NO_SUCH,
    Why.NO_SUCH_FACE: _NO_SUCH,
    Why.OFF_BOARD: _NO_SUCH,
    Why.NOT_NOW: _NOT_NOW,
    Why.GAME_IS_OVER: _NOT_NOW,
    Why.WRONG_TIME: _NOT_NOW,
    Why.ATTACKS_HAVE_BEGUN: _NOT_NOW,
    Why.ALREADY_ORDERED: _IS_SO,
    Why.NOTHING_THERE: _NOT_THERE,
    Why.NOT_MARKED: _NOT_THERE,
    Why.OCCUPIED: "two units never stand in one hex",
    Why.NOT_AN_ENEMY: "a unit does not attack itself",
    Why.NOT_ON_WATER: "there is no water for it to lie on",
    Why.IMPOSSIBLE_NUMBER: _NUMBER,
    Why.TOO_MANY_DICE: _NUMBER,
    Why.TOO_MANY_CARDS: _NUMBER,
    Why.COST_NOT_TOLD: _NUMBER,
}
"""Why what is refused so may be nonsense, which not even the table can overrule; nothing else ever is."""
