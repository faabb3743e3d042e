import fc from "fast-check";
import { expect, test } from "vitest";
import { changeDraft } from "#features/pipeline/pure/change-draft.ts";
import { adoptDraft, deleteDraft, storeDraft, parseDraft, readDraft } from "./draft-store.ts";
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
  storeDraft("me", { form, rev: 3 }, store);
  expect(readDraft("me", store, form)).toEqual({ form, rev: 3 });
  expect(readDraft("somebody-else", store, form)).toBeUndefined();
  deleteDraft("me", store);
  expect(readDraft("me", store, form)).toBeUndefined();
});

test("one that was stored under the profile's id is found once, and never takes the place of a newer one", () => {
  const store = memory();
  storeDraft("id", { form, rev: 3 }, store);
  adoptDraft("id", "me", store);
  expect(readDraft("me", store, form)).toEqual({ form, rev: 3 });
  storeDraft("id", { form, rev: 2 }, store);
  adoptDraft("id", "me", store);
  expect(readDraft("me", store, form)?.rev).toBe(3);
  expect(readDraft("id", store, form)).toBeUndefined();
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
  storeDraft("me", { form, rev: 1 }, shut);
  adoptDraft("id", "me", shut);
  deleteDraft("me", shut);
  expect(readDraft("me", shut, form)).toBeUndefined();
});

test.each([null, "", "{", "null", "1", "[]", "{}", '{"version":2,"form":{}}'])("%s is not a draft", (stored) => {
  expect(parseDraft(stored, form)).toBeUndefined();
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
        const draft = parseDraft(JSON.stringify({ version: 1, form: value }), form);
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

const kept = formOf(
  profileWith([{ ...experienceOf("A"), undisclosed: true }, experienceOf("B")], {
    visibility: "private",
    anonymous: true,
    showMonths: true,
    ownTitles: true,
    hideSchool: true,
  }),
);

function older(changes: Record<string, unknown>): string {
  const { visibility: _level, showMonths: _months, ownTitles: _titles, hideSchool: _school, ...rest } = kept;
  const stops = rest.pipeline.stops.map(({ undisclosed: _kept, ...stop }) => stop);
  return JSON.stringify({ version: 1, form: { ...rest, ...changes, pipeline: { stops, nextId: 9 } } });
}

test("who sees what comes back as it was chosen", () => {
  const chosen: typeof kept = { ...kept, visibility: "anonymous", showMonths: false, ownTitles: false };
  expect(parseDraft(JSON.stringify({ version: 1, form: chosen }), kept)?.form).toEqual(chosen);
});

test("a draft from before there were levels keeps what is stored, unless it says otherwise", () => {
  expect(parseDraft(older({ anonymous: true }), kept)?.form).toMatchObject({
    visibility: "private",
    showMonths: true,
    ownTitles: true,
    hideSchool: true,
    pipeline: {
      stops: [{ companyName: "A", undisclosed: true }, { companyName: "B" }],
    },
  });
  expect(parseDraft(older({ anonymous: false }), kept)?.form.visibility).toBe("public");
  expect(parseDraft(older({}), kept)?.form.visibility).toBe("private");
  const named = formOf(profileWith([]));
  expect(parseDraft(older({ anonymous: true }), named)?.form.visibility).toBe("anonymous");
  expect(parseDraft(older({ visibility: "everybody" }), named)?.form.visibility).toBe("public");
});
