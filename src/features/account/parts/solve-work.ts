import { ApiError, callFresh } from "#core/api-client.ts";
import type { User } from "#features/session/schema.ts";
import { fieldsOf } from "#core/fields.ts";
import { hasZeroBits, type Work } from "#core/proof-of-work.ts";

/** Hashes computed at the same time. One by one, most of the time would be waiting. */
const BATCH_SIZE = 256;

function workOf(failure: unknown): Work | undefined {
  const body = failure instanceof ApiError && failure.status === 429 ? failure.body : undefined;
  const { challenge, bits } = fieldsOf(fieldsOf(body)["work"]);
  return typeof challenge === "string" && typeof bits === "number" ? { challenge, bits } : undefined;
}

async function solve({ challenge, bits }: Work): Promise<string> {
  const encoder = new TextEncoder();
  for (let first = 0; ; first += BATCH_SIZE) {
    const tried = Array.from({ length: BATCH_SIZE }, (_, n) => `${first + n}`);
    const hashes = await Promise.all(
      tried.map((answer) => crypto.subtle.digest("SHA-256", encoder.encode(`${challenge}.${answer}`))),
    );
    const found = hashes.findIndex((hash) => hasZeroBits(new Uint8Array(hash), bits));
    if (found >= 0) return tried[found] ?? "";
  }
}

/**
 * Logs in, and if strangers have used up the e-mail's tries, solves the puzzle of the refusal and calls once more.
 * Browsers offer no hash function on plain http pages; the refusal is final there.
 */
export async function logInWithWork(body: { email: string; password: string }): Promise<User> {
  try {
    return await callFresh("POST /api/user/login", { body });
  } catch (failure) {
    const work = workOf(failure);
    if (!work || !globalThis.isSecureContext) throw failure;
    return callFresh("POST /api/user/login", { body: { ...body, work: await solve(work) } });
  }
}
