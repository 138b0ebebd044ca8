// What the page of packs calls the fields of cards and pieces, and what may be chosen in them.

import { t } from "../parts/language.mjs";

/** @type {{ [field: string]: string }} */
export const FIELDS = {
  cost: t`cost`,
  move: t`move`,
  combat: t`combat`,
  units: t`number in the box`,
  traits: t`attack type`,
  copies: t`copies`,
  windows: t`when it is played`,
  range: t`range`,
  does: t`what it does`,
  initiative: t`initiative`,
  terrain: t`map`,
  deployment: t`deployment hexes`,
  summary: t`what it says, in your words`,
  race: t`people`,
  type: t`type`,
  banner: t`banner`,
  weapon: t`weapon`,
  figures: t`figures`,
  dice: t`dice`,
  battle: t`move with a battle`,
  walk: t`move without a battle`,
  abilities: t`abilities`,
  training: t`training`,
  missile: t`missile weapon`,
  strikes: t`Bonus Strikes`,
  spared_mounted: t`Bonus Strikes that mounted targets ignore`,
  moved_dice: t`dice lost by moving`,
  level: t`level`,
  retreat: t`hexes back for a flag`,
  must_ignore: t`flags that it must ignore`,
  critical: t`only a Critical Hit kills it`,
  stores: t`stores Lore`,
  powers: t`powers`,
  blocks_sight: t`blocks sight`,
  impassable: t`nobody enters`,
  stops: t`who enters stops`,
  battle_on_entry: t`who enters may battle`,
  dice_in: t`most dice into it`,
  dice_out: t`most dice out of it`,
  obstacle: t`is added to other terrain`,
  on: t`lies on`,
  beside: t`abilities of units next to it`,
  ground: t`terrain`,
  brought_by: t`brought by`,
  sole: t`only if the other council has no such master`,
  power: t`power, in your words`,
  under: t`goes under a unit on`,
  must: t`must be placed`,
  master: t`Lore Master`,
  number: t`number`,
  reaction: t`Reaction card`,
  target: t`target`,
  amount: t`amount, such as 2d/level +3`,
  cards: t`cards`,
  dealt: t`cards dealt`,
  keep: t`cards kept`,
  tokens: t`tokens`,
  most: t`most cards`,
  shape: t`shape`,
  colour: t`colour`,
  sticker: t`sticker`,
  lore: t`Lore adventure`,
  banners: t`banners that win`,
  levels: t`levels of a council`,
  landmarks: t`with Landmarks`,
};

/** @type {{ [choice: string]: string }} */
export const CHOICES = {
  foot: t`on foot`,
  mounted: t`mounted`,
  creature: t`Creature`,
  commander: t`Commander`,
  hit: t`hit`,
  miss: t`miss`,
  hit_at_range: t`hit at range only`,
  alongside: t`alongside the Command card`,
  in_lieu: t`in lieu of the Command card`,
  command_reaction: t`in reaction to the Command card`,
  orders: t`during Orders`,
  orders_reaction: t`in reaction to Orders`,
  movement: t`during Movement`,
  movement_reaction: t`in reaction to Movement`,
  battle: t`during battle`,
  melee: t`during melee`,
  ranged: t`during ranged combat`,
  before_roll: t`before the opponent's roll`,
  after_roll: t`after the opponent's roll`,
  you: t`you`,
  opponent: t`your opponent`,
  your_units: t`your units`,
  opponents_units: t`your opponent's units`,
  units: t`so many units`,
  ordered_units: t`ordered units`,
  defending_units: t`defending units`,
  attacking_units: t`attacking units`,
  in_melee: t`units in melee`,
  in_ranged_combat: t`units in ranged combat`,
};

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} field */
export const fieldTitle = (field) => capital(FIELDS[field] ?? field);

// "Bog Walkers" -> "bog_walkers"
/** @param {string} name */
export function idOf(name) {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "");
}
