import { api, type AnswerOf } from "#core/api-client.ts";
import { useLookup } from "#ui/form-lookup.ts";

type Named = AnswerOf<"GET /api/profile">[number];

/** Milliseconds after the last letter. */
const DELAY_MS = 350;

/** The person with this username. Reserved names count as taken; their list is loaded on first use. */
async function namesakes(username: string, signal: AbortSignal): Promise<readonly Named[]> {
  const { isReservedUsername } = await import("#features/profile/words.ts");
  if (isReservedUsername(username)) return [{ _id: "", username }];
  return api.request("GET /api/profile", { query: { username }, signal });
}

export type NameState = "unasked" | "asking" | "free" | "taken";

/**
 * Checks whether somebody else has the username that is being typed. "free" is
 * only a hint: hidden and former usernames are checked by the save alone. If the
 * request fails, no hint is shown.
 * @param username valid and not one's own already, else undefined
 */
export function useUsernameCheck(username: string | undefined, ownId: string): NameState {
  const found = useLookup(username, namesakes, DELAY_MS);
  if (username === undefined) return "unasked";
  if (found.isLoading || found.text !== username) return found.failure === undefined ? "asking" : "unasked";
  if (found.failure !== undefined) return "unasked";
  return found.options.some(({ _id }) => _id !== ownId) ? "taken" : "free";
}
