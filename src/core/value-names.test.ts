import { expect, it, vi } from "vitest";
import { nameOfValue, nameValue } from "./value-names.ts";

it("a value has its name also for another copy of the module; a copy of the value, and its JSON, have none", async () => {
  const value = { people: 7 };
  nameValue(value, "seven");
  vi.resetModules();
  const copy = await import("./value-names.ts");
  expect(copy.nameOfValue).not.toBe(nameOfValue);
  expect(copy.nameOfValue(value)).toBe("seven");
  expect(nameOfValue({ ...value, people: 8 })).toBeUndefined();
  expect(JSON.stringify(value)).toBe('{"people":7}');
  for (const plain of [undefined, null, "seven", 7, {}, [], Object.create(value)])
    expect(nameOfValue(plain)).toBeUndefined();
});
