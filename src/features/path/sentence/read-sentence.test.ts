import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "#tests/helpers/any-character.ts";
import {
  ASKED_COMPANIES,
  ASKED_SCHOOLS,
  ASKED_SENTENCES,
  HELD_OUT_SENTENCES,
  type AskedSentence,
} from "#tests/helpers/sentences.ts";
import { tries } from "#tests/helpers/amount.ts";
import { parseRoute } from "#features/path/pure/query/parse.ts";
import { routeText } from "#features/path/pure/query/write.ts";
import { isTitleSlug } from "#features/title/classify.ts";
import { threadWork } from "#tests/helpers/thread-work.ts";
import { indexNames } from "./names.ts";
import { readSentence } from "./read-sentence.ts";

const toName = (name: string): { value: string; name: string } => ({ value: name, name });
const NAMES = indexNames(ASKED_COMPANIES.map(toName), ASKED_SCHOOLS.map(toName));

/** Small words at the ends of the texts that were not understood are ignored in the comparison. */
const SMALL = new Set("a an the how do does did is in of for what with without to on at".split(" "));

function content(texts: readonly string[]): string {
  return texts
    .flatMap((text) => text.toLowerCase().split(" "))
    .filter((word) => !SMALL.has(word))
    .join(" ");
}

function plain(query: string | null): string | null {
  return query === null ? null : decodeURIComponent(query);
}

function faults(sentences: readonly AskedSentence[]): string[] {
  return sentences.flatMap(({ text, query, notUnderstood }) => {
    const read = readSentence(text, NAMES);
    const isRight = plain(read.query) === query && content(read.notUnderstood) === content(notUnderstood);
    return isRight
      ? []
      : [
          `${text}\n    read   ${plain(read.query)} [${read.notUnderstood.join("; ")}]\n    asked  ${query} [${notUnderstood.join("; ")}]`,
        ];
  });
}

function report(name: string, sentences: readonly AskedSentence[]): number {
  const wrong = faults(sentences);
  const share = 1 - wrong.length / sentences.length;
  process.stdout.write(`${name}: ${sentences.length - wrong.length} of ${sentences.length} sentences right\n`);
  return share;
}

