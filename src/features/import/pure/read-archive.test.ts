import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import {
  CANARIES,
  EDUCATION_HEADER,
  FILES,
  largeForm,
  patched,
  POSITION_HEADER,
  PROFILE_HEADER,
  streamedZip,
  utf16,
  zipOf,
  type Content,
} from "#tests/helpers/archives.ts";
import { LIMITS, problemText, type ReadResult } from "#features/import/rules.ts";
import { threadWork } from "#tests/helpers/thread-work.ts";
import { isTooLarge, readArchive } from "./read-archive.ts";

const read = (name: string, content: Content): ReadResult =>
  readArchive([{ name, bytes: typeof content === "string" ? strToU8(content) : content }]);

/** "Northwind Robotics | Engineer | 2020-01-01 month | 2022-02-01 month" */
const shortly = ({ positions }: ReadResult): string[] =>
  positions.map(({ company, title, start, end, isCurrent }) => {
    const date = (known: typeof start): string => (known ? `${known.date} ${known.precision}` : "–");
    return [company, title, date(start), isCurrent ? "current" : date(end)].join(" | ");
  });

const sentences = ({ problems }: ReadResult): string[] => problems.map(problemText);

const THREE = [
  "Northwind Robotics | Senior Engineer | 2022-03-01 month | current",
  "Northwind Robotics | Engineer | 2020-01-01 month | 2022-02-01 month",
  "Quarry Lane GmbH | Software Engineering Intern | 2019-01-01 year | 2019-01-01 year",
];

const under = (folder: string, files = FILES): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));

const nested = (depth: number): Uint8Array => {
  let zip = zipOf(FILES);
  for (let level = 0; level < depth; level += 1) zip = zipOf({ "export.zip": zip }, level === 0 ? 0 : 6);
  return zip;
};

describe("an archive of the network", () => {
  it.each<[string, string, Content]>([
    ["a complete one", "export.zip", zipOf(FILES)],
    ["a stored one", "export.zip", zipOf(FILES, 0)],
    ["one in a folder", "export.zip", zipOf(under("Basic_LinkedInDataExport_01-02-2026"))],
    ["one in folders of another system", "export.zip", zipOf(under("a\\b\\c"))],
    ["a zip in a zip", "export.zip", nested(1)],
    ["a zip in a zip in a zip", "export.zip", nested(2)],
    ["one written on the fly", "export.zip", streamedZip(FILES)],
    ["one in the large form", "export.zip", largeForm(zipOf(FILES))],
    ["one without its ending", "Complete_LinkedInDataExport", zipOf(FILES)],
    ["one with the same rows twice", "export.zip", zipOf({ ...FILES, "basic.zip": zipOf(FILES) })],
    [
      "one with copies of another system",
      "export.zip",
      zipOf({ ...FILES, "__MACOSX/._Positions.csv": "\u0000\u0005" }),
    ],
    [
      "one with names in other cases",
      "export.zip",
      zipOf(Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name.toUpperCase(), text]))),
    ],
  ])("%s is read", (_what, name, bytes) => {
    const result = read(name, bytes);
    expect(shortly(result)).toEqual(THREE);
    expect(sentences(result)).toEqual([]);
    expect(result.positions[0]).toMatchObject({
      description: 'Arms, hands and "feet"',
      location: "Berlin",
      from: { line: 2 },
    });
    // The description above takes two lines.
    expect(result.positions[1]?.from.line).toBe(4);
    expect(result.education).toEqual([
      {
        from: { file: expect.stringMatching(/^Education\.csv$/i), line: 2 },
        school: "Harbour College",
        schoolId: "",
        start: { date: "2015-01-01", precision: "year" },
        end: { date: "2019-01-01", precision: "year" },
        degree: "BSc",
        notes: "Thesis on bridges",
        activities: "Rowing",
      },
    ]);
    expect(result.profile).toEqual({ firstName: "Nova", lastName: "Quill", countryCode: "DE", countryName: "Germany" });
  });

  it("gives nothing of address, birth date, messages and contacts, wherever they stand", () => {
    const results = [
      read("export.zip", zipOf(FILES)),
      ...Object.entries(FILES).map(([name, content]) => read(name, content)),
      // Under another name and with broken rows. The messages must not quote the rows either.
      ...Object.values(FILES).map((content) => read("list.csv", content)),
      ...Object.values(FILES).map((content) => read("list.csv", `${content}"canary-message,canary-mail\n`)),
    ];
    const text = JSON.stringify(results);
    for (const canary of CANARIES) expect(text).not.toContain(canary);
    // Proves that the search above works: the canaries are in the files, and the results contain the names beside them.
    for (const canary of CANARIES) expect(JSON.stringify(FILES)).toContain(canary);
    expect(text).toContain("Nova");
  });

  it("takes single CSVs, several at once, with the names browsers give them", () => {
    const result = readArchive([
      { name: "Positions (1).csv", bytes: strToU8(FILES["Positions.csv"] ?? "") },
      { name: "education-2.csv", bytes: strToU8(FILES["Education.csv"] ?? "") },
      { name: "Profile.csv", bytes: strToU8(FILES["Profile.csv"] ?? "") },
    ]);
    expect(shortly(result)).toEqual(THREE);
    expect([result.education.length, result.profile?.firstName, sentences(result)]).toEqual([1, "Nova", []]);
  });

  it("tells a renamed CSV by its columns, but never takes a list of people for the person", () => {
    expect(shortly(read("jobs.csv", FILES["Positions.csv"] ?? ""))).toEqual(THREE);
    expect(read("schools.csv", FILES["Education.csv"] ?? "").education).toHaveLength(1);
    const contacts = read("Connections.csv", FILES["Connections.csv"] ?? "");
    expect([contacts.profile, contacts.positions, contacts.education]).toEqual([undefined, [], []]);
    expect(sentences(contacts)).toEqual([
      "Connections.csv: This is a list of other people, not of your jobs, so we did not read it.",
    ]);
  });
});

