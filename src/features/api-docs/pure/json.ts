/** Reads a JSON document without a known type. */

export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function field(value: unknown, key: string): unknown {
  return isJson(value) ? value[key] : undefined;
}

export function objectAt(value: unknown, key: string): Json {
  const found = field(value, key);
  return isJson(found) ? found : {};
}

export function listAt(value: unknown, key: string): unknown[] {
  const found = field(value, key);
  return Array.isArray(found) ? found : [];
}

export function textAt(value: unknown, key: string): string {
  const found = field(value, key);
  return typeof found === "string" ? found : "";
}

const METHODS = ["get", "post", "put", "patch", "delete"];

export type Operation = { path: string; method: string; operation: Json };

/** Every call of a document, in its order. */
export function operationsOf(document: unknown): Operation[] {
  return Object.entries(objectAt(document, "paths")).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = field(item, method);
      return isJson(operation) ? [{ path, method, operation }] : [];
    }),
  );
}
