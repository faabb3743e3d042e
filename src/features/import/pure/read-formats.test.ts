import { describe, expect, it } from "vitest";
import { utf16 } from "#tests/helpers/archives.ts";
import { threadWork } from "#tests/helpers/thread-work.ts";
import { compareWithFile } from "./compare.ts";
import { needsText, sourceOf, toRow } from "./import-rows.ts";
import { readResume, type ResumeResult } from "./read-resume.ts";
import { resumeFormat } from "./resume-format.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (name: string, text: string): ResumeResult => readResume(name, encode(text), 2026);

const shortly = ({ positions }: ResumeResult): string[] =>
  positions.map(({ company, title, start, end, isCurrent }) =>
    [company, title, start?.date ?? "", isCurrent ? "now" : (end?.date ?? "")].join("|"),
  );

const sentences = ({ problems }: ResumeResult): string[] => problems.map(({ line, why }) => `${line}: ${why}`);

const RENDER_CV = `
cv:
  name: Nova Quill
  location: Berlin, Germany
  social_networks:
    - network: LinkedIn
      username: nova-quill-example
  sections:
    summary:
      - Words about nothing.
    education:
      - institution: Harbour College
        area: Physics
        degree: BSc
        start_date: 2015-09
        end_date: 2019-06
    experience:
      - company: Northwind Robotics
        position: Engineer
        location: Berlin
        start_date: 2020-10
        end_date: present
        highlights:
          - "Arms: hands and feet"
      - company: Quarry Lane
        position: Intern
        start_date: 2019-06
        end_date: 2019-08
    projects:
      - name: A Bridge
        date: 2018
design:
  theme: classic
`;

describe("YAML", () => {
  it("of RenderCV is read: jobs, schools, name, country and page", () => {
    const found = read("Nova_Quill_CV.yaml", RENDER_CV);
    expect(shortly(found)).toEqual([
      "Northwind Robotics|Engineer|2020-10-01|now",
      "Quarry Lane|Intern|2019-06-01|2019-08-01",
    ]);
    expect(found.education).toMatchObject([{ school: "Harbour College", degree: "BSc, Physics" }]);
    expect(found.profile).toMatchObject({
      firstName: "Nova",
      lastName: "Quill",
      countryCode: "DE",
      linkedin: "nova-quill-example",
    });
    expect(found.problems).toEqual([]);
  });

  it("of JSON Resume is read, with comments, references, empty values and quotes of every kind", () => {
    const text = `# mine
basics: {name: Nova Quill}
x-place: &place {location: Berlin}
work:
  - name: 'Northwind'   # there
    <<: *place
    position: "Engineer"
    startDate: 2020.10
    endDate:
  - name: ~
    position: Clerk
    startDate: "2015"
    endDate: 2016
`;
    const found = read("resume.yml", text);
    expect(shortly(found)).toEqual(["Northwind|Engineer|2020-10-01|now", "|Clerk|2015-01-01|2016-01-01"]);
    expect(found.positions[0]?.location).toBe("Berlin");
    const [, row] = compareWithFile(
      [],
      undefined,
      found.positions.map((one) => toRow(one)),
    );
    expect(needsText(row?.needs ?? [])).toBe("Needs a company and months");
    expect(row?.isTicked).toBe(false);
  });

  it("as the head of a page is read without the page", () => {
    const text = "---\nwork:\n- company: Northwind\n  position: Engineer\n---\n# Words: [of the page\n";
    expect(shortly(read("cv.yaml", text))).toEqual(["Northwind|Engineer||"]);
  });

  it("that is none says from which line on", () => {
    expect(sentences(read("cv.yaml", "work:\n  - company: A\n - company: B\n"))).toEqual([
      "3: The file is not valid YAML from here on.",
    ]);
  });

  it.each([
    ["a reference to itself", "work: &a\n  - company: Northwind\n    inner: *a\n"],
    [
      "references that multiply",
      `a: &a [x, x]\n${"bcdefghijk"
        .split("")
        .map((key, at) => `${key}: &${key} [${Array(9).fill(`*${"abcdefghij"[at]}`).join(",")}]`)
        .join("\n")}\n`,
    ],
    ["nesting without end", `work: ${"[".repeat(50_000)}`],
    ["nothing", "\n# words\n"],
  ])("with %s ends, with a job or a sentence", (_what, text) => {
    const worked = threadWork(() => {
      const found = read("cv.yaml", text);
      expect(found.positions.length + found.problems.length).toBeGreaterThan(0);
    });
    expect(worked).toBeLessThan(5_000);
  });
});

