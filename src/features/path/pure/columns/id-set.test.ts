import fc from "fast-check";
import { expect, it } from "vitest";
import { IdSet } from "./id-set.ts";

const id = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 24, maxLength: 24 });

it("has what was added, and nothing else", () => {
  fc.assert(
    fc.property(fc.array(id), fc.array(id), (added, others) => {
      const set = new IdSet();
      for (const one of [...added, ...added]) set.add(one);
      const known = new Set(added);
      for (const one of [...added, ...others]) expect(set.has(one)).toBe(known.has(one));
    }),
  );
});

it("grows with what is added", () => {
  const set = new IdSet();
  const idOf = (n: number): string => n.toString(16).padStart(24, "0");
  for (let n = 0; n < 10_000; n += 2) set.add(idOf(n));
  for (let n = 0; n < 10_000; n += 1) expect(set.has(idOf(n)), String(n)).toBe(n % 2 === 0);
});
