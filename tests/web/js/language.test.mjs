// The words of scripts in the page's language.

import assert from "node:assert/strict";
import test from "node:test";

const FRENCH = {
  "%(num)s game": ["%(num)s partie", "%(num)s parties", "%(num)s parties"],
  "Your move, %(name)s.": "À toi de jouer, %(name)s.",
  "thinking, %(part)s%%": "réfléchit, %(part)s %%",
};

globalThis.document = { documentElement: { lang: "fr" } };
globalThis.fetch = async (address) => ({ ok: address.pathname.endsWith("/words/fr.json"), json: async () => FRENCH });
const { _, locale, ngettext } = await import("../../../src/parlour/web/static/language.js");

test("messages are translated and filled in", () => {
  assert.equal(_("Your move, %(name)s.", { name: "Anne" }), "À toi de jouer, Anne.");
  assert.equal(_("thinking, %(part)s%%", { part: 5 }), "réfléchit, 5 %");
  assert.equal(locale, "fr");
});

test("a message without a translation stays English", () => {
  assert.equal(_("Nobody says %(what)s.", { what: "this" }), "Nobody says this.");
  assert.equal(ngettext("%(num)s fish", "%(num)s fishes", 2), "2 fishes");
});

test("a number has the form that the language gives it", () => {
  const said = (num) => ngettext("%(num)s game", "%(num)s games", num);
  assert.deepEqual([0, 1, 2, 1_000_000].map(said), ["0 partie", "1 partie", "2 parties", "1000000 parties"]);
});

test("a message that is also one of several forms is the first of them", () => {
  assert.equal(_("%(num)s game", { num: 1 }), "1 partie");
});
