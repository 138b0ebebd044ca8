// Made by "python -m tools.view_types" from what the page is sent.

export type Command =
  | Advance
  | Attack
  | ChooseCouncil
  | ChooseFirst
  | ChooseMode
  | ChooseScenarioCard
  | ChooseSets
  | ChooseSpecialist
  | ChooseWay
  | Commit
  | CorrectScore
  | CorrectUnit
  | CountLoreDeck
  | Counter
  | Cure
  | Decline
  | EndMainPhase
  | ExchangeLore
  | FillRack
  | FinishDeployment
  | FinishTerrain
  | IgnoreFlags
  | IgnoreRetreats
  | LayLineup
  | LoseUnit
  | Move
  | Muster
  | NoteHand
  | Order
  | Overrule
  | PlaceAllianceToken
  | PlaceBanner
  | PlaceFord
  | PlaceLandmark
  | PlaceLevy
  | PlaceTerrain
  | PlaceUnit
  | PlayCard
  | PlayLoreCard
  | PlayRackCard
  | PlayUnlistedCard
  | PlayUnlistedLoreCard
  | RemoveBanner
  | RemoveTerrain
  | Repeat
  | ReplenishLore
  | RetreatTo
  | RevealArmies
  | Roll
  | Shield
  | StartAttacks
  | StartGame
  | StoreLore
  | TellHits
  | TellNumber
  | TellReach
  | UsePower
  | UseSpecialist;

export type Wait =
  | AdvanceWait
  | CardWait
  | CommitWait
  | CouncilWait
  | CounterWait
  | DeployWait
  | DiceWait
  | ExchangeWait
  | ExtraAttackWait
  | FirstPlayerWait
  | FlagsWait
  | FordWait
  | HitsWait
  | IgnoreWait
  | LandmarkWait
  | LevyWait
  | LineupWait
  | LoreDeckWait
  | LoreWait
  | ModeWait
  | MusterWait
  | NumberWait
  | OrdersWait
  | OverWait
  | PowerWait
  | RackCardWait
  | RackWait
  | ReachWait
  | ReactWait
  | RepeatWait
  | RetreatWait
  | RevealWait
  | ScenarioCardsWait
  | SetUpWait
  | SetsWait
  | ShieldWait
  | SpecialistDeedWait
  | SpecialistWait
  | TerrainWait
  | WayWait;

export type Verb =
  | AddDice
  | BarLore
  | BattleFirst
  | DealDamage
  | DrawLore
  | Drive
  | FixDice
  | ForceRetreat
  | FuelDamage
  | GainLore
  | GainPoints
  | GrantExtraAttack
  | GrantExtraMove
  | GrantOrders
  | Heal
  | IgnoreDamage
  | LastStand
  | Mark
  | PlaceAt
  | RollForOrders
  | TakeBackCommand
  | TargetAlly
  | Trample
  | TurnBlows;

export type Special =
  | HoldTerrain
  | MayEnter
  | NoStop
  | PointsForEliminating
  | Volley;

/** An ability on a unit's card, with the number behind its name. */
export interface Ability {
  name: string;
  number: number;
}

/** An ability's printed name, what it does, and the face of the die that pays for it (None: none does). */
export interface AbilityText {
  name: string;
  text: string;
  face: string | null;
}

/** An ability on a unit's card: the *number* behind its name, and our own words for it. */
export interface AbilityView {
  id: string;
  name: string;
  number: number;
  summary: string;
  page: string;
  confidence: "certain" | "likely" | "unknown";
}

/** The player's units roll *count* more dice (or fewer) until the turn ends. */
export interface AddDice {
  verb: "add_dice";
  count: number;
}

/** The attacking unit advances, or pursues where it can, to *to* (RB p. 10). */
export interface Advance {
  do: "advance";
  to: string;
}

/** *unit* may advance to one of *to*, pursuing (and attacking again) where *pursuit*. */
export interface AdvanceWait {
  wait: "advance_wait";
  seat: Seat | null;
  unit: string;
  to: string[];
  pursuit: boolean;
}

/** What so many *games* that are over come to, the most played first. */
export interface AllGames {
  games: number;
  scenarios: ScenarioRecord[];
  players: PlayerRecord[];
}

/** Something else that could have been done. */
export interface Alternative {
  text: string;
  command: Command;
}

/** The amount on a lore card as *printed*, and the *number* that it makes at its player's *level*. */
export interface AmountView {
  printed: string;
  level: number | null;
  number: number | null;
}

/** The cards of Call to Arms: *sets* with their *cards*, and *specialists*. */
export interface ArmsRules {
  sets: { [id: string]: string };
  cards: { [id: string]: { [id: string]: string } };
  lineup: string;
  parts: { [id: string]: string };
  banners: { [id: string]: string };
  specialists: { [id: string]: ShownSpecialist };
}

/** What of a ``CallToArms`` a seat is shown: of the cards its own, and those that are revealed. */
export interface ArmsView {
  mode: ArmyMode | null;
  sets: { [id: string]: string[] };
  laid: Seat[];
  cards: { [id: string]: { [id: string]: string } };
  levies: { [id: string]: LevyToken };
  specialists: { [id: string]: string[] };
}

/** What a seat has mustered: *units* of each kind, a *tent*, and the *lore* of its unspent points. */
export interface Army {
  units: { [id: string]: number };
  tent: boolean;
  decoys: number;
  lore: number;
}

/** What an army comes to, what is *wrong* with it in words, and the *command* that musters it. */
export interface ArmyAnswer {
  points: number | null;
  most: number;
  cards: number;
  decoys: number;
  lore: number;
  untold: string[];
  wrong: string[];
  command: Muster;
}

/** A preconstructed army: its units, tent, lore tokens and printed total (RB p. 17). */
export interface ArmyCard {
  id: string;
  name: string;
  faction: string;
  units: { [id: string]: number };
  tent: boolean;
  lore: number;
  total: number;
  confidence: "certain" | "likely" | "unknown";
  page: string;
  source: string;
}

/** How the armies of Call to Arms come together. */
export type ArmyMode = "impromptu" | "organized";

/** What is waited for, in a *headline*; *about* tells everybody more, *hint* who answers what to do. */
export interface Ask {
  headline: string;
  about: string;
  hint: string;
  choices: AskChoice[];
  sum: string;
  who: string;
  places: Section[];
}

