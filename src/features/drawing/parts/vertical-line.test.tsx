import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { pipelineOf, TODAY, type RoleSpec } from "#features/person-card/parts/fixtures.ts";
import { lineView } from "#features/drawing/pure/segments.ts";
import { Timeline } from "./timeline.tsx";
import { lettersAt, MAX_NAME, timelineOf } from "./timeline-scale.ts";
import { VerticalLine } from "./vertical-line.tsx";

const SCHOOL = { school: "", schoolName: "TU Delft", schoolLogo: "" };

function drawn(specs: RoleSpec[]): string {
  return renderToStaticMarkup(<VerticalLine view={lineView(pipelineOf(specs), TODAY)} school={SCHOOL} today={TODAY} />);
}

const GOOGLE: RoleSpec[] = [
  { at: "Google", title: "Software Engineer Intern", from: "2018-05-01", to: "2018-08-01" },
  { at: "Google", title: "Software Engineer", from: "2018-09-01", to: "2021-07-01" },
  { at: "Google", title: "Senior Software Engineer", from: "2021-08-01", to: "2023-03-01" },
];
const BACK: RoleSpec[] = [
  { at: "Shopify", title: "Staff Engineer", from: "2023-04-01", to: "2024-01-01" },
  { at: "Google", title: "Principal Engineer", from: "2024-02-01" },
];

describe("VerticalLine", () => {
  it("draws successive roles as one station, the first at its ring and a tick for each later one, dashed before solid", () => {
    const html = drawn(GOOGLE);
    expect(html).toContain("3 roles");
    expect(html.match(/st st--l/g)?.length).toBe(2);
    expect([...html.matchAll(/data-t="(\w+)"/g)].map((match) => match[1])).toEqual(["gap", "i", "f", "bar"]);
    expect(html).not.toContain("st--xs");
    expect(html.match(/class="ps__k"/g)?.length).toBe(2);
    // The first role's words come before the first tick.
    expect(html.indexOf("Software Engineer Intern")).toBeLessThan(html.indexOf("ps__k"));
    expect(html.indexOf("May 2018 – August 2018")).toBeLessThan(html.indexOf("ps__k"));
    expect(html.indexOf(">Software Engineer<")).toBeGreaterThan(html.indexOf("ps__k"));
  });

  it("draws a return as a second station", () => {
    const html = drawn([...GOOGLE, ...BACK]);
    expect(html.match(/st st--l/g)?.length).toBe(4);
    expect(html).toContain("again");
    expect(html).toContain('data-t="arrow"');
  });

  it("shows long dates and how long", () => {
    expect(drawn(GOOGLE.slice(0, 1))).toContain("May 2018 – August 2018");
    expect(drawn(GOOGLE.slice(0, 1))).toContain("4 mo");
  });

  it("shows ratings only where the view holds them", () => {
    expect(drawn(GOOGLE)).not.toContain("face");
    const pipeline = pipelineOf(GOOGLE.slice(0, 1));
    const own = pipeline.map((stop) => ({ ...stop, roles: stop.roles.map((role) => ({ ...role, rating: 80 })) }));
    const html = renderToStaticMarkup(<VerticalLine view={lineView(own, TODAY)} school={SCHOOL} today={TODAY} />);
    expect(html).toContain("Happy");
  });
});

describe("an undisclosed company", () => {
  const kept = pipelineOf(GOOGLE.slice(0, 1)).map((stop) => ({ ...stop, undisclosed: true }));
  const draw = (stops: typeof kept): string =>
    renderToStaticMarkup(<VerticalLine view={lineView(stops, TODAY)} school={SCHOOL} today={TODAY} />);

  it("has its name for its owner, who is told what others see", () => {
    expect(draw(kept)).toContain(">Google</a>");
    expect(draw(kept)).toContain("others see “Undisclosed company”");
  });

  it("has a bar in place of a mark for others, and no link", () => {
    const html = draw(
      kept.map((stop) => ({ ...stop, companyId: stop._id, displayName: "Undisclosed company", logo: "" })),
    );
    expect(html).toContain('class="mark kept"');
    expect(html).not.toContain("<a ");
    expect(html).not.toContain("others see");
  });
});

