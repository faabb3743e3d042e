import { describe, expect, it } from "vitest";
import { inferKind } from "#features/title/kind.ts";
import { readResume, type ResumeResult } from "./read-resume.ts";

/** Shapes that people's own sites, other programs and other languages give a résumé. */

const readText = (text: string, name = "resume.json"): ResumeResult =>
  readResume(name, new TextEncoder().encode(text), 2026);
const read = (value: unknown): ResumeResult => readText(JSON.stringify(value));

const jobs = ({ positions }: ResumeResult): string[] =>
  positions.map(({ company, title, start, end, isCurrent }) =>
    [company, title, start?.date ?? "", isCurrent ? "now" : (end?.date ?? "")].join("|"),
  );
const schools = ({ education }: ResumeResult): string[] =>
  education.map(({ school, start, end }) => [school, start?.date ?? "", end?.date ?? ""].join("|"));

const JOBS = ["Quarry Lane|Engineer|2019-01-01|2020-02-01"];
const job = { company: "Quarry Lane", position: "Engineer", startDate: "2019-01", endDate: "2020-02" };

describe("jobs", () => {
  it.each([
    ["below their company", { work: { "Quarry Lane": { title: "Engineer", start: "2019-01", end: "2020-02" } } }],
    ["in lists below it", { work: { "Quarry Lane": [{ title: "Engineer", start: "2019-01", end: "2020-02" }] } }],
    ["wrapped in it", { work: [{ "Quarry Lane": { role: "Engineer", dates: "01/2019 - 02/2020" } }] }],
    ["numbered", { work: { job1: job } }],
    ["below a heading", { experience: { sections: [{ title: "Work", experiences: [job] }] } }],
    ["in a section by its title", [{ title: "Experience", type: "time_table", contents: [job] }]],
    [
      "with a line below the title",
      { jobs: [{ title: "Engineer", subtitle: "Quarry Lane", date: "01/2019 - 02/2020" }] },
    ],
    ["with the company in the title", { jobs: [{ title: "Engineer @ Quarry Lane", date: "01/2019 - 02/2020" }] }],
    ["at a place", { jobs: [{ job: "Engineer", place: "Quarry Lane", date: "01/2019 - 02/2020" }] }],
    ["at an institution", { jobs: [{ title: "Engineer", institution: "Quarry Lane", date: "01/2019 - 02/2020" }] }],
    ["with a range", { jobs: [{ role: "Engineer", company: "Quarry Lane", range: "Jan 2019 - Feb 2020" }] }],
    ["as one line", { experience: ["Engineer at Quarry Lane (Jan 2019 – Feb 2020)"] }],
    [
      "in a mixed list",
      {
        timeline: [
          { type: "work", ...job },
          { type: "school", institution: "Harbour College", date: "2015" },
        ],
      },
    ],
    [
      "beside projects",
      { experience: { jobs: [job], projects: [{ name: "Ledger", role: "Lead", startDate: "2018" }] } },
    ],
    [
      "with markup",
      { work: [{ ...job, company: "<a href='https://x.example'>Quarry Lane</a>", position: "**Engineer**" }] },
    ],
    ["in two languages", { en: { work: [job] }, de: { work: [{ ...job, position: "Ingenieurin" }] } }],
    ["with dates as lists", { work: [{ ...job, startDate: [2019, 1], endDate: [2020, 2] }] }],
    [
      "in a parser's words",
      {
        Positions: [
          {
            Employer: { Name: { Raw: "Quarry Lane" } },
            JobTitle: { Raw: "Engineer" },
            StartDate: { Date: "2019-01" },
            EndDate: { Date: "2020-02" },
          },
        ],
      },
    ],
    [
      "in Spanish",
      { experiencia: [{ empresa: "Quarry Lane", puesto: "Engineer", inicio: "enero 2019", fin: "febrero 2020" }] },
    ],
    [
      "in Chinese",
      { 工作经历: [{ 公司: "Quarry Lane", 职位: "Engineer", 开始时间: "2019年1月", 结束时间: "2020年2月" }] },
    ],
    [
      "in Turkish",
      { deneyim: [{ şirket: "Quarry Lane", pozisyon: "Engineer", başlangıç: "Ocak 2019", bitiş: "Şubat 2020" }] },
    ],
    ["in Polish", { doświadczenie: [{ firma: "Quarry Lane", stanowisko: "Engineer", od: "01.2019", do: "02.2020" }] }],
  ])("%s are read", (_what, value) => {
    expect(jobs(read(value))).toEqual(JOBS);
  });

  it.each([
    [
      "names without quotation marks",
      "{work: [{company: 'Quarry Lane', position: 'Engineer', startDate: '2019-01', endDate: '2020-02'}]}",
    ],
    ["a program around it", `export default ${JSON.stringify({ work: [job] })};`],
    ["one value a line", `${JSON.stringify(job)}\n${JSON.stringify({ ...job, position: "Lead" })}`],
  ])("in JSON with %s are read", (_what, text) => {
    expect(jobs(readText(text))[0]).toBe(JOBS[0]);
  });

  it("in YAML that is indented with tabs are read", () => {
    const text = "work:\n\t- name: Quarry Lane\n\t  position: Engineer\n\t  startDate: 2019-01\n\t  endDate: 2020-02\n";
    expect(jobs(readText(text, "cv.yaml"))).toEqual(JOBS);
  });

  it("of a damaged file are none, rather than wrong ones", () => {
    expect(jobs(readText('{"work": [{"company": "Quarry Lane" "position": "Engineer"}]}'))).toEqual([]);
  });

  it("that a field calls over are not called current", () => {
    const { positions } = read({
      work: [{ company: "Quarry Lane", position: "Engineer", startDate: "2019", endDate: "", isCurrent: false }],
    });
    expect(positions.map(({ isCurrent }) => isCurrent)).toEqual([false]);
  });

  it("have the kind that a field or a heading says, where the title says none", () => {
    const { positions } = read({
      work: [
        { ...job, employmentType: "Contract" },
        { ...job, position: "Design Intern", type: "Part-time" },
        { ...job, position: "Clerk", type: "Full-time" },
      ],
      internships: [{ ...job, position: "Analyst" }],
    });
    expect(positions.map(({ kind, title }) => kind ?? inferKind(title))).toEqual([
      "contract",
      "intern",
      "full-time",
      "intern",
    ]);
  });

  it("of one line without “at” are not sure", () => {
    const { positions } = read({ experience: ["Engineer, Quarry Lane, 2019 – 2020"] });
    expect(positions.map(({ company, doubt }) => [company, doubt !== undefined])).toEqual([["Quarry Lane", true]]);
  });

  it("are not those of other people, of tools or of posts", () => {
    const others = {
      speakers: [{ name: "Nova Quill", company: "Quarry Lane", title: "CTO" }],
      testimonials: [{ name: "Nova Quill", company: "Quarry Lane", title: "CTO", date: "2020" }],
      techStack: { experience: [{ Stack: "Frontend", progressPercentage: "90%" }] },
    };
    expect(jobs(read({ ...others, work: [job] }))).toEqual(JOBS);
  });
});