/** One thing that can be done, called *label*. */
export interface AskChoice {
  command: Command;
  label: string;
  hex: string | null;
  unit: string | null;
  is_usual: boolean;
  is_answered_on_board: boolean;
  warning: string;
  doubt: string;
  does: string;
  sum: string;
  places: Section[];
}

/** Attack *target* with *unit*: its attack of this turn or an additional one (RB p. 8). */
export interface Attack {
  do: "attack";
  unit: string;
  target: string;
}

/** How a unit attacks (RB p. 8). */
export type AttackType = "melee" | "ranged";

/** The banner markers of a scenario; *stand_in* are hexes of ours where the printed ones are unknown. */
export interface BannerSetup {
  count: number;
  points: number;
  stand_in: string[];
  at: string[];
}

/** The opponent plays no further lore card this turn (Ref, Runic Barrier). */
export interface BarLore {
  verb: "bar_lore";
}

/** The target of the battle that has been declared battles before its attacker does. */
export interface BattleFirst {
  verb: "battle_first";
}

/** An answer in words, to be said and shown on the device that asked. */
export interface BoardAnswer {
  text: string;
}

/** What can be asked: NEAR and REACH of a hex, HAND and WAITING at any time. */
export type BoardQuestion = "hand" | "near" | "reach" | "waiting";

/** The first entry that does not outlive a correction of the past: its line, and why, in words. */
export interface BrokenEntry {
  seq: number;
  text: string;
  why: string;
  lost: number;
}

/** A number on a unit's card that we may not know: RANGE is how far it attacks, 1 for melee. */
export type CardNumber = "combat" | "move" | "range";

/** A command card is to be played. */
export interface CardWait {
  wait: "card_wait";
  seat: Seat | null;
}

/** How likely something is, in percent, and what it is called. */
export interface Chance {
  name: string;
  text: string;
}

/** The table is to have a kept *game* or a new one of *scenario*, or else its own, told or seen otherwise. */
export interface ChangeRequest {
  game: string | null;
  scenario: string | null;
  language: string | null;
  level: SpeechLevel | null;
  names: [string, string] | null;
  camera: string | null;
  large_board: LargeBoard | null;
}

/** *seat* gives its levels to a War Council, in secret; once all have chosen they are opened. */
export interface ChooseCouncil {
  do: "choose_council";
  seat: Seat;
  council: GivenCouncil;
}

/** *seat* takes the first turn, where nothing else says whose it is. */
export interface ChooseFirst {
  do: "choose_first";
  seat: Seat;
}

/** The armies come together in that *mode*; *owner* is whose cards they are, where both choose of them. */
export interface ChooseMode {
  do: "choose_mode";
  mode: ArmyMode;
  owner?: Seat | null;
}

/** *seat* plays by scenario card *card* (RB p. 15); once both have chosen, both are revealed. */
export interface ChooseScenarioCard {
  do: "choose_scenario_card";
  seat: Seat;
  card: string;
}

/** *seat* takes those *sets* of Deployment cards, shuffles them together and draws. */
export interface ChooseSets {
  do: "choose_sets";
  seat: Seat;
  sets: string[];
}

/** The Specialist *card* is chosen and played. */
export interface ChooseSpecialist {
  do: "choose_specialist";
  card: string;
}

/** Which *way* a unit retreats where the rule leaves two. */
export interface ChooseWay {
  do: "choose_way";
  way: Direction;
}

/** What came of a tap.  *conflict* tells what had happened meanwhile; nothing was done then. */
export interface CommandAnswer {
  ok: boolean;
  seq: number | null;
  refused: RefusedAnswer | null;
  conflict: string | null;
  fallen?: BrokenEntry;
  told?: string;
}

/** A command card: what it does, and our own words for it; *copies* in the deck, where known. */
export interface CommandCard {
  id: string;
  name: string;
  summary: string;
  does: unknown[];
  copies: number | null;
  confidence: "certain" | "likely" | "unknown";
  page: string;
  source: string;
}

/** How many dice go to each ability; the rest keep their normal effect (RB p. 10). */
export interface Commit {
  do: "commit";
  dice: { [id: string]: number };
}

/** Dice may be committed: *most* per ability; *usual* is what most players would do. */
export interface CommitWait {
  wait: "commit_wait";
  seat: Seat | null;
  unit: string;
  most: { [id: string]: number };
  usual: { [id: string]: number };
}

/** What *seat* really has.  A field that is None stays as it is.  Always accepted. */
export interface CorrectScore {
  do: "correct_score";
  seat: Seat;
  lore?: number | null;
  points?: number | null;
  cards?: number | null;
  lore_cards?: number | null;
}

/** How *unit* really stands: where (None: off the board), figures or damage, markers.  Always accepted. */
export interface CorrectUnit {
  do: "correct_unit";
  unit: string;
  at: string | null;
  figures: number;
  damage?: number;
  markers?: Marker[];
}

/** What a War Council may hold: so many *levels* in all, given to a Commander, *masters* and *creatures*. */
export interface CouncilRules {
  levels: number;
  masters: { [id: string]: string };
  command_cards: number[];
  lore_levels: ShownMasterLevel[];
  creatures: { [id: string]: number };
  landmarks: ShownLandmark[];
}

/** Each seat in *missing* is to choose its War Council. */
export interface CouncilWait {
  wait: "council_wait";
  seat: Seat | null;
  missing: Seat[];
}

/** The Lore deck that a variant plays with is counted out. */
export interface CountLoreDeck {
  do: "count_lore_deck";
}

/** The attacked unit counters (RB p. 10). */
export interface Counter {
  do: "counter";
}

/** *unit* may counter *target*; *early*: before the retreats, or before it leaves the board. */
export interface CounterWait {
  wait: "counter_wait";
  seat: Seat | null;
  unit: string;
  target: string;
  early: boolean;
}

/** Pay lore to take *marker* from an ordered unit (reference sheet 6.5, 6.6). */
export interface Cure {
  do: "cure";
  unit: string;
  marker: Marker;
}

/** *unit* suffers *count* damage. */
export interface DealDamage {
  verb: "deal_damage";
  unit: string;
  count: number;
}

/** So many *cards* of the class *master* in a Lore deck: *only* those, or all *without* those. */
export type DeckPart = [string, number, string[], string[]];

