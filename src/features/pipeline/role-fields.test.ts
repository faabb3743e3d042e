import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { mapTexts, ROLE_TEXT_NAMES, ROLE_TEXTS } from "#core/role-texts.ts";
import { VerticalLine } from "#features/drawing/parts/vertical-line.tsx";
import { lineView } from "#features/drawing/pure/segments.ts";
import { storeDraft, readDraft } from "#features/editor/parts/draft-store.ts";
import { profileWith } from "#features/editor/parts/fixtures.ts";
import { formOf } from "#features/editor/parts/form.ts";
import { toResume } from "#features/export/pure/json-resume.ts";
import { toCsv } from "#features/export/pure/pipeline-csv.ts";
import { toRole, toRow } from "#features/import/pure/import-rows.ts";
import { readArchive } from "#features/import/pure/read-archive.ts";
import { readResume } from "#features/import/pure/read-resume.ts";
import { TITLE_RULES } from "#features/title/rules.ts";
import { ENGINEER } from "#tests/helpers/stored-person.ts";
import { OTHER_ROLE, ROLE_FIELDS, stopWith, WHOLE_ROLE, withOther } from "#tests/helpers/whole-role.ts";
import { checkRoles, readExperience } from "./check.ts";
import { draftFrom, emptyRole, toWire, type RoleDraft } from "./draft.ts";
import { countChanges } from "./pure/change-draft.ts";
import { fromStoredRole, toStoredRole } from "./pure/stored-role.ts";
import { toStopViews } from "./pure/stop-views.ts";
import { experienceInputSchema, experienceSchema } from "./schema.ts";

// Every field of a role must get through each of these places. The compiler does not see all of them: fields of the
// API are optional, and lists of values have no names.

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const names = { firstName: "", lastName: "", username: "", linkedin: "", location: "", schoolId: "", schoolName: "" };
const choices = { visibility: "public", showMonths: false, ownTitles: false, hideSchool: false } as const;

/** Its texts are as long as the list allows. WIRE_TEXT of schema.ts and LIMITS.cell of imports end at 400. */
const LONGEST_ROLE: RoleDraft = { ...WHOLE_ROLE, ...mapTexts((text) => "x".repeat(ROLE_TEXTS[text].most)) };

/** Fields that no export has, with the values that an import gives them. */
const NOT_EXPORTED: Partial<RoleDraft> = {};

test("the two roles of tests/helpers/whole-role.ts have another value in each field", () => {
  const empty = emptyRole(0);
  for (const field of ROLE_FIELDS) {
    expect(OTHER_ROLE[field], field).not.toEqual(WHOLE_ROLE[field]);
    if (field !== "isCurrent") expect(WHOLE_ROLE[field], field).not.toEqual(empty[field]);
  }
});

test.each([WHOLE_ROLE, LONGEST_ROLE, { ...OTHER_ROLE, endDate: "", startDate: "2014-02-01" }])(
  "a save sends every field, and the server reads it: draft.ts, schema.ts, check.ts",
  (role) => {
    const [sent] = toWire([stopWith(role)]);
    const [read] = readExperience(experienceInputSchema.parse(sent)).roles;
    expect(read).toEqual({ ...role, tempId2: 1 });
  },
);

test("texts of the list have one lower-case word each, and a value that is checked: core/role-texts.ts, check.ts", () => {
  const name = (text: string): string => text;
  expect(Object.entries(mapTexts(name))).toEqual(ROLE_TEXT_NAMES.map((text) => [text, text]));
  for (const text of ROLE_TEXT_NAMES) {
    const { most, named } = ROLE_TEXTS[text];
    const issuesOf = (written: string) => checkRoles([stopWith({ ...WHOLE_ROLE, [text]: written })]);
    expect(text).toMatch(/^[a-z]+$/);
    expect(issuesOf("x".repeat(most))).toEqual([]);
    expect(issuesOf("x".repeat(most + 1))).toEqual([
      { path: `pipeline.0.roles.0.${text}`, message: `${named} has at most ${most} characters.` },
    ]);
    expect(issuesOf("\u0000")).toMatchObject([{ path: `pipeline.0.roles.0.${text}` }]);
  }
});

