import { expect, test } from "vitest";
import { changeDraft } from "#features/pipeline/draft.ts";
import { experienceOf, profileWith, roleView } from "./fixtures.ts";
import { formOf, type ProfileForm } from "./form.ts";
import { meterQuestionOf } from "./meter-question.ts";

const named = formOf(
  profileWith([
    experienceOf("Later", roleView({ startDate: "2022-03-01" })),
    { ...experienceOf("Early", roleView({ startDate: "2019-05-17", datePrecision: "day" })), undisclosed: true },
  ]),
);
const form: ProfileForm = { ...named, visibility: "anonymous" };
const stopIds = form.pipeline.stops.map(({ tempId2 }) => tempId2);

test("is put by anonymous forms alone", () => {
  expect(meterQuestionOf(named)).toBeUndefined();
  expect(meterQuestionOf({ ...form, visibility: "private" })).toBeUndefined();
  expect(meterQuestionOf({ ...form, pipeline: { stops: [], nextId: 1 }, hideSchool: true })).toBeUndefined();
});

test("holds what is measured, in order of start, and the stops its places mean", () => {
  expect(meterQuestionOf(form)).toEqual({
    stops: stopIds.toReversed(),
    body: {
      stops: [
        { companyId: "id-Early", startDate: "2019-05-01", undisclosed: true },
        { companyId: "id-Later", startDate: "2022-03-01", undisclosed: false },
      ],
      school: "aaaaaaaaaaaaaaaaaaaaaaaa",
      showMonths: false,
    },
  });
  expect(meterQuestionOf({ ...form, showMonths: true })?.body).toMatchObject({ showMonths: true });
  expect(meterQuestionOf({ ...form, hideSchool: true })?.body.school).toBe("");
});

test("names a company that was typed, says where only a year is known, and goes by a stop's first role", () => {
  const typed = formOf(
    profileWith([
      {
        ...experienceOf("Typed", roleView({ startDate: "2020-01-01", datePrecision: "year" })),
        companyId: "",
        displayName: "  Typed Firm ",
      },
      {
        ...experienceOf("Twice", roleView({ startDate: "2018-05-01" })),
        roles: [roleView({ startDate: "2018-05-01" }), roleView({ startDate: "2016-02-01" })],
      },
    ]),
  );
  expect(meterQuestionOf({ ...typed, visibility: "anonymous" })?.body.stops).toMatchObject([
    { companyId: "id-Twice", startDate: "2016-02-01" },
    { companyId: "", companyName: "Typed Firm", startDate: "2020-01-01", datePrecision: "year" },
  ]);
});

test("is the same after whatever it does not measure, and after an undo", () => {
  const key = (one: ProfileForm): string => JSON.stringify(meterQuestionOf(one)?.body);
  const [stop] = form.pipeline.stops;
  const role = { stop: stop?.tempId2 ?? 0, role: stop?.roles[0]?.tempId2 ?? 0 };
  const change = (title: string) => changeDraft(form.pipeline, { do: "set-role", ...role, change: { title } });
  expect(key({ ...form, firstName: "Other", pipeline: change("Something else") })).toBe(key(form));
  expect(key({ ...form, pipeline: changeDraft(form.pipeline, { do: "rate", ...role, rating: 20 }) })).toBe(key(form));
  expect(key({ ...form, pipeline: changeDraft(form.pipeline, { do: "add-stop", at: 0 }) })).toBe(key(form));
  const kept = changeDraft(form.pipeline, { do: "set-undisclosed", stop: role.stop, undisclosed: true });
  expect(key({ ...form, pipeline: kept })).not.toBe(key(form));
  const back = changeDraft(kept, { do: "set-undisclosed", stop: role.stop, undisclosed: false });
  expect(key({ ...form, pipeline: back })).toBe(key(form));
});
