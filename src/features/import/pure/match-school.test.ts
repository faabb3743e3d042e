import { describe, expect, it } from "vitest";
import { meaningOf, type SchoolOffer } from "./match-school.ts";

const school = (name: string, country = "Germany", isSure = false): SchoolOffer => ({
  id: `${name}/${country}`,
  name,
  country,
  logo: "",
  ...(isSure ? { isSure } : {}),
});

// src/features/school/match.test.ts tests which match is sure.
describe("the school a file names", () => {
  it("is chosen only where the look-up is sure of it", () => {
    const listed = [school("Harbour College"), school("Lower Harbour College", "Germany", true)];
    expect(meaningOf("L. Harbour College", listed)).toMatchObject({
      chosen: "Lower Harbour College/Germany",
      isSure: true,
      offers: [listed[1], listed[0]],
    });
    const unsure = meaningOf("Harbour College", [school("Harbour College"), school("Harbour Colleges")]);
    expect([unsure.chosen, unsure.isSure, unsure.offers.length]).toEqual(["", false, 2]);
  });

  it("is new where none is like it, and offers few where some are", () => {
    expect(meaningOf("Harbour College", [])).toEqual({ name: "Harbour College", offers: [], chosen: "", isSure: true });
    const many = Array.from({ length: 20 }, (_, at) => school(`Harbour ${at}`));
    expect(meaningOf("Harbour", many).offers).toEqual(many.slice(0, 5));
  });

  it("of our own file is the one of its id and name, else of its name", () => {
    const two = [school("Northwestern University", "Philippines"), school("Northwestern University", "United States")];
    expect(meaningOf("Northwestern University", two)).toMatchObject({ chosen: "", isSure: false, offers: two });
    expect(meaningOf("Northwestern University", two, two[1]?.id)).toMatchObject({ chosen: two[1]?.id, isSure: true });
    const other = [school("Massachusetts Institute", "United States", true)];
    expect(meaningOf("MIT", other, "")).toMatchObject({ chosen: "", isSure: true });
  });
});