/** Let pass what the game waits for and what is optional. */
export interface Decline {
  do: "decline";
}

/** *part* of *seat*'s army, which is *card*, is to be deployed on *hexes*, which are free. */
export interface DeployWait {
  wait: "deploy_wait";
  seat: Seat | null;
  part: DeploymentPart;
  card: string;
  hexes: string[];
  kinds: string[];
  most: number | null;
}

/** A part of an army that is deployed at once: a section's Guard, the Reserve, what replaces Levies. */
export type DeploymentPart = "center" | "left" | "levy" | "reserve" | "right" | "scout";

/** The dice in the tray that may be the roll that is waited for, as read, and which are *doubtful*. */
export interface DiceSeen {
  faces: string[];
  confidence: number[];
  doubtful: boolean[];
}

/** *count* dice are to be rolled by *unit* (None: for a card, whose *roll* says what they do). */
export interface DiceWait {
  wait: "dice_wait";
  seat: Seat | null;
  count: number;
  unit: string | null;
  roll: RollForOrders | null;
  trampled: string[];
  purpose?: string;
}

/** What can be done about a disagreement. */
export type DifferenceOffer = "follow" | "ignore" | "put_back";

/** The six ways out of a pointy-top hex, counter-clockwise from east. */
export type Direction = "east" | "north_east" | "north_west" | "south_east" | "south_west" | "west";

/** In *hex* the camera *sees* something else than the journal *expect* of *unit* there. */
export interface Disagreement {
  id: string;
  hex: string;
  unit: string | null;
  expected: string | null;
  sees: HexSighting;
  text: string;
  reason: string;
  offers: DifferenceOffer[];
  since: number;
  is_sent: boolean;
}

/** The acting player draws *count* lore cards. */
export interface DrawLore {
  verb: "draw_lore";
  count: number;
}

/** *unit* must move *hexes* hexes that *way*: no retreat, and it stops unharmed (Ref, Battle Cry). */
export interface Drive {
  verb: "drive";
  unit: string;
  way: Direction;
  hexes: number;
}

/** The acting player has no more orders, moves or attacks to make. */
export interface EndMainPhase {
  do: "end_main_phase";
}

/** What sort of thing is to be done; PLACE and REMOVE can be seen by the camera. */
export type ErrandKind = "banner" | "figures" | "lay_card" | "levy" | "lore" | "lore_deck" | "marker" | "place" | "remove" | "shuffle" | "take_card" | "terrain" | "tokens";

/** Give lore for *points* victory points in the VP Step (RB p. 9, learning scenario). */
export interface ExchangeLore {
  do: "exchange_lore";
  points: number;
}

/** Lore may be exchanged for *most* victory points at the most. */
export interface ExchangeWait {
  wait: "exchange_wait";
  seat: Seat | null;
  most: number;
}

/** *unit* may make an additional attack now, or decline. */
export interface ExtraAttackWait {
  wait: "extra_attack_wait";
  seat: Seat | null;
  unit: string;
}

/** The attack or counter in progress. */
export interface FightView {
  attacker: string;
  target: string;
  kind: AttackType;
  dice: number;
  counter: boolean;
  additional: boolean;
}

/** *card* was drawn for the Epic rack. */
export interface FillRack {
  do: "fill_rack";
  card: string;
}

/** All that the card says is done, or all that is wanted of it. */
export interface FinishDeployment {
  do: "finish_deployment";
}

/** All terrain and banners of the scenario cards lie on the board (RB p. 15). */
export interface FinishTerrain {
  do: "finish_terrain";
}

/** Who is first is to be told: by the scenario cards where we do not know them, else by lot (RB p. 16). */
export interface FirstPlayerWait {
  wait: "first_player_wait";
  seat: Seat | null;
}

/** What of a ``FirstTable`` a seat is shown. */
export interface FirstView {
  councils: { [id: string]: GivenCouncil };
  councils_open: boolean;
  due: { [id: string]: string[] };
  stored: { [id: string]: number };
  necks: { [id: string]: number[] };
  rack: string[];
  arms: ArmsView | null;
  markers: Seat[];
}

/** The attack in progress is rolled with exactly *count* dice, whatever else holds (Ref, Rune Blade). */
export interface FixDice {
  verb: "fix_dice";
  count: number;
}

/** How many of *flags* *unit* ignores is *seat*'s to say; by which of *ways* it goes is another's. */
export interface FlagsWait {
  wait: "flags_wait";
  seat: Seat | null;
  unit: string;
  flags: number;
  ways: RetreatWay[];
}

/** *unit* must retreat *hexes* hexes that *way*, with damage for those it cannot make (Ref, Retreat). */
export interface ForceRetreat {
  verb: "force_retreat";
  unit: string;
  way: Direction;
  hexes: number;
}

/** *seat* is to lay one ford on water of his card, one of *hexes* (RB p. 15). */
export interface FordWait {
  wait: "ford_wait";
  seat: Seat | null;
  hexes: string[];
}

/** In this attack each *face* may be committed for *damage*, weak or not (Ref, Fury of Y'llan). */
export interface FuelDamage {
  verb: "fuel_damage";
  face: string;
  damage: number;
}

/** The acting player gains *count* lore, or spends it where negative. */
export interface GainLore {
  verb: "gain_lore";
  count: number;
}

/** The acting player gains *count* victory points, or loses them where negative. */
export interface GainPoints {
  verb: "gain_points";
  count: number;
}

/** Some *games*, the newest first, and whether there are *more*. */
export interface GameList {
  games: PastGame[];
  more: boolean;
}

/** A War Council: the Commander's level, and those of his Lore Masters and Creatures by their names. */
export interface GivenCouncil {
  commander: number;
  masters: { [id: string]: number };
  creatures: { [id: string]: number };
}

/** Each ordered unit with *trait* that did not move may make one more attack (Darken the Skies). */
export interface GrantExtraAttack {
  verb: "grant_extra_attack";
  trait: string;
}

/** Each ordered unit with *trait* may move *hexes* more in the Attack Step (Onslaught). */
export interface GrantExtraMove {
  verb: "grant_extra_move";
  trait: string;
  hexes: number;
}

/** Order *count* units, in *section* (None: anywhere), of one of the *traits* (empty: any kind). */
export interface GrantOrders {
  verb: "grant_orders";
  count: number;
  section: Section | null;
  traits: string[];
  not_weak: boolean;
}

