import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { emptyRole, type StopDraft } from "#features/pipeline/draft.ts";
import { LIMITS, problemText, type ReadResult } from "#features/import/rules.ts";
import { FILES, POSITION_HEADER, utf16, zipOf, type Content } from "#tests/helpers/archives.ts";
import { readArchive } from "./read-archive.ts";
import { readResume } from "./read-resume.ts";
import { resumeText } from "#features/export/pure/json-resume.ts";
import { toCsv } from "#features/export/pure/pipeline-csv.ts";

/** Files as people have them: saved again, renamed, of another program, or of our own. */

const bytesOf = (content: Content): Uint8Array => (typeof content === "string" ? strToU8(content) : content);
const read = (name: string, content: Content): ReturnType<typeof readArchive> =>
  readArchive([{ name, bytes: bytesOf(content) }]);
const shortly = ({ positions }: ReadResult): string[] =>
  positions.map(({ company, title, start, end, isCurrent }) =>
    [company, title, start?.date ?? "–", isCurrent ? "current" : (end?.date ?? "–")].join(" | "),
  );
const sentences = ({ problems }: ReadResult): string[] => problems.map(problemText);

const role = (title: string, more: Partial<StopDraft["roles"][number]> = {}): StopDraft["roles"][number] => ({
  ...emptyRole(1),
  title,
  startDate: "2020-01-01",
  isCurrent: true,
  ...more,
});
const stop = (companyName: string, roles: StopDraft["roles"], undisclosed = false): StopDraft => ({
  tempId2: 1,
  _id: "",
  companyId: "",
  companyName,
  logo: "",
  undisclosed,
  roles,
});
const STOPS = [
  stop("Harbour Labs", [role("Engineer", { kind: "contract", rating: 80 })], true),
  stop("Old Mill", [role("Baker", { startDate: "2015-05-01", endDate: "2019-06-01", isCurrent: false, rating: 20 })]),
];
const OWN = {
  firstName: "Nova",
  lastName: "Quill",
  username: "nova",
  linkedin: "",
  location: "Germany",
  schoolId: "",
  schoolName: "Harbour College",
  visibility: "anonymous",
  showMonths: true,
  ownTitles: true,
  hideSchool: true,
  stops: STOPS,
} as const;
const BACK = ["Old Mill | Baker | 2015-05-01 | 2019-06-01", "Harbour Labs | Engineer | 2020-01-01 | current"];

describe("our own archive", () => {
  const files = {
    "README.txt": "a",
    "export.json": "{}",
    "resume.json": resumeText(OWN),
    "stops.csv": toCsv(STOPS).replace("Baker", "Not this one"),
    "picture.webp": "RIFF",
  };

  it.each<[string, Uint8Array]>([
    ["as it is", zipOf(files)],
    ["in a folder", zipOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`mine/${name}`, text])))],
    ["in another archive", zipOf({ "mine.zip": zipOf(files) })],
    ["with names that browsers give", zipOf({ "resume (1).json": files["resume.json"] })],
  ])("%s comes back by its résumé, with what it says of the person", (_what, bytes) => {
    const result = read("pipelines.zip", bytes);
    expect([shortly(result), sentences(result)]).toEqual([BACK, []]);
    expect(result.own).toMatchObject({
      visibility: "anonymous",
      hideSchool: true,
      showMonths: true,
      ownTitles: true,
      location: "Germany",
    });
    expect(result.profile).toMatchObject({ firstName: "Nova", countryCode: "DE" });
    expect(result.education.map(({ school }) => school)).toEqual(["Harbour College"]);
    expect(result.positions.map(({ rating, kind, undisclosed }) => [rating, kind, undisclosed])).toContainEqual([
      80,
      "contract",
      true,
    ]);
  });

  it("without its résumé, or with a broken one, comes back by its table", () => {
    const { "resume.json": _left, ...others } = files;
    const want = ["Old Mill | Not this one | 2015-05-01 | 2019-06-01", BACK[1]];
    expect(shortly(read("pipelines.zip", zipOf(others)))).toEqual(want);
    const broken = read("pipelines.zip", zipOf({ ...others, "resume.json": "{" }));
    expect(shortly(broken)).toEqual(want);
    expect(sentences(broken)).toEqual([expect.stringContaining("resume.json")]);
  });
});

