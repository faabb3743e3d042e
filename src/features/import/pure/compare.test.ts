import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#tests/helpers/amount.ts";
import { checkPipeline, MAX_ROLES } from "#features/pipeline/check.ts";
import { type PipelineDraft } from "#features/pipeline/draft.ts";
import { changeDraft, type RoleChange } from "#features/pipeline/pure/change-draft.ts";
import type { RoleKind } from "#core/role-kind.ts";
import { importRow, rowArbitrary, rowsArbitrary } from "#tests/helpers/import-rows.ts";
import { applyReview } from "./apply-review.ts";
import { serializeHistory, parseHistory } from "./import-history.ts";
import { defaultTicks, compareWithFile, wholeRows, type ReviewRow } from "./compare.ts";
import { needsOf, needsText, type ImportRow } from "./import-rows.ts";

const countMissing = (rows: readonly ReviewRow[]): number => rows.filter(({ status }) => status === "missing").length;

const EMPTY: PipelineDraft = { stops: [], nextId: 1 };

/** The draft after a review that was accepted as it stood. */
function accept(
  draft: PipelineDraft,
  last: readonly ImportRow[] | undefined,
  file: readonly ImportRow[],
): PipelineDraft {
  const rows = compareWithFile(draft.stops, last, file);
  return applyReview(draft, rows, defaultTicks(rows)).draft;
}

function edit(draft: PipelineDraft, change: RoleChange): PipelineDraft {
  const [stop] = draft.stops;
  const [role] = stop?.roles ?? [];
  if (!stop || !role) return draft;
  return changeDraft(draft, { do: "set-role", stop: stop.tempId2, role: role.tempId2, change });
}

const statuses = (rows: readonly ReviewRow[]): string[] =>
  rows.map(({ status, isTicked }) => `${status}${isTicked ? " ✓" : ""}`);
const lines = (draft: PipelineDraft): string[] =>
  draft.stops.map(
    ({ companyName, roles }) =>
      `${companyName}: ${roles.map((role) => `${role.title} ${role.startDate}–${role.isCurrent ? "" : role.endDate} ${role.datePrecision}`).join("; ")}`,
  );

const engineer = importRow("Northwind", "Engineer", "2020-01", "2022-02");
const senior = importRow("Northwind", "Senior Engineer", "2022-03", "");
const intern = importRow("Quarry Lane", "Intern", "2019", "2019");
const FILE = [senior, engineer, intern];

