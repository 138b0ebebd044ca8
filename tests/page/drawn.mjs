// What is drawn as an outline that can be read and kept, with what each tap in it brings about.
//
// Outlines are kept in the *.snapshot beside a test.  Whoever draws something otherwise on purpose looks at it, and
// has them written anew:  tools/node node --test --test-update-snapshots "tests/page/*.test.mjs"

import { createHash } from "node:crypto";

// The clock stands still, and dates are told in the same words everywhere.
process.env.TZ = "UTC";
Date.now = () => 1_700_000_000_000;

const SILENT = new Set(["children", "key", "ref", "data-key"]);
const AS_IT_IS = { serializers: [(text) => text] };

// Compares *text* with what is kept of the test *t*.
export const kept = (t, text) => t.assert.snapshot(text, AS_IT_IS);

// All that is drawn, an element a line: its class, its attributes, its words.
export function outline(drawn, depth = 0) {
  const indent = "  ".repeat(depth);
  if (drawn === null || drawn === undefined || typeof drawn === "boolean" || drawn === "") return "";
  if (Array.isArray(drawn)) return drawn.map((each) => outline(each, depth)).join("");
  if (typeof drawn !== "object") return `${indent}"${drawn}"\n`;
  const { type, props } = drawn;
  if (typeof type === "function") return outline(rendered(type, props), depth);
  if (type === "svg" && props["aria-hidden"])
    return `${indent}${named(type, props)} ${digest(outline(props.children))} ${props.viewBox}\n`;
  return `${indent}${[named(type, props), ...attributes(props)].join(" ")}\n${outline(props.children, depth + 1)}`;
}

const named = (type, props) => [type, ...(props.class ?? "").split(" ")].filter(Boolean).join(".");

function rendered(type, props) {
  if (!type.prototype?.render) return type(props);
  const part = new type(props);
  part.props = props;
  return part.render();
}

function attributes(props) {
  return Object.entries(props).flatMap(([name, value]) => {
    if (SILENT.has(name) || name === "class" || value === null || value === undefined || value === false)
      return [];
    if (typeof value === "function") return [name];
    return value === true ? [`${name}=yes`] : [`${name}=${said(value)}`];
  });
}

// A value as an outline tells it: a long path or polygon in short.
export const said = (value) => {
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > 40 && /^[-Mm\d][-\d.,]* ?[-\d]/.test(text) ? digest(text) : text;
};

// A long text or drawing in eight letters: another one has others.
export const digest = (drawn) =>
  createHash("sha256")
    .update(typeof drawn === "string" ? drawn : JSON.stringify(drawn))
    .digest("hex")
    .slice(0, 8);

// A page of *part* that writes down in ``done`` what is asked of it, and changes nothing; what it is offered to tap
// besides lies in ``offers``.
export function writingPage(part) {
  const [done, offers] = [[], []];
  const short = (name, value) => {
    if (!value?.props) return value;
    offers.push(value);
    return `<${value.props["data-key"]}>`;
  };
  const noting =
    (name) =>
    async (...said) => {
      done.push(`${name}(${said.map((each) => JSON.stringify(each, short)).join(", ")})`);
      return { ok: true };
    };
  const known = { done, offers, isMarshal: false, ...part };
  return new Proxy(known, {
    get: (_, name) => (name in known || typeof name === "symbol" ? known[name] : noting(name)),
    has: (_, name) => name in known,
  });
}

const HANDLERS = ["onClick", "onChange", "onInput", "onSubmit"];

// Every element of *drawn* that can be tapped or filled in, with what *page* was asked for by that, and by what was
// offered then.
export async function taps(drawn, page, { value = "2", isOffer = false } = {}) {
  const lines = [];
  for (const { props } of parts(drawn)) {
    for (const name of HANDLERS.filter((each) => typeof props[each] === "function")) {
      page.done.length = page.offers.length = 0;
      props[name](eventAt(value));
      for (let n = 0; n < 12; n += 1) await null;
      const key = props["data-key"] ?? props["data-hex"] ?? props["aria-label"] ?? name;
      lines.push(
        `${key}: ${page.done.join("; ")}\n`,
        isOffer ? "" : await taps([...page.offers], page, { value, isOffer: true }),
      );
    }
  }
  return lines.join("");
}

const eventAt = (value) => {
  const currentTarget = { value, checked: true, dataset: {}, select() {} };
  return { currentTarget, target: currentTarget, preventDefault() {}, stopPropagation() {} };
};

// All elements that are drawn, with what components draw in their turn.
function parts(drawn) {
  if (Array.isArray(drawn)) return drawn.flatMap(parts);
  if (!drawn?.props) return [];
  if (typeof drawn.type === "function") return parts(rendered(drawn.type, drawn.props));
  return [drawn, ...parts(drawn.props.children)];
}

// What is drawn and what its taps do, one after the other.
export const scene = async (drawn, page) => `${outline(drawn)}---\n${await taps(drawn, page)}`;

// Several of these, each under its name.
export async function scenes(all) {
  const texts = [];
  for (const [name, drawn, page] of all) texts.push(`== ${name}\n${await scene(drawn, page)}`);
  return texts.join("");
}

// The table's answers to what is fetched from *told*'s addresses; what is sent to it is written down too.
export function answering(page, told = {}) {
  globalThis.fetch = async (address, { method, body } = {}) => {
    page.done.push(method === "POST" ? `${address} ${body}` : `asks ${address}`);
    const answer = told[String(address).split("?")[0]] ?? { ok: true };
    return { ok: answer.ok ?? true, json: async () => answer };
  };
  return page;
}

// Draws anew by *draw* and tells only the lines that are otherwise than the last time.
export function redrawing(draw) {
  let before = outline(draw()).split("\n");
  return () => {
    const after = outline(draw()).split("\n");
    const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line.trim()}\n`);
    const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}\n`);
    before = after;
    return [...gone, ...come].join("");
  };
}
