"""Where the First Edition's rules are written: title and heading of the text."""

SUMMARY, LORE = "BattleLore: Rules Summary", "BattleLore: Lore Cards"

PAGES = {
    **dict.fromkeys(("set_up", "components"), f"{SUMMARY}, Setup"),
    "turn": f"{SUMMARY}, Turn Sequence",
    **dict.fromkeys(("upkeep", "lore_step", "winning"), f"{SUMMARY}, Draw and End of Turn"),
    **dict.fromkeys(("command", "cards"), f"{SUMMARY}, Command"),
    "order": f"{SUMMARY}, Order",
    "move": f"{SUMMARY}, Movement",
    "rush": f"{SUMMARY}, Mercenaries",
    "attack": f"{SUMMARY}, Combat",
    **dict.fromkeys(("target", "range", "sight"), f"{SUMMARY}, Range and Line of Sight"),
    "terrain": f"{SUMMARY}, Terrain Modifiers",
    "roll": f"{SUMMARY}, Hits and Misses",
    **dict.fromkeys(("retreat", "water"), f"{SUMMARY}, Retreats"),
    **dict.fromkeys(("morale", "counter"), f"{SUMMARY}, Morale"),
    **dict.fromkeys(("advance", "pursue", "additional"), f"{SUMMARY}, Follow-on Actions"),
    "creatures": f"{SUMMARY}, Creatures",
    "powers": f"{SUMMARY}, Special Powers and Power-Ups",
    "lore_cards": f"{SUMMARY}, Lore",
    **dict.fromkeys(("lore_timing", "runic_barrier"), f"{LORE}, Phases of Play"),
    "council": f"{SUMMARY}, War Councils",
    "landmarks": f"{SUMMARY}, Landmarks",
    "rack": "BattleLore: Epic Adventures, Epic Game Turn",
    "call_to_arms": "BattleLore: Call to Arms",
    "guards": "BattleLore: Call to Arms, Deploy Your Guards",
    "reserve": "BattleLore: Call to Arms, Call the Reserve",
    "levies": "BattleLore: Call to Arms, Organized Mode",
    "specialists": "BattleLore: Call to Arms, Call the Specialists",
    "specialist_cards": "BattleLore: Call to Arms, Specific Card Effects",
    "correction": "the table",
}
