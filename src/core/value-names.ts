const names = new WeakMap<object, string>();

/**
 * Gives a large value a short name, such as the digest of its text.
 * @param value must never change, and have this name alone
 * @param name no other value has it, unless both are equal
 */
export function nameValue(value: object, name: string): void {
  names.set(value, name);
}

/** The name of a value that has got one. */
export function nameOfValue(value: unknown): string | undefined {
  return typeof value === "object" && value !== null ? names.get(value) : undefined;
}
