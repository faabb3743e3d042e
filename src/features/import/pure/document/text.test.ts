import { describe, expect, it } from "vitest";
import { problemText, type Position, type ReadResult } from "#features/import/rules.ts";
import { readText } from "./read-document.ts";

function shortly({ title, company, start, end, isCurrent, doubt }: Position): string {
  const dates = `${start?.date.slice(0, 7) ?? "?"} ${isCurrent ? "now" : (end?.date.slice(0, 7) ?? "?")}`;
  return `${title} @ ${company}, ${dates}${doubt === undefined ? "" : " (not sure)"}`;
}

const read = (text: string): ReadResult => readText("Pasted text.txt", text, 2026);
const jobs = (text: string): string[] => read(text).positions.map(shortly);

describe("a text that was copied", () => {
  it("from a profile page, where everything stands twice and lengths stand beside dates", () => {
    const text = `
Nova Quill
Engineer at Northwind Robotics
Experience
Experience
Senior Software Engineer
Senior Software Engineer
Northwind Robotics · Full-time
Northwind Robotics · Full-time
Jan 2020 - Present · 5 yrs 3 mos
Jan 2020 - Present · 5 yrs 3 mos
Berlin, Germany · Hybrid
Berlin, Germany · Hybrid
Arms, hands and feet, since 2018 also heads.
Arms, hands and feet, since 2018 also heads.
Quarry Lane GmbH logo
Quarry Lane GmbH
Quarry Lane GmbH
4 yrs 2 mos
4 yrs 2 mos
Team Lead
Team Lead
Feb 2018 - Dec 2019 · 1 yr 11 mos
Software Engineer
Software Engineer
Nov 2015 - Jan 2018 · 2 yrs 3 mos
Education
Education
Harbour University
Harbour University
Bachelor of Science, Physics
2011 - 2015
`;
    expect(jobs(text)).toEqual([
      "Senior Software Engineer @ Northwind Robotics, 2020-01 now",
      "Team Lead @ Quarry Lane GmbH, 2018-02 2019-12",
      "Software Engineer @ Quarry Lane GmbH, 2015-11 2018-01",
    ]);
    expect(read(text).positions[0]?.location).toContain("Berlin, Germany");
    expect(read(text).education.map(({ school, end }) => [school, end?.date])).toEqual([
      ["Harbour University", "2015-01-01"],
    ]);
  });

  it("without any heading is read as jobs", () => {
    expect(jobs("Barista, The Kettle Works Ltd\n2019 – 2021\n\nWaiter, Hotel Tarn\n03/2017 – 12/2018\n")).toEqual([
      "Barista @ The Kettle Works Ltd, 2019-01 2021-01",
      "Waiter @ Hotel Tarn, 2017-03 2018-12",
    ]);
  });

  it.each<[string, string, string[]]>([
    [
      "one line a job",
      "EXPERIENCE\nEngineer | Quarry Lane GmbH | Jan 2019 – Mar 2021\n• Built 4 cranes in 2020",
      ["Engineer @ Quarry Lane GmbH, 2019-01 2021-03"],
    ],
    [
      "dates in front",
      "Berufserfahrung\n01/2019 – heute\tEntwicklerin\nNordlicht GmbH, Berlin\nPflege der Anlagen.",
      ["Entwicklerin @ Nordlicht GmbH, 2019-01 now"],
    ],
    [
      "dates behind in brackets",
      "Work\nNurse at St. Brannoc Hospital (2015-16)",
      ["Nurse @ St. Brannoc Hospital, 2015-01 2016-01"],
    ],
    [
      "a sentence with years",
      "Experience\nEngineer, Tarn Ltd, May 2019 - June 2020\nWe moved the works from 2015 to 2019 without a fault.",
      ["Engineer @ Tarn Ltd, 2019-05 2020-06"],
    ],
    [
      "East Asian",
      "職歴\n2019年4月 〜 現在\n例示株式会社\nソフトウェアエンジニア",
      ["ソフトウェアエンジニア @ 例示株式会社, 2019-04 now"],
    ],
    [
      "Russian",
      "Опыт работы\nИнженер\nООО Пример\nянварь 2018 – по настоящее время",
      ["Инженер @ ООО Пример, 2018-01 now"],
    ],
    [
      "nothing to tell title and company by",
      "Experience\nMeridian\nOperations\n2019 – 2020",
      ["Meridian @ Operations, 2019-01 2020-01 (not sure)"],
    ],
    [
      "an undated one",
      "Experience\nEngineer, Tarn Ltd\n2019 – 2020\n\nNurse, Harbour Hospital\n\nClerk, Vale Bank\n2015 – 2016",
      [
        "Engineer @ Tarn Ltd, 2019-01 2020-01",
        "Clerk @ Vale Bank, 2015-01 2016-01",
        "Nurse @ Harbour Hospital, ? ? (not sure)",
      ],
    ],
  ])("in a layout with %s", (_, text, all) => {
    expect(jobs(text)).toEqual(all);
  });

  it("leaves courses, projects and schools out of the jobs", () => {
    const text = `Experience
Engineer, Tarn Ltd, 2019 – 2020
Certifications
Scrum Master, Institute of Works, 2018 – 2020
Education
BSc Physics, Harbour University, 2010 – 2014
Projects
Crane Designer, Quarry Lane GmbH, 2015 – 2016`;
    expect(jobs(text)).toEqual(["Engineer @ Tarn Ltd, 2019-01 2020-01"]);
    expect(read(text).education.map(({ school }) => school)).toEqual(["Harbour University"]);
  });

  it.each([
    ["too short", "Hello", "There is no text in it."],
    ["without jobs", "Dear Nova, thank you for the lovely evening by the harbour.", "We found no jobs in it."],
  ])("that is %s gets a sentence", (_, text, why) => {
    const { positions, problems } = read(text);
    expect(positions).toEqual([]);
    expect(problems.map(problemText).join("\n")).toContain(why);
  });

  it("tells of an end before its start, and of a month that cannot be", () => {
    const { positions, problems } = read("Experience\nEngineer, Tarn Ltd\nMay 2020 – Jan 2019\n");
    expect(positions.map(shortly)).toEqual(["Engineer @ Tarn Ltd, 2020-05 ?"]);
    expect(problems.map(problemText).join()).toContain("The end is before the start");
  });
});
