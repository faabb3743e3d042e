import { describe, expect, test } from "vitest";
import { changeDraft } from "#features/pipeline/pure/change-draft.ts";
import { experienceOf, profileWith, roleView } from "./fixtures.ts";
import {
  changesInWords,
  changesOf,
  fieldName,
  fieldsOfStop,
  formOf,
  hasChanges,
  labelOfField,
  notesOf,
  notesOfRefusal,
  stopOfField,
  type ProfileForm,
} from "./form.ts";

const MISSING = "Must fill out all input fields.";

function ids(form: ProfileForm, index: number): { stop: number; role: number } {
  const stop = form.pipeline.stops[index];
  return { stop: stop?.tempId2 ?? -1, role: stop?.roles[0]?.tempId2 ?? -1 };
}

/** A form in which something was chosen in the first stop. */
function filledIn(form: ProfileForm): ProfileForm {
  const change = { do: "set-role", ...ids(form, 0), change: { kind: "intern" } } as const;
  return { ...form, pipeline: changeDraft(form.pipeline, change) };
}

test("a listed school has an id, a typed one only its name", () => {
  expect(formOf(profileWith([])).school).toEqual({
    schoolId: "aaaaaaaaaaaaaaaaaaaaaaaa",
    schoolName: "Northwind College",
    logo: "/monogram/school/Northwind%20College.svg",
  });
  const typed = profileWith([], { school: "Evening School", schoolName: "Evening School" });
  expect(formOf(typed).school).toMatchObject({ schoolId: "", schoolName: "Evening School" });
});

test("a profile without stops begins with an empty one that is not a change", () => {
  const form = formOf(profileWith([]));
  expect(form.pipeline.stops).toHaveLength(1);
  expect(hasChanges(changesOf(form, form))).toBe(false);
});

describe("notesOf", () => {
  test("whatever is wrong with a stop is at one of its fields, which a shut stop shows", () => {
    const saved = formOf(profileWith([experienceOf("A")]));
    const change = { title: "", startDate: "", endDate: "", location: "x".repeat(101) };
    const wrong = {
      ...saved,
      pipeline: changeDraft(saved.pipeline, { do: "set-role", ...ids(saved, 0), change }),
    };
    const fields = notesOf(wrong).map(({ field }) => field);
    expect(fields.map((field) => field.split("-")[0])).toEqual(["title", "startDate", "endDate", "location"]);
    expect(wrong.pipeline.stops.flatMap(fieldsOfStop)).toEqual(expect.arrayContaining(fields));
  });

  test("nothing is wrong with what was saved", () => {
    expect(notesOf(formOf(profileWith([experienceOf("A"), experienceOf("B")])))).toEqual([]);
  });

  test("every gap is named by its field", () => {
    const blank = { ...formOf(profileWith([])), firstName: " " };
    const { stop, role } = ids(blank, 0);
    const form = filledIn(blank);
    expect(notesOf(form)).toEqual([
      { field: "firstName", message: MISSING },
      { field: fieldName.company(stop), message: MISSING },
      { field: fieldName.title(role), message: MISSING },
      { field: fieldName.startDate(role), message: MISSING },
      { field: fieldName.endDate(role), message: MISSING },
    ]);
  });

  test("a stop that was left blank lacks everything, but is not a change", () => {
    const saved = formOf(profileWith([experienceOf("A")]));
    const blank = { ...saved, pipeline: changeDraft(saved.pipeline, { do: "add-stop", at: 0 }) };
    expect(notesOf(blank).map(({ message }) => message)).toEqual([MISSING, MISSING, MISSING, MISSING]);
    expect(notesOf(formOf(profileWith([])))).toHaveLength(4);
    expect(hasChanges(changesOf(saved, blank))).toBe(false);
    const filled = filledIn(blank);
    expect(notesOf(filled)).toHaveLength(4);
    expect(changesOf(saved, filled).added).toBe(1);
    // Emptying a saved stop is a change too.
    const emptied = formOf(profileWith([experienceOf("", roleView({ title: "", startDate: "", endDate: "" }))]));
    expect(notesOf(emptied)).not.toEqual([]);
  });

  test("the name stays with its stop wherever that moves", () => {
    const form = formOf(profileWith([experienceOf("A", roleView({ title: "" })), experienceOf("B")]));
    const { role } = ids(form, 0);
    const moved = { ...form, pipeline: { ...form.pipeline, stops: form.pipeline.stops.toReversed() } };
    expect(notesOf(moved)).toEqual([{ field: fieldName.title(role), message: MISSING }]);
  });

  test("a school's name may not grow without end", () => {
    const form = formOf(profileWith([experienceOf("A")]));
    const long = { ...form, school: { schoolId: "", schoolName: "s".repeat(201), logo: "" } };
    expect(notesOf(long).map(({ field }) => field)).toEqual(["school"]);
  });
});