/** How many units of a sort may still be ordered. */
export interface GrantView {
  left: number;
  section: Section | null;
  traits: string[];
  not_weak: boolean;
}

/** *unit* recovers *count* health. */
export interface Heal {
  verb: "heal";
  unit: string;
  count: number;
}

/** How the voice is, and the last sentences; those up to number *void* are not to be said any more. */
export interface HeardNow {
  state: string;
  reason: string;
  remedy: string;
  engine: string;
  player: string;
  trouble: string;
  details: string;
  said: number;
  text: string;
  level: SpeechLevel | null;
  who: string;
  speakers: SpeakerPlace[];
  sentences: HeardSentence[];
  void: number;
}

/** A sentence that is said, by which tab of which device; stale in *left* seconds. */
export interface HeardSentence {
  number: number;
  text: string;
  lang: string;
  by: { [id: string]: string };
  left: number;
  urgent: boolean;
}

/** What the camera sees in a hex. */
export type HexSighting = "doubtful" | "figures" | "marker" | "nothing" | "strange" | "unit";

/** How many of *unit*'s dice hit is to be told, *least* to *most*: nobody knows all of the cards. */
export interface HitsWait {
  wait: "hits_wait";
  seat: Seat | null;
  unit: string;
  least: number;
  most: number;
}

/** In the Victory Point Step the owner does *does* if his units hold *count* hexes of each of *kinds*. */
export interface HoldTerrain {
  rule: "hold_terrain";
  kinds: string[];
  count: number;
  unit: string | null;
  own_half: boolean;
  does: Verb[];
}

/** What the home page shows: the game on the table, which to go on with, and how all is settled. */
export interface HomeView {
  game: PastGame;
  is_chosen: boolean;
  has_begun: boolean;
  go_on: PastGame | null;
  languages: ShownLanguage[];
  language: string;
  levels: SpeechLevel[];
  level: SpeechLevel;
  names: { [id: string]: string };
  is_demo: boolean;
  large_board: LargeBoard | null;
}

/** The target ignores *count* damage of the attack in progress (None: all). */
export interface IgnoreDamage {
  verb: "ignore_damage";
  count: number | null;
}

/** The unit that must retreat ignores so many flags, and another player leads it back by the others. */
export interface IgnoreFlags {
  do: "ignore_flags";
  flags: number;
}

/** How many of the *hexes* that it must retreat a unit ignores by its ability (Ref, Immovable). */
export interface IgnoreRetreats {
  do: "ignore_retreats";
  hexes: number;
}

/** *unit* may ignore up to *most* of the retreats that are forced on it; *usual* is all of them. */
export interface IgnoreWait {
  wait: "ignore_wait";
  seat: Seat | null;
  unit: string;
  most: number;
  usual: number;
}

/** A kind of unit, as its reference card has it; *units* is how many of them its *box* holds. */
export interface Kind {
  id: string;
  name: string;
  faction: string | null;
  health: number;
  figures: number;
  move: number | null;
  combat: number | null;
  range: [number, number] | null;
  damage_tokens: boolean;
  traits: string[];
  abilities: Ability[];
  cost: number | null;
  units: number | null;
  box: string;
  confidence: "certain" | "likely" | "unknown";
  page: string;
  source: string;
}

/** *seat* is to put its *landmarks* on the board. */
export interface LandmarkWait {
  wait: "landmark_wait";
  seat: Seat | null;
  landmarks: string[];
}

/** Seventeen hexes wide and thirteen deep, or thirteen wide and seventeen deep. */
export type LargeBoard = "deep" | "wide";

/** The target counters before it leaves the board, if the dice eliminate it (Ref, Unstoppable). */
export interface LastStand {
  verb: "last_stand";
}

/** *seat* lays cards face down in secret: for each section, as its *reserve*, as its *scout* Guard. */
export interface LayLineup {
  do: "lay_lineup";
  seat: Seat;
  guards: { [id: string]: string };
  reserve?: string | null;
  scout?: string | null;
}

/** A Feudal Levy token of *seat*'s, of a *banner*'s colour, for a unit of *part* of its army. */
export interface LevyToken {
  seat: Seat;
  part: DeploymentPart;
  banner: string;
}

/** *seat* may put troops on the *hexes* of its Levy tokens; the others come off. */
export interface LevyWait {
  wait: "levy_wait";
  seat: Seat | null;
  hexes: string[];
}

/** Each seat in *missing* is to lay its Guards, and what else there is beside them, in secret. */
export interface LineupWait {
  wait: "lineup_wait";
  seat: Seat | null;
  missing: Seat[];
}

/** One line of the log in words; *turn* is the one after it, *rules* the glossary's entries about it. */
export interface LogLine {
  seq: number;
  turn: number;
  at: number;
  by: string;
  text: string;
  rules: string[];
}

/** A lore card, as far as it is known: what is absent the players tell when it is played. */
export interface LoreCard {
  id: string;
  name: string;
  summary: string;
  faction: string | null;
  cost: number | null;
  windows: Window[];
  does: unknown[];
  copies: number | null;
  confidence: "certain" | "likely" | "unknown";
  page: string;
  source: string;
}

/** The three ways to replenish lore in the Lore Step (RB p. 12). */
export type LoreChoice = "cards" | "token_and_card" | "tokens";

/** The Lore deck is to be counted out of these *parts*. */
export interface LoreDeckWait {
  wait: "lore_deck_wait";
  seat: Seat | null;
  parts: DeckPart[];
}

/** The Lore Step: tokens, a token and a card, or two cards (RB p. 12). */
export interface LoreWait {
  wait: "lore_wait";
  seat: Seat | null;
}

/** A unit of the card finds no room and is lost; *kind* where it is told. */
export interface LoseUnit {
  do: "lose_unit";
  kind?: string | null;
}

/** *unit* gets *marker*, or loses it where *on* is false. */
export interface Mark {
  verb: "mark";
  unit: string;
  marker: Marker;
  on: boolean;
}

/** What can lie beside a unit. */
export type Marker = "poison" | "shield" | "stun";

/** The owner's units with *trait* may enter and stand in impassable *terrain*. */
export interface MayEnter {
  rule: "may_enter";
  trait: string;
  terrain: string[];
}

/** How the armies come together is to be said. */
export interface ModeWait {
  wait: "mode_wait";
  seat: Seat | null;
}

