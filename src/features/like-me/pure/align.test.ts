import { describe, expect, it } from "vitest";
import { fixtureId, pipelineOf, TODAY, type RoleSpec } from "#features/person-card/parts/fixtures.ts";
import { alignLine, monthAtAge, NOW_AT, YEARS_AFTER, YEARS_BEFORE } from "./align.ts";

const INTERN: RoleSpec = { at: "A", title: "Engineer Intern", from: "2018-05-01", to: "2018-08-01" };
const FIRST: RoleSpec = { at: "B", title: "Engineer", from: "2019-01-01", to: "2021-12-01" };
const NEXT: RoleSpec = { at: "C", title: "Senior Engineer", from: "2022-01-01" };
const month = (year: number, of: number): number => year * 12 + of - 1;
const align = (specs: readonly RoleSpec[], at: number, shared: readonly string[] = []) =>
  alignLine(pipelineOf(specs), {
    at,
    shared: new Set(shared.map((name) => `company:${fixtureId(`company ${name}`)}`)),
    today: TODAY,
  });
/** The place, in percent of the width, that is so many months after the point where the lines are aligned. */
const percent = (months: number): number =>
  Math.round(((months + YEARS_BEFORE * 12) / ((YEARS_BEFORE + YEARS_AFTER) * 12)) * 1000) / 10;

describe("the month that a line of a career age has reached", () => {
  it("counts from the first full-time role, not from an internship", () => {
    expect(monthAtAge(pipelineOf([INTERN, FIRST]), { months: 16, since: "career-start" })).toBe(month(2020, 5));
  });

  it("counts from the first role of all where no career has begun", () => {
    const again: RoleSpec = { ...INTERN, at: "D", from: "2019-05-01", to: "2019-08-01" };
    expect(monthAtAge(pipelineOf([INTERN, again]), { months: 3, since: "first-role" })).toBe(month(2018, 8));
    expect(monthAtAge(pipelineOf([INTERN]), { months: 3, since: "career-start" })).toBeUndefined();
    expect(monthAtAge([], { months: 3, since: "first-role" })).toBeUndefined();
  });

  it("takes the middle of a year of which no month is known", () => {
    const year: RoleSpec = { ...FIRST, from: "2019-01-01", to: "2021-01-01", precision: "year" };
    expect(monthAtAge(pipelineOf([year]), { months: 0, since: "career-start" })).toBe(month(2019, 7));
  });
});