describe("a review", () => {
  it("of a first import adds everything, roles of one company to one stop, in order of start", () => {
    const rows = compareWithFile([], undefined, FILE);
    expect(statuses(rows)).toEqual(["added ✓", "added ✓", "added ✓"]);
    expect(rows.map(({ needs }) => needsText(needs))).toEqual(["Ready", "Ready", "Needs months"]);
    expect(lines(accept(EMPTY, undefined, FILE))).toEqual([
      "Quarry Lane: Intern 2019-01-01–2019-01-01 year",
      "Northwind: Engineer 2020-01-01–2022-02-01 month; Senior Engineer 2022-03-01– month",
    ]);
  });

  it("adds to a stop of mine that names the company otherwise, and takes the place of an empty form", () => {
    const mine = accept(EMPTY, undefined, [importRow("Northwind Inc.", "Trainee", "2018-01", "2018-12")]);
    expect(lines(accept(mine, undefined, [engineer]))).toEqual([
      "Northwind Inc.: Trainee 2018-01-01–2018-12-01 month; Engineer 2020-01-01–2022-02-01 month",
    ]);
    const blank = changeDraft(EMPTY, { do: "add-stop", at: 0 });
    expect(lines(accept(blank, undefined, [engineer]))).toHaveLength(1);
    expect(accept(blank, undefined, []).stops).toHaveLength(1);
  });

  it("tells what the file changed since the last import, and what only I did", () => {
    const mine = accept(EMPTY, undefined, FILE);
    const ended = { ...senior, end: { date: "2024-05-01", precision: "month" as const }, isCurrent: false };
    const added = importRow("Harbour", "Lead", "2024-06", "");
    const rows = compareWithFile(mine.stops, FILE, [added, ended, engineer, intern]);
    expect(statuses(rows)).toEqual(["added ✓", "changed ✓", "unchanged", "unchanged"]);
    expect(rows[1]?.differences).toEqual([{ field: "end", is: "changed" }]);
    expect(lines(accept(mine, FILE, [added, ended, engineer, intern]))[1]).toContain(
      "Senior Engineer 2022-03-01–2024-05-01",
    );

    const edited = edit(mine, { title: "Summer Intern" });
    expect(statuses(compareWithFile(edited.stops, FILE, FILE))).toEqual(["unchanged", "unchanged", "unchanged"]);
  });

  it("calls it a conflict where both were changed, and leaves mine unless it is ticked", () => {
    const mine = accept(EMPTY, undefined, [engineer]);
    const edited = edit(mine, { endDate: "2022-06-01" });
    const file = [{ ...engineer, end: { date: "2022-04-01", precision: "month" as const } }];
    const rows = compareWithFile(edited.stops, [engineer], file);
    expect(statuses(rows)).toEqual(["conflicting"]);
    expect(applyReview(edited, rows, defaultTicks(rows)).draft).toEqual(edited);
    expect(lines(applyReview(edited, rows, wholeRows(rows)).draft)).toEqual([
      "Northwind: Engineer 2020-01-01–2022-04-01 month",
    ]);
  });

  it("fills in what mine lacks: months for a year, a missing end", () => {
    const mine = accept(EMPTY, undefined, [importRow("Northwind", "Engineer", "2020", "2022")]);
    const rows = compareWithFile(mine.stops, undefined, [engineer]);
    expect(statuses(rows)).toEqual(["changed ✓"]);
    expect(lines(accept(mine, undefined, [engineer]))).toEqual(["Northwind: Engineer 2020-01-01–2022-02-01 month"]);
    // And the other way round nothing is lost.
    const known = accept(EMPTY, undefined, [engineer]);
    expect(
      statuses(compareWithFile(known.stops, undefined, [importRow("Northwind", "Engineer", "2020", "2022")])),
    ).toEqual(["unchanged"]);
  });

  it.each([
    ["2015-12", "conflicting"],
    // A role that begins twelve months later is taken for another stay at the company.
    ["2016-01", "added"],
  ])("takes a role from %s on for mine of January 2015: %s", (start, status) => {
    const mine = accept(EMPTY, undefined, [importRow("Northwind", "Engineer", "2015-01", "2015-06")]);
    const file = [importRow("Northwind", "Engineer", start, "2017-06")];
    expect(statuses(compareWithFile(mine.stops, undefined, file))[0]).toContain(status);
  });

  it("takes a role that begins where mine ended for another stay", () => {
    const mine = accept(EMPTY, undefined, [importRow("Northwind", "Engineer", "2015-01", "2016-06")]);
    const rows = compareWithFile(mine.stops, undefined, [importRow("Northwind", "Engineer", "2016-06", "2018-01")]);
    expect(statuses(rows)[0]).toContain("added");
  });

  it("does not bring back what I took out, and does not take out what the file no longer has", () => {
    const mine = accept(EMPTY, undefined, FILE);
    const [first] = mine.stops;
    const without = changeDraft(mine, { do: "remove-stop", stop: first?.tempId2 ?? 0 });
    const rows = compareWithFile(without.stops, FILE, FILE);
    expect(rows.map(({ status, isTicked, wasDeclined }) => [status, isTicked, wasDeclined])).toEqual([
      ["unchanged", false, false],
      ["unchanged", false, false],
      ["added", false, true],
    ]);
    const shorter = compareWithFile(mine.stops, FILE, [senior]);
    expect(shorter.map(({ status }) => status).toSorted()).toEqual(["missing", "missing", "unchanged"]);
    expect(applyReview(mine, shorter, defaultTicks(shorter)).draft).toEqual(mine);
    expect(lines(applyReview(mine, shorter, wholeRows(shorter)).draft)).toHaveLength(1);
    // A file without jobs says nothing of jobs.
    expect(countMissing(compareWithFile(mine.stops, FILE, []))).toBe(0);
  });

  it("keeps what I typed myself out of it", () => {
    const mine = accept(EMPTY, undefined, [importRow("Own Works", "Founder", "2010-01", "2012-01")]);
    const rows = compareWithFile(mine.stops, [], FILE);
    expect(rows.at(-1)).toMatchObject({ id: "mine-0", status: "unchanged", canTick: false });
    expect(lines(accept(mine, [], FILE))).toContain("Own Works: Founder 2010-01-01–2012-01-01 month");
  });

  it("follows a company that the file, not I, renamed; and keeps the name I gave it", () => {
    const mine = accept(EMPTY, undefined, [engineer]);
    const renamed = [{ ...engineer, companyName: "Northwind Group" }];
    const rows = compareWithFile(mine.stops, [engineer], renamed);
    expect(rows[0]?.differences).toEqual([{ field: "company", is: "changed" }]);
    expect(lines(accept(mine, [engineer], renamed))).toEqual(["Northwind Group: Engineer 2020-01-01–2022-02-01 month"]);
    const [stop] = mine.stops;
    const own = changeDraft(mine, {
      do: "set-company",
      stop: stop?.tempId2 ?? 0,
      companyId: "",
      companyName: "Nowhere",
      logo: "",
    });
    expect(statuses(compareWithFile(own.stops, [engineer], [engineer]))).toEqual(["unchanged"]);
  });

  it("says what has no room, and puts in the rest", () => {
    const file = Array.from({ length: MAX_ROLES + 2 }, (_, at) =>
      importRow("Northwind", `Title ${at}`, String(1_990 + at), String(1_990 + at)),
    );
    const rows = compareWithFile([], undefined, file);
    const { draft, problems } = applyReview(EMPTY, rows, defaultTicks(rows));
    expect(draft.stops[0]?.roles).toHaveLength(MAX_ROLES);
    expect(problems.map(({ why }) => why)).toEqual(
      Array.from({ length: 2 }, () => "Northwind has 20 roles already, which is the most. The row was left out."),
    );
    const companies = Array.from({ length: 52 }, (_, at) => importRow(`Works ${at}`, "Title", "2020", "2021"));
    const many = compareWithFile([], undefined, companies);
    expect(applyReview(EMPTY, many, defaultTicks(many)).problems).toHaveLength(2);
  });
});

