import { expect, test } from "vitest";
import { experienceOf, roleView } from "./fixtures.ts";
import { toReportedExperiences } from "./reported-experiences.ts";

test("reports carry lower-cased titles and the person's own id", () => {
  expect(toReportedExperiences([experienceOf("Acme", roleView({ title: "Software Engineer" }))], "me")).toEqual([
    {
      tempId2: 0,
      companyId: "id-Acme",
      name: "acme",
      title: "software engineer",
      rating: 80,
      startDate: "2020-01-01",
      endDate: "2021-01-01",
      userId: "me",
      indefinite: false,
    },
  ]);
});