/** Move an ordered unit (RB p. 6), or one that Onslaught lets move in the Attack Step. */
export interface Move {
  do: "move";
  unit: string;
  to: string;
  through?: string[];
}

/** *seat*'s army: *units* of each kind, and a command *tent* (RB p. 16-17).  Decoys fill it up. */
export interface Muster {
  do: "muster";
  seat: Seat;
  units: { [id: string]: number };
  tent?: boolean;
  points?: number | null;
  lore?: number;
}

/** How armies are mustered and hands dealt (RB p. 14-17): the usual numbers of a full game. */
export interface MusterRules {
  points: number;
  cards: number;
  decoys: number;
  tent: number;
  most_lore: number;
  core_sets: number;
}

/** Each seat in *missing* is to muster its army (RB p. 16). */
export interface MusterWait {
  wait: "muster_wait";
  seat: Seat | null;
  missing: Seat[];
}

/** The owner's units need not end their movement on entering *terrain*. */
export interface NoStop {
  rule: "no_stop";
  terrain: string[];
}

/** *seat* holds these *known* command cards, and *lore* cards (None: as before).  Accepted at any time. */
export interface NoteHand {
  do: "note_hand";
  seat: Seat;
  known: string[];
  lore?: string[] | null;
}

/** A *number* on the card of *unit*, not known to us, is to be told; *then* is done after that. */
export interface NumberWait {
  wait: "number_wait";
  seat: Seat | null;
  unit: string;
  number: CardNumber;
  then: Command;
}

/** An edition by its name, and its *games*. */
export interface OfferedEdition {
  id: string;
  name: string;
  games: OfferedGame[];
}

/** A *scenario* that can be played: its name, the sides' names, and a sentence about what wins. */
export interface OfferedGame {
  scenario: string;
  name: string;
  sides: { [id: string]: string };
  wins: string;
  has_lore: boolean;
  is_free: boolean;
  large_board: LargeBoard | null;
}

/** Name *unit* as ordered (RB p. 6); *paid*: for 1 lore, as its ability Automaton allows. */
export interface Order {
  do: "order";
  unit: string;
  paid?: boolean;
}

/** Orders, moves and attacks of the main phase: what is possible stands in ``options``. */
export interface OrdersWait {
  wait: "orders_wait";
  seat: Seat | null;
}

/** How a game has ended: who won, whether by *elimination* and not by points, and both players' points. */
export interface OverView {
  winner: Seat;
  elimination: boolean;
  points: { [id: string]: number };
}

/** The game is over; *seat* has won. */
export interface OverWait {
  wait: "over_wait";
  seat: Seat | null;
}

/** The table rules otherwise: do *command* although the rules refuse it. */
export interface Overrule {
  do: "overrule";
  command: Command;
}

/** The game as it was after the entry of *line* (None: at the start), for one seat; *asked* in words. */
export interface PastBoard {
  seq: number;
  line: LogLine | null;
  game: View;
  asked: string;
  former: number | null;
  next: number | null;
}

/** An entry to be corrected: the *game* just before it, and what else it could have been. */
export interface PastEntry {
  line: LogLine;
  game: View;
  command: Command | null;
  dice: number;
  choices: Alternative[];
}

/** A kept game: its own *title* or its scenario's name, and how it stands; *started* s since 1970 (UTC). */
export interface PastGame {
  id: string;
  title: string;
  scenario: string;
  edition: string;
  started: number;
  entries: number;
  turn: number;
  sides: { [id: string]: PastSide };
  winner: Seat | null;
  is_over: boolean;
  trouble: string;
}

/** A camp of a game: its *faction*, who played it ("" where nobody said), its points. */
export interface PastSide {
  faction: string;
  name: string;
  points: number;
}

/** Whether pictures are kept, whether people are still to be asked that, and how many there are. */
export interface PicturesView {
  is_kept: boolean;
  is_asked: boolean;
  count: number;
}

/** Set-up: an Alliance token lies beside *unit*, or lies there no more: it tells which ally's it is. */
export interface PlaceAllianceToken {
  do: "place_alliance_token";
  unit: string;
}

/** *unit* is put on *at*, be it moved, driven back or placed. */
export interface PlaceAt {
  verb: "place_at";
  unit: string;
  at: string;
}

/** A banner marker worth *points* lies on *at*.  Accepted at any time. */
export interface PlaceBanner {
  do: "place_banner";
  at: string;
  points?: number;
}

/** The seat whose turn it is to lay its ford lays it on the water at *at* (RB p. 15). */
export interface PlaceFord {
  do: "place_ford";
  at: string;
}

/** *seat* puts one of the Landmarks that its council brings on *at*. */
export interface PlaceLandmark {
  do: "place_landmark";
  seat: Seat;
  landmark: string;
  at: string;
}

/** A Feudal Levy token of the *banner*'s colour lies on *at* for a unit of which there are no figures. */
export interface PlaceLevy {
  do: "place_levy";
  banner: string;
  at: string;
}

/** *tile* lies on *at*, with its ford or bridge.  Accepted at any time, a tent only on clear ground. */
export interface PlaceTerrain {
  do: "place_terrain";
  at: string;
  tile: Tile;
}

/** Set-up: *unit* stands on *at*. */
export interface PlaceUnit {
  do: "place_unit";
  unit: string;
  at: string;
}

/** Play a command card for its text or, where *anywhere*, to order one unit anywhere (RB p. 6). */
export interface PlayCard {
  do: "play_card";
  card: string;
  anywhere?: boolean;
}

/** *seat* plays a lore card (RB p. 12). */
export interface PlayLoreCard {
  do: "play_lore_card";
  seat: Seat;
  card: string;
  cost?: number | null;
  does?: Verb[];
}

/** The acting player plays *card*, one of those on the Epic rack. */
export interface PlayRackCard {
  do: "play_rack_card";
  card: string;
}

/** Play a card that this project does not know: its *name*, and what it *does*. */
export interface PlayUnlistedCard {
  do: "play_unlisted_card";
  name: string;
  does: Verb[];
}

/** *seat* plays a lore card that this project does not know: its *name*, *cost*, and what it *does*. */
export interface PlayUnlistedLoreCard {
  do: "play_unlisted_lore_card";
  seat: Seat;
  name: string;
  cost: number;
  does: Verb[];
}

