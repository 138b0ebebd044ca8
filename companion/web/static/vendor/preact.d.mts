// The types of preact.mjs are those of its package, which `npm ci` brings.
export * from "preact";
