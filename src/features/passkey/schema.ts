import { z } from "zod";
import { MAX_PASSKEY_NAME } from "./rules.ts";

/** Known ways to reach an authenticator; others are dropped. */
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

/** Bytes as WebAuthn's JSON carries them. */
function bytes(max: number) {
  return z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]*$/);
}

const name = z.string().trim().min(1).max(MAX_PASSKEY_NAME);
const credential = {
  id: bytes(1_364),
  rawId: bytes(1_364),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
};

/** The result of `navigator.credentials.create()` as JSON. */
const createdSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4_000),
      attestationObject: bytes(20_000),
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  })
  .meta({ id: "PasskeyCreated", description: "What `navigator.credentials.create()` gives, as JSON" });
export type Created = z.infer<typeof createdSchema>;

/** The result of `navigator.credentials.get()` as JSON. */
const assertedSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4_000),
      authenticatorData: bytes(4_000),
      signature: bytes(4_000),
      userHandle: bytes(200).nullish(),
    }),
  })
  .meta({ id: "PasskeyAsserted", description: "What `navigator.credentials.get()` gives, as JSON" });
export type Asserted = z.infer<typeof assertedSchema>;

export const passkeyBeginSchema = z.object({ password: z.string().max(1_000).optional() });
export const passkeyAddSchema = z.object({ name, response: createdSchema });
export const passkeyNameSchema = z.object({ name });
export const passkeyAnswerSchema = z.object({ response: assertedSchema });

export const passkeySchema = z
  .object({
    _id: z.string(),
    name: z.string(),
    createdOn: z.string(),
    /** To the hour; '' before the first use. */
    lastUsed: z.string(),
  })
  .meta({ id: "Passkey", description: "One passkey of the caller" });
export type PasskeyView = z.infer<typeof passkeySchema>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.enum(TRANSPORTS)).optional(),
});

/** The options for `navigator.credentials.create()`. */
export const creationSchema = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal("public-key") })),
    timeout: z.number().int(),
    attestation: z.literal("none"),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
    extensions: z.object({ credProps: z.literal(true) }),
  })
  .meta({ id: "PasskeyCreation", description: "The options for `navigator.credentials.create()`" });
export type CreationOptions = z.infer<typeof creationSchema>;

/** The options for `navigator.credentials.get()`; they name no account. */
export const requestSchema = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number().int(),
    userVerification: z.literal("required"),
  })
  .meta({ id: "PasskeyRequest", description: "The options for `navigator.credentials.get()`; they name no account" });
export type RequestOptions = z.infer<typeof requestSchema>;

export function knownTransports(given: readonly string[] | undefined): (typeof TRANSPORTS)[number][] {
  return TRANSPORTS.filter((transport) => given?.includes(transport));
}
