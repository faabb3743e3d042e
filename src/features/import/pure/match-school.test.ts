import { describe, expect, it } from "vitest";
import { meaningOf, type SchoolOffer } from "./match-school.ts";

const school = (name: string, country = "Germany"): SchoolOffer => ({
  id: `${name}/${country}`,
  name,
  country,
  logo: "",
});
const LISTED = [
  school("Mitchell College", "United States"),
  school("Massachusetts Institute of Technology", "United States"),
  school("Technische Universität München"),
  school("University of California, Berkeley", "United States"),
  school("Stanford University", "United States"),
  school("Universität Hamburg"),
];
/** The school that is chosen, and whether that is sure. */
const meant = (name: string, listed = LISTED, ownId?: string): [string, boolean] => {
  const { chosen, isSure } = meaningOf(name, listed, ownId);
  return [chosen.split("/")[0] ?? "", isSure];
};

describe("the school a file names", () => {
  it.each([
    ["stanford university", "Stanford University", true],
    ["MIT", "Massachusetts Institute of Technology", false],
    ["Massachusetts Inst. of Technology", "Massachusetts Institute of Technology", false],
    ["TU München", "Technische Universität München", false],
    ["UC Berkeley", "University of California, Berkeley", false],
    ["The Stanford University", "Stanford University", false],
    // Too little is alike, or too much is left over.
    ["University of Munich", "", false],
    ["MI", "", false],
    ["M", "", false],
    ["Massachusetts", "", false],
    ["of the", "", false],
  ])("%s is %s", (name, expected, isSure) => {
    expect(meant(name)).toEqual([expected, isSure]);
  });

  it("is new where none is like it, and offers few where some are", () => {
    expect(meaningOf("Harbour College", [])).toEqual({ name: "Harbour College", offers: [], chosen: "", isSure: true });
    const many = Array.from({ length: 20 }, (_, at) => school(`Harbour ${at}`)).concat(school("Lower Harbour College"));
    const { offers, chosen } = meaningOf("lower harbour college", many);
    expect(offers.map(({ name }) => name)).toEqual([
      "Lower Harbour College",
      "Harbour 0",
      "Harbour 1",
      "Harbour 2",
      "Harbour 3",
    ]);
    expect(chosen).toBe("Lower Harbour College/Germany");
  });

  it("is asked for where two countries have one of that name", () => {
    const two = [school("Northwestern University", "Philippines"), school("Northwestern University", "United States")];
    expect(meant("Northwestern University", two)).toEqual(["", false]);
    expect(meaningOf("Northwestern University", two).offers).toEqual(two);
    // Our own file says which.
    expect(meaningOf("Northwestern University", two, two[1]?.id)).toMatchObject({ chosen: two[1]?.id, isSure: true });
    expect(meant("MIT", LISTED, "")).toEqual(["", true]);
  });
});
