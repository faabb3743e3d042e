import { callFresh } from "#core/api-client.ts";

/** Where this tab's last sign-in was meant to lead, so that a failed one can be repeated. */
const KEY = "network-next";

export function rememberedNext(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "/";
  } catch {
    return "/";
  }
}

function rememberNext(next: string): void {
  try {
    sessionStorage.setItem(KEY, next);
  } catch {
    // Without storage, a second try returns to the home page.
  }
}

/**
 * Leaves for the network's authorisation page.
 * @param next a path of our own, see safeReturnPath
 * @throws ApiError
 */
export async function beginNetworkSignIn(next: string): Promise<void> {
  const { url } = await callFresh("GET /api/user/linkedin/start", { query: { next } });
  rememberNext(next);
  window.location.assign(url);
}
