// What the page's modules ask of a browser when they are loaded: a document in English without sentences.

import { readFileSync } from "node:fs";

// The Second Edition's verbs in English, as the program sends them: tests/companion/words/test_verb_forms.py.
export const verbs = JSON.parse(readFileSync(new URL("verbs.json", import.meta.url), "utf8"));

/** Lets modules that are imported after this one believe that they are in a page of *lang* with *sentences*. */
export function pageIn(lang, sentences = {}) {
  const told = { sentences, verbs };
  globalThis.document = {
    documentElement: { lang },
    querySelector: (asked) => ({ getAttribute: () => JSON.stringify(told[asked.match(/name=(\w+)/)[1]]) }),
    getElementById: () => ({}),
  };
}

pageIn("en");
