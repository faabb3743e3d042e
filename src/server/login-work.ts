import { createHash } from "node:crypto";
import { emailKey } from "#core/email.ts";
import { AppError } from "#core/errors.ts";
import { hasZeroBits, type Work } from "#core/proof-of-work.ts";
import type { WriteContext } from "./context.ts";
import { keyedHash } from "./ids.ts";
import { LIMITS, takeShared } from "./rate-limit.ts";

/** 65,000 hashes on average: about a second or two in a browser. */
const BITS = 16;
const WINDOW_MS = LIMITS.loginEmailAll.seconds * 1_000;

type Context = Pick<WriteContext, "db" | "now" | "secret" | "address">;

/** The puzzle for this e-mail and address in this hour. Nothing is stored until an answer is used. */
function workFor(ctx: Context, email: string, now: number): Work {
  const hour = Math.floor(now / WINDOW_MS);
  const challenge = keyedHash(ctx.secret, "login-work", `${hour} ${ctx.address} ${emailKey(email)}`).toString(
    "base64url",
  );
  return { challenge, bits: BITS };
}

/** True for a right answer to the puzzle of this hour or the last one. Each answer works once. */
async function spendAnswer(ctx: Context, email: string, answer: string): Promise<boolean> {
  const works = [ctx.now.getTime(), ctx.now.getTime() - WINDOW_MS].map((now) => workFor(ctx, email, now));
  const solved = works.find(({ challenge, bits }) => {
    const hash = createHash("sha256").update(`${challenge}.${answer}`).digest();
    return hasZeroBits(hash, bits);
  });
  if (!solved) return false;
  try {
    const who = `${solved.challenge}.${answer}`;
    await takeShared(ctx, [{ limit: LIMITS.loginWork, who }], { rateLimitFactor: 1 });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "too-many-requests") return false;
    throw error;
  }
}

/**
 * Counts a try from an unknown device on an e-mail from all addresses together. Above the limit, a try is not refused but must
 * solve a puzzle. So nobody who guesses from many addresses can lock the owner out of a new device.
 * @throws AppError too-many-requests with the puzzle in `work`
 */
export async function takeUnknownDevicesTry(
  ctx: Context,
  email: string,
  answer: string | undefined,
  rateLimitFactor: number,
): Promise<void> {
  try {
    const who = emailKey(email);
    await takeShared(ctx, [{ limit: LIMITS.loginEmailAll, who }], { rateLimitFactor });
  } catch (error) {
    if (!(error instanceof AppError && error.code === "too-many-requests")) throw error;
    if (answer !== undefined && (await spendAnswer(ctx, email, answer))) return;
    throw new AppError("too-many-requests", {
      ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
      extra: { work: workFor(ctx, email, ctx.now.getTime()) },
    });
  }
}
