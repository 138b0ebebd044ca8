// What the page's modules hand each other, beside what they are sent (view.d.ts, which is made).

import type { ComponentChildren } from "preact";
import type { Asking } from "../static/home/asking.mjs";
import type {
  AllGames,
  ChangeRequest,
  Command,
  BrokenEntry,
  GameList,
  HeardNow,
  HomeView,
  LargeBoard,
  LogLine,
  OfferedEdition,
  PicturesView,
  PastBoard,
  PastEntry,
  CommandAnswer,
  RollEntered,
  ScenarioView,
  Section,
  Seat,
  ShownGameChanges,
  TableView,
  UnitView,
} from "./view.js";

export * from "./view.js";

/** The name of a hex, as people say it: "E5". */
export type Hex = string;

/** A face of the dice, by its id: which there are says the edition. */
export type Face = string;

/** A point or a vector on a drawing. */
export type Point = [number, number];

/** Who a device is for. */
export type Role = Seat | "both" | "watch";

/** The view that comes with every change, with what never changes. */
export interface GameView extends TableView {
  scenario: ScenarioView;
}

/** What came of something that was posted; *trouble* says in words why nothing did. */
export interface Answer extends Partial<CommandAnswer> {
  ok: boolean;
  trouble?: string;
  question?: string;
  /** How many devices are asked whether they agree. */
  asked?: number;
  /** What was saved, by its name. */
  scenario?: string;
  name?: string;
  /** A pack from elsewhere has the name of one that is here. */
  is_there?: boolean;
}

// ---- the table's page ------------------------------------------------------------------------

/** Everything the table's page knows, and what its parts may ask of it: see app.mjs. */
export interface Page {
  role: Role;
  canPlay: boolean;
  /** Several people share this device's side, and another one decides about its cards. */
  isMarshal: boolean;
  hasCamera: boolean;
  turned: boolean;
  readonly canAnswer: boolean;
  /** Parts are drawn once there is a view. */
  view: GameView;
  grid: import("../static/board/grid.mjs").Grid;
  down: Down | null;
  /** The unit that is to act. */
  selected: string | null;
  /** The unit whose card is read. */
  looked: string | null;
  /** The hex whose card is read. */
  place: Hex | null;
  /** The enemies' hexes that the chosen unit moves through; null: through nobody. */
  through: Hex[] | null;
  /** Asked whether orders may be dropped. */
  sure: boolean;
  sheet: Sheet | null;
  /** What has been said on the sheet so far: each sheet knows the form of its own. */
  draft: unknown;
  dice: (Face | null)[];
  /** The die that was entered with the attack that it is for. */
  firstDie: Face | null;
  commit: { [ability: string]: number } | null;
  /** The card orders one unit anywhere instead of its text. */
  anywhere: boolean;
  links: Links | null;
  ways: Way[] | null;
  /** What is heard: who speaks, and the last sentences. */
  voice: HeardNow | null;
  /** This tablet as one that may speak. */
  speaker: import("../static/voice/speaker.mjs").Speaker | null;
  awake: Awake;
  busy: boolean;
  isPhone: boolean;
  /** The score and the question alone are shown, large. */
  isFar: boolean;
  section: Section | null;
  /** The keyboard's focus goes to what is asked. */
  toAsk: boolean;

  set(part: Partial<Page>): void;
  open(name: PlainSheet): void;
  why(ids: string[] | null, from?: Sheet | null): void;
  change(wanted: Partial<ChangeRequest>): Promise<Answer>;
  act(command: Command): Promise<Answer | null>;
  /** Do *command*, which has dice rolled, and enter the first of them. */
  actWithDie(command: Command, face: Face): Promise<void>;
  /** Have the dice that are awaited rolled by the computer. */
  rollForMe(): Promise<Answer | null>;
  actAndRoll(command: Command): Promise<void>;
  actAndClose(command: Command): Promise<void>;
  actAll(commands: Command[]): Promise<void>;
  correct(mend: Mend): Promise<Answer | null>;
  rollAgain(roll: RollEntered, faces: Face[]): Promise<void>;
  redo(): Promise<Answer | null>;
  undo(to: number, seen?: number | null): Promise<Answer | null>;
  answer(question: string, choice: number): Promise<Answer | null>;
  settle(offer: string, differences: string[]): Promise<Answer | null>;
  lookAgain(hexes: Hex[]): Promise<Answer | null>;
  tick(id: number): Promise<Answer | null>;
  hush(): void;
  turnPage(part: Partial<Page> & { sheet: Sheet }, how?: { toBoard?: boolean }): void;
  onceDrawn(then: () => void): void;
  say(text: string, more?: ToastOptions): void;
  retry(): void;
}