describe("properties of a review", () => {
  it("the same file twice changes nothing, with and without the last import at hand", () => {
    fc.assert(
      fc.property(rowsArbitrary, (file) => {
        const once = accept(EMPTY, undefined, file);
        expect(accept(once, file, file)).toEqual(once);
        expect(accept(once, undefined, file)).toEqual(once);
        expect(compareWithFile(once.stops, file, file).every(({ isTicked }) => !isTicked)).toBe(true);
      }),
      { numRuns: tries({ all: 300, some: 100 }) },
    );
  });

  it("what I edited after an import stays as I left it", () => {
    const change: fc.Arbitrary<RoleChange> = fc.oneof(
      fc.constantFrom("Chief Cook", "Engineer", "x").map((title) => ({ title })),
      fc.integer({ min: 1_960, max: 2_029 }).map((year) => ({ startDate: `${year}-05-01` })),
      fc.integer({ min: 1_960, max: 2_029 }).map((year) => ({ endDate: `${year}-05-01`, isCurrent: false })),
      fc.constant({ isCurrent: true }),
      fc.constantFrom<number[]>(20, 40, 100).map((rating) => ({ rating })),
      fc.constantFrom<RoleKind[]>("intern", "contract").map((kind) => ({ kind })),
    );
    fc.assert(
      fc.property(
        rowsArbitrary,
        fc.array(fc.tuple(fc.nat(), change), { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 3 }),
        (file, changes, removals) => {
          let mine = accept(EMPTY, undefined, file);
          for (const [at, one] of changes) {
            const all = mine.stops.flatMap((stop) => stop.roles.map((role) => ({ stop, role })));
            const found = all[at % Math.max(1, all.length)];
            if (found)
              mine = changeDraft(mine, {
                do: "set-role",
                stop: found.stop.tempId2,
                role: found.role.tempId2,
                change: one,
              });
          }
          for (const at of removals) {
            const found = mine.stops[at % Math.max(1, mine.stops.length)];
            if (found) mine = changeDraft(mine, { do: "remove-stop", stop: found.tempId2 });
          }
          expect(accept(mine, file, file)).toEqual(mine);
        },
      ),
      { numRuns: tries({ all: 300, some: 100 }) },
    );
  });

  it("what I edited stays also where the file has moved on", () => {
    const own: fc.Arbitrary<RoleChange> = fc.oneof(
      fc.constant({ title: "Chief Cook" }),
      fc.constant({ endDate: "2029-05-01", isCurrent: false }),
      fc.constantFrom<number[]>(20, 100).map((rating) => ({ rating })),
    );
    const moved = fc.constantFrom<Partial<ImportRow>[]>(
      { title: "Head Baker" },
      { end: { date: "2028-03-01", precision: "month" }, isCurrent: false },
      { end: undefined, isCurrent: true },
    );
    fc.assert(
      fc.property(
        rowsArbitrary,
        fc.nat(),
        own,
        fc.nat(),
        moved,
        rowsArbitrary,
        (last, at, change, which, news, more) => {
          const before = accept(EMPTY, undefined, last);
          const all = before.stops.flatMap((stop) => stop.roles.map((role) => ({ stop, role })));
          const found = all[at % Math.max(1, all.length)];
          if (!found) return;
          const mine = changeDraft(before, {
            do: "set-role",
            stop: found.stop.tempId2,
            role: found.role.tempId2,
            change,
          });
          const file = [
            ...last.map((row, index) => (index === which % last.length ? { ...row, ...news } : row)),
            ...more,
          ];
          const after = accept(mine, last, file).stops.flatMap(({ roles }) => roles);
          expect(after.find(({ tempId2 }) => tempId2 === found.role.tempId2)).toMatchObject(change);
        },
      ),
      { numRuns: tries({ all: 300, some: 100 }) },
    );
  });

  it("nothing is lost: every role of mine is there afterwards, every ticked row too, and no row is shown twice", () => {
    fc.assert(
      fc.property(rowsArbitrary, fc.option(rowsArbitrary, { nil: undefined }), rowsArbitrary, (own, last, file) => {
        const mine = accept(EMPTY, undefined, own);
        const rows = compareWithFile(mine.stops, last, file);
        const { draft, problems } = applyReview(mine, rows, defaultTicks(rows));
        const before = mine.stops.flatMap(({ roles }) => roles.map(({ tempId2 }) => tempId2));
        const after = draft.stops.flatMap(({ roles }) => roles.map(({ tempId2 }) => tempId2));
        expect(after).toEqual(expect.arrayContaining(before));
        expect(new Set(after).size).toBe(after.length);
        expect(problems).toEqual([]);
        expect(after.length - before.length).toBe(
          rows.filter(({ status, isTicked }) => status === "added" && isTicked).length,
        );
        expect(rows.filter(({ file: of }) => of !== undefined).map(({ file: of }) => of)).toEqual(file);
        const shown = rows.flatMap(({ mine: of }) => of?.role.tempId2 ?? []);
        expect(shown.toSorted()).toEqual(before.toSorted());
      }),
      { numRuns: tries({ all: 300, some: 100 }) },
    );
  });

  it("whole rows make a pipeline that may be saved; what is not whole is named", () => {
    fc.assert(
      fc.property(rowsArbitrary, (file) => {
        const draft = accept(EMPTY, undefined, file);
        const isWhole = draft.stops.every(({ roles }) =>
          roles.every((role) => needsOf(role).every((need) => need === "months")),
        );
        if (isWhole) expect(checkPipeline(draft.stops)).toEqual([]);
      }),
      { numRuns: tries({ all: 300, some: 100 }) },
    );
  });
});