test("a refusal of the server finds the field, though stops were sent in order of start", () => {
  const form = formOf(
    profileWith([
      experienceOf("Late", roleView({ startDate: "2022-01-01", endDate: "2023-01-01" })),
      experienceOf("Early", roleView({ startDate: "2018-01-01", endDate: "2019-01-01" })),
    ]),
  );
  const notes = notesOfRefusal(form, [
    { path: "pipeline.0.companyName", message: "a" },
    { path: "pipeline.1.roles.0.endDate", message: "b" },
    { path: "lastName", message: "c" },
    { path: "pipeline.9.companyName", message: "d" },
  ]);
  expect(notes).toEqual([
    { field: fieldName.company(ids(form, 1).stop), message: "a" },
    { field: fieldName.endDate(ids(form, 0).role), message: "b" },
    { field: "lastName", message: "c" },
    { field: "pipeline.9.companyName", message: "d" },
  ]);
});

test("a field knows its stop", () => {
  const form = formOf(profileWith([experienceOf("A"), experienceOf("B")]));
  const { stop, role } = ids(form, 1);
  expect(stopOfField(form, fieldName.company(stop))).toBe(stop);
  expect(stopOfField(form, fieldName.endDate(role))).toBe(stop);
  expect(stopOfField(form, "firstName")).toBeUndefined();
});

describe("changes", () => {
  const saved = formOf(profileWith([experienceOf("A"), experienceOf("B")]));

  test.each<[string, Partial<ProfileForm>, number]>([
    ["nothing", {}, 0],
    ["spaces around a name", { firstName: " Nova " }, 0],
    ["a name", { firstName: "Nora" }, 1],
    ["name and switch", { lastName: "X", visibility: "anonymous" }, 2],
    ["months, own titles and a hidden school", { showMonths: true, ownTitles: true, hideSchool: true }, 3],
    ["school", { school: { schoolId: "", schoolName: "Other", logo: "" } }, 1],
  ])("%s", (_what, change, fields) => {
    expect(changesOf(saved, { ...saved, ...change })).toEqual({ added: 0, edited: 0, removed: 0, fields });
  });

  test("an added stop", () => {
    const form = { ...saved, pipeline: changeDraft(saved.pipeline, { do: "add-stop", at: 0 }) };
    expect(changesOf(saved, filledIn(form)).added).toBe(1);
    expect(hasChanges(changesOf(saved, filledIn(form)))).toBe(true);
  });

  test.each([
    [{ added: 1, edited: 1, removed: 0, fields: 3 }, "1 stop added, 1 edited"],
    [{ added: 0, edited: 2, removed: 1, fields: 0 }, "2 stops edited, 1 removed"],
    [{ added: 0, edited: 0, removed: 0, fields: 1 }, ""],
  ])("%j in words", (changes, words) => {
    expect(changesInWords(changes)).toBe(words);
  });
});

test("fields have names that are understood outside their place", () => {
  const form = formOf(profileWith([experienceOf("A")]));
  const empty = { ...form, pipeline: changeDraft(form.pipeline, { do: "add-stop", at: 1 }) };
  const [a, b] = [ids(empty, 0), ids(empty, 1)];
  expect(
    [
      "firstName",
      "school",
      "pipeline",
      fieldName.company(a.stop),
      fieldName.title(a.role),
      fieldName.startDate(b.role),
      fieldName.endDate(b.role),
    ].map((field) => labelOfField(empty, field)),
  ).toEqual([
    "First name",
    "School",
    "Your line",
    "Company, stop 1",
    "Title, stop 1",
    "Start date, stop 2",
    "End date, stop 2",
  ]);
  const grown = changeDraft(form.pipeline, { do: "add-role", stop: a.stop });
  const second = grown.stops[0]?.roles[1]?.tempId2 ?? -1;
  expect(
    [fieldName.company(a.stop), fieldName.title(a.role), fieldName.endDate(second)].map((field) =>
      labelOfField({ ...form, pipeline: grown }, field),
    ),
  ).toEqual(["Company, stop 1", "Title, stop 1, role 1", "End date, stop 1, role 2"]);
});