describe("sentences read as routes", () => {
  it("are right on those the rules were made with", () => {
    expect(faults(ASKED_SENTENCES)).toEqual([]);
    expect(report("Tuned", ASKED_SENTENCES)).toBe(1);
  });
  it("are mostly right on those held out", () => {
    expect(ASKED_SENTENCES.length + HELD_OUT_SENTENCES.length).toBeGreaterThanOrEqual(150);
    expect(report("Held out", HELD_OUT_SENTENCES)).toBeGreaterThanOrEqual(0.9);
  });

  it("say what each piece was read as", () => {
    const read = readSentence(
      "Waterloo interns at Shopify who went straight to staff at Google within 18 months since 2019",
      NAMES,
    );
    expect(read.understood).toEqual([
      { text: "Waterloo", as: "University of Waterloo" },
      { text: "interns", as: "Intern" },
      { text: "Shopify", as: "Shopify" },
      { text: "straight", as: "next stop" },
      { text: "staff", as: "Staff or above" },
      { text: "Google", as: "Google" },
      { text: "within 18 months", as: "within 18 months" },
      { text: "since 2019", as: "since 2019" },
    ]);
    expect(plain(read.query)).toBe(
      "stop=school:University of Waterloo&then=any&stop=company:Shopify,kind:intern&then=next,18m&stop=company:Google,level:staff&since=2019",
    );
    const titled = readSentence("first job as an SRE in Canada, now a VP", NAMES);
    expect(titled.understood.map(({ as }) => as)).toEqual([
      "first role",
      "Software Engineer",
      "school in Canada",
      "there today",
      "VP or above",
    ]);
  });

  it.each([
    ["who joined Stripe but never worked at Google", "stop=company:Stripe", ["but never worked at Google"]],
    ["staff engineers without a PhD", "stop=title:staff-software", ["without a PhD"]],
    ["", null, []],
    ["   ?!", null, []],
    ["since 2019", null, []],
    ["Google within 900 years", "stop=company:Google", ["within 900 years"]],
    ["from Google to Stripe in 1.5 years", "stop=company:Google&then=any,18m&stop=company:Stripe", []],
    ["from Google to Stripe in half a year", "stop=company:Google&then=any,6m&stop=company:Stripe", []],
    ["Google to Stripe 2018-2022", "stop=company:Google&then=any&stop=company:Stripe&since=2018&until=2022", []],
    ["worked at Next, next Google", "stop=company:Next&then=next&stop=company:Google", []],
    ["from consulting to product management", "stop=title:mid-consulting&then=any&stop=title:mid-product", []],
    ["how long do people stay at Google", "stop=company:Google", ["stay"]],
    ["people who went back to Google", "stop=company:Google", ["went back"]],
    ["founders who went back to Google", "stop=kind:founder&then=any&stop=company:Google", []],
    ["Google excluding Meta", "stop=company:Google", ["excluding Meta"]],
    ["people other than interns", null, ["other than interns"]],
    ["Shopify in Toronto", "stop=company:Shopify", ["Toronto"]],
    ["Shopify in Waterloo", "stop=company:Shopify", ["Waterloo"]],
    [
      "graduates in Waterloo who joined Shopify",
      "stop=school:University of Waterloo&then=any&stop=company:Shopify",
      [],
    ],
    [
      "students in University of Waterloo to Shopify",
      "stop=school:University of Waterloo&then=any&stop=company:Shopify",
      [],
    ],
    [
      "managers at Stripe who started as interns",
      "stop=kind:intern&then=any&stop=company:Stripe,level:manager&first=1",
      [],
    ],
    ["VPs who started out at Amazon", "stop=company:Amazon&then=any&stop=level:vp&first=1", []],
    [
      "engineers at Stripe whose first job was at Google",
      "stop=company:Google&then=any&stop=company:Stripe,title:mid-software&first=1",
      [],
    ],
    ["Google engineers who started a company", "stop=company:Google,title:mid-software&then=any&stop=kind:founder", []],
    [
      "co-op at Shopify then full-time at Google",
      "stop=company:Shopify,kind:co-op&then=any&stop=company:Google,kind:full-time",
      [],
    ],
    ["co-ops at Shopify", "stop=company:Shopify,kind:co-op", []],
    [
      "Waterloo co-op to Google",
      "stop=school:University of Waterloo&then=any&stop=kind:co-op&then=any&stop=company:Google",
      [],
    ],
    ["interns or co-ops at Google", "stop=company:Google,kind:intern,kind:co-op", []],
  ])("%s", (text, query, notUnderstood) => {
    const read = readSentence(text, NAMES);
    expect(plain(read.query)).toBe(query);
    expect(read.notUnderstood).toEqual(notUnderstood);
  });

  it("never have more steps than a route may", () => {
    const read = readSentence(ASKED_COMPANIES.slice(0, 12).join(" → "), NAMES);
    expect(read.query?.match(/stop=/g)).toHaveLength(8);
    expect(read.notUnderstood).toEqual(ASKED_COMPANIES.slice(8, 12));
  });

  it("write names so that a link carries them whole", () => {
    const names = indexNames(["AT&T", "Yahoo!", "A=B + C #1"].map(toName), []);
    const read = readSentence("AT&T to Yahoo! to A=B + C #1", names);
    expect(new URLSearchParams(read.query ?? "").getAll("stop")).toEqual([
      "company:AT&T",
      "company:Yahoo!",
      "company:A=B + C #1",
    ]);
  });

  it("are read whatever they hold: pieces stand in the sentence, routes have 1 to 8 steps", () => {
    const words = [
      ...ASKED_SENTENCES.flatMap(({ text }) => text.split(" ")),
      ..."within|6|years|not|before|after|there|back|or|,|from|2019|in|still|first job".split("|"),
    ];
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 400 }),
      fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((some) => some.join(" ")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const read = readSentence(text, NAMES);
        const whole = text.toWellFormed();
        for (const piece of [...read.understood.map((one) => one.text), ...read.notUnderstood])
          expect(whole.includes(piece)).toBe(true);
        const isFirst = new URLSearchParams(read.query ?? "").has("first");
        expect(read.understood.some(({ as }) => as === "first role")).toBe(isFirst);
        if (read.query === null) return;
        const query = new URLSearchParams(read.query);
        const stops = query.getAll("stop");
        expect(stops.length).toBeGreaterThanOrEqual(1);
        expect(stops.length).toBeLessThanOrEqual(8);
        expect(query.getAll("then")).toHaveLength(stops.length - 1);
        for (const stop of stops) expect(stop).toMatch(/^(?:school|company|title|level|kind):/);
        for (const stop of stops.slice(1)) expect(stop).not.toContain("school:");
        for (const then of query.getAll("then")) expect(then).toMatch(/^(?:any|next)(?:,[1-9]\d{0,2}[ym])?$/);
        for (const one of ["first", "now", "country", "since", "until"])
          expect(query.getAll(one).length).toBeLessThan(2);
      }),
      { numRuns: tries({ all: 500, some: 150 }) },
    );
  });

  it("say so of words beyond what is read, and cut no word in two", () => {
    const read = readSentence(`from Google ${"then ".repeat(58)}Stripe and Amazon`, NAMES);
    expect(read.query).toBe("stop=company:Google");
    expect(read.notUnderstood).toEqual(["then Stripe and Amazon"]);
    expect(readSentence("x".repeat(400), NAMES).notUnderstood).toEqual(["x".repeat(300), "x".repeat(100)]);
    expect(readSentence(`${"x".repeat(299)}😀`, NAMES).notUnderstood).toEqual(["x".repeat(299), "😀"]);
  });

  it("take a time that does not grow with a long text", () => {
    const worked = threadWork(() => {
      for (const piece of ["from ", "1", "a year and a half ", "senior staff ", "é", "->"])
        readSentence(piece.repeat(100_000), NAMES);
    });
    expect(worked).toBeLessThan(500);
  });
});

