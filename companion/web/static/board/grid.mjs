// Where the hexes lie on the drawing.  Must agree with rules/hexes.py: letters from the west,
// numbers from the south, shorter rows shifted right by half a hex.

/** @import { Direction, Hex, Point, Section } from "../../types/page.js" */
export const WIDTH = 100; // across flats
export const RADIUS = WIDTH / Math.sqrt(3);
const RISE = (WIDTH * Math.sqrt(3)) / 2;
const EDGE = 44; // room for the row and column labels
const NARROW_EDGE = 34;

/** @type {{ [way in Direction]: Point }} */
const STEPS = {
  east: [2, 0],
  north_east: [1, 1],
  north_west: [-1, 1],
  west: [-2, 0],
  south_west: [-1, -1],
  south_east: [1, -1],
};

export const DIRECTIONS = /** @type {Direction[]} */ (Object.keys(STEPS));

export class Grid {
  // *turned* shows the board as the north player sees it; *onSide* lays it a quarter round,
  // the player's edge to the left, so that its short way fits across a phone.  Of a *section* only that is
  // drawn, left and right as they are seen, with the nearest hexes beside it; never on its side.
  /**
   * @param {number[]} rows
   * @param {number[]} sectionLines
   * @param {{ turned: boolean, onSide: boolean, section?: Section | null }} shown
   */
  constructor(rows, sectionLines, { turned, onSide, section = null }) {
    this.rows = rows;
    this.widest = Math.max(...rows);
    this.turned = turned;
    this.onSide = onSide;
    this.sectionLines = sectionLines;
    this.edge = onSide ? NARROW_EDGE : EDGE;
    this.across = this.widest * WIDTH + 2 * this.edge;
    this.up = (rows.length - 1) * RISE + 2 * RADIUS + 2 * this.edge;
    this.width = onSide ? this.up : this.across;
    this.height = onSide ? this.across : this.up;
    /** @type {Map<Hex, Point>} */
    this.spots = new Map();
    rows.forEach((length, row) => {
      for (let column = 0; column < length; column += 1) {
        this.spots.set(this.name(column, row), [2 * column + (length === this.widest ? 0 : 1), row]);
      }
    });
    this.bySpot = new Map([...this.spots].map(([hex, spot]) => [spot.join(), hex]));
    this.box = section ? this.boxOf(section) : [0, 0, this.width, this.height];
  }

  // Where on the drawing a section lies: west, north, width and height.
  /** @param {Section} section */
  boxOf(section) {
    const [west, east] = this.sectionLines.map((line) => this.place(line * 2, 0)[0]).sort((a, b) => a - b);
    const from = { left: 0, center: west - WIDTH, right: east - WIDTH }[section];
    const to = { left: west + WIDTH, center: east + WIDTH, right: this.width }[section];
    return [from, 0, to - from, this.height];
  }

  // Whether *hex* lies on what is drawn.
  /** @param {Hex} hex */
  shows(hex) {
    const [west, , width] = this.box;
    const [x] = this.centre(hex);
    return west < x && x < west + width;
  }

  /**
   * @param {number} column
   * @param {number} row
   */
  name(column, row) {
    return `${String.fromCharCode(65 + column)}${row + 1}`;
  }

  // The point that lies *x* half hexes from the westernmost centre and *y* rows from the southernmost.
  /**
   * @param {number} x
   * @param {number} y
   */
  place(x, y) {
    const right = this.edge + WIDTH / 2 + (x * WIDTH) / 2;
    const down = this.up - this.edge - RADIUS - y * RISE;
    const [over, under] = this.turned ? [this.across - right, this.up - down] : [right, down];
    return this.onSide ? [this.up - under, over] : [over, under];
  }

  /** @param {Hex} hex */
  centre(hex) {
    const [x, y] = this.spot(hex);
    return this.place(x, y);
  }

  // How many half hexes east of the westernmost centre *hex* lies, and how many rows north of the southernmost.
  /** @param {Hex} hex */
  spot(hex) {
    const spot = this.spots.get(hex);
    if (!spot) throw new RangeError(`there is no hex ${hex}`);
    return spot;
  }

  // Where the next hex that *way* lies on the drawing, from the middle of a hex.
  /**
   * @param {Direction} way
   * @returns {Point}
   */
  lean(way) {
    const [x, y] = this.place(0, 0);
    const [across, up] = this.place(...STEPS[way]);
    return [across - x, up - y];
  }

  // Which way the hex *to* lies next to *hex*; undefined: not next to it.
  /**
   * @param {Hex} hex
   * @param {Hex} to
   */
  wayTo(hex, to) {
    return DIRECTIONS.find((way) => this.step(hex, way) === to);
  }

  /**
   * @param {Hex} hex
   * @param {Direction} way
   */
  step(hex, way) {
    const [x, y] = this.spot(hex);
    const [across, up] = STEPS[way];
    return this.bySpot.get([x + across, y + up].join()) ?? null;
  }

  /** @param {number} [radius] */
  corners(radius = RADIUS) {
    const start = this.onSide ? Math.PI / 6 : 0;
    /** @param {number} turn */
    const at = (turn) => [Math.sin(turn + start) * radius, -Math.cos(turn + start) * radius];
    return [0, 1, 2, 3, 4, 5]
      .map((n) =>
        at((n * Math.PI) / 3)
          .map((v) => v.toFixed(1))
          .join(","),
      )
      .join(" ");
  }

  // Top and bottom end of each line between sections.
  lines() {
    return this.sectionLines.map((line) => [
      this.place(line * 2, -0.62),
      this.place(line * 2, this.rows.length - 0.38),
    ]);
  }

  labels() {
    const labels = [];
    this.rows.forEach((_, row) => {
      labels.push({ text: row + 1, at: this.place(-1.42, row) });
      labels.push({ text: row + 1, at: this.place(2 * this.widest - 0.58, row) });
    });
    for (let column = 0; column < this.rows[0]; column += 1) {
      const shift = this.rows[0] === this.widest ? 0 : 1;
      labels.push({ text: String.fromCharCode(65 + column), at: this.place(2 * column + shift, -0.92) });
    }
    const top = this.rows.length - 1;
    for (let column = 0; column < this.rows[top]; column += 1) {
      const shift = this.rows[top] === this.widest ? 0 : 1;
      labels.push({ text: String.fromCharCode(65 + column), at: this.place(2 * column + shift, top + 0.92) });
    }
    return labels;
  }
}
