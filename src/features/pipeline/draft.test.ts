import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkPipeline, readExperience } from "./check.ts";
import {
  draftFrom,
  inOrder,
  isEmptyStop,
  toWire,
  type PipelineDraft,
  type RoleDraft,
  type StopDraft,
} from "./draft.ts";
import { changeDraft, countChanges, type DraftAction } from "#features/pipeline/pure/change-draft.ts";
import { experienceOf, roleView } from "#features/editor/parts/fixtures.ts";

const EMPTY: PipelineDraft = { stops: [], nextId: 1 };

function run(draft: PipelineDraft, ...actions: DraftAction[]): PipelineDraft {
  return actions.reduce(changeDraft, draft);
}

function stopAt(draft: PipelineDraft, index: number): StopDraft {
  const stop = draft.stops[index];
  if (!stop) throw new Error(`no stop ${index}`);
  return stop;
}

function roleAt(draft: PipelineDraft, stop: number, index = 0): RoleDraft {
  const role = stopAt(draft, stop).roles[index];
  if (!role) throw new Error(`no role ${index}`);
  return role;
}

const names = (draft: PipelineDraft): string[] => draft.stops.map(({ companyName }) => companyName);

describe("stops", () => {
  test("a new stop is empty, has no rating and is not current", () => {
    const draft = run(EMPTY, { do: "add-stop", at: 0 });
    expect(stopAt(draft, 0)).toMatchObject({ _id: "", companyId: "", companyName: "", logo: "" });
    expect(roleAt(draft, 0)).toMatchObject({ title: "", startDate: "", endDate: "", isCurrent: false, rating: 0 });
    expect(isEmptyStop(stopAt(draft, 0))).toBe(true);
  });

  test.each([
    [0, ["", "A", "B"]],
    [1, ["A", "", "B"]],
    [2, ["A", "B", ""]],
    [99, ["A", "B", ""]],
    [-1, ["", "A", "B"]],
  ])("added at %i: before, between and after", (at, expected) => {
    expect(names(run(draftFrom([experienceOf("A"), experienceOf("B")]), { do: "add-stop", at }))).toEqual(expected);
  });

  test("removing and putting back leaves everything as it was", () => {
    const before = draftFrom([experienceOf("A"), experienceOf("B"), experienceOf("C")]);
    const form = stopAt(before, 1);
    const without = run(before, { do: "remove-stop", stop: form.tempId2 });
    expect(names(without)).toEqual(["A", "C"]);
    const back = run(without, { do: "put-back", at: 1, form });
    expect(back).toEqual(before);
    expect(run(back, { do: "put-back", at: 1, form })).toEqual(before);
  });

  test("choosing a company fills its stop only", () => {
    const before = draftFrom([experienceOf("A"), experienceOf("B")]);
    const draft = run(before, {
      do: "set-company",
      stop: stopAt(before, 1).tempId2,
      companyId: "x",
      companyName: "Figma",
      logo: "/logos/figma.svg",
    });
    expect(stopAt(draft, 0)).toBe(stopAt(before, 0));
    expect(stopAt(draft, 1)).toMatchObject({ companyId: "x", companyName: "Figma", logo: "/logos/figma.svg" });
  });

  test("a company is undisclosed and disclosed again, counts as an edit meanwhile, and travels as it is", () => {
    const kept = { ...experienceOf("B"), undisclosed: true };
    const before = draftFrom([experienceOf("A"), kept]);
    expect(toWire(before.stops).map(({ undisclosed }) => undisclosed)).toEqual([undefined, true]);
    const set = (place: number, undisclosed: boolean): DraftAction => ({
      do: "set-undisclosed",
      stop: stopAt(before, place).tempId2,
      undisclosed,
    });
    const swapped = run(before, set(0, true), set(1, false));
    expect(countChanges(before.stops, swapped.stops).edited).toBe(2);
    expect(swapped.stops.map(({ undisclosed }) => undisclosed)).toEqual([true, false]);
    expect(toWire(swapped.stops).map(({ undisclosed }) => undisclosed)).toEqual([true, false]);
    expect(countChanges(before.stops, run(swapped, set(0, false), set(1, true)).stops).edited).toBe(0);
    expect(run(before, { do: "set-undisclosed", stop: 77, undisclosed: true })).toEqual(before);
  });

  test("an unknown number changes nothing", () => {
    const before = draftFrom([experienceOf("A")]);
    expect(run(before, { do: "remove-stop", stop: 77 }, { do: "rate", stop: 77, role: 1, rating: 20 })).toEqual(before);
  });
});