describe("indexNames", () => {
  it("finds schools by what people call them, whole names first", () => {
    const named = (names: ReturnType<typeof indexNames>, words: string) => names.findSchool(words)?.name;
    const names = indexNames(
      [],
      ["University of Waterloo", "Waterloo", "The University of Texas at Austin", "Texas Austin College"].map(toName),
    );
    expect(named(names, "waterloo")).toBe("Waterloo");
    expect(named(names, "university of waterloo")).toBe("University of Waterloo");
    expect(named(names, "texas austin")).toBe("The University of Texas at Austin");
    expect(named(names, "of")).toBeUndefined();
    expect(named(NAMES, "tum")).toBe("Technical University of Munich");
  });
});

/** A name is its own id, as it is in these sentences; a slug is known where a level and a family have it. */
const KNOWN = {
  company: (id: string) => (ASKED_COMPANIES.includes(id) ? { id } : { nearest: [] }),
  school: (id: string) => (ASKED_SCHOOLS.includes(id) ? { id } : { nearest: [] }),
  title: (slug: string) => (isTitleSlug(slug) ? { id: slug } : { nearest: [] }),
};

describe("routes read from sentences", () => {
  const queries = [...ASKED_SENTENCES, ...HELD_OUT_SENTENCES].flatMap(({ text }) => {
    const { query } = readSentence(text, NAMES);
    return query === null ? [] : [{ text, query }];
  });
  it("are there for nearly all sentences", () => {
    expect(queries.length).toBeGreaterThan(140);
  });
  it.each(queries)("parse without a mistake: $text", ({ query }) => {
    const parsed = parseRoute(new URLSearchParams(query), KNOWN);
    const route = "route" in parsed ? parsed.route : expect.fail(JSON.stringify(parsed.mistakes));
    expect(route.steps.length).toBe(new URLSearchParams(query).getAll("stop").length);
    // Written again, it is the same route.
    expect(parseRoute(new URLSearchParams(routeText(route)), KNOWN)).toEqual({ route });
  });

  it.each(["since 2045", "after 2030", "before 1950", "in 2031", "between 2020 and 2040", "until 2060"])(
    "parse without a mistake where no route may ask for the year: %s",
    (years) => {
      const { query } = readSentence(`from Google to Stripe ${years}`, NAMES);
      expect(parseRoute(new URLSearchParams(query ?? ""), KNOWN)).toHaveProperty("route");
    },
  );
});
