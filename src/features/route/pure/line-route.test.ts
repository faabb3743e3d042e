import { describe, expect, it } from "vitest";
import { fixtureId, personOf, TODAY, type RoleSpec } from "#features/person-card/parts/fixtures.ts";
import { routeOfLine } from "./line-route.ts";

const AT: RoleSpec[] = [
  { at: "Shopify", title: "Intern", from: "2017-05-01", to: "2017-08-01" },
  { at: "Google", title: "Engineer", from: "2018-03-01", to: "2020-01-01" },
  { at: "Stripe", title: "Engineer", from: "2020-03-01" },
];
const id = (name: string): string => fixtureId(`company ${name}`);

function routeOf(stops: RoleSpec[], school = "") {
  const { pipeline } = personOf("Maya Lindqvist", stops, { school });
  return routeOfLine(pipeline, { schoolId: school && fixtureId(`school ${school}`), schoolName: school, today: TODAY });
}

describe("routeOfLine", () => {
  it("asks for the two latest stops in their order", () => {
    expect(routeOf(AT, "TU Delft")).toEqual({
      href: `/search?stop=company:${id("Google")}&then=any&stop=company:${id("Stripe")}`,
      words: "Google, then Stripe",
    });
  });

  it("asks for the school too where there is one stop, and for the stop alone without a school", () => {
    const one = `stop=company:${id("Shopify")}`;
    expect(routeOf(AT.slice(0, 1), "TU Delft")?.href).toBe(
      `/search?stop=school:${fixtureId("school TU Delft")}&then=any&${one}`,
    );
    expect(routeOf(AT.slice(0, 1))?.href).toBe(`/search?${one}`);
    expect(routeOf([])).toBeUndefined();
  });

  it("names no stop whose company others may not see", () => {
    const { pipeline } = personOf("Maya Lindqvist", AT, {});
    const undisclosed = pipeline.map((stop) => ({ ...stop, companyId: stop._id, displayName: "Undisclosed company" }));
    expect(routeOfLine(undisclosed, { schoolId: "", schoolName: "", today: TODAY })).toBeUndefined();
  });
});
