import { AppError, type FieldIssue } from "#core/errors.ts";

/** The refusal of a text that PostgreSQL cannot store. `path` names its field, where it has one. */
export function unstorable(path?: string): AppError {
  const message = "A text holds characters that cannot be stored.";
  const issues: FieldIssue[] = path === undefined ? [] : [{ path, message }];
  return new AppError("bad-request", { message, issues });
}

/**
 * The parameter of an address that holds a NUL: `stop[1]` where a parameter may be given several times. Undefined if
 * only the path holds one.
 */
export function parameterWithNul(url: URL): string | undefined {
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name).filter((value) => value !== "");
    const at = values.findIndex((value) => value.includes("\u0000"));
    if (at !== -1) return values.length > 1 ? `${name}[${at}]` : name;
  }
  return undefined;
}
