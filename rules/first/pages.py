"""Where the First Edition's rules are written: title and heading of the text."""

SUMMARY, LORE = "BattleLore: Rules Summary", "BattleLore: Lore Cards"

PAGES = {
    **dict.fromkeys(("set_up", "components"), f"{SUMMARY}, Set-up"),
    **dict.fromkeys(("turn", "upkeep"), f"{SUMMARY}, Turn"),
    **dict.fromkeys(("command", "cards"), f"{SUMMARY}, Command"),
    "order": f"{SUMMARY}, Order",
    "move": f"{SUMMARY}, Movement",
    "rush": f"{SUMMARY}, Mercenaries",
    **dict.fromkeys(("attack", "additional"), f"{SUMMARY}, Combat"),
    **dict.fromkeys(("target", "range", "sight"), f"{SUMMARY}, Range and Line of Sight"),
    **dict.fromkeys(("terrain", "water"), f"{SUMMARY}, Terrain Modifiers"),
    "roll": f"{SUMMARY}, Hits and Misses",
    "retreat": f"{SUMMARY}, Retreats",
    "morale": f"{SUMMARY}, Morale",
    "counter": f"{SUMMARY}, Morale",
    **dict.fromkeys(("advance", "pursue"), f"{SUMMARY}, Follow-on Actions"),
    "winning": f"{SUMMARY}, Victory",
    "creatures": f"{SUMMARY}, Creatures",
    "powers": f"{SUMMARY}, Special Powers and Power-Ups",
    "lore_step": f"{SUMMARY}, Draw",
    "lore_cards": f"{SUMMARY}, Lore",
    "lore_timing": f"{LORE}: Phases of Play",
    "council": f"{SUMMARY}, War Councils",
    "landmarks": f"{SUMMARY}, Landmarks",
    "correction": "the table",
    "runic_barrier": f"{LORE}: Phases of Play",
}