describe("a line lined up", () => {
  const at = month(2020, 5);

  it("has each stop as many months from the point as it began before or after it", () => {
    const { stops } = align([INTERN, FIRST, NEXT], at);
    expect(stops.map(({ x }) => x)).toEqual([percent(-24), percent(-16), percent(20)]);
    expect(stops.map(({ isPast }) => isPast)).toEqual([true, true, false]);
    expect(stops.map(({ kind }) => kind)).toEqual(["i", "f", "f"]);
  });

  it("stands at its edges where it began before them or goes on behind them", () => {
    const old: RoleSpec = { at: "Z", title: "Engineer", from: "1990-01-01", to: "2019-12-01" };
    const { stops, end, endsAt } = align([old, FIRST, NEXT], month(2000, 1));
    expect(stops[0]?.x).toBe(0);
    expect(stops.at(-1)?.x).toBe(100);
    expect(end).toBe("beyond");
    expect(endsAt).toBe(100);
  });

  it("draws one stop for all before its first edge, a shared one rather than the latest, and none behind its last", () => {
    const early = (name: string, year: number): RoleSpec => ({
      at: name,
      title: "Engineer",
      from: `${year}-01-01`,
      to: `${year}-12-01`,
    });
    const specs = [early("P", 1990), early("Q", 1991), early("R", 1992), FIRST, NEXT];
    const shownAt = (shared: readonly string[]) => align(specs, month(2000, 1), shared).stops.map(({ shown }) => shown);
    expect(shownAt([])).toEqual(["no", "no", "dot", "no", "no"]);
    expect(shownAt(["Q"])).toEqual(["no", "ring", "no", "no", "no"]);
  });

  it("draws a dot where a ring would cover the one before", () => {
    const soon: RoleSpec = { at: "D", title: "Engineer", from: "2022-03-01", to: "2022-04-01" };
    const { stops } = align([FIRST, { ...NEXT, to: "2022-02-01" }, soon], at);
    expect(stops.map(({ shown }) => shown)).toEqual(["dot", "ring", "dot"]);
    expect(stops.map(({ label }) => label.wide !== undefined)).toEqual([false, true, false]);
  });

  it("names one's own line, with rings: the latest stop first, and all names before the band", () => {
    const own = (specs: readonly RoleSpec[], now: number) =>
      alignLine(pipelineOf(specs), { at: now, shared: new Set(), today: TODAY, isOwn: true }).stops;
    const near = own([INTERN, FIRST], at);
    expect(near.map(({ shown }) => shown)).toEqual(["ring", "ring"]);
    expect(near.map(({ label }) => label.wide)).toEqual([undefined, { room: percent(-16), isBefore: true }]);
    // A month ago: its name ends at its ring, and shares the distance with the name before it.
    const late = own([INTERN, FIRST, NEXT], month(2022, 2));
    expect(late.map(({ label }) => label.wide?.isBefore)).toEqual([false, undefined, true]);
    const [intern = 0, , last = 0] = late.map(({ x }) => x);
    expect(late[2]?.label.wide?.room).toBeCloseTo((last - intern) / 2);
    expect(late[0]?.label.wide?.room).toBeCloseTo((last - intern) / 2);
    // Long ago: its name begins at its ring and ends before the band.
    const [, long] = own([INTERN, FIRST], month(2022, 2));
    expect(long?.label.wide).toEqual({ room: NOW_AT - (long?.x ?? NOW_AT), isBefore: false });
  });

  it("has a word for the level of a title, and none for the plain one", () => {
    expect(align([FIRST, NEXT], at).stops.map(({ level }) => level)).toEqual(["", "Senior"]);
  });

  it("draws track from stop to stop: dashed for internships, thin for pauses, and how it ends", () => {
    const { tracks, end, endsAt } = align([INTERN, FIRST, NEXT], at);
    expect(tracks.map(({ kind }) => kind)).toEqual(["intern", "gap", "full", "full"]);
    expect(tracks.every(({ from, to }) => from <= to)).toBe(true);
    expect(tracks[0]?.to).toBe(tracks[1]?.from);
    // Still there today.
    expect(end).toBe("arrow");
    expect(endsAt).toBe(percent(month(2024, 10) - at));
    expect(align([INTERN], month(2018, 6)).end).toBe("bar");
  });

  it("marks the stops that both lines have, and only those", () => {
    expect(align([INTERN, FIRST, NEXT], at, ["B"]).stops.map(({ isShared }) => isShared)).toEqual([false, true, false]);
  });

  it("labels the future alone, and no two labels where they would touch", () => {
    const future = Array.from({ length: 6 }, (_, n): RoleSpec => ({
      at: `F${n}`,
      title: "Engineer",
      from: `2021-0${n + 1}-01`,
      to: `2021-0${n + 1}-20`,
    }));
    const { stops } = align([{ ...FIRST, to: "2020-12-01" }, ...future], at);
    const labelled = stops.filter(({ label }) => label.wide !== undefined);
    expect(labelled.map(({ name }) => name)).toEqual(["F0"]);
    expect(align([INTERN, FIRST, NEXT], at).stops.map(({ label }) => label.wide !== undefined)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("names a stop at the far edge before it, where nothing else is named", () => {
    const far: RoleSpec = { at: "F", title: "Engineer", from: "2025-06-01" };
    const { stops } = align([FIRST, far], at);
    expect(stops.map(({ label }) => label.wide?.isBefore === true)).toEqual([false, true]);
    // Its name, however long, does not reach back over the band.
    expect(stops[1]?.label.wide?.room).toBe((stops[1]?.x ?? 0) - NOW_AT);
    const onPhone = align([FIRST, { ...far, from: "2024-06-01" }], at).stops[1];
    expect(onPhone?.label.narrow).toEqual({ room: (onPhone?.x ?? 0) - NOW_AT, isBefore: true });
    const near: RoleSpec = { at: "N", title: "Engineer", from: "2024-01-01", to: "2025-05-01" };
    expect(align([FIRST, near, far], at).stops.map(({ label }) => label.wide !== undefined)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("lists the late stops that a phone has no room to name beside their rings", () => {
    const near: RoleSpec = { at: "N", title: "Engineer", from: "2022-06-01", to: "2023-05-01" };
    const far: RoleSpec = { at: "F", title: "Engineer", from: "2023-06-01", to: "2024-05-01" };
    const behind: RoleSpec = { at: "X", title: "Engineer", from: "2025-08-01" };
    const { stops, unnamed } = align([INTERN, FIRST, near, far, behind], at);
    expect(stops.map(({ shown }) => shown)).toEqual(["dot", "dot", "ring", "ring", "ring"]);
    expect(stops.map(({ label }) => label.narrow !== undefined)).toEqual([false, false, true, false, false]);
    expect(unnamed).toEqual(["F"]);
    expect(align([INTERN, FIRST, NEXT], at).unnamed).toEqual([]);
  });

  it("says every stop in words, and survives a line without one", () => {
    expect(align([INTERN, NEXT], at).spoken).toBe(
      "Engineer Intern, A, May 2018 to August 2018; Senior Engineer, C, January 2022 to present",
    );
    expect(align([], at)).toMatchObject({ stops: [], tracks: [], endsAt: 0, spoken: "" });
  });
});
