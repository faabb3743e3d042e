/** The embedded database cannot be used. The message is one clear sentence for the user, who sees no stack. */
export class EmbeddedDatabaseError extends Error {
  override name = "EmbeddedDatabaseError";
}

/** The message of anything that was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of a system error ("ENOENT"), or PostgreSQL's SQLSTATE. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Is it about a full disk? The error is the system's, or has PostgreSQL's message. */
export function isAboutSpace(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "") || /no space left on device/i.test(reasonOf(error));
}

/** Runs `work`. Says `line` once if it takes longer than two seconds, because silence looks like a hang. */
export async function saySlow<T>(say: (line: string) => void, line: string, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => say(line), 2000);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
