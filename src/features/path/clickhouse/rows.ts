import { COLUMN_NAMES, TABLE } from "./tables.ts";

/** Named expressions over a row. A layer may use the table's columns and the names of the layers before it. */
export type Layer = Readonly<Record<string, string>>;
export type Where = { where: string };

/** Rows of people: which rows of the table, what is computed of each, and which are kept. */
export type Rows = { from: string; layers: readonly (Layer | Where)[] };

export function rows(from: string, layers: readonly (Layer | Where)[]): Rows {
  return { from, layers };
}

export function withLayers({ from, layers }: Rows, more: readonly (Layer | Where)[]): Rows {
  return { from, layers: [...layers, ...more] };
}

/** Everybody's row in the place of everybody. */
export const EVERYBODY = "place = ''";

/**
 * A statement over such rows, in layers one inside the other: a long expression that is used twice would otherwise be
 * there twice. Each layer hands on only what the ones after it use, because ClickHouse needs long to read the others.
 * @param select what stands after SELECT
 * @param tail what stands after the rows
 */
export function statement(of: Rows, select: string, tail = ""): string {
  return `SELECT ${select} FROM (${text(of, `${select} ${tail}`)}) ${tail}`;
}

/** @param used a text with every name that is used of these rows */
export function text({ from, layers }: Rows, used: string): string {
  const needed = wordsOf(used);
  // From the last layer to the first: which names does each have to hand on?
  const steps: { names: string[]; where: string | undefined; handed: string[] }[] = [];
  const levels = levelsOf(layers);
  for (const { defined, where } of levels.toReversed()) {
    const names = Object.keys(defined).filter((name) => needed.delete(name));
    const handed = [...needed];
    for (const name of names) for (const word of wordsOf(defined[name] ?? "")) needed.add(word);
    for (const word of wordsOf(where ?? "")) needed.add(word);
    steps.unshift({ names: names.map((name) => `${defined[name] ?? ""} AS ${name}`), where, handed });
  }
  const known = new Set(COLUMN_NAMES);
  const columns = (words: Iterable<string>): string[] => [...words].filter((word) => known.has(word));
  let inner = `SELECT ${orOne(columns(needed))} FROM ${TABLE} FINAL WHERE ${from}`;
  for (const [index, { names, where, handed }] of steps.entries()) {
    const list = [...columns(handed), ...names];
    inner = `SELECT ${orOne(list)} FROM (${inner})${where === undefined ? "" : ` WHERE ${where}`}`;
    for (const name of Object.keys(levels[index]?.defined ?? {})) known.add(name);
  }
  return inner;
}

function orOne(list: readonly string[]): string {
  return list.length === 0 ? "1 AS nothing" : list.join(", ");
}

/** A condition and the layer after it are one level. */
function levelsOf(layers: readonly (Layer | Where)[]): { defined: Layer; where: string | undefined }[] {
  const levels: { defined: Layer; where: string | undefined }[] = [];
  for (const layer of layers) {
    const last = levels.at(-1);
    if (isWhere(layer)) {
      levels.push({ defined: {}, where: layer.where });
    } else if (last && Object.keys(last.defined).length === 0) {
      last.defined = layer;
    } else {
      levels.push({ defined: layer, where: undefined });
    }
  }
  return levels;
}

function isWhere(layer: Layer | Where): layer is Where {
  return "where" in layer && Object.keys(layer).length === 1;
}

/** Every name in a part of a statement. */
export function wordsOf(sql: string): Set<string> {
  return new Set(sql.match(/[a-z_][a-z_0-9]*/gi) ?? []);
}