/** An entry of the past was otherwise: *command* (null: nothing) takes its place. */
export interface Mend {
  seen?: number | null;
  seq: number;
  command: Command | null;
  keep?: boolean;
}

/** Sheets that need no more than their name. */
export type PlainSheet =
  | "correct"
  | "log"
  | "tablets"
  | "differences"
  | "voice"
  | "arranging"
  | "todo"
  | "unlisted"
  | "rules"
  | "lore";

export type Sheet =
  | { name: Exclude<PlainSheet, "rules" | "lore"> }
  | RulesSheet
  | LoreSheet
  | UnitSheet
  | SeatSheet
  | DiceSheet
  | HexSheet
  | DiscardSheet
  | PastSheet
  | MendSheet
  | BackSheet;

export interface RulesSheet {
  name: "rules";
  /** The entries to show; none: all of them. */
  ids?: string[] | null;
  /** The sheet to go back to. */
  from?: Sheet | null;
}
export interface LoreSheet {
  name: "lore";
  seat?: Seat;
  card?: string;
}
export interface UnitSheet {
  name: "unit";
  unit: string;
}
export interface SeatSheet {
  name: "score" | "hand";
  seat: Seat;
}
export interface DiceSheet {
  name: "dice";
  /** The die that is mended; none: any. */
  at?: number;
}
export interface HexSheet {
  name: "hex";
  hex: Hex;
  /** Every hex that is tapped gets the same. */
  /** What every hex that is tapped gets, null for clear ground; without a brush a tap opens the hex. */
  brush: { tile: (Partial<Tile> & { kind: string }) | null } | null;
}
export interface DiscardSheet {
  name: "discard";
  choice: import("./view.js").LoreChoice;
  gone: number;
  seat: Seat;
}
export interface PastSheet {
  name: "past";
  past: ShownPast;
}
export interface MendSheet {
  name: "mend";
  entry: MendedEntry;
  past: MendedEntry;
  fallen?: FallenEntry;
}
export interface BackSheet {
  name: "back";
  lost: { to: number; seen: number; lines: LogLine[]; number: number };
}

/** The board as it was after an entry, and whether there is a picture of it. */
export interface ShownPast extends PastBoard {
  picture: boolean;
}

/** An entry to be corrected, as of the newest that was *seen*. */
export interface MendedEntry extends PastEntry {
  seen: number;
}

/** A later entry that a correction would throw away, and the correction. */
export interface FallenEntry extends BrokenEntry {
  command: Command | null;
}

/** What a unit is corrected to. */
export type UnitDraft = Pick<UnitView, "at" | "figures" | "damage" | "markers">;

/** What a score is corrected to. */
export type ScoreDraft = { points: number; lore: number; cards: number; lore_cards: number };

/** The line to the table is broken. */
export interface Down {
  attempt: number;
  retryAt: number;
  isSecure: boolean;
}

/** What the line to the table tells. */
export type LinkMessage =
  | { kind: "view"; view: GameView }
  | { kind: "voice"; voice: HeardNow }
  | { kind: "changes"; changes: ShownGameChanges; at: number }
  | { kind: "anew" }
  | { kind: "up" }
  | { kind: "out" }
  | ({ kind: "down" } & Down);

/** What goes over the line, still as text. */
export type WireMessage =
  | { kind: "scenario"; text: string }
  | { kind: "view"; text: string }
  | { kind: "voice"; text: string }
  | { kind: "changes"; text: string; at: number }
  | { kind: "up" }
  | { kind: "out" }
  | ({ kind: "down" } & Down);

/** How others come to this table. */
export interface Links {
  join: string;
  code: string;
  wall?: string;
  awake?: { [seat in Seat | "both"]?: number };
  cameras?: { name: string; sees: boolean; text: string }[];
}

/** An address of the table; *open*: whether this tablet reached it. */
export interface Way {
  url: string;
  name: string;
  here: boolean;
  tried: boolean;
  open?: boolean;
}

/** Whether the screen is kept on, and what is said of it. */
export interface Awake {
  on: boolean;
  badge: string;
  text: string;
}

