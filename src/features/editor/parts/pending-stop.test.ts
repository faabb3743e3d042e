import { expect, test } from "vitest";
import { cardOf, pieceOf } from "#features/person-card/parts/card.ts";
import { changeDraft } from "#features/pipeline/pure/change-draft.ts";
import type { StopDraft } from "#features/pipeline/draft.ts";
import { experienceOf, profileWith, roleView } from "./fixtures.ts";
import { formOf, type ProfileForm } from "./form.ts";
import { pendingStopOf, withPending } from "./pending-stop.ts";
import { previewOf } from "./preview.ts";

const TODAY = "2024-06-15";
const nobody = profileWith([], { created: false });

/** A form whose only stop is begun. */
function begun(change: Partial<StopDraft>, role: Partial<StopDraft["roles"][number]> = {}): ProfileForm {
  const form = formOf(nobody);
  const stops = form.pipeline.stops.map((stop) => ({
    ...stop,
    ...change,
    roles: stop.roles.map((one) => ({ ...one, ...role })),
  }));
  return { ...form, pipeline: { ...form.pipeline, stops } };
}

test("nothing typed is nothing pending, and neither is a whole stop", () => {
  expect(pendingStopOf(formOf(nobody), "public", TODAY)).toBeUndefined();
  expect(pendingStopOf(formOf(profileWith([experienceOf("A")])), "public", TODAY)).toBeUndefined();
});

test("each first field is drawn, with words for what is to come", () => {
  expect(pendingStopOf(begun({ companyName: "Quarry Lane" }), "public", TODAY)).toMatchObject({
    company: "Quarry Lane",
    title: "Title to come",
    range: "Dates to come",
  });
  expect(pendingStopOf(begun({}, { title: "harbour pilot" }), "public", TODAY)).toMatchObject({
    company: "Company to come",
    title: "Harbour Pilot",
  });
  const dated = begun({}, { startDate: "2020-03-01", endDate: "2021-05-01" });
  expect(pendingStopOf(dated, "public", TODAY)?.range).toBe("Mar 2020 – May 2021");
});

test("it hides what a save would hide", () => {
  const role = { title: "Senior Payments Ledger Engineer", startDate: "2020-03-01", endDate: "" };
  const form = begun({ companyName: "Quarry Lane", undisclosed: true }, { ...role, isCurrent: true });
  const [stop] = form.pipeline.stops;
  if (!stop) throw new Error("no stop");
  // The stop is complete except for its second role.
  const open = { ...form, pipeline: changeDraft(form.pipeline, { do: "add-role", stop: stop.tempId2 }) };
  expect(JSON.stringify(pendingStopOf(open, "public", TODAY))).not.toContain("Quarry");
  const anonymous = pendingStopOf(begun({ companyName: "" }, { ...role, isCurrent: true }), "anonymous", TODAY);
  expect(anonymous).toMatchObject({ title: "Senior Software Engineer", range: "2020 – Present" });
  const own = { ...begun({}, { ...role, isCurrent: true }), ownTitles: true, showMonths: true };
  expect(pendingStopOf(own, "anonymous", TODAY)).toMatchObject({
    title: "Senior Payments Ledger Engineer",
    range: "Mar 2020 – Present",
  });
});

test("on the card it is the last stop, behind dots; what stood last is an earlier one", () => {
  const base = profileWith([experienceOf("A", roleView({ startDate: "2019-05-01", endDate: "2019-08-01" }))]);
  const form = formOf(base);
  const pipeline = changeDraft(form.pipeline, { do: "add-stop", at: 1 });
  const last = pipeline.stops.at(-1);
  if (!last) throw new Error("no stop");
  const typed = changeDraft(pipeline, {
    do: "set-company",
    stop: last.tempId2,
    companyId: "",
    companyName: "Quarry Lane",
    logo: "",
  });
  const pending = pendingStopOf({ ...form, pipeline: typed }, "public", TODAY);
  const card = cardOf(previewOf(form, base, TODAY, "public"), TODAY);
  const pieces = withPending(card, pending).pieces.map((piece) => pieceOf(piece));
  expect(pieces.filter(({ is }) => is === "latest")).toHaveLength(1);
  expect(pieces.at(-1)).toMatchObject({ is: "latest", kind: "n", text: "Title to come, Quarry Lane" });
  expect(pieces.filter(({ is }) => is === "ring")).toHaveLength(1);
  expect(withPending(card, pending)).toMatchObject({ end: "none", latest: { company: "Quarry Lane", companyId: "" } });
  expect(withPending(card, undefined)).toBe(card);
});
