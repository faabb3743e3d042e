import { callFresh } from "#core/api-client.ts";
import { inStorage } from "#core/in-storage.ts";

/** Where this tab's last sign-in was meant to lead, so that a failed one can be repeated. */
const KEY = "network-next";

export function rememberedNext(): string {
  return inStorage(() => sessionStorage.getItem(KEY)) ?? "/";
}

/**
 * Leaves for the network's authorisation page.
 * @param next a path of our own, see safeReturnPath
 * @throws ApiError
 */
export async function beginNetworkSignIn(next: string): Promise<void> {
  const { url } = await callFresh("GET /api/user/linkedin/start", { query: { next } });
  inStorage(() => sessionStorage.setItem(KEY, next));
  window.location.assign(url);
}
