import { expect, test } from "vitest";
import { changeDraft } from "#features/pipeline/pure/change-draft.ts";
import { experienceOf, profileWith, roleView } from "./fixtures.ts";
import { formOf } from "./form.ts";
import { previewOf, roleViewOf } from "./preview.ts";

const TODAY = "2024-06-15";
const base = profileWith([
  experienceOf("B", roleView({ startDate: "2022-03-01", endDate: "2200-12-02", isIndefinite: true, rating: 100 })),
  experienceOf("A", roleView({ startDate: "2019-05-01", endDate: "2019-08-01" })),
]);

test("named: the name, months, stops in order of start, today's role", () => {
  const seen = previewOf(formOf(base), base, TODAY, "public");
  expect(seen).toMatchObject({ firstName: "Nova", lastName: "Quill", headline: "Currently Engineer at B" });
  expect(seen.pipeline.map(({ displayName }) => displayName)).toEqual(["A", "B"]);
  expect(seen.pipeline[0]?.roles[0]).toMatchObject({ startDate: "2019-05-01", position: 0, phase: "past" });
  expect(JSON.stringify(seen)).not.toContain("rating");
  expect(seen.pipeline[1]?.roles[0]).toMatchObject({ position: 1, phase: "current", endDate: "2200-12-02" });
});

test("anonymous: no name, no picture, years only", () => {
  const seen = previewOf(formOf({ ...base, pfp: "/p.webp" }), { ...base, pfp: "/p.webp" }, TODAY, "anonymous");
  expect(seen).toMatchObject({ firstName: "Anonymous", lastName: "", pfp: "", anonymous: true });
  expect(JSON.stringify(seen)).not.toMatch(/Nova|Quill|2019-05|2022-03/);
  expect(seen.pipeline[0]?.roles[0]).toMatchObject({ startDate: "2019-01-01", datePrecision: "year" });
});

test("anonymous: titles that are not in the catalogue are its own of their level and family, unless they are chosen", () => {
  const role = roleView({ title: "Senior Payments Ledger Engineer", startDate: "2019-05-01", endDate: "2019-08-01" });
  const [own, form] = [profileWith([experienceOf("A", role)]), formOf(profileWith([experienceOf("A", role)]))];
  const titleOf = (chosen: typeof form, level: "anonymous" | "public") =>
    previewOf(chosen, own, TODAY, level).pipeline[0]?.title;
  expect(titleOf(form, "anonymous")).toBe("Senior Software Engineer");
  expect(titleOf({ ...form, ownTitles: true }, "anonymous")).toBe("Senior Payments Ledger Engineer");
  expect(titleOf(form, "public")).toBe("Senior Payments Ledger Engineer");
});

test("a stop that is not whole yet is left out", () => {
  const form = formOf(base);
  const draft = { ...form, pipeline: changeDraft(form.pipeline, { do: "add-stop", at: 1 }) };
  expect(previewOf(draft, base, TODAY, "public").pipeline).toHaveLength(2);
});

test("a role without valid dates has no view", () => {
  const role = formOf(base).pipeline.stops[1]?.roles[0];
  if (!role) throw new Error("no role");
  expect(roleViewOf(role, TODAY)?.phase).toBe("past");
  expect(roleViewOf({ ...role, endDate: "2019-01-01" }, TODAY)).toBeUndefined();
  expect(roleViewOf({ ...role, startDate: "whenever" }, TODAY)).toBeUndefined();
  expect(roleViewOf({ ...role, startDate: "2025-01-01", endDate: "2025-06-01" }, TODAY)?.phase).toBe("incoming");
});

test("what is undisclosed is not in it: a company, a school, months unless they are shown", () => {
  const [a, b] = base.pipeline;
  if (!a || !b) throw new Error("no stops");
  const form = formOf({ ...base, hideSchool: true, showMonths: true, pipeline: [{ ...a, undisclosed: true }, b] });
  const seen = previewOf(form, base, TODAY, "anonymous");
  expect(JSON.stringify(seen)).not.toMatch(/id-B|Northwind|"B"/);
  expect(seen.pipeline[1]).toMatchObject({ displayName: "Undisclosed company", startDate: "2022-01-01" });
  expect(seen.pipeline[0]).toMatchObject({ displayName: "A", startDate: "2019-05-01", datePrecision: "month" });
});
