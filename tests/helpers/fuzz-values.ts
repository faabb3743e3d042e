import { z } from "zod";

/** Chance that can be repeated: the same seed, the same throws. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 <= x < 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let x = this.#state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  }

  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined && list.length === 0) throw new Error("nothing to pick from");
    return item as T;
  }
}

/** Values that mean something, by the name of the field or parameter that takes them. */
export type Words = Readonly<Record<string, readonly unknown[]>>;

export type Schemas = Readonly<Record<string, unknown>>;

const node = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  format: z.string().optional(),
});

type Node = z.infer<typeof node>;

/** What was read of a schema: values are drawn from the same schemas thousands of times. */
const nodes = new WeakMap<object, Node>();

function readNode(schema: unknown): Node {
  if (typeof schema !== "object" || schema === null) return {};
  const known = nodes.get(schema) ?? node.safeParse(schema).data ?? {};
  nodes.set(schema, known);
  return known;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz ABCXYZ0123456789.-_äß字";

/** A value that a JSON schema would mostly take. */
export function sample(schema: unknown, schemas: Schemas, dice: Dice, words: Words, name = "", depth = 0): unknown {
  const known = words[name];
  if (known && dice.chance(0.9)) return dice.pick(known);
  const given = readNode(schema);
  const go = (part: unknown, at = name): unknown => sample(part, schemas, dice, words, at, depth + 1);
  if (given.$ref !== undefined) return depth > 8 ? {} : go(schemas[given.$ref.split("/").at(-1) ?? ""]);
  if (given.const !== undefined) return given.const;
  if (given.enum && given.enum.length > 0) return dice.pick(given.enum);
  const union = given.anyOf ?? given.oneOf;
  if (union && union.length > 0) return go(dice.pick(union));
  if (given.allOf) return Object.assign({}, ...given.allOf.map((part) => go(part)));
  const type = Array.isArray(given.type) ? dice.pick(given.type) : given.type;
  if (type === "object" || given.properties) {
    const entries = Object.entries(given.properties ?? {}).filter(
      ([key]) => (given.required ?? []).includes(key) || dice.chance(0.6),
    );
    return Object.fromEntries(entries.map(([key, part]) => [key, go(part, key)]));
  }
  if (type === "array") {
    if (given.prefixItems) return given.prefixItems.map((part) => go(part));
    const least = given.minItems ?? 0;
    const count = Math.min(given.maxItems ?? 3, least + dice.below(3));
    return Array.from({ length: depth > 8 ? least : count }, () => go(given.items ?? {}));
  }
  if (type === "integer" || type === "number") {
    const least = given.minimum ?? 0;
    const value = least + dice.next() * ((given.maximum ?? least + 100) - least);
    return type === "integer" ? Math.round(value) : value;
  }
  if (type === "boolean") return dice.chance(0.5);
  if (type === "null") return null;
  return word(dice, given);
}

function word(
  dice: Dice,
  given: { minLength?: number | undefined; maxLength?: number | undefined; format?: string | undefined },
): string {
  if (given.format === "date-time") return "2026-01-02T03:04:05Z";
  if (given.format === "date") return "2020-02-01";
  if (given.format === "email") return `fuzz${dice.below(1e6)}@example.test`;
  const least = given.minLength ?? 0;
  const length = Math.min(given.maxLength ?? 200, least + dice.below(14));
  return Array.from({ length }, () => LETTERS[dice.below(LETTERS.length)] ?? "a").join("");
}

const deep = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Texts that have broken other programs. */
export const NASTY_TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "x\udc00y",
  "\u202egnp.exe",
  "\u2028\u2029",
  "ﬃ".repeat(60),
  "İı",
  "x".repeat(300),
  "é".repeat(5_000),
  "x".repeat(70_000),
  "__proto__",
  "constructor",
  "toString",
  "%",
  "%00",
  "%_\\",
  "../../etc/passwd",
  "'; drop table account; --",
  '" or 1=1 --',
  "<script>alert(1)</script>",
  "{{7*7}}",
  "${7*7}",
  "\r\nBcc: victim@example.test",
  "-1",
  "1e400",
  "5abc",
  "NaN",
  "null",
  "true",
  "0",
  "9".repeat(40),
  "2020-02-30",
  "0000-00-00",
  "2200-12-02",
  "2021-05-31T22:00:00.000Z",
  "javascript:alert(1)",
  "https://127.0.0.1/",
  "//evil.example",
  "a@b",
  "a@b.c\nd",
  "ffffffffffffffffffffffff",
  "000000000000000000000000",
];

const NASTY_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { $ne: 1 },
  { $gt: "" },
  { length: 1e9 },
  { toString: 1 },
  { constructor: { prototype: { isAdmin: true } } },
  Array.from({ length: 2_000 }, () => 0),
  Array.from({ length: 60 }, () => ({})),
  deep(7),
  deep(9),
  deep(200),
  ...NASTY_TEXTS,
];

/** A copy with one node, chosen by chance, changed: another type, gone, doubled, wrapped. */
export function mutate(value: unknown, dice: Dice): unknown {
  const isNode = typeof value === "object" && value !== null;
  if (!isNode || dice.chance(0.2)) {
    const kind = dice.below(4);
    if (kind === 0) return [value];
    if (kind === 1) return { value };
    return dice.pick(NASTY_VALUES);
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return [dice.pick(NASTY_VALUES)];
    const at = dice.below(value.length);
    const kind = dice.below(5);
    if (kind === 0) return value.filter((_, n) => n !== at);
    if (kind === 1) return [...value, value[at]];
    return value.map((item, n) => (n === at ? mutate(item, dice) : item));
  }
  const entries = Object.entries(value);
  const at = dice.below(entries.length + 1);
  if (at === entries.length)
    return {
      ...value,
      [dice.pick(["isAdmin", "role", "id", "x", ...NASTY_TEXTS.slice(0, 8)])]: dice.pick(NASTY_VALUES),
    };
  if (dice.chance(0.2)) return Object.fromEntries(entries.filter((_, n) => n !== at));
  return Object.fromEntries(entries.map(([key, item], n) => [key, n === at ? mutate(item, dice) : item]));
}