describe("our own table", () => {
  it("comes back with kinds, ratings and undisclosed companies", () => {
    const { positions, problems } = read("stops.csv", toCsv(STOPS));
    expect(problems).toEqual([]);
    expect(positions.map(({ kind, rating, undisclosed }) => [kind, rating, undisclosed])).toEqual([
      ["full-time", 20, false],
      ["contract", 80, true],
    ]);
  });

  it("whose mark somebody wrote otherwise hides what is not plainly told", () => {
    const marks = ["yes", "Yes", "x", "TRUE", "ja", "no", "", "false", "0"];
    const rows = marks.map((mark, at) => `A${at},Engineer,full-time,2020,,9,${mark}`);
    const { positions } = read(
      "s.csv",
      ["Company Name,Title,Kind,Started On,Finished On,Rating (1-5),Undisclosed", ...rows].join("\n"),
    );
    expect(positions.map(({ undisclosed }) => undisclosed)).toEqual([...Array(5).fill(true), ...Array(4).fill(false)]);
    expect(positions.every(({ rating }) => rating === 0)).toBe(true);
    // If the row is cut off before its last column, nothing is known about "Undisclosed".
    const [cut] = read(
      "s.csv",
      "Company Name,Title,Kind,Started On,Finished On,Rating (1-5),Undisclosed\nA,B,,2020",
    ).positions;
    expect(cut).not.toHaveProperty("undisclosed");
  });

  it("of an export does not have them", () => {
    const [first] = read("Positions.csv", FILES["Positions.csv"] ?? "").positions;
    expect(first).not.toHaveProperty("undisclosed");
    expect(first).toMatchObject({ kind: undefined, rating: 0 });
  });
});

describe("a list of something else", () => {
  const people = "This is a list of other people, not of your jobs, so we did not read it.";
  const wishes = "This is a list of jobs applied for or saved, not of jobs you had, so we did not read it.";
  const contacts = FILES["Connections.csv"] ?? "";
  const none =
    "This is none of Positions.csv, Volunteering.csv, Education.csv and Profile.csv. A file of another name is read where it has the columns “Company Name”, “Title”, “Started On” and “Finished On”.";

  it.each<[string, string, string]>([
    ["Positions.csv", contacts, people],
    ["Positions.csv", contacts.replaceAll(",", ";"), people],
    ["Profile.csv", contacts, people],
    ["Education.csv", contacts, people],
    ["Positions.csv", "First Name,Last Name,Company,Position\nA,B,C,D\n", people],
    ["Positions.csv", "Company,Position,Connected On,Last Name,First Name\nC,D,1 Jan 2020,B,A\n", people],
    [
      "Job Applications.csv",
      "Application Date,Company Name,Job Title,Started On,Finished On\n1/1/20,Acme,E,2020,\n",
      wishes,
    ],
    ["Positions.csv", "Application Date,Company Name,Job Title,Job Url\n1/1/20,Acme,E,x\n", wishes],
    ["Saved Jobs.csv", "Saved Date,Job Url,Job Title,Company Name\n1/1/20,x,E,Acme\n", wishes],
    ["jobs.csv", "Company,Position\nAcme,Engineer\n", none],
    ["list.csv", "School Name,Degree Name\nHarbour,BSc\n", none],
  ])("called %s gives no rows and says what it is (%#)", (name, text, why) => {
    const result = read(name, text);
    expect([result.positions, result.education, result.profile]).toEqual([[], [], undefined]);
    expect(sentences(result)).toEqual([`${name}: ${why}`]);
  });
});

