// The page's sentences in the table's language.  They stand in the code in English: t`Roll ${3} dice`.

/** @typedef {{ [rule in Intl.LDMLPluralRule]?: string }} Forms */

/** @type {{ [english: string]: string | Forms }} */
const told = JSON.parse(document.querySelector("meta[name=sentences]")?.getAttribute("content") ?? "{}");
const numbers = new Intl.PluralRules(document.documentElement.lang);

/**
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 * @returns {string}
 */
export function t(parts, ...values) {
  const english = parts.reduce((text, part, n) => `${text}{${n}}${part}`);
  const sentence = told[english];
  return filled(typeof sentence === "string" ? sentence : english, values);
}

/**
 * "1 die", "3 dice".
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 * @returns {string}
 */
export function count(number, one, many = `${one}s`) {
  return counted(number, `{1} ${one}`, `{1} ${many}`);
}

/**
 * A sentence whose form *number* decides, {1} in it; the others are {2}, {3}, ...
 * @param {number} number
 * @param {string} one
 * @param {string} many
 * @param {...unknown} values
 * @returns {string}
 */
export function counted(number, one, many, ...values) {
  const forms = told[one];
  if (typeof forms !== "object") return filled(number === 1 ? one : many, [number, ...values]);
  return filled(forms[numbers.select(number)] ?? forms.other ?? many, [number, ...values]);
}

/**
 * @param {string} sentence
 * @param {unknown[]} values
 * @returns {string}
 */
function filled(sentence, values) {
  return sentence.replace(/\{(\d)\}/g, (/** @type {string} */ _, /** @type {string} */ n) =>
    String(values[Number(n) - 1]),
  );
}
