import { fieldsOf, isObject, type Fields } from "#core/fields.ts";

/** Reads a JSON document without a known type. */

export function objectAt(value: unknown, key: string): Fields {
  return fieldsOf(fieldsOf(value)[key]);
}

export function listAt(value: unknown, key: string): unknown[] {
  const found = fieldsOf(value)[key];
  return Array.isArray(found) ? found : [];
}

export function textAt(value: unknown, key: string): string {
  const found = fieldsOf(value)[key];
  return typeof found === "string" ? found : "";
}

const METHODS = ["get", "post", "put", "patch", "delete"];

export type Operation = { path: string; method: string; operation: Fields };

/** Every call of a document, in its order. */
export function operationsOf(document: unknown): Operation[] {
  return Object.entries(objectAt(document, "paths")).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = fieldsOf(item)[method];
      return isObject(operation) ? [{ path, method, operation }] : [];
    }),
  );
}