/** A player's dice besides: how many *hits* were *expected* and fell, and what is to be thought of it. */
export interface PlayerRecord {
  name: string;
  played: number;
  won: number;
  hits: number;
  expected: number;
  luck: string;
}

/** The owner gains *points* whenever an enemy unit in or next to *near* is eliminated. */
export interface PointsForEliminating {
  rule: "points_for_eliminating";
  near: string[];
  points: number;
}

/** *unit*, a Creature, has rolled Lore: *symbols* are free for *powers*, up to *most* may be stored. */
export interface PowerWait {
  wait: "power_wait";
  seat: Seat | null;
  unit: string;
  symbols: number;
  most: number;
  powers: string[];
}

/** A Command card may be played of the Epic rack, where these *cards* lie, or one's own. */
export interface RackCardWait {
  wait: "rack_card_wait";
  seat: Seat | null;
  cards: string[];
}

/** The Epic rack lacks *missing* cards: the one that is drawn next is to be told. */
export interface RackWait {
  wait: "rack_wait";
  seat: Seat | null;
  missing: number;
}

/** *seat* is to tell how far the *weapon* reaches that one of its units has been given. */
export interface ReachWait {
  wait: "reach_wait";
  seat: Seat | null;
  weapon: string;
}

/** The dice lie, and nothing of them is applied yet: *seat* may play a Reaction card. */
export interface ReactWait {
  wait: "react_wait";
  seat: Seat | null;
}

/** Why a tap did nothing, in words; *rule* is the glossary's entry, *can_overrule*: the table may. */
export interface RefusedAnswer {
  why: string;
  text: string;
  page: string;
  rule: string;
  can_overrule: boolean;
}

/** No banner marker lies on *at*.  Accepted at any time. */
export interface RemoveBanner {
  do: "remove_banner";
  at: string;
}

/** *at* is clear terrain.  Accepted at any time. */
export interface RemoveTerrain {
  do: "remove_terrain";
  at: string;
}

/** The acting player's card repeats *card*, one of the two that the other side has played. */
export interface Repeat {
  do: "repeat";
  card: string;
}

/** *seat*'s card repeats one of *cards*, which the other side has played together: which one? */
export interface RepeatWait {
  wait: "repeat_wait";
  seat: Seat | null;
  cards: string[];
}

/** The acting player's *choice* in the Lore Step (RB p. 12), and which cards he discards, if he tells. */
export interface ReplenishLore {
  do: "replenish_lore";
  choice: LoreChoice;
  discards?: string[];
}

/** The unit that must retreat ends on *to*; on its own hex it stands. */
export interface RetreatTo {
  do: "retreat_to";
  to: string;
  ignoring?: number | null;
}

/** *unit* has *flags* against it, and *seat* chooses one of *ways*. */
export interface RetreatWait {
  wait: "retreat_wait";
  seat: Seat | null;
  unit: string;
  flags: number;
  ways: RetreatWay[];
  ignoring: number | null;
}

/** A way to take a roll's flags: so many *counted*, *to* where, with *missing* of the *hexes* not made. */
export type RetreatWay = [number, number, string, number];

/** All deployment cards lie on the board and are turned over (RB p. 17). */
export interface RevealArmies {
  do: "reveal_armies";
}

/** The deployment cards are being laid face down, to be turned over together (RB p. 17). */
export interface RevealWait {
  wait: "reveal_wait";
  seat: Seat | null;
}

/** The *faces* that lie on the table.  The rules never roll: they are told. */
export interface Roll {
  do: "roll";
  faces: string[];
}

/** The newest roll that counts, its entry, and the entry to go back to for rolling anew. */
export interface RollEntered {
  seq: number;
  undo_to: number;
  faces: string[];
}

/** Roll *dice*; faces in *orders* grant an order for such units, lore faces give *lore*. */
export interface RollForOrders {
  verb: "roll_for_orders";
  dice: number;
  orders: { [id: string]: string[] };
  lore: number;
  shuffle: boolean;
}

/** A scenario card: its initiative, special rules, and the map of its half where somebody told us. */
export interface ScenarioCard {
  id: string;
  name: string;
  summary: string;
  faction: string;
  initiative: string | null;
  specials: Special[];
  terrain: { [id: string]: Tile };
  banners: { [id: string]: number };
  deployment: string[];
  stand_in: boolean;
  confidence: "certain" | "likely" | "unknown";
  page: string;
  source: string;
}

/** Each seat in *missing* is to choose its scenario card (RB p. 15). */
export interface ScenarioCardsWait {
  wait: "scenario_cards_wait";
  seat: Seat | null;
  missing: Seat[];
}

/** The *games* of a scenario: how many *turns* they took on average, and how its sides did. */
export interface ScenarioRecord {
  name: string;
  edition: string;
  games: number;
  turns: number;
  sides: SideRecord[];
}

/** What does not change during a game: the board, the kinds of units, the cards, the terrain. */
export interface ScenarioView {
  id: string;
  name: string;
  edition: string;
  first: Seat;
  open: boolean;
  says_first: boolean;
  rows: number[];
  section_lines: number[];
  factions: { [id: string]: string };
  sides: { [id: string]: string };
  kinds: { [id: string]: Kind };
  cards: CommandCard[];
  abilities: { [id: string]: AbilityText };
  steps: { [id: string]: string };
  faces: string[];
  traits: { [id: string]: string };
  has_anywhere: boolean;
  table_does: boolean;
  goal: ShownGoal;
  terrain: Terrain[];
  banners: BannerSetup;
  points_to_win: number;
  lore_per_point: number | null;
  lore: { [id: string]: LoreCard[] };
  lore_classes: { [id: string]: string };
  council: CouncilRules | null;
  arms: ArmsRules | null;
  powers: { [id: string]: ShownPower[] };
  muster: MusterRules | null;
  scenario_cards: ScenarioCard[];
  armies: ArmyCard[];
}

/** What a player has; *known* cards and *known_lore* are shown to their owner only. */
export interface ScoreView {
  faction: string;
  name: string;
  lore: number;
  points: number;
  cards: number;
  known: string[];
  lore_cards: number;
  known_lore: string[];
  most_lore_cards: number;
  lore_played: boolean;
  lore_barred: boolean;
  untimely: string[];
  extra_prices: { [id: string]: number };
  amounts: { [id: string]: AmountView };
}