test("every field is stored and read again: pure/stored-role.ts", () => {
  expect(fromStoredRole(toStoredRole(WHOLE_ROLE, TITLE_RULES), 2)).toEqual(WHOLE_ROLE);
});

test("the owner gets every field, and the form shows it: pure/stop-views.ts, schema.ts, draft.ts", () => {
  const row = { ...ENGINEER, ...toStoredRole(WHOLE_ROLE, TITLE_RULES) };
  const seen = toStopViews([row], "own", "2026-11-15").map((stop) => experienceSchema.parse(stop));
  expect(draftFrom(seen).stops.map(({ roles }) => roles)).toEqual([[WHOLE_ROLE]]);
});

/** Fields of a role that everybody gets who may see it. All others are listed below, by who gets them. */
const FOR_EVERYBODY = /^(?:title|kind|family|level|startDate|endDate|isIndefinite|datePrecision|phase|position)$/;

test.each([
  { to: "own", disclosed: ["rating", "location"], undisclosed: ["rating", "location"] },
  { to: "named", disclosed: ["location"], undisclosed: [] },
  { to: "rated", disclosed: ["rating", "location"], undisclosed: [] },
  { to: "months", disclosed: [], undisclosed: [] },
  { to: "years", disclosed: [], undisclosed: [] },
] as const)("readers of the kind $to get these fields and no other: pure/stop-views.ts", ({ to, ...expected }) => {
  const fieldsOf = (undisclosed: boolean): string[] => {
    const row = { ...ENGINEER, ...toStoredRole(WHOLE_ROLE, TITLE_RULES), undisclosed };
    const roles = toStopViews([row], to, "2026-11-15").flatMap((stop) => stop.roles);
    return roles.flatMap((role) => Object.keys(role)).filter((field) => !FOR_EVERYBODY.test(field));
  };
  expect({ disclosed: fieldsOf(false), undisclosed: fieldsOf(true) }).toEqual(expected);
});

test.each(ROLE_TEXT_NAMES)("a profile shows the text %s of a role: drawing/parts/vertical-line.tsx", (text) => {
  const row = { ...ENGINEER, ...toStoredRole(WHOLE_ROLE, TITLE_RULES) };
  const view = lineView(toStopViews([row], "own", "2026-11-15"), "2026-11-15");
  const school = { school: "", schoolName: "", schoolLogo: "" };
  expect(renderToStaticMarkup(createElement(VerticalLine, { view, school, today: "2026-11-15" }))).toContain(
    `>${WHOLE_ROLE[text]}<`,
  );
});

// A date has another precision only after a change of the date itself.
test.each(ROLE_FIELDS.filter((field) => field !== "datePrecision"))(
  "a change of %s alone counts as unsaved: contentOfRoles in pure/change-draft.ts",
  (field) => {
    const changes = countChanges(
      [{ ...stopWith(WHOLE_ROLE), _id: "1" }],
      [{ ...stopWith(withOther(field)), _id: "1" }],
    );
    expect(changes).toEqual({ added: 0, edited: 1, removed: 0 });
  },
);

test("a draft that the browser kept has every field: editor/parts/draft-store.ts", () => {
  const values = new Map<string, string>();
  const store = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  const form = { ...formOf(profileWith([])), pipeline: { stops: [stopWith(WHOLE_ROLE)], nextId: 3 } };
  storeDraft("me", { form, rev: 1 }, store);
  expect(readDraft("me", store, formOf(profileWith([])))?.form.pipeline.stops).toEqual([stopWith(WHOLE_ROLE)]);
});

test.each(["resume.json", "stops.csv"])("%s keeps every field: export/pure, import/pure/column-names.ts", (name) => {
  for (const role of [WHOLE_ROLE, LONGEST_ROLE]) {
    const stops = [stopWith(role)];
    const { positions } =
      name === "stops.csv"
        ? readArchive([{ name, bytes: bytesOf(toCsv(stops)) }])
        : readResume(name, bytesOf(JSON.stringify(toResume({ ...names, ...choices, stops }))));
    expect(positions.map((position) => toRole(toRow(position), 2))).toEqual([{ ...role, ...NOT_EXPORTED }]);
  }
});
