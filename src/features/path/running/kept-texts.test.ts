import { expect, it } from "vitest";
import { KeptTexts } from "./kept-texts.ts";

it("keeps each answer as text, until there is no room for it", () => {
  const texts = new KeptTexts(20);
  const first = texts.keep("first", { n: 1 });
  expect(first.text).toBe('{"n":1}');
  texts.keep("equal", { n: 1 });
  // What was asked for stays, the oldest of the others goes.
  expect(texts.get("first")).toBe(first);
  texts.keep("third", { n: 3 });
  expect([texts.get("first"), texts.get("equal"), texts.get("third")?.text]).toEqual([first, undefined, '{"n":3}']);
});

it("gives an answer that has no room, and keeps nothing of it", () => {
  const texts = new KeptTexts(5);
  expect(texts.keep("large", { large: "large" }).text).toBe('{"large":"large"}');
  expect(texts.get("large")).toBeUndefined();
  texts.keep("small", []);
  expect(texts.get("small")?.text).toBe("[]");
  texts.clear();
  expect(texts.get("small")).toBeUndefined();
});

it("keeps the figures of fifty of the largest companies of a large site", () => {
  const texts = new KeptTexts();
  const figures = "1".repeat(190_000);
  for (let company = 0; company < 50; company += 1) texts.keep(`company ${company}`, [figures]);
  expect(texts.get("company 0")).toBeDefined();
});