/** A player, by the edge of the board: south is Daqan or Standard, north is Uthuk or Pennant. */
export type Seat = "north" | "north_ally" | "south" | "south_ally";

/** A third of the board, as the acting player sees it (RB p. 6). */
export type Section = "center" | "left" | "right";

/** The pieces are being put on the board; *banners* and *units* still lack a place. */
export interface SetUpWait {
  wait: "set_up_wait";
  seat: Seat | null;
  banners: number;
  units: number;
}

/** *seat* is to take *count* of the *sets* of Deployment cards. */
export interface SetsWait {
  wait: "sets_wait";
  seat: Seat | null;
  count: number;
  sets: string[];
}

/** How far a full set-up has come, and who has *chosen* a scenario card or *mustered* an army. */
export interface SettingView {
  chosen: Seat[];
  cards: { [id: string]: string };
  cards_open: boolean;
  first: Seat | null;
  terrain_done: boolean;
  forded: Seat[];
  mustered: Seat[];
  armies: { [id: string]: Army };
  armies_open: boolean;
}

/** *unit* gets the shield that a die was committed to (Greyhaven Battlemages' card). */
export interface Shield {
  do: "shield";
  unit: string;
}

/** One of *units* gets the shield that *unit* committed a die to. */
export interface ShieldWait {
  wait: "shield_wait";
  seat: Seat | null;
  unit: string;
  units: string[];
}

/** An answer to the table's question, numbered from 1. */
export interface ShownAnswer {
  id: number;
  text: string;
}

/** An attack or counter, its dice, and what came of it, line by line; *seq* is its roll's entry. */
export interface ShownBlow {
  text: string;
  counter: boolean;
  seq: number | null;
  dice: ShownDie[];
  lines: string[];
}

/** What *who* has changed some *ago* seconds: it can be taken back. */
export interface ShownChangedGame {
  text: string;
  who: string;
  ago: number;
}

/** A die that shows *face*, and what it *did*, in words; *is_used*: it did something. */
export interface ShownDie {
  face: string;
  did: string;
  is_used: boolean;
}

/** Why the game is over, in words. */
export interface ShownEnd {
  why: string;
}

/** An errand with the glossary's entry about it. */
export interface ShownErrand {
  id: number;
  kind: ErrandKind;
  text: string;
  unit: string | null;
  at: string | null;
  card: string | null;
  marker: Marker | null;
  rule: string;
}

/** The game that somebody wants instead, and the *last* change; *laid* is new with each game laid out. */
export interface ShownGameChanges {
  laid: string;
  is_granted: boolean;
  open: ShownGameProposal | null;
  last: ShownChangedGame | null;
}

/** The game that *who*, on device *by*, wants: granted in *left* seconds unless one *asked* says no. */
export interface ShownGameProposal {
  number: number;
  text: string;
  who: string;
  by: string;
  asked: string[];
  left: number;
}

/** What wins: its *name*, and what is said behind a score, *short* ("of 4 VP") or *long* for the ear. */
export interface ShownGoal {
  name: string;
  short: string;
  long: string;
}

/** A Landmark that a Lore Master or the Commander brings at *level*; *sole*: not if both sides do. */
export interface ShownLandmark {
  name: string;
  brought_by: string;
  level: number;
  sole: boolean;
}

/** A language by its id, and what it calls itself. */
export interface ShownLanguage {
  id: string;
  name: string;
}

/** What the highest Lore Master's level brings: lore *cards*, *tokens*, and the *most* cards of a hand. */
export interface ShownMasterLevel {
  cards: number;
  tokens: number;
  most: number;
}

/** A notice in the words of whoever reads it. */
export interface ShownNotice {
  id: string;
  text: string;
  remedy: string;
  can_dismiss: boolean;
}

/** How many *dice* are rolled, what they are called, and the chances of what comes of them. */
export interface ShownOdds {
  dice: number;
  name: string;
  chances: Chance[];
}

/** The faction at a seat, and who plays it; "" where nobody said. */
export interface ShownPlayer {
  faction: string;
  name: string;
}

/** A Creature's power: the *lore* it needs (None: not known), and our own words for it. */
export interface ShownPower {
  id: string;
  name: string;
  lore: number | null;
  summary: string;
}

/** What the table asks people; *id* tells it from another question of these words. */
export interface ShownQuestion {
  id: string;
  text: string;
  choices: ShownAnswer[];
}

/** A Specialist card's name, and our own words for what is known of it. */
export interface ShownSpecialist {
  name: string;
  summary: string;
}

/** How table and journal stand to each other; *ignored* are hexes in which they are not compared. */
export interface ShownTable {
  state: TableState;
  text: string;
  differences: Disagreement[];
  ignored: string[];
}

/** How the voice is, how much is said, and by whom: *who* is a sentence, "" where nobody speaks. */
export interface ShownVoice {
  state: string;
  reason: string;
  remedy: string;
  engine: string;
  player: string;
  trouble: string;
  details: string;
  said: number;
  text: string;
  level: SpeechLevel | null;
  who: string;
  speakers: SpeakerPlace[];
}

/** How often a side, or a player, *name* has *played*, and *won*. */
export interface SideRecord {
  name: string;
  played: number;
  won: number;
}

/** What is known of a speaker. */
export type SpeakerLight = "heard" | "silent" | "untested" | "waiting";

/** A speaker as screens show it: *chosen* by the table, and whether it *speaks* now. */
export interface SpeakerPlace {
  id: string;
  name: string;
  chosen: boolean;
  speaks: boolean;
  light: SpeakerLight;
  at: number;
  trouble: string;
  awake: boolean;
  ready: boolean;
}

/** *seat*'s Specialist *card* is played; it has been used for *units* so far, with so many *figures*. */
export interface SpecialistDeedWait {
  wait: "specialist_deed_wait";
  seat: Seat | null;
  card: string;
  units: string[];
  figures: number;
}

/** *seat* may choose one of the Specialist *cards*. */
export interface SpecialistWait {
  wait: "specialist_wait";
  seat: Seat | null;
  cards: string[];
}

/** How much is said: each says what those before it say, and more. */
export type SpeechLevel = "blind" | "everything" | "score" | "standard";

/** All moves are made: the Attack Step begins.  Needed only where a card moves units in that step. */
export interface StartAttacks {
  do: "start_attacks";
}