const OLD_EUROPASS = `<?xml version="1.0" encoding="UTF-8"?>
<SkillsPassport xmlns="http://europass.cedefop.europa.eu/Europass" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" locale="en">
 <LearnerInfo>
  <Identification><PersonName><FirstName>Nova</FirstName><Surname>Quill</Surname></PersonName></Identification>
  <WorkExperienceList>
   <WorkExperience>
    <Period><From year="2019" month="--03"/><Current>true</Current></Period>
    <Position><Code>2166</Code><Label>Engineer &amp; Builder</Label></Position>
    <Activities>&lt;p&gt;Bridges&lt;/p&gt;</Activities>
    <Employer><Name>Northwind</Name><ContactInfo><Address><Contact><Municipality>Delft</Municipality></Contact></Address></ContactInfo></Employer>
   </WorkExperience>
   <WorkExperience>
    <Period><From year="2015" month="--09" day="---01"/><To year="2018"/></Period>
    <Position><Label>Clerk</Label></Position>
    <Employer><Name>Quarry Lane</Name></Employer>
   </WorkExperience>
  </WorkExperienceList>
  <EducationList><Education><Period><From year="2010"/><To year="2014"/></Period><Title>BSc</Title><Organisation><Name>Harbour College</Name></Organisation></Education></EducationList>
 </LearnerInfo>
</SkillsPassport>`;

const NEW_EUROPASS = `<?xml version="1.0" encoding="UTF-8"?>
<Candidate xmlns="http://www.europass.eu/1.0" xmlns:oa="http://www.openapplications.org/oagis/9" xmlns:hr="http://www.hr-xml.org/3" xmlns:eures="http://www.europass_eures.eu/1.0">
 <CandidatePerson><PersonName><oa:GivenName>Nova</oa:GivenName><hr:FamilyName>Quill</hr:FamilyName></PersonName></CandidatePerson>
 <CandidateProfile languageCode="en">
  <EmploymentHistory>
   <EmployerHistory>
    <hr:OrganizationName>Northwind</hr:OrganizationName>
    <PositionHistory>
     <PositionTitle typeCode="FREETEXT">Engineer</PositionTitle>
     <eures:EmploymentPeriod><eures:StartDate><hr:FormattedDateTime>2019-03</hr:FormattedDateTime></eures:StartDate><hr:CurrentIndicator>true</hr:CurrentIndicator></eures:EmploymentPeriod>
    </PositionHistory>
    <PositionHistory>
     <PositionTitle typeCode="FREETEXT">Intern</PositionTitle>
     <eures:EmploymentPeriod><eures:StartDate><hr:FormattedDateTime>2018-06-01</hr:FormattedDateTime></eures:StartDate><eures:EndDate><hr:FormattedDateTime>2018-09-30</hr:FormattedDateTime></eures:EndDate><hr:CurrentIndicator>false</hr:CurrentIndicator></eures:EmploymentPeriod>
    </PositionHistory>
   </EmployerHistory>
  </EmploymentHistory>
  <EducationHistory><EducationOrganizationAttendance><hr:OrganizationName>Harbour College</hr:OrganizationName><AttendancePeriod><StartDate><hr:FormattedDateTime>2010</hr:FormattedDateTime></StartDate><EndDate><hr:FormattedDateTime>2014</hr:FormattedDateTime></EndDate></AttendancePeriod><EducationDegree><hr:DegreeName>BSc</hr:DegreeName></EducationDegree></EducationOrganizationAttendance></EducationHistory>
 </CandidateProfile>
</Candidate>`;