describe("roles", () => {
  const start = draftFrom([experienceOf("A")]);
  const target = { stop: stopAt(start, 0).tempId2, role: roleAt(start, 0).tempId2 };

  test("ticking Current clears the end; unticking shows it empty, never the placeholder", () => {
    const current = run(start, { do: "set-role", ...target, change: { isCurrent: true } });
    expect(roleAt(current, 0)).toMatchObject({ isCurrent: true, endDate: "" });
    const ended = run(current, { do: "set-role", ...target, change: { isCurrent: false } });
    expect(roleAt(ended, 0)).toMatchObject({ isCurrent: false, endDate: "" });
    expect(checkPipeline(ended.stops)).toEqual([
      { path: "pipeline.0.roles.0.endDate", message: "Must fill out all input fields." },
    ]);
  });

  test("ticking Current makes an invalid range valid", () => {
    const wrong = run(start, { do: "set-role", ...target, change: { endDate: "2019-01-01" } });
    expect(checkPipeline(wrong.stops)).toHaveLength(1);
    const current = run(wrong, { do: "set-role", ...target, change: { isCurrent: true } });
    expect(checkPipeline(current.stops)).toEqual([]);
  });

  test("a rating is set, changed, and cleared by choosing it again", () => {
    const ratings = [20, 20, 100, 40, 40] as const;
    let draft = run(start, { do: "rate", ...target, rating: 80 });
    expect(roleAt(draft, 0).rating).toBe(0);
    const seen = ratings.map((rating) => {
      draft = changeDraft(draft, { do: "rate", ...target, rating });
      return roleAt(draft, 0).rating;
    });
    expect(seen).toEqual([20, 0, 100, 40, 0]);
  });

  test("a second role, and never none", () => {
    const two = run(start, { do: "add-role", stop: target.stop });
    expect(stopAt(two, 0).roles).toHaveLength(2);
    const [first, second] = stopAt(two, 0).roles.map(({ tempId2 }) => tempId2);
    const one = run(two, { do: "remove-role", stop: target.stop, role: first ?? -1 });
    expect(stopAt(one, 0).roles.map(({ tempId2 }) => tempId2)).toEqual([second]);
    expect(run(one, { do: "remove-role", stop: target.stop, role: second ?? -1 })).toEqual(one);
  });

  test("dates known to the day stay so until both are months", () => {
    const days = draftFrom([
      experienceOf("A", roleView({ startDate: "2020-03-17", endDate: "2020-09-04", datePrecision: "day" })),
    ]);
    const at = { stop: stopAt(days, 0).tempId2, role: roleAt(days, 0).tempId2 };
    expect(roleAt(run(days, { do: "set-role", ...at, change: { title: "B" } }), 0).datePrecision).toBe("day");
    const half = run(days, { do: "set-role", ...at, change: { startDate: "2020-04-01" } });
    expect(roleAt(half, 0).datePrecision).toBe("day");
    const whole = run(half, { do: "set-role", ...at, change: { endDate: "2020-09-01" } });
    expect(roleAt(whole, 0).datePrecision).toBe("month");
  });

  test("a day given to a role of months makes it one of days, and the server keeps the day", () => {
    const months = draftFrom([experienceOf("A", roleView({ startDate: "2020-03-01", endDate: "2020-09-01" }))]);
    const at = { stop: stopAt(months, 0).tempId2, role: roleAt(months, 0).tempId2 };
    const day = run(months, { do: "set-role", ...at, change: { startDate: "2020-03-17" } });
    expect(roleAt(day, 0).datePrecision).toBe("day");
    const [sent] = toWire(day.stops);
    if (!sent) throw new Error("nothing sent");
    expect(readExperience(sent).roles[0]).toMatchObject({
      startDate: "2020-03-17",
      endDate: "2020-09-01",
      datePrecision: "day",
    });
    const current = run(day, { do: "set-role", ...at, change: { isCurrent: true } });
    expect(roleAt(current, 0).datePrecision).toBe("day");
  });
});