/** Which hexes and units of the board are lit, and why. */
export interface Lit {
  moves: Set<Hex>;
  resting: Set<Hex>;
  targets: Set<string>;
  doubtful: Set<string>;
  ready: Set<string>;
  selected: string | null;
  looked: string | null;
  place: Hex | null;
  through: Hex[];
  marks?: Map<Hex, Mark>;
}

/** What came of words that were spoken: see push_to_talk.py. */
export interface Outcome {
  heard?: string;
  text?: string;
  offer?: { id: number; choices: string[] } | null;
  result?: CommandAnswer | null;
  is_aside?: boolean;
  trouble?: string | null;
}

/** How table and books disagree in a hex. */
export type Mark = "astray" | "expected" | "doubt" | "ignored";

// ---- parts -----------------------------------------------------------------------------------

export interface ButtonOptions {
  kind?: string;
  /** By it the button is known among its neighbours when they are drawn anew; its text, if not said. */
  key?: string;
  disabled?: boolean;
  label?: string | null;
  pressed?: boolean | null;
  [attribute: `data-${string}` | `aria-${string}`]: string | number | boolean | null;
}

export interface StepperOptions {
  /** It may be typed as well. */
  typed?: boolean;
  least?: number;
  most?: number;
  key?: string;
  change: (value: number) => void;
}

export interface ToastOptions {
  bad?: boolean;
  /** It matters only until the game goes on, as what the rules refused. */
  passes?: boolean;
  offers?: ComponentChildren[];
  why?: ComponentChildren;
}

/** A little picture: filled shapes, lines, and whether the lines lie in the shapes. */
export type Glyph = [string[], string[], boolean?];

/** A form's way of taking in what changes on a card; *quiet*: without drawing anew. */
export type EntryChange = (part: { [field: string]: any }, how?: { quiet?: boolean }) => void;

/** What is said of a card that the program does not know: what it does so far, and the verb in hand. */
export interface EffectsDraft {
  does: import("./view.js").Verb[];
  verb: VerbDraft | null;
}

export interface CardDraft extends EffectsDraft {
  name: string;
}

export interface LoreDraft extends CardDraft {
  cost: number | null;
}

/** A verb whose fields have not all been said. */
export interface VerbField {
  kind: string;
  label?: string;
  value?: unknown;
  may_be_open?: boolean;
  least?: number;
  needs_one?: boolean;
  words?: string[];
}

export interface VerbForm {
  name: string;
  fields: { [field: string]: VerbField };
  of_attack?: boolean;
  of_lore?: boolean;
}

export interface VerbDraft {
  verb: string;
  [field: string]: any;
}

// ---- the rules -------------------------------------------------------------------------------

export interface Subject {
  id: string;
  title: string;
  also: string[];
  text: string[];
  page: string;
  see: string[];
  chapter: string;
  confidence: string;
}

export interface Rules {
  chapters: string[];
  subjects: Subject[];
  at: Map<string, Subject>;
}

// ---- getting ready ---------------------------------------------------------------------------

export type StartStep = "game" | "print" | "camera" | "grid" | "voice" | "deploy";
export type StepState = "done" | "look" | "not_needed" | "skipped";

/** What somebody chose on this device while getting ready. */
export interface StartChoice {
  paper?: string;
  size?: number | null;
  dice?: string;
  left?: string[];
  added?: string[];
  single?: boolean;
  looked?: string | null;
  spoken?: boolean;
  deaf?: boolean;
}

export interface PrintFacts {
  counts: { [kind: string]: number };
  marks: number;
  lays_terrain: boolean;
  sizes: number[];
  size: number | null;
  dice: string;
  scenario: string;
  advised: { qr: number | null; aruco: number | null } | null;
}

export interface CameraFacts {
  label: string;
  board: Point;
  marks: { at: Point; seen: boolean }[];
  findings: [string, "good" | "warning" | "bad", string][];
}

/** How a unit stands as the camera sees it, and where it belongs. */
export interface Put {
  place: "right" | "wrong" | "twice" | "unread" | "away";
  seen: Hex | null;
  home: Hex | null;
}

/** What /start.json tells. */
export interface Start {
  steps: { step: StartStep; state: StepState; text: string }[];
  print: PrintFacts;
  camera: CameraFacts | null;
  grid: { found: boolean; tray: boolean } | null;
  voice: StartVoice | null;
  puts: { [unit: string]: Put };
}