describe("an archive that is none, or harms", () => {
  const bomb = zipOf({ "Positions.csv": `${POSITION_HEADER}\n${"A".repeat(60_000_000)}` });
  const many = zipOf(
    Object.fromEntries(Array.from({ length: LIMITS.archives + 5 }, (_, at) => [`${at}.zip`, zipOf({ "a.txt": "a" })])),
  );
  const whole = zipOf(FILES);
  const flipped = whole.slice();
  flipped.set([(flipped[80] ?? 0) ^ 0x55], 80);

  it.each<[string, Content, string]>([
    [
      "cut in the middle",
      whole.slice(0, whole.length / 2),
      "export.zip: The ZIP file is incomplete or damaged. Download it again.",
    ],
    ["with a flipped byte", flipped, "Positions.csv: The ZIP file is incomplete or damaged. Download it again."],
    [
      "with another checksum",
      patched(whole, 16, 4, 1),
      "Positions.csv: The ZIP file is incomplete or damaged. Download it again.",
    ],
    [
      "encrypted",
      patched(whole, 8, 2, 1),
      "Positions.csv: The file is encrypted. Unpack it with its password and choose the CSV files.",
    ],
    [
      "packed in an unknown way",
      patched(whole, 10, 2, 93),
      "Positions.csv: The file is packed in a way we cannot read.",
    ],
    [
      "that claims too much",
      patched(whole, 24, 4, 0xf0_00_00_00),
      "Positions.csv: The ZIP file unpacks to more than we read. Choose the CSV files inside it instead.",
    ],
    [
      "that claims little and unpacks to much",
      patched(bomb, 24, 4, 1_000),
      "Positions.csv: The ZIP file unpacks to more than we read. Choose the CSV files inside it instead.",
    ],
    [
      "that is a bomb and says so",
      bomb,
      "Positions.csv: The ZIP file unpacks to more than we read. Choose the CSV files inside it instead.",
    ],
    ["of more archives than we open", many, `20.zip: We open at most ${LIMITS.archives} ZIP files at once.`],
    ["too deep", nested(3), "export.zip: There are more archives inside archives than we open."],
    [
      "without our files",
      zipOf({ "notes.txt": "a" }),
      "export.zip: There is no Positions.csv, Volunteering.csv, Education.csv or Profile.csv in it.",
    ],
    [
      "without files",
      zipOf({}),
      "export.zip: There is no Positions.csv, Volunteering.csv, Education.csv or Profile.csv in it.",
    ],
    ["that is a page", "<!doctype html>", "export.zip: This is not a ZIP file. Download it again."],
    ["that is empty", "", "export.zip: The file is empty."],
  ])("one %s gets a sentence, soon", (_what, bytes, sentence) => {
    const worked = threadWork(() => expect(sentences(read("export.zip", bytes))).toContain(sentence));
    expect(worked).toBeLessThan(4_000);
  });

  it("reads what is whole beside what is not", () => {
    const result = readArchive([
      { name: "cut.zip", bytes: whole.slice(0, 100) },
      { name: "export.zip", bytes: whole },
    ]);
    expect(shortly(result)).toEqual(THREE);
    expect(result.problems).toHaveLength(1);
  });

  it("unpacks nothing that is not wanted: a bomb beside our files does not matter", () => {
    const beside = zipOf({ ...FILES, "Rich_Media.mp4": new Uint8Array(20_000_000) });
    expect(shortly(read("export.zip", beside))).toEqual(THREE);
    expect(sentences(read("export.zip", beside))).toEqual([]);
  });

  it("asks a file's size before its bytes, and takes so many files at once", () => {
    expect([isTooLarge(LIMITS.fileBytes), isTooLarge(LIMITS.fileBytes + 1)]).toEqual([false, true]);
    const result = readArchive(Array.from({ length: 30 }, () => ({ name: "a.csv", bytes: strToU8("a") })));
    expect(sentences(result)[0]).toBe(`We read at most ${LIMITS.files} files at once.`);
    expect(sentences(read("Positions.csv", "x".repeat(LIMITS.textBytes + 1)))).toEqual([
      "Positions.csv: The file is larger than 4 MB, which no list of jobs is.",
    ]);
    expect(sentences(read("Positions.csv", "ab\u0000"))).toEqual([
      "Positions.csv: We do not know this kind of file. Choose a ZIP, PDF, DOCX, ODT, JSON or CSV file.",
    ]);
  });
});