describe("the wire", () => {
  test("stops and roles travel in order of start", () => {
    const draft = draftFrom([
      experienceOf("Late", roleView({ startDate: "2022-01-01", endDate: "2022-06-01" })),
      experienceOf(
        "Early",
        roleView({ title: "Second", startDate: "2021-01-01", endDate: "2200-12-02", isIndefinite: true, rating: 0 }),
        roleView({ title: "First", startDate: "2018-01-01", endDate: "2018-06-01" }),
      ),
    ]);
    const [early, late] = toWire(draft.stops);
    expect(early?.roles?.map(({ title }) => title)).toEqual(["First", "Second"]);
    expect(early).toMatchObject({
      companyName: "Early",
      title: "Second",
      startDate: "2018-01-01",
      endDate: "2200-12-02",
      isIndefinite: true,
      rating: 0,
    });
    expect(late).toMatchObject({ companyName: "Late", _id: "stop-Late", endDate: "2022-06-01", isIndefinite: false });
  });

  test("what starts together keeps the order of the page", () => {
    const draft = draftFrom([experienceOf("B"), experienceOf("A"), experienceOf("C")]);
    expect(inOrder(draft.stops).map(({ companyName }) => companyName)).toEqual(["B", "A", "C"]);
  });

  test("a stop that was never saved has no _id", () => {
    const draft = run(EMPTY, { do: "add-stop", at: 0 });
    expect(toWire(draft.stops)[0]).not.toHaveProperty("_id");
  });

  test("the placeholder comes in as Current, whichever field says so", () => {
    const draft = draftFrom([experienceOf("A", roleView({ endDate: "2200-12-02", isIndefinite: false }))]);
    expect(roleAt(draft, 0)).toMatchObject({ isCurrent: true, endDate: "" });
  });
});

describe("kinds", () => {
  test("a kind the title says follows the title; one that was chosen stays", () => {
    const draft = draftFrom([
      experienceOf("A", roleView({ title: "Software Engineer Intern", kind: "intern" })),
      experienceOf("B", roleView({ title: "Software Engineer", kind: "contract" })),
    ]);
    expect(roleAt(draft, 0).kind).toBeUndefined();
    expect(roleAt(draft, 1).kind).toBe("contract");
  });
});

describe("countChanges", () => {
  const before = draftFrom([experienceOf("A"), experienceOf("B"), experienceOf("C")]);

  test("nothing changed, in whatever order", () => {
    const none = { added: 0, edited: 0, removed: 0 };
    expect(countChanges(before.stops, before.stops)).toEqual(none);
    expect(countChanges(before.stops, before.stops.toReversed())).toEqual(none);
  });

  test("one of each", () => {
    const after = run(
      before,
      { do: "add-stop", at: 1 },
      { do: "remove-stop", stop: stopAt(before, 0).tempId2 },
      { do: "set-role", stop: stopAt(before, 2).tempId2, role: roleAt(before, 2).tempId2, change: { title: "New" } },
    );
    expect(countChanges(before.stops, after.stops)).toEqual({ added: 1, edited: 1, removed: 1 });
  });

  test("an empty form that is filled in is an added stop", () => {
    const empty = run(EMPTY, { do: "add-stop", at: 0 });
    const at = { stop: stopAt(empty, 0).tempId2, role: roleAt(empty, 0).tempId2 };
    const filled = run(empty, { do: "set-role", ...at, change: { title: "x" } });
    expect(countChanges(empty.stops, empty.stops).added).toBe(0);
    expect(countChanges(empty.stops, filled.stops)).toEqual({ added: 1, edited: 0, removed: 0 });
  });

  test("a company that got its id with a save is still the same; another one is not", () => {
    const stop = stopAt(before, 0);
    const renamed = (change: Partial<StopDraft>) =>
      countChanges(before.stops, [{ ...stop, ...change }, ...before.stops.slice(1)]);
    expect(renamed({ companyId: "", companyName: " a " }).edited).toBe(0);
    expect(renamed({ _id: "new" }).edited).toBe(0);
    expect(renamed({ companyId: "other" }).edited).toBe(1);
    expect(renamed({ companyId: "", companyName: "B" }).edited).toBe(1);
  });

  test("an edit taken back is none", () => {
    const at = { stop: stopAt(before, 0).tempId2, role: roleAt(before, 0).tempId2 };
    const after = run(before, { do: "rate", ...at, rating: 20 }, { do: "rate", ...at, rating: 80 });
    expect(countChanges(before.stops, after.stops).edited).toBe(0);
  });
});

