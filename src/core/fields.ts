/** Reads values of unknown shape, such as parsed JSON. */

export type Fields = Record<string, unknown>;

/** False for a list, too. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value itself; {} if it is not an object. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}
