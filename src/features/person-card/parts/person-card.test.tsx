import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { fixtureId, personOf, TODAY, type RoleSpec } from "./fixtures.ts";
import { CARD_RINGS, cardOf } from "./card.ts";
import { PersonCard } from "./person-card.tsx";

const STOPS: RoleSpec[] = [
  { at: "Shopify", title: "Software Engineer Intern", from: "2017-05-01", to: "2017-08-01" },
  { at: "Google", title: "Staff Engineer", from: "2022-03-01" },
];

function card(name: string, stops: RoleSpec[], school = "TU Delft"): string {
  return renderToStaticMarkup(<PersonCard card={cardOf(personOf(name, stops, { school }), TODAY)} />);
}

describe("PersonCard", () => {
  const html = card("Maya Lindqvist", STOPS);

  it("leads to the profile, the school and the latest company", () => {
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map((match) => match[1]);
    expect(links).toEqual([
      `/user/${fixtureId("person Maya Lindqvist ")}`,
      `/school/${fixtureId("school TU Delft")}`,
      `/company/${fixtureId("company Google")}`,
    ]);
  });

  it("shows the latest stop only, in words", () => {
    const words = html.replace(/<ol[\s\S]*<\/ol>/, "").replace(/<[^>]+>/g, "|");
    expect(words).toContain("Staff Engineer");
    expect(words).toContain("Mar 2022 – Present");
    expect(words).not.toContain("Shopify");
  });

  it("shows the stop at the searched company first, and where the line is today below it", () => {
    const wordsOf = (stops: RoleSpec[], at: string): string =>
      renderToStaticMarkup(
        <PersonCard card={cardOf(personOf("Maya Lindqvist", stops, {}), TODAY, fixtureId(`company ${at}`))} />,
      )
        .replace(/<ol[\s\S]*<\/ol>/, "")
        .replace(/(?:<[^>]+>)+/g, "|");
    expect(wordsOf(STOPS, "Shopify")).toContain(
      "|Software Engineer Intern|Shopify|May 2017 – Aug 2017|Now |Staff Engineer, Google|",
    );
    expect(wordsOf(STOPS, "Google")).toMatch(/\|Staff Engineer\|Google\|Mar 2022 – Present\|$/);
    const left = [
      ...STOPS.slice(0, 1),
      { at: "Google", title: "Staff Engineer", from: "2022-03-01", to: "2023-03-01" },
    ];
    expect(wordsOf(left, "Shopify")).toContain("|Latest |Staff Engineer, Google|");
    const coming = [...STOPS.slice(0, 1), { at: "Stripe", title: "Engineer", from: "2025-07-01" }];
    expect(wordsOf(coming, "Shopify")).toContain("|Next |");
    // With two stays at one company, the card shows the last one.
    expect(wordsOf([...STOPS, { at: "Shopify", title: "Principal", from: "2023-06-01" }], "Shopify")).toContain(
      "|Principal|Shopify|",
    );
  });

  it("reads every stop of the line to those who cannot see it", () => {
    const line = /<ol[\s\S]*<\/ol>/.exec(html)?.[0] ?? "";
    expect(line).toContain("Software Engineer Intern, Shopify, May 2017 to August 2017");
    expect(line).toContain(">Staff Engineer, Google, March 2022 to present</span></a>");
  });

  it("says Anonymous and years only for somebody anonymous", () => {
    const anonymous = card("Anonymous", STOPS);
    expect(anonymous).toContain(">Anonymous</a>");
    expect(anonymous).toContain("2022 – Present");
    expect(anonymous).not.toMatch(/March|May 2017/);
  });

  it("names an incoming stop as such, with a dotted ring and nothing after it", () => {
    const incoming = card("Theo Bracken", [{ at: "Stripe", title: "Software Engineer", from: "2025-07-01" }]);
    expect(incoming).toContain("Incoming Software Engineer");
    expect(incoming).toContain("Jul 2025 – Indefinite");
    expect(incoming).toContain('data-kind="n"');
    expect(incoming).not.toContain("trk--arrow");
    expect(incoming).not.toContain("trk--end");
  });

  it("folds the earliest stops into a number, so that the longest line fits on the narrowest card", () => {
    const long = Array.from({ length: 12 }, (_, year) => ({
      at: `Company ${year}`,
      title: "Engineer",
      from: `${2000 + year}-01-01`,
      to: `${2000 + year}-11-01`,
    }));
    const line = card("Lena Marsh", long);
    expect(line.match(/class="st st--xs"/g)).toHaveLength(CARD_RINGS - 1);
    expect(line).toContain("8 earlier stops");
    expect(line).toContain("Engineer, Company 8,");
    expect(line).not.toContain("Company 7,");
    expect(line).toContain("Engineer, Company 11,");
    expect(card("Lena Marsh", long.slice(0, CARD_RINGS + 1))).not.toContain("earlier stop");
  });

  it("marks the stop that was searched for, which stays when others fold", () => {
    const long = Array.from({ length: 12 }, (_, year) => ({
      at: `Company ${year}`,
      title: "Engineer",
      from: `${2000 + year}-01-01`,
      to: `${2000 + year}-11-01`,
    }));
    const person = personOf("Lena Marsh", long);
    const searched = (at: string) =>
      renderToStaticMarkup(<PersonCard card={cardOf(person, TODAY, fixtureId(`company ${at}`))} />);
    for (const { at } of long) {
      const line = /<ol[\s\S]*<\/ol>/.exec(searched(at))?.[0] ?? "";
      expect(line.match(/is-match/g), at).toHaveLength(1);
      expect(line, at).toContain(`Stop you searched for: Engineer, ${at},`);
      // Every stop is drawn, or counted by a number.
      const folded = [...line.matchAll(/>(\d+) earlier stops?</g)].reduce((sum, [, count]) => sum + Number(count), 0);
      expect(folded + (line.match(/Engineer, Company/g)?.length ?? 0), at).toBe(long.length);
    }
    expect(searched("Nowhere")).not.toContain("is-match");
    expect(searched("Company 2")).toContain("Engineer, Company 11</p>");
  });

  it("marks each later role at a company by a tick, which is not a ring, and leaves ticks out that would not fit", () => {
    const roles = Array.from({ length: 7 }, (_, year) => ({
      at: "Shopify",
      title: `Engineer ${year}`,
      from: `${2000 + year}-01-01`,
      to: `${2000 + year}-11-01`,
    }));
    expect(card("Lena Marsh", roles)).not.toMatch(/class="(?:st st--xs|tick)"/);
    const few = card("Lena Marsh", roles.slice(0, 3));
    expect(few.match(/class="tick"/g)).toHaveLength(2);
    expect(few).not.toContain("st--xs");
  });

  it("ends in a bar after the last day and in an arrow before it", () => {
    expect(html).toContain("trk--arrow");
    expect(card("Rafe Ibarra", STOPS.slice(0, 1))).toContain("trk--end");
  });

  it("links no company and no school it has no page of", () => {
    const profile = personOf("Maya Lindqvist", STOPS, { school: "TU Delft" });
    const anonymous = {
      ...profile,
      school: "TU Delft",
      pipeline: profile.pipeline.map((stop) => ({ ...stop, companyId: "" })),
    };
    const drawn = renderToStaticMarkup(<PersonCard card={cardOf(anonymous, TODAY)} />);
    expect(drawn).not.toContain("/school/");
    expect(drawn).not.toContain("/company/");
    expect(drawn).not.toContain('href=""');
  });

  it("survives a person without stops, school or name", () => {
    const empty = renderToStaticMarkup(<PersonCard card={cardOf({ ...personOf("X", []), firstName: "" }, TODAY)} />);
    expect(empty).toContain("No stops yet");
    expect(empty).toContain("No name yet");
  });

  it("writes no style attribute and escapes what people type", () => {
    const hostile = card(
      "<b>Bobby</b> Tables",
      [{ at: "Google", from: "2022-03-01", title: '"><script>alert(1)</script>' }],
      "<i>School</i>",
    );
    expect(hostile).not.toMatch(/<script|<b>|<i>/);
    expect(html + hostile).not.toMatch(/\sstyle=/);
  });

  it("stays small: there are 24 on a page", () => {
    expect(html.match(/<\w/g)?.length).toBeLessThan(40);
  });
});

it("shows an undisclosed company by a bar and its words, without a link", () => {
  const person = personOf("Anonymous", STOPS);
  const kept = person.pipeline.map((one, n) =>
    n === 1 ? { ...one, companyId: one._id, displayName: "Undisclosed company", logo: "", undisclosed: true } : one,
  );
  const drawn = renderToStaticMarkup(<PersonCard card={cardOf({ ...person, pipeline: kept }, TODAY)} />);
  expect(drawn).not.toContain("/company/");
  expect(drawn).toContain('class="mark kept"');
  expect(drawn).toContain('<span class="sr">Staff Engineer, Undisclosed company, 2022 to present</span>');
});