describe("properties", () => {
  const date = fc.constantFrom("2015-01-01", "2017-05-01", "2019-08-01", "2021-02-01");
  const views = fc
    .array(
      fc.array(
        fc.record({
          start: date,
          isIndefinite: fc.boolean(),
          title: fc.string({ minLength: 1 }),
          rating: fc.constantFrom(0, 20, 40, 60, 80, 100),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      { maxLength: 4 },
    )
    .map((list) =>
      list.map((roles, index) =>
        experienceOf(
          `C${index}`,
          ...roles.map(({ start, isIndefinite, title, rating }) =>
            roleView({
              startDate: start,
              endDate: isIndefinite ? "2200-12-02" : "2021-06-01",
              isIndefinite,
              title,
              rating,
            }),
          ),
        ),
      ),
    );

  test("an untouched pipeline goes out as it came in", () => {
    fc.assert(
      fc.property(views, (pipeline) => {
        const { stops } = draftFrom(pipeline);
        const back = toWire(stops)
          .map(readExperience)
          .map(({ companyId, companyName, roles }) => ({
            companyId,
            companyName,
            roles: roles.map(({ tempId2: _, ...role }) => role),
          }));
        const expected = inOrder(stops).map(({ companyId, companyName, roles }) => ({
          companyId,
          companyName,
          roles: roles.map(({ tempId2: _, title, ...role }) => ({
            ...role,
            title: title.trim().replace(/\s+/gu, " "),
          })),
        }));
        expect(back).toEqual(expected);
      }),
    );
  });

  const actions = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant("add-stop" as const), at: fc.nat(5) }),
      fc.record({ do: fc.constant("remove-stop" as const), stop: fc.nat(12) }),
      fc.record({ do: fc.constant("add-role" as const), stop: fc.nat(12) }),
      fc.record({ do: fc.constant("remove-role" as const), stop: fc.nat(12), role: fc.nat(12) }),
      fc.record({
        do: fc.constant("set-role" as const),
        stop: fc.nat(12),
        role: fc.nat(12),
        change: fc.constantFrom({ isCurrent: true }, { isCurrent: false }, { endDate: "2020-01-01" }, { title: "x" }),
      }),
    ),
    { maxLength: 30 },
  );

  test("whatever is done: numbers stay unique, each stop has a role, current roles have no end", () => {
    fc.assert(
      fc.property(views, actions, (pipeline, list) => {
        const draft = run(draftFrom(pipeline), ...list);
        const ids = draft.stops.flatMap((stop) => [stop.tempId2, ...stop.roles.map(({ tempId2 }) => tempId2)]);
        expect(new Set(ids).size).toBe(ids.length);
        expect(Math.max(0, ...ids)).toBeLessThan(draft.nextId);
        for (const stop of draft.stops) expect(stop.roles.length).toBeGreaterThan(0);
        expect(JSON.stringify(draft)).not.toContain("2200-12-02");
      }),
    );
  });
});