describe("what kind of file it is", () => {
  const remembered = (rows: ImportRow[]): ImportRow[] | undefined =>
    parseHistory(serializeHistory({ rows, person: {} }))?.rows;
  const ours = (row: ImportRow, undisclosed = false): ImportRow => ({
    ...row,
    undisclosed,
    from: { file: "stops.csv", line: 2 },
  });

  it("decides whether a job that it does not hold is offered to be taken out: only one that the same kind told of", () => {
    const own = [senior, engineer].map((row) => ours(row));
    const mine = accept(EMPTY, undefined, own);
    const missing = (last: ImportRow[] | undefined, file: ImportRow[]): number =>
      countMissing(compareWithFile(mine.stops, last, file));
    expect(missing(remembered(own), [intern])).toBe(0);
    expect(missing(remembered(own), [ours(intern)])).toBe(2);
    expect(missing(remembered([senior, engineer]), [intern])).toBe(2);
    expect(missing(remembered([senior, engineer]), [{ ...intern, from: { file: "resume.json", line: 0 } }])).toBe(0);
    expect(missing(remembered([senior, engineer]), [{ ...intern, from: { file: "jobs.csv", line: 2 } }])).toBe(0);
  });

  it("decides whether the first of a month is a day or stands for the month", () => {
    const mine = accept(EMPTY, undefined, [importRow("Northwind", "Engineer", "2021-02", "2022-05")]);
    const days = importRow("Northwind", "Engineer", "2021-02-01", "2022-05-01");
    expect(statuses(compareWithFile(mine.stops, undefined, [days]))).toEqual(["unchanged"]);
    expect(statuses(compareWithFile(mine.stops, undefined, [ours(days)]))).toEqual(["changed ✓"]);
    const real = importRow("Northwind", "Engineer", "2021-02-01", "2022-05-12");
    expect(statuses(compareWithFile(mine.stops, undefined, [real]))).toEqual(["changed ✓"]);
    const other = importRow("Northwind", "Engineer", "2021-03-01", "2022-05-01");
    expect(statuses(compareWithFile(mine.stops, undefined, [other]))).toEqual(["conflicting"]);
  });

  it("decides whether years need months: not those of our own, nor where my line has them", () => {
    const needs = (mine: PipelineDraft, file: ImportRow): string[] =>
      compareWithFile(mine.stops, undefined, [file]).map((row) => needsText(row.needs));
    expect(needs(EMPTY, intern)).toEqual(["Needs months"]);
    expect(needs(EMPTY, ours(intern))).toEqual(["Ready"]);
    const known = accept(EMPTY, undefined, [importRow("Quarry Lane", "Intern", "2019-03", "2019-09")]);
    expect(needs(known, intern)).toEqual(["Ready"]);
    expect(needs(accept(EMPTY, undefined, [intern]), intern)).toEqual(["Needs months"]);
  });

  it("offers what our own hides, ticked where that hides more alone, also what was untouched since", () => {
    const [shown, hidden] = [ours(engineer), ours(engineer, true)];
    const of = (mine: ImportRow, file: ImportRow, last?: ImportRow): ReviewRow[] =>
      compareWithFile(accept(EMPTY, undefined, [mine]).stops, last && [last], [file]);
    expect(statuses(of(engineer, hidden))).toEqual(["changed ✓"]);
    expect(statuses(of(hidden, shown))).toEqual(["conflicting"]);
    expect(statuses(of(hidden, shown, hidden))).toEqual(["conflicting"]);
    expect(statuses(of(hidden, engineer))).toEqual(["unchanged"]);
    expect(statuses(of(shown, shown))).toEqual(["unchanged"]);
    const mine = accept(EMPTY, undefined, [shown]);
    expect(mine.stops.map(({ undisclosed }) => undisclosed)).toEqual([false]);
    expect(accept(mine, undefined, [hidden]).stops.map(({ undisclosed }) => undisclosed)).toEqual([true]);
    // A job that joins a company of mine is not shown by it.
    const joined = accept(mine, undefined, [ours(senior, true)]);
    expect(joined.stops.map(({ undisclosed, roles }) => [undisclosed, roles.length])).toEqual([[true, 2]]);
    // The same with another company: an undisclosed stop stays undisclosed.
    const moved = compareWithFile(accept(EMPTY, undefined, [hidden]).stops, undefined, [
      { ...shown, companyName: "Northwind Labs", start: hidden.start },
    ]);
    const company = new Map(moved.map(({ id }) => [id, new Set(["company"] as const)]));
    const { draft } = applyReview(accept(EMPTY, undefined, [hidden]), moved, company);
    expect(draft.stops.map(({ companyName, undisclosed }) => [companyName, undisclosed])).toEqual([
      ["Northwind Labs", true],
    ]);
  });
});

describe("the last import", () => {
  it("comes back from its text as it was, but for where it stood", () => {
    fc.assert(
      fc.property(rowArbitrary, (row) => {
        const person = { name: "Nova Quill", location: "Iceland" };
        const kept = { ...row, logo: "", from: { file: "", line: 0 }, source: "export" };
        expect(parseHistory(serializeHistory({ rows: [row], person }))).toEqual({ rows: [kept], person });
      }),
    );
  });

  it("is none where the text is another", () => {
    for (const text of [null, "", "{}", "[]", '{"version":3,"rows":[]}', '{"version":1}', "{"])
      expect(parseHistory(text)).toBeUndefined();
    expect(
      parseHistory(
        '{"version":1,"rows":[{"companyId":"x","start":{"date":"2020-13-01","precision":"month"},"rating":7}],"person":{"a":1}}',
      ),
    ).toEqual({
      person: {},
      rows: [
        {
          companyId: "",
          companyName: "",
          logo: "",
          title: "",
          start: undefined,
          end: undefined,
          isCurrent: false,
          kind: undefined,
          rating: 0,
          from: { file: "", line: 0 },
        },
      ],
    });
  });
});
