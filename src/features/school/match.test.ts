import { beforeAll, describe, expect, it } from "vitest";
import { someOf } from "#tests/helpers/amount.ts";
import type { Reader } from "#db/connect.ts";
import { termStatistics } from "#db/term-statistics.ts";
import { openOwnDatabase } from "#tests/helpers/own-database.ts";
import { FURTHER_SCHOOLS } from "#tests/helpers/further-schools.ts";
import { HELD_OUT_SCHOOLS, WRITTEN_SCHOOLS, type WrittenSchool } from "#tests/helpers/written-schools.ts";
import { loadSchools } from "./catalogue-write.server.ts";
import { readSchoolCatalogue } from "./catalogue.server.ts";
import { lookUpSchools, suggestSchools } from "./read.server.ts";

const db = await openOwnDatabase();

/** Names that are only like the text. @param reader a new one has no statistics yet, as in a new process */
const similarNames = async (reader: Reader) =>
  (await lookUpSchools(reader, "harbour import college")).map(({ name }) => name);

beforeAll(() => loadSchools(db, catalogue));

type Matched = { text: string; wanted: string; sure: string; offers: string[] };

const catalogue = await readSchoolCatalogue();
const hostsOf = new Map(catalogue.map(({ name, country, domains }) => [`${name}/${country}`, domains]));

async function match({ text, host }: WrittenSchool): Promise<Matched> {
  const hits = await lookUpSchools(db, text);
  const sure = hits.find(({ isSure }) => isSure);
  const hosts = sure ? (hostsOf.get(`${sure.name}/${sure.alpha_two_code}`) ?? []) : [];
  return {
    text,
    wanted: host,
    sure: host.split("|").some((one) => hosts.includes(one)) ? host : (sure?.name ?? ""),
    offers: hits.map(({ name }) => name),
  };
}

const AT_ONCE = 6;

async function measure(name: string, written: readonly WrittenSchool[]) {
  const matched: Matched[] = [];
  for (let at = 0; at < written.length; at += AT_ONCE)
    matched.push(...(await Promise.all(written.slice(at, at + AT_ONCE).map(match))));
  const ticked = matched.filter(({ sure }) => sure !== "");
  const wrong = ticked.filter(({ sure, wanted }) => sure !== wanted);
  const listed = matched.filter(({ wanted }) => wanted !== "");
  const found = listed.filter(({ sure, wanted }) => sure === wanted);
  const missed = listed.filter(({ sure, wanted }) => sure !== wanted);
  const figures = { precision: 1 - wrong.length / ticked.length, recall: found.length / listed.length };
  const share = (part: number): string => `${(part * 100).toFixed(1)} %`;
  process.stdout.write(
    `${name}: ${matched.length} texts, ${ticked.length} sure, precision ${share(figures.precision)}, recall ${share(figures.recall)}\n` +
      (process.env["SHOW"]
        ? [...wrong, ...missed]
            .map((one) => `  ${one.text} -> ${one.sure || "?"} (${one.wanted}) ${one.offers.slice(0, 3).join(" | ")}\n`)
            .join("")
        : ""),
  );
  return { wrong: wrong.map(({ text, sure }) => `${text}: ${sure}`), ...figures };
}

it("the first look-up of a process finds what later ones find", async () => {
  const later = await similarNames(db).then(() => similarNames(db));
  expect(later).toContain("Los Angeles Harbor College");
  // A process that could not read its statistics in time may find less. Of three, all the others find the same.
  const first: string[][] = [];
  for (let n = 0; n < 3; n += 1) {
    const reader = db.withSchema("public");
    const names = await similarNames(reader);
    if (termStatistics(reader, "school").pieces.size > 0) first.push(names);
  }
  expect(first.length).toBeGreaterThan(0);
  expect(first).toEqual(first.map(() => later));
});

describe("a school as people write it", () => {
  it("is never chosen wrongly, and mostly found", async () => {
    const { wrong, recall } = await measure("Written", WRITTEN_SCHOOLS);
    expect(wrong).toEqual([]);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  it("is found in texts that no rule was made with", async () => {
    const { precision, recall } = await measure("Held out", HELD_OUT_SCHOOLS);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });

  it("is found in nine hundred texts of sixty countries", { timeout: 300_000 }, async () => {
    const { wrong, recall } = await measure("Further", someOf(FURTHER_SCHOOLS, 160));
    expect(wrong).toEqual([]);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    "Trinity College",
    "Newcastle University",
    "University of Newcastle",
    "York University",
    "UCL",
    "NTNU",
    "Union College",
  ])("%s asks, and offers", async (text) => {
    const hits = await lookUpSchools(db, text);
    expect(hits.find(({ isSure }) => isSure)).toBeUndefined();
    expect(hits.length).toBeGreaterThan(1);
  });

  it.each([
    ["Newcastle University, UK", "Newcastle University"],
    ["University of Newcastle, Australia", "University of Newcastle Australia"],
  ])("%s is one of them by its country", async (text, name) => {
    const hits = await lookUpSchools(db, text);
    expect(hits.filter(({ isSure }) => isSure).map((hit) => hit.name)).toEqual([name]);
  });
});

describe("the typed look-up", () => {
  it.each([
    ["oxford", "University of Oxford"],
    ["eth", "ETH Zurich"],
    ["tum", "Technical University of Munich"],
    ["kth", "KTH Royal Institute of Technology"],
    ["royal institute", "KTH Royal Institute of Technology"],
    ["mit", "Massachusetts Institute of Technology"],
    ["ucl", "University College London"],
    ["cambridge", "University of Cambridge"],
    ["technische universität mün", "Technical University of Munich"],
    ["東京大学", "The University of Tokyo"],
    ["harv", "Harvard University"],
    ["stanford", "Stanford University"],
  ])("%s gives first %s", async (text, school) => {
    expect((await suggestSchools(db, text))[0]?.name).toBe(school);
  });

  it("forgives a typo, and gives nothing for another word", async () => {
    expect((await suggestSchools(db, "stanfrod university"))[0]?.name).toBe("Stanford University");
    expect(await suggestSchools(db, "zyntho labs")).toEqual([]);
  });

  it("is not sure of a school beside unknown words if others are called so and more: it may be one of those", async () => {
    expect(await match({ text: "Stanford University, Zyntho", host: "stanford.edu" })).toMatchObject({
      sure: "stanford.edu",
    });
    const { sure, offers } = await match({ text: "Purdue University, Zyntho", host: "purdue.edu" });
    expect([sure, offers[0]]).toEqual(["", "Purdue University"]);
  });

  it("reads no paragraph as a school", async () => {
    const text = `Stanford University, ${"zyntho ".repeat(30)}`;
    expect((await match({ text, host: "stanford.edu" })).sure).toBe("");
  });

  it("knows no misread letter", async () => {
    expect(
      (await suggestSchools(db, "royal lnstitute")).map(({ name }) => name).filter((name) => /lnst/u.test(name)),
    ).toEqual([]);
  });
});
