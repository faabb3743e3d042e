/** How long the service may take, in milliseconds. */
const PATIENCE = 5_000;

/** The service was not reached or did not take the form. The message holds no word of what was sent. */
export class FormServiceError extends Error {
  override name = "FormServiceError";
}

/**
 * Whether forms may go to an address: https, or plain http to this machine
 * outside production, where tests and trials run.
 */
export function isFormServiceAddress(url: string, production: boolean): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return false;
  const isHere = hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isHere && !production);
}

/**
 * Posts fields as JSON to the configured form service: nothing but the fields
 * and a key by which it can tell a second copy; no address, no cookie, no
 * language, no word of us beyond what every connection shows.
 * @throws FormServiceError after 5 s, for any answer that is no 2xx (redirects are not followed), or when no answer came
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
      headers: { "content-type": "application/json", accept: "application/json", "idempotency-key": input.key },
      body: JSON.stringify(input.fields),
      redirect: "manual",
      referrerPolicy: "no-referrer",
      signal: input.signal ? AbortSignal.any([patience, input.signal]) : patience,
    });
    await response.body?.cancel();
  } catch (error) {
    const why = patience.aborted ? "took longer than 5 seconds" : "could not be reached";
    throw new FormServiceError(`The form service ${why}.`, { cause: error });
  }
  if (!response.ok) throw new FormServiceError(`The form service answered ${response.status}.`);
}
