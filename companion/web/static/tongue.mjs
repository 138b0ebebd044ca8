// The page's sentences in the table's language.  They stand in the code in English: t`Roll ${3} dice`.

const told = JSON.parse(document.querySelector("meta[name=sentences]")?.getAttribute("content") ?? "{}");
const numbers = new Intl.PluralRules(document.documentElement.lang);
/** @type {{ [rule in Intl.LDMLPluralRule]?: number }} */
const FORMS = { one: 0, few: 1, other: -1 };

/**
 * @param {TemplateStringsArray} parts
 * @param {...unknown} values
 * @returns {string}
 */
export function t(parts, ...values) {
  const english = parts.reduce((text, part, n) => `${text}{${n}}${part}`);
  return (told[english] ?? english).replace(/\{(\d)\}/g, (/** @type {string} */ _, /** @type {string} */ n) =>
    String(values[Number(n) - 1]),
  );
}

// "1 die", "3 dice": in the file of a language "die|dice" stands for all its forms, "zar|zaruri|de zaruri".
/**
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 * @returns {string}
 */
export function count(number, one, many = `${one}s`) {
  const forms = (told[`${one}|${many}`] ?? `${one}|${many}`).split("|");
  return `${number} ${forms.at(FORMS[numbers.select(number)] ?? -1)}`;
}
