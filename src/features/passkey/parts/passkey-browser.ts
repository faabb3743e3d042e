import { sentenceOf } from "#core/api-client.ts";
import { ERRORS } from "#core/errors.ts";
import type { Asserted, CreationOptions, Created, RequestOptions } from "#features/passkey/schema.ts";

/** A passkey that came to nothing in the browser. `message` is a sentence for the person. */
class PasskeyTrouble extends Error {}

/** The sentence for the person after a failed call or a passkey that came to nothing. */
export function passkeyProblem(failure: unknown): string {
  return failure instanceof PasskeyTrouble ? failure.message : sentenceOf(failure);
}

/** Does this browser support passkeys? Without TLS, browsers support them only on `localhost`. */
export function hasPasskeys(): boolean {
  return typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";
}

export const NO_PASSKEYS =
  "This browser has no passkeys here. They need a secure address (https) and a browser of the last few years.";

const SENTENCES: Readonly<Record<string, string>> = {
  // Turned down, or waited too long: browsers do not say which.
  NotAllowedError: "No passkey was used. Try again when you are ready.",
  AbortError: "No passkey was used. Try again when you are ready.",
  InvalidStateError: "This device already has a passkey of your account.",
  SecurityError: "Passkeys do not work at this address of the site.",
  NotSupportedError: "This device cannot make a passkey that we accept. Try another one.",
  ConstraintError: "This device cannot make a passkey that we accept. Try another one.",
};

/** The message for an error of `navigator.credentials`, by its name (W3C WebAuthn, 5.1.3 and 5.1.4). */
export function passkeySentence(name: string): string {
  return SENTENCES[name] ?? ERRORS["passkey-failed"].sentence;
}

async function inBrowser<T>(ceremony: () => Promise<T>): Promise<T> {
  if (!hasPasskeys()) throw new PasskeyTrouble(NO_PASSKEYS);
  try {
    return await ceremony();
  } catch (error) {
    throw new PasskeyTrouble(passkeySentence(error instanceof Error ? error.name : ""), { cause: error });
  }
}

/** Few people need this library, so no page includes it. */
const load = () => import("@simplewebauthn/browser");

/** Lets the authenticator make a passkey. @throws PasskeyTrouble */
export async function makePasskey(options: CreationOptions): Promise<Created> {
  const excludeCredentials = options.excludeCredentials.map(({ transports, ...key }) =>
    transports === undefined ? key : { ...key, transports },
  );
  const optionsJSON = { ...options, excludeCredentials };
  const made = await inBrowser(async () => (await load()).startRegistration({ optionsJSON }));
  return { ...made, clientExtensionResults: { ...made.clientExtensionResults } };
}

/** Lets the person show one of their passkeys. @throws PasskeyTrouble */
export async function askPasskey(optionsJSON: RequestOptions): Promise<Asserted> {
  const shown = await inBrowser(async () => (await load()).startAuthentication({ optionsJSON }));
  return { ...shown, clientExtensionResults: { ...shown.clientExtensionResults } };
}