describe("a row that is not as long as its header", () => {
  const rows = (...text: string[]): ReturnType<typeof readArchive> =>
    read("Positions.csv", [POSITION_HEADER, ...text].join("\n"));

  it("is read where only its end can be concerned", () => {
    const result = rows(
      "Acme,E,,,Jan 2020",
      "Globex,F,,,Jan 2020,Feb 2021,",
      "Initech,G,,Berlin,2020,,,,",
      "Hooli,H,,,Jan 2021,",
    );
    expect(sentences(result)).toEqual([]);
    expect(shortly(result)).toEqual([
      "Acme | E | 2020-01-01 | current",
      "Globex | F | 2020-01-01 | 2021-02-01",
      "Initech | G | 2020-01-01 | current",
      "Hooli | H | 2021-01-01 | current",
    ]);
    expect(shortly(rows("Acme,E,,,Jan 2020"))).toEqual(["Acme | E | 2020-01-01 | current"]);
    expect(shortly(read("Positions.csv", `${POSITION_HEADER},\nAcme,E,,,2020,2021\nGlobex,F,,,2020,2021,\n`))).toEqual([
      "Acme | E | 2020-01-01 | 2021-01-01",
      "Globex | F | 2020-01-01 | 2021-01-01",
    ]);
  });

  it("is left out, and told of, where a cell in its midst may be lost or doubled", () => {
    const result = rows(
      // A comma too many before the dates, a cell too few before them.
      "Hooli,Engineer, Senior,,,Jan 2020,",
      "Acme,E,,Jan 2020,Feb 2021",
      "Umbrella,Chemist",
      "Stark,E,,,",
      "Wayne,E,,,2020,2021,more",
    );
    expect(result.positions).toEqual([]);
    expect(result.problems.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6]);
  });

  it("of a school likewise", () => {
    const text =
      "School Name,Start Date,End Date,Notes,Degree Name,Activities\nA,2015,2019\nB,2015,2019,,,,\nC, D,2015,2019,,,\n";
    expect(read("Education.csv", text).education.map(({ school }) => school)).toEqual(["A", "B"]);
  });
});

describe("letters", () => {
  const two = `${POSITION_HEADER}\nZürich Söhne,Ingénieur,,,2020,2021\n`;
  const notice = "Positions.csv: The file is not written in UTF-8, so letters may be wrong. Check the names.";
  const want = ["Zürich Söhne | Ingénieur | 2020-01-01 | 2021-01-01"];

  it.each<[string, Uint8Array]>([
    ["UTF-16", utf16(two).slice(2)],
    ["UTF-16 the other way round", utf16(two, true).slice(2)],
  ])("in %s without a mark are read", (_what, bytes) => {
    expect([shortly(read("Positions.csv", bytes)), sentences(read("Positions.csv", bytes))]).toEqual([want, []]);
    const resume = JSON.stringify({ work: [{ name: "Zürich Söhne", position: "Ingénieur" }] });
    const isBig = bytes[0] === 0;
    expect(readResume("resume.json", utf16(resume, isBig).slice(2)).positions[0]?.company).toBe("Zürich Söhne");
  });

  it("in old encodings are read as Western ones, with a word that they may be wrong", () => {
    const western = read("Positions.csv", new Uint8Array(Buffer.from(two, "latin1")));
    expect([shortly(western), sentences(western)]).toEqual([want, [notice]]);
    // "Привет" as old Cyrillic spreadsheets write it.
    const cyrillic = Buffer.from(`${POSITION_HEADER}\n@,Engineer,,,2020,2021\n`, "latin1");
    const at = cyrillic.indexOf("@");
    const bytes = Buffer.concat([
      cyrillic.subarray(0, at),
      Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
      cyrillic.subarray(at + 1),
    ]);
    expect(sentences(read("Positions.csv", new Uint8Array(bytes)))).toEqual([notice]);
    expect(sentences(read("export.zip", zipOf({ "Positions.csv": new Uint8Array(bytes) })))).toEqual([notice]);
  });

  it("of which one is damaged leave the others whole", () => {
    const bytes = Buffer.from(two.replace("Ingénieur", "Ingénieur @"));
    bytes[bytes.indexOf("@")] = 0xff;
    const result = read("Positions.csv", new Uint8Array(bytes));
    expect(result.positions[0]?.company).toBe("Zürich Söhne");
    expect(sentences(result)).toEqual([notice]);
  });
});

