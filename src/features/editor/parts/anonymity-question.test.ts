import { expect, test } from "vitest";
import { changeDraft } from "#features/pipeline/pure/change-draft.ts";
import { experienceOf, profileWith, roleView } from "./fixtures.ts";
import { formOf, type ProfileForm } from "./form.ts";
import { adviceOf, anonymityQuestionOf, showsAnew } from "./anonymity-question.ts";

const named = formOf(
  profileWith([
    experienceOf("Later", roleView({ startDate: "2022-03-01" })),
    { ...experienceOf("Early", roleView({ startDate: "2019-05-17", datePrecision: "day" })), undisclosed: true },
  ]),
);
const form: ProfileForm = { ...named, visibility: "anonymous" };
const stopIds = form.pipeline.stops.map(({ tempId2 }) => tempId2);

test("is put by anonymous forms alone", () => {
  expect(anonymityQuestionOf(named)).toBeUndefined();
  expect(anonymityQuestionOf({ ...form, visibility: "private" })).toBeUndefined();
  expect(anonymityQuestionOf({ ...form, pipeline: { stops: [], nextId: 1 }, hideSchool: true })).toBeUndefined();
});

test("holds what is measured, in order of start, and the stops its places mean", () => {
  expect(anonymityQuestionOf(form)).toEqual({
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
  expect(anonymityQuestionOf({ ...form, showMonths: true })?.body).toMatchObject({ showMonths: true });
  expect(anonymityQuestionOf({ ...form, hideSchool: true })?.body.school).toBe("");
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
  expect(anonymityQuestionOf({ ...typed, visibility: "anonymous" })?.body.stops).toMatchObject([
    { companyId: "id-Twice", startDate: "2016-02-01" },
    { companyId: "", companyName: "Typed Firm", startDate: "2020-01-01", datePrecision: "year" },
  ]);
});

test("holds titles where others read them as written, each once, and none of the catalogue's", () => {
  const titled = formOf(
    profileWith([
      {
        ...experienceOf("Twice", roleView({ startDate: "2018-05-01" })),
        roles: [
          roleView({ startDate: "2018-05-01", title: "Senior Payments Ledger Engineer" }),
          roleView({ startDate: "2019-05-01", title: "Senior Software Engineer" }),
          roleView({ startDate: "2020-05-01", title: "Senior Payments Ledger Engineer" }),
        ],
      },
    ]),
  );
  const asked = { ...titled, visibility: "anonymous" } as const;
  expect(anonymityQuestionOf(asked)?.body).not.toHaveProperty("titles");
  expect(anonymityQuestionOf({ ...asked, ownTitles: true })?.body.titles).toEqual(["Senior Payments Ledger Engineer"]);
});

test("is the same after whatever it does not measure, and after an undo", () => {
  const key = (one: ProfileForm): string => JSON.stringify(anonymityQuestionOf(one)?.body);
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

test("names the advised thing as the form calls it", () => {
  const question = anonymityQuestionOf(form);
  const answer = { crowd: "under-5", cured: "5-19", best: "20-plus", isTrial: false } as const;
  const advised = [-1, 0, 1, 2, 3].map((worst) => adviceOf({ ...answer, worst }, question));
  expect(advised).toEqual([undefined, ...stopIds.toReversed(), "school", "titles"]);
});

test("shows anew what is first shown, or changes what others could know; nothing else", () => {
  expect(showsAnew(form, form, true)).toBe(false);
  expect(showsAnew(form, form, false)).toBe(true);
  expect(showsAnew(named, form, true)).toBe(true);
  expect(showsAnew(form, named, true)).toBe(false);
  expect(showsAnew(form, { ...form, hideSchool: true }, true)).toBe(true);
  expect(showsAnew(form, { ...form, firstName: "Other" }, true)).toBe(false);
});