describe("schools", () => {
  it.each([
    [
      "as titles",
      { degrees: { degrees: [{ title: "Harbour College", subtitle: "B.Tech.", duration: "2012 - 2016" }] } },
    ],
    ["by what each is", { education: { college: { name: "Harbour College", years: "2012 - 2016" } } }],
    ["in German", { ausbildung: [{ schule: "Harbour College", zeitraum: "2012 – 2016" }] }],
    ["as one line", { education: ["BSc Physics, Harbour College, 2012-2016"] }],
  ])("%s are read", (_what, value) => {
    expect(schools(read(value))).toEqual(["Harbour College|2012-01-01|2016-01-01"]);
  });

  it.each([
    ["Expected May 2027", "2027-05-01"],
    ["Class of 2015", "2015-01-01"],
    ["Graduated 2014", "2014-01-01"],
    ["2014 (expected)", "2014-01-01"],
  ])("end as “%s” says", (end, date) => {
    expect(schools(read({ education: [{ institution: "Harbour College", endDate: end }] }))).toEqual([
      `Harbour College||${date}`,
    ]);
  });
});

it("a list of dated things that is not read is named", () => {
  const { understood } = read({ work: [job], voyages: [{ ship: "Petrel", date: "2012" }] });
  expect(understood?.join(" ")).toContain("We did not read “voyages” (1)");
});

it("the language that was chosen is named", () => {
  const { understood } = read({ en: { work: [job] }, de: { work: [job] } });
  expect(understood?.join(" ")).toContain("“en”");
});

describe("a range of dates", () => {
  it.each([
    ["June 2019 to date", "2019-06-01", "now"],
    ["2019 -", "2019-01-01", "now"],
    ["2019-01-01 –", "2019-01-01", "now"],
    ["(Jan 2019 - Feb 2020)", "2019-01-01", "2020-02-01"],
    ["Nov 2019 | Mar 2020", "2019-11-01", "2020-03-01"],
    ["Full-time, Jan 2019 – Feb 2020", "2019-01-01", "2020-02-01"],
    ["Present - Jan 2019", "2019-01-01", "now"],
    ["Sun May 31 2020 00:00:00 GMT+0200", "2020-05-31", ""],
  ])("%s", (date, start, end) => {
    expect(jobs(read({ work: [{ company: "Quarry Lane", position: "Engineer", date }] }))).toEqual([
      `Quarry Lane|Engineer|${start}|${end}`,
    ]);
  });
});