/** The set-up is done; the first player's first turn begins.  *preset* hands: Ref, Optional Rules. */
export interface StartGame {
  do: "start_game";
  preset?: boolean;
}

/** Where a turn stands.  ORDER holds the Order and the Move Step: see docs/rulings.md (RB p. 6-7). */
export type Step = "attack" | "command" | "draw" | "late_moves" | "lore" | "order" | "over" | "set_up" | "victory_points";

/** *count* Lore symbols of the roll are stored beside the Creature; the rest are tokens. */
export interface StoreLore {
  do: "store_lore";
  count: number;
}

/** Whether what lies on the table is what the journal says.  NOT_KEPT: nothing can be written down. */
export type TableState = "camera_lost" | "errands" | "in_step" | "no_camera" | "not_kept" | "out_of_step" | "settling";

/** The table at view number *number*, for one seat or for everybody. */
export interface TableView {
  number: number;
  seq: number;
  game_id: string;
  game: View;
  ask: Ask;
  log: LogLine[];
  rules: string[];
  errands: ShownErrand[];
  table: ShownTable;
  question: ShownQuestion | null;
  roll: RollEntered | null;
  blows: ShownBlow[];
  dice: DiceSeen | null;
  undo_to: number | null;
  redo: number;
  toasts: Toast[];
  notices: ShownNotice[];
  over: ShownEnd | null;
  told: string[];
  players: { [id: string]: ShownPlayer };
  voice: ShownVoice;
  demo: boolean;
}

/** The acting player takes back what he has played in the Command step, and plays another card. */
export interface TakeBackCommand {
  verb: "take_back_command";
}

/** *unit*, the ally's, is a target of the card in the place of an own one: that costs one Lore more. */
export interface TargetAlly {
  verb: "target_ally";
  unit: string;
}

/** So many of the rolled dice hit, which the units' cards tell and we do not know. */
export interface TellHits {
  do: "tell_hits";
  hits: number;
}

/** *value* stands on the card of such units, which we did not know or had wrong.  Accepted at any time. */
export interface TellNumber {
  do: "tell_number";
  kind: string;
  number: CardNumber;
  value: number;
}

/** The weapon that was given reaches so many *hexes*, as its card says. */
export interface TellReach {
  do: "tell_reach";
  hexes: number;
}

/** A kind of terrain, or a token that is laid *on* others and then speaks for the hex. */
export interface Terrain {
  id: string;
  name: string;
  summary: string;
  blocks_sight: boolean;
  impassable: boolean;
  stops: boolean;
  most_dice: number | null;
  spares: number;
  sees_over_units: boolean;
  is_water: boolean;
  on: string[];
  points: number | null;
  confidence: "certain" | "likely" | "unknown";
  page: string;
  source: string;
}

/** The terrain and banners of the scenario cards are being laid (RB p. 15). */
export interface TerrainWait {
  wait: "terrain_wait";
  seat: Seat | null;
}

/** The terrain of one hex: its *kind*, the ford or bridge *token* on it, and whose tent it is. */
export interface Tile {
  kind: string;
  token: string | null;
  owner: Seat | null;
}

/** The terrain of a hex, the ford or bridge *token* on it, whose tent it is, and what to call it all. */
export interface TileView {
  kind: string;
  token: string | null;
  owner: Seat | null;
  name: string;
  site: string | null;
}

/** A sentence for everybody; *id* tells it from others of these words. */
export interface Toast {
  id: number;
  text: string;
  passes: boolean;
}

/** Ordered units with *trait* may move through units this turn (Ref, Overrun; Lightning Surge). */
export interface Trample {
  verb: "trample";
  trait: string;
  faces: string[];
  marker: Marker | null;
}

/** Each of these *faces* in the attack in progress does 1 damage to the attacker. */
export interface TurnBlows {
  verb: "turn_blows";
  faces: string[];
}

/** What is printed on a unit's reference card; a number that is None stands on the owner's card only. */
export interface UnitCard {
  move: number | null;
  combat: number | null;
  range: [number, number] | null;
  traits: string[];
  abilities: AbilityView[];
  page: string;
  confidence: "certain" | "likely" | "unknown";
}

/** A unit as it stands; *at* is None once it is eliminated. */
export interface UnitView {
  id: string;
  kind: string;
  name: string;
  seat: Seat;
  at: string | null;
  figures: number;
  most_figures: number;
  health: number;
  damage: number;
  damage_tokens: boolean;
  weak: boolean;
  markers: Marker[];
  ordered: boolean;
  moved: boolean;
  attacked: boolean;
  dice: number | null;
  tramples: boolean;
  card: UnitCard;
}

/** The Creature that rolled pays for its *power* with Lore symbols and with what lies beside it. */
export interface UsePower {
  do: "use_power";
  power: string;
}

/** The Specialist card does to *unit* what it does: it goes to *at*, or has so many *figures* more. */
export interface UseSpecialist {
  do: "use_specialist";
  unit: string;
  at?: string | null;
  figures?: number;
}

/** A game as *seat* sees it (None: as a spectator does).  *waits* has the innermost last: *wait*. */
export interface View {
  seat: Seat | null;
  scenario: string;
  turn: number;
  first: Seat;
  active: Seat;
  step: Step;
  card: string | null;
  waits: Wait[];
  wait: Wait;
  units: UnitView[];
  banners: { [id: string]: number };
  terrain: { [id: string]: TileView };
  setting: SettingView | null;
  has_lore_cards: boolean;
  scores: { [id: string]: ScoreView };
  grants: GrantView[];
  options: Command[];
  fight: FightView | null;
  winner: Seat | null;
  over: OverView | null;
  points_to_win: number;
  told_costs: { [id: string]: number };
}

/** An unmoved *unit* of the owner's on *terrain* may attack at *range* with *dice* instead of normally. */
export interface Volley {
  rule: "volley";
  unit: string;
  terrain: string;
  dice: number;
  range: [number, number];
}

/** *unit* must retreat and two ways are open; *seat* chooses. */
export interface WayWait {
  wait: "way_wait";
  seat: Seat | null;
  unit: string;
  ways: Direction[];
  usual: Direction;
}

/** When a lore card may be played (RB p. 12): the timing text on it, as moments of this engine. */
export type Window = "attack_step" | "attacked" | "attacked_in_melee" | "attacking" | "command_step" | "order_step";
