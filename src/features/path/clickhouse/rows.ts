import { COLUMN_NAMES, TABLE } from "./tables.ts";

/** Named expressions over a row. A layer may use the table's columns and the names of the layers before it. */
export type Layer = Readonly<Record<string, string>>;
export type Where = { where: string };

/** Rows of people: the condition on the table's rows, then layers that compute values or filter. */
export type Rows = { from: string; layers: readonly (Layer | Where)[] };

export function rows(from: string, layers: readonly (Layer | Where)[]): Rows {
  return { from, layers };
}

export function withLayers({ from, layers }: Rows, more: readonly (Layer | Where)[]): Rows {
  return { from, layers: [...layers, ...more] };
}

/** A person has a row for each school and company, and one without a place. This condition selects the latter. */
export const EVERYBODY = "place = ''";

/**
 * A statement over such rows, as nested subqueries: otherwise a long expression that is used twice would be written
 * twice. Each layer selects only the columns that later ones use, because reading more columns is slow.
 * @param select the text after SELECT
 * @param tail the text after the subquery
 */
export function statement(of: Rows, select: string, tail = ""): string {
  return `SELECT ${select} FROM (${text(of, `${select} ${tail}`)}) ${tail}`;
}

/** @param used a text that contains every name that is needed from these rows */
export function text({ from, layers }: Rows, used: string): string {
  const needed = wordsOf(used);
  // From the last layer to the first: which names must each select?
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

/** Joins a condition and the layer after it into one subquery. */
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

/** All names in a part of a statement. */
export function wordsOf(sql: string): Set<string> {
  return new Set(sql.match(/[a-z_][a-z_0-9]*/gi) ?? []);
}
