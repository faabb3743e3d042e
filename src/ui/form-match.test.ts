import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "#core/text.ts";
import { matchRange } from "./form-match.ts";

test.each([
  ["Databricks", "da", "Da"],
  ["Dassault Systèmes", "systeme", "Système"],
  ["Zürich Labs", "zurich l", "Zürich L"],
  ["Zu\u0308rich", "zür", "Zu\u0308r"],
  ["Łódź Works", "lodz", "Łódź"],
  ["Große Straße", "strasse", "Straße"],
  ["Great Stress", "st", "St"],
  ["Mastodon", "st", "st"],
  ["Jane Street", "  JANE  street ", "Jane Street"],
  ["A&B", "&", "&"],
  ["Emoji 🚂 Rail", "rail", "Rail"],
  ["Google", "", undefined],
  ["Google", "x", undefined],
  ["", "a", undefined],
])("%s holds %s as %s", (name, search, expected) => {
  const range = matchRange(name, search);
  expect(range && name.slice(...range)).toBe(expected);
});

test("what is marked folds to something that holds the search", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), fc.nat(20), fc.nat(20), (name, a, b) => {
      const search = name.slice(Math.min(a, b), Math.max(a, b));
      const range = matchRange(name, search);
      if (range) expect(foldText(name.slice(...range))).toContain(foldText(search));
    }),
  );
});
