// What the page's modules ask of a browser when they are loaded: a document in English without sentences.

/** Lets modules that are imported after this one believe that they are in a page of *lang* with *sentences*. */
export function pageIn(lang, sentences = {}) {
  globalThis.document = {
    documentElement: { lang },
    querySelector: () => ({ getAttribute: () => JSON.stringify(sentences) }),
    getElementById: () => ({}),
  };
}

pageIn("en");
