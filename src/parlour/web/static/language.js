// The words of scripts in the page's language; the code has them in English.

const { lang } = globalThis.document?.documentElement ?? {};
const words = lang && lang !== "en" ? await wordsIn(lang) : {};

// For dates.
export const locale = !lang || lang === "en" ? "en-GB" : lang;

// The catalogue of a language; English if it does not come.
async function wordsIn(language) {
  const answer = await fetch(new URL(`words/${language}.json`, import.meta.url)).catch(() => null);
  return answer?.ok ? answer.json() : {};
}

const filledIn = (message, values) => message.replace(/%(?:%|\((\w+)\)s)/g, (found, name) => (name ? values[name] : "%"));

// A message with its values: `_("It is %(name)s's move.", { name })`; a per cent sign is written twice.
export const _ = (message, values = {}) => filledIn([words[message] ?? message].flat()[0], values);

const rules = new Intl.PluralRules(lang || "en");
const { pluralCategories } = rules.resolvedOptions();
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"].filter((name) => pluralCategories.includes(name));

// The form of a message for a number, which fills in `%(num)s`.
export function ngettext(one, many, num, values = {}) {
  const form = words[one]?.[CATEGORIES.indexOf(rules.select(num))] ?? (num === 1 ? one : many);
  return filledIn(form, { num, ...values });
}
