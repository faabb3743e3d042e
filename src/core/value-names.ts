/** Shared by all copies of this module: in development, the pages have one of their own. */
const NAME = Symbol.for("pipelines.name");

/**
 * Gives a large value a short name, such as the digest of its text. Copies of the value do not have it, nor does JSON.
 * @param value must never change from here on
 * @param name no other value has it, unless both are equal
 */
export function nameValue(value: object, name: string): void {
  Object.defineProperty(value, NAME, { value: name });
}

/** The name of a value that has got one. */
export function nameOfValue(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, NAME)) return undefined;
  const name: unknown = Reflect.get(value, NAME);
  return typeof name === "string" ? name : undefined;
}
