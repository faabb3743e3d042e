import { isThisMachine } from "./public-address.ts";

/** The longest time for the service, in milliseconds. */
const PATIENCE = 5_000;

/** The service could not be reached, or refused the form. The message does not contain the sent data. */
export class FormServiceError extends Error {
  override name = "FormServiceError";
}

/** May forms be sent to this address? Only https, or http to this machine outside production, for tests and trials. */
export function isFormServiceAddress(url: string, production: boolean): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && isThisMachine(hostname) && !production);
}

/** Redirects after a form mean that the service accepted it. The target page is not requested. */
const LED_ON = new Set([302, 303]);

/**
 * Posts fields to the configured form service as a form, which every such service accepts. Sends only the fields and a
 * key that identifies a repeated copy: no address, cookie or language of anybody.
 * @throws FormServiceError after 5 s, without an answer, and for any answer except 2xx and redirects; redirects are not
 * followed
 */
export async function sendForm(input: {
  url: string;
  production: boolean;
  key: string;
  fields: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}): Promise<void> {
  if (!isFormServiceAddress(input.url, input.production)) {
    throw new FormServiceError("The address of the form service must begin with https://.");
  }
  const patience = AbortSignal.timeout(PATIENCE);
  let response: Response;
  try {
    response = await fetch(input.url, {
      method: "POST",
      headers: { accept: "application/json", "idempotency-key": input.key },
      body: new URLSearchParams(input.fields),
      redirect: "manual",
      referrerPolicy: "no-referrer",
      signal: input.signal ? AbortSignal.any([patience, input.signal]) : patience,
    });
    await response.body?.cancel();
  } catch (error) {
    const why = patience.aborted ? "took longer than 5 seconds" : "could not be reached";
    throw new FormServiceError(`The form service ${why}.`, { cause: error });
  }
  if (!response.ok && !LED_ON.has(response.status))
    throw new FormServiceError(`The form service answered ${response.status}.`);
}