describe("timelineOf", () => {
  it("is true to scale: equal time is equal length", () => {
    const view = lineView(
      pipelineOf([
        { at: "A", title: "Engineer", from: "2014-10-01", to: "2016-09-01" },
        { at: "B", title: "Engineer", from: "2016-10-01", to: "2018-09-01" },
        { at: "C", title: "Engineer", from: "2018-10-01", to: "2020-09-01" },
      ]),
      TODAY,
    );
    const [a, b, c] = timelineOf(view, TODAY, true)?.marks.map((mark) => mark.x) ?? [];
    expect((b ?? 0) - (a ?? 0)).toBeCloseTo((c ?? 0) - (b ?? 0), 0);
    expect(a).toBe(112);
  });

  it("gives way to small rings where logos would touch", () => {
    const view = lineView(
      pipelineOf([
        { at: "A", title: "Engineer", from: "1984-01-01", to: "1984-03-01" },
        { at: "B", title: "Engineer", from: "1984-04-01", to: "1990-01-01" },
        { at: "C", title: "Engineer", from: "1990-02-01" },
      ]),
      TODAY,
    );
    expect(timelineOf(view, TODAY, true)?.marks.map((mark) => mark.large)).toEqual([true, false, true]);
  });

  it("shows past the last ring how the line ends, however new the stop is", () => {
    const old: RoleSpec = { at: "A", title: "Engineer", from: "1984-01-01", to: "2024-08-01" };
    const now: RoleSpec = { at: "B", title: "Engineer", from: "2024-09-01" };
    for (const [specs, kind] of [
      [[old, now], "arrow"],
      [[old, { ...now, to: "2024-09-30" }], "bar"],
    ] as const) {
      const view = lineView(pipelineOf([...specs]), TODAY);
      expect(view.end).toBe(kind);
      const line = timelineOf(view, TODAY, true);
      const ring = (line?.marks.at(-1)?.x ?? 0) + 20;
      expect(line?.end).toBeGreaterThan(ring + 14);
      expect(line?.end).toBeLessThanOrEqual(1200);
    }
  });

  it("goes on until today if a job that began before the last one does", () => {
    const specs: RoleSpec[] = [
      { at: "A", title: "Engineer", from: "2014-01-01" },
      { at: "B", title: "Lecturer", from: "2016-01-01", to: "2018-01-01" },
    ];
    const line = timelineOf(lineView(pipelineOf(specs), TODAY), TODAY, true);
    expect(line?.end).toBe(line?.now);
    expect(line?.tracks.at(-1)).toMatchObject({ kind: "full", from: line?.tracks.at(-2)?.to });
  });

  it("draws logos over the small rings beside them", () => {
    const specs: RoleSpec[] = [
      { at: "A", title: "Engineer", from: "1984-01-01", to: "1984-03-01" },
      { at: "B", title: "Engineer", from: "1984-04-01", to: "1990-01-01" },
      { at: "C", title: "Engineer", from: "1990-02-01" },
    ];
    const view = lineView(pipelineOf(specs), TODAY);
    const html = renderToStaticMarkup(<Timeline view={view} school={SCHOOL} today={TODAY} />);
    // The school, the small ring, two logos.
    expect(html.match(/st--xs|tl__st/g)).toEqual(["tl__st", "st--xs", "tl__st", "tl__st"]);
  });

  it("draws dashes from the edge of one ring to the edge of the next", () => {
    const view = lineView(
      pipelineOf([
        { at: "A", title: "Engineer Intern", from: "2020-01-01", to: "2021-12-01" },
        { at: "B", title: "Engineer", from: "2022-01-01" },
      ]),
      TODAY,
    );
    const line = timelineOf(view, TODAY, false);
    const [a, b] = line?.marks.map((mark) => mark.x) ?? [];
    const dashed = line?.tracks.find((track) => track.kind === "intern");
    expect(dashed?.from).toBeCloseTo((a ?? 0) + 20, 0);
    expect(dashed?.to).toBeCloseTo((b ?? 0) - 20, 0);
  });

  it("draws by years alone, stops of one year evenly in it, and nothing of months that nobody was told", () => {
    const at = (name: string, from: string, to?: string): RoleSpec => ({
      at: name,
      title: "Engineer",
      from,
      precision: "year",
      ...(to === undefined ? {} : { to }),
    });
    const marksOf = (specs: RoleSpec[]) => timelineOf(lineView(pipelineOf(specs), TODAY), TODAY, true);
    const line = marksOf([
      at("A", "2016-01-01", "2018-01-01"),
      at("B", "2018-01-01", "2021-01-01"),
      at("C", "2021-01-01"),
    ]);
    const [a, b, c] = line?.marks.map((mark) => mark.x) ?? [];
    expect((c ?? 0) - (b ?? 0)).toBeCloseTo(1.5 * ((b ?? 0) - (a ?? 0)), -1);
    // Every stop is between the tick of its own year and the tick of the next year.
    for (const [n, year] of [2016, 2018, 2021].entries()) {
      const x = line?.marks[n]?.x ?? 0;
      const tick = (of: number): number => line?.years.find((one) => one.year === of)?.x ?? (of > 2016 ? 1200 : 0);
      expect(x).toBeGreaterThanOrEqual(tick(year));
      expect(x).toBeLessThan(tick(year + 1));
    }
    const same = marksOf([
      at("A", "2020-01-01", "2020-01-01"),
      at("B", "2020-01-01", "2020-01-01"),
      at("C", "2023-01-01"),
    ]);
    expect(same?.marks.map((mark) => mark.name)).toEqual(["A", "B", "C"]);
    expect(same?.marks[0]?.x).toBeLessThan(same?.marks[1]?.x ?? 0);
    // A job dated this year has already begun, so its mark is not past today.
    expect(marksOf([at("A", "2024-01-01")])?.marks[0]?.x).toBeLessThanOrEqual(1200);
  });

  it("leaves a name its room at the right edge, however new the stop is, and stays true to scale", () => {
    const name = "Harbour, Tarn and Daughters Shipwrights";
    const view = lineView(
      pipelineOf([
        { at: "A", title: "Engineer", from: "2004-10-01", to: "2014-09-01" },
        { at: "B", title: "Engineer", from: "2014-10-01", to: "2024-08-01" },
        { at: name, title: "Engineer", from: "2024-09-01" },
      ]),
      TODAY,
    );
    const line = timelineOf(view, TODAY, true);
    const [a = 0, b = 0, c = 0] = line?.marks.map((mark) => mark.x) ?? [];
    expect(lettersAt(c)).toBeGreaterThanOrEqual(name.length);
    expect(lettersAt(c - 20)).toBeLessThanOrEqual(MAX_NAME);
    expect((b - a) / (c - b)).toBeCloseTo(120 / 119, 1);
    // A short name takes nothing from the time.
    const short = timelineOf(
      lineView(pipelineOf([{ at: "A", title: "Engineer", from: "2004-10-01" }]), TODAY),
      TODAY,
      true,
    );
    expect(short?.now).toBe(1200);
  });

  it("draws names whole: schools as people say them, and the picture as high as the longest needs", () => {
    const draw = (at: string): string =>
      renderToStaticMarkup(
        <Timeline
          view={lineView(pipelineOf([{ at, title: "Engineer", from: "2014-10-01" }]), TODAY)}
          school={{ school: "", schoolName: "University of Waterloo", schoolLogo: "" }}
          today={TODAY}
        />,
      );
    const heightOf = (html: string): number => Number(/viewBox="0 0 1200 (\d+)"/.exec(html)?.[1]);
    const long = draw("Harbour, Tarn and Daughters Shipwrights");
    expect(long).toContain(">Harbour, Tarn and Daughters Shipwrights</text>");
    expect(long).toContain(">Waterloo</text>");
    expect(heightOf(long)).toBeGreaterThan(heightOf(draw("Quay")) + 100);
    expect(draw("x".repeat(60))).toContain("x…</text>");
  });

  it("is drawn of years alone too, evenly within them, and says so", () => {
    const draw = (isByYear: boolean): string => {
      const pipeline = pipelineOf([
        { at: "A", title: "Engineer", from: "2014-01-01", to: "2017-01-01" },
        { at: "B", title: "Engineer", from: "2018-01-01" },
      ]).map((stop) =>
        isByYear ? { ...stop, roles: stop.roles.map((role) => ({ ...role, datePrecision: "year" as const })) } : stop,
      );
      const school = { school: "", schoolName: "", schoolLogo: "" };
      return renderToStaticMarkup(<Timeline view={lineView(pipeline, TODAY)} school={school} today={TODAY} />);
    };
    for (const text of [">2015</text>", ">2018</text>", ">A</text>", ">B</text>"]) expect(draw(true)).toContain(text);
    expect(draw(true)).toContain("Only years are known, so stops stand evenly in theirs.");
    expect(draw(false)).not.toContain("Only years are known");
  });

  it("is not drawn where nothing is known", () => {
    expect(timelineOf(lineView([], TODAY), TODAY, true)).toBeUndefined();
  });
});