describe("a month that is two", () => {
  it("is told of beside its row, and settled by the file's other months", () => {
    const alone = read("Positions.csv", `${POSITION_HEADER}\nAcme,E,,,lis 2020,Present\n`);
    expect(alone.positions[0]?.start).toEqual({ date: "2020-01-01", precision: "year" });
    expect(sentences(alone)).toEqual([
      expect.stringMatching(/^Positions\.csv, line 2: Start: “lis 2020” is November in/),
    ]);
    const among = read("Positions.csv", `${POSITION_HEADER}\nAcme,E,,,lis 2020,N/A\nGlobex,F,,,sij 2018,velj 2019\n`);
    expect([shortly(among)[0], sentences(among)]).toEqual(["Acme | E | 2020-10-01 | current", []]);
    const work = [
      { name: "A", startDate: "lis 2020" },
      { name: "B", startDate: "sty 2019" },
    ];
    const resume = readResume("resume.json", bytesOf(JSON.stringify({ work })));
    expect(resume.positions[0]?.start).toEqual({ date: "2020-11-01", precision: "month" });
  });
});

describe("a country", () => {
  it.each([
    [{ countryCode: "de" }, "DE"],
    [{ countryCode: " Us " }, "US"],
    [{ countryCode: "Deutschland" }, "DE"],
    [{ countryCode: "uk" }, "GB"],
    [{ city: "Bern, Switzerland" }, "CH"],
    [{ city: "Germany" }, "DE"],
    [{ city: "Berlin" }, ""],
    [{ city: "Bern, Switzerland", countryCode: "fr" }, "FR"],
  ])("in %o is %s", (location, code) => {
    const text = JSON.stringify({ basics: { name: "Nova Quill", location } });
    expect(readResume("resume.json", bytesOf(text)).profile?.countryCode).toBe(code);
  });
});

describe("the budget of unpacking", () => {
  const of = (name: string): Uint8Array => zipOf({ "Positions.csv": `${POSITION_HEADER}\n${name},E,,,2020,2021\n` });
  const size = POSITION_HEADER.length + "\nA,E,,,2020,2021\n".length;

  it("is one for all archives given together", () => {
    const files = ["A", "B", "C"].map((name) => ({ name: `${name}.zip`, bytes: of(name) }));
    const { positions, problems } = readArchive(files, { budget: { bytes: size * 2 + 10 } });
    expect(positions.map(({ company }) => company)).toEqual(["A", "B"]);
    expect(problems.map(problemText)).toEqual([
      "Positions.csv: The ZIP file unpacks to more than we read. Choose the CSV files inside it instead.",
    ]);
    expect(readArchive(files, { budget: { bytes: size * 3 } }).positions).toHaveLength(3);
  });

  it("counts the archives inside too", () => {
    const inner = [of("A"), of("B"), of("C")] as const;
    const bytes = zipOf({ "a.zip": inner[0], "b.zip": inner[1], "c.zip": inner[2] });
    const packed = inner[0].length + inner[1].length + inner[2].length;
    const whole = packed + size * 3;
    const within = (budget: number): number =>
      readArchive([{ name: "export.zip", bytes }], { budget: { bytes: budget } }).positions.length;
    const one = inner[0].length + size;
    expect([whole, whole - 1, one, one - 1].map(within)).toEqual([3, 2, 1, 0]);
    expect(LIMITS.unpackedBytes).toBeLessThanOrEqual(300_000_000);
  });
});
