import { expect, it } from "vitest";
import { shortSchool } from "./short-school.ts";

it.each([
  ["University of Waterloo", "Waterloo"],
  ["Technische Universität München", "TU München"],
  ["Massachusetts Institute of Technology", "MIT"],
  ["Georgia Institute of Technology", "Georgia Tech"],
  ["Indian Institute of Technology, Delhi", "IIT Delhi"],
  ["University of California, Berkeley", "UC Berkeley"],
  ["University of Wisconsin - Madison", "UW Madison"],
  ["University College London, University of London", "UCL"],
  ["Rheinisch Westfälische Technische Hochschule Aachen", "RWTH Aachen"],
  ["Tsinghua University", "Tsinghua University"],
])("%s is said %s", (name, said) => {
  expect(shortSchool(name, 24)).toBe(said);
});
