import { AppError } from "#core/errors.ts";
import { keyedHash } from "#server/ids.ts";
import {
  type Asserted,
  creationSchema,
  type CreationOptions,
  type Created,
  knownTransports,
  requestSchema,
  type RequestOptions,
} from "./schema.ts";

/** How long a person may take at the authenticator. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;
/** EdDSA, ES256 and RS256 by their numbers in COSE. */
const ALGORITHMS = [-8, -7, -257];
/** Far more than any key of these needs. */
const MAX_KEY = 2_000;

/** Loaded with the first passkey: twelve megabytes. */
const openLibrary = () => import("@simplewebauthn/server");
const openHelpers = () => import("@simplewebauthn/server/helpers");

/** Our name and origin for authenticators. They come from the settings, never from the request's headers. */
function party(baseUrl: string): { id: string; origin: string } {
  const url = new URL(baseUrl);
  return { id: url.hostname, origin: url.origin };
}

/** An account's id inside authenticators: stable, and used nowhere else. */
function userHandle(secret: Buffer, accountId: string): Buffer {
  return keyedHash(secret, "passkey-user", accountId);
}

export async function creationOptions(
  secret: Buffer,
  baseUrl: string,
  account: { id: string; email: string },
  present: readonly { id: string; transports: readonly string[] }[],
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await openLibrary();
  const made = await generateRegistrationOptions({
    rpName: "Pipelines",
    rpID: party(baseUrl).id,
    userName: account.email,
    userDisplayName: account.email,
    userID: new Uint8Array(userHandle(secret, account.id)),
    timeout: CHALLENGE_LIFE_MS,
    attestationType: "none",
    excludeCredentials: present.map(({ id, transports }) => ({ id, transports: knownTransports(transports) })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return creationSchema.parse(made);
}

/** Names no account, so that the answer is the same for everybody. */
export async function requestOptions(baseUrl: string): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await openLibrary();
  const made = await generateAuthenticationOptions({
    rpID: party(baseUrl).id,
    timeout: CHALLENGE_LIFE_MS,
    userVerification: "required",
  });
  return requestSchema.parse(made);
}

/** The challenge that an answer claims to be for. */
export async function challengeOf(clientDataJSON: string): Promise<string> {
  const { decodeClientDataJSON } = await openHelpers();
  return attempt(() => {
    const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON);
    // Our pages are never framed by foreign pages.
    if (typeof challenge !== "string" || crossOrigin === true) throw new AppError("passkey-failed");
    return challenge;
  });
}

type NewKey = { id: string; publicKey: Buffer; counter: number; transports: string[] };

/** @throws AppError passkey-failed if anything is wrong with the answer */
export async function checkCreated(baseUrl: string, challenge: string, response: Created): Promise<NewKey> {
  const { id, origin } = party(baseUrl);
  const { verifyRegistrationResponse } = await openLibrary();
  return attempt(async () => {
    await refuseCertificates(response.response.attestationObject);
    const result = await verifyRegistrationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.response.clientDataJSON,
          attestationObject: response.response.attestationObject,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!result.verified) throw new AppError("passkey-failed");
    const { credential } = result.registrationInfo;
    if (credential.id !== response.id || credential.publicKey.length > MAX_KEY) throw new AppError("passkey-failed");
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: knownTransports(response.response.transports),
    };
  });
}

/**
 * The library would fetch revocation lists for certificates from addresses that the sender chooses. So refuse
 * certificates; we do not request any.
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await openHelpers();
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get("fmt");
  const isSelfSigned = format === "packed" && decoded.get("attStmt").get("x5c") === undefined;
  if (format !== "none" && !isSelfSigned) throw new AppError("passkey-failed");
}

export type StoredKey = { id: string; public_key: Buffer; counter: number; account_id: string };

/**
 * @returns the counter after this use
 * @throws AppError passkey-failed if anything is wrong with the answer, including a counter that went back
 */
export async function checkAsserted(
  secret: Buffer,
  baseUrl: string,
  challenge: string,
  response: Asserted,
  key: StoredKey,
): Promise<number> {
  const { id, origin } = party(baseUrl);
  const { verifyAuthenticationResponse } = await openLibrary();
  return attempt(async () => {
    const handle = userHandle(secret, key.account_id).toString("base64url");
    if (response.response.userHandle !== handle) throw new AppError("passkey-failed");
    const result = await verifyAuthenticationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.response.clientDataJSON,
          authenticatorData: response.response.authenticatorData,
          signature: response.response.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: key.id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
      requireUserVerification: true,
    });
    if (!result.verified) throw new AppError("passkey-failed");
    return result.authenticationInfo.newCounter;
  });
}

/** The library throws various errors for junk; callers see one. */
function attempt<T>(work: () => T): T;
function attempt<T>(work: () => Promise<T>): Promise<T>;
function attempt<T>(work: () => T | Promise<T>): T | Promise<T> {
  try {
    const done = work();
    return done instanceof Promise ? done.catch(refuse) : done;
  } catch {
    return refuse();
  }
}

function refuse(): never {
  throw new AppError("passkey-failed");
}
