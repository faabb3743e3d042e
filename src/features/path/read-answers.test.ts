import { expect, it, vi } from "vitest";
import { nameOfValue } from "#core/value-names.ts";
import { AnswerReader } from "./read-answers.ts";

it("the same answer is read once, named by its digest, and cannot be changed", () => {
  const reader = new AnswerReader();
  const parse = vi.spyOn(JSON, "parse");
  const answer = reader.read('{"rows":[{"people":7}]}', "one") as { rows: { people: number }[] };
  expect(answer).toEqual({ rows: [{ people: 7 }] });
  expect(reader.read('{"rows":[{"people":7}]}', "one")).toBe(answer);
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
  expect(nameOfValue(answer)).toBe("one");
  expect(() => answer.rows.push({ people: 8 })).toThrow(TypeError);
  expect(() => Object.assign(answer.rows[0] ?? {}, { people: 8 })).toThrow(TypeError);
  expect(reader.read('{"rows":[]}', "other")).toEqual({ rows: [] });
});

it("what was not used longest is forgotten first, once a million characters are kept", () => {
  const reader = new AnswerReader();
  const long = (letter: string) => JSON.stringify([letter.repeat(400_000)]);
  const [a, b] = [reader.read(long("a"), "a"), reader.read(long("b"), "b")];
  expect(reader.read(long("a"), "a")).toBe(a);
  reader.read(long("c"), "c");
  expect(reader.read(long("a"), "a")).toBe(a);
  expect(reader.read(long("b"), "b")).not.toBe(b);
});