describe("a CSV", () => {
  it("that has its columns and nothing else is told of, each one, where nothing was found at all", () => {
    const given = (files: Record<string, string>) =>
      readArchive(Object.entries(files).map(([name, content]) => ({ name, bytes: strToU8(content) })));
    const empty = { "Positions.csv": `${POSITION_HEADER}\n`, "Profile.csv": PROFILE_HEADER };
    expect(sentences(given(empty))).toEqual([
      "Positions.csv: There are no rows in it.",
      "Profile.csv: There are no rows in it.",
    ]);
    expect(sentences(read("basic.zip", zipOf(empty)))).toHaveLength(2);
    expect(sentences(given({ ...empty, "Education.csv": "School Name\nHarbour College\n" }))).toEqual([]);
    // One message for a row is enough.
    expect(sentences(given({ "Positions.csv": "Company Name,Title,Finished On\n,Clerk,2020\n" }))).toEqual([
      "Positions.csv, line 2: The row has no company. Fill it in before you save.",
    ]);
  });

  const two = `${POSITION_HEADER}\nAcme,Engineer,,Berlin,Jan 2020,Feb 2021\nGlobex,Analyst,,,Mar 2021,\n`;
  const TWO = [
    "Acme | Engineer | 2020-01-01 month | 2021-02-01 month",
    "Globex | Analyst | 2021-03-01 month | current",
  ];

  it.each<[string, Content]>([
    ["as it comes", two],
    ["with a mark before it", `\uFEFF${two}`],
    ["in UTF-16", utf16(two)],
    ["in UTF-16 the other way round", utf16(two, true)],
    ["with the line ends of Windows", two.replaceAll("\n", "\r\n")],
    ["with the line ends of old Macs", two.replaceAll("\n", "\r")],
    ["with mixed line ends", two.replace("\n", "\r\n")],
    ["without an end of its last line", two.trimEnd()],
    ["with semicolons", two.replaceAll(",", ";")],
    ["with tabs", two.replaceAll(",", "\t")],
    ["with empty lines", two.replaceAll("\n", "\n\n")],
    ["with everything quoted", two.replaceAll(/[^,\n]+/g, '"$&"')],
    ["with notes before it", `Notes:\n"Some, notes, and more"\n\n${two}`],
    [
      "with columns of other cases and spaces",
      two.replace(POSITION_HEADER, "COMPANY NAME, title ,DESCRIPTION,location,started  on,Finished_On"),
    ],
    [
      "with columns in another order",
      "Finished On,Started On,Title,Company Name\nFeb 2021,Jan 2020,Engineer,Acme\n,Mar 2021,Analyst,Globex\n",
    ],
    [
      "with columns we do not know",
      "Salary,Company Name,Title,Started On,Finished On,Boss\n1,Acme,Engineer,Jan 2020,Feb 2021,x\n2,Globex,Analyst,Mar 2021,,y\n",
    ],
  ])("%s is read", (_what, content) => {
    const result = read("Positions.csv", content);
    expect([shortly(result), sentences(result)]).toEqual([TWO, []]);
  });

  it("in old Western text is read", () => {
    const bytes = Buffer.from(`${POSITION_HEADER}\nBücher Söhne,Ingénieur,,,2020,2021\n`, "latin1");
    expect(shortly(read("Positions.csv", new Uint8Array(bytes)))).toEqual([
      "Bücher Söhne | Ingénieur | 2020-01-01 year | 2021-01-01 year",
    ]);
  });

  it("says which line and why, and keeps the good rows", () => {
    const result = read(
      "Positions.csv",
      [
        POSITION_HEADER,
        "Acme,Engineer,,,Foo 2020,Feb 2021",
        ",Analyst,,,Jan 2020,",
        'Initech,"Lead ,,,Jan 2020,',
        "Globex,Analyst,,,Mar 2021,",
        "Hooli,Engineer, Senior,,,Jan 2020,",
        "Umbrella,Chemist",
        'Tyrell,"two',
        'lines",,,2031,',
        "Wonka,,,,May 2020,Apr 2020",
        "Stark,Intern,,,2020,Jan 1900",
        "Wayne,Driver,,,Jan 2001,Present",
      ].join("\n"),
    );
    expect(shortly(result)).toEqual([
      "Acme | Engineer | – | 2021-02-01 month",
      " | Analyst | 2020-01-01 month | current",
      "Globex | Analyst | 2021-03-01 month | current",
      "Tyrell | two lines | – | –",
      "Wonka |  | 2020-05-01 month | –",
      "Stark | Intern | 2020-01-01 year | –",
      "Wayne | Driver | 2001-01-01 month | current",
    ]);
    expect(
      sentences(result).toSorted((a, b) => Number(/line (\d+)/.exec(a)?.[1]) - Number(/line (\d+)/.exec(b)?.[1])),
    ).toEqual([
      "Positions.csv, line 2: Start: “Foo 2020” is not a date we can read.",
      "Positions.csv, line 3: The row has no company. Fill it in before you save.",
      "Positions.csv, line 4: A quotation mark in the row is not closed, so we left the row out.",
      "Positions.csv, line 6: The row has more columns than the header, so we cannot tell which is which.",
      "Positions.csv, line 7: The row ends before its last column, so we left it out.",
      "Positions.csv, line 8: Start: “2031” is not between 1950 and 2030.",
      "Positions.csv, line 10: The row has no title. Fill it in before you save.",
      "Positions.csv, line 10: The end is before the start, so we left the end out.",
      "Positions.csv, line 11: End: “Jan 1900” is not between 1950 and 2030.",
    ]);
  });

  it("without some columns keeps what it has, and says what is not known", () => {
    const result = read("Positions.csv", "Company Name,Title\nAcme,Engineer\n");
    expect(shortly(result)).toEqual(["Acme | Engineer | – | –"]);
    expect(sentences(result)).toEqual([
      "Positions.csv: The file has no column “Finished On”, so we do not know which jobs have ended.",
    ]);
    expect(sentences(read("Positions.csv", "a,b\n1,2\n"))).toEqual([
      "Positions.csv: The file has no line with the columns “Company Name” and “Title”. Write those into the first line, and choose the file again.",
    ]);
    expect(read("Education.csv", `${EDUCATION_HEADER}\n,2015,2019,,,\n`).education).toEqual([]);
    expect(read("Profile.csv", `Last Name,Geo Location\nQuill,"Bern, Schweiz"\n`).profile).toEqual({
      firstName: "",
      lastName: "Quill",
      countryCode: "CH",
      countryName: "Switzerland",
    });
  });

  it.each([
    ["San Francisco, California, United States", "US"],
    ["United Kingdom", "GB"],
    ["München, Bayern, Deutschland", "DE"],
    ["Kraków, Polska", "PL"],
    ["東京都, 日本", "JP"],
    ["San Francisco Bay Area", ""],
    ["canary-city", ""],
    ["", ""],
  ])("of a profile in %s takes the country alone", (place, code) => {
    const { profile } = read("Profile.csv", `${PROFILE_HEADER}\nNova,Quill,,,,,,,,"${place}",,,\n`);
    expect(profile?.countryCode).toBe(code);
    if (code === "") expect(profile?.countryName).toBe("");
  });

  it("of very many rows, and of very many broken ones, ends soon", () => {
    const worked = threadWork(() => {
      const rows = read("Positions.csv", `${POSITION_HEADER}\n${"Acme,Engineer,,,2020,2021\n".repeat(100_000)}`);
      expect(rows.positions).toHaveLength(LIMITS.rows);
      expect(sentences(rows)[0]).toContain(`more than ${LIMITS.rows} rows`);
      const blank = read("Positions.csv", `${POSITION_HEADER}\n${"\n".repeat(3_000_000)}Acme,Engineer,,,2020,2021\n`);
      expect(blank.positions).toHaveLength(1);
      const broken = read("Positions.csv", `${POSITION_HEADER}\n${'"a\n'.repeat(900_001)}`);
      expect(broken.positions).toEqual([]);
      expect(broken.problems.length).toBeLessThanOrEqual(LIMITS.problems + 1);
    });
    expect(worked).toBeLessThan(8_000);
  });

  it("cleans what would not be one line of text", () => {
    const result = read(
      "Positions.csv",
      `${POSITION_HEADER}\n  Ac\u202Eme \u0007 Inc ,${"x".repeat(1_000)},,,2020,\n'=Sum,Lead,,,2020,\n`,
    );
    expect(result.positions.map(({ company, title }) => [company, title.length])).toEqual([
      ["Ac me Inc", LIMITS.cell],
      ["=Sum", 4],
    ]);
  });
});