export interface StartVoice {
  state: string;
  reason: string;
  remedy: string;
  trouble: string;
  details: string;
  light: string;
  went_wrong: string;
}

/** Everything the page of getting ready knows, and what its parts may ask of it: see assistant.mjs. */
export interface StartPage {
  role: Role;
  view: GameView;
  start: Start;
  step: StartStep;
  choice: StartChoice;
  down: Down | null;
  busy: boolean;
  set(part: Partial<StartPage>): void;
  choose(part: StartChoice): void;
  go(step: StartStep): void;
  say(text: string, more?: ToastOptions): void;
  send(address: string, message: object): Promise<Answer>;
  act(command: Command): Promise<Answer>;
  next(): void;
  told(said: string | null, step?: StartStep): Promise<Answer>;
  tellAndGo(said: string): Promise<void>;
  retry(): void;
}

// ---- home ------------------------------------------------------------------------------------

/** The rooms of the home page, as its address names them. */
export type HomeRoom = "" | "new" | "past" | "camera" | "settings" | "statistics";

/** What is chosen for a new game on this device, before it is begun. */
export interface NewGame {
  scenario: string;
  names: [string, string] | null;
  language: string | null;
  level: string | null;
  largeBoard: LargeBoard | null;
}

/** The cameras that can be chosen, by id and name, and which is used. */
export interface CameraChoice {
  cameras: [string, string][];
  used: string;
}

/** How this device shows every page: see looks.js. */
export interface Looks {
  scheme?: "light" | "dark";
  calm?: boolean;
  sounds?: boolean;
}

/** Everything the home page knows, and what its parts may ask of it: see home.mjs. */
export interface HomePage {
  view: GameView | null;
  home: HomeView;
  links: Links | null;
  room: HomeRoom;
  down: Down | null;
  busy: boolean;
  offered: OfferedEdition[] | null;
  cameras: CameraChoice | null;
  /** What is typed of a network camera's address. */
  address: string;
  past: GameList | null;
  deleted: GameList | null;
  /** What all games that are over come to. */
  together: AllGames | null;
  /** The kept game that is open, and what it is to be called. */
  opened: string | null;
  title: string;
  draft: NewGame;
  names: [string, string] | null;
  /** Whether pictures of the board are kept, and how many there are. */
  pictures: PicturesView | null;
  /** What this page has asked for. */
  asking: Asking;
  set(part: Partial<HomePage>): void;
  go(room: HomeRoom): void;
  say(text: string, more?: ToastOptions): void;
  /** Send something; a refusal is said.  Returns the answer. */
  send(address: string, message: object): Promise<Answer>;
  /** Ask for another game; *goes*: this page shows the table then. */
  change(wanted: Partial<ChangeRequest>, goes: boolean): Promise<void>;
  fetchPast(): Promise<void>;
  fetchMore(): Promise<void>;
  fetchCameras(): Promise<void>;
  fetchPictures(): Promise<void>;
  retry(): void;
}

// ---- packs -----------------------------------------------------------------------------------

export type PackFile = string;

/** A field of a form that the table makes from the struct; *file* has what its choices are called. */
export interface FormField {
  name: string;
  sort: "number" | "yes_no" | "choice" | "several" | "text" | "abilities" | "powers" | "effects";
  choices: string[];
  file: string;
}

/** Such a form; *fresh* is what a new entry needs, null where none can be made. */
export interface PrintedForm {
  fields: FormField[];
  fresh: { [field: string]: unknown } | null;
}

/** An entry of a pack, with what is known of it. */
export interface PackEntry {
  id: string;
  name: string;
  [field: string]: any;
}

/** What /packs.json tells. */
export interface Shelf {
  trouble?: string;
  warnings: string[];
  forms: { [file: string]: PrintedForm };
  verbs: { [file: string]: { [verb: string]: VerbForm } };
  traits: { [trait: string]: string };
  told: { file: PackFile; entry: string; name: string; fields: { [field: string]: any } }[];
  scenarios: { [id: string]: string };
  gaps: { file: PackFile; entry: string; fields: string[] }[];
  own: { [file: string]: { [entry: string]: { [field: string]: unknown } } };
  entries: { [file: string]: { [id: string]: PackEntry } };
  packs: { [name: string]: { [file: string]: number } };
  factions: { [id: string]: string };
  abilities: { [id: string]: string };
  terrain: { [id: string]: { name: string; on: string[] } };
  rows: number[];
  faces: string[];
  edition: string;
}