describe("XML", () => {
  it.each([
    [
      "of before 2020",
      OLD_EUROPASS,
      ["Northwind|Engineer & Builder|2019-03-01|now", "Quarry Lane|Clerk|2015-09-01|2018-01-01"],
    ],
    ["of today", NEW_EUROPASS, ["Northwind|Engineer|2019-03-01|now", "Northwind|Intern|2018-06-01|2018-09-30"]],
  ])("of Europass %s is read: jobs, schools and the name", (_which, text, jobs) => {
    const found = read("cv.xml", text);
    expect(shortly(found)).toEqual(jobs);
    expect(found.education).toMatchObject([
      { school: "Harbour College", end: { date: "2014-01-01", precision: "year" } },
    ]);
    expect(found.profile).toMatchObject({ firstName: "Nova", lastName: "Quill" });
    expect(found.problems).toEqual([]);
  });

  it("with lists within lists keeps every title", () => {
    const text = `<cv><experience><job><company>Northwind</company><positions>
      <position><title>Engineer</title><start>2020</start></position>
      <position><title>Intern</title><start>2019</start></position></positions></job></experience></cv>`;
    expect(shortly(read("cv.xml", text)).map((job) => job.split("|").slice(0, 2))).toEqual([
      ["Northwind", "Engineer"],
      ["Northwind", "Intern"],
    ]);
  });

  it("that is none says from which line on", () => {
    expect(sentences(read("cv.xml", "<?xml version='1.0'?>\n<a>\n<b></a>\n"))[0]).toMatch(
      /^3: The file is not valid XML from here on\.$/,
    );
  });

  it.each([
    [
      "entities that multiply",
      `<?xml version="1.0"?><!DOCTYPE cv [<!ENTITY a "${"x".repeat(1_000)}"><!ENTITY b "${"&a;".repeat(1_000)}">]><cv><work><company>${"&b;".repeat(1_000)}</company></work></cv>`,
    ],
    [
      "an entity of another file",
      `<?xml version="1.0"?><!DOCTYPE cv [<!ENTITY a SYSTEM "file:///etc/passwd">]><cv><work><company>&a;</company></work></cv>`,
    ],
    ["nesting without end", `<?xml version="1.0"?>${"<a>".repeat(20_000)}${"</a>".repeat(20_000)}`],
  ])("with %s ends, with a sentence", (_what, text) => {
    const worked = threadWork(() => expect(read("cv.xml", text).problems.length).toBeGreaterThan(0));
    expect(worked).toBeLessThan(5_000);
  });
});

describe("HR-Open", () => {
  it("in JSON is read", () => {
    const value = {
      candidate: {
        person: { name: { given: "Nova", family: "Quill" } },
        profiles: [
          {
            employment: [
              {
                organization: "Northwind",
                positionHistories: [
                  { title: "Engineer", start: "2019-03", current: true },
                  { title: "Intern", start: "2018-06", end: "2018-09" },
                ],
              },
            ],
            education: [{ institution: "Harbour College", start: "2010", end: "2014" }],
          },
        ],
      },
    };
    const found = read("candidate.json", JSON.stringify(value));
    expect(shortly(found)).toEqual(["Northwind|Engineer|2019-03-01|now", "Northwind|Intern|2018-06-01|2018-09-01"]);
    expect(found.education).toMatchObject([{ school: "Harbour College" }]);
    expect(found.profile).toMatchObject({ firstName: "Nova", lastName: "Quill" });
  });
});

describe("the language of a résumé", () => {
  it.each([
    ["cv.json", "{}", "json"],
    ["x.txt", ' [{"company": "A"}]', "json"],
    ["cv.yaml", "a: b", "yaml"],
    ["cv.yml", "# words", "yaml"],
    ["cv.txt", "basics:\n  name: Nova\n", "yaml"],
    ["cv.xml", "<Candidate><a/></Candidate>", "xml"],
    ["cv", '<?xml version="1.0"?><a/>', "xml"],
    ["cv.xml", "<!doctype html><html><body/></html>", undefined],
    ["cv.xml", '<?xml version="1.0"?><html xmlns="x"><body/></html>', undefined],
    ["Positions.csv", "Company Name,Title\n", undefined],
    ["cv.txt", "work at night: I like it\n", undefined],
  ])("of %s with %j is %s", (name, text, format) => {
    expect(resumeFormat(name, encode(text))).toBe(format);
  });

  it.each([
    ["with its mark", utf16("<?xml ?><a/>")],
    ["without its mark", utf16("<?xml ?><a/>").slice(2)],
    ["the other way round", utf16("<?xml ?><a/>", true).slice(2)],
  ])("is seen in UTF-16 too, %s", (_, bytes) => {
    expect(resumeFormat("cv", bytes)).toBe("xml");
  });

  it("makes no difference for the memory of imports", () => {
    const rows = ["cv.json", "cv.yaml", "cv.xml"].flatMap((name) =>
      read(
        name,
        name.endsWith("json")
          ? '{"work":[{"name":"A"}]}'
          : name.endsWith("xml")
            ? "<cv><work><company>A</company><title>B</title></work></cv>"
            : "work:\n- name: A\n",
      ).positions.map((one) => toRow(one)),
    );
    expect(rows.map(sourceOf)).toEqual(["resume", "resume", "resume"]);
  });
});
