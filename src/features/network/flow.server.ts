import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { keyedHash } from "#server/ids.ts";
import { decrypt, encrypt } from "#server/seal.ts";
import { FLOW_LIFE_MS } from "./rules.ts";

const flowSchema = z.object({
  purpose: z.enum(["sign-in", "link"]),
  /** The state of a browser's flow. For an API client, the sealed flow itself is the state. */
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** A path of ours, judged by safeReturnPath. */
  next: z.string(),
  /** The SHA-256 of the bearer token that began the flow, in hex; '' for a browser, whose cookie holds the flow. */
  carrier: z.string(),
  accountId: z.string(),
  expires: z.number(),
});

export type Flow = z.infer<typeof flowSchema>;

function keyOf(secret: Buffer): Buffer {
  return keyedHash(secret, "seal", "network-flow");
}

/** Encrypted with a key of this installation; base64url. */
export function sealFlow(secret: Buffer, flow: Flow): string {
  return encrypt(keyOf(secret), "", JSON.stringify(flow)).toString("base64url");
}

/** Undefined for a text that we did not seal, or an expired flow. */
export function openFlow(secret: Buffer, text: string, now: Date): Flow | undefined {
  if (text.length > 4_000) return undefined;
  try {
    const plain = decrypt(keyOf(secret), "", Buffer.from(text, "base64url"));
    const flow = flowSchema.safeParse(JSON.parse(plain));
    return flow.success && flow.data.expires > now.getTime() ? flow.data : undefined;
  } catch {
    return undefined;
  }
}

/** State, nonce and verifier have 32 random bytes each. */
export function newFlow(
  now: Date,
  input: Pick<Flow, "purpose" | "redirectUri" | "next" | "carrier" | "accountId">,
): Flow {
  const random = () => randomBytes(32).toString("base64url");
  return { ...input, state: random(), nonce: random(), verifier: random(), expires: now.getTime() + FLOW_LIFE_MS };
}

export function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
