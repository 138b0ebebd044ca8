// A document without a browser, for pages that draw into places of their template: as much of it as they ask for.

import { verbs } from "./browser.mjs";
import { digest, said } from "./drawn.mjs";

class Target {
  constructor() {
    this.heard = new Map();
  }

  addEventListener(name, hear) {
    this.heard.set(name, [...(this.heard.get(name) ?? []), hear]);
  }

  removeEventListener(name, hear) {
    this.heard.set(
      name,
      (this.heard.get(name) ?? []).filter((each) => each !== hear),
    );
  }

  // Have all that listen for *name* hear of it, with *part* of what is to know.
  async happens(name, part = {}) {
    for (const [type, hear] of [...this.heard].flatMap(([type, all]) => all.map((each) => [type, each])))
      if (type.toLowerCase() === name)
        await hear.call(this, { type, target: this, currentTarget: this, preventDefault() {}, ...part });
  }
}

class Node extends Target {
  childNodes = [];
  parentNode = null;

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  insertBefore(node, before) {
    node.remove();
    node.parentNode = this;
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    return node;
  }

  appendChild(node) {
    return this.insertBefore(node, null);
  }

  removeChild(node) {
    node.remove();
  }

  remove() {
    if (this.parentNode)
      this.parentNode.childNodes = this.parentNode.childNodes.filter((each) => each !== this);
    this.parentNode = null;
  }
}

class Text extends Node {
  nodeType = 3;

  constructor(data) {
    super();
    this.data = data;
  }

  toString() {
    return `"${this.data}"\n`;
  }
}

class Element extends Node {
  nodeType = 1;
  hidden = false;
  className = "";
  dataset = {};
  style = { setProperty() {} };

  constructor(name, id = "") {
    super();
    this.localName = name;
    this.id = id;
    this.said = new Map();
    this.classes = new Set();
    this.classList = {
      toggle: (each, on) => this.classes[on ? "add" : "delete"](each),
      contains: (each) => this.classes.has(each),
    };
  }

  get attributes() {
    return [];
  }

  get children() {
    return this.childNodes.filter((each) => each.nodeType === 1);
  }

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  setAttribute(name, value) {
    this.said.set(name, String(value));
  }

  getAttribute(name) {
    return this.said.get(name) ?? null;
  }

  hasAttribute(name) {
    return this.said.has(name);
  }

  removeAttribute(name) {
    this.said.delete(name);
  }

  set textContent(text) {
    this.childNodes = [];
    if (text !== "") this.appendChild(new Text(text));
  }

  get textContent() {
    return this.childNodes.map((each) => each.data ?? each.textContent).join("");
  }

  replaceChildren() {
    this.childNodes = [];
  }

  // What is under it, each with the attribute data-*name*.
  all() {
    return [this, ...this.children.flatMap((each) => each.all())];
  }

  keyed(key) {
    return this.all().find((each) => each.said.get("data-key") === key) ?? null;
  }

  closest() {
    return this.said.has("data-handle") ? this : null;
  }

  contains() {
    return false;
  }

  querySelector() {
    return null;
  }

  getBoundingClientRect() {
    return { left: 0, top: 0, right: 400, bottom: 300, width: 400, height: 300 };
  }

  setPointerCapture() {}

  scrollTo() {}

  focus() {}

  toString(depth = 0) {
    const indent = "  ".repeat(depth);
    const told = [...this.said].map(([name, value]) => `${name}=${said(value)}`);
    const own = [this.id && `#${this.id}`, ...told, ...this.classes, this.hidden && "hidden"].filter(Boolean);
    const held = this.childNodes.map((each) =>
      each.nodeType === 3 ? `${indent}  ${each}` : each.toString(depth + 1),
    );
    if (this.localName === "svg" && this.said.has("aria-hidden"))
      return `${indent}svg ${this.getAttribute("class")} ${digest(held.join(""))}\n`;
    return `${indent}${[this.localName, ...own].join(" ")}\n${held.join("")}`;
  }
}

// Opens a page in English with the places *ids*, for modules that are imported after this; gives what stands in it.
export function openDocument(ids, { body = {}, meta = {} } = {}) {
  const told = { sentences: {}, verbs, ...meta };
  const places = Object.fromEntries(ids.map((id) => [id, new Element("div", id)]));
  const page = new Target();
  const shown = new Target();
  Object.assign(shown, {
    visibilityState: "visible",
    documentElement: Object.assign(new Element("html"), { lang: "en" }),
    body: Object.assign(new Element("body"), { dataset: body }),
    activeElement: null,
    querySelector: (asked) => {
      const named = asked.match(/name=(\w+)/);
      return named && { getAttribute: () => JSON.stringify(told[named[1]]) };
    },
    querySelectorAll: () => [],
    getElementById: (id) => places[id] ?? null,
    createElementNS: (_, name) => new Element(name),
    createElement: (name) => new Element(name),
    createTextNode: (text) => new Text(text),
  });
  Object.assign(globalThis, {
    document: shown,
    window: globalThis,
    Element,
    HTMLElement: Element,
    HTMLButtonElement: Element,
    addEventListener: page.addEventListener.bind(page),
    requestAnimationFrame: (draw) => setImmediate(draw),
    matchMedia: () => Object.assign(new Target(), { matches: false }),
    ResizeObserver: class {
      observe() {}
    },
    scrollTo() {},
    isSecureContext: false,
    innerHeight: 600,
    innerWidth: 400,
    location: {
      hash: "",
      search: "",
      host: "table",
      protocol: "http:",
      assign() {},
      reload() {},
      replace() {},
    },
    history: { pushState() {}, replaceState() {} },
    sessionStorage: { getItem: () => null, setItem() {} },
    localStorage: { getItem: () => null, setItem() {} },
  });
  const text = (...names) => (names.length ? names : ids).map((id) => places[id].toString()).join("");
  return { places, page, text, document: shown };
}

// The table behind what *told* has at each address: what is asked of it and sent to it stands in ``done``.
export function tableOf(told) {
  const done = [];
  globalThis.fetch = async (address, { method, body } = {}) => {
    done.push(method === "POST" ? `${address} ${body}` : String(address));
    const answer = told[String(address)] ?? told[String(address).split("?")[0]];
    if (answer === undefined && method !== "POST") throw new Error("not reached");
    const { ok = true } = answer ?? {};
    return { ok, json: async () => answer ?? { ok: true }, text: async () => String(answer) };
  };
  return done;
}

// The line to the table: what is told by it comes to the page.
export function lineOf() {
  const port = Object.assign(new Target(), { start() {}, postMessage() {} });
  globalThis.SharedWorker = class {
    port = port;
  };
  const tell = async (kind, said) => {
    const text = JSON.stringify(said);
    await port.happens("message", { data: said === undefined ? { kind } : { kind, text, at: Date.now() } });
    await drawnAnew();
  };
  // The table shows *view*, with the scenario that it is of.
  const show = async ({ scenario, ...view }) => {
    await tell("scenario", scenario);
    await tell("view", view);
  };
  return { tell, show, lost: (down) => port.happens("message", { data: { kind: "down", ...down } }) };
}

// Until what was drawn or asked for has come.
export const drawnAnew = async () => {
  for (let n = 0; n < 4; n += 1) await new Promise((done) => setImmediate(done));
};
