"""Why what is asked cannot be done while armies come together."""

from enum import StrEnum


class Undeployable(StrEnum):
    """Why a card, a unit, a token or a Specialist cannot be chosen, put there or used so."""

    SET_NOT_THERE = "set_not_there"
    WRONG_NUMBER_OF_SETS = "wrong_number_of_sets"
    NO_DRAWN_CARD = "no_drawn_card"
    CARD_LAID_TWICE = "card_laid_twice"
    NOT_THE_GUARDS_ROW = "not_the_guards_row"
    NOT_NEAR_THE_SECTION = "not_near_the_section"
    NOT_THE_SCOUTS_ROW = "not_the_scouts_row"
    NOT_ON_THE_BASELINE = "not_on_the_baseline"
    NOT_BY_THE_CARD = "not_by_the_card"
    RESERVE_IS_DEPLOYED = "reserve_is_deployed"
    DEPLOYED_ALREADY = "deployed_already"
    BASELINE_HAS_ROOM = "baseline_has_room"
    NO_LEVIES = "no_levies"
    NO_TOKEN_LEFT = "no_token_left"
    NO_SUCH_BANNER = "no_such_banner"
    NO_TOKEN_THERE = "no_token_there"
    HIGHER_BANNER = "higher_banner"
    NO_RESERVE = "no_reserve"
    SPECIALIST_TAKEN = "specialist_taken"
    LORE_ADVENTURES_ONLY = "lore_adventures_only"
    NOT_FOR_THAT_UNIT = "not_for_that_unit"
    ANOTHER_UNIT = "another_unit"
    TOO_MANY_FIGURES = "too_many_figures"
