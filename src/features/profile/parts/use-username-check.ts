import { api, type AnswerOf } from "#core/api-client.ts";
import { useLookup } from "#ui/form-lookup.ts";

type Named = AnswerOf<"GET /api/profile">[number];

/** Milliseconds after the last letter. */
const DELAY = 350;

/** Whoever is known by a name. Reserved names are somebody's too; their list comes when it is first needed. */
async function namesakes(username: string, signal: AbortSignal): Promise<readonly Named[]> {
  const { isReservedUsername } = await import("#features/profile/words.ts");
  if (isReservedUsername(username)) return [{ _id: "", username }];
  return api.request("GET /api/profile", { query: { username }, signal });
}

export type NameState = "unasked" | "asking" | "free" | "taken";

/**
 * Whether a name that is being typed is somebody else's. "free" is a hint:
 * only a save takes the name, and only it knows of names that are hidden or
 * were somebody's before. A question without an answer says nothing.
 * @param username valid and not one's own already, else undefined
 */
export function useUsernameCheck(username: string | undefined, ownId: string): NameState {
  const found = useLookup(username, namesakes, DELAY);
  if (username === undefined) return "unasked";
  if (found.isLoading || found.text !== username) return found.isFailed ? "unasked" : "asking";
  if (found.isFailed) return "unasked";
  return found.options.some(({ _id }) => _id !== ownId) ? "taken" : "free";
}
