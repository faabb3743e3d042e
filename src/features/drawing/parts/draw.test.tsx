import { useId } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { nameValue } from "#core/value-names.ts";
import { cardOf } from "#features/person-card/parts/card.ts";
import { cardsMarkup } from "#features/person-card/parts/draw-cards.tsx";
import { personOf, TODAY } from "#features/person-card/parts/fixtures.ts";
import { PersonCards } from "#features/person-card/parts/person-card.tsx";
import { KeptMarkup, PageMarkup } from "#server/kept-markup.ts";
import { drawn, keptMarkup } from "./draw.tsx";

const pageOf = (isDocument: boolean, kept = new KeptMarkup()) => ({ markup: new PageMarkup(isDocument, kept) });

test("a part is drawn once for all pages with the same properties, and again for others", () => {
  const kept = new KeptMarkup();
  const draw = vi.fn(({ name }: { name: string }) => <b>{name}</b>);
  for (const isDocument of [true, false, true]) keptMarkup(pageOf(isDocument, kept), draw, { name: "Ada" });
  expect(draw).toHaveBeenCalledTimes(1);
  expect(keptMarkup(pageOf(false, kept), draw, { name: "Eve" })).toBe("<b>Eve</b>");
  expect(draw).toHaveBeenCalledTimes(2);
});

test("two components with the same properties do not get each other's markup", () => {
  const page = pageOf(false);
  const Bold = ({ name }: { name: string }) => <b>{name}</b>;
  const Plain = ({ name }: { name: string }) => <i>{name}</i>;
  expect(keptMarkup(page, Bold, { name: "x" })).toBe("<b>x</b>");
  expect(keptMarkup(page, Plain, { name: "x" })).toBe("<i>x</i>");
});

test("a property with a name is told apart by it, and not read", () => {
  const kept = new KeptMarkup();
  const draw = vi.fn(({ figures, name }: { figures: { people: number }; name: string }) => (
    <b>{`${name} ${figures.people}`}</b>
  ));
  const figuresOf = (people: number, name: string) => {
    const figures = { people };
    nameValue(figures, name);
    return figures;
  };
  const [seven, eight] = [figuresOf(7, "seven"), figuresOf(8, "eight")];
  const show = (figures: { people: number }, name: string) => keptMarkup(pageOf(false, kept), draw, { figures, name });
  expect([show(seven, "Ada"), show(eight, "Ada"), show(seven, "Eve")]).toEqual([
    "<b>Ada 7</b>",
    "<b>Ada 8</b>",
    "<b>Eve 7</b>",
  ]);
  // Whoever gives a name promises that it is this value's alone. If figures were read, this would show 9.
  expect(show(figuresOf(9, "seven"), "Ada")).toBe("<b>Ada 7</b>");
  expect(draw).toHaveBeenCalledTimes(3);
});

test("ids inside do not depend on names", () => {
  const Hatched = ({ figures }: { figures: { people: number } }) => <p id={useId()}>{figures.people}</p>;
  const named = { people: 7 };
  nameValue(named, "seven");
  expect(keptMarkup(pageOf(false), Hatched, { figures: named })).toBe(
    keptMarkup(pageOf(false), Hatched, { figures: { people: 7 } }),
  );
});

test("what people typed stays text, in the markup and in attributes", () => {
  const planted = `</p><img src=x onerror=alert(1)>"'&`;
  const Typed = ({ text }: { text: string }) => <p title={text}>{text}</p>;
  const markup = keptMarkup(pageOf(false), Typed, { text: planted });
  expect(markup).not.toMatch(/<(?!\/?p\b)/);
  expect(markup).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;</p>");
});

test("ids inside differ from part to part, and are the same for the same part", () => {
  const Hatched = ({ name }: { name: string }) => <p id={useId()}>{name}</p>;
  const one = keptMarkup(pageOf(false), Hatched, { name: "1" });
  expect(keptMarkup(pageOf(false), Hatched, { name: "1" })).toBe(one);
  const idOf = (markup: string): string | undefined => /id="([^"]+)"/.exec(markup)?.[1];
  expect(idOf(keptMarkup(pageOf(false), Hatched, { name: "2" }))).not.toBe(idOf(one));
});

test("ids are the same in a process that drew something else before", () => {
  const Hatched = ({ name }: { name: string }) => <p id={useId()}>{name}</p>;
  const again = { Hatched: ({ name }: { name: string }) => <p id={useId()}>{name}</p> };
  // Another component object of the same name, numbered later: so it is in another process.
  expect(keptMarkup(pageOf(false), again.Hatched, { name: "1" })).toBe(
    keptMarkup(pageOf(false), Hatched, { name: "1" }),
  );
});

test("the data of a document lacks the markup that the document holds; the data of a navigation has it", () => {
  expect(JSON.stringify(drawn(pageOf(true), "<b>1</b>"))).toBe("{}");
  expect(drawn(pageOf(true), "<b>1</b>", "<b>2</b>").html).toBe("<b>1</b><b>2</b>");
  expect(JSON.stringify(drawn(pageOf(false), "<b>1</b>"))).toBe('{"html":"<b>1</b>"}');
});

test("kept cards are the cards that React draws", () => {
  const people = [
    personOf("Maya Lindqvist", [{ at: "Quillon", title: "Engineer", from: "2020-01-01" }], { school: "Northwall" }),
    personOf(`<Eve> "O'Neil" &`, [{ at: "A <b> & Co", title: `"'<i>`, from: "2020-01-01", to: "2021-01-01" }]),
    personOf("Anonymous", []),
  ];
  const cards = people.map((one) => cardOf(one, TODAY));
  const plain = renderToStaticMarkup(<PersonCards cards={cards} level={2} />);
  expect(cardsMarkup(pageOf(false), cards, 2)).toBe(plain);
  const page = pageOf(true);
  expect(page.markup.finish(cardsMarkup(page, cards, 2)).toString()).toBe(plain);
  expect(cardsMarkup(page, [], 2)).toBe("");
});
