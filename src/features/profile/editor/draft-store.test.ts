import fc from "fast-check";
import { expect, test } from "vitest";
import { changeDraft } from "#features/pipeline/draft.ts";
import { dropDraft, keepDraft, parseDraft, readDraft } from "./draft-store.ts";
import { experienceOf, profileWith, roleView } from "./fixtures.ts";
import { formOf, notesOf } from "./form.ts";

function memory(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

const form = formOf(
  profileWith([
    experienceOf("A", roleView({ kind: "contract" }), roleView({ isIndefinite: true, endDate: "2200-12-02" })),
  ]),
);

test("comes back as it went in, and goes when dropped", () => {
  const store = memory();
  keepDraft("me", { form, rev: 3 }, store);
  expect(readDraft("me", store)).toEqual({ form, rev: 3 });
  expect(readDraft("somebody-else", store)).toBeUndefined();
  dropDraft("me", store);
  expect(readDraft("me", store)).toBeUndefined();
});

test("storage that refuses is no obstacle", () => {
  const shut = {
    getItem: (): string => {
      throw new Error("shut");
    },
    setItem: (): void => {
      throw new Error("full");
    },
    removeItem: (): void => {
      throw new Error("shut");
    },
  };
  keepDraft("me", { form, rev: 1 }, shut);
  dropDraft("me", shut);
  expect(readDraft("me", shut)).toBeUndefined();
});

test.each([null, "", "{", "null", "1", "[]", "{}", '{"version":2,"form":{}}'])("%s is no draft", (stored) => {
  expect(parseDraft(stored)).toBeUndefined();
});

test("damaged parts become empty ones; numbers stay unique and can grow", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.array(fc.jsonValue({ maxDepth: 2 })), (any, stops) => {
      for (const value of [
        any,
        { pipeline: any },
        { pipeline: { stops } },
        { pipeline: { stops: [{ tempId2: 1, roles: stops }, { tempId2: 1 }] } },
      ]) {
        const draft = parseDraft(JSON.stringify({ version: 1, form: value }));
        if (!draft) throw new Error("a draft of this version is always read");
        notesOf(draft.form);
        const after = changeDraft(draft.form.pipeline, { do: "add-stop", at: 0 });
        const ids = after.stops.flatMap((stop) => [stop.tempId2, ...stop.roles.map(({ tempId2 }) => tempId2)]);
        expect(new Set(ids).size).toBe(ids.length);
        for (const stop of after.stops) expect(stop.roles.length).toBeGreaterThan(0);
      }
    }),
  );
});
